//! Defines the formats and the destinations of answers. A destination is stdout or a file. A regular file is written
//! completely or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use courser::{Content, FileFormat};
use serde::Serialize;

use crate::args::OutputArgs;
use crate::error::{Failure, Result, refuse, written};
use crate::files::{self, WriteGuard};
use crate::new_file::AtomicFile;
use crate::terminal;

/// Maximum number of symbolic links in a chain. Linux has the same limit.
const MAX_LINKS: usize = 40;

/// A destination, which is opened before the work starts.
///
/// A file is never incomplete: its path always contains the old content or the complete new content. Pipes, devices and
/// open descriptors of the process (`/dev/stdout`, `/dev/fd/3`, a shell's `>(…)`) are written directly.
#[derive(Debug)]
pub(crate) enum OutputTarget {
    Stdout,
    File { file: AtomicFile, written: WriteGuard },
    Stream { name: String, stream: File },
}

impl OutputTarget {
    /// Opens `path`, or stdout if `path` is `-` or `None`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return stdout().map(|_| Self::Stdout);
        };
        let name = path.display();
        if path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(byte.into())) {
            let (state, cure) =
                if path.is_dir() { ("", "") } else { (" that does not exist", "make the folder, and ") };
            let text = format!("cannot write {name}: it names a folder{state}");
            return Err(Failure::input(text, format!("{cure}add the name of a file after {name}")));
        }
        let failed = |error: io::Error| Failure::writing(&name.to_string(), &error);
        match Self::open_at(path).map_err(failed)? {
            OpenState::Stdout => stdout().map(|_| Self::Stdout),
            OpenState::Stream(stream) => Ok(Self::Stream { name: name.to_string(), stream }),
            OpenState::File(target) => {
                let written = files::written(&target)?;
                Ok(Self::File { file: AtomicFile::create(target).map_err(failed)?, written })
            }
        }
    }

    fn open_at(path: &Path) -> io::Result<OpenState> {
        let target = match behind_links(path)? {
            ResolvedTarget::Open(1) => return Ok(OpenState::Stdout),
            ResolvedTarget::Open(number) => return Ok(OpenState::Stream(duplicate(number)?)),
            ResolvedTarget::Path(target) => target,
        };
        match fs::metadata(&target) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => Ok(OpenState::Stream(File::options().write(true).open(&target)?)),
            Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(OpenState::File(target)),
        }
    }

    /// Rejects a terminal as the destination, since it cannot show `what`.
    pub(crate) fn no_terminal(&self, what: &str) -> Result<()> {
        let is_terminal = match self {
            Self::Stdout => io::stdout().is_terminal(),
            Self::Stream { stream, .. } => stream.is_terminal(),
            Self::File { .. } => false,
        };
        refuse(
            is_terminal,
            format_args!("no {what} is written to a terminal"),
            "use -o FILE, or send it through a pipe",
        )
    }

    /// Opens a file for each path.
    pub(crate) fn open_all<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<Vec<Self>> {
        paths.into_iter().map(|path| Self::open(Some(path))).collect()
    }

    /// Returns the name of the destination as used in messages.
    fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::File { file, .. } => file.target.display().to_string(),
            Self::Stream { name, .. } => name.clone(),
        }
    }

    /// Reserves `bytes` bytes of disk space for the answer if the system supports it, so that a full disk is detected
    /// immediately.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<()> {
        #[cfg(target_os = "linux")]
        if let Self::File { file, .. } = self {
            use rustix::{fs, io::Errno};
            let bytes = bytes.min(i64::MAX as u64);
            if let Err(error @ (Errno::NOSPC | Errno::FBIG)) =
                fs::fallocate(file.file(), fs::FallocateFlags::KEEP_SIZE, 0, bytes)
            {
                return Err(Failure::writing(&self.name(), &error.into()));
            }
        }
        Ok(())
    }

    /// Writes an answer by calling `write`, whose only errors are write errors.
    pub(crate) fn put(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let name = self.name();
        self.write(|out| write(out).map_err(|error| Failure::writing(&name, &error)))
    }

    /// Writes a line of text as the answer. On standard output, the line is wrapped at the width of the terminal.
    pub(crate) fn put_line(self, line: &str) -> Result<()> {
        let line = terminal::wrapped(line, 0, self.columns());
        self.put(|out| writeln!(out, "{line}"))
    }

    /// Returns the width of the terminal for text on standard output, or `None` for other destinations.
    pub(crate) fn columns(&self) -> Option<usize> {
        matches!(self, Self::Stdout).then(terminal::stdout_columns).flatten()
    }

    /// Writes the whole answer. A file gets its final name after the answer is written.
    pub(crate) fn write(mut self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        self.fill(write)?;
        self.finish()
    }

    /// Writes the whole answer. If the output is a file, the file gets its final path only in [`finish`](Self::finish).
    /// Therefore a caller can write several files completely before any of them gets its final path.
    pub(crate) fn fill(&mut self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let name = self.name();
        let outcome = match self {
            Self::Stdout => stdout().and_then(|mut out| buffered(&mut out, &name, write)),
            Self::Stream { stream, .. } => buffered(stream, &name, write),
            Self::File { file, .. } => buffered(file.file(), &name, write)
                .and_then(|()| file.sync().map_err(|error| Failure::writing(&name, &error))),
        };
        match outcome {
            Err(failure) if failure.is_closed_pipe() => Ok(()),
            outcome => outcome,
        }
    }

    /// Gives a complete file its final path.
    pub(crate) fn finish(self) -> Result<()> {
        let name = self.name();
        if let Self::File { file, written: _written } = self {
            let bytes = file.finish().map_err(|error| Failure::writing(&name, &error))?;
            written(&name, bytes);
        }
        Ok(())
    }
}

/// The state of a destination: already open, or a file that will be created.
enum OpenState {
    Stdout,
    Stream(File),
    /// Path of the output file.
    File(PathBuf),
}

/// Returns standard output.
///
/// # Errors
/// [`Failure`] if the process was started without standard output.
pub(crate) fn stdout() -> Result<StdoutLock<'static>> {
    if started::without_stdout() {
        let text = "standard output is closed, or not open for writing";
        return Err(Failure::machine(text, "leave out >&- and 1<, or send the output to a file"));
    }
    Ok(io::stdout().lock())
}

/// Checks standard output before Rust's runtime starts, because the runtime replaces a closed standard output by
/// `/dev/null`. If standard output is open only for reading, Rust ignores failures to write.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod started {
    use std::sync::atomic::{AtomicBool, Ordering};

    static WITHOUT_STDOUT: AtomicBool = AtomicBool::new(false);

    #[expect(unsafe_code, reason = "only code that runs before `main` and the runtime can see that nothing is open")]
    // SAFETY: the loader calls every function listed in this linker section once, before any thread starts. `look` uses
    // nothing that the runtime prepares. The test `a_closed_standard_output_is_reported_with_exit_code_3` runs this
    // code.
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static LOOK: extern "C" fn() = look;

    #[expect(unsafe_code, reason = "a descriptor that may be closed has a number and no handle")]
    extern "C" fn look() {
        // SAFETY: the arguments of the call are plain numbers, and the call only reads the flags of a descriptor.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFL) };
        let is_open = flags >= 0 && flags & libc::O_ACCMODE != libc::O_RDONLY;
        WITHOUT_STDOUT.store(!is_open, Ordering::Relaxed);
    }

    pub(super) fn without_stdout() -> bool {
        WITHOUT_STDOUT.load(Ordering::Relaxed)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod started {
    pub(super) const fn without_stdout() -> bool {
        false
    }
}

/// The target of a chain of links.
enum ResolvedTarget {
    /// The number of an open descriptor of this process.
    Open(i32),
    /// The path of a file, which need not exist.
    Path(PathBuf),
}

/// Follows a chain of links. The links themselves are not changed: writing replaces or creates the target of the last
/// link.
fn behind_links(path: &Path) -> io::Result<ResolvedTarget> {
    let mut path = path.to_path_buf();
    for _ in 0..=MAX_LINKS {
        if let Some(number) = open_number(&path) {
            return Ok(ResolvedTarget::Open(number));
        }
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(ResolvedTarget::Path(path)),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidFilename, format!("more than {MAX_LINKS} links, one behind another")))
}

/// Returns the file descriptor number if `path` is a name of an open file descriptor, such as `/dev/fd/3`. Otherwise,
/// returns `None`.
#[cfg(unix)]
fn open_number(path: &Path) -> Option<i32> {
    let number = path.file_name()?.to_str()?.parse().ok().filter(|number| *number >= 0)?;
    let folder = fs::canonicalize(path.parent()?).ok()?;
    let is_own = |own: &str| fs::canonicalize(own).is_ok_and(|own| own == folder);
    let is_open = fs::symlink_metadata(path).is_ok();
    (is_open && ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].into_iter().any(is_own)).then_some(number)
}

#[cfg(not(unix))]
fn open_number(_: &Path) -> Option<i32> {
    None
}

/// Returns another handle for an open descriptor. Writing continues at the current position of the descriptor.
#[cfg(unix)]
#[expect(unsafe_code, reason = "what a shell hands over has a number and no handle")]
fn duplicate(number: i32) -> io::Result<File> {
    use std::os::fd::BorrowedFd;

    // SAFETY: `open_number` has checked that the descriptor is open, and courser closes only descriptors that it has
    // opened. The test `what_the_process_has_open_is_written_to_where_it_stands` runs this code.
    let there = unsafe { BorrowedFd::borrow_raw(number) };
    Ok(there.try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn duplicate(_: i32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

fn buffered(out: &mut dyn Write, name: &str, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write(&mut out)?;
    out.flush().map_err(|error| Failure::writing(name, &error))
}

/// Returns the requested format. `named` is the format that the user requests by name. If `named` is `None`, the
/// extension of the file `output` determines the format. Returns `None` if no format is named and `output` is `None` or
/// `-`.
pub(crate) fn format_named(
    named: Option<FileFormat>,
    output: Option<&Path>,
    content: Content,
) -> Result<Option<FileFormat>> {
    let by_extension = |path| format_by_extension(path, content, ", or name one with --format");
    let file = output.filter(|path| named.is_none() && path.as_os_str() != "-");
    Ok(file.map(by_extension).transpose()?.or(named))
}

/// Returns the format for the extension of a file.
///
/// # Errors
/// [`Failure`] if the extension is unknown. `more` is appended to the hint of the failure.
pub(crate) fn format_by_extension(file: &Path, content: Content, more: &str) -> Result<FileFormat> {
    content.format_of(file).ok_or_else(|| {
        if let Some(extension) = FileFormat::bare_extension(file) {
            return Failure::input(
                format!("{}: the name of the file is only an extension", file.display()),
                format!("write a name before it, as in {}", file.with_file_name(format!("out.{extension}")).display()),
            );
        }
        let known: Vec<String> =
            content.formats().filter_map(|format| Some(format!(".{}", format.extensions().first()?))).collect();
        let (last, others) = known.split_last().expect("a content that no format holds");
        let others = others.join(", ");
        Failure::input(
            format!("{}: no format of {content} has this extension", file.display()),
            format!("use {others} or {last}{more}"),
        )
    })
}

impl OutputArgs {
    /// Returns the requested format, or `None` if no format is requested.
    pub(crate) fn format(&self, content: Content) -> Result<Option<FileFormat>> {
        let named = if self.json { Some(FileFormat::Json) } else { self.format };
        format_named(named, self.output.as_deref(), content)
    }

    /// Opens the destination.
    pub(crate) fn open(&self) -> Result<OutputTarget> {
        OutputTarget::open(self.output.as_deref())
    }

    /// Returns the requested format, or plain text if no format is requested.
    pub(crate) fn format_or_text(&self, content: Content) -> Result<FileFormat> {
        Ok(self.format(content)?.unwrap_or(FileFormat::Text))
    }
}

/// Formats a row of a table, including the end of its line.
pub(crate) fn csv_row(fields: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Vec<u8> {
    let mut row = csv::Writer::from_writer(Vec::new());
    row.write_record(fields).expect("a row is written to memory");
    row.into_inner().expect("a row is written to memory")
}

/// Writes an answer as one line of JSON.
pub(crate) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

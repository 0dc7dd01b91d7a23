//! Where answers go: stdout, or a file that is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tempfile::NamedTempFile;

use crate::args::OutputArgs;
use crate::error::Failure;
use crate::interrupt;

/// A place to write to, opened before the work starts.
///
/// A file is written beside its final name and renamed when it is whole, so
/// that whatever happens the old file or the new one is there. A pipe or a
/// device is written to as it is.
///
/// What is half done goes away on an error and on Ctrl-C, not on SIGKILL or a
/// power cut: then a `.courser-*` file stays. Courser does not sweep those of
/// earlier runs: it cannot tell them from what another courser is writing in the
/// same folder at this moment, and to lose that would be the greater harm.
#[derive(Debug)]
pub(crate) enum Output {
    Stdout,
    File { target: PathBuf, beside: NamedTempFile },
    Stream { name: String, stream: File },
}

impl Output {
    /// Opens `path`, or stdout for `-` or none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Self::Stdout);
        };
        let name = path.display().to_string();
        let failed = |error: &io::Error| Failure::writing(&name, error);
        let target = behind_links(path);
        // A folder that is not there, where a file would be wanted.
        if path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(byte.into())) {
            return Err(failed(&io::ErrorKind::IsADirectory.into()));
        }
        match fs::metadata(&target) {
            Ok(there) if there.is_dir() => return Err(failed(&io::ErrorKind::IsADirectory.into())),
            Ok(there) if !there.is_file() => {
                let stream = File::options().write(true).open(&target).map_err(|error| failed(&error))?;
                return Ok(Self::Stream { name, stream });
            }
            Ok(there) if there.permissions().readonly() => {
                return Err(failed(&io::ErrorKind::PermissionDenied.into()));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&error)),
            _ => {}
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".courser-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As any new file: what the user's umask leaves of it.
            let mode = fs::metadata(&target).map_or(0o666, |there| there.permissions().mode() & 0o777);
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        let beside = builder.tempfile_in(folder).map_err(|error| failed(&error))?;
        interrupt::unfinished(beside.path());
        Ok(Self::File { target, beside })
    }

    /// Refuses a terminal: `what` is not for people to read as it comes.
    pub(crate) fn no_terminal(&self, what: &str) -> Result<(), Failure> {
        if matches!(self, Self::Stdout) && io::stdout().is_terminal() {
            return Err(Failure::input(
                format!("a terminal shows no {what}"),
                "use -o FILE, or send it through a pipe",
            ));
        }
        Ok(())
    }

    /// Opens a file each; two of one name would overwrite each other.
    pub(crate) fn open_all<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<Vec<Self>, Failure> {
        let mut outputs: Vec<Self> = Vec::new();
        for path in paths {
            let output = Self::open(Some(path))?;
            if outputs.iter().any(|other| other.is_same_file(&output)) {
                return Err(Failure::input(
                    format!("{} is named twice", path.display()),
                    "give each output a file of its own",
                ));
            }
            outputs.push(output);
        }
        Ok(outputs)
    }

    /// Whether one would overwrite the other, by whatever name.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        self.place().is_some_and(|place| other.place() == Some(place))
    }

    /// The file in its folder by the name that is the same for all who get there; none for what is no file.
    fn place(&self) -> Option<PathBuf> {
        let Self::File { target, beside } = self else { return None };
        Some(fs::canonicalize(beside.path().parent()?).ok()?.join(target.file_name()?))
    }

    /// What the place is called in messages.
    fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::File { target, .. } => target.display().to_string(),
            Self::Stream { name, .. } => name.clone(),
        }
    }

    /// Writes an answer that nothing but the place itself can refuse.
    pub(crate) fn put(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let name = self.name();
        self.write(|out| write(out).map_err(|error| Failure::writing(&name, &error)))
    }

    /// Writes the whole answer, and puts it in its place.
    pub(crate) fn write(self, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
        let name = self.name();
        let written = match self {
            Self::Stdout => buffered(&mut io::stdout().lock(), &name, write),
            Self::Stream { mut stream, .. } => buffered(&mut stream, &name, write),
            Self::File { target, mut beside } => {
                let temporary = beside.path().to_path_buf();
                let failed = |error: &io::Error| Failure::writing(&name, error);
                let written = buffered(beside.as_file_mut(), &name, write)
                    .and_then(|()| beside.as_file().sync_all().map_err(|error| failed(&error)))
                    .and_then(|()| beside.persist(&target).map(|_| ()).map_err(|error| failed(&error.error)));
                interrupt::finished(&temporary);
                written
            }
        };
        match written {
            Err(failure) if failure.is_closed_pipe() => Ok(()),
            written => written,
        }
    }
}

/// The format asked for: by name, or by the file's extension, of which `of` knows; none where there is no file
/// to tell. `known` are the extensions in words.
pub(crate) fn format<F: ValueEnum + Send + Sync + 'static>(
    args: &OutputArgs<F>,
    json: F,
    of: impl Fn(&Path) -> Option<F>,
    known: &str,
) -> Result<Option<F>, Failure> {
    if args.json {
        return Ok(Some(json));
    }
    match (&args.format, args.output.as_deref().filter(|path| path.as_os_str() != "-")) {
        (Some(format), _) => Ok(Some(format.clone())),
        (None, None) => Ok(None),
        (None, Some(path)) => of(path).map(Some).ok_or_else(|| {
            Failure::input(
                format!("{}: no format has this extension", path.display()),
                format!("use {known}, or name one with --format"),
            )
        }),
    }
}

/// A link stays a link: what it points to is replaced, or made if it is not there.
fn behind_links(path: &Path) -> PathBuf {
    if let Ok(target) = fs::canonicalize(path) {
        return target;
    }
    match fs::read_link(path) {
        Ok(to) => path.parent().map_or(to.clone(), |folder| folder.join(&to)),
        Err(_) => path.to_path_buf(),
    }
}

fn buffered(
    out: &mut dyn Write,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    write(&mut out)?;
    out.flush().map_err(|error| Failure::writing(name, &error))
}

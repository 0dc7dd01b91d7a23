//! Files that get their final name only when they are complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::interrupt;

/// Prefix of temporary files, which are in the same folder as the final file.
const PREFIX: &str = ".courser-";

/// A file that gets its name, or replaces another file, in one step after it is complete.
///
/// If the system supports unnamed files (`O_TMPFILE` of Linux), an interrupted run leaves nothing behind, even after
/// SIGKILL or a power cut. There is one exception: if the new file replaces an existing file, the new file has a
/// temporary name between two system calls, because only a named file can replace another file. The new file is already
/// complete at this moment.
///
/// On other systems, the file is written under a temporary name in the same folder. The temporary file is removed on an
/// error and on Ctrl-C, but not on SIGKILL. Temporary files of earlier runs are not removed, because another process is
/// possibly still writing them.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    /// Final path of the file, as requested.
    pub(crate) target: PathBuf,
    folder: PathBuf,
    kind: FileKind,
}

#[derive(Debug)]
enum FileKind {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile),
}

impl AtomicFile {
    /// Creates a file whose final location is `target`. The folder of `target` must exist.
    pub(crate) fn create(target: PathBuf) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let mode = mode(&target);
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(&folder, mode) {
            return Ok(Self { target, folder, kind: FileKind::Unnamed(file) });
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let () = mode;
        let beside = builder.tempfile_in(&folder)?;
        interrupt::unfinished(beside.path());
        Ok(Self { target, folder, kind: FileKind::Named(beside) })
    }

    /// Returns the file to write to.
    pub(crate) fn file(&mut self) -> &mut File {
        match &mut self.kind {
            #[cfg(target_os = "linux")]
            FileKind::Unnamed(file) => file,
            FileKind::Named(beside) => beside.as_file_mut(),
        }
    }

    /// Makes the system store all data on the disk, so that a full disk is detected before the file gets its name.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.file().sync_all()
    }

    /// Gives the file its final path. The file must be complete, and [`sync`](Self::sync) must have stored it on the
    /// disk. Returns the length of the file in bytes.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        let length = self.file().metadata()?.len();
        match self.kind {
            #[cfg(target_os = "linux")]
            FileKind::Unnamed(file) => linux::link(&file, &self.target, &self.folder),
            FileKind::Named(beside) => {
                let path = beside.path().to_path_buf();
                let persisted = beside.persist(&self.target).map(drop).map_err(|error| error.error);
                interrupt::finished(&path);
                persisted
            }
        }?;
        Ok(length)
    }
}

/// Returns the permissions of the file at `target`, or read and write permissions if this file does not exist. In both
/// cases, the umask of the user restricts the permissions of the new file.
#[cfg(unix)]
fn mode(target: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(target).map_or(0o666, |there| there.permissions().mode() & 0o777)
}

#[cfg(not(unix))]
fn mode(_: &Path) {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

    use crate::interrupt;

    /// Opens an unnamed file. Returns `None` if the file system does not support unnamed files. Also returns `None` if
    /// `/proc` is not available, since the file later gets its name through `/proc`.
    pub(super) fn unnamed(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = rustix::fs::open(folder, flags, Mode::from_raw_mode(mode)).ok()?;
        let file = File::from(file);
        Path::new(&by_descriptor(&file)).exists().then_some(file)
    }

    /// Returns the path of an open file. This path is in the folder in which the system lists the open files of the
    /// process.
    fn by_descriptor(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }

    /// Gives the file its final path, and replaces an existing file.
    pub(super) fn link(file: &File, target: &Path, folder: &Path) -> io::Result<()> {
        let link = |name: &Path| {
            rustix::fs::linkat(CWD, by_descriptor(file), CWD, name, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
        };
        match link(target) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            linked => return linked,
        }
        let beside = tempfile::Builder::new().prefix(super::PREFIX).make_in(folder, |name| {
            interrupt::unfinished(name);
            link(name).inspect_err(|_| interrupt::finished(name))
        })?;
        let path = beside.path().to_path_buf();
        let persisted = beside.persist(target).map_err(|error| error.error);
        interrupt::finished(&path);
        persisted
    }
}

//! The files that a command reads and writes. A file must not be both read and written, and must not be written twice.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::{Result, refuse};

/// Canonical paths of the files already read and of the files being written.
static NAMES: Mutex<FileNames> = Mutex::new(FileNames { read: Vec::new(), written: Vec::new() });

struct FileNames {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

/// A guard that registers a file as being written. The registration ends when the guard is dropped.
#[derive(Debug)]
pub(crate) struct WriteGuard(Option<PathBuf>);

impl Drop for WriteGuard {
    fn drop(&mut self) {
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        names.written.retain(|name| Some(name) != self.0.as_ref());
    }
}

/// Records that the command reads a file. Standard input can also be a file.
///
/// # Errors
/// [`Failure`](crate::error::Failure) if the command is also writing this file.
pub(crate) fn read(path: &Path) -> Result<()> {
    let source = if path.as_os_str() == "-" { Path::new("/dev/stdin") } else { path };
    let Some(name) = canonical(source) else { return Ok(()) };
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    refuse_both(path, names.written.contains(&name))?;
    names.read.push(name);
    Ok(())
}

/// Registers a file as being written. The file need not exist.
///
/// # Errors
/// [`Failure`](crate::error::Failure) if the file has been read or is already being written.
pub(crate) fn written(path: &Path) -> Result<WriteGuard> {
    let Some(name) = canonical(path).or_else(|| new(path)) else { return Ok(WriteGuard(None)) };
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    refuse_both(path, names.read.contains(&name))?;
    let text = format_args!("{} is named twice", path.display());
    refuse(names.written.contains(&name), text, "give each output a file of its own")?;
    names.written.push(name.clone());
    Ok(WriteGuard(Some(name)))
}

fn refuse_both(path: &Path, are_same: bool) -> Result<()> {
    let name = if path.as_os_str() == "-" { "the file at standard input".into() } else { path.display().to_string() };
    refuse(are_same, format_args!("{name} is both read and written"), "write to another file")
}

/// Returns the canonical path of an existing file, or `None` for a pipe or a device.
fn canonical(path: &Path) -> Option<PathBuf> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    fs::canonicalize(path).ok()
}

/// Returns the canonical path of a file that does not exist yet, or `None` if its folder does not exist.
fn new(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (!path.exists()).then_some(())?;
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

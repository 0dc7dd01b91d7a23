//! Words on disk, so that a count that was stopped can go on.
//!
//! A file is 64-bit words, least byte first: a header, what is kept, and a check sum. It is written beside its final
//! name and renamed when it is whole: whatever happens, an old one or a new one is there. What is not whole has a name
//! of its own too: if a count is killed while it writes, the next one writes over it.
//!
//! A folder serves one count at a time, which holds a lock in it. No link is followed, and nothing is overwritten or
//! taken away that does not begin with the header of this very count.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use courser_board::Square;

use crate::progress::{Checkpoint, CountOptions};
use crate::{CountError, Task, Tours};

/// Takes the words of a file, one lot after another.
type Put<'p> = &'p mut dyn FnMut(&[u64]) -> io::Result<()>;

/// What every file begins with.
const MAGIC: u64 = u64::from_be_bytes(*b"crsrcnt2");

/// Words of a header: [`MAGIC`], the version of courser, the count, whose part it is, and a number.
const HEADER: usize = 5;

/// The folder of a count, for one of those that keep something there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keeper {
    at: Option<Arc<Folder>>,
    /// Whose part it is: nothing for a count by one, else the worker and how many they are.
    part: u64,
    last: Option<Instant>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    every: Duration,
    version: u64,
    fingerprint: u64,
    /// Bytes that there are for what is read.
    memory: Option<u64>,
    /// Released when it is dropped, or when the process ends, however that happens.
    lock: File,
    lock_path: PathBuf,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Taken away while it is still held, so that nobody else has it then.
        let _ = fs::remove_file(&self.lock_path);
        let _ = self.lock.unlock();
    }
}

impl Keeper {
    /// The keeper of a count by one; without a checkpoint it keeps nothing.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn new(task: &Task, options: &CountOptions<'_>) -> Result<Self, CountError> {
        Self::open(task, options.checkpoint.as_ref(), options.build, options.memory, "lock")
    }

    /// The keeper of a count, or of one of the processes of one, which have locks of their own.
    ///
    /// # Errors
    /// [`CountError::Disk`] if there can be no such folder, [`CountError::Checkpoint`] if it is in use.
    pub(crate) fn open(
        task: &Task,
        checkpoint: Option<&Checkpoint>,
        build: &str,
        memory: Option<u64>,
        lock: &str,
    ) -> Result<Self, CountError> {
        let Some(checkpoint) = checkpoint else { return Ok(Self::default()) };
        let path = checkpoint.folder.clone();
        let failed = |error| CountError::Disk { path: checkpoint.folder.clone(), error };
        fs::create_dir_all(&path).map_err(failed)?;
        let lock_path = path.join(lock);
        let lock = lock_in(&lock_path)?;
        let (version, fingerprint) = (version(build), fingerprint(task));
        let folder = Folder { path, every: checkpoint.every, version, fingerprint, memory, lock, lock_path };
        Ok(Self { at: Some(Arc::new(folder)), part: 0, last: Some(Instant::now()) })
    }

    /// The keeper of one worker of so many.
    #[cfg(feature = "workers")]
    pub(crate) fn of_worker(&self, worker: usize, workers: usize) -> Self {
        Self { part: (workers as u64) << 32 | worker as u64, ..self.clone() }
    }

    /// Whether it is time to keep something again.
    pub(crate) fn is_due(&self) -> bool {
        self.at.as_ref().zip(self.last).is_some_and(|(folder, last)| last.elapsed() >= folder.every)
    }

    /// Whether anything is kept at all.
    pub(crate) const fn keeps(&self) -> bool {
        self.at.is_some()
    }

    /// Keeps what `content` puts, under a name; `number` comes back with it.
    ///
    /// # Errors
    /// [`CountError::Disk`], and [`CountError::Checkpoint`] if something else has that name.
    pub(crate) fn keep(
        &mut self,
        name: &str,
        number: u64,
        content: &mut dyn FnMut(Put<'_>) -> io::Result<()>,
    ) -> Result<(), CountError> {
        let Some(folder) = self.at.clone() else { return Ok(()) };
        let (path, beside) = (self.path(name), self.path(&format!("{name}.new")));
        for path in [&path, &beside] {
            if !self.is_ours(path)? {
                return Err(other(path));
            }
        }
        let header = [MAGIC, folder.version, folder.fingerprint, self.part, number];
        let mut written = || -> io::Result<()> {
            match fs::remove_file(&beside) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut sum = Sum::default();
            let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
            let mut out = BufWriter::with_capacity(1 << 20, file);
            let mut put = |words: &[u64]| {
                words.iter().try_for_each(|&word| {
                    sum.add(word);
                    out.write_all(&word.to_le_bytes())
                })
            };
            put(&header)?;
            content(&mut put)?;
            let end = sum.0;
            out.write_all(&end.to_le_bytes())?;
            out.into_inner()?.sync_all()?;
            fs::rename(&beside, &path)
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&beside);
            CountError::Disk { path: path.clone(), error }
        })?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// The number and the words under a name; none if there is nothing.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if it is damaged or of something else.
    pub(crate) fn read(&self, name: &str) -> Result<Option<(u64, Vec<u64>)>, CountError> {
        let Some(folder) = &self.at else { return Ok(None) };
        let path = self.path(name);
        let wrong = |reason: &str| CountError::Checkpoint { path: path.clone(), reason: reason.into() };
        let file = match open_file(&path) {
            Ok(Some(file)) => file,
            Ok(None) => return Ok(None),
            Err(error) => return Err(wrong(&error.to_string())),
        };
        // What does not fit into memory is not read into it: once as words, and as the layer that is made of them.
        let length = file.metadata().map_err(|error| wrong(&error.to_string()))?.len();
        if let Some(available) = folder.memory.filter(|&available| length.saturating_mul(2) > available) {
            return Err(CountError::Memory { needed: length as f64 * 2.0, available });
        }
        let mut bytes = BufReader::with_capacity(1 << 20, file);
        let mut word = || {
            let mut word = [0; 8];
            bytes.read_exact(&mut word).map(|()| u64::from_le_bytes(word))
        };
        let mut header = [0; HEADER];
        for place in &mut header {
            *place = word().map_err(|_| self.damaged(name))?;
        }
        let [magic, version, fingerprint, part, number] = header;
        if magic != MAGIC || version != folder.version {
            return Err(wrong("this is not a checkpoint of this version of courser"));
        }
        if fingerprint != folder.fingerprint {
            return Err(wrong("this is the checkpoint of another count"));
        }
        if part != self.part {
            return Err(wrong("this is the checkpoint of another number of workers"));
        }
        let mut kept: Vec<u64> = Vec::new();
        kept.try_reserve_exact((length / 8) as usize)
            .map_err(|_| CountError::Memory { needed: length as f64, available: folder.memory.unwrap_or(0) })?;
        let failed = loop {
            match word() {
                Ok(word) => kept.push(word),
                Err(error) => break error,
            }
        };
        let mut sum = Sum::default();
        let end = kept.pop();
        header.iter().chain(&kept).for_each(|&word| sum.add(word));
        if failed.kind() != ErrorKind::UnexpectedEof || end != Some(sum.0) {
            return Err(self.damaged(name));
        }
        Ok(Some((number, kept)))
    }

    /// Whether something is kept under a name, and is of this count as far as its header says.
    #[cfg(feature = "workers")]
    pub(crate) fn has(&self, name: &str) -> bool {
        let path = self.path(name);
        self.keeps() && path.exists() && self.is_ours(&path).unwrap_or(false)
    }

    /// Takes away what is kept under these names, as far as it is of this count.
    pub(crate) fn clear(&self, names: impl IntoIterator<Item = String>) {
        for name in names.into_iter().flat_map(|name| [format!("{name}.new"), name]) {
            let path = self.path(&name);
            if self.keeps() && self.is_ours(&path).unwrap_or(false) {
                // What cannot be taken away does no harm: it is of this very count.
                let _ = fs::remove_file(path);
            }
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.at.as_ref().map_or_else(PathBuf::new, |folder| folder.path.join(name))
    }

    pub(crate) fn damaged(&self, name: &str) -> CountError {
        CountError::Checkpoint { path: self.path(name), reason: "the checkpoint is damaged".into() }
    }

    /// Whether a file may be overwritten: it is not there, is empty, or begins as this count's files begin.
    fn is_ours(&self, path: &Path) -> Result<bool, CountError> {
        let Some(folder) = &self.at else { return Ok(false) };
        let failed = |error: io::Error| CountError::Checkpoint { path: path.into(), reason: error.to_string() };
        let Some(file) = open_file(path).map_err(failed)? else { return Ok(true) };
        let mut start = Vec::new();
        file.take(8 * (HEADER as u64 - 1)).read_to_end(&mut start).map_err(failed)?;
        let header = [MAGIC, folder.version, folder.fingerprint, self.part];
        Ok(header.into_iter().flat_map(u64::to_le_bytes).take(start.len()).eq(start))
    }
}

fn other(path: &Path) -> CountError {
    CountError::Checkpoint { path: path.into(), reason: "this is not a file of this count".into() }
}

/// Opens what is there, if it is a file and not a link to one.
fn open_file(path: &Path) -> io::Result<Option<File>> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_file() => File::open(path).map(Some),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "this is not a file of this count")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Holds a file that only one can hold.
fn lock_in(path: &Path) -> Result<File, CountError> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::InvalidInput => CountError::Checkpoint { path: path.into(), reason: error.to_string() },
        _ => CountError::Disk { path: path.into(), error },
    };
    loop {
        open_file(path).map_err(failed)?;
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            // Whoever held it may have taken it away in the meantime.
            Ok(()) if !path.exists() => {}
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {
                return Err(CountError::Checkpoint {
                    path: path.into(),
                    reason: "another count uses this folder".into(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// A check sum: each word is mixed into what was before.
#[derive(Debug, Default)]
struct Sum(u64);

impl Sum {
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A number that distinguishes the versions of courser: of this crate, and of the program that uses it.
pub(crate) fn version(build: &str) -> u64 {
    let mut sum = Sum::default();
    env!("CARGO_PKG_VERSION").bytes().chain([0]).chain(build.bytes()).for_each(|byte| sum.add(byte.into()));
    sum.0
}

/// A number that distinguishes counts: of the board, its holes, its leaper, and which tours.
///
/// Machines of every kind, and compilers of every version, come to the same.
pub(crate) fn fingerprint(task: &Task) -> u64 {
    let board = task.board();
    let (rows, cols, leaper) = (board.rows(), board.cols(), board.leaper());
    let mut sum = Sum::default();
    [rows, cols, leaper.r(), leaper.s()].into_iter().for_each(|side| sum.add(side.into()));
    sum.add(board.hole_count());
    board.holes().for_each(|hole| sum.add(board.index(hole)));
    // Of closed tours nothing; else 1, and for each end 0 or one more than its index.
    if let Tours::Open { start, end } = task.tours() {
        let one = |square: Option<Square>| square.map_or(0, |square| board.index(square) + 1);
        [1, one(start), one(end)].into_iter().for_each(|word| sum.add(word));
    }
    sum.add(task.is_directed().into());
    sum.0
}

//! Checkpoints: layers and sums on disk, from which an interrupted count or another shard can continue.
//!
//! A file consists of a header, the content, and the SHA-256 of both. The header and the content are little-endian
//! 64-bit words. A file is written under the name `*.new` and renamed when it is complete, so the previous file exists
//! until then. If a count is killed while it writes, it leaves a `*.new` file, which the next count overwrites.
//!
//! Only one count at a time can use a folder. The running count holds a lock in the folder. All shards of a count use
//! the same folder. A shard holds the lock only while it computes the halves of the board, and the other shards wait
//! for the lock. The files of a completed half of the board stay in the folder for the other shards. Links are not
//! followed. Only files of the same count are overwritten or deleted. The header shows which count a file belongs to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use courser_board::Square;
use sha2::{Digest, Sha256};

use crate::progress::{CountOptions, Disk};
use crate::{CountError, CountTask, Tours};

/// A function that appends 64-bit words to a file.
pub(crate) type Put<'p> = &'p mut dyn FnMut(&[u64]) -> io::Result<()>;

/// First word of every file.
const MAGIC: u64 = u64::from_be_bytes(*b"crsrcnt4");

/// Number of words in a header: [`MAGIC`], the version of courser, the task, the name of the file, and a number.
pub(crate) const HEADER: usize = 5;

type CheckpointHeader = [u64; HEADER];

/// A file and its header. The next read from the file begins after the header.
type OpenCheckpoint = (Hashed<BufReader<File>>, CheckpointHeader);

/// Number of words at the beginning of the header that are equal in all files of one count.
const OWN: usize = 3;

/// Size of a SHA-256 hash in bytes.
const DIGEST: usize = 32;

/// Maximum number of words read at once. This limit is necessary, since the file can be shorter than its header claims.
const PIECE: usize = 1 << 16;

/// Minimum time between two checkpoints that contain sums.
const EVERY: Duration = Duration::from_secs(1);

/// Interval between two attempts to get a lock that another shard holds.
const LOOK: Duration = Duration::from_millis(100);

/// A file of words, with the SHA-256 hash of everything read from it or written to it.
pub(crate) struct Hashed<T> {
    inner: T,
    digest: Sha256,
}

impl<T> Hashed<T> {
    pub(crate) fn new(inner: T) -> Self {
        Self { inner, digest: Sha256::new() }
    }
}

impl<T: Write> Hashed<T> {
    pub(crate) fn put(&mut self, words: &[u64]) -> io::Result<()> {
        words.chunks(PIECE).try_for_each(|words| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.digest.update(&bytes);
            self.inner.write_all(&bytes)
        })
    }

    /// Appends the SHA-256 to the file, and returns the file.
    pub(crate) fn end(mut self) -> io::Result<T> {
        self.inner.write_all(&self.digest.finalize())?;
        Ok(self.inner)
    }
}

impl<T: Read> Hashed<T> {
    /// Appends the next `many` words of the file to `words`.
    pub(crate) fn read(&mut self, many: u64, words: &mut Vec<u64>) -> io::Result<()> {
        let mut bytes = vec![0; 8 * many.min(PIECE as u64) as usize];
        let mut left = many;
        while left > 0 {
            let bytes = &mut bytes[..8 * left.min(PIECE as u64) as usize];
            self.inner.read_exact(bytes)?;
            self.digest.update(&*bytes);
            words.extend(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
            left -= bytes.len() as u64 / 8;
        }
        Ok(())
    }

    /// Reads the next `WORDS` words.
    pub(crate) fn array<const WORDS: usize>(&mut self) -> io::Result<[u64; WORDS]> {
        let mut words = Vec::new();
        self.read(WORDS as u64, &mut words)?;
        Ok(std::array::from_fn(|at| words[at]))
    }

    /// Returns whether the end of the file is reached and the last bytes are the SHA-256 of all preceding bytes.
    pub(crate) fn is_whole(&mut self) -> bool {
        let mut kept = [0; DIGEST];
        let is_right = self.inner.read_exact(&mut kept).is_ok() && self.digest.finalize_reset()[..] == kept;
        is_right && self.inner.read(&mut [0]).is_ok_and(|more| more == 0)
    }
}

/// The checkpoint folder of a count. Without a folder nothing is saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckpointStore {
    at: Option<Arc<Folder>>,
    /// Prefix of all file names.
    prefix: String,
    last: Option<Instant>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    version: u64,
    fingerprint: u64,
    /// Memory available for reading a file, in bytes.
    memory: Option<u64>,
    /// The lock on the folder, or `None` if shards share the folder.
    lock: Option<Lock>,
    /// Folders to remove. This field is dropped after the lock file is deleted.
    _created: CreatedDirs,
}

impl Folder {
    /// Returns the first words of the header. They are equal in all files of this count.
    const fn own(&self) -> [u64; OWN] {
        [MAGIC, self.version, self.fingerprint]
    }
}

/// The folders that a count has created, the innermost first. Empty folders are removed when the count ends.
#[derive(Debug)]
struct CreatedDirs(Vec<PathBuf>);

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        for folder in &self.0 {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// A locked file. Dropping the value deletes the file and releases the lock. If the process ends before the value is
/// dropped, the system releases the lock.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is deleted before the lock is released, so that no other process can lock the deleted file.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

impl CheckpointStore {
    /// Opens the checkpoint folder, either for a whole count or for a shard. A whole count also locks the folder.
    ///
    /// # Errors
    /// - [`CountError::Disk`] if the folder or the lock file cannot be created.
    /// - [`CountError::Checkpoint`] if another count uses the folder, or if another program's file has the name of the
    ///   lock file.
    pub(crate) fn open(task: &CountTask, options: &CountOptions<'_>, is_shard: bool) -> Result<Self, CountError> {
        let Some(Disk { folder, .. }) = &options.disk else { return Ok(Self::default()) };
        let path = folder.clone();
        let failed = |error| CountError::Disk { path: folder.clone(), error };
        let absent = path.ancestors().take_while(|folder| !folder.exists());
        let created = CreatedDirs(absent.map(Path::to_path_buf).collect());
        fs::create_dir_all(&path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => failed(ErrorKind::NotADirectory.into()),
            _ => failed(error),
        })?;
        let lock =
            if is_shard { None } else { Some(lock_in(&path)?.ok_or_else(|| refused(&path.join(LOCK), IN_USE))?) };
        let (version, fingerprint, memory) = (version(options.build), fingerprint(task), options.memory);
        let folder = Folder { path, version, fingerprint, memory, lock, _created: created };
        Ok(Self { at: Some(Arc::new(folder)), last: Some(Instant::now()), ..Self::default() })
    }

    /// Locks the folder of shards, waiting until no other shard holds the lock. Returns `None` if shards do not share a
    /// folder.
    pub(crate) fn lock(&self, options: &CountOptions<'_>) -> Result<Option<Lock>, CountError> {
        let Some(folder) = self.at.as_ref().filter(|folder| folder.lock.is_none()) else { return Ok(None) };
        loop {
            if let Some(lock) = lock_in(&folder.path)? {
                return Ok(Some(lock));
            }
            options.wait();
            thread::sleep(LOOK);
            options.check()?;
        }
    }

    /// Returns a store that uses the same folder. The file names in the returned store begin with the prefix of this
    /// store, followed by `prefix`.
    pub(crate) fn under(&self, prefix: &str) -> Self {
        Self { prefix: format!("{}{prefix}", self.prefix), ..self.clone() }
    }

    /// Returns whether the time [`EVERY`] has passed since sums were last saved.
    pub(crate) fn is_due(&self) -> bool {
        self.keeps() && self.last.is_some_and(|last| last.elapsed() >= EVERY)
    }

    /// Returns whether the store has a folder.
    pub(crate) const fn keeps(&self) -> bool {
        self.at.is_some()
    }

    /// Writes a file that contains `number` and the words that `content` provides.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if a file that would be overwritten does not belong to this count or cannot be read,
    /// [`CountError::Disk`] if the new file cannot be written.
    pub(crate) fn keep(
        &mut self,
        name: &str,
        number: u64,
        content: &mut dyn FnMut(Put<'_>) -> io::Result<()>,
    ) -> Result<(), CountError> {
        if !self.keeps() {
            return Ok(());
        }
        let (path, beside) = (self.path(name), self.path(&format!("{name}.new")));
        if !self.is_ours(&path)? {
            return Err(refused(&path, OTHER));
        }
        let mut out = Hashed::new(BufWriter::with_capacity(1 << 20, self.new_file(&beside)?));
        let write = || -> io::Result<()> {
            out.put(&self.header(name, number))?;
            content(&mut |words| out.put(words))?;
            out.end()?.into_inner()?.sync_all()?;
            fs::rename(&beside, &path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&beside);
            CountError::Disk { path: path.clone(), error }
        })?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Creates the file `name` and writes its header. Replaces an existing file `name` if the same count wrote that
    /// file.
    pub(crate) fn create(&self, name: &str) -> Result<File, CountError> {
        let mut file = self.new_file(&self.path(name))?;
        let header: Vec<u8> = self.header(name, 0).into_iter().flat_map(u64::to_le_bytes).collect();
        file.write_all(&header).map_err(|error| self.failed(name, error))?;
        Ok(file)
    }

    fn new_file(&self, path: &Path) -> Result<File, CountError> {
        if !self.is_ours(path)? {
            return Err(refused(path, OTHER));
        }
        let removed = fs::remove_file(path).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        });
        let created = removed.and_then(|()| OpenOptions::new().write(true).create_new(true).open(path));
        created.map_err(|error| CountError::Disk { path: path.into(), error })
    }

    /// Reads the file with this name. Returns the number in the header of the file, and the words after the header.
    /// Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if the file is damaged, or was written for another count or under another name.
    pub(crate) fn read(&self, name: &str) -> Result<Option<(u64, Vec<u64>)>, CountError> {
        let Some((mut file, [.., number])) = self.open_kept(name)? else { return Ok(None) };
        let available = self.at.as_ref().and_then(|folder| folder.memory);
        // The words of the file must fit in memory together with the layer built from these words.
        let length = file.inner.get_ref().metadata().map_err(|_| self.damaged(name))?.len();
        if let Some(available) = available.filter(|&available| length.saturating_mul(2) > available) {
            return Err(CountError::Memory { needed: length as f64 * 2.0, available, can_use_disk: false });
        }
        let content = length.checked_sub((8 * HEADER + DIGEST) as u64).filter(|content| content % 8 == 0);
        let content = content.ok_or_else(|| self.damaged(name))? / 8;
        let mut words: Vec<u64> = Vec::new();
        words.try_reserve_exact(content as usize).map_err(|_| {
            let available = available.unwrap_or(0);
            CountError::Memory { needed: length as f64, available, can_use_disk: false }
        })?;
        file.read(content, &mut words).map_err(|_| self.damaged(name))?;
        if file.is_whole() { Ok(Some((number, words))) } else { Err(self.damaged(name)) }
    }

    /// Returns the length, in bytes, of the file with this name. Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if the header does not match the name.
    pub(crate) fn length(&self, name: &str) -> Result<Option<u64>, CountError> {
        let file = self.open_kept(name)?;
        file.map(|(file, _)| Ok(file.inner.get_ref().metadata().map_err(|_| self.damaged(name))?.len())).transpose()
    }

    /// Returns the total size in bytes of the files with these names. Files that do not belong to this count are
    /// ignored.
    pub(crate) fn taken(&self, names: impl IntoIterator<Item = String>) -> u64 {
        let paths = names.into_iter().map(|name| self.path(&name)).filter(|path| self.is_ours(path).unwrap_or(false));
        paths.filter_map(|path| fs::metadata(path).ok()).map(|file| file.len()).sum()
    }

    /// Opens the file with this name and reads its header. Returns `None` if the file does not exist.
    fn open_kept(&self, name: &str) -> Result<Option<OpenCheckpoint>, CountError> {
        let Some(folder) = &self.at else { return Ok(None) };
        let path = self.path(name);
        let wrong = |reason: &str| Err(refused(&path, reason));
        let file = match open_file(&path) {
            Ok(Some(file)) => file,
            Ok(None) => return Ok(None),
            Err(error) => return wrong(&error.to_string()),
        };
        let mut file = Hashed::new(BufReader::with_capacity(1 << 20, file));
        let header: CheckpointHeader = file.array().map_err(|_| self.damaged(name))?;
        let [magic, version, fingerprint, title, _] = header;
        if magic != MAGIC || version != folder.version {
            return wrong("this is not a checkpoint of this version of courser");
        }
        if fingerprint != folder.fingerprint {
            return wrong("this is the checkpoint of another count");
        }
        if title != self.header(name, 0)[OWN] {
            return wrong("this file was written under another name");
        }
        Ok(Some((file, header)))
    }

    /// Deletes the files with these names if they belong to this count.
    pub(crate) fn clear(&self, names: impl IntoIterator<Item = String>) {
        for name in names.into_iter().flat_map(|name| [format!("{name}.new"), name]) {
            let path = self.path(&name);
            if self.keeps() && self.is_ours(&path).unwrap_or(false) {
                // A failed deletion is ignored: the remaining file belongs to this count, so a later run can use it.
                let _ = fs::remove_file(path);
            }
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.at.as_ref().map_or_else(PathBuf::new, |folder| folder.path.join(format!("{}{name}", self.prefix)))
    }

    /// Returns the error for a failure to write the file with this name.
    pub(crate) fn failed(&self, name: &str, error: io::Error) -> CountError {
        CountError::Disk { path: self.path(name), error }
    }

    pub(crate) fn damaged(&self, name: &str) -> CountError {
        refused(&self.path(name), "the checkpoint is damaged")
    }

    /// Returns the header of the file with this name.
    fn header(&self, name: &str, number: u64) -> CheckpointHeader {
        let [magic, version, fingerprint] = self.at.as_ref().map_or([0; OWN], |folder| folder.own());
        [magic, version, fingerprint, short_hash(format!("{}{name}", self.prefix).as_bytes()), number]
    }

    /// Returns whether a file may be overwritten. This is the case if the file does not exist, is empty, or begins with
    /// the header of this count.
    fn is_ours(&self, path: &Path) -> Result<bool, CountError> {
        let Some(folder) = &self.at else { return Ok(false) };
        let failed = |error: io::Error| refused(path, error.to_string());
        let Some(file) = open_file(path).map_err(failed)? else { return Ok(true) };
        let mut start = Vec::new();
        file.take(8 * OWN as u64).read_to_end(&mut start).map_err(failed)?;
        Ok(folder.own().into_iter().flat_map(u64::to_le_bytes).take(start.len()).eq(start))
    }
}

/// Reason given if an existing file does not belong to this count.
const OTHER: &str = "this is not a file of this count";

/// Reason given if the folder is locked.
const IN_USE: &str = "another count uses this folder";

/// Name of the lock file.
const LOCK: &str = "lock";

fn refused(path: &Path, reason: impl Into<String>) -> CountError {
    CountError::Checkpoint { path: path.into(), reason: reason.into() }
}

/// Opens a file. Returns `None` if the file does not exist, and an error if the path is a link or a folder.
fn open_file(path: &Path) -> io::Result<Option<File>> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_file() => File::open(path).map(Some),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, OTHER)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates an empty file and locks it. Returns `None` while another process holds the lock.
fn lock_in(folder: &Path) -> Result<Option<Lock>, CountError> {
    let path = folder.join(LOCK);
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::InvalidInput => refused(&path, error.to_string()),
        _ => CountError::Disk { path: path.clone(), error },
    };
    loop {
        if let Some(file) = open_file(&path).map_err(failed)?
            && file.metadata().map_err(failed)?.len() > 0
        {
            return Err(refused(&path, OTHER));
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            // The previous holder of the lock may have deleted the file in the meantime.
            Ok(()) if !path.exists() => {}
            Ok(()) => return Ok(Some(Lock { file, path })),
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// Returns the first eight bytes of the SHA-256 as a number.
pub(crate) fn short_hash(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    u64::from_le_bytes(std::array::from_fn(|at| digest[at]))
}

/// Returns a hash of two versions: the version of this crate, and the version of the program that uses the crate.
pub(crate) fn version(build: &str) -> u64 {
    short_hash(&[env!("CARGO_PKG_VERSION"), build].join("\0").into_bytes())
}

/// Returns a hash of the task: the board, its holes, its leaper, and the tours to count.
///
/// The hash does not depend on the computer or the compiler.
pub(crate) fn fingerprint(task: &CountTask) -> u64 {
    let board = task.board();
    let (rows, cols, leaper) = (board.rows(), board.cols(), board.leaper());
    let mut words = vec![rows.into(), cols.into(), leaper.r().into(), leaper.s().into(), board.hole_count()];
    words.extend(board.holes().map(|hole| board.index(hole)));
    // For an open tour, three words are added: the number 1, and one word for each end. The word of an end is 0 if the
    // end is free. Otherwise it is the index of the end square plus 1.
    if let Tours::Open { start, end } = task.tours() {
        let one = |square: Option<Square>| square.map_or(0, |square| board.index(square) + 1);
        words.extend([1, one(start), one(end)]);
    }
    words.push(task.is_directed().into());
    if task.is_restricted() {
        words.push(task.with().len() as u64);
        words.extend(task.with().iter().chain(task.without()).flatten().map(|&square| board.index(square)));
    }
    short_hash(&words.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
}

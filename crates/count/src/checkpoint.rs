//! Layers on disk, so that a count that was stopped can go on.
//!
//! A file is 64-bit words, least byte first: a header, what is kept, and a check sum. It is written beside its final
//! name and renamed when it is whole: whatever happens, an old one or a new one is there.

use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::blocks::{Chunk, words};
use crate::progress::Checkpoint;
use crate::{CountError, Task};

/// Takes the words of a file, one lot after another.
type Put<'p> = &'p mut dyn FnMut(&[u64]) -> std::io::Result<()>;

/// What every file begins with.
const MAGIC: u64 = u64::from_be_bytes(*b"crsrcnt1");

/// The folder of a count.
#[derive(Debug)]
pub(crate) struct Keeper<'a> {
    at: Option<(&'a Checkpoint, u64)>,
    last: Instant,
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The upper half, or as far as it has come.
    Upper,
    /// The lower half.
    Lower,
    /// The classes that have been counted, and their tours.
    Sums,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper.layer",
            Self::Lower => "lower.layer",
            Self::Sums => "sums",
        }
    }
}

impl<'a> Keeper<'a> {
    /// The keeper of a count; without a checkpoint it keeps nothing.
    ///
    /// # Errors
    /// [`CountError::Disk`] if there can be no such folder.
    pub(crate) fn new(task: &Task, checkpoint: Option<&'a Checkpoint>) -> Result<Self, CountError> {
        if let Some(checkpoint) = checkpoint {
            let failed = |error| CountError::Disk { path: checkpoint.folder.clone(), error };
            fs::create_dir_all(&checkpoint.folder).map_err(failed)?;
        }
        Ok(Self { at: checkpoint.map(|checkpoint| (checkpoint, fingerprint(task))), last: Instant::now() })
    }

    /// Whether it is time to keep something again.
    pub(crate) fn is_due(&self) -> bool {
        self.at.is_some_and(|(checkpoint, _)| self.last.elapsed() >= checkpoint.every)
    }

    /// Whether anything is kept at all.
    pub(crate) const fn keeps(&self) -> bool {
        self.at.is_some()
    }

    /// Keeps a layer: so many steps are done.
    pub(crate) fn keep_layer(&mut self, part: Part, steps: usize, layer: &[Chunk]) -> Result<(), CountError> {
        self.keep(part, steps as u64, &mut |put| {
            let mut parcel = Vec::new();
            for chunk in layer {
                parcel.clear();
                (0..chunk.len()).for_each(|head| words::write(&chunk.block(head), &mut parcel));
                put(&[parcel.len() as u64])?;
                put(&parcel)?;
            }
            Ok(())
        })
    }

    /// The layer that was kept, and how many steps are done; none if there is none.
    pub(crate) fn layer(&self, part: Part) -> Result<Option<(usize, Vec<Chunk>)>, CountError> {
        let Some((steps, kept)) = self.read(part)? else { return Ok(None) };
        let mut chunks = Vec::new();
        let mut rest = &kept[..];
        while let [len, after @ ..] = rest {
            let len = usize::try_from(*len).unwrap_or(usize::MAX);
            let Some((parcel, after)) = after.split_at_checked(len) else { return Err(self.damaged(part)) };
            chunks.push(words::read(parcel).ok_or_else(|| self.damaged(part))?);
            rest = after;
        }
        Ok(Some((steps as usize, chunks)))
    }

    /// Keeps words; `number` comes back with them.
    pub(crate) fn keep_words(&mut self, part: Part, number: u64, kept: &[u64]) -> Result<(), CountError> {
        self.keep(part, number, &mut |put| put(kept))
    }

    fn keep(
        &mut self,
        part: Part,
        number: u64,
        content: &mut dyn FnMut(Put<'_>) -> std::io::Result<()>,
    ) -> Result<(), CountError> {
        let Some((checkpoint, fingerprint)) = self.at else { return Ok(()) };
        let path = checkpoint.folder.join(part.name());
        let mut written = || -> std::io::Result<()> {
            let mut beside = tempfile::Builder::new().prefix(".courser-").tempfile_in(&checkpoint.folder)?;
            let mut sum = Sum::default();
            let mut out = BufWriter::with_capacity(1 << 20, beside.as_file_mut());
            let mut put = |words: &[u64]| {
                words.iter().try_for_each(|&word| {
                    sum.add(word);
                    out.write_all(&word.to_le_bytes())
                })
            };
            put(&[MAGIC, fingerprint, number])?;
            content(&mut put)?;
            let end = sum.0;
            out.write_all(&end.to_le_bytes())?;
            out.flush()?;
            drop(out);
            beside.as_file().sync_all()?;
            beside.persist(&path).map_err(|error| error.error)?;
            Ok(())
        };
        written().map_err(|error| CountError::Disk { path: path.clone(), error })?;
        self.last = Instant::now();
        Ok(())
    }

    /// The number and the words of a part; none if it is not there.
    pub(crate) fn read(&self, part: Part) -> Result<Option<(u64, Vec<u64>)>, CountError> {
        let Some((checkpoint, fingerprint)) = self.at else { return Ok(None) };
        let path = checkpoint.folder.join(part.name());
        let wrong = |reason: &str| CountError::Checkpoint { path: path.clone(), reason: reason.into() };
        let file = match fs::File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&error.to_string())),
        };
        let mut bytes = BufReader::with_capacity(1 << 20, file);
        let mut word = || {
            let mut word = [0; 8];
            bytes.read_exact(&mut word).map(|()| u64::from_le_bytes(word))
        };
        let header = [word(), word(), word()];
        let [Ok(magic), Ok(its), Ok(number)] = header else { return Err(self.damaged(part)) };
        if magic != MAGIC {
            return Err(wrong("this is no checkpoint of this version of courser"));
        }
        if its != fingerprint {
            return Err(wrong("this is the checkpoint of another count"));
        }
        let mut kept = Vec::new();
        let failed = loop {
            match word() {
                Ok(word) => kept.push(word),
                Err(error) => break error,
            }
        };
        let mut sum = Sum::default();
        let end = kept.pop();
        [magic, its, number].iter().chain(&kept).for_each(|&word| sum.add(word));
        if failed.kind() != ErrorKind::UnexpectedEof || end != Some(sum.0) {
            return Err(self.damaged(part));
        }
        Ok(Some((number, kept)))
    }

    /// Takes away what is kept: the count is done.
    pub(crate) fn clear(&self) {
        for part in [Part::Upper, Part::Lower, Part::Sums] {
            // What cannot be taken away does no harm: it is of this very count.
            let _ = fs::remove_file(self.path(part));
        }
    }

    fn path(&self, part: Part) -> PathBuf {
        self.at.map_or_else(PathBuf::new, |(checkpoint, _)| Path::join(&checkpoint.folder, part.name()))
    }

    pub(crate) fn damaged(&self, part: Part) -> CountError {
        CountError::Checkpoint { path: self.path(part), reason: "the checkpoint is damaged".into() }
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

/// A number that tells counts apart: of the board, its holes, its leaper, and which tours.
pub(crate) fn fingerprint(task: &Task) -> u64 {
    struct Fingerprint(Sum);
    impl Hasher for Fingerprint {
        fn finish(&self) -> u64 {
            self.0.0
        }
        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&byte| self.0.add(byte.into()));
        }
    }
    let mut hasher = Fingerprint(Sum::default());
    task.board().hash(&mut hasher);
    task.tours().hash(&mut hasher);
    hasher.finish()
}

//! Layers on disk, so that a count that was stopped can go on.
//!
//! A file is 64-bit words, least byte first: a header, what is kept, and a check sum. It is written beside its final
//! name and renamed when it is whole: whatever happens, an old one or a new one is there. What is not whole has a name
//! of its own too: if a count is killed while it writes, the next one writes over it.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::time::Instant;

use courser_board::Square;

use crate::blocks::{Chunk, words};
use crate::progress::Checkpoint;
use crate::{CountError, Task, Tours};

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
    /// The names of its file, and of that file before it is whole.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Upper => ["upper.layer", "upper.layer.new"],
            Self::Lower => ["lower.layer", "lower.layer.new"],
            Self::Sums => ["sums", "sums.new"],
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
        let [path, beside] = part.names().map(|name| checkpoint.folder.join(name));
        let mut written = || -> std::io::Result<()> {
            let mut sum = Sum::default();
            let mut out = BufWriter::with_capacity(1 << 20, File::create(&beside)?);
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
            out.into_inner()?.sync_all()?;
            fs::rename(&beside, &path)
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&beside);
            CountError::Disk { path: path.clone(), error }
        })?;
        self.last = Instant::now();
        Ok(())
    }

    /// The number and the words of a part; none if it is not there.
    pub(crate) fn read(&self, part: Part) -> Result<Option<(u64, Vec<u64>)>, CountError> {
        let Some((_, fingerprint)) = self.at else { return Ok(None) };
        let path = self.path(part);
        let wrong = |reason: &str| CountError::Checkpoint { path: path.clone(), reason: reason.into() };
        let file = match File::open(&path) {
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
        let Some((checkpoint, _)) = self.at else { return };
        for name in [Part::Upper, Part::Lower, Part::Sums].into_iter().flat_map(Part::names) {
            // What cannot be taken away does no harm: it is of this very count.
            let _ = fs::remove_file(checkpoint.folder.join(name));
        }
    }

    fn path(&self, part: Part) -> PathBuf {
        let [whole, _] = part.names();
        self.at.map_or_else(PathBuf::new, |(checkpoint, _)| checkpoint.folder.join(whole))
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
    sum.0
}

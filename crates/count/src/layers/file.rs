//! Layers in a file: a header, all blocks as words, and the SHA-256 of both.

use std::io::{self, Read, Write};

use sha2::{Digest as _, Sha256};

use super::Layers;
use crate::blocks::{Chunk, Degrees, Ring, words};
use crate::checkpoint::{fingerprint, version};
use crate::progress::CountOptions;
use crate::{CountError, Task};

/// The first word of every file.
const MAGIC: u64 = u64::from_be_bytes(*b"crsrlay2");

/// The most words that are read before it is known that they are there.
const PIECE: usize = 1 << 16;

/// The error of a file that holds something else.
fn refused(message: &str) -> CountError {
    let message = format!("these are not the layers asked for: {message}");
    CountError::task(message, "delete the file, or name another one, and the layers are made again")
}

fn damaged() -> CountError {
    refused("the file is damaged")
}

/// A file, with the SHA-256 of what has been read or written of it.
struct Hashed<T> {
    inner: T,
    digest: Sha256,
}

impl<T: Write> Hashed<T> {
    fn put(&mut self, words: &[u64]) -> io::Result<()> {
        words.chunks(PIECE).try_for_each(|words| {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.digest.update(&bytes);
            self.inner.write_all(&bytes)
        })
    }
}

impl<T: Read> Hashed<T> {
    fn words(&mut self, many: u64) -> Result<Vec<u64>, CountError> {
        let mut words = Vec::new();
        let mut bytes = vec![0; 8 * many.min(PIECE as u64) as usize];
        let mut left = many;
        while left > 0 {
            let bytes = &mut bytes[..8 * left.min(PIECE as u64) as usize];
            self.inner.read_exact(bytes).map_err(|_| damaged())?;
            self.digest.update(&*bytes);
            words.extend(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
            left -= bytes.len() as u64 / 8;
        }
        Ok(words)
    }

    fn word(&mut self) -> Result<u64, CountError> {
        Ok(self.words(1)?[0])
    }

    /// The degrees of a block, and the tours of those before.
    fn before(&mut self) -> Result<(Degrees, u128), CountError> {
        let words = self.words(3)?;
        Ok((Degrees::from_key(words[0]), u128::from(words[2]) << 64 | u128::from(words[1])))
    }
}

impl Layers {
    /// Writes the layers, for [`read`](Self::read) by the same version of the program, which `build` names.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, build: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Hashed { inner: out, digest: Sha256::new() };
        out.put(&[MAGIC, version(build), fingerprint(&self.task), self.sweeps.len() as u64])?;
        let mut parcel = Vec::new();
        for layer in self.sweeps.iter().flatten() {
            out.put(&[layer.len() as u64])?;
            for chunk in layer {
                parcel.clear();
                (0..chunk.len()).for_each(|head| words::write(&chunk.block(head), &mut parcel));
                out.put(&[parcel.len() as u64])?;
                out.put(&parcel)?;
            }
        }
        out.put(&[self.blocks.len() as u64])?;
        for (degrees, before) in self.blocks.iter().copied().chain([(Degrees::default(), self.total)]) {
            out.put(&[degrees.key(), before as u64, (before >> 64) as u64])?;
        }
        let digest = out.digest.finalize();
        out.inner.write_all(&digest)
    }

    /// Reads the layers of a task.
    ///
    /// # Errors
    /// [`CountError::Task`] if they are those of another task or version, or damaged; [`CountError::Memory`] as soon as
    /// they take more than there is.
    pub fn read(task: &Task, options: &CountOptions<'_>, file: &mut dyn Read) -> Result<Self, CountError> {
        let mut layers = Self::empty(task, Ring::default())?;
        let mut file = Hashed { inner: file, digest: Sha256::new() };
        let header = file.words(4)?;
        if header[0] != MAGIC || header[1] != version(options.build) {
            return Err(refused("they are not of this version of courser"));
        }
        if header[2] != fingerprint(&layers.task) {
            return Err(refused("they are of another board, or of other tours"));
        }
        let steps = [layers.upper.len(), layers.lower.len()];
        let first = 2_u64.checked_sub(header[3]).ok_or_else(damaged)? as usize;
        let mut bytes = 0;
        for &steps in &steps[first..] {
            let mut sweep: Vec<Vec<Chunk>> = Vec::new();
            for _ in 0..=steps {
                options.check()?;
                let mut layer = Vec::new();
                for _ in 0..file.word()? {
                    let len = file.word()?;
                    let chunk = words::read(&file.words(len)?).ok_or_else(damaged)?;
                    bytes += chunk.bytes();
                    options.affords(bytes as f64)?;
                    layer.push(chunk);
                }
                sweep.push(layer);
            }
            layers.sweeps.push(sweep);
        }
        for _ in 0..file.word()? {
            layers.blocks.push(file.before()?);
        }
        (_, layers.total) = file.before()?;
        layers.count = layers.total.into();
        let mut kept = [0; 32];
        file.inner.read_exact(&mut kept).map_err(|_| damaged())?;
        if file.digest.finalize()[..] != kept {
            return Err(damaged());
        }
        layers.classes = layers.middle.classes(layers.above(), layers.below());
        Ok(layers)
    }
}

//! Files of layers. A file consists of a header, all blocks as words, and the SHA-256 of the header and the words.

use std::io::{self, Read, Write};

use super::Layers;
use crate::blocks::{Chunk, Degrees, Ring, words};
use crate::checkpoint::{Hashed, fingerprint, version};
use crate::progress::CountOptions;
use crate::{CountError, CountTask, TaskFlaw};

/// First word of every file.
const MAGIC: u64 = u64::from_be_bytes(*b"crsrlay2");

/// Returns the error for a file that contains no layers. Courser must not delete such a file.
fn foreign() -> CountError {
    CountError::task("the file has no layers", TaskFlaw::NoLayers)
}

/// Returns the error for an unusable file of layers.
fn refused(message: &str) -> CountError {
    CountError::task(message, TaskFlaw::StaleLayers)
}

fn damaged() -> CountError {
    refused("the layers are damaged")
}

/// Reads the next `WORDS` words of the file.
fn array<const WORDS: usize>(file: &mut Hashed<impl Read>) -> Result<[u64; WORDS], CountError> {
    file.array().map_err(|_| damaged())
}

/// Reads the degrees of a block, and the sum of the numbers of tours of all preceding blocks.
fn before(file: &mut Hashed<impl Read>) -> Result<(Degrees, u128), CountError> {
    array(file).map(|[key, low, high]| (Degrees::from_key(key), u128::from(high) << 64 | u128::from(low)))
}

impl Layers {
    /// Writes the layers. `build` is the version of the program. Only the version that wrote the file can
    /// [read](Self::read) it.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write(&self, build: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Hashed::new(out);
        out.put(&[MAGIC, version(build), fingerprint(&self.task), self.sweeps.len() as u64])?;
        for layer in self.sweeps.iter().flatten() {
            out.put(&[layer.len() as u64])?;
            words::put_layer(layer, &mut |words| out.put(words))?;
        }
        out.put(&[self.blocks.len() as u64])?;
        for (degrees, before) in self.blocks.iter().copied().chain([(Degrees::default(), self.total)]) {
            out.put(&[degrees.key(), before as u64, (before >> 64) as u64])?;
        }
        out.end().map(|_| ())
    }

    /// Reads the layers of a task.
    ///
    /// # Errors
    /// [`CountError::Task`] if the file contains no layers, if the layers belong to another task or version, if they
    /// are damaged, or if more data follows; [`CountError::Memory`] as soon as the layers need more memory than is
    /// available.
    pub fn read(task: &CountTask, options: &CountOptions<'_>, file: &mut dyn Read) -> Result<Self, CountError> {
        let mut layers = Self::empty(task, Ring::default())?;
        let mut file = Hashed::new(file);
        let [magic] = array(&mut file).map_err(|_| foreign())?;
        if magic != MAGIC {
            return Err(foreign());
        }
        let [build, task, sweeps] = array(&mut file)?;
        if build != version(options.build) {
            return Err(refused("the layers are of another version of courser"));
        }
        if task != fingerprint(&layers.task) {
            return Err(refused("the layers are of another board, or of other tours"));
        }
        let steps = [layers.upper.len(), layers.lower.len()];
        let first = 2_u64.checked_sub(sweeps).ok_or_else(damaged)? as usize;
        let mut bytes = 0;
        for &steps in &steps[first..] {
            let mut sweep: Vec<Vec<Chunk>> = Vec::new();
            for _ in 0..=steps {
                options.check()?;
                let mut layer = Vec::new();
                let [chunks] = array(&mut file)?;
                for _ in 0..chunks {
                    let ([len], mut words) = (array(&mut file)?, Vec::new());
                    file.read(len, &mut words).map_err(|_| damaged())?;
                    let chunk = words::read(Ring::default(), &words).ok_or_else(damaged)?;
                    bytes += chunk.bytes();
                    options.affords(bytes as f64)?;
                    layer.push(chunk);
                }
                sweep.push(layer);
            }
            layers.sweeps.push(sweep);
        }
        let [blocks] = array(&mut file)?;
        for _ in 0..blocks {
            layers.blocks.push(before(&mut file)?);
        }
        (_, layers.total) = before(&mut file)?;
        layers.count = layers.total.into();
        if !file.is_whole() {
            return Err(damaged());
        }
        layers.classes = layers.middle.classes(layers.above(), layers.below());
        Ok(layers)
    }
}

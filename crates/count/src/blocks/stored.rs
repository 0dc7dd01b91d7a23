//! Layers on a disk. Only a small part of a layer is in memory at a time.
//!
//! A step changes the degrees of one square and of the squares one move away. The step does not change the other
//! degrees of a block. A hash of these unchanged degrees is the number of the block's *group*. All blocks that lead to
//! the same new block have the same unchanged degrees and are in one group. Therefore a step can read one group after
//! another into memory. The next step changes the degrees of different squares, so its groups are different. Each step
//! therefore sorts its new blocks into the groups of the next step. The groups of the last layer are the classes of the
//! join. All files are read and written in long contiguous sections.
//!
//! A layer consists of two files. One file contains the blocks, in runs of one group each. The other file is the index,
//! with the offset and the checksum of each run. The index is a checkpoint: it is written after all blocks, and then
//! the blocks of the previous layer are deleted.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::class::DegreeClass;
use super::degrees::Degrees;
use super::gather::{Arrow, Scratch, gather};
use super::half::LayerStep;
use super::layer::Chunk;
use super::middle::{Halves, Middle, MiddleScratch};
use super::ring::Ring;
use super::words;
use crate::checkpoint::{CheckpointStore, HEADER, short_hash};
use crate::{CountError, locked};

/// The key of a group. In a step, the key is the number of the group, stored in each of the two elements. In the join,
/// the key consists of the upper class and the lower class.
pub(super) type GroupKey = [DegreeClass; 2];

/// Number of groups of a step. At any time, each thread has about two groups in memory: one group of the layer before
/// the step, and one group of the layer after the step.
const GROUPS: u64 = 256;

impl LayerStep {
    /// Returns the group of a block for this step.
    pub(super) fn group(&self, degrees: Degrees) -> GroupKey {
        let others = degrees.without(self.changed());
        let number = others.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        [DegreeClass { differences: u128::from(number % GROUPS), apex: 0 }; 2]
    }
}

/// A layer on a disk.
#[derive(Debug)]
pub(super) struct Stored {
    keeper: CheckpointStore,
    /// Name of the file with the blocks.
    blocks: String,
    ring: Ring,
    runs: BTreeMap<GroupKey, Vec<BlockRun>>,
}

/// Consecutive blocks of one group.
#[derive(Clone, Copy, Debug)]
struct BlockRun {
    /// Offset of the run's first byte in the file of the layer.
    at: u64,
    words: u64,
    states: u64,
    hash: u64,
}

/// Number of words that describe a run in the index: three words for the first class, three words for the second class,
/// and one word each for the number of words, the number of states and the checksum.
const ENTRY: usize = 9;

/// Returns the names of all files that can contain layers of the half called `name`.
pub(super) fn files(name: &str) -> [String; 3] {
    [index(name), blocks(name, 0), blocks(name, 1)]
}

fn index(name: &str) -> String {
    format!("{name}.index")
}

/// Returns the name of the file for the blocks of a layer. Consecutive layers use different names.
fn blocks(name: &str, steps: usize) -> String {
    format!("{name}.blocks-{}", steps % 2)
}

/// The file of a layer while it is being written, and the index of the blocks written so far.
struct Writing {
    file: File,
    at: u64,
    index: Vec<u64>,
    runs: BTreeMap<GroupKey, Vec<BlockRun>>,
}

impl Stored {
    /// Writes a layer of one half of the board to two files. `name` is the name of this half. The layer is the result
    /// of the first `steps` steps of this half. The function `chunk` makes one chunk of the layer from each element of
    /// `parts`.
    pub(super) fn write<T: Sync>(
        keeper: &mut CheckpointStore,
        (name, steps): (&str, usize),
        ring: Ring,
        parts: &[T],
        chunk: &(dyn Fn(&T, &mut Scratch) -> Result<Chunk, CountError> + Sync),
        group: &(dyn Fn(Degrees) -> GroupKey + Sync),
    ) -> Result<Self, CountError> {
        let own = blocks(name, steps);
        let file = keeper.create(&own)?;
        let failed = |error| keeper.failed(&own, error);
        let writing = Mutex::new(Writing { file, at: 8 * HEADER as u64, index: Vec::new(), runs: BTreeMap::new() });
        let written = parts.par_iter().try_for_each_init(Scratch::default, |scratch, part| {
            let chunk = chunk(part, scratch)?;
            let mut order: Vec<(GroupKey, usize)> =
                (0..chunk.len()).map(|head| (group(chunk.degrees(head)), head)).collect();
            order.sort_unstable();
            let (mut bytes, mut words, mut runs) = (Vec::new(), Vec::new(), Vec::new());
            for run in order.chunk_by(|a, b| a.0 == b.0) {
                words.clear();
                run.iter().for_each(|&(_, head)| words::write(&chunk.block(head), &mut words));
                let at = bytes.len();
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                let states = run.iter().map(|&(_, head)| chunk.states_of(head)).sum();
                let hash = short_hash(&bytes[at..]);
                runs.push((run[0].0, BlockRun { at: at as u64, words: words.len() as u64, states, hash }));
            }
            let writing = &mut *locked(&writing);
            writing.file.write_all(&bytes).map_err(failed)?;
            for (group, run) in runs {
                writing.index.extend(group.iter().flat_map(|class| class.words()));
                writing.index.extend([run.words, run.states, run.hash]);
                writing.runs.entry(group).or_default().push(BlockRun { at: writing.at + run.at, ..run });
            }
            writing.at += bytes.len() as u64;
            Ok(())
        });
        let writing = writing.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = written.and_then(|()| writing.file.sync_data().map_err(failed));
        if let Err(error) = written {
            keeper.clear([own]);
            return Err(error);
        }
        keeper.keep(&index(name), steps as u64, &mut |put| put(&writing.index))?;
        keeper.clear([blocks(name, steps + 1)]);
        Ok(Self { keeper: keeper.clone(), blocks: own, ring, runs: writing.runs })
    }

    /// Writes the next layer.
    pub(super) fn advance(
        &self,
        keeper: &mut CheckpointStore,
        to: (&str, usize),
        step: &LayerStep,
        check: &(dyn Fn(&Chunk) -> Result<(), CountError> + Sync),
        group: &(dyn Fn(Degrees) -> GroupKey + Sync),
    ) -> Result<Self, CountError> {
        let next = |part: &GroupKey, scratch: &mut Scratch| {
            let source = self.read([*part])?;
            let mut arrows = Vec::new();
            for head in 0..source.len() {
                step.expand(source.degrees(head), &mut |to, operation, taken| {
                    arrows.push(Arrow::new(to, 0, head, (operation, step.weighted(taken))));
                });
            }
            scratch.ring = self.ring;
            let chunk = gather(&[source], arrows, scratch)?;
            check(&chunk).map(|()| chunk)
        };
        Self::write(keeper, to, self.ring, &self.groups(), &next, group)
    }

    /// Opens the saved layer of the half called `name`. Returns the number of finished steps and the layer, or `None`
    /// if no layer was saved.
    pub(super) fn kept(keeper: &CheckpointStore, name: &str, ring: Ring) -> Result<Option<(usize, Self)>, CountError> {
        let title = &index(name);
        let Some((steps, words)) = keeper.read(title)? else { return Ok(None) };
        let blocks = blocks(name, steps as usize);
        let mut at = 8 * HEADER as u64;
        let mut runs = BTreeMap::<GroupKey, Vec<BlockRun>>::new();
        let (entries, rest) = words.as_chunks::<ENTRY>();
        for &[a, b, c, d, e, f, words, states, hash] in entries {
            let group = [DegreeClass::from_words([a, b, c]), DegreeClass::from_words([d, e, f])];
            runs.entry(group).or_default().push(BlockRun { at, words, states, hash });
            at = words.checked_mul(8).and_then(|bytes| at.checked_add(bytes)).ok_or_else(|| keeper.damaged(title))?;
        }
        if !rest.is_empty() || keeper.length(&blocks)? != Some(at) {
            return Err(keeper.damaged(&blocks));
        }
        Ok(Some((steps as usize, Self { keeper: keeper.clone(), blocks, ring, runs })))
    }

    pub(super) fn groups(&self) -> Vec<GroupKey> {
        self.runs.keys().copied().collect()
    }

    /// Returns the number of states of the layer, and its size on disk in bytes.
    pub(super) fn size(&self) -> [u64; 2] {
        self.runs.values().flatten().fold([0, 0], |[states, bytes], run| [states + run.states, bytes + 8 * run.words])
    }

    /// Reads the blocks of some groups into one chunk. The blocks of this chunk are not sorted.
    pub(super) fn read(&self, groups: impl IntoIterator<Item = GroupKey>) -> Result<Chunk, CountError> {
        let mut file = File::open(self.keeper.path(&self.blocks)).map_err(|_| self.damaged())?;
        let (mut bytes, mut words) = (Vec::new(), Vec::new());
        for run in groups.into_iter().filter_map(|group| self.runs.get(&group)).flatten() {
            bytes.resize(run.words as usize * 8, 0);
            file.seek(SeekFrom::Start(run.at)).and_then(|_| file.read_exact(&mut bytes)).map_err(|_| self.damaged())?;
            if short_hash(&bytes) != run.hash {
                return Err(self.damaged());
            }
            words.extend(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
        }
        drop(bytes);
        words::read(self.ring, &words).ok_or_else(|| self.damaged())
    }

    pub(super) fn damaged(&self) -> CountError {
        self.keeper.damaged(&self.blocks)
    }
}

/// Both halves on a disk. The last layer of each half is sorted into the groups of the join.
pub(super) struct StoredHalves<'a> {
    pub(super) middle: &'a Middle,
    pub(super) upper: &'a Stored,
    pub(super) lower: &'a Stored,
}

impl StoredHalves<'_> {
    /// Returns the classes, each with its number of states in the lower half.
    pub(super) fn sizes(&self) -> Vec<(u64, DegreeClass)> {
        let mut found = BTreeMap::<DegreeClass, u64>::new();
        for (&[_, below], runs) in &self.lower.runs {
            *found.entry(below).or_default() += runs.iter().map(|run| run.states).sum::<u64>();
        }
        found.remove(&DegreeClass::NONE);
        found.into_iter().map(|(class, states)| (states, class)).collect()
    }

    /// Counts the tours of one class.
    pub(super) fn count(
        &self,
        class: DegreeClass,
        room: &mut MiddleScratch,
    ) -> Result<num_bigint::BigUint, CountError> {
        let sources = self.middle.sources(class);
        let above = self.upper.runs.keys().filter(|[above, _]| sources.iter().any(|(source, ..)| source == above));
        let below = self.lower.runs.keys().filter(|&&[_, below]| below == class);
        let (upper, lower) = ([self.upper.read(above.copied())?], [self.lower.read(below.copied())?]);
        let classes = self.middle.classes(&upper, &lower);
        let places = classes.lower.get(&class).ok_or_else(|| self.lower.damaged())?;
        self.middle.count(class, places, &Halves { upper: &upper, lower: &lower, classes: &classes }, room)
    }
}

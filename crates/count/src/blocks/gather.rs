//! Computes the next layer: expands vectors of degrees, and gathers blocks.
//!
//! No state is looked up, because the blocks that lead to a new vector of degrees are known in advance. Each of these
//! blocks adds its counts to one dense array, which has one number per matching.

use rayon::prelude::*;

use super::degrees::Degrees;
use super::half::LayerStep;
use super::layer::{BUCKETS, Chunk, Counts, Indices, LayerBlock, bucket};
use super::matching::{MATCHINGS, MAX_PAIRS, Operation};
use super::ring::Ring;
use crate::CountError;

/// A transition from one block to another, and its effect on the matchings.
///
/// A layer has very many arrows, so an arrow takes only 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    /// Key of the degrees after the step.
    to: u64,
    /// Index of the source block within the source chunk. The arrow starts at the source block. The two highest bits
    /// contain the number of weighted edges.
    head_and_edges: u32,
    /// Operation in the low 12 bits, and index of the source chunk in the other bits. The source chunk contains the
    /// source block.
    chunk_and_operation: u32,
}

/// Maximum number of chunks in a layer. An [`Arrow`] has 20 bits for the index of a chunk. A layer has one chunk per
/// bucket.
const MAX_CHUNKS: usize = 1 << 20;

/// Description of a layer that exceeds [`MAX_CHUNKS`], [`MAX_HEADS`] or the size of a chunk.
const MANY_BLOCKS: &str = "a layer has more blocks than its tables can contain";

/// Maximum number of blocks in a chunk. A block takes 40 bytes.
const MAX_HEADS: u32 = (1 << 30) - 1;

impl Arrow {
    /// Creates the arrow that starts at block `head` of chunk `chunk`. [`gather`] rejects layers with more than
    /// [`MAX_CHUNKS`] chunks.
    pub(crate) fn new(to: Degrees, chunk: usize, head: usize, (operation, edges): (Operation, u32)) -> Self {
        let chunk_and_operation = (chunk as u32) << 12 | u32::from(operation.pack());
        Self { to: to.key(), head_and_edges: head as u32 | edges << 30, chunk_and_operation }
    }

    const fn head(self) -> usize {
        (self.head_and_edges & MAX_HEADS) as usize
    }

    const fn chunk(self) -> usize {
        (self.chunk_and_operation >> 12) as usize
    }

    const fn operation(self) -> Operation {
        Operation::unpack((self.chunk_and_operation & 0xfff) as u16)
    }
}

/// Returns the next layer: one chunk per bucket.
///
/// # Errors
/// See [`gather`].
pub(crate) fn advance(layer: &[Chunk], step: &LayerStep, ring: Ring) -> Result<Vec<Chunk>, CountError> {
    let expand = |(number, chunk): (usize, &Chunk)| {
        let mut arrows: Vec<Vec<Arrow>> = vec![Vec::new(); BUCKETS];
        for head in 0..chunk.len() {
            step.expand(chunk.degrees(head), &mut |to, operation, taken| {
                arrows[bucket(to)].push(Arrow::new(to, number, head, (operation, step.weighted(taken))));
            });
        }
        arrows
    };
    let arrows: Vec<Vec<Vec<Arrow>>> = layer.par_iter().enumerate().map(expand).collect();
    (0..BUCKETS)
        .into_par_iter()
        .map_init(
            || Scratch { ring, ..Scratch::default() },
            |scratch, bucket| {
                let mut all: Vec<Arrow> = Vec::with_capacity(arrows.iter().map(|part| part[bucket].len()).sum());
                arrows.iter().for_each(|part| all.extend_from_slice(&part[bucket]));
                gather(layer, all, scratch)
            },
        )
        .collect()
}

/// Returns the chunk to which the arrows lead. The blocks of the chunk are in ascending order of their keys.
///
/// # Errors
/// [`CountError::TooLarge`] if a number exceeds 64 bits, a frontier has too many pairs, or a layer has too many chunks
/// or blocks.
pub(crate) fn gather(layer: &[Chunk], mut arrows: Vec<Arrow>, scratch: &mut Scratch) -> Result<Chunk, CountError> {
    let ring = scratch.ring;
    if layer.len() > MAX_CHUNKS || layer.iter().any(|chunk| chunk.len() > MAX_HEADS as usize) {
        return Err(CountError::TooLarge(MANY_BLOCKS));
    }
    arrows.sort_unstable();
    let mut chunk = Chunk::default();
    for group in arrows.chunk_by(|a, b| a.to == b.to) {
        let to = Degrees::from_key(group[0].to);
        if to.pairs() > MAX_PAIRS {
            return Err(CountError::TooLarge("a frontier has more than ten pairs of open ends"));
        }
        if chunk.is_full() {
            return Err(CountError::TooLarge(MANY_BLOCKS));
        }
        let sources = || group.iter().map(|arrow| (layer[arrow.chunk()].block(arrow.head()), arrow));
        // If the sum of all incoming numbers fits in 64 bits, every partial sum also fits.
        let total = sources().try_fold(0_u64, |sum, (block, _)| ring.checked_add(sum, block.total));
        if total.is_none() {
            return Err(CountError::TooLarge("a number of partial tours exceeds 64 bits"));
        }
        let arriving: usize = sources().map(|(block, _)| block.len()).sum();
        let matchings = MATCHINGS[to.pairs()];
        if arriving >= matchings as usize / 8 {
            scratch.dense.resize(scratch.dense.len().max(matchings as usize + 1), 0);
            let dense = &mut scratch.dense[..=matchings as usize];
            for (block, arrow) in sources() {
                scatter(&block, *arrow, ring, &mut |index, count| {
                    dense[index as usize] = ring.add(dense[index as usize], count);
                });
            }
            // The last element belongs to no matching. It contains the counts of forbidden operations, which are
            // discarded.
            dense[matchings as usize] = 0;
            let states = dense.iter_mut().zip(0..).filter(|(count, _)| **count > 0);
            scratch.states.clear();
            scratch.states.extend(states.map(|(count, index)| (index, std::mem::take(count))));
        } else {
            scratch.states.clear();
            for (block, arrow) in sources() {
                scatter(&block, *arrow, ring, &mut |index, count| {
                    if index < matchings {
                        scratch.states.push((index, count));
                    }
                });
            }
            scratch.states.sort_unstable_by_key(|&(index, _)| index);
            scratch.states.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 = if same { ring.add(kept.1, next.1) } else { kept.1 };
                same
            });
        }
        let total = scratch.states.iter().fold(0, |sum, &(_, count)| ring.add(sum, count));
        chunk.push(to, &scratch.states, total);
    }
    chunk.shrink();
    Ok(chunk)
}

/// Scratch memory of a thread that gathers blocks.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(super) ring: Ring,
    /// One number per matching. All elements are zero while no block is being processed.
    dense: Vec<u64>,
    states: Vec<(u32, u64)>,
}

/// Applies the operation of the arrow to every state of a block, and passes the results to `put`.
fn scatter(block: &LayerBlock<'_>, arrow: Arrow, ring: Ring, put: &mut impl FnMut(u32, u64)) {
    let operation = arrow.operation();
    let edges = arrow.head_and_edges >> 30;
    if edges > 0 && ring.modulus > 0 {
        let weight = ring.power(edges);
        let weighed = block.states().map(|(index, count)| (index, ring.times(count, weight).unwrap_or(0)));
        return scatter_as(weighed, block, operation, put);
    }
    match (block.indices, block.counts) {
        (Indices::Small(indices), Counts::Narrow(counts)) => {
            scatter_as(
                indices.iter().map(|&index| index.into()).zip(counts.iter().map(|&count| count.into())),
                block,
                operation,
                put,
            );
        }
        (Indices::Small(indices), Counts::Wide(counts)) => {
            scatter_as(indices.iter().map(|&index| index.into()).zip(counts.iter().copied()), block, operation, put);
        }
        (Indices::Large(indices), Counts::Narrow(counts)) => {
            scatter_as(indices.iter().copied().zip(counts.iter().map(|&count| count.into())), block, operation, put);
        }
        (Indices::Large(indices), Counts::Wide(counts)) => {
            scatter_as(indices.iter().copied().zip(counts.iter().copied()), block, operation, put);
        }
    }
}

#[inline]
fn scatter_as(
    states: impl Iterator<Item = (u32, u64)>,
    block: &LayerBlock<'_>,
    operation: Operation,
    put: &mut impl FnMut(u32, u64),
) {
    let pairs = block.degrees.pairs();
    if operation == Operation::Keep {
        states.for_each(|(index, count)| put(index, count));
    } else if let Some(table) = operation.table(pairs) {
        states.for_each(|(index, count)| put(table[index as usize], count));
    } else {
        states.for_each(|(index, count)| put(operation.apply(pairs, index), count));
    }
}

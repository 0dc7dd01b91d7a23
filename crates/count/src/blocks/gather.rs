//! From one layer to the next: vectors of degrees are expanded, blocks are gathered.
//!
//! No state is looked up anywhere: for each new vector of degrees the blocks that lead to it are known, and each of
//! them streams into one dense array of numbers, a place for every matching.

use rayon::prelude::*;

use super::degrees::Degrees;
use super::half::Step;
use super::layer::{BUCKETS, Block, Chunk, Counts, Indices, bucket};
use super::matching::{MATCHINGS, MAX_PAIRS, Operation};
use super::ring::Ring;
use crate::CountError;

/// One block that leads to another, and what happens to its matchings.
///
/// There are very many of them: they are kept in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    /// The degrees after, as a key.
    to: u64,
    /// The block in its chunk, and in the highest two bits the number of edges with a weight.
    head_and_edges: u32,
    /// The chunk's number, and in the lowest twelve bits the operation.
    chunk_and_operation: u32,
}

/// The most chunks that arrows can distinguish. A layer has one for each bucket.
const MAX_CHUNKS: usize = 1 << 20;

/// The most blocks of a chunk, each of which takes 40 bytes.
const MAX_HEADS: u32 = (1 << 30) - 1;

impl Arrow {
    /// From the block at `head` of the chunk numbered `chunk`, which is below [`MAX_CHUNKS`] or will be refused.
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

/// The next layer: a chunk for each bucket.
///
/// # Errors
/// As [`gather`].
pub(crate) fn advance(layer: &[Chunk], step: &Step, ring: Ring) -> Result<Vec<Chunk>, CountError> {
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

/// The chunk to which the arrows lead, its blocks ascending by key.
///
/// # Errors
/// [`CountError::TooLarge`] if a number outgrows 64 bits, a frontier its pairs, or a layer the numbers of its chunks
/// and of what they hold.
pub(crate) fn gather(layer: &[Chunk], mut arrows: Vec<Arrow>, scratch: &mut Scratch) -> Result<Chunk, CountError> {
    let ring = scratch.ring;
    if layer.len() > MAX_CHUNKS || layer.iter().any(|chunk| chunk.len() > MAX_HEADS as usize) {
        return Err(CountError::TooLarge);
    }
    arrows.sort_unstable();
    let mut chunk = Chunk::default();
    for group in arrows.chunk_by(|a, b| a.to == b.to) {
        let to = Degrees::from_key(group[0].to);
        if to.pairs() > MAX_PAIRS || chunk.is_full() {
            return Err(CountError::TooLarge);
        }
        let sources = || group.iter().map(|arrow| (layer[arrow.chunk()].block(arrow.head()), arrow));
        // If the sum of all that comes in fits, so does every sum of a part of it.
        let total = sources().try_fold(0_u64, |sum, (block, _)| ring.checked_add(sum, block.total));
        if total.is_none() {
            return Err(CountError::TooLarge);
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
            // The place behind the last matching holds what is forbidden.
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

/// Buffers of a thread that gathers blocks.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(super) ring: Ring,
    /// A number for each matching, all zero between blocks.
    dense: Vec<u64>,
    states: Vec<(u32, u64)>,
}

/// Sends every state of a block to where the arrow's operation takes it.
fn scatter(block: &Block<'_>, arrow: Arrow, ring: Ring, put: &mut impl FnMut(u32, u64)) {
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
    block: &Block<'_>,
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

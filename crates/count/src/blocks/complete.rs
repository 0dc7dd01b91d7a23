//! The backward pass from layer to layer. It computes the number of ways to complete each state, and the number of
//! tours that use each edge.

use rayon::prelude::*;

use super::degrees::Degrees;
use super::half::LayerStep;
use super::layer::bucket;
use super::layer::{Chunk, LayerBlock};
use super::matching::{MATCHINGS, Operation};
use super::ring::Ring;

/// Number of ways to complete each state, modulo a prime. The outer index is the index of a block in its chunk. The
/// inner index is the index of a state in its block.
pub(crate) type CompletionCounts = Vec<Vec<u64>>;

/// Returns a count of zero for every state of a chunk.
pub(crate) fn no_ways(chunk: &Chunk) -> CompletionCounts {
    (0..chunk.len()).map(|head| vec![0; chunk.states_of(head) as usize]).collect()
}

/// Callback that receives the next degrees, the operation, and the slots that get an edge from the square of the step.
pub(super) type Emit<'e> = &'e mut dyn FnMut(Degrees, Operation, u32);

/// Scratch memory of a thread in the backward pass.
#[derive(Default)]
pub(super) struct BackwardPass {
    pub(super) ring: Ring,
    /// Number of ways to complete each matching of one block. The element after the last matching is for forbidden
    /// operations and is always zero. All elements are zero while no block is being processed.
    dense: Vec<u64>,
    /// For each slot, the number of tours that use the edge from the square of the step to this slot.
    pub(super) used: [u64; 32],
}

impl BackwardPass {
    /// Returns the number of ways to complete each state of a chunk. These numbers are computed from the numbers of
    /// ways to complete the states of the next layer.
    pub(super) fn back(
        &mut self,
        before: &Chunk,
        after: &[Chunk],
        ways: &[CompletionCounts],
        expand: &dyn Fn(Degrees, Emit<'_>),
    ) -> CompletionCounts {
        let mut arrows = Vec::new();
        for head in 0..before.len() {
            expand(before.degrees(head), &mut |to, operation, taken| arrows.push((to, head, operation, taken)));
        }
        arrows.sort_unstable_by_key(|&(to, head, ..)| (to, head));
        let mut found = no_ways(before);
        for group in arrows.chunk_by(|a, b| a.0 == b.0) {
            let to = group[0].0;
            let chunk = if after.len() == 1 { 0 } else { bucket(to) };
            let Some(target) = after[chunk].find(to) else { continue };
            let (block, numbers) = (after[chunk].block(target), &ways[chunk][target][..]);
            self.with(&block, numbers, |retreat| {
                for &(_, head, operation, taken) in group {
                    retreat.pull(&before.block(head), operation, (&block, numbers), &mut found[head], taken);
                }
            });
        }
        found
    }

    /// Calls `each` once. During the call, the array `dense` contains the block's numbers if the block has so many
    /// states that an array is faster than a search for states.
    pub(super) fn with(&mut self, block: &LayerBlock<'_>, numbers: &[u64], each: impl FnOnce(&mut Self)) {
        let matchings = MATCHINGS[block.degrees.pairs()] as usize;
        let is_dense = is_dense(block);
        if is_dense {
            self.dense.resize(self.dense.len().max(matchings + 1), 0);
            (0..block.len()).for_each(|at| self.dense[block.index_at(at) as usize] = numbers[at]);
        }
        each(self);
        if is_dense {
            (0..block.len()).for_each(|at| self.dense[block.index_at(at) as usize] = 0);
        }
    }

    /// Processes a step from the block `source` to the block `block`. Each state of `source` has at most one successor
    /// in `block`. For each state that has a successor, adds the successor's element of `numbers` to the state's
    /// element of `own`. The elements are numbers of ways to complete a state.
    ///
    /// The mask `taken` contains the slots to which the edges of the step lead. The array `used` has one element per
    /// slot. For each slot in `taken`, the number of tours with this step is added to the element of the slot.
    pub(super) fn pull(
        &mut self,
        source: &LayerBlock<'_>,
        operation: Operation,
        (block, numbers): (&LayerBlock<'_>, &[u64]),
        own: &mut [u64],
        taken: u32,
    ) {
        let (ring, pairs) = (self.ring, source.degrees.pairs());
        let modulus = u128::from(ring.modulus);
        let mut tours = 0_u128;
        let mut add = |at: usize, ways: u64| {
            own[at] = ring.add(own[at], ways);
            let product = u128::from(source.count_at(at)) * u128::from(ways);
            tours = tours.checked_add(product).unwrap_or_else(|| tours % modulus + product);
        };
        let table = operation.table(pairs);
        let after = |index: u32| table.map_or_else(|| operation.apply(pairs, index), |table| table[index as usize]);
        if is_dense(block) {
            let dense = &self.dense;
            (0..source.len()).for_each(|at| add(at, dense[after(source.index_at(at)) as usize]));
        } else {
            for at in 0..source.len() {
                if let Some(to) = block.place(after(source.index_at(at))) {
                    add(at, numbers[to]);
                }
            }
        }
        let tours = (tours % modulus) as u64;
        let mut rest = taken;
        while rest != 0 {
            let used = &mut self.used[rest.trailing_zeros() as usize];
            *used = ring.add(*used, tours);
            rest &= rest - 1;
        }
    }
}

/// Returns whether the block has so many states that an array indexed by matchings is faster than a search for states.
fn is_dense(block: &LayerBlock<'_>) -> bool {
    block.len() >= MATCHINGS[block.degrees.pairs()] as usize / 8
}

/// Returns two results. The first result is the number of ways to complete each state of a layer. These numbers are
/// computed from the numbers of the next layer, to which `step` leads. The second result is, for each slot, the number
/// of tours that use the edge from the step's square to the slot.
pub(crate) fn retreat(
    before: &[Chunk],
    (after, ways): (&[Chunk], &[CompletionCounts]),
    step: &LayerStep,
    ring: Ring,
) -> (Vec<CompletionCounts>, [u64; 32]) {
    let expand = |from: Degrees, emit: Emit<'_>| step.expand(from, emit);
    let back = |chunk: &Chunk| {
        let mut retreat = BackwardPass { ring, ..BackwardPass::default() };
        (retreat.back(chunk, after, ways, &expand), retreat.used)
    };
    let (found, used): (Vec<CompletionCounts>, Vec<[u64; 32]>) = before.par_iter().map(back).unzip();
    let add = |slot: usize| used.iter().fold(0, |sum, used| ring.add(sum, used[slot]));
    (found, std::array::from_fn(add))
}

//! Computes, for each move, the number of tours that use this move, by one backward sweep through the layers.

use std::collections::BTreeSet;

use courser_board::Square;

use super::*;
use crate::blocks::{CompletionCounts, no_ways, retreat};
use crate::symmetry;

impl Layers {
    /// Computes, for individual moves, the number of tours that use the move. The numbers are residues modulo a prime.
    /// The task must be [trimmed](CountTask::trimmed).
    ///
    /// Moves are equivalent if symmetries map them to each other. The result contains at least one move of each group
    /// of equivalent moves. A group can be missing if the residue of its moves is 0.
    ///
    /// A layer contains the number of ways to reach each state. The backward sweep computes the number of ways to
    /// complete each state. For a step from one state to another, the number of tours that contain this step is the
    /// product of two numbers: the ways to reach the first state, and the ways to complete the second state.
    pub(crate) fn uses(
        &self,
        ring: Ring,
        options: &CountOptions<'_>,
    ) -> Result<BTreeMap<[Square; 2], u64>, CountError> {
        let both = |cells: [u32; 2]| {
            let [a, b] = cells.map(|cell| self.layout.square(cell as usize));
            [a.min(b), a.max(b)]
        };
        let is_one_half = self.sweeps.len() == 1;
        let own = self.layout.squares.len() - self.layout.halves().1 * self.layout.cols;
        let lower: BTreeSet<Square> = (own..self.layout.squares.len()).map(|cell| self.layout.square(cell)).collect();
        let is_known = |(a, b): (u32, u32)| {
            let alike = symmetry::alike(&self.task, both([a, b]));
            alike.into_iter().flatten().any(|square| lower.contains(&square))
        };
        let is_above_wanted = !is_one_half || !self.middle.moves().all(is_known);
        let none = |layer: &[Chunk]| layer.iter().map(no_ways).collect::<Vec<CompletionCounts>>();
        let above = if is_one_half { Vec::new() } else { none(self.above()) };
        let tours = std::sync::Mutex::new((above, none(self.below()), vec![0; self.middle.moves().count()], 0));
        let (halves, states) = (self.halves(), self.states());
        // The join takes about as long as the backward sweep.
        let of = (2 * states).max(1) as f64;
        let report = |stage, states, done: f64| {
            options.report(CountProgress { stage, states, peak: states, bytes: 0, done: (done / of).min(1.0) });
        };
        let joined = halves.states();
        blocks::in_turn(halves.sizes(), &|class, many, room| {
            options.check()?;
            let places = &self.classes.lower[&class];
            let met = self.middle.meeting(class, places, &halves, room, ring, is_above_wanted)?;
            let (above, below, moves, at) = &mut *crate::locked(&tours);
            let add = |ways: &mut [CompletionCounts], met: Vec<(BlockLocation, Vec<u64>)>| {
                for (place, numbers) in met {
                    let own = &mut ways[place.chunk as usize][place.head as usize];
                    own.iter_mut().zip(numbers).for_each(|(own, more)| *own = ring.add(*own, more));
                }
            };
            add(below, met.below);
            if !is_one_half {
                add(above, met.above);
            }
            moves.iter_mut().zip(met.moves).for_each(|(own, more)| *own = ring.add(*own, more));
            *at += many;
            let share = *at as f64 / joined.max(1) as f64;
            report(CountStage::Join { at: *at, of: joined }, many, share * states as f64);
            Ok(())
        })?;
        let (above, below, moves, _) = tours.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut uses = BTreeMap::new();
        let mut add = |cells: [u32; 2], tours: u64| {
            let own = uses.entry(both(cells)).or_insert(0);
            *own = ring.add(*own, tours);
        };
        if is_above_wanted {
            self.middle.moves().zip(moves).for_each(|((a, b), tours)| add([a, b], tours));
        }
        let (last, mut done) = (self.layout.squares.len() as u32 - 1, states as f64);
        for (half, ways) in [(0, above), (self.sweeps.len() - 1, below)] {
            let is_lower = half + 1 == self.sweeps.len();
            let turned = |cell: u32| if is_lower { last - cell } else { cell };
            let (steps, sweep) = (if is_lower { &self.lower } else { &self.upper }, &self.sweeps[half]);
            let mut ways = ways;
            if ways.is_empty() {
                continue;
            }
            for (at, (step, cell)) in steps.iter().enumerate().rev() {
                options.check()?;
                let (before, used) = retreat(&sweep[at], (&sweep[at + 1], &ways), step, ring);
                for (slot, tours) in (1..31).zip(&used[1..]).filter(|&(_, &tours)| tours > 0) {
                    add([turned(*cell), turned(cell + slot)], *tours);
                }
                ways = before;
                let many: u64 = sweep[at + 1].iter().map(Chunk::states).sum();
                done += many as f64;
                report(CountStage::Layer { at: steps.len() - at, of: steps.len() }, many, done);
            }
            // The number of ways to complete the first state must equal the total number of tours.
            let found = ways[0][0][0];
            if ring == self.layout.ring || u128::from(found) == self.total % u128::from(ring.modulus) {
                continue;
            }
            return Err(walk::damaged());
        }
        Ok(uses)
    }
}

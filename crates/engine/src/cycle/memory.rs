//! The CPU buffers of the decision cycle, and functions that run passes on the squares in these buffers.

use std::ops::Range;

use courser_board::Square;
use rayon::prelude::*;

use super::{Cell, CycleParams, PASSES, PassMirror, Setup, Status, fused, resident};
use crate::machine;

/// Slots of the kernels' buffers. `STATUS`: statuses of all knights. `PLAN`: regions of a relay. `BEFORE`: input state
/// of the pass. `AFTER`: output state of the pass.
pub(super) const STATUS: usize = 0;
pub(super) const PLAN: usize = 1;
pub(super) const BEFORE: usize = 2;
pub(super) const AFTER: usize = 3;

/// The buffers of the mirrors, with two states of the board.
#[derive(Clone, Debug)]
pub struct CycleMemory {
    setup: Setup,
    states: [Vec<Cell>; 2],
    /// Statuses, one per knight.
    statuses: Vec<Status>,
    /// Regions of a relay, in the form that the shaders read. The mirrors read the regions from the setup.
    plan: Vec<u32>,
    /// Maximum number of moves in a resident dispatch.
    budget: u64,
    /// Index of the state that the dispatch reads: 0 or 1.
    before: usize,
}

impl CycleMemory {
    /// Creates the buffers of a run, filled with zeros.
    pub fn new(setup: Setup) -> Self {
        let state = || vec![Cell::default(); setup.board().cells() as usize];
        Self {
            states: [state(), state()],
            statuses: vec![Status::default(); setup.knights()],
            plan: vec![0; setup.relay().map_or(0, |relay| relay.words().len())],
            budget: 0,
            before: 0,
            setup,
        }
    }

    /// Runs a pass over the whole board.
    pub(super) fn whole<const PASS: usize>(&mut self, squares: Range<u32>) {
        self.over(PASSES[PASS].mirror, squares);
    }

    /// Runs the fused pass over the whole board.
    pub(super) fn fused(&mut self, squares: Range<u32>) {
        self.over(fused::mirror, squares);
    }

    fn over(&mut self, mirror: PassMirror, squares: Range<u32>) {
        let (setup, statuses) = (&self.setup, &mut self.statuses);
        let [one, two] = &mut self.states;
        let (before, after) = if self.before == 0 { (one, two) } else { (two, one) };
        match setup.relay() {
            None => {
                for (square, after) in squares.zip(after) {
                    *after = mirror(setup, before, square, &mut statuses[0]);
                }
            }
            Some(relay) => {
                relay.split(after, statuses).into_par_iter().for_each(|(first, cells, statuses)| {
                    for (square, after) in (first..).zip(cells) {
                        *after = mirror(setup, before, square, &mut statuses[relay.across(square)]);
                    }
                });
            }
        }
    }

    /// Runs a pass over the squares that the knight can reach in at most two moves. For all other squares, the buffer
    /// to which the pass writes already contains the correct state.
    pub(super) fn near<const PASS: usize>(&mut self, _: Range<u32>) {
        let pass = &PASSES[PASS];
        let (setup, statuses) = (&self.setup, &mut self.statuses);
        let [one, two] = &mut self.states;
        let (before, after) = if self.before == 0 { (one, two) } else { (two, one) };
        let knight = (pass.knight)(&statuses[0]);
        let near = setup.indices_from(knight);
        for &offset in setup.ball() {
            if let Some(square) = near(offset) {
                after[square as usize] = (pass.mirror)(setup, before, square, &mut statuses[0]);
            }
        }
    }

    /// Makes at most `budget` moves of the knight. The state is changed in place. This is the mirror of the kernel
    /// `resident`.
    pub(super) fn moves(&mut self, _: Range<u32>) {
        let after = &mut self.states[1 - self.before];
        resident::mirror(&self.setup, after, &mut self.statuses[0], self.budget);
    }
}

/// The names of the components of a square's state, for reports.
const FIELDS: [&str; 4] = ["R (visit)", "G (phase)", "B (rank)", "A (next move)"];

/// The names of the fields of a knight's status, for reports.
const STATUS_FIELDS: [&str; 6] = ["word", "visit", "at", "to", "leg", "tries"];

impl machine::MirrorMemory for CycleMemory {
    type Job = CycleParams;

    const BUFFERS: &'static [&'static str] = &["status", "regions", "state 0", "state 1"];

    fn words(&mut self, buffer: usize) -> &mut [u32] {
        match buffer {
            STATUS => bytemuck::cast_slice_mut(&mut self.statuses),
            PLAN => &mut self.plan,
            state => bytemuck::cast_slice_mut(&mut self.states[state - BEFORE]),
        }
    }

    fn begin(&mut self, job: &CycleParams, bound: &[usize]) {
        self.budget = job.budget.into();
        self.before = bound[BEFORE] - BEFORE;
    }

    fn describe(job: &CycleParams, buffer: usize, index: u64) -> Option<String> {
        match buffer {
            PLAN => None,
            STATUS => Some(format!("the status ({}) of knight {}", STATUS_FIELDS[index as usize % 6], index / 6)),
            BEFORE | AFTER => {
                let (square, field) = ((index / 4) as u32, FIELDS[index as usize % 4]);
                Some(format!("{field} of {}", Square::new(square / job.cols, square % job.cols).name(job.rows)))
            }
            _ => None,
        }
    }
}

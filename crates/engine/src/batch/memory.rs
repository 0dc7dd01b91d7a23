//! The CPU buffers of the batch.

use courser_solve::warnsdorff::Rule;

use super::layout::BatchParams;
use crate::machine::{Build, MirrorMemory};

/// Indices of the buffers. The index of a buffer is also the number of its slot.
pub(super) const SLICES: usize = 0;
pub(super) const STARTS: usize = 1;
pub(super) const BOARD: usize = 2;
pub(super) const KNIGHTS: usize = 3;
pub(super) const CELLS: usize = 4;
pub(super) const RESULTS: usize = 5;
pub(super) const TALLIES: usize = 6;

/// Buffers in the order of the slots.
pub(super) const BOUND: &[usize] = &[SLICES, STARTS, BOARD, KNIGHTS, CELLS, RESULTS, TALLIES];

/// The buffers of the mirrors.
#[derive(Clone, Debug, Default)]
pub struct BatchMemory {
    pub(super) buffers: [Vec<u32>; BOUND.len()],
    pub(super) params: BatchParams,
    pub(super) rule: Rule,
    /// True if every visited square is recorded.
    pub(super) paths: bool,
}

impl MirrorMemory for BatchMemory {
    type Job = BatchParams;

    const BUFFERS: &'static [&'static str] = &["slices", "starts", "board", "knights", "cells", "results", "tallies"];

    fn words(&mut self, buffer: usize) -> &mut [u32] {
        &mut self.buffers[buffer]
    }

    fn resize(&mut self, buffer: usize, words: usize) {
        self.buffers[buffer].resize(words, 0);
    }

    fn rebuild(&mut self, build: &Build) {
        let constant = |name| build.constants.iter().find(|(of, _)| *of == name).map_or(0.0, |(_, value)| *value);
        let rule = Rule::ALL.into_iter().find(|rule| f64::from(rule.number()) == constant("RULE"));
        self.rule = rule.expect("the host chooses a rule");
        self.paths = constant("PATHS") > 0.0;
    }

    fn begin(&mut self, job: &BatchParams, _: &[usize]) {
        self.params = *job;
    }

    fn describe(job: &BatchParams, buffer: usize, index: u64) -> Option<String> {
        const KNIGHT: [&str; 8] = ["square", "visits", "start", "order", "number", "lower seed", "upper seed", "leg"];
        const TALLY: [&str; 7] =
            ["complete", "closed", "visited", "visited (upper)", "minimum visited", "first complete", "first closed"];
        let (knights, words) = (u64::from(job.knights), u64::from(job.words));
        match buffer {
            KNIGHTS => Some(format!("the {} of knight {}", KNIGHT[index as usize % 8], index / 8)),
            CELLS => Some(format!("word {} of the board of knight {}", index % words, index / words)),
            RESULTS if index < knights => Some(format!("the result of knight {index}")),
            RESULTS => Some(format!("visit {} of knight {}", index / knights, index % knights)),
            TALLIES => Some(format!("{} in the tally of slice {}", TALLY[index as usize % 7], index / 7)),
            _ => None,
        }
    }
}

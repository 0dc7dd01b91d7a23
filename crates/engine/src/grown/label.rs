//! Label: which cycle each square is on. The mirror of `shaders/grown/label.wgsl`.
//!
//! The label of a cycle is the least cell on it, whatever the order in which it is found. On the GPU one invocation
//! is one square, and joins its edges to trees as ECL-CC does (Jaiganesh and Burtscher, "A high-performance
//! connected components implementation for GPUs", 2018). A CPU is faster when it follows the cycles from
//! [section](super::sections) to section.
//!
//! The link between the ends of an open tour counts as an edge.
//!
//! On the CPU a cell holds the number of its section in its block, on the GPU that of its cycle.

use rayon::prelude::*;

use super::scan::{Cycles, NO_CYCLE};
use super::sections::Sections;

/// The label of a cell that is not a square.
pub const NO_LABEL: u32 = u32::MAX;

/// Numbers the cycles by rising label.
pub(super) fn label(sections: &Sections) -> Cycles {
    let (mut names, least) = sections.paths(NO_CYCLE);
    let mut paths: Vec<(u32, u32)> = least.into_iter().zip(0..).collect();
    paths.par_sort_unstable();
    let (mut numbers, mut roots) = (vec![0; paths.len()], Vec::new());
    for (label, path) in paths {
        if roots.last() != Some(&label) {
            roots.push(label);
        }
        numbers[path as usize] = roots.len() as u32 - 1;
    }
    let named = names.par_iter_mut().with_min_len(1 << 14).filter(|name| **name != NO_CYCLE);
    named.for_each(|name| *name = numbers[*name as usize]);
    Cycles::new(roots, names)
}

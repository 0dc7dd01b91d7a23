//! Label: which cycle each square is on. The fast form of [`label`](crate::grown::label): the cycles are followed from
//! [section](super::sections) to section. A cell holds the number of its section in its block.

use rayon::prelude::*;

use super::scan::{Cycles, NO_CYCLE};
use super::sections::Sections;

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

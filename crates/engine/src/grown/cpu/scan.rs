//! Scan: every gadget that joins a marked cycle with one that is not marked offers itself to it. The fast form of
//! [`scan`](crate::grown::scan): gadgets are found a row of words at a time.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::sections::{Row, Sections};
use crate::grown::gadget::{AXES, SHAPES};
use crate::grown::hash::mix;
use crate::grown::label::NO_LABEL;
use crate::grown::layout::{MARGIN, WORD};
use crate::grown::planes::{Planes, ahead};
use crate::grown::scan::NO_OFFER;
use courser_solve::wide::{Wide, wide};

/// The cycle of holes.
pub(super) const NO_CYCLE: u32 = u32::MAX;

/// The cycles, each by its number.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// The label: the least cell.
    pub(super) roots: Vec<u32>,
    /// Set if the cycle is joined with another.
    pub(super) joined: Vec<bool>,
    /// The least key that was offered.
    pub(super) best: Vec<AtomicU32>,
    /// For each [section](super::sections), by its index, the number of its cycle, or of the main cycle if both are joined;
    /// [`NO_CYCLE`] for holes.
    pub(super) names: Vec<u32>,
    /// The number of the main cycle; [`NO_CYCLE`] if it is not known yet.
    pub(super) main: u32,
}

impl Cycles {
    pub(super) fn new(roots: Vec<u32>, names: Vec<u32>) -> Self {
        let best = roots.iter().map(|_| AtomicU32::new(NO_OFFER)).collect();
        Self { joined: vec![false; roots.len()], best, roots, names, main: NO_CYCLE }
    }

    /// Makes the cycle with this label the main one.
    ///
    /// # Panics
    /// If no cycle has the label.
    pub(super) fn set_main(&mut self, label: u32) {
        self.main = self.roots.binary_search(&label).expect("every label is a root") as u32;
    }

    /// Renames the sections of the cycles that are joined now.
    pub(super) fn rename(&mut self) {
        let (joined, main) = (&self.joined, self.main);
        let names = self.names.par_iter_mut().with_min_len(1 << 14);
        names.for_each(|name| *name = if joined.get(*name as usize) == Some(&true) { main } else { *name });
    }

    /// The label of the cycle that this section is on, by its index; [`NO_LABEL`] for a hole.
    #[inline]
    pub(super) fn label_of(&self, index: usize) -> u32 {
        self.roots.get(self.names[index] as usize).copied().unwrap_or(NO_LABEL)
    }
}

/// Takes the offers of all gadgets that join a marked cycle with one that is not marked.
pub(super) fn scan(planes: &Planes, marks: &[u32], sections: &Sections, cycles: &Cycles, key: u32) {
    let layout = planes.layout;
    let (stride, words) = (layout.stride() as usize, layout.words() as usize);
    let buffers = || -> (Gadgets, Vec<Found>) {
        let gadgets = std::array::from_fn(|_| std::array::from_fn(|_| vec![0; words]));
        (gadgets, vec![(0, 0, 0); SHAPES.len() * words + 1])
    };
    (0..layout.rows).into_par_iter().for_each_init(buffers, |(gadgets, found), row| {
        let marks = std::array::from_fn(|down| &marks[(row as usize + MARGIN as usize + down) * stride..][..stride]);
        if marks.iter().any(|marks| marks.iter().any(|&word| word != 0)) {
            // From a row below the board nothing is offered.
            let sections = std::array::from_fn(|down| sections.row((row + down as u32).min(layout.rows - 1)));
            wide(Scan { planes, row, marks, gadgets, found, sections, cycles, key });
        }
    });
}

/// Rows from a gadget's anchor to the lowest square with which one of its edges begins.
const DEEP: usize = 3;

/// The anchors of a row, a word per 32 squares: for each shape the gadgets that use the edges along its first axis, and
/// those that use the edges along its second.
type Gadgets = [[Vec<u32>; 2]; SHAPES.len()];

/// The anchors of a word, those of the first state in the lower half; the word; and the shape.
type Found = (u64, u32, u32);

/// The scan of a row.
struct Scan<'a> {
    planes: &'a Planes,
    row: u32,
    /// The marks of the row and of those below.
    marks: [&'a [u32]; DEEP],
    gadgets: &'a mut Gadgets,
    found: &'a mut [Found],
    /// The sections of the row and of those below.
    sections: [Row<'a>; DEEP],
    cycles: &'a Cycles,
    key: u32,
}

impl Wide for Scan<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { planes, row, marks, gadgets: words, found, sections, cycles, key } = self;
        let edges: [[&[u32]; DEEP]; 4] =
            std::array::from_fn(|axis| std::array::from_fn(|down| planes.row(axis, i64::from(row) + down as i64)));
        for (shape, words) in SHAPES.into_iter().zip(&mut *words) {
            gadgets(shape, &edges, marks, words);
        }
        let mut count = 0;
        for word in 0..planes.layout.words() {
            for (shape, [one, other]) in (0..).zip(&*words) {
                // No branch: which words have gadgets is unpredictable.
                let bits = u64::from(one[word as usize]) | u64::from(other[word as usize]) << WORD;
                found[count] = (bits, word, shape);
                count += usize::from(bits != 0);
            }
        }
        let first = row * planes.layout.pitch();
        for &(mut bits, word, shape) in &found[..count] {
            let own = marks[0][word as usize + 1];
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let col = word * WORD + bit % WORD;
                let is_other = 1 - (own >> (bit % WORD) & 1);
                // The axis that leads from one edge in use to the other.
                let (i, j) = SHAPES[shape as usize];
                let (down, right) = AXES[if bit < WORD { j } else { i }];
                let index =
                    sections[(is_other * down) as usize].index(col.wrapping_add_signed(is_other as i32 * right));
                let best = &cycles.best[cycles.names[index] as usize];
                // The name of a gadget is six times its anchor's cell, plus its shape.
                let offer = mix(((first + col) * SHAPES.len() as u32 + shape) ^ key);
                if best.load(Relaxed) > offer {
                    best.fetch_min(offer, Relaxed);
                }
            }
        }
    }
}

/// The anchors of a row whose gadgets of this shape join a marked cycle with one that is not marked, by state.
#[inline(always)]
fn gadgets(
    (i, j): (usize, usize),
    edges: &[[&[u32]; DEEP]; 4],
    marks: [&[u32]; DEEP],
    [first, second]: &mut [Vec<u32>; 2],
) {
    let ((i_down, i_right), (j_down, j_right)) = (AXES[i], AXES[j]);
    let count = first.len();
    // Slices of one length, so that the loop has no bounds to check.
    let second = &mut second[..count];
    let (near_i, near_j, here) = (&edges[i][0][1..=count], &edges[j][0][1..=count], &marks[0][1..=count]);
    let around = |line| -> [&[u32]; 3] {
        let line: &[u32] = line;
        [&line[..count], &line[1..=count], &line[2..count + 2]]
    };
    let (far_i, far_j) = (around(edges[i][j_down as usize]), around(edges[j][i_down as usize]));
    let (at_i, at_j) = (around(marks[i_down as usize]), around(marks[j_down as usize]));
    let at = |line: [&[u32]; 3], word: usize, by| ahead(line[0][word], line[1][word], line[2][word], by);
    for word in 0..count {
        let (far_i, far_j) = (at(far_i, word, j_right), at(far_j, word, i_right));
        let (at_i, at_j) = (at(at_i, word, i_right), at(at_j, word, j_right));
        let (near_i, near_j, here) = (near_i[word], near_j[word], here[word]);
        first[word] = near_i & far_i & !(near_j | far_j) & (here ^ at_j);
        second[word] = near_j & far_j & !(near_i | far_i) & (here ^ at_i);
    }
}

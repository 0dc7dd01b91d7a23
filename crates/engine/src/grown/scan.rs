//! Scan: every gadget that joins two cycles offers itself to both. The mirror of `shaders/grown/scan.wgsl`.
//!
//! One invocation is one word of one row, with the gadgets of all six shapes that have their anchors there. A gadget
//! in one of its two states whose two used edges lie on different cycles joins them when it is switched. It offers
//! its key to both cycles, and each keeps the least. The keys are a bijection of the gadgets, so no two are equal, and
//! the gadget follows from the key. The main cycle takes no offers: nearly every other one is its neighbour.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::gadget::{AXES, SHAPES};
use super::hash::mix;
use super::layout::{Layout, MARGIN, WORD};
use super::planes::{Planes, ahead};

/// The key of no gadget: no board has as many cells.
pub const NO_OFFER: u32 = u32::MAX;

/// What is known of the cycles, each by its number.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// The label: the least cell.
    pub(super) roots: Vec<u32>,
    /// The number of the cycle that speaks for all with which this one is joined.
    pub(super) joined: Vec<u32>,
    /// Whether any is joined with another one.
    pub(super) is_joined: bool,
    /// The least key that was offered.
    pub(super) best: Vec<AtomicU32>,
}

impl Cycles {
    pub(super) fn new(roots: Vec<u32>) -> Self {
        let count = roots.len() as u32;
        Self {
            roots,
            joined: (0..count).collect(),
            is_joined: false,
            best: (0..count).map(|_| AtomicU32::new(NO_OFFER)).collect(),
        }
    }

    /// The number of the cycle with this label.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn number_of(&self, label: u32) -> u32 {
        self.roots.binary_search(&label).expect("every label is a root") as u32
    }

    /// The number of the cycle that speaks for the one that this cell is on.
    #[inline]
    pub(super) fn at(&self, cell: u32, cells: &[AtomicU32]) -> u32 {
        let cycle = cells[cell as usize].load(Relaxed);
        if self.is_joined { self.joined[cycle as usize] } else { cycle }
    }
}

/// A gadget's name: six times its anchor's cell, plus its shape.
#[inline]
pub(super) const fn name_of(anchor: u32, shape: usize) -> u32 {
    anchor * SHAPES.len() as u32 + shape as u32
}

/// Takes the offers of all gadgets that touch a mark.
pub(super) fn scan(planes: &Planes, marks: &[u32], cells: &[AtomicU32], cycles: &Cycles, main: u32, key: u32) {
    let layout = planes.layout;
    cycles.best.par_iter().with_min_len(1 << 12).for_each(|best| best.store(NO_OFFER, Relaxed));
    let scan = Scan { planes, marks, cells, cycles, layout, main: cycles.joined[cycles.number_of(main) as usize], key };
    (0..layout.rows).into_par_iter().with_min_len(8).for_each(|row| scan.row(row));
}

struct Scan<'a> {
    planes: &'a Planes,
    marks: &'a [u32],
    cells: &'a [AtomicU32],
    cycles: &'a Cycles,
    layout: Layout,
    /// The number that the main cycle goes by.
    main: u32,
    key: u32,
}

impl Scan<'_> {
    fn marks(&self, row: u32) -> &[u32] {
        let stride = self.layout.stride() as usize;
        &self.marks[(row + MARGIN) as usize * stride..][..stride]
    }

    fn row(&self, row: u32) {
        let marks = [self.marks(row), self.marks(row + 1), self.marks(row + 2)];
        if marks.iter().all(|marks| marks.iter().all(|&word| word == 0)) {
            return;
        }
        let lines: [[&[u32]; 3]; 4] =
            std::array::from_fn(|axis| std::array::from_fn(|down| self.planes.row(axis, i64::from(row) + down as i64)));
        for word in 1..=self.layout.words() as usize {
            let near = |marks: &[u32]| marks[word - 1] | marks[word] | marks[word + 1];
            if marks.iter().all(|marks| near(marks) == 0) {
                continue;
            }
            for (shape, (i, j)) in SHAPES.into_iter().enumerate() {
                let at = |line: &[u32], by: i32| ahead(line[word - 1], line[word], line[word + 1], by);
                let (i_down, i_right) = (AXES[i].0 as usize, AXES[i].1);
                let (j_down, j_right) = (AXES[j].0 as usize, AXES[j].1);
                let (near_i, far_i) = (lines[i][0][word], at(lines[i][j_down], j_right));
                let (near_j, far_j) = (lines[j][0][word], at(lines[j][i_down], i_right));
                let own = marks[0][word];
                let k = near_i & far_i & !(near_j | far_j) & (own | at(marks[j_down], j_right));
                let m = near_j & far_j & !(near_i | far_i) & (own | at(marks[i_down], i_right));
                for (mut bits, other) in [(k, self.layout.jump(j)), (m, self.layout.jump(i))] {
                    while bits != 0 {
                        let col = (word as u32 - 1) * WORD + bits.trailing_zeros();
                        bits &= bits - 1;
                        self.offer(row * self.layout.pitch() + col, other, shape);
                    }
                }
            }
        }
    }

    /// The offer of a gadget whose second edge begins `other` cells after its anchor.
    fn offer(&self, anchor: u32, other: i32, shape: usize) {
        let one = self.cycles.at(anchor, self.cells);
        let two = self.cycles.at(anchor.wrapping_add_signed(other), self.cells);
        if one == two {
            return;
        }
        let key = mix(name_of(anchor, shape) ^ self.key);
        for cycle in [one, two] {
            let best = &self.cycles.best[cycle as usize];
            if cycle != self.main && best.load(Relaxed) > key {
                best.fetch_min(key, Relaxed);
            }
        }
    }
}

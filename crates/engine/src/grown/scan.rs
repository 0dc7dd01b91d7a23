//! Scan: every gadget that joins two cycles offers itself to both. The mirror of `shaders/grown/scan.wgsl`.
//!
//! One invocation is one word of one row, with the gadgets of all six shapes that have their anchors there. A gadget
//! in one of its two states whose two used edges lie on different cycles joins them when it is switched. It offers
//! its key to both cycles, and each keeps the least. The keys are a bijection of the gadgets, so no two are equal, and
//! the gadget follows from the key. The main cycle takes no offers: nearly every other one is its neighbour.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::gadget::{AXES, SHAPES};
use super::hash::mix;
use super::label::NO_LABEL;
use super::layout::{Layout, MARGIN, WORD};
use super::planes::{Planes, ahead, packed};
use super::wide::{Wide, wide};

/// The key of no gadget: no board has as many cells.
pub const NO_OFFER: u32 = u32::MAX;

/// No cycle: what is no square is on it.
pub(super) const NO_CYCLE: u32 = u32::MAX;

/// What is known of the cycles, each by its number.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    /// The label: the least cell.
    pub(super) roots: Vec<u32>,
    /// The number of the cycle that speaks for all with which this one is joined.
    pub(super) joined: Vec<u32>,
    /// The least key that was offered.
    pub(super) best: Vec<AtomicU32>,
    /// By the names that [`label`](super::label) leaves in the cells: the number of the cycle that speaks for the
    /// cell's.
    names: Vec<u32>,
}

impl Cycles {
    pub(super) fn new(roots: Vec<u32>, names: Vec<u32>) -> Self {
        let count = roots.len() as u32;
        Self {
            roots,
            joined: (0..count).collect(),
            best: (0..count).map(|_| AtomicU32::new(NO_OFFER)).collect(),
            names,
        }
    }

    /// The number of the cycle that speaks for the one with this label.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn number_of(&self, label: u32) -> u32 {
        self.joined[self.roots.binary_search(&label).expect("every label is a root")]
    }

    /// The number of the cycle that speaks for the one that this cell is on; [`NO_CYCLE`] for a hole.
    #[inline(always)]
    pub(super) fn at(&self, cell: &AtomicU32) -> u32 {
        self.names.get(cell.load(Relaxed) as usize).copied().unwrap_or(NO_CYCLE)
    }

    /// The label of the cycle that speaks for the one that this cell is on; [`NO_LABEL`] for a hole.
    pub(super) fn label_at(&self, cell: &AtomicU32) -> u32 {
        self.roots.get(self.at(cell) as usize).copied().unwrap_or(NO_LABEL)
    }

    /// Takes note of what is joined now.
    pub(super) fn rename(&mut self) {
        let joined = &self.joined;
        let names = self.names.par_iter_mut().with_min_len(1 << 14);
        names.filter(|name| **name != NO_CYCLE).for_each(|name| *name = joined[*name as usize]);
    }
}

/// A gadget's name: six times its anchor's cell, plus its shape.
#[inline]
pub(super) const fn name_of(anchor: u32, shape: usize) -> u32 {
    anchor * SHAPES.len() as u32 + shape as u32
}

/// Takes the offers of all gadgets that touch a mark; marked is what is not on the main cycle.
pub(super) fn scan(planes: &Planes, marks: &[u32], cells: &[AtomicU32], cycles: &Cycles, main: u32, key: u32) {
    let layout = planes.layout;
    cycles.best.par_iter().with_min_len(1 << 12).for_each(|best| best.store(NO_OFFER, Relaxed));
    // No key is less.
    let main = &cycles.best[cycles.number_of(main) as usize];
    main.store(0, Relaxed);
    let scan = Scan { planes, marks, cells, cycles, layout, key };
    (0..layout.rows.div_ceil(ROWS)).into_par_iter().for_each(|nth| {
        wide(Job { scan: &scan, rows: nth * ROWS..((nth + 1) * ROWS).min(layout.rows) });
    });
    main.store(NO_OFFER, Relaxed);
}

/// Rows of a job.
const ROWS: u32 = 64;

/// Rows that a gadget with its anchor in the first of them may touch with the squares by which its edges are named.
const DEEP: usize = 3;

/// Squares left and right of a row that a test of its last squares may look at.
const SIDE: usize = 2;

/// The numbers of the cycles of some rows, a word of squares at a time as far as they have been asked for.
struct Lines {
    /// By row modulo [`DEEP`].
    lines: [Vec<u32>; DEEP],
    /// For each word one more than the row that its numbers are of.
    rows: [Vec<u32>; DEEP],
}

impl Lines {
    fn new(layout: &Layout) -> Self {
        let words = layout.words() as usize;
        Self {
            lines: std::array::from_fn(|_| vec![NO_CYCLE; words * WORD as usize + 2 * SIDE]),
            rows: std::array::from_fn(|_| vec![0; words]),
        }
    }

    /// The numbers of the word's squares that begin `right` columns further, in this row.
    #[inline(always)]
    fn at(&self, row: u32, word: usize, right: i32) -> &[u32; WORD as usize] {
        let first = (SIDE + word * WORD as usize).wrapping_add_signed(right as isize);
        let squares = &self.lines[row as usize % DEEP][first..first + WORD as usize];
        squares.try_into().expect("a word of squares")
    }
}

struct Scan<'a> {
    planes: &'a Planes,
    marks: &'a [u32],
    cells: &'a [AtomicU32],
    cycles: &'a Cycles,
    layout: Layout,
    key: u32,
}

/// Some rows of it.
struct Job<'a> {
    scan: &'a Scan<'a>,
    rows: Range<u32>,
}

impl Wide for Job<'_> {
    #[inline(always)]
    fn run(self) {
        let mut lines = Lines::new(&self.scan.layout);
        self.rows.for_each(|row| self.scan.row(row, &mut lines));
    }
}

impl Scan<'_> {
    fn marks(&self, row: u32) -> &[u32] {
        let stride = self.layout.stride() as usize;
        &self.marks[(row + MARGIN) as usize * stride..][..stride]
    }

    /// Looks up the cycles of a word of squares.
    #[inline(always)]
    fn look(&self, lines: &mut Lines, row: u32, word: usize) {
        let (nth, first) = (row as usize % DEEP, word * WORD as usize);
        let known = &mut lines.rows[nth][word];
        if *known == row + 1 {
            return;
        }
        *known = row + 1;
        let line = &mut lines.lines[nth][SIDE + first..][..WORD as usize];
        if row >= self.layout.rows {
            return line.fill(NO_CYCLE);
        }
        let cells = &self.cells[(row * self.layout.pitch()) as usize..][..self.layout.cols as usize];
        line.iter_mut().zip(&cells[first..]).for_each(|(number, cell)| *number = self.cycles.at(cell));
    }

    #[inline(always)]
    fn row(&self, row: u32, lines: &mut Lines) {
        let marks = [self.marks(row), self.marks(row + 1), self.marks(row + 2)];
        if marks.iter().all(|marks| marks.iter().all(|&word| word == 0)) {
            return;
        }
        let edges: [[&[u32]; DEEP]; 4] =
            std::array::from_fn(|axis| std::array::from_fn(|down| self.planes.row(axis, i64::from(row) + down as i64)));
        let words = self.layout.words() as usize;
        for word in 0..words {
            let near = |marks: &[u32]| marks[word] | marks[word + 1] | marks[word + 2];
            if marks.iter().all(|marks| near(marks) == 0) {
                continue;
            }
            for row in row..row + DEEP as u32 {
                (word.saturating_sub(1)..(word + 2).min(words)).for_each(|word| self.look(lines, row, word));
            }
            let here = lines.at(row, word, 0);
            // Which squares are on another cycle than the ones an axis further.
            let mut apart = [0; AXES.len()];
            for (apart, (down, right)) in apart.iter_mut().zip(AXES) {
                *apart = differences(here, lines.at(row + down, word, right));
            }
            let gadgets = [
                gadgets::<0>(&edges, word, apart),
                gadgets::<1>(&edges, word, apart),
                gadgets::<2>(&edges, word, apart),
                gadgets::<3>(&edges, word, apart),
                gadgets::<4>(&edges, word, apart),
                gadgets::<5>(&edges, word, apart),
            ];
            let first = row * self.layout.pitch() + word as u32 * WORD;
            for (shape, ((i, j), [k, m])) in SHAPES.into_iter().zip(gadgets).enumerate() {
                for (mut bits, (down, right)) in [(k, AXES[j]), (m, AXES[i])] {
                    let there = lines.at(row + down, word, right);
                    while bits != 0 {
                        let col = bits.trailing_zeros();
                        bits &= bits - 1;
                        let key = mix(name_of(first + col, shape) ^ self.key);
                        for cycle in [here[col as usize], there[col as usize]] {
                            let best = &self.cycles.best[cycle as usize];
                            if best.load(Relaxed) > key {
                                best.fetch_min(key, Relaxed);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The anchors of a word whose gadgets of this shape join two cycles, by state: with the edges along the first axis in
/// use, and with those along the second.
#[inline(always)]
fn gadgets<const SHAPE: usize>(edges: &[[&[u32]; DEEP]; 4], word: usize, apart: [u32; 4]) -> [u32; 2] {
    let (i, j) = SHAPES[SHAPE];
    let at = |line: &[u32], by: i32| ahead(line[word], line[word + 1], line[word + 2], by);
    let (near_i, far_i) = (edges[i][0][word + 1], at(edges[i][AXES[j].0 as usize], AXES[j].1));
    let (near_j, far_j) = (edges[j][0][word + 1], at(edges[j][AXES[i].0 as usize], AXES[i].1));
    [near_i & far_i & !(near_j | far_j) & apart[j], near_j & far_j & !(near_i | far_i) & apart[i]]
}

/// A bit for each pair of numbers that differ.
#[inline(always)]
fn differences(some: &[u32; WORD as usize], others: &[u32; WORD as usize]) -> u32 {
    let mut hits = [0; WORD as usize];
    for ((hit, one), other) in hits.iter_mut().zip(some).zip(others) {
        *hit = u8::from(one != other);
    }
    packed(&hits)
}

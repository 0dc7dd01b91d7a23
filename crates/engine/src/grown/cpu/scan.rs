//! Scan: every gadget that joins a marked cycle with one that is not marked offers itself to it. The fast form of
//! [`scan`](crate::grown::scan): one job is some rows, each of which is marked before it is scanned, and gadgets are found
//! a row of words at a time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::mark::Marking;
use crate::grown::gadget::{AXES, SHAPES};
use crate::grown::hash::mix;
use crate::grown::label::NO_LABEL;
use crate::grown::layout::{Layout, MARGIN, WORD};
use crate::grown::planes::{Planes, ahead};
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
    /// The least offer: the key, and a bit for the gadget's state, see [`offered`].
    pub(super) best: Vec<AtomicU64>,
    /// For each [section](super::sections), by its index, the number of its cycle, or of the main cycle if both are joined;
    /// [`NO_CYCLE`] for holes.
    pub(super) names: Vec<u32>,
    /// The number of the main cycle; [`NO_CYCLE`] if it is not known yet.
    pub(super) main: u32,
}

impl Cycles {
    pub(super) fn new(roots: Vec<u32>, names: Vec<u32>) -> Self {
        let best = roots.iter().map(|_| AtomicU64::new(NOTHING)).collect();
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

/// No offer: the greatest word.
pub(super) const NOTHING: u64 = u64::MAX;

/// The key and the state that were offered.
pub(super) const fn offered(best: u64) -> (u32, u32) {
    ((best >> 1) as u32, best as u32 & 1)
}

/// Marks the board, and takes the offers of all gadgets that join a marked cycle with one that is not marked.
pub(super) fn scan(planes: &Planes, marks: &mut [u32], marking: &Marking<'_>, key: u32) {
    let (layout, best) = (planes.layout, &marking.cycles.best);
    let scan = Scan { planes, marking, best, layout, key };
    let stride = layout.stride() as usize;
    let board = &mut marks[MARGIN as usize * stride..][..layout.rows as usize * stride];
    let below =
        board.chunks(ROWS as usize * stride).skip(1).map(|rows| rows.iter().take(2 * stride).copied().collect());
    let below: Vec<Vec<u32>> = below.chain([Vec::new()]).collect();
    let jobs = board.par_chunks_mut(ROWS as usize * stride).zip(&below).zip(0..u32::MAX);
    jobs.for_each(|((marks, below), nth)| wide(Job { scan: &scan, first: nth * ROWS, marks, below }));
}

/// Rows of a job.
const ROWS: u32 = 64;

/// Rows from a gadget's anchor to the lowest square with which one of its edges begins.
const DEEP: usize = 3;

/// The anchors of a row, a word per 32 squares: for each shape the gadgets that use the edges along its first axis, and
/// those that use the edges along its second.
type Gadgets = [[Vec<u32>; 2]; SHAPES.len()];

/// The anchors of a word, those of the first state in the lower half.
#[derive(Clone, Copy, Default)]
struct Found {
    bits: u64,
    word: u32,
    shape: u32,
}

struct Scan<'a> {
    planes: &'a Planes,
    marking: &'a Marking<'a>,
    best: &'a [AtomicU64],
    layout: Layout,
    key: u32,
}

/// Some rows of a scan.
struct Job<'a> {
    scan: &'a Scan<'a>,
    first: u32,
    /// The marks of the rows.
    marks: &'a mut [u32],
    /// The marks of the two rows below.
    below: &'a [u32],
}

/// Rows that are held at a time: row `r` at `r % RING`.
const RING: usize = 4;

impl Wide for Job<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { scan, first, marks, below } = self;
        let (words, stride) = (scan.layout.words() as usize, scan.layout.stride() as usize);
        let width = words * WORD as usize;
        let (mut names, mut lines) = (vec![NO_CYCLE; RING * width], vec![0; RING * stride]);
        let mut gadgets: Gadgets = std::array::from_fn(|_| std::array::from_fn(|_| vec![0; words]));
        // Two more, for the prefetch of the next one.
        let mut found = vec![Found::default(); SHAPES.len() * words + 2];
        let own = marks.len() / stride;
        for row in 0..own + DEEP - 1 {
            let (ring, is_own) = (row % RING, row < own);
            let line = &mut lines[ring * stride..][..stride];
            let there =
                if is_own { &marks[row * stride..] } else { below.get((row - own) * stride..).unwrap_or_default() };
            line.fill(0);
            if let Some(marks) = there.get(..stride) {
                line.copy_from_slice(marks);
                scan.marking.line(first + row as u32, line, &mut names[ring * width..][..width]);
            }
            if is_own {
                marks[row * stride..][..stride].copy_from_slice(line);
            }
            if let Some(row) = (row + 1).checked_sub(DEEP) {
                let marks = std::array::from_fn(|down| &lines[(row + down) % RING * stride..][..stride]);
                let count = scan.gadgets(first + row as u32, marks, &mut gadgets, &mut found);
                let at = std::array::from_fn(|down| ((row + down) % RING * width) as u32);
                scan.offer(first + row as u32, at, &names, marks[0], &found[..count + 2]);
            }
        }
    }
}

impl Scan<'_> {
    /// Finds the gadgets with their anchors in a row of which one of both edges in use is marked. Returns the number of
    /// words that were found.
    #[inline(always)]
    fn gadgets(&self, row: u32, marks: [&[u32]; DEEP], words: &mut Gadgets, found: &mut [Found]) -> usize {
        if marks.iter().all(|marks| marks.iter().all(|&word| word == 0)) {
            return 0;
        }
        let edges: [[&[u32]; DEEP]; 4] =
            std::array::from_fn(|axis| std::array::from_fn(|down| self.planes.row(axis, i64::from(row) + down as i64)));
        gadgets::<0>(&edges, marks, words);
        gadgets::<1>(&edges, marks, words);
        gadgets::<2>(&edges, marks, words);
        gadgets::<3>(&edges, marks, words);
        gadgets::<4>(&edges, marks, words);
        gadgets::<5>(&edges, marks, words);
        let mut count = 0;
        for word in 0..self.layout.words() {
            for (shape, [first, second]) in (0..).zip(&*words) {
                let bits = u64::from(first[word as usize]) | u64::from(second[word as usize]) << WORD;
                found[count] = Found { bits, word, shape };
                count += usize::from(bits != 0);
            }
        }
        count
    }

    /// Offers the gadgets of a row, which has these marks, to the marked cycles. `names` has the cycles of the row and of
    /// those below from the places in `lines` on.
    #[inline(always)]
    fn offer(&self, row: u32, lines: [u32; DEEP], names: &[u32], marks: &[u32], found: &[Found]) {
        let first = row * self.layout.pitch();
        // The place where the cycle of the marked edge is found: the anchor, or, by shape and state, the first square of the
        // other edge. Five bits tell the cases.
        let mut named = [lines[0]; 32];
        for (named, (down, right)) in named.iter_mut().zip(OTHER.as_flattened().iter().map(|&axis| AXES[axis])) {
            *named = lines[down as usize].wrapping_add_signed(right);
        }
        // Only the last branch is unpredictable, since the number of gadgets of a word is. The next word is prefetched.
        let (mut nth, mut now, mut next) = (0, found[0], found[1]);
        while nth + 2 < found.len() {
            let bit = now.bits.trailing_zeros();
            let left = now.bits & (now.bits - 1);
            let (col, state) = (now.word * WORD + bit % WORD, bit / WORD);
            let is_anchor = marks[now.word as usize + 1] >> (bit % WORD) & 1;
            let named = named[(16 * is_anchor + 2 * now.shape + state) as usize % 32].wrapping_add(col);
            let best = &self.best[names[named as usize] as usize];
            // The name of a gadget is six times its anchor's cell, plus its shape.
            let key = mix(((first + col) * SHAPES.len() as u32 + now.shape) ^ self.key);
            let offer = u64::from(key) << 1 | u64::from(state);
            if best.load(Relaxed) > offer {
                best.fetch_min(offer, Relaxed);
            }
            let is_last = left == 0;
            nth += usize::from(is_last);
            now = if is_last { next } else { Found { bits: left, ..now } };
            next = found[nth + 1];
        }
    }
}

/// For each shape and state the axis that leads from one edge in use to the other.
const OTHER: [[usize; 2]; SHAPES.len()] = {
    let mut other = [[0; 2]; SHAPES.len()];
    let mut shape = 0;
    while shape < SHAPES.len() {
        other[shape] = [SHAPES[shape].1, SHAPES[shape].0];
        shape += 1;
    }
    other
};

/// The anchors of a row whose gadgets of this shape join a marked cycle with one that is not marked, by state.
#[inline(always)]
fn gadgets<const SHAPE: usize>(edges: &[[&[u32]; DEEP]; 4], marks: [&[u32]; DEEP], words: &mut Gadgets) {
    let (i, j) = SHAPES[SHAPE];
    let ((i_down, i_right), (j_down, j_right)) = (AXES[i], AXES[j]);
    let [first, second] = &mut words[SHAPE];
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

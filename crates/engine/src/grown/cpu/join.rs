//! Joining cycles: the fast forms of label, mark, scan, pick and apply.
//!
//! - *Label* follows the cycles from [section](super::sections) to section. A cell holds the number of its section in its block.
//! - *Mark* leaves out blocks without a cycle that is marked.
//! - *Scan* finds gadgets a row of words at a time.
//! - *Apply* has a list of picks per class and band of rows.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use courser_solve::wide::{Wide, wide};
use rayon::prelude::*;

use super::block::COLS;
use super::sections::{SectionRow, Sections};
use crate::grown::gadget::{AXES, GadgetClass, SHAPES};
use crate::grown::hash::{is_heads, mix, unmix};
use crate::grown::job::{NO_LABEL, NO_OFFER, Pick};
use crate::grown::passes::MarkRule;
use crate::grown::planes::{MARGIN, PlaneLayout, Planes, WORD, ahead};

/// The cycle of holes.
pub(super) const NO_CYCLE: u32 = u32::MAX;

/// The cycles, each by its number.
#[derive(Debug, Default)]
pub(super) struct CycleTable {
    /// The label: the lowest cell.
    pub(super) roots: Vec<u32>,
    /// Set if the cycle is joined with another.
    pub(super) joined: Vec<bool>,
    /// The lowest offered key.
    pub(super) best: Vec<AtomicU32>,
    /// For each [section](super::sections), by its index, the number of its cycle, or of the main cycle if both are joined;
    /// [`NO_CYCLE`] for holes.
    pub(super) names: Vec<u32>,
    /// The number of the main cycle; [`NO_CYCLE`] if it is not known yet.
    pub(super) main: u32,
}

impl CycleTable {
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

    /// Renames the sections of the joined cycles now.
    pub(super) fn rename(&mut self) {
        let (joined, main) = (&self.joined, self.main);
        let names = self.names.par_iter_mut().with_min_len(1 << 14);
        names.for_each(|name| *name = if joined.get(*name as usize) == Some(&true) { main } else { *name });
    }

    /// Returns the label of the cycle of this section, by its index; [`NO_LABEL`] for a hole.
    #[inline]
    pub(super) fn label_of(&self, index: usize) -> u32 {
        self.roots.get(self.names[index] as usize).copied().unwrap_or(NO_LABEL)
    }
}

/// Collects the offers of all gadgets that join a marked and an unmarked cycle.
pub(super) fn scan(planes: &Planes, marks: &[u32], sections: &Sections, cycles: &CycleTable, key: u32) {
    let layout = planes.layout;
    let (stride, words) = (layout.stride() as usize, layout.words() as usize);
    let buffers = || -> (Gadgets, Vec<ScannedWord>) {
        let gadgets = std::array::from_fn(|_| std::array::from_fn(|_| vec![0; words]));
        (gadgets, vec![(0, 0, 0); SHAPES.len() * words + 1])
    };
    (0..layout.rows).into_par_iter().for_each_init(buffers, |(gadgets, found), row| {
        let marks = std::array::from_fn(|down| &marks[(row as usize + MARGIN as usize + down) * stride..][..stride]);
        if marks.iter().any(|marks| marks.iter().any(|&word| word != 0)) {
            // From a row below the board nothing is offered.
            let sections = std::array::from_fn(|down| sections.row((row + down as u32).min(layout.rows - 1)));
            wide(RowScan { planes, row, marks, gadgets, found, sections, cycles, key });
        }
    });
}

/// Rows from a gadget's anchor to the lowest square with which one of its edges begins.
const DEEP: usize = 3;

/// The anchors of a row, a word per 32 squares: for each shape the gadgets that use the edges along its first axis, and
/// those that use the edges along its second.
type Gadgets = [[Vec<u32>; 2]; SHAPES.len()];

/// The anchors of a word, those of the first state in the lower half; the word; and the shape.
type ScannedWord = (u64, u32, u32);

/// The scan of a row.
struct RowScan<'a> {
    planes: &'a Planes,
    row: u32,
    /// The marks of the row and of those below.
    marks: [&'a [u32]; DEEP],
    gadgets: &'a mut Gadgets,
    found: &'a mut [ScannedWord],
    /// The sections of the row and of those below.
    sections: [SectionRow<'a>; DEEP],
    cycles: &'a CycleTable,
    key: u32,
}

impl Wide for RowScan<'_> {
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

/// Returns the anchors of a row whose gadgets of this shape join a marked and an unmarked cycle, by state.
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

/// Numbers the cycles by rising label.
pub(super) fn label(sections: &Sections) -> CycleTable {
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
    CycleTable::new(roots, names)
}

/// Squares by which the marks are widened.
const WIDER: usize = 4;

/// Marks the board.
pub(super) fn mark(
    marks: &mut [u32],
    sections: &Sections,
    cycles: &CycleTable,
    marked: MarkRule,
    layout: &PlaneLayout,
) {
    let names = cycles.names.par_iter().with_min_len(1 << 14);
    let is_marked = names.map(|&name| match marked {
        _ if name == NO_CYCLE => false,
        MarkRule::Apart { .. } => name != cycles.main,
        MarkRule::ByCoin(key) => is_heads(cycles.roots[name as usize], key),
    });
    let is_marked: Vec<bool> = is_marked.collect();
    let of_block = sections.blocks.iter().map(|block| &is_marked[block.base as usize..][..=block.sections.len()]);
    // By block: the marks of its sections, if any of them is marked.
    let blocks: Vec<&[bool]> = of_block.map(|list| if list.contains(&true) { list } else { &[] }).collect();
    // Joined cycles stay joined.
    let afresh = !matches!(marked, MarkRule::Apart { afresh: false, .. });
    let lines = marks[MARGIN as usize * layout.stride() as usize..].par_chunks_mut(layout.stride() as usize);
    lines.zip(0..layout.rows).for_each(|(marks, row)| {
        let (blocks, row) = (&blocks[sections.block_of(row, 0)..], sections.row(row));
        for (nth, marks) in (0..layout.words()).zip(&mut marks[1..]) {
            let block = blocks[(nth * WORD / COLS) as usize];
            *marks = if block.is_empty() || !afresh && *marks == 0 {
                0
            } else {
                let mut is_marked = [0; WORD as usize];
                for (is_marked, &section) in is_marked.iter_mut().zip(row.word(nth)) {
                    *is_marked = u32::from(block[usize::from(section)]);
                }
                (0..).zip(is_marked).fold(0, |bits, (nth, is_marked)| bits | is_marked << nth)
            };
        }
    });
}

/// Widens `marks` into `wide`. Both have their margins, and those of `wide` stay empty.
pub(super) fn dilate(marks: &[u32], wide: &mut [u32], layout: &PlaneLayout) {
    let stride = layout.stride() as usize;
    let (first, rows) = (MARGIN as usize, layout.rows as usize);
    wide.par_chunks_mut(stride).enumerate().skip(first).take(rows).for_each(|(row, words)| {
        let near = row.saturating_sub(WIDER)..(row + WIDER + 1).min(rows + 2 * first);
        if marks[near.start * stride..near.end * stride].iter().all(|&word| word == 0) {
            return words.fill(0);
        }
        let all = |word: usize| near.clone().fold(0, |bits, row| bits | marks[row * stride + word]);
        for (word, marked) in words.iter_mut().enumerate().take(stride - 1).skip(1) {
            let (before, here, after) = (all(word - 1), all(word), all(word + 1));
            let bits = (1..=WIDER).fold(here, |bits, by| {
                bits | here << by | here >> by | before >> (WORD as usize - by) | after << (WORD as usize - by)
            });
            *marked = bits & layout.columns(word as u32 - 1);
        }
    });
}

/// Returns the pick of every cycle. No offer remains.
pub(super) fn pick(planes: &Planes, cycles: &CycleTable, key: u32) -> Vec<Pick> {
    let best = cycles.best.par_iter().with_min_len(1 << 10).map(|best| best.swap(NO_OFFER, Relaxed));
    best.map(|best| match best {
        NO_OFFER => Pick::NONE,
        _ => {
            let gadget = unmix(best) ^ key;
            let (anchor, shape) = (planes.layout.square(gadget / SHAPES.len() as u32), gadget % SHAPES.len() as u32);
            let is_first = planes.is_used(SHAPES[shape as usize].0, anchor.row.into(), anchor.col.into());
            Pick { gadget, state: u32::from(!is_first) }
        }
    })
    .collect()
}

/// Rows of a band. The anchors of gadgets that share an edge are in one band or in adjacent ones.
const BAND: u32 = 16;

/// Switches the picks whose edges are still as they were picked. Returns the number of them.
pub(super) fn apply(planes: &mut Planes, picks: &[Pick], sections: &mut Sections, cycles: &mut CycleTable) -> u32 {
    let mut switched = 0;
    for cycle in turns(planes, picks) {
        let pick = picks[cycle as usize];
        if stands(&pick, planes) {
            for (axis, row, col) in edges(planes, pick.gadget) {
                planes.flip(axis, row, col);
                sections.forget_at(row as u32, col as u32);
                sections.forget_at(row as u32 + AXES[axis].0, (col + i64::from(AXES[axis].1)) as u32);
            }
            cycles.joined[cycle as usize] = true;
            switched += 1;
        }
    }
    cycles.rename();
    switched
}

/// Returns whether the four edges of the gadget are as they were picked.
fn stands(pick: &Pick, planes: &Planes) -> bool {
    let edges = edges(planes, pick.gadget).map(|(axis, row, col)| planes.is_used(axis, row, col));
    let is_first = pick.state == 0;
    edges == [is_first, is_first, !is_first, !is_first]
}

/// Returns the four edges of a gadget, each as its axis and its upper square: two along the shape's first axis, two
/// along its second.
fn edges(planes: &Planes, gadget: u32) -> [(usize, i64, i64); 4] {
    let count = SHAPES.len() as u32;
    let anchor = planes.layout().square(gadget / count);
    let (i, j) = SHAPES[(gadget % count) as usize];
    let at = |axis: usize, by: usize| {
        (axis, i64::from(anchor.row + AXES[by].0), i64::from(anchor.col) + i64::from(AXES[by].1))
    };
    let own = |axis: usize| (axis, i64::from(anchor.row), i64::from(anchor.col));
    [own(i), at(i, j), own(j), at(j, i)]
}

/// Returns the cycles with a pick, in an order in which gadgets that share an edge come class by class: a band of rows
/// has its turn with a class after both it and the next band had theirs with the class before. So the rows stay in the
/// cache.
fn turns(planes: &Planes, picks: &[Pick]) -> impl Iterator<Item = u32> + use<> {
    let bands = planes.layout.rows.div_ceil(BAND);
    let mut turns = vec![Vec::new(); ((bands + GadgetClass::COUNT) * GadgetClass::COUNT) as usize];
    for (cycle, pick) in (0..).zip(picks).filter(|(_, pick)| pick.gadget != Pick::NO_GADGET) {
        let anchor = planes.layout.square(pick.gadget / SHAPES.len() as u32);
        let class =
            GadgetClass { shape: pick.gadget % SHAPES.len() as u32, colour: (anchor.row + anchor.col) & 1 }.number();
        let band = pick.gadget / SHAPES.len() as u32 / planes.layout.pitch() / BAND;
        turns[((band + class) * GadgetClass::COUNT + class) as usize].push(cycle);
    }
    turns.into_iter().flatten()
}

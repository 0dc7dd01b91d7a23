//! Joining cycles: the fast forms of the passes *label*, *mark*, *scan*, *pick* and *apply*.
//!
//! - *Label* follows the cycles from [section](super::sections) to section. A cell contains the number of its section
//!   in its block.
//! - *Mark* skips blocks without a marked cycle.
//! - *Scan* processes one row of words at a time to find gadgets.
//! - *Apply* uses one list of picks for each class of gadgets in each band of rows.

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

/// Value that replaces the number of a cycle if a square is a hole, or if the main cycle is not known yet.
pub(super) const NO_CYCLE: u32 = u32::MAX;

/// Data of the cycles, indexed by the number of the cycle.
#[derive(Debug, Default)]
pub(super) struct CycleTable {
    /// Label of each cycle, which is the cycle's lowest cell.
    pub(super) roots: Vec<u32>,
    /// For each cycle, true if the cycle has been joined with another cycle by a gadget that the cycle picked.
    pub(super) joined: Vec<bool>,
    /// For each cycle, the lowest key that was offered to the cycle since the last pick.
    pub(super) best: Vec<AtomicU32>,
    /// Cycle numbers, indexed by [section](super::sections). If the cycle of a section has been joined with another
    /// cycle, the entry is the number of the main cycle. Each block has one additional entry for its holes, with the
    /// value [`NO_CYCLE`].
    pub(super) names: Vec<u32>,
    /// Number of the main cycle; [`NO_CYCLE`] if the main cycle is not known yet.
    pub(super) main: u32,
}

impl CycleTable {
    pub(super) fn new(roots: Vec<u32>, names: Vec<u32>) -> Self {
        let best = roots.iter().map(|_| AtomicU32::new(NO_OFFER)).collect();
        Self { joined: vec![false; roots.len()], best, roots, names, main: NO_CYCLE }
    }

    /// Makes the cycle with this label the main cycle.
    ///
    /// # Panics
    /// Panics if no cycle has the label.
    pub(super) fn set_main(&mut self, label: u32) {
        self.main = self.roots.binary_search(&label).expect("every label is a root") as u32;
    }

    /// Assigns the number of the main cycle to the sections of all joined cycles.
    pub(super) fn rename(&mut self) {
        let (joined, main) = (&self.joined, self.main);
        let names = self.names.par_iter_mut().with_min_len(1 << 14);
        names.for_each(|name| *name = if joined.get(*name as usize) == Some(&true) { main } else { *name });
    }

    /// Returns the label of the cycle that contains the section with this index. Returns [`NO_LABEL`] for a hole.
    #[inline]
    pub(super) fn label_of(&self, index: usize) -> u32 {
        self.roots.get(self.names[index] as usize).copied().unwrap_or(NO_LABEL)
    }
}

/// Collects the offers of all gadgets that join a marked cycle with an unmarked cycle.
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
            // No gadget uses a row below the board. Therefore the sections of such a row are never read, and the last
            // row of the board takes the place of such a row.
            let sections = std::array::from_fn(|down| sections.row((row + down as u32).min(layout.rows - 1)));
            wide(RowScan { planes, row, marks, gadgets, found, sections, cycles, key });
        }
    });
}

/// Number of rows in which the edges of a gadget begin: the row of the anchor and the two rows below it.
const DEEP: usize = 3;

/// Anchors of the gadgets in one row of the board, as bit sets with one word per 32 squares. Each shape has two sets.
/// The first set contains the anchors of the gadgets that use the edges along the first axis of the shape. The second
/// set contains the anchors of the gadgets that use the edges along the second axis.
type Gadgets = [[Vec<u32>; 2]; SHAPES.len()];

/// Three values: a 64-bit word, the index of this word, and a shape. The word contains anchors of gadgets of this
/// shape. The lower half of the word contains the anchors of the gadgets in the first state. The upper half contains
/// the anchors of the gadgets in the second state.
type ScannedWord = (u64, u32, u32);

/// The data for the scan of a row.
struct RowScan<'a> {
    planes: &'a Planes,
    row: u32,
    /// Marks of the row and of the rows below it.
    marks: [&'a [u32]; DEEP],
    gadgets: &'a mut Gadgets,
    found: &'a mut [ScannedWord],
    /// Sections of the row and of the rows below it.
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
                // This code has no branch, because a branch on whether a word has gadgets would be unpredictable.
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
                // The axis that leads from one used edge of the gadget to the other used edge.
                let (i, j) = SHAPES[shape as usize];
                let (down, right) = AXES[if bit < WORD { j } else { i }];
                let index =
                    sections[(is_other * down) as usize].index(col.wrapping_add_signed(is_other as i32 * right));
                let best = &cycles.best[cycles.names[index] as usize];
                // The number of a gadget is six times its anchor's cell, plus its shape.
                let offer = mix(((first + col) * SHAPES.len() as u32 + shape) ^ key);
                if best.load(Relaxed) > offer {
                    best.fetch_min(offer, Relaxed);
                }
            }
        }
    }
}

/// Finds the gadgets of one shape that join a marked cycle with an unmarked cycle. All their anchors are in the same
/// row. Writes the anchors to two lists, one for each state of a gadget.
#[inline(always)]
fn gadgets(
    (i, j): (usize, usize),
    edges: &[[&[u32]; DEEP]; 4],
    marks: [&[u32]; DEEP],
    [first, second]: &mut [Vec<u32>; 2],
) {
    let ((i_down, i_right), (j_down, j_right)) = (AXES[i], AXES[j]);
    let count = first.len();
    // All slices have the same length, so that the loop needs no bounds checks.
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

/// Assigns numbers to the cycles, in ascending order of their labels.
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

/// Number of squares by which the marks are extended.
const WIDER: usize = 4;

/// Marks the squares of the cycles that `marked` selects.
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
    // The marks of each block's sections, or an empty list if no section of the block is marked.
    let blocks: Vec<&[bool]> = of_block.map(|list| if list.contains(&true) { list } else { &[] }).collect();
    // `Apart` marks the cycles that are not joined with the main cycle. A joined cycle remains joined. Therefore marks
    // are only removed, unless all marks are computed again.
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

/// Writes the marks, extended by [`WIDER`] squares in every direction, to `wide`. Both planes have margins, and the
/// margin of `wide` stays empty.
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

/// Returns a [`Pick`] for every cycle. Clears the offers of all cycles.
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

/// Number of rows in a band. The anchors of gadgets that share an edge are in the same band or in adjacent bands.
const BAND: u32 = 16;

/// Switches the picked gadgets whose edges have not changed since the *pick* pass. Returns the number of switched
/// gadgets.
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

/// Returns whether the four edges of the gadget are unchanged since the pick.
fn stands(pick: &Pick, planes: &Planes) -> bool {
    let edges = edges(planes, pick.gadget).map(|(axis, row, col)| planes.is_used(axis, row, col));
    let is_first = pick.state == 0;
    edges == [is_first, is_first, !is_first, !is_first]
}

/// Returns the four edges of a gadget, each as its axis and its upper square. The first two edges are along the first
/// axis of the gadget's shape, and the other two are along the second axis of this shape.
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

/// Returns the cycles that have picked a gadget, in the order of processing. If the gadgets of two cycles share an
/// edge, the cycle whose gadget has the lower class comes first.
///
/// The gadgets are grouped by band of rows and by class. A group is processed after two groups of the previous class:
/// the group in the same band, and the group in the next band. This order keeps the rows in the cache.
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

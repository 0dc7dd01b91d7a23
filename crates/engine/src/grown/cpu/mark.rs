//! Mark: the squares of the cycles that a round may join. The fast form of [`mark`](crate::grown::mark): rows are marked
//! as they are [scanned](super::scan), and blocks of the main cycle are left out.

use std::borrow::Cow;

use rayon::prelude::*;

use super::block::COLS;
use super::scan::{Cycles, NO_CYCLE};
use super::sections::{Block, Sections};
use crate::grown::hash::is_heads;
use crate::grown::layout::{Layout, MARGIN, WORD};
use crate::grown::passes::Marked;

/// Squares by which the marks are widened.
const WIDER: usize = 4;

/// The squares that are to be marked.
pub(super) struct Marking<'a> {
    sections: &'a Sections,
    pub(super) cycles: &'a Cycles,
    /// For each section, by its index, the number of its cycle; [`NO_CYCLE`] for holes and where a coin shows tails.
    names: Cow<'a, [u32]>,
    /// The number of the main cycle, which is not marked; [`NO_CYCLE`] if coins decide.
    main: u32,
    /// If not set, only squares with a mark are looked at: cycles that are joined stay joined.
    afresh: bool,
    /// Per block: all of its squares are on the main cycle.
    is_main: Vec<bool>,
}

impl<'a> Marking<'a> {
    pub(super) fn new(sections: &'a Sections, cycles: &'a Cycles, marked: Marked) -> Self {
        let (names, main, afresh) = match marked {
            Marked::Apart { afresh, .. } => (Cow::Borrowed(&cycles.names[..]), cycles.main, afresh),
            Marked::ByCoin(key) => {
                let is_marked = |name: u32| cycles.roots.get(name as usize).is_some_and(|&label| is_heads(label, key));
                let names = cycles.names.par_iter().with_min_len(1 << 14);
                (names.map(|&name| if is_marked(name) { name } else { NO_CYCLE }).collect(), NO_CYCLE, true)
            }
        };
        let is_main = |block: &Block| Self::of_block(&names, block)[1..].iter().all(|&name| name == main);
        let is_main = sections.blocks.par_iter().map(is_main).collect();
        Self { sections, cycles, names, main, afresh, is_main }
    }

    /// The names of a block's sections; the first belongs to its holes.
    #[inline(always)]
    fn of_block<'b>(names: &'b [u32], block: &Block) -> &'b [u32] {
        &names[block.base as usize..][..=block.sections.len()]
    }

    /// Marks a row, and gives each of its squares the number of its cycle. A square that is not marked may get the number
    /// of the main cycle, and a hole gets [`NO_CYCLE`].
    #[inline(always)]
    pub(super) fn line(&self, row: u32, marks: &mut [u32], names: &mut [u32]) {
        let main = self.main;
        let is_main = &self.is_main[self.sections.block_of(row, 0)..];
        let row = self.sections.row(row);
        for ((nth, names), before) in (0..).zip(names.chunks_exact_mut(WORD as usize)).zip(&marks[1..]) {
            if !self.afresh && *before == 0 || is_main[(nth * WORD / COLS) as usize] {
                names.fill(main);
                continue;
            }
            let (sections, block) = row.word(nth);
            let of_block = Self::of_block(&self.names, block);
            for (name, &section) in names.iter_mut().zip(sections) {
                *name = of_block[usize::from(section)];
            }
        }
        // In a loop of its own, which reads the names as vectors.
        for (names, marks) in names.chunks_exact(WORD as usize).zip(&mut marks[1..]) {
            *marks = (0..)
                .zip(names)
                .fold(0, |marks, (nth, &name)| marks | u32::from((name != main) & (name != NO_CYCLE)) << nth);
        }
    }

    /// Marks the whole board. A scan marks each row by itself.
    pub(super) fn all(&self, marks: &mut [u32], layout: &Layout) {
        let stride = layout.stride() as usize;
        let lines = marks[MARGIN as usize * stride..].par_chunks_mut(stride).zip(0..layout.rows);
        let names = || vec![NO_CYCLE; (layout.words() * WORD) as usize];
        lines.for_each_init(names, |names, (marks, row)| self.line(row, marks, names));
    }
}

/// Widens `marks` into `wide`. Both have their margins, and those of `wide` stay empty.
pub(super) fn dilate(marks: &[u32], wide: &mut [u32], layout: &Layout) {
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

//! Mark: the squares of the cycles that a round may join. The fast form of [`mark`](crate::grown::mark): blocks without
//! a marked cycle are left out.

use rayon::prelude::*;

use super::block::COLS;
use super::scan::{Cycles, NO_CYCLE};
use super::sections::Sections;
use crate::grown::hash::is_heads;
use crate::grown::layout::{Layout, MARGIN, WORD};
use crate::grown::passes::Marked;

/// Squares by which the marks are widened.
const WIDER: usize = 4;

/// Marks the board.
pub(super) fn mark(marks: &mut [u32], sections: &Sections, cycles: &Cycles, marked: Marked, layout: &Layout) {
    let names = cycles.names.par_iter().with_min_len(1 << 14);
    let is_marked = names.map(|&name| match marked {
        _ if name == NO_CYCLE => false,
        Marked::Apart { .. } => name != cycles.main,
        Marked::ByCoin(key) => is_heads(cycles.roots[name as usize], key),
    });
    let is_marked: Vec<bool> = is_marked.collect();
    let of_block = sections.blocks.iter().map(|block| &is_marked[block.base as usize..][..=block.sections.len()]);
    // By block: the marks of its sections, if any of them is marked.
    let blocks: Vec<&[bool]> = of_block.map(|list| if list.contains(&true) { list } else { &[] }).collect();
    // Joined cycles stay joined.
    let afresh = !matches!(marked, Marked::Apart { afresh: false, .. });
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

//! Mark: the squares that are not on the main cycle. The mirror of `shaders/grown/mark.wgsl`.
//!
//! One invocation is one word of one row: it looks up the cycles of its 32 squares, and writes its own word of a bit
//! plane. *Dilate* widens the marks by four squares to all sides into a second plane: one invocation reads nine
//! rows of three words and writes its own word.

use rayon::prelude::*;

use super::layout::{Layout, MARGIN, WORD};
use super::scan::{Cycles, NO_CYCLE};
use super::sections::Sections;

/// Squares by which the marks are widened.
const WIDER: usize = 4;

/// Marks every square whose cycle is not joined with the one that has the label `main`. Squares that have no mark
/// before get none, unless all are looked at afresh, when none is joined yet: cycles that are joined stay joined.
pub(super) fn mark(marks: &mut [u32], layout: &Layout, sections: &Sections, cycles: &Cycles, main: u32, afresh: bool) {
    let stride = layout.stride() as usize;
    let main = cycles.number_of(main);
    let board = &mut marks[MARGIN as usize * stride..][..layout.rows as usize * stride];
    let of_section = |&name: &u32| u8::from((name != main) & (name != NO_CYCLE));
    let marked: Vec<u8> = cycles.names.par_iter().map(of_section).collect();
    board.par_chunks_mut(stride).zip(0..layout.rows).for_each(|(words, row)| {
        let row = sections.row(row);
        for (word, nth) in words[1..].iter_mut().zip(0..layout.words()) {
            if !afresh && *word == 0 {
                continue;
            }
            let (sections, block) = row.word(nth);
            let marked = &marked[block.base as usize..][..=block.sections.len()];
            *word = match sections.first_chunk::<{ WORD as usize }>() {
                Some(word) => bits(word, marked),
                None => bits(sections, marked),
            };
        }
    });
}

/// The bits of some squares' sections.
#[inline(always)]
fn bits(sections: &[u16], marked: &[u8]) -> u32 {
    // From the last square, which has the highest bit; eight for themselves, so that no step waits for all before.
    sections.chunks(8).rev().fold(0, |word, eight| {
        let bits = eight.iter().rev().map(|&section| u32::from(marked[usize::from(section)]));
        word << 8 | bits.fold(0, |byte, bit| byte << 1 | bit)
    })
}

/// Widens `marks` into `wide`. Both have their margins, and those of `wide` stay empty.
pub(super) fn dilate(marks: &[u32], wide: &mut [u32], layout: &Layout) {
    let stride = layout.stride() as usize;
    let (first, rows) = (MARGIN as usize, layout.rows as usize);
    wide.par_chunks_mut(stride).enumerate().skip(first).take(rows).for_each(|(row, words)| {
        let near = row.saturating_sub(WIDER)..(row + WIDER + 1).min(rows + 2 * first);
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

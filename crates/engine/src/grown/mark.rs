//! Mark: the squares that are not on the main cycle. The mirror of `shaders/grown/mark.wgsl`.
//!
//! One invocation is one word of one row: it looks up the cycles of its 32 squares, and writes its own word of a bit
//! plane. *Dilate* widens the marks by four squares to all sides into a second plane: one invocation reads nine
//! rows of three words and writes its own word.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::label::{NO_LABEL, label_of};
use super::layout::{Layout, MARGIN, WORD};
use super::scan::Cycles;

/// Squares by which the marks are widened.
const WIDER: usize = 4;

/// Marks every square whose cycle is not joined with the one that has the label `main`. Squares that have no mark
/// before get none, unless all are looked at afresh: cycles that are joined stay joined.
pub(super) fn mark(marks: &mut [u32], layout: &Layout, cells: &[AtomicU32], cycles: &Cycles, main: u32, afresh: bool) {
    let stride = layout.stride() as usize;
    let main_cycle = cycles.joined_of(main, cells);
    let board = &mut marks[MARGIN as usize * stride..][..layout.rows as usize * stride];
    board.par_chunks_mut(stride).zip(0..u32::MAX).for_each(|(words, row)| {
        let cells_of_row = &cells[(row * layout.pitch()) as usize..][..layout.cols as usize];
        for (nth, (word, slots)) in words[1..].iter_mut().zip(cells_of_row.chunks(WORD as usize)).enumerate() {
            if !afresh && *word == 0 {
                continue;
            }
            let first = row * layout.pitch() + nth as u32 * WORD;
            let minor = |(cell, slot): (u32, &AtomicU32)| {
                let label = label_of(cell, slot.load(Relaxed));
                label != main && label != NO_LABEL && cycles.joined_of(label, cells) != main_cycle
            };
            *word = (first..).zip(slots).enumerate().fold(0, |bits, (bit, at)| bits | u32::from(minor(at)) << bit);
        }
    });
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

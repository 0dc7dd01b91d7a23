//! Mark: marks the squares of all cycles that a round can join. This is the mirror of `shaders/grown/mark.wgsl`.
//!
//! Each invocation processes one word of one row: it reads the cycles of the word's 32 squares, and writes its own word
//! of a bit plane. *Dilate* extends the marks by four squares on all sides, and writes the extended marks to a second
//! plane: one invocation reads three words from each of nine rows, and writes its own word.

use super::hash::is_heads;
use super::job::GrowthJob;
use super::job::{NO_LABEL, NUMBERED};
use super::memory::GrowthMemory;

fn is_marked(m: &GrowthMemory, cycle: u32) -> bool {
    if m.job.main == GrowthJob::NO_CYCLE {
        return is_heads(m.cycles[m.root_place(cycle)], m.job.key);
    }
    cycle != m.job.main && m.cycles[m.joined_place(cycle)] == 0
}

/// Computes one word of marks, for up to 32 squares of one row.
pub(super) fn mark(m: &mut GrowthMemory, number: u32) {
    let (row, word) = (number / m.job.words, number % m.job.words);
    let at = m.mark_word(row, word);
    // Joined cycles remain joined, so marks are removed but never added. An empty word therefore stays empty.
    if m.job.afresh == 0 && m.marks[at] == 0 {
        return;
    }
    let first = word * 32;
    let count = (m.job.cols - first).min(32);
    let mut bits = 0;
    for bit in 0..count {
        let slot = m.cell_at(row * m.job.pitch + first + bit);
        if slot != NO_LABEL && is_marked(m, slot & !NUMBERED) {
            bits |= 1 << bit;
        }
    }
    m.marks[at] = bits;
}

/// Dilates the marks of one word of one row.
pub(super) fn dilate(m: &mut GrowthMemory, number: u32) {
    let (row, word) = (number / m.job.words, number % m.job.words);
    let (mut before, mut here, mut after) = (0, 0, 0);
    for near in row.max(4) - 4..(row + 5).min(m.job.rows) {
        let at = m.mark_word(near, word);
        before |= m.marks[at - 1];
        here |= m.marks[at];
        after |= m.marks[at + 1];
    }
    let mut bits = here;
    for by in 1..=4 {
        bits |= here << by | here >> by;
        bits |= before >> (32 - by) | after << (32 - by);
    }
    // Columns to the right of the board have no marks.
    let columns = u32::MAX >> (32 - (m.job.cols - word * 32).min(32));
    let at = m.wide_word(row, word);
    m.marks[at] = bits & columns;
}

//! The buffers of the mirrors.
//!
//! Each mirror is a function on [`GrowthMemory`], with the same name as its shader. The functions that several mirrors
//! share are in this module or in [`walk`](super::walk). The functions of this module correspond to those in
//! `shaders/grown/state.wgsl`, `links.wgsl`, `cycles.wgsl` and `cells.wgsl`.

use bytemuck::Zeroable;
use courser_board::Square;

use super::gadget::AXES;
use super::job::{GrownStatus, GrowthJob, NO_LABEL, NUMBERED, Pick, Piece};
use super::planes::ahead;
use crate::machine;

/// The buffers declared by the shaders.
#[derive(Debug)]
pub struct GrowthMemory {
    pub(super) job: GrowthJob,
    pub(super) planes: Vec<u32>,
    pub(super) marks: Vec<u32>,
    pub(super) cycles: Vec<u32>,
    pub(super) pieces: Vec<Piece>,
    pub(super) status: GrownStatus,
    pub(super) cells: Vec<u32>,
    /// Number of loop iterations of the current invocation.
    pub(super) rounds: u32,
}

impl GrowthMemory {
    /// Returns the difference between the cell indices of two squares that are one move apart along the given axis.
    pub(super) fn jump_of(&self, axis: usize) -> u32 {
        let (down, right) = AXES[axis];
        (down * self.job.pitch).wrapping_add_signed(right)
    }

    /// Returns the index of word `word` in row `row` of a plane. The row can be up to two rows above or below the
    /// board.
    pub(super) fn edge_word(&self, axis: usize, row: u32, word: u32) -> usize {
        ((row.wrapping_add(2) * 4 + axis as u32) * self.job.stride + 1 + word) as usize
    }

    /// Returns the index of word `word` in row `row` of the marks.
    pub(super) fn mark_word(&self, row: u32, word: u32) -> usize {
        ((row + 2) * self.job.stride + 1 + word) as usize
    }

    /// Returns the index of word `word` in row `row` of the dilated marks, which are stored after the marks.
    pub(super) fn wide_word(&self, row: u32, word: u32) -> usize {
        self.mark_word(self.job.rows + 4 + row, word)
    }

    /// Returns the index of the word that contains a square's bit in a plane, and a mask with only that bit.
    pub(super) fn place_of(&self, axis: usize, row: u32, col: u32) -> (usize, u32) {
        (self.edge_word(axis, row, col / 32), 1 << (col & 31))
    }

    /// Returns word `word` of a row of a plane, after the row is shifted by `by` columns.
    pub(super) fn edges_ahead(&self, axis: usize, row: u32, word: u32, by: i32) -> u32 {
        let at = self.edge_word(axis, row, word);
        ahead(self.planes[at - 1], self.planes[at], self.planes[at + 1], by)
    }

    /// Returns word `word` of a row of the marks, after the row is shifted by `by` columns. Bit `c` of the result is
    /// the bit of column `c + by`, counted from the first column of this word.
    pub(super) fn marks_ahead(&self, row: u32, word: u32, by: i32) -> u32 {
        let at = self.mark_word(row, word);
        ahead(self.marks[at - 1], self.marks[at], self.marks[at + 1], by)
    }

    /// Returns 1 if the edge from this square along this axis is used, otherwise 0. The square can be up to one move
    /// outside the board.
    pub(super) fn edge_at(&self, axis: usize, row: u32, col: u32) -> u32 {
        let place = col.wrapping_add(32);
        self.planes[self.edge_word(axis, row, place / 32) - 1] >> (place & 31) & 1
    }

    /// Returns the directions of a square's used edges as bits: bit i for the direction of axis i, bit 4 + i for the
    /// opposite direction.
    pub(super) fn links_of(&self, row: u32, col: u32) -> u32 {
        (0..4).fold(0, |links, axis| {
            let (down, right) = AXES[axis];
            let back = self.edge_at(axis, row.wrapping_sub(down), col.wrapping_add_signed(-right));
            links | (self.edge_at(axis, row, col) | back << 4) << axis
        })
    }

    pub(super) fn cell_at(&self, cell: u32) -> u32 {
        self.cells[cell as usize]
    }

    pub(super) fn set_cell(&mut self, cell: u32, value: u32) {
        self.cells[cell as usize] = value;
    }

    /// Returns the index of the word that contains the label of the cycle. The label is the lowest cell index in the
    /// cycle.
    pub(super) const fn root_place(&self, cycle: u32) -> usize {
        cycle as usize
    }

    /// Returns the index of the word that contains the joined flag of `cycle`. The flag is 1 if `cycle` has been joined
    /// with another cycle by a gadget that `cycle` picked, otherwise 0.
    pub(super) const fn joined_place(&self, cycle: u32) -> usize {
        (self.job.room + cycle) as usize
    }

    /// Returns the index of the word that contains the lowest key of all gadgets offered to the cycle.
    pub(super) const fn best_place(&self, cycle: u32) -> usize {
        (2 * self.job.room + cycle) as usize
    }

    /// Returns the index of the word that contains the gadget picked by the cycle.
    pub(super) const fn gadget_place(&self, cycle: u32) -> usize {
        (3 * self.job.room + cycle) as usize
    }

    /// Returns the index of the word that contains the state of the gadget picked by the cycle.
    pub(super) const fn state_place(&self, cycle: u32) -> usize {
        (4 * self.job.room + cycle) as usize
    }
}

/// Indices of the buffers. The index of a buffer is one less than the number of its binding. The buffers contain:
///
/// - the edges as bit planes;
/// - the marks and the dilated marks;
/// - the lists of cycles;
/// - two lists of pieces;
/// - the report;
/// - a word per cell, which contains the cell's cycle and later its visit number.
pub(super) const PLANES: usize = 0;
pub(super) const MARKS: usize = 1;
pub(super) const CYCLES: usize = 2;
pub(super) const PIECES: usize = 3;
pub(super) const STATUS: usize = 4;
/// Index of the buffer that holds the words of all cells.
pub const CELLS: usize = 5;

/// Buffers in the order of the slots.
pub(super) const BOUND: &[usize] = &[PLANES, MARKS, CYCLES, PIECES, STATUS, CELLS];

/// Number of words of data per cycle; see `shaders/grown/cycles.wgsl`.
pub(super) const CYCLE_WORDS: u64 = 5;

/// Returns the number of words of each buffer.
pub(super) fn sizes(job: &GrowthJob) -> [u64; BOUND.len()] {
    let plane = u64::from(job.rows + 4) * u64::from(job.stride);
    let (cycles, pieces) = (CYCLE_WORDS * u64::from(job.room), 2 * (2 * u64::from(job.halves)));
    let status = size_of::<GrownStatus>() as u64 / 4;
    [4 * plane, 2 * plane, cycles, pieces, status, u64::from(job.rows) * u64::from(job.pitch)]
}

impl GrowthMemory {
    /// Creates the buffers of a run with these parameters, filled with zeros.
    pub(super) fn new(job: GrowthJob) -> Self {
        let [planes, marks, cycles, pieces, _, cells] = sizes(&job).map(|words| words as usize);
        Self {
            job,
            planes: vec![0; planes],
            marks: vec![0; marks],
            cycles: vec![0; cycles],
            pieces: vec![Piece::zeroed(); pieces / 2],
            status: GrownStatus::zeroed(),
            cells: vec![0; cells],
            rounds: 0,
        }
    }
}

impl machine::MirrorMemory for GrowthMemory {
    type Job = GrowthJob;

    const BUFFERS: &'static [&'static str] =
        &["planes of edges", "marks", "lists of cycles", "pieces", "report", "cells"];

    fn words(&mut self, buffer: usize) -> &mut [u32] {
        match buffer {
            PLANES => &mut self.planes,
            MARKS => &mut self.marks,
            CYCLES => &mut self.cycles,
            PIECES => bytemuck::cast_slice_mut(&mut self.pieces),
            STATUS => bytemuck::cast_slice_mut(std::slice::from_mut(&mut self.status)),
            _ => &mut self.cells,
        }
    }

    fn begin(&mut self, job: &GrowthJob, _: &[usize]) {
        self.job = *job;
    }

    fn enter(&mut self) {
        self.rounds = 0;
    }

    /// Accepts the contents of all buffers if the pass must be repeated. Such a pass can stop at any point, so the
    /// contents can differ from the expected contents.
    fn excuse(found: &[Option<Vec<u32>>], expected: &mut [Option<Vec<u32>>]) {
        let report = found[STATUS].as_deref().unwrap_or_default();
        if report.first().is_some_and(|flags| flags & GrownStatus::AGAIN != 0) {
            expected.clone_from_slice(found);
        }
    }

    /// Converts the contents of the buffers to a canonical form. The buffers of two machines are compared in this form.
    ///
    /// While cycles are labelled, a cell can point to any earlier cell on its cycle. Each cycle gets a number, which
    /// depends on the order in which the cycles are found. In the canonical form, each cell points to its root, and the
    /// lists are sorted by label.
    fn canonical(job: &GrowthJob, words: &mut [Option<Vec<u32>>]) -> bool {
        let report = words[STATUS].clone().unwrap_or_default();
        let Some(cells) = &mut words[CELLS] else { return true };
        // A cell without the flag `NUMBERED` contains one of three numbers: the index of the cell, the index of an
        // earlier cell, or a visit number. Only a visit number can exceed the index of the cell. Buffers with visit
        // numbers have no canonical form.
        let points_back = |(cell, &up): (usize, &u32)| up & NUMBERED != 0 || up as usize <= cell;
        if !cells.iter().enumerate().all(points_back) {
            return false;
        }
        // Each earlier cell already points at its root, or contains the number of its cycle. If an earlier cell is not
        // a square, it contains NO_LABEL.
        for cell in 0..cells.len() {
            let up = cells[cell];
            if up & NUMBERED == 0 {
                cells[cell] = cells[up as usize];
            }
        }
        let count = report.get(1).map_or(0, |&cycles| cycles.min(job.room)) as usize;
        let Some(lists) = &mut words[CYCLES] else { return true };
        let labels = lists[..count].to_vec();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_unstable_by_key(|&cycle| labels[cycle]);
        for list in lists.chunks_mut(job.room as usize) {
            let sorted: Vec<u32> = order.iter().map(|&cycle| list[cycle]).collect();
            list[..count].copy_from_slice(&sorted);
        }
        // If a cycle has no gadget, its state word is left over from an earlier cycle that had the same number.
        for cycle in 0..count {
            if lists[3 * job.room as usize + cycle] == Pick::NO_GADGET {
                lists[4 * job.room as usize + cycle] = 0;
            }
        }
        for slot in words[CELLS].iter_mut().flatten().filter(|slot| **slot & NUMBERED != 0 && **slot != NO_LABEL) {
            *slot = labels.get((*slot & !NUMBERED) as usize).copied().unwrap_or(*slot);
        }
        true
    }

    fn describe(job: &GrowthJob, buffer: usize, index: u64) -> Option<String> {
        let square = |row: u64, col: u64| Square::new(row as u32, col as u32).name(job.rows);
        let stride = u64::from(job.stride);
        // A row of a plane begins with a word of zeros, and a plane begins with two rows of zeros.
        let words = |row: u64| {
            let (row, word) =
                (row.checked_sub(2).filter(|row| *row < job.rows.into())?, (index % stride).checked_sub(1)?);
            Some(square(row, 32 * word)).filter(|_| word < job.words.into())
        };
        match buffer {
            PLANES => Some(format!(
                "the word of edges along axis {} from {} on",
                index / stride % 4,
                words(index / stride / 4)?
            )),
            MARKS => {
                let rows = u64::from(job.rows) + 4;
                let kind = if index / stride < rows { "marks" } else { "widened marks" };
                Some(format!("the word of {kind} from {} on", words(index / stride % rows)?))
            }
            CELLS => {
                let (row, col) = (index / u64::from(job.pitch), index % u64::from(job.pitch));
                (col < job.cols.into()).then(|| format!("the cell of {}", square(row, col)))
            }
            _ => None,
        }
    }
}

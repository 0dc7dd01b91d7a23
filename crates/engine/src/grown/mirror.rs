//! The plain form of all passes: the shaders' invocations one by one, in a shuffled order.
//!
//! Each mirror is a function on [`Memory`], beside the shader of the same name. What several shaders share is here, as in
//! `shaders/grown/state.wgsl`, `links.wgsl`, `cycles.wgsl` and `cells.wgsl`, or in [`walk`](super::walk).

use async_trait::async_trait;
use bytemuck::Zeroable;
use courser_board::proof::Proof;

use super::gadget::AXES;
use super::hash::mix;
use super::host::{Host, Machine};
use super::job::{GrownStatus, Job};
use super::label::NO_LABEL;
use super::passes::Bands;
use super::planes::ahead;
use super::setup::Setup;
use super::splitters::Piece;
use super::task::{Buffer, Task};
use crate::{EngineError, Result};

/// The buffers that the shaders declare.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) job: Job,
    pub(super) planes: Vec<u32>,
    pub(super) marks: Vec<u32>,
    pub(super) cycles: Vec<u32>,
    pub(super) pieces: Vec<Piece>,
    pub(super) status: GrownStatus,
    pub(super) cells: Vec<u32>,
    /// Rounds of the loops of one invocation.
    pub(super) rounds: u32,
}

impl Memory {
    /// The cells that an axis leads.
    pub(super) fn jump_of(&self, axis: usize) -> u32 {
        let (down, right) = AXES[axis];
        (down * self.job.pitch).wrapping_add_signed(right)
    }

    /// The place of a word of a row of a plane. The row may be two above the board or below it.
    pub(super) fn edge_word(&self, axis: usize, row: u32, word: u32) -> usize {
        ((row.wrapping_add(2) * 4 + axis as u32) * self.job.stride + 1 + word) as usize
    }

    /// The place of a word of a row of the marks.
    pub(super) fn mark_word(&self, row: u32, word: u32) -> usize {
        ((row + 2) * self.job.stride + 1 + word) as usize
    }

    /// The place of a word of a row of the widened marks, in a plane behind the marks.
    pub(super) fn wide_word(&self, row: u32, word: u32) -> usize {
        self.mark_word(self.job.rows + 4 + row, word)
    }

    /// The place of a square's bit in a plane, and the bit.
    pub(super) fn place_of(&self, axis: usize, row: u32, col: u32) -> (usize, u32) {
        (self.edge_word(axis, row, col / 32), 1 << (col & 31))
    }

    /// A word of a plane's row, seen from `by` columns further left.
    pub(super) fn edges_ahead(&self, axis: usize, row: u32, word: u32, by: i32) -> u32 {
        let at = self.edge_word(axis, row, word);
        ahead(self.planes[at - 1], self.planes[at], self.planes[at + 1], by)
    }

    /// A word of a row of the marks, seen from `by` columns further left.
    pub(super) fn marks_ahead(&self, row: u32, word: u32, by: i32) -> u32 {
        let at = self.mark_word(row, word);
        ahead(self.marks[at - 1], self.marks[at], self.marks[at + 1], by)
    }

    /// 1 if the edge from this square along this axis is used. The square may lie a move outside the board.
    pub(super) fn edge_at(&self, axis: usize, row: u32, col: u32) -> u32 {
        let place = col.wrapping_add(32);
        self.planes[self.edge_word(axis, row, place / 32) - 1] >> (place & 31) & 1
    }

    /// The directions in which a square's edges lead: bit i along axis i, bit 4 + i back along it.
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

    /// The place of a cycle's label: the least cell of the cycle.
    pub(super) const fn root_place(&self, cycle: u32) -> usize {
        cycle as usize
    }

    /// The place of a 1 if the cycle is joined with another, else 0.
    pub(super) const fn joined_place(&self, cycle: u32) -> usize {
        (self.job.room + cycle) as usize
    }

    /// The place of the least key that was offered.
    pub(super) const fn best_place(&self, cycle: u32) -> usize {
        (2 * self.job.room + cycle) as usize
    }

    /// The place of the gadget that was picked.
    pub(super) const fn gadget_place(&self, cycle: u32) -> usize {
        (3 * self.job.room + cycle) as usize
    }

    /// The place of the state of that gadget.
    pub(super) const fn state_place(&self, cycle: u32) -> usize {
        (4 * self.job.room + cycle) as usize
    }

    /// All words of a buffer.
    fn words(&mut self, buffer: Buffer) -> &mut [u32] {
        match buffer {
            Buffer::Planes => &mut self.planes,
            Buffer::Marks => &mut self.marks,
            Buffer::Cycles => &mut self.cycles,
            Buffer::Pieces => bytemuck::cast_slice_mut(&mut self.pieces),
            Buffer::Status => bytemuck::cast_slice_mut(std::slice::from_mut(&mut self.status)),
            Buffer::Cells => &mut self.cells,
        }
    }
}

/// A growing tour by the plain form of all passes.
pub type MirrorGrown = Host<Mirror>;

/// Runs the invocations of a task one by one, in an order that a key shuffles.
#[derive(Debug)]
pub struct Mirror {
    memory: Memory,
    key: u32,
    /// The binary logarithm of the cells in a part, if the cells are in several parts.
    split: Option<u32>,
}

impl MirrorGrown {
    /// The state before the first pass. The result does not depend on `key`, which shuffles the invocations, nor on `split`:
    /// with it the cells are labelled in parts of `1 << split`.
    pub fn new(setup: Setup, key: u32, split: Option<u32>) -> Self {
        let job = Job::new(&setup);
        let [planes, marks, cycles, pieces, _, cells] = Self::sizes(&setup.layout, &job);
        let words = |bytes: u64| vec![0; bytes as usize / 4];
        let memory = Memory {
            job,
            planes: words(planes),
            marks: words(marks),
            cycles: words(cycles),
            pieces: vec![Piece::zeroed(); pieces as usize / size_of::<Piece>()],
            status: GrownStatus::zeroed(),
            cells: words(cells),
            rounds: 0,
        };
        Self::with_machine(Mirror { memory, key, split }, setup, job)
    }
}

#[async_trait(?Send)]
impl Machine for Mirror {
    fn split(&self) -> Option<u32> {
        self.split
    }

    async fn run(&mut self, task: Task, job: Job) -> Result<()> {
        let mut order: Vec<u32> = (job.first..job.end).collect();
        self.key = mix(self.key);
        order.sort_unstable_by_key(|number| mix(number ^ self.key));
        self.memory.job = job;
        for number in order {
            self.memory.rounds = 0;
            (task.kernel().mirror)(&mut self.memory, number);
        }
        Ok(())
    }

    async fn submit(&mut self) -> Result<()> {
        Ok(())
    }

    async fn write(&mut self, buffer: Buffer, words: &[u32]) -> Result<()> {
        self.memory.words(buffer).copy_from_slice(words);
        Ok(())
    }

    async fn read(&mut self, buffer: Buffer, first: u64, count: usize) -> Result<Vec<u32>> {
        Ok(self.memory.words(buffer)[first as usize..][..count].to_vec())
    }

    async fn gather(&mut self, buffer: Buffer, places: &[u32]) -> Result<Vec<u32>> {
        let words = self.memory.words(buffer);
        Ok(places.iter().map(|&place| words[place as usize]).collect())
    }

    async fn for_each_band(&mut self, setup: &Setup, each: Bands<'_>) -> Result<()> {
        let layout = setup.layout;
        let lines = self.memory.cells.chunks_exact(layout.pitch() as usize);
        let numbers = lines.flat_map(|line| &line[..layout.cols as usize]);
        let numbers: Vec<u32> = numbers.map(|&number| if number == NO_LABEL { 0 } else { number }).collect();
        if setup.board.hole_count() == 0 {
            let mut proof = Proof::new(layout.rows, layout.cols, setup.end.is_none());
            proof.push(&numbers).and_then(|()| proof.finish()).map_err(EngineError::Proof)?;
        }
        let _ = each(0..layout.rows, &numbers);
        Ok(())
    }
}

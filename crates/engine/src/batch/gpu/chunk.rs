//! A chunk: knights that walk side by side, from their first squares to their results.

use std::collections::VecDeque;

use bytemuck::Zeroable;
use courser_gpu::{GpuError, Kernel, MAX_LOOPS, grid, wgpu};
use courser_solve::warnsdorff::Rule;
use web_time::{Duration, Instant};

use super::GpuBatch;
use crate::batch::kernel::{INIT_WIDTH, INIT_WORDS, KernelKind, init_boards, init_knights, tally};
use crate::batch::layout::{self, Slice, SliceTally};
use crate::batch::plan::KnightSpan;
use crate::batch::{BatchPlan, WalkResult};
use crate::machine::throttle::{InFlight, SUBMIT, Throttle};
use crate::{EngineError, Result};

/// The knights that walk side by side should be at their ends after about this long: progress is reported then.
const CHUNK: Duration = Duration::from_millis(400);

/// Knights that walk side by side, to begin with, are at most this many...
const FIRST_KNIGHTS: u64 = 1 << 13;

/// ...and make at most this many moves together, or are [`MIN_KNIGHTS`].
const FIRST_MOVES: u64 = 1 << 22;

/// The GPU is never given fewer knights than this for the sake of time.
const MIN_KNIGHTS: u64 = 64;

/// Moves a submission, to begin with.
const FIRST_MOVES_EACH: u64 = 32;

/// Maximum number of bytes in one read-back.
const STAGING: u64 = 64 << 20;

/// Returns the maximum number of moves in a dispatch, such that no invocation exceeds [`MAX_LOOPS`] iterations if no
/// compiler unrolls anything. In the worst case a move examines nine rows and twice eight codes for each of eight
/// candidates, and with a rule that looks further ahead, also for each of their neighbours.
const fn most_moves(rule: Rule) -> u32 {
    const AROUND: u32 = 25;
    let mut word = AROUND;
    let mut level = 1;
    while level < rule.look_ahead() {
        word = AROUND + 8 * word;
        level += 1;
    }
    MAX_LOOPS / (8 * word + 96)
}

/// The requested results of knights.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ChunkOutput {
    Tallies,
    Walks,
    Paths,
}

/// Knights that walked side by side, and what was read back of them.
pub(super) struct KnightChunk {
    /// One piece per slice.
    pub(super) pieces: Vec<KnightSpan>,
    /// One tally per slice, if tallies were requested.
    pub(super) tallies: Vec<SliceTally>,
    /// One walk per knight, if walks or paths were requested.
    pub(super) walks: Vec<WalkResult>,
    /// Visit v of knight k at `v * knights + k`, if paths were requested.
    pub(super) squares: Vec<u32>,
}

/// The buffers of a chunk.
struct Buffers {
    slices: wgpu::Buffer,
    knights: wgpu::Buffer,
    cells: wgpu::Buffer,
    /// The results, followed by every square in visiting order if paths are requested.
    results: wgpu::Buffer,
}

/// Returns the number of knights in the first chunk.
pub(super) fn first_knights(kind: KernelKind, playable: u64, most: u32) -> Throttle {
    Throttle {
        amount: (FIRST_MOVES / playable).clamp(MIN_KNIGHTS, FIRST_KNIGHTS),
        least: MIN_KNIGHTS,
        most: most.into(),
        // `small` has no other bound in time: its chunk is one dispatch.
        aim: if kind == KernelKind::Small { SUBMIT } else { CHUNK },
    }
}

/// Returns the number of moves in the first submission.
pub(super) const fn first_moves() -> Throttle {
    Throttle { amount: FIRST_MOVES_EACH, least: 1, most: u32::MAX as u64, aim: SUBMIT }
}

impl GpuBatch<'_> {
    /// Lets all knights of `pieces` walk and hands their results to `reported`, a chunk at a time.
    ///
    /// A chunk walks by one rule: that is what a kernel is built for, and lanes side by side that
    /// do different things would wait for each other.
    pub(super) async fn walk(
        &mut self,
        pieces: &[KnightSpan],
        want: ChunkOutput,
        progress: &mut dyn FnMut(u64),
        reported: &mut dyn FnMut(&BatchPlan, KnightChunk) -> Result<()>,
    ) -> Result<()> {
        let most = self.most(want);
        let mut walked = 0;
        for rule in Rule::ALL {
            let by_rule = |piece: &&KnightSpan| self.plan.cohorts()[piece.cohort].walker.rule == rule;
            let mut queue: VecDeque<KnightSpan> = pieces.iter().filter(by_rule).copied().collect();
            while !queue.is_empty() {
                let room = self.knights.amount.min(most);
                let (chunk, count) = take(&mut queue, room, self.bounds.slice);
                let begun = Instant::now();
                let chunk = self.walk_chunk(rule, chunk, count, want).await?;
                self.knights.learn(begun.elapsed(), count == room);
                walked += count;
                reported(&self.plan, chunk)?;
                progress(walked);
            }
        }
        Ok(())
    }

    /// Returns the maximum number of knights that can walk side by side.
    fn most(&self, want: ChunkOutput) -> u64 {
        let bytes = self.bounds.bytes;
        let in_groups = u64::from(self.device.max_groups()) * u64::from(self.width.min(INIT_WIDTH));
        // Knights, results and slices take at most 36 bytes each.
        let mut most = in_groups.min(self.bounds.knights.into()).min(bytes / size_of::<Slice>() as u64);
        if self.params.words > 0 {
            most = most.min(bytes / (u64::from(self.params.words) * 4));
        }
        most.min(bytes / (4 * self.result_words(want))).max(1)
    }

    /// Returns the number of words written per knight.
    fn result_words(&self, want: ChunkOutput) -> u64 {
        1 + if want == ChunkOutput::Paths { u64::from(self.params.playable) } else { 0 }
    }

    async fn walk_chunk(
        &mut self,
        rule: Rule,
        pieces: Vec<KnightSpan>,
        knights: u64,
        want: ChunkOutput,
    ) -> Result<KnightChunk> {
        let slices = self.cut(&pieces);
        self.params.knights = knights as u32;
        self.params.slices = slices.len() as u32;
        let words = knights * self.result_words(want);
        let buffers = self.buffers(&slices, knights, words)?;
        let encoder = self.walk_on_gpu(rule, want, &buffers).await?;

        let mut chunk = KnightChunk { pieces, tallies: Vec::new(), walks: Vec::new(), squares: Vec::new() };
        if want == ChunkOutput::Tallies {
            chunk.tallies = self.slice_tallies(encoder, &buffers, slices.len()).await?;
        } else {
            let mut reported = vec![0_u32; words as usize];
            self.read(encoder, &buffers.results, bytemuck::cast_slice_mut(&mut reported)).await?;
            chunk.squares = reported.split_off(knights as usize);
            chunk.walks = reported.into_iter().map(WalkResult::from_word).collect();
        }
        let silent = chunk.tallies.iter().any(|tally| tally.least == 0) || chunk.walks.iter().any(|r| r.visited() == 0);
        if silent {
            return Err(EngineError::Damaged("the GPU has no result for a knight".into()));
        }
        Ok(chunk)
    }

    /// Converts the pieces to the form used on the GPU.
    fn cut(&self, pieces: &[KnightSpan]) -> Vec<Slice> {
        let mut first = 0;
        let mut slices = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let cohort = &self.plan.cohorts()[piece.cohort];
            let starts = cohort.starts.len() as u32;
            slices.push(Slice {
                first,
                count: piece.count,
                order: layout::pack(self.plan.board().leaper(), cohort.walker.order),
                number: cohort.walker.knight.wrapping_add(piece.from),
                seed_low: cohort.walker.seed as u32,
                seed_high: (cohort.walker.seed >> 32) as u32,
                starts: self.starts_at[piece.cohort],
                start_count: starts,
                start_at: piece.from % starts,
            });
            first += piece.count;
        }
        slices
    }

    /// Creates the buffers for `knights` knights. [`GpuBatch::most`] ensures that each fits a binding.
    fn buffers(&mut self, slices: &[Slice], knights: u64, result_words: u64) -> Result<Buffers> {
        let device = self.device;
        let most = device.max_binding();
        let words = u64::from(self.params.words);
        // `small` has everything in registers.
        let moved = if words > 0 { knights } else { 0 };
        let buffers = Buffers {
            slices: self.slices.of(device, size_of_val(slices) as u64, most)?,
            knights: self.walkers.of(device, moved * size_of::<layout::Knight>() as u64, most)?,
            cells: self.cells.of(device, moved * words * 4, most)?,
            results: self.results.of(device, result_words * 4, most)?,
        };
        device.queue().write_buffer(&buffers.slices, 0, bytemuck::cast_slice(slices));
        Ok(buffers)
    }

    /// Walks all knights to their ends. The commands in the returned encoder must still be submitted.
    async fn walk_on_gpu(&mut self, rule: Rule, want: ChunkOutput, buffers: &Buffers) -> Result<wgpu::CommandEncoder> {
        let device = self.device;
        let Buffers { slices, knights, cells, results } = buffers;
        let walk = self.device.kernel(&self.kind.spec(rule, want == ChunkOutput::Paths, self.width))?;
        let count = self.params.knights;
        let groups = (count.div_ceil(self.width), 1);
        let mut encoder = device.encoder("batch");
        // Every knight visits its start, so a knight without a result is noticed.
        encoder.clear_buffer(results, 0, Some(u64::from(count) * 4));
        self.write_params();
        let bind = |kernel: &Kernel, label: &str, buffers: &[&wgpu::Buffer]| -> Result<wgpu::BindGroup, GpuError> {
            device.bind(label, kernel.layout(), &[&[&self.uniform], buffers].concat())
        };
        if self.kind == KernelKind::Small {
            let bind = bind(&walk, "small", &[slices, &self.starts, results, &self.board])?;
            walk.dispatch(&mut device.pass(&mut encoder, "small"), &bind, groups);
            return Ok(encoder);
        }
        let (init, boards) = (self.device.kernel(&init_knights())?, self.device.kernel(&init_boards())?);
        let init_bind = bind(&init, "init knights", &[slices, &self.starts, knights])?;
        let boards_bind = bind(&boards, "init boards", &[&self.board, cells])?;
        let walk_bind = bind(&walk, "batch moves", &[knights, cells, results])?;
        let words = u64::from(count) * u64::from(self.params.words);
        let across = grid(words.div_ceil(INIT_WORDS.into()), device.max_groups()).expect("a binding has fewer words");
        let mut pass = device.pass(&mut encoder, "init");
        init.dispatch(&mut pass, &init_bind, (count.div_ceil(INIT_WIDTH), 1));
        boards.dispatch(&mut pass, &boards_bind, across);
        drop(pass);
        device.submit(encoder).await?;
        self.move_on(rule, &walk, &walk_bind, groups).await?;
        Ok(device.encoder("batch results"))
    }

    /// Lets all knights of the chunk walk until their tours end.
    async fn move_on(&mut self, rule: Rule, walk: &Kernel, bind: &wgpu::BindGroup, groups: (u32, u32)) -> Result<()> {
        let device = self.device;
        let most = self.bounds.moves.min(most_moves(rule));
        let mut left = self.params.playable;
        let mut ahead = InFlight::new(device, self.moves);
        while left > 0 {
            // A knight whose tour has ended makes no more moves, so the last dispatch may have too many.
            let wanted = ahead.throttle.amount.min(left.into()) as u32;
            let dispatches = wanted.div_ceil(most);
            self.params.budget = wanted.min(most);
            self.write_params();
            let encoder =
                device.record("batch moves", |pass| (0..dispatches).for_each(|_| walk.dispatch(pass, bind, groups)));
            let is_full = u64::from(wanted) == ahead.throttle.amount;
            ahead.submit(encoder, &[], is_full, ()).await?;
            left = left.saturating_sub(dispatches.saturating_mul(self.params.budget));
        }
        ahead.last().await?;
        self.moves = ahead.throttle;
        Ok(())
    }

    fn write_params(&self) {
        self.device.queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
    }

    /// Puts the results together, one tally per slice, and reads the tallies back.
    async fn slice_tallies(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        buffers: &Buffers,
        slices: usize,
    ) -> Result<Vec<SliceTally>> {
        let device = self.device;
        let buffer = self.tallies.of(device, (slices * size_of::<SliceTally>()) as u64, device.max_binding())?;
        let tally = self.device.kernel(&tally())?;
        let bound = [&self.uniform, &buffers.slices, &buffer, &buffers.results];
        let bind = device.bind("tally", tally.layout(), &bound)?;
        let groups = grid(slices as u64, device.max_groups()).expect("there are no more slices than knights");
        tally.dispatch(&mut device.pass(&mut encoder, "tally"), &bind, groups);
        let mut tallies = vec![SliceTally::zeroed(); slices];
        self.read(encoder, &buffer, bytemuck::cast_slice_mut(&mut tallies)).await?;
        Ok(tallies)
    }

    /// Submits `encoder` and reads `buffer` back.
    async fn read(&mut self, encoder: wgpu::CommandEncoder, buffer: &wgpu::Buffer, into: &mut [u8]) -> Result<()> {
        let device = self.device;
        let staging = self.staging.of(device, (into.len() as u64).min(STAGING), STAGING)?;
        device.submit(encoder).await?;
        Ok(device.read(buffer, 0, into, &staging).await?)
    }
}

/// Takes at most `room` knights from the front of the queue, in pieces of at most `slice`. Also returns their number.
fn take(queue: &mut VecDeque<KnightSpan>, room: u64, slice: u32) -> (Vec<KnightSpan>, u64) {
    let mut pieces = Vec::new();
    let mut count = 0;
    while count < room
        && let Some(piece) = queue.front_mut()
    {
        let part = u64::from(piece.count.min(slice)).min(room - count) as u32;
        pieces.push(KnightSpan { count: part, ..*piece });
        count += u64::from(part);
        piece.from += part;
        piece.count -= part;
        if piece.count == 0 {
            queue.pop_front();
        }
    }
    (pieces, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_are_taken_from_the_queue_in_order_and_in_slices() {
        let piece = |cohort, from, count| KnightSpan { cohort, from, count };
        let mut queue = VecDeque::from([piece(0, 5, 10), piece(2, 0, 3)]);
        assert_eq!(take(&mut queue, 6, 4), (vec![piece(0, 5, 4), piece(0, 9, 2)], 6));
        assert_eq!(take(&mut queue, 100, 4), (vec![piece(0, 11, 4), piece(2, 0, 3)], 7));
        assert_eq!(take(&mut queue, 100, 4), (vec![], 0));
    }
}

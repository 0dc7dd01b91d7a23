//! A chunk: knights who ride side by side, from the muster to their results.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytemuck::Zeroable;
use courser_gpu::{Kernel, MAX_LOOPS, wgpu};
use courser_solve::warnsdorff::Rule;

use super::GpuBatch;
use crate::EngineError;
use crate::batch::kernel::{Build, DEAL_WIDTH, KernelKind, rule_number};
use crate::batch::layout::{self, Share, Slice};
use crate::batch::plan::Piece;
use crate::batch::{Plan, Ride};
use crate::pace::{Pace, SUBMIT};

/// The knights that ride side by side should be at their ends after about this long: progress is reported then.
const CHUNK: Duration = Duration::from_millis(400);

/// Knights who ride side by side, to begin with, are at most this many...
const FIRST_KNIGHTS: u64 = 1 << 13;

/// ...and make at most this many moves together, or are [`LEAST_KNIGHTS`].
const FIRST_MOVES: u64 = 1 << 22;

/// The card is never given fewer knights than this for the sake of time.
const LEAST_KNIGHTS: u64 = 64;

/// Moves a submission, to begin with.
const FIRST_MOVES_EACH: u64 = 32;

/// What is read back at once at most.
const STAGING: u64 = 64 << 20;

/// What is wanted of knights.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Want {
    Tallies,
    Rides,
    Paths,
}

/// Knights who rode side by side, and what was read back of them.
pub(super) struct Chunk {
    /// A piece a slice.
    pub(super) pieces: Vec<Piece>,
    /// A share a slice, if tallies were wanted.
    pub(super) shares: Vec<Share>,
    /// A ride a knight, if rides or paths were wanted.
    pub(super) rides: Vec<Ride>,
    /// Visit v of knight k at `v * knights + k`, if paths were wanted.
    pub(super) squares: Vec<u32>,
}

/// The buffers of a chunk.
struct Seats {
    slices: wgpu::Buffer,
    riders: wgpu::Buffer,
    cells: wgpu::Buffer,
    results: wgpu::Buffer,
}

/// How many knights the first chunk has.
pub(super) fn first_knights(kind: KernelKind, playable: u64, most: u32) -> Pace {
    Pace {
        amount: (FIRST_MOVES / playable).clamp(LEAST_KNIGHTS, FIRST_KNIGHTS),
        least: LEAST_KNIGHTS,
        most: most.into(),
        // `small` has no other bound in time: its chunk is one dispatch.
        aim: if kind == KernelKind::Small { SUBMIT } else { CHUNK },
    }
}

/// How many moves the first submission makes.
pub(super) const fn first_moves() -> Pace {
    Pace { amount: FIRST_MOVES_EACH, least: 1, most: u32::MAX as u64, aim: SUBMIT }
}

impl GpuBatch<'_> {
    /// Lets all knights of `pieces` ride and hands their results to `told`, a chunk at a time.
    ///
    /// A chunk rides by one rule: that is what a kernel is built for, and lanes side by side that
    /// do different things would wait for each other.
    pub(super) fn ride(
        &mut self,
        pieces: &[Piece],
        want: Want,
        progress: &mut dyn FnMut(u64),
        told: &mut dyn FnMut(&Plan, Chunk) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let most = self.most(want);
        let mut ridden = 0;
        for rule in Rule::ALL {
            let by_rule = |piece: &&Piece| self.plan.squads()[piece.squad].rider.rule == rule;
            let mut queue: VecDeque<Piece> = pieces.iter().filter(by_rule).copied().collect();
            while !queue.is_empty() {
                let room = self.knights.amount.min(most);
                let (chunk, count) = take(&mut queue, room, self.bounds.slice);
                let begun = Instant::now();
                let chunk = self.ride_chunk(rule, chunk, count, want)?;
                self.knights.learn(begun.elapsed(), count == room);
                ridden += count;
                told(&self.plan, chunk)?;
                progress(ridden);
            }
        }
        Ok(())
    }

    /// The most knights that can ride side by side.
    fn most(&self, want: Want) -> u64 {
        let bytes = self.bounds.bytes;
        let groups = u64::from(self.card.device().max_groups());
        let in_groups = if self.kind.in_lanes() { groups * u64::from(self.width.min(DEAL_WIDTH)) } else { groups };
        // Knights, results and slices take at most 36 bytes each.
        let mut most = in_groups.min(self.bounds.knights.into()).min(bytes / size_of::<Slice>() as u64);
        if self.params.words > 0 {
            let board = u64::from(self.params.words) * 4;
            let stride = u64::from(self.stride());
            most = most.min(bytes / (board * stride) * stride);
        }
        if want == Want::Paths {
            most = most.min(bytes / (4 * u64::from(self.params.playable)));
        }
        most.max(1)
    }

    /// Knights whose boards lie interleaved.
    const fn stride(&self) -> u32 {
        if self.kind.interleaves() { self.width } else { 1 }
    }

    fn ride_chunk(&mut self, rule: Rule, pieces: Vec<Piece>, knights: u64, want: Want) -> Result<Chunk, EngineError> {
        let device = self.card.device();
        let slices = self.cut(&pieces);
        self.params.knights = knights as u32;
        self.params.slices = slices.len() as u32;
        self.params.groups = self.params.slices.min(device.max_groups());
        let seats = self.seats(&slices, knights)?;
        let path_words = if want == Want::Paths { knights * u64::from(self.params.playable) } else { 0 };
        let paths = self.paths.of(device, path_words * 4, device.max_binding())?;
        let encoder = self.ride_on_card(rule, want, &seats, &paths)?;

        let mut chunk = Chunk { pieces, shares: Vec::new(), rides: Vec::new(), squares: Vec::new() };
        if want == Want::Tallies {
            chunk.shares = self.shares_of(encoder, &seats, slices.len())?;
        } else {
            let mut words = vec![0_u32; knights as usize];
            self.read(encoder, &seats.results, bytemuck::cast_slice_mut(&mut words))?;
            chunk.rides = words.into_iter().map(Ride::from_word).collect();
        }
        if want == Want::Paths {
            chunk.squares = vec![0; path_words as usize];
            self.read(device.encoder("paths"), &paths, bytemuck::cast_slice_mut(&mut chunk.squares))?;
        }
        let silent = chunk.shares.iter().any(|share| share.least == 0) || chunk.rides.iter().any(|r| r.visited() == 0);
        if silent {
            return Err(EngineError::Damaged("the card has no result for a knight".into()));
        }
        Ok(chunk)
    }

    /// The pieces as the card has them.
    fn cut(&self, pieces: &[Piece]) -> Vec<Slice> {
        let mut first = 0;
        let mut slices = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let squad = &self.plan.squads()[piece.squad];
            let starts = squad.starts.len() as u32;
            slices.push(Slice {
                first,
                count: piece.count,
                order: layout::pack(self.plan.board().leaper(), squad.rider.order),
                number: squad.rider.knight.wrapping_add(piece.from),
                seed_low: squad.rider.seed as u32,
                seed_high: (squad.rider.seed >> 32) as u32,
                starts: self.starts_at[piece.squad],
                start_count: starts,
                start_at: piece.from % starts,
            });
            first += piece.count;
        }
        slices
    }

    /// The buffers for so many knights. [`GpuBatch::most`] sees to it that none is more than a binding.
    fn seats(&mut self, slices: &[Slice], knights: u64) -> Result<Seats, EngineError> {
        let device = self.card.device();
        let most = device.max_binding();
        let words = u64::from(self.params.words);
        // `small` has everything in registers.
        let (riders, boards) =
            if words > 0 { (knights, knights.next_multiple_of(self.stride().into())) } else { (0, 0) };
        let seats = Seats {
            slices: self.slices.of(device, size_of_val(slices) as u64, most)?,
            riders: self.riders.of(device, riders * size_of::<layout::Knight>() as u64, most)?,
            cells: self.cells.of(device, boards * words * 4, most)?,
            results: self.results.of(device, knights * 4, most)?,
        };
        device.queue().write_buffer(&seats.slices, 0, bytemuck::cast_slice(slices));
        Ok(seats)
    }

    /// The kernels' bind group; `last` is what the kernel writes beside results.
    fn bind(&self, label: &str, seats: &Seats, last: &wgpu::Buffer) -> wgpu::BindGroup {
        let Seats { slices, riders, cells, results } = seats;
        let buffers = [&self.uniform, slices, &self.starts, &self.board, riders, cells, results, last];
        self.card.device().bind(label, self.card.layout(), &buffers)
    }

    /// Musters the knights and moves them to their ends. What is in the encoder is yet to be submitted.
    fn ride_on_card(
        &mut self,
        rule: Rule,
        want: Want,
        seats: &Seats,
        paths: &wgpu::Buffer,
    ) -> Result<wgpu::CommandEncoder, EngineError> {
        let device = self.card.device();
        let ride = self.card.kernel(Build::Ride {
            kind: self.kind,
            rule: rule_number(rule),
            paths: want == Want::Paths,
            width: self.width,
            words: self.group_words,
        })?;
        let bind = self.bind("batch", seats, paths);
        let knights = self.params.knights;
        let groups = knights.div_ceil(if self.kind.in_lanes() { self.width } else { 1 });
        let mut encoder = device.encoder("batch");
        // Nobody visits no square, so a knight without a result is noticed.
        encoder.clear_buffer(&seats.results, 0, Some(u64::from(knights) * 4));
        if self.kind == KernelKind::Small {
            self.write_params();
            ride.dispatch(&mut device.pass(&mut encoder, "batch rides"), &bind, (groups, 1));
            return Ok(encoder);
        }
        let deal = self.card.kernel(Build::Deal { stride: self.stride() })?;
        let slabs = self.params.words.div_ceil(self.params.slab);
        self.write_params();
        deal.dispatch(&mut device.pass(&mut encoder, "deal"), &bind, (knights.div_ceil(DEAL_WIDTH), slabs));
        device.submit(encoder)?;
        self.move_on(&ride, &bind, groups)?;
        Ok(device.encoder("batch results"))
    }

    /// Moves all knights of the chunk on until their tours are over.
    fn move_on(&mut self, ride: &Kernel, bind: &wgpu::BindGroup, groups: u32) -> Result<(), EngineError> {
        let device = self.card.device();
        let most = self.bounds.moves.min(self.most_moves());
        let mut left = self.params.playable;
        while left > 0 {
            // A knight whose tour is over makes no more moves, so the last dispatch may have some too many.
            let wanted = self.moves.amount.min(left.into()) as u32;
            let dispatches = wanted.div_ceil(most);
            self.params.budget = wanted.min(most);
            self.write_params();
            let begun = Instant::now();
            let mut encoder = device.encoder("batch moves");
            for _ in 0..dispatches {
                ride.dispatch(&mut device.pass(&mut encoder, "batch moves"), bind, (groups, 1));
            }
            device.submit(encoder)?;
            self.moves.learn(begun.elapsed(), u64::from(wanted) == self.moves.amount);
            left = left.saturating_sub(dispatches.saturating_mul(self.params.budget));
        }
        Ok(())
    }

    /// The most moves of a dispatch in which no invocation goes round more than [`MAX_LOOPS`] times, if no
    /// compiler unrolls anything: a knight's move at the worst, by the rule pohl, looks at all pairs.
    fn most_moves(&self) -> u32 {
        let (pairs, once) = if self.kind.in_lanes() {
            // For each of eight candidates, nine rows and twice eight codes at most.
            (8 * 25, 0)
        } else {
            // Nine times around for a pair; the board comes and goes.
            (9 * 64_u32.div_ceil(self.width), 2 * self.params.words.div_ceil(self.width))
        };
        (MAX_LOOPS.saturating_sub(once) / (pairs + 96)).max(1)
    }

    fn write_params(&self) {
        self.card.device().queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
    }

    /// Puts the results together, a share a slice, and reads the shares back.
    fn shares_of(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        seats: &Seats,
        slices: usize,
    ) -> Result<Vec<Share>, EngineError> {
        let device = self.card.device();
        let buffer = self.shares.of(device, (slices * size_of::<Share>()) as u64, device.max_binding())?;
        let bind = self.bind("tally", seats, &buffer);
        let groups = (self.params.groups, self.params.slices.div_ceil(self.params.groups));
        self.card.kernel(Build::Tally)?.dispatch(&mut device.pass(&mut encoder, "tally"), &bind, groups);
        let mut shares = vec![Share::zeroed(); slices];
        self.read(encoder, &buffer, bytemuck::cast_slice_mut(&mut shares))?;
        Ok(shares)
    }

    /// Submits `encoder` and reads `buffer` back.
    fn read(
        &mut self,
        encoder: wgpu::CommandEncoder,
        buffer: &wgpu::Buffer,
        into: &mut [u8],
    ) -> Result<(), EngineError> {
        let device = self.card.device();
        let staging = self.staging.of(device, (into.len() as u64).min(STAGING), STAGING)?;
        device.submit(encoder)?;
        Ok(device.read(buffer, 0, into, &staging)?)
    }
}

/// At most `room` knights from the front of the queue, in pieces of at most `slice`; and how many they are.
fn take(queue: &mut VecDeque<Piece>, room: u64, slice: u32) -> (Vec<Piece>, u64) {
    let mut pieces = Vec::new();
    let mut count = 0;
    while count < room
        && let Some(piece) = queue.front_mut()
    {
        let part = u64::from(piece.count.min(slice)).min(room - count) as u32;
        pieces.push(Piece { count: part, ..*piece });
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
        let piece = |squad, from, count| Piece { squad, from, count };
        let mut queue = VecDeque::from([piece(0, 5, 10), piece(2, 0, 3)]);
        assert_eq!(take(&mut queue, 6, 4), (vec![piece(0, 5, 4), piece(0, 9, 2)], 6));
        assert_eq!(take(&mut queue, 100, 4), (vec![piece(0, 11, 4), piece(2, 0, 3)], 7));
        assert_eq!(take(&mut queue, 100, 4), (vec![], 0));
    }
}

//! The batch on a graphics card: the host's side.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::{Duration, Instant};

use bytemuck::Zeroable;
use courser_board::Path;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, GpuError, Kernel};
use courser_solve::warnsdorff::Rule;

use crate::EngineError;
use crate::batch::kernel::{Build, Card, DEAL_WIDTH, KernelKind, SMALL_CELLS, group_words, rule_number};
use crate::batch::layout::{self, NOBODY, Params, Share, Slice};
use crate::batch::plan::Piece;
use crate::batch::{Batch, Plan, Ride, Tally};

/// A submission should take about this long: long enough to be worth its overhead, short enough for the
/// watchdog of a desktop's card.
const SUBMIT: Duration = Duration::from_millis(25);

/// The knights that ride side by side should be at their ends after about this long: progress is told then.
const CHUNK: Duration = Duration::from_millis(400);

/// Knights who ride side by side, to begin with, are at most this many...
const FIRST_KNIGHTS: u64 = 1 << 13;

/// ...and make at most this many moves together, or are [`LEAST_KNIGHTS`].
const FIRST_MOVES: u64 = 1 << 22;

/// The card is never given fewer knights than this for the sake of time.
const LEAST_KNIGHTS: u64 = 64;

/// Moves a submission, to begin with.
const FIRST_MOVES_EACH: u32 = 32;

/// Mesa's software adapter ends every loop of an invocation that has gone round this often in all its
/// loops together (`LP_MAX_TGSI_LOOP_ITERATIONS`), in the midst of a move: no dispatch may come near.
const LOOPS: u32 = 65_535;

/// How much is done at once at most. Whatever they are, the results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Knights side by side.
    pub knights: u32,
    /// Bytes of any one buffer; never more than a storage binding of the adapter has.
    pub bytes: u64,
    /// Moves of a knight in one dispatch; the kernels have bounds of their own besides.
    pub moves: u32,
    /// Knights that are put together to one tally on the card.
    pub slice: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { knights: 1 << 20, bytes: 1 << 30, moves: u32::MAX, slice: 1 << 12 }
    }
}

/// Many knights on a card.
pub struct GpuBatch<'card> {
    card: &'card Card<'card>,
    plan: Plan,
    kind: KernelKind,
    width: u32,
    /// Words of workgroup memory, for the kernel `group`.
    group_words: u32,
    bounds: Bounds,
    params: Params,
    /// Where each squad's starts begin in the card's copy.
    starts_at: Vec<u32>,
    /// How many knights the next chunk has, and how many moves each of them makes in a submission.
    knights: u64,
    moves: u32,
    uniform: wgpu::Buffer,
    starts: wgpu::Buffer,
    /// The squares of `small`, or the board of a knight who has not begun.
    board: wgpu::Buffer,
    slices: Room,
    riders: Room,
    cells: Room,
    results: Room,
    paths: Room,
    shares: Room,
    staging: Room,
}

/// What is to be told of knights.
#[derive(Clone, Copy, PartialEq)]
enum Want {
    Tallies,
    Rides,
    Paths,
}

/// Knights who ride side by side, and what was read back of them.
struct Chunk {
    /// A piece a slice.
    pieces: Vec<Piece>,
    /// A share a slice, if tallies were wanted.
    shares: Vec<Share>,
    /// A ride a knight, if rides or paths were wanted.
    rides: Vec<Ride>,
    /// Visit v of knight k at `v * knights + k`, if paths were wanted.
    squares: Vec<u32>,
}

impl<'card> GpuBatch<'card> {
    /// The knights of `plan`, with the kernel that is fastest for its board: `small` where it has room,
    /// `window` for knights, `lane` for other leapers.
    ///
    /// On the software adapter, which is what was measured (`cargo bench -p courser-engine --bench batch`),
    /// `small` is three to four times as fast as the next, `window` on 32x32 twice as fast as `lane`, and
    /// `group`, whose barriers are dear there, more than ten times slower than that. Only `small` is
    /// faster there than the CPU by itself; `window` has a fifth to two fifths of its speed.
    ///
    /// # Errors
    /// [`EngineError::Kernel`] if the card has no room for a board, [`EngineError::Gpu`] if it fails.
    pub fn new(card: &'card Card<'card>, plan: Plan) -> Result<Self, EngineError> {
        let kind = [KernelKind::Small, KernelKind::Window].into_iter().find(|kind| kind.takes(plan.board()));
        let kind = kind.unwrap_or(KernelKind::Lane);
        Self::with(card, plan, kind, None, Bounds::default())
    }

    /// The same with a kernel, a width of its workgroups (none for what suits the adapter) and bounds of
    /// one's own. The results are the same; the speed is not.
    ///
    /// # Errors
    /// As [`GpuBatch::new`].
    pub fn with(
        card: &'card Card<'card>,
        plan: Plan,
        kind: KernelKind,
        width: Option<u32>,
        bounds: Bounds,
    ) -> Result<Self, EngineError> {
        let device = card.device();
        let limits = device.raw().limits();
        let bounds = Bounds {
            knights: bounds.knights.max(1),
            bytes: bounds.bytes.min(device.max_binding()).max(64),
            moves: bounds.moves.max(1),
            slice: bounds.slice.max(1),
        };
        let board = plan.board();
        let no_room = |needed: u64, what: &str, there: u64| EngineError::Kernel {
            kernel: kind.name(),
            board: board.clone(),
            needed,
            what: what.to_owned(),
            there,
        };
        let mut params = Params::new(board);
        // The largest board has 2³¹ squares: what does not fit is known before it is laid.
        let words = match kind {
            KernelKind::Small => 0,
            KernelKind::Window => layout::window_words(board).1,
            KernelKind::Lane => board.cells().div_ceil(8),
            KernelKind::Group => board.cells().div_ceil(32),
        };
        // Interleaved boards of a workgroup: there is room for all of them or for none.
        let boards = |width: u32| if kind.interleaves() { u64::from(width) } else { 1 };
        let widest = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
        let width = width.unwrap_or_else(|| {
            let mut width = default_width(kind, device);
            while width > 1 && words * 4 * boards(width) > bounds.bytes {
                width /= 2;
            }
            width
        });
        let width = width.clamp(1, widest);
        let block = boards(width);
        if words * 4 * block > bounds.bytes {
            return Err(no_room(words * 4 * block, "a storage binding", bounds.bytes));
        }
        if !kind.takes(board) && kind == KernelKind::Window {
            return Err(EngineError::KnightOnly { kernel: kind.name(), leaper: board.leaper() });
        }
        if !kind.takes(board) {
            return Err(no_room(board.cells().div_ceil(8), "registers", SMALL_CELLS / 8));
        }
        let mut workgroup = 0;
        if kind == KernelKind::Group {
            let there = limits.max_compute_workgroup_storage_size;
            workgroup =
                group_words(words as u32, there).ok_or_else(|| no_room(words * 4, "workgroup memory", there.into()))?;
        }
        let ranks = layout::ranks(board);
        let laid: Vec<u32> = match kind {
            KernelKind::Small => {
                params.begin_small(&ranks);
                layout::squares(board).concat()
            }
            KernelKind::Window => layout::window(board),
            KernelKind::Lane => layout::nibbles(&ranks),
            KernelKind::Group => layout::bits(&ranks),
        };
        params.words = words as u32;
        params.row_words = layout::window_words(board).0 as u32;
        params.slab = params.words.div_ceil(device.max_groups()).max(64);

        // Squads that share their starts share them here.
        let mut starts: Vec<u32> = Vec::new();
        let mut known = BTreeMap::new();
        let mut starts_at = Vec::with_capacity(plan.squads().len());
        for squad in plan.squads() {
            let at = *known.entry(squad.starts.as_ptr() as usize).or_insert_with(|| {
                let at = starts.len();
                starts.extend(squad.starts.iter().map(|&start| board.index(start) as u32));
                at
            });
            starts_at.push(at as u32);
        }
        let start_bytes = starts.len() as u64 * 4;
        if start_bytes > device.max_binding() {
            return Err(no_room(start_bytes, "a storage binding for the starts", device.max_binding()));
        }
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let uniform =
            device.buffer("batch", size_of::<Params>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let start_buffer = device.buffer("starts", start_bytes.max(4), storage)?;
        let board_buffer = device.buffer("board", laid.len() as u64 * 4, storage)?;
        device.queue().write_buffer(&start_buffer, 0, bytemuck::cast_slice(&starts));
        device.queue().write_buffer(&board_buffer, 0, bytemuck::cast_slice(&laid));

        let knights = (FIRST_MOVES / board.playable()).clamp(LEAST_KNIGHTS, FIRST_KNIGHTS);
        let both = storage | BufferUsages::COPY_SRC;
        Ok(Self {
            card,
            kind,
            width,
            group_words: workgroup,
            bounds,
            params,
            starts_at,
            knights,
            moves: FIRST_MOVES_EACH,
            uniform,
            starts: start_buffer,
            board: board_buffer,
            slices: Room::new("slices", storage),
            riders: Room::new("knights", storage),
            cells: Room::new("cells", storage),
            results: Room::new("results", both),
            paths: Room::new("paths", both),
            shares: Room::new("tallies", both),
            staging: Room::new("read-back", BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            plan,
        })
    }

    /// The kernel that rides.
    pub const fn kind(&self) -> KernelKind {
        self.kind
    }

    /// Knights whose boards lie interleaved.
    const fn stride(&self) -> u32 {
        if self.kind.interleaves() { self.width } else { 1 }
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

    /// Lets all knights of `pieces` ride and hands what is told of them to `told`, a chunk at a time.
    ///
    /// A chunk rides by one rule: that is what a kernel is built for, and lanes side by side that
    /// do different things would wait for each other.
    fn ride(
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
                let room = self.knights.min(most);
                let (chunk, count) = take(&mut queue, room, self.bounds.slice);
                let begun = Instant::now();
                let chunk = self.ride_chunk(rule, chunk, count, want)?;
                self.keep_pace(begun.elapsed(), count == room);
                ridden += count;
                told(&self.plan, chunk)?;
                progress(ridden);
            }
        }
        Ok(())
    }

    /// More knights in the next chunk if this one was full and soon over, fewer if it took long.
    fn keep_pace(&mut self, took: Duration, full: bool) {
        // `small` has no other bound in time: its chunk is one dispatch.
        let aim = if self.kind == KernelKind::Small { SUBMIT } else { CHUNK };
        if took < aim / 2 && full {
            self.knights = self.knights.saturating_mul(2).min(self.bounds.knights.into());
        } else if took > aim * 2 {
            self.knights = (self.knights / 2).max(LEAST_KNIGHTS);
        }
    }

    fn ride_chunk(&mut self, rule: Rule, pieces: Vec<Piece>, knights: u64, want: Want) -> Result<Chunk, EngineError> {
        let device = self.card.device();
        let slices = self.cut(&pieces);
        self.params.knights = knights as u32;
        self.params.slices = slices.len() as u32;
        self.params.groups = self.params.slices.min(device.max_groups());

        let words = u64::from(self.params.words);
        let boards = if words > 0 { knights.next_multiple_of(self.stride().into()) } else { 0 };
        let path_words = if want == Want::Paths { knights * u64::from(self.params.playable) } else { 0 };
        let share_bytes = (slices.len() * size_of::<Share>()) as u64;
        let most = device.max_binding();
        let slice_buffer = self.slices.of(device, (slices.len() * size_of::<Slice>()) as u64, most)?;
        let riders = self.riders.of(device, boards.min(knights) * size_of::<layout::Knight>() as u64, most)?;
        let cells = self.cells.of(device, boards * words * 4, most)?;
        let results = self.results.of(device, knights * 4, most)?;
        let paths = self.paths.of(device, path_words * 4, most)?;
        let bind = device.bind(
            "batch",
            self.card.layout(),
            &[&self.uniform, &slice_buffer, &self.starts, &self.board, &riders, &cells, &results, &paths],
        );
        device.queue().write_buffer(&slice_buffer, 0, bytemuck::cast_slice(&slices));

        let build = Build::Ride {
            kind: self.kind,
            rule: rule_number(rule),
            paths: want == Want::Paths,
            width: self.width,
            words: self.group_words,
        };
        let ride = self.card.kernel(build)?;
        let ride_groups = self.params.knights.div_ceil(if self.kind.in_lanes() { self.width } else { 1 });
        let mut encoder = device.encoder("batch");
        // A knight of whom nothing is told is found out: nobody visits no square.
        encoder.clear_buffer(&results, 0, Some(knights * 4));
        if self.kind == KernelKind::Small {
            self.write_params();
            dispatch(&mut encoder, &ride, &bind, (ride_groups, 1));
        } else {
            let deal = self.card.kernel(Build::Deal { stride: self.stride() })?;
            let slabs = self.params.words.div_ceil(self.params.slab);
            self.write_params();
            dispatch(&mut encoder, &deal, &bind, (self.params.knights.div_ceil(DEAL_WIDTH), slabs));
            device.submit(encoder)?;
            self.ride_on(&ride, &bind, ride_groups)?;
            encoder = device.encoder("batch told");
        }

        let mut chunk = Chunk { pieces, shares: Vec::new(), rides: Vec::new(), squares: Vec::new() };
        if want == Want::Tallies {
            let shares = self.shares.of(device, share_bytes, most)?;
            let bind = device.bind(
                "tally",
                self.card.layout(),
                &[&self.uniform, &slice_buffer, &self.starts, &self.board, &riders, &cells, &results, &shares],
            );
            let tally = self.card.kernel(Build::Tally)?;
            let groups = (self.params.groups, self.params.slices.div_ceil(self.params.groups));
            dispatch(&mut encoder, &tally, &bind, groups);
            chunk.shares = vec![Share::zeroed(); slices.len()];
            self.read(encoder, &shares, bytemuck::cast_slice_mut(&mut chunk.shares))?;
        } else {
            let mut words = vec![0_u32; knights as usize];
            self.read(encoder, &results, bytemuck::cast_slice_mut(&mut words))?;
            chunk.rides = words.into_iter().map(Ride::from_word).collect();
            if want == Want::Paths {
                chunk.squares = vec![0; path_words as usize];
                let encoder = device.encoder("paths");
                self.read(encoder, &paths, bytemuck::cast_slice_mut(&mut chunk.squares))?;
            }
        }
        let silent = chunk.shares.iter().any(|share| share.least == 0) || chunk.rides.iter().any(|r| r.visited() == 0);
        if silent {
            return Err(EngineError::Damaged("the card tells nothing of a knight".into()));
        }
        Ok(chunk)
    }

    /// Moves all knights of the chunk on until their tours are over.
    fn ride_on(&mut self, ride: &Kernel, bind: &wgpu::BindGroup, groups: u32) -> Result<(), EngineError> {
        let device = self.card.device();
        let most = self.bounds.moves.min(self.most_moves());
        let mut left = self.params.playable;
        while left > 0 {
            // A knight whose tour is over makes no more moves, so the last dispatch may have some too many.
            let wanted = self.moves.min(left);
            let dispatches = wanted.div_ceil(most);
            self.params.budget = wanted.min(most);
            self.write_params();
            let begun = Instant::now();
            let mut encoder = device.encoder("batch moves");
            for _ in 0..dispatches {
                dispatch(&mut encoder, ride, bind, (groups, 1));
            }
            device.submit(encoder)?;
            let took = begun.elapsed();
            if took < SUBMIT / 2 && wanted == self.moves {
                self.moves = self.moves.saturating_mul(2);
            } else if took > SUBMIT * 2 {
                self.moves = (self.moves / 2).max(1);
            }
            left = left.saturating_sub(dispatches.saturating_mul(self.params.budget));
        }
        Ok(())
    }

    /// The most moves of a dispatch in which no invocation goes round more than [`LOOPS`] times, if no
    /// compiler unrolls anything: a knight's move at the worst, by the rule pohl, looks at all pairs.
    fn most_moves(&self) -> u32 {
        let (pairs, once) = if self.kind.in_lanes() {
            // For each of eight candidates, nine rows and twice eight codes at most.
            (8 * 25, 0)
        } else {
            // Nine times around for a pair; the board comes and goes.
            (9 * 64_u32.div_ceil(self.width), 2 * self.params.words.div_ceil(self.width))
        };
        (LOOPS.saturating_sub(once) / (pairs + 96)).max(1)
    }

    fn write_params(&self) {
        self.card.device().queue().write_buffer(&self.uniform, 0, bytemuck::bytes_of(&self.params));
    }

    /// Submits `encoder` and reads `buffer` back.
    fn read(
        &mut self,
        encoder: wgpu::CommandEncoder,
        buffer: &wgpu::Buffer,
        into: &mut [u8],
    ) -> Result<(), EngineError> {
        let device = self.card.device();
        let staging = self.staging.of(device, (into.len() as u64).min(64 << 20), 64 << 20)?;
        device.submit(encoder)?;
        Ok(device.read(buffer, 0, into, &staging)?)
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
}

impl Batch for GpuBatch<'_> {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>, EngineError> {
        let mut tallies = vec![Tally::default(); self.plan.squads().len()];
        let pieces = self.plan.pieces(&range);
        self.ride(&pieces, Want::Tallies, progress, &mut |plan, chunk| {
            for (piece, share) in chunk.pieces.iter().zip(&chunk.shares) {
                let first = plan.first_of(piece.squad) + u64::from(piece.from);
                let number = |place: u32| (place != NOBODY).then(|| first + u64::from(place));
                let tally = Tally {
                    tries: piece.count.into(),
                    complete: share.complete.into(),
                    closed: share.closed.into(),
                    visited: u64::from(share.visited_high) << 32 | u64::from(share.visited_low),
                    least: share.least,
                    first_complete: number(share.first_complete),
                    first_closed: number(share.first_closed),
                };
                tallies[piece.squad] = tallies[piece.squad].and(tally);
            }
            Ok(())
        })?;
        Ok(tallies)
    }

    fn rides(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Ride>, EngineError> {
        let pieces = self.plan.pieces(&range);
        let mut rides = vec![Ride::from_word(0); (range.end - range.start) as usize];
        self.ride(&pieces, Want::Rides, progress, &mut |plan, chunk| {
            let mut at = 0;
            for piece in &chunk.pieces {
                let count = piece.count as usize;
                let to = (plan.first_of(piece.squad) + u64::from(piece.from) - range.start) as usize;
                rides[to..to + count].copy_from_slice(&chunk.rides[at..at + count]);
                at += count;
            }
            Ok(())
        })?;
        Ok(rides)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>, EngineError> {
        let pieces: Vec<Piece> = knights.iter().map(|&knight| self.plan.piece_of(knight)).collect();
        let mut ridden: BTreeMap<u64, Path> = BTreeMap::new();
        self.ride(&pieces, Want::Paths, &mut |_| {}, &mut |plan, chunk| {
            let damaged = |what: String| EngineError::Damaged(what);
            for (k, (piece, ride)) in chunk.pieces.iter().zip(&chunk.rides).enumerate() {
                let visited = ride.visited() as usize;
                let column = chunk.squares.iter().skip(k).step_by(chunk.rides.len());
                let order: Vec<u32> = column.take(visited).copied().collect();
                if order.len() != visited {
                    return Err(damaged(format!("{visited} squares are more than the board has")));
                }
                let path = Path::new(plan.board().clone(), order).map_err(|flaw| damaged(flaw.to_string()))?;
                ridden.insert(plan.first_of(piece.squad) + u64::from(piece.from), path);
            }
            Ok(())
        })?;
        Ok(knights.iter().map(|knight| ridden[knight].clone()).collect())
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

fn dispatch(encoder: &mut wgpu::CommandEncoder, kernel: &Kernel, bind: &wgpu::BindGroup, (x, y): (u32, u32)) {
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&kernel.pipeline);
    pass.set_bind_group(0, bind, &[]);
    pass.dispatch_workgroups(x, y, 1);
}

/// What suits the adapter. The software adapter has eight lanes side by side, as measured; a card has 32
/// or 64, and that two of these in a workgroup are best is a guess until one is measured.
fn default_width(kind: KernelKind, device: &Device) -> u32 {
    match (device.adapter().kind().is_real(), kind) {
        (false, _) => 8,
        (true, KernelKind::Group) => 32,
        (true, _) => 64,
    }
}

/// A buffer that grows.
struct Room {
    label: &'static str,
    usage: BufferUsages,
    buffer: Option<wgpu::Buffer>,
}

impl Room {
    const fn new(label: &'static str, usage: BufferUsages) -> Self {
        Self { label, usage, buffer: None }
    }

    /// The buffer, of at least `bytes` bytes and at most `most`.
    fn of(&mut self, device: &Device, bytes: u64, most: u64) -> Result<wgpu::Buffer, GpuError> {
        if let Some(buffer) = &self.buffer
            && buffer.size() >= bytes
        {
            return Ok(buffer.clone());
        }
        // The old one goes before the new one comes.
        self.buffer = None;
        let size = bytes.next_power_of_two().min(most / 4 * 4).max(bytes).max(16);
        let buffer = device.buffer(self.label, size, self.usage)?;
        self.buffer = Some(buffer.clone());
        Ok(buffer)
    }
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

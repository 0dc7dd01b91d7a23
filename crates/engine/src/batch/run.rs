//! A run of many knights on any machine.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use bytemuck::Zeroable;
use courser_board::{Board, Path};
#[cfg(feature = "gpu")]
use courser_gpu::GpuDevice;
use courser_solve::warnsdorff::Rule;
use pollster::block_on;
use web_time::{Duration, Instant};

use super::kernels::{
    INIT_BOARDS, INIT_KNIGHTS, INIT_STEPS, KERNELS, KernelKind, SMALL_CELLS, TALLY, WIDTH, WIDTH_ON_GPU, build,
};
use super::layout::{self, BatchParams, Knight, NOBODY, Slice, SliceTally};
use super::memory::{BOARD, BOUND, BatchMemory, CELLS, KNIGHTS, RESULTS, SLICES, STARTS, TALLIES};
use super::plan::KnightSpan;
use super::{Batch, BatchPlan, Tally, WalkResult};
use crate::machine::throttle::{SUBMIT, Throttle};
#[cfg(feature = "gpu")]
use crate::machine::{BufferSpec, GpuMachine};
use crate::machine::{Dispatch, Lockstep, MAX_LOOPS, Machine, Mirror};
use crate::{Device, EngineError, Result, memory};

/// Target duration of the walks of one chunk. All knights of a chunk walk in parallel. Progress is reported after each
/// chunk.
const CHUNK: Duration = Duration::from_millis(400);

/// Maximum number of knights in the first chunk.
const FIRST_KNIGHTS: u64 = 1 << 13;

/// Maximum number of moves in the first chunk, summed over all its knights. This limit does not reduce the number of
/// knights below [`MIN_KNIGHTS`].
const FIRST_MOVES: u64 = 1 << 22;

/// Minimum number of knights in a chunk, even if the chunk takes longer than the target duration.
const MIN_KNIGHTS: u64 = 64;

/// Number of moves per knight in the first submission.
const FIRST_MOVES_EACH: u64 = 32;

/// Size of a read-back buffer in bytes.
#[cfg(feature = "gpu")]
const STAGING: u64 = 4 << 20;

/// Maximum number of moves per knight in a submission whose buffers are compared with the mirrors.
const MOVES_COMPARED: u64 = 256;
/// Maximum size in bytes of a buffer that is compared with the mirrors, unless a single knight needs a larger buffer.
const BYTES_COMPARED: u64 = 16 << 20;

/// Returns the maximum number of moves in a dispatch. With this number, no invocation exceeds [`MAX_LOOPS`] iterations,
/// even if the compiler does not unroll any loop.
///
/// In the worst case, a move has eight candidates. For each candidate, the kernel examines nine rows, and examines
/// eight move codes twice. If the rule looks several levels ahead, the kernel also examines as many rows and codes for
/// each neighbour of each candidate.
const fn max_moves(rule: Rule) -> u32 {
    const AROUND: u32 = 25;
    let mut word = AROUND;
    let mut level = 1;
    while level < rule.look_ahead() {
        word = AROUND + 8 * word;
        level += 1;
    }
    MAX_LOOPS / (8 * word + 96)
}

/// The limits of simultaneous work. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchLimits {
    /// Maximum number of knights that walk in parallel.
    pub knights: u32,
    /// Maximum size of a buffer in bytes. It never exceeds the adapter's maximum size of a storage binding.
    pub bytes: u64,
    /// Maximum number of moves per knight in one dispatch. The kernels have further limits.
    pub moves: u32,
    /// Maximum number of knights in a slice. The kernel computes one tally per slice.
    pub slice: u32,
}

impl Default for BatchLimits {
    fn default() -> Self {
        Self { knights: 1 << 20, bytes: 1 << 30, moves: u32::MAX, slice: 1 << 12 }
    }
}

/// The kind of results requested for some knights.
#[derive(Clone, Copy, PartialEq)]
enum ChunkOutput {
    Tallies,
    Walks,
    Paths,
}

/// A chunk of knights that walked in parallel, with their results.
struct KnightChunk {
    /// Spans of the knights, one per slice.
    pieces: Vec<KnightSpan>,
    /// Tallies, one per slice, if tallies were requested.
    tallies: Vec<SliceTally>,
    /// Results of the walks, one per knight, if walks or paths were requested.
    walks: Vec<WalkResult>,
    /// Visited squares, if paths were requested. Visit v of knight k has the index `v * knights + k`.
    squares: Vec<u32>,
}

/// Many knights on a machine. There is one knight per lane, and one of three kernels makes the moves.
#[derive(Debug)]
pub struct BatchRun<M> {
    machine: M,
    plan: BatchPlan,
    kind: KernelKind,
    limits: BatchLimits,
    /// Number of invocations in a workgroup of the kernel.
    width: u32,
    /// Options of the last kernel build: the rule, and whether squares are recorded.
    built: Option<(Rule, bool)>,
    params: BatchParams,
    /// Offset of each cohort's starts in the machine's list of starts.
    starts_at: Vec<u32>,
    /// Number of knights in the next chunk.
    knights: Throttle,
    walked: u64,
}

/// Many knights on a GPU.
#[cfg(feature = "gpu")]
pub type GpuBatch<'device> = BatchRun<GpuMachine<'device, BatchMemory>>;

/// Many knights whose moves are made by the mirrors of the kernels.
pub type MirrorBatch = BatchRun<Mirror<BatchMemory>>;

/// Creates a batch on a device. The mirrors on the CPU run the same batch, and every buffer is compared after every
/// submission.
///
/// # Errors
/// Returns the errors of [`on`](super::on). Also returns [`EngineError::TooLarge`] if too little main memory is
/// available for the mirrors' buffers. A function of the batch that finds a difference returns
/// [`EngineError::Lockstep`] with the first difference.
pub fn beside(device: &Device, plan: BatchPlan) -> Result<Box<dyn Batch + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(device) = device.gpu() {
        return Ok(Box::new(GpuBatch::new(device, plan)?.beside_mirrors()?));
    }
    let _ = device;
    let kind = fastest(&plan);
    Ok(Box::new(MirrorBatch::new(plan, kind, BatchLimits::default())?.beside_mirrors()?))
}

/// Returns the fastest kernel for the board of a plan: `small` if the board fits, otherwise `bitboard` for knights and
/// `lane` for other leapers.
///
/// On an NVIDIA H100, `small` is 1.8 times as fast as the second fastest kernel. On the software adapter, `small` is
/// three to four times as fast (`courser bench --full`). `bitboard` is twice as fast as `lane` on both devices.
fn fastest(plan: &BatchPlan) -> KernelKind {
    // `small` makes a whole tour in one dispatch. With a rule that looks far ahead at every move, such a dispatch takes
    // too long.
    let is_short = plan.cohorts().iter().all(|cohort| cohort.walker.rule.look_ahead() <= 1);
    let kinds = [KernelKind::Small, KernelKind::Bitboard].into_iter().skip(usize::from(!is_short));
    kinds.into_iter().find(|kind| kind.takes(plan.board())).unwrap_or(KernelKind::Lane)
}

impl MirrorBatch {
    /// Creates a batch that runs the knights of `plan`. The batch uses the mirror of the kernel `kind`.
    ///
    /// # Errors
    /// [`EngineError::BatchMemory`] if the board does not fit within the limits.
    pub fn new(plan: BatchPlan, kind: KernelKind, limits: BatchLimits) -> Result<Self> {
        Self::begin(Mirror::new(BatchMemory::default()), plan, kind, (WIDTH_ON_GPU, limits))
    }
}

#[cfg(feature = "gpu")]
impl<'device> GpuBatch<'device> {
    /// Creates a batch that runs the knights of `plan` with the fastest kernel for the plan's board.
    ///
    /// # Errors
    /// [`EngineError::BatchMemory`] if the board does not fit the GPU, [`EngineError::Gpu`] if the GPU fails.
    pub fn new(device: &'device GpuDevice, plan: BatchPlan) -> Result<Self> {
        let kind = fastest(&plan);
        Self::with(device, plan, kind, None, BatchLimits::default())
    }

    /// Creates a batch as [`GpuBatch::new`] does, with this kernel, this workgroup width (`None` for the best width on
    /// the adapter) and these limits. The results do not depend on the kernel, the width or the limits.
    ///
    /// # Errors
    /// See [`GpuBatch::new`].
    pub fn with(
        device: &'device GpuDevice,
        plan: BatchPlan,
        kind: KernelKind,
        width: Option<u32>,
        limits: BatchLimits,
    ) -> Result<Self> {
        let there = device.raw().limits();
        let widest = there.max_compute_invocations_per_workgroup.min(there.max_compute_workgroup_size_x);
        // In measurements on the software adapter, eight lanes were the fastest width.
        let suits = if device.adapter().kind().is_real() { WIDTH_ON_GPU } else { 8 };
        let width = width.unwrap_or(suits).clamp(1, widest);
        let in_groups = device.max_groups().saturating_mul(width.min(WIDTH));
        let knights = limits.knights.min(in_groups);
        let limits = BatchLimits { knights, bytes: limits.bytes.min(device.max_binding()), ..limits };
        // The host sets the sizes of the buffers later.
        let buffers = [BufferSpec::whole(16); BOUND.len()];
        let build = build(Rule::Warnsdorff, false, width);
        let machine = GpuMachine::new(device, "batch", plan.board().clone(), &buffers, build, (width, STAGING))?;
        Self::begin(machine, plan, kind, (width, limits))
    }
}

impl<M: Machine<MirrorMemory = BatchMemory>> BatchRun<M> {
    /// Creates a batch that runs the knights of `plan` on a machine. The batch uses the kernel `kind`, with `width`
    /// invocations per workgroup.
    ///
    /// # Errors
    /// [`EngineError::BatchMemory`] if the board or the starts do not fit within the limits,
    /// [`EngineError::KnightOnly`] if the kernel does not support the board's leaper. Also returns the errors of the
    /// machine.
    pub fn begin(
        mut machine: M,
        plan: BatchPlan,
        kind: KernelKind,
        (width, limits): (u32, BatchLimits),
    ) -> Result<Self> {
        let BatchLimits { knights, bytes, moves, slice } = limits;
        let limits =
            BatchLimits { knights: knights.max(1), bytes: bytes.max(64), moves: moves.max(1), slice: slice.max(1) };
        let (params, board) = laid(plan.board(), kind, limits.bytes)?;
        let (starts, starts_at) = starts(&plan);
        let start_bytes = size_of_val(&*starts) as u64;
        if start_bytes > limits.bytes {
            let what = "a storage binding for the starts";
            return Err(no_room(kind, plan.board(), start_bytes, what, limits.bytes));
        }
        for (buffer, words) in [(STARTS, &starts), (BOARD, &board)] {
            machine.resize(buffer, words.len() as u64)?;
            block_on(machine.write(buffer, 0, words))?;
        }
        machine.set_pace(Throttle { amount: FIRST_MOVES_EACH, min: 1, max: u32::MAX.into(), aim: SUBMIT });
        let knights = Throttle {
            amount: (FIRST_MOVES / plan.board().playable()).clamp(MIN_KNIGHTS, FIRST_KNIGHTS),
            min: MIN_KNIGHTS,
            max: limits.knights.into(),
            // The kernel `small` runs each chunk as a single dispatch. Therefore only the size of the chunk limits the
            // duration of the dispatch.
            aim: if kind == KernelKind::Small { SUBMIT } else { CHUNK },
        };
        Ok(Self { machine, plan, kind, limits, width, built: None, params, starts_at, knights, walked: 0 })
    }

    /// Returns this batch in a form that compares every buffer with the mirror's buffer after each submission.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if too little main memory is available for the mirrors' buffers.
    pub fn beside_mirrors(self) -> Result<BatchRun<Lockstep<M, Mirror<BatchMemory>>>> {
        let Self { machine, plan, kind, limits, width, params, .. } = self;
        let bytes = limits.bytes.min(BYTES_COMPARED.max(4 * u64::from(params.words.max(params.playable + 1))));
        memory::check("many knights on", plan.board(), 6 * bytes)?;
        let both = Lockstep::new(machine, Mirror::new(BatchMemory::default()), MOVES_COMPARED);
        BatchRun::begin(both, plan, kind, (width, BatchLimits { bytes, ..limits }))
    }

    /// Returns the kernel that makes the knights' moves.
    pub const fn kind(&self) -> KernelKind {
        self.kind
    }

    /// Returns the machine, for tests that examine its dispatches.
    #[doc(hidden)]
    pub fn into_machine(self) -> M {
        self.machine
    }

    /// Does the same as [`Batch::walks`], without blocking.
    ///
    /// # Errors
    /// See [`Batch::walks`].
    ///
    /// # Panics
    /// See [`Batch::walks`].
    pub async fn walks_async(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
        let pieces = self.plan.pieces(&range);
        let mut walks = vec![WalkResult::from_word(0); (range.end - range.start) as usize];
        self.walk(&pieces, ChunkOutput::Walks, progress, &mut |plan, chunk| {
            let mut at = 0;
            for piece in &chunk.pieces {
                let count = piece.count as usize;
                let to = (plan.first_of(piece.cohort) + u64::from(piece.from) - range.start) as usize;
                walks[to..to + count].copy_from_slice(&chunk.walks[at..at + count]);
                at += count;
            }
            Ok(())
        })
        .await?;
        Ok(walks)
    }

    /// Does the same as [`Batch::paths`], without blocking.
    ///
    /// # Errors
    /// See [`Batch::paths`].
    ///
    /// # Panics
    /// See [`Batch::paths`].
    pub async fn paths_async(&mut self, knights: &[u64]) -> Result<Vec<Path>> {
        let pieces: Vec<KnightSpan> = knights.iter().map(|&knight| self.plan.piece_of(knight)).collect();
        let mut walked: BTreeMap<u64, Path> = BTreeMap::new();
        self.walk(&pieces, ChunkOutput::Paths, &mut |_| {}, &mut |plan, chunk| {
            let damaged = |what: String| EngineError::Damaged(what);
            for (k, (piece, walk)) in chunk.pieces.iter().zip(&chunk.walks).enumerate() {
                let visited = walk.visited() as usize;
                let column = chunk.squares.iter().skip(k).step_by(chunk.walks.len());
                let order: Vec<u32> = column.take(visited).copied().collect();
                if order.len() != visited {
                    return Err(damaged(format!("{visited} squares are more than the board has")));
                }
                let path = Path::new(plan.board().clone(), order).map_err(|flaw| damaged(flaw.to_string()))?;
                walked.insert(plan.first_of(piece.cohort) + u64::from(piece.from), path);
            }
            Ok(())
        })
        .await?;
        Ok(knights.iter().map(|knight| walked[knight].clone()).collect())
    }

    /// Runs all knights of `pieces` and passes their results to `reported`, chunk by chunk.
    ///
    /// All knights of a chunk have the same rule, for two reasons: a kernel is built for one rule, and adjacent lanes
    /// with different work would wait for each other.
    async fn walk(
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
                let (chunk, count) = take(&mut queue, room, self.limits.slice);
                let begun = Instant::now();
                let chunk = self.walk_chunk(rule, chunk, count, want).await?;
                self.knights.learn(begun.elapsed(), count == room);
                walked += count;
                self.walked += count;
                reported(&self.plan, chunk)?;
                progress(walked);
            }
        }
        Ok(())
    }

    /// Returns the maximum number of knights that can walk in parallel.
    fn most(&self, want: ChunkOutput) -> u64 {
        // Every knight has data, a result and a slice, in three separate buffers. Each of these buffers takes at most
        // 36 bytes per knight.
        let largest = [self.params.words.into(), self.result_words(want), size_of::<Slice>() as u64 / 4];
        let each = 4 * largest.into_iter().max().unwrap_or(1);
        (self.limits.bytes / each).min(self.limits.knights.into()).max(1)
    }

    /// Returns the number of words per knight in the results.
    fn result_words(&self, want: ChunkOutput) -> u64 {
        1 + if want == ChunkOutput::Paths { u64::from(self.params.playable) } else { 0 }
    }

    /// Records a dispatch of the kernel with index `kernel`.
    fn dispatch(&mut self, kernel: usize, invocations: u32) -> Result<()> {
        self.machine.run(&KERNELS[kernel], Dispatch { job: &self.params, bound: BOUND, invocations: 0..invocations })
    }

    async fn walk_chunk(
        &mut self,
        rule: Rule,
        pieces: Vec<KnightSpan>,
        knights: u64,
        want: ChunkOutput,
    ) -> Result<KnightChunk> {
        let choices = (rule, want == ChunkOutput::Paths);
        if self.built != Some(choices) {
            self.machine.rebuild(build(choices.0, choices.1, self.width));
            self.built = Some(choices);
        }
        let slices = self.cut(&pieces);
        self.params.knights = knights as u32;
        self.params.slices = slices.len() as u32;
        let words = knights * self.result_words(want);
        self.machine.resize(SLICES, (size_of_val(&*slices) / 4) as u64)?;
        self.machine.write(SLICES, 0, bytemuck::cast_slice(&slices)).await?;
        self.machine.resize(RESULTS, words)?;
        self.machine.resize(TALLIES, (slices.len() * size_of::<SliceTally>() / 4) as u64)?;
        // Every knight visits at least its start. Therefore a result of 0 shows that the knight's result is missing.
        self.machine.clear(RESULTS).await?;
        if self.kind == KernelKind::Small {
            self.dispatch(self.kind as usize, knights as u32)?;
        } else {
            self.move_on(rule, knights as u32).await?;
        }
        let mut chunk = KnightChunk { pieces, tallies: Vec::new(), walks: Vec::new(), squares: Vec::new() };
        if want == ChunkOutput::Tallies {
            chunk.tallies = vec![SliceTally::zeroed(); slices.len()];
            self.dispatch(TALLY, slices.len() as u32 * WIDTH)?;
            self.machine.submit(false).await?;
            self.machine.read(TALLIES, 0, bytemuck::cast_slice_mut(&mut chunk.tallies)).await?;
        } else {
            self.machine.submit(false).await?;
            let mut reported = vec![0_u32; words as usize];
            self.machine.read(RESULTS, 0, &mut reported).await?;
            chunk.squares = reported.split_off(knights as usize);
            chunk.walks = reported.into_iter().map(WalkResult::from_word).collect();
        }
        let silent =
            chunk.tallies.iter().any(|tally| tally.min_visited == 0) || chunk.walks.iter().any(|r| r.visited() == 0);
        if silent {
            return Err(EngineError::Damaged("the device has no result for a knight".into()));
        }
        Ok(chunk)
    }

    /// Converts the spans to slices, the form used by the kernels.
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

    /// Runs all knights of a chunk from their starts to the ends of their tours, with a kernel that stores the knights'
    /// boards in a buffer.
    async fn move_on(&mut self, rule: Rule, knights: u32) -> Result<()> {
        let words = u64::from(knights) * u64::from(self.params.words);
        self.machine.resize(KNIGHTS, u64::from(knights) * (size_of::<Knight>() / 4) as u64)?;
        self.machine.resize(CELLS, words)?;
        self.dispatch(INIT_KNIGHTS, knights)?;
        self.dispatch(INIT_BOARDS, words.div_ceil(INIT_STEPS.into()) as u32)?;
        self.machine.submit(false).await?;
        let most = self.limits.moves.min(max_moves(rule));
        let mut left = self.params.playable;
        while left > 0 {
            // A knight whose tour has ended makes no more moves, so the last dispatch can allow more moves than needed.
            let pace = self.machine.pace();
            let wanted = pace.min(left.into()) as u32;
            let dispatches = wanted.div_ceil(most);
            self.params.budget = wanted.min(most);
            (0..dispatches).try_for_each(|_| self.dispatch(self.kind as usize, knights))?;
            self.machine.submit_ahead(u64::from(wanted) == pace, &[(RESULTS, 1)], 0).await?;
            left = left.saturating_sub(dispatches.saturating_mul(self.params.budget));
        }
        self.machine.land().await?;
        Ok(())
    }
}

impl<M: Machine<MirrorMemory = BatchMemory>> Batch for BatchRun<M> {
    fn plan(&self) -> &BatchPlan {
        &self.plan
    }

    fn compared(&self) -> u64 {
        if self.machine.compared() > 0 { self.walked } else { 0 }
    }

    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
        let mut tallies = vec![Tally::default(); self.plan.cohorts().len()];
        let pieces = self.plan.pieces(&range);
        block_on(self.walk(&pieces, ChunkOutput::Tallies, progress, &mut |plan, chunk| {
            for (piece, tally) in chunk.pieces.iter().zip(&chunk.tallies) {
                let first = plan.first_of(piece.cohort) + u64::from(piece.from);
                let number = |place: u32| (place != NOBODY).then(|| first + u64::from(place));
                let tally = Tally {
                    tries: piece.count.into(),
                    complete: tally.complete.into(),
                    closed: tally.closed.into(),
                    visited: tally.visited(),
                    min_visited: tally.min_visited,
                    first_complete: number(tally.first_complete),
                    first_closed: number(tally.first_closed),
                };
                tallies[piece.cohort] = tallies[piece.cohort].and(tally);
            }
            Ok(())
        }))?;
        Ok(tallies)
    }

    fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
        block_on(self.walks_async(range, progress))
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>> {
        block_on(self.paths_async(knights))
    }
}

/// Returns the starts of all cohorts as indices of squares, and the offset of each cohort's starts. If several cohorts
/// share a list of starts, the list is copied only once.
fn starts(plan: &BatchPlan) -> (Vec<u32>, Vec<u32>) {
    let mut starts: Vec<u32> = Vec::new();
    let mut known = BTreeMap::new();
    let mut starts_at = Vec::with_capacity(plan.cohorts().len());
    for cohort in plan.cohorts() {
        let at = *known.entry(cohort.starts.as_ptr() as usize).or_insert_with(|| {
            let at = starts.len();
            starts.extend(cohort.starts.iter().map(|&start| plan.board().index(start) as u32));
            at
        });
        starts_at.push(at as u32);
    }
    (starts, starts_at)
}

/// Returns the data of `board` for a kernel of this kind: the parameters and a list. The list for the kernel `small` is
/// the table of squares. The list for any other kernel is the initial board of a knight. `bytes` is the maximum size of
/// a buffer in bytes.
///
/// # Errors
/// [`EngineError::BatchMemory`] if the board does not fit, [`EngineError::KnightOnly`] if the kernel does not support
/// the board's leaper.
fn laid(board: &Board, kind: KernelKind, bytes: u64) -> Result<(BatchParams, Vec<u32>)> {
    if !kind.takes(board) {
        return Err(match kind {
            KernelKind::Bitboard => EngineError::KnightOnly { kernel: kind.name(), leaper: board.leaper() },
            _ => no_room(kind, board, board.cells().div_ceil(8), "registers", SMALL_CELLS / 8),
        });
    }
    // The largest board has 2³¹ squares. Therefore the size is checked before the board is created.
    let words = match kind {
        KernelKind::Small => 0,
        KernelKind::Bitboard => layout::bitboard_words(board).1,
        KernelKind::Lane => board.cells().div_ceil(8),
    };
    if words * 4 > bytes {
        return Err(no_room(kind, board, words * 4, "a storage binding", bytes));
    }
    let mut params = BatchParams::new(board);
    let laid = match kind {
        KernelKind::Small => {
            params.begin_small(&layout::ranks(board));
            layout::squares(board).concat()
        }
        KernelKind::Bitboard => layout::bitboard(board),
        KernelKind::Lane => layout::nibbles(&layout::ranks(board)),
    };
    params.words = words as u32;
    params.row_words = layout::bitboard_words(board).0 as u32;
    Ok((params, laid))
}

/// Returns the error for a board that does not fit a kernel. `what` is the kind of memory, `needed` is the number of
/// required bytes, and `there` is the number of available bytes.
fn no_room(kind: KernelKind, board: &Board, needed: u64, what: &str, there: u64) -> EngineError {
    EngineError::BatchMemory { kernel: kind.name(), board: board.clone(), needed, what: what.to_owned(), there }
}

/// Removes at most `room` knights from the front of the queue. Returns these knights as spans of at most `slice`
/// knights, and the total number of removed knights.
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

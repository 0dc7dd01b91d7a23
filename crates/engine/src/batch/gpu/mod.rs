//! The batch on a GPU: the host's side.

use std::collections::BTreeMap;
use std::ops::Range;

use courser_board::{Board, Path};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, GpuError, block_on};

use self::chunk::{ChunkOutput, first_knights, first_moves};
use crate::batch::kernel::{KernelKind, SMALL_CELLS, WIDTH_ON_GPU};
use crate::batch::layout::{self, BatchParams, NOBODY};
use crate::batch::plan::KnightSpan;
use crate::batch::{Batch, BatchError, BatchPlan, Tally, WalkResult};
use crate::machine::throttle::Throttle;
use crate::{EngineError, Result};

mod chunk;

/// Many knights on a GPU: one knight per lane, by one of three kernels.
pub struct GpuBatch<'device> {
    device: &'device GpuDevice,
    plan: BatchPlan,
    kind: KernelKind,
    width: u32,
    bounds: BatchLimits,
    params: BatchParams,
    /// Where each cohort's starts begin in the GPU's copy.
    starts_at: Vec<u32>,
    /// Knights of the next chunk, and moves of each knight in a submission.
    knights: Throttle,
    moves: Throttle,
    uniform: wgpu::Buffer,
    starts: wgpu::Buffer,
    /// The squares of `small`, or the board of a knight that has not begun.
    board: wgpu::Buffer,
    slices: GrowableBuffer,
    walkers: GrowableBuffer,
    cells: GrowableBuffer,
    results: GrowableBuffer,
    tallies: GrowableBuffer,
    staging: GrowableBuffer,
}

impl<'device> GpuBatch<'device> {
    /// Creates a batch of the knights of `plan`, with the fastest kernel for its board: `small` if the board fits,
    /// `bitboard` for knights, `lane` for other leapers.
    ///
    /// On an NVIDIA H100 `small` is 1.8 times as fast as the next kernel, and three to four times on the software
    /// adapter (`cargo bench -p courser-engine --bench batch`, `courser bench --full`); `bitboard` is twice as fast as
    /// `lane` on both.
    ///
    /// # Errors
    /// [`BatchError::Kernel`](crate::batch::BatchError::Kernel) if a board does not fit on the GPU,
    /// [`EngineError::Gpu`] if it fails.
    pub fn new(device: &'device GpuDevice, plan: BatchPlan) -> Result<Self> {
        // `small` walks a whole tour in one dispatch: too long for a rule that looks far ahead at every move.
        let is_short = plan.cohorts().iter().all(|cohort| cohort.walker.rule.look_ahead() <= 1);
        let kinds = [KernelKind::Small, KernelKind::Bitboard].into_iter().skip(usize::from(!is_short));
        let kind = kinds.into_iter().find(|kind| kind.takes(plan.board()));
        let kind = kind.unwrap_or(KernelKind::Lane);
        Self::with(device, plan, kind, None, BatchLimits::default())
    }

    /// Creates a batch as [`GpuBatch::new`] does, with this kernel, this workgroup width (`None` for the best width on
    /// the adapter) and these bounds. Only the speed depends on them.
    ///
    /// # Errors
    /// See [`GpuBatch::new`].
    pub fn with(
        device: &'device GpuDevice,
        plan: BatchPlan,
        kind: KernelKind,
        width: Option<u32>,
        bounds: BatchLimits,
    ) -> Result<Self> {
        let bounds = bounds.on(device);
        let (params, board) = laid(plan.board(), kind, bounds.bytes)?;
        let (starts, starts_at) = starts(&plan);
        let (start_bytes, there) = (size_of_val(&*starts) as u64, device.max_binding());
        if start_bytes > there {
            return Err(no_room(kind, plan.board(), start_bytes, "a storage binding for the starts", there).into());
        }
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let both = storage | BufferUsages::COPY_SRC;
        Ok(Self {
            device,
            kind,
            width: self::width(device, width),
            bounds,
            params,
            starts_at,
            knights: first_knights(kind, plan.board().playable(), bounds.knights),
            moves: first_moves(),
            uniform: device.upload("batch", bytemuck::bytes_of(&params), BufferUsages::UNIFORM)?,
            starts: device.upload("starts", bytemuck::cast_slice(&starts), BufferUsages::STORAGE)?,
            board: device.upload("board", bytemuck::cast_slice(&board), BufferUsages::STORAGE)?,
            slices: GrowableBuffer::new("slices", storage),
            walkers: GrowableBuffer::new("knights", storage),
            cells: GrowableBuffer::new("cells", storage),
            results: GrowableBuffer::new("results", both),
            tallies: GrowableBuffer::new("tallies", both),
            staging: GrowableBuffer::new("read-back", BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            plan,
        })
    }

    /// Returns the kernel of the knights.
    pub const fn kind(&self) -> KernelKind {
        self.kind
    }
}

/// The batch without blocking: what [`Batch`] does for it blocks until this is done.
impl GpuBatch<'_> {
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
}

impl Batch for GpuBatch<'_> {
    fn plan(&self) -> &BatchPlan {
        &self.plan
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
                    visited: u64::from(tally.visited_high) << 32 | u64::from(tally.visited_low),
                    least: tally.least,
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

/// Returns the starts of all cohorts as indices, and the offset of each cohort's starts. Cohorts with the same starts
/// share them.
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

/// The limits of simultaneous work. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchLimits {
    /// Knights that walk side by side.
    pub knights: u32,
    /// Bytes of any one buffer; never more than a storage binding of the adapter has.
    pub bytes: u64,
    /// Maximum number of moves of a knight in one dispatch. The kernels have further limits.
    pub moves: u32,
    /// Number of knights per tally on the GPU.
    pub slice: u32,
}

impl Default for BatchLimits {
    fn default() -> Self {
        Self { knights: 1 << 20, bytes: 1 << 30, moves: u32::MAX, slice: 1 << 12 }
    }
}

impl BatchLimits {
    /// Restricts the limits to those of the device, and to positive values.
    pub(super) fn on(self, device: &GpuDevice) -> Self {
        Self {
            knights: self.knights.max(1),
            bytes: self.bytes.min(device.max_binding()).max(64),
            moves: self.moves.max(1),
            slice: self.slice.max(1),
        }
    }
}

/// A buffer, replaced only by a larger one.
pub(super) struct GrowableBuffer {
    label: &'static str,
    usage: BufferUsages,
    buffer: Option<wgpu::Buffer>,
}

impl GrowableBuffer {
    pub(super) const fn new(label: &'static str, usage: BufferUsages) -> Self {
        Self { label, usage, buffer: None }
    }

    /// Returns the buffer, of at least `bytes` bytes. It grows to at most twice that size, and to more than `most` only if
    /// `bytes` is more.
    pub(super) fn of(&mut self, device: &GpuDevice, bytes: u64, most: u64) -> Result<wgpu::Buffer, GpuError> {
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

/// Lays `board` for `kind`: the parameters, and the squares of `small` or the board of a knight that has not begun. No
/// buffer may have more than `bytes` bytes.
///
/// # Errors
/// [`BatchError::Kernel`] if the board does not fit, [`BatchError::KnightOnly`] if the kernel walks another piece.
fn laid(board: &Board, kind: KernelKind, bytes: u64) -> Result<(BatchParams, Vec<u32>), BatchError> {
    if !kind.takes(board) {
        return Err(match kind {
            KernelKind::Bitboard => BatchError::KnightOnly { kernel: kind.name(), leaper: board.leaper() },
            _ => no_room(kind, board, board.cells().div_ceil(8), "registers", SMALL_CELLS / 8),
        });
    }
    // The largest board has 2³¹ squares: what does not fit is known before it is laid.
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

/// Returns the error for a kernel on which the board does not fit: a knight needs `needed` bytes of `what`, and `there`
/// are available.
pub(super) fn no_room(kind: KernelKind, board: &Board, needed: u64, what: &str, there: u64) -> BatchError {
    BatchError::Kernel { kernel: kind.name(), board: board.clone(), needed, what: what.to_owned(), there }
}

/// Returns the number of lanes in a workgroup: the requested number, or the best number for the adapter, up to its
/// maximum. The software adapter runs eight lanes side by side, as measured.
pub(super) fn width(device: &GpuDevice, asked: Option<u32>) -> u32 {
    let limits = device.raw().limits();
    let widest = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
    let suits = if device.adapter().kind().is_real() { WIDTH_ON_GPU } else { 8 };
    asked.unwrap_or(suits).clamp(1, widest)
}

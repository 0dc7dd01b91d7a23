//! The host of the mosaic on a GPU.

mod buffers;
mod lanes;
mod limits;
mod passes;
mod run;
mod source;
mod submission;

use std::fmt;
use std::ops::{ControlFlow, Range};

use courser_board::proof::VisitNumbers;
use courser_board::{Board, Square};
use courser_gpu::{GpuDevice, block_on, wgpu};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::{relay, tame};

use self::buffers::{Slot, USAGES};
use self::source::NumberSource;
use super::layout::QUAD;
use super::report::MosaicReport;
use super::{Mosaic, ProvenRowSink};
use crate::EngineError;
use crate::Result;
use crate::machine::parts::SplitArray;

pub use self::lanes::relay_kernels;
pub use self::limits::Limits;
pub(crate) use self::passes::check;
pub use self::passes::kernels;

/// A plan on a GPU. It computes and proves the visit numbers, either of the whole board at once or band by band.
///
/// Only proven numbers are returned. If the proof fails, [`EngineError::Proof`](crate::EngineError::Proof) contains the
/// violation.
///
/// ```no_run
/// use courser_board::{Board, TourSpec};
/// use courser_engine::EngineError;
/// use courser_engine::mosaic::GpuMosaic;
/// use courser_gpu::{Adapters, AdapterChoice, GpuDevice};
/// use courser_solve::mosaic::MosaicPlan;
///
/// let device = GpuDevice::open(Adapters::find().pick(&AdapterChoice::Auto)?)?;
/// let plan = MosaicPlan::new(&TourSpec::closed(&Board::new(30_000, 30_000).unwrap()), None).unwrap();
/// let mut mosaic = GpuMosaic::new(&device, &plan)?;
/// let report = mosaic.prove(&mut |squares| eprintln!("{squares} squares"))?;
/// println!("{:.0} squares per second", report.rate(report.compute));
/// # Ok::<(), EngineError>(())
/// ```
pub struct GpuMosaic<'device> {
    device: &'device GpuDevice,
    rows: u32,
    cols: u32,
    closed: bool,
    source: NumberSource,
    check_layout: wgpu::BindGroupLayout,
    /// True if numbers have 64 bits. Otherwise, they have 32 bits.
    is_wide: bool,
    limits: Limits,
    /// Squares whose numbers are overwritten before the check, each with the wrong number to write.
    damages: Vec<(Square, u64)>,
    /// Buffers of the last run, kept for the next run.
    kept: Vec<Slot>,
}

impl fmt::Debug for GpuMosaic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuMosaic({}x{}, {} bits)", self.rows, self.cols, 8 * self.number_bytes())
    }
}

impl<'device> GpuMosaic<'device> {
    /// Creates a mosaic of the plan on the GPU, within the limits of the device.
    ///
    /// # Errors
    /// [`EngineError::LongRows`] if five rows do not fit a binding, [`EngineError::Gpu`](crate::EngineError::Gpu) if
    /// the GPU fails.
    pub fn new(device: &'device GpuDevice, plan: &MosaicPlan) -> Result<Self> {
        Self::with_limits(device, plan, Limits::of(device))
    }

    /// Does the same as [`GpuMosaic::new`], within these limits.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn with_limits(device: &'device GpuDevice, plan: &MosaicPlan, limits: Limits) -> Result<Self> {
        Self::of(device, (plan.rows, plan.cols, plan.closed), NumberSource::tiles(device, plan)?, limits)
    }

    /// Creates the numbering of a relay on the GPU, within these limits. Regions have at most 64 squares.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn relay(device: &'device GpuDevice, plan: &relay::RelayPlan, limits: Limits) -> Result<Self> {
        Self::of(device, (plan.rows, plan.cols, plan.closed), NumberSource::relay(device, plan)?, limits)
    }

    /// Does the same as [`GpuMosaic::with_limits`], for a tame tour.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn tame(device: &'device GpuDevice, plan: &tame::TamePlan, limits: Limits) -> Result<Self> {
        Self::of(device, (plan.rows, plan.cols, plan.closed), NumberSource::tame(device, plan)?, limits)
    }

    /// Creates a mosaic that uses numbers of 32 bits in existing buffers. The numbers are stored row by row, padded as
    /// in a [`Whole`] board. The numbers of a board with holes are returned without the check, which does not support
    /// holes.
    pub(crate) fn in_buffers(
        device: &'device GpuDevice,
        (board, closed): (&Board, bool),
        (parts, buffers): (SplitArray, &[wgpu::Buffer]),
        limits: Limits,
    ) -> Result<Self> {
        let source = NumberSource::Cells { parts, buffers: buffers.to_vec(), is_checked: board.hole_count() == 0 };
        Self::of(device, (board.rows(), board.cols(), closed), source, limits)
    }

    fn of(
        device: &'device GpuDevice,
        (rows, cols, closed): (u32, u32, bool),
        source: NumberSource,
        limits: Limits,
    ) -> Result<Self> {
        let needs_wide = u64::from(rows) * u64::from(cols) > u64::from(u32::MAX);
        let is_wide = needs_wide || limits.wide;
        let own = Limits::of(device);
        let limits =
            Limits { binding: limits.binding.min(own.binding), groups: limits.groups.clamp(1, own.groups), ..limits };
        let check_layout = device.layout("mosaic check", passes::CHECK)?;
        let (damages, kept) = (Vec::new(), Vec::new());
        let mosaic = Self { device, rows, cols, closed, source, check_layout, is_wide, limits, damages, kept };
        mosaic.band_rows(false, false)?;
        Ok(mosaic)
    }

    /// Returns whether visit numbers have 64 bits. Otherwise, they have 32 bits.
    pub const fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Returns the size of a number in bytes.
    const fn number_bytes(&self) -> u64 {
        if self.is_wide { 8 } else { 4 }
    }

    /// Returns the number of squares of the board.
    fn cells(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols)
    }

    /// Returns the size of a row of numbers in bytes. A row is padded to whole quads.
    const fn row_bytes(&self) -> u64 {
        self.cols.div_ceil(QUAD) as u64 * QUAD as u64 * self.number_bytes()
    }

    /// Computes and proves the visit numbers of the whole board, band by band. Only the verdicts are read back.
    /// `progress` receives the number of squares proven so far.
    ///
    /// # Errors
    /// See [`Mosaic::run`].
    pub fn prove(&mut self, progress: &mut dyn FnMut(u64)) -> Result<MosaicReport> {
        let (rows, cols) = (self.rows, self.cols);
        let report = block_on(self.rows(0..rows, false, &mut |rows, _| {
            progress(u64::from(rows.end) * u64::from(cols));
            ControlFlow::Continue(())
        }));
        Ok(report?.expect("nothing has ended the run"))
    }

    /// Does the same as [`Mosaic::run`], but only for these rows of the board. The board as a whole can be too large to
    /// be computed. The successor of a square is proven if all moves of the square lead to these rows or off the board.
    ///
    /// The GPU processes the next rows while `each` receives the current rows. The host needs memory for three bands.
    ///
    /// # Errors
    /// See [`Mosaic::run`].
    ///
    /// # Panics
    /// If `rows` is empty or ends beyond the board.
    pub async fn rows(
        &mut self,
        rows: Range<u32>,
        reads: bool,
        each: ProvenRowSink<'_>,
    ) -> Result<Option<MosaicReport>> {
        assert!(rows.start < rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        if !reads {
            return self.go_down(false, rows, None, &mut |rows, _| each(rows, None)).await;
        }
        let (cols, is_wide, padded) = (self.cols as usize, self.is_wide, self.row_bytes() as usize);
        let row = cols * self.number_bytes() as usize;
        // The elements have eight bytes, so that numbers of both widths are aligned.
        let mut packed: Vec<u64> = Vec::new();
        let mut unpadded = |rows: Range<u32>, bytes: &[u8]| {
            let squares = rows.len() * cols;
            let bytes = if row == padded && bytes.as_ptr().align_offset(size_of::<u64>()) == 0 {
                bytes
            } else {
                packed.resize((rows.len() * row).div_ceil(size_of::<u64>()), 0);
                let into: &mut [u8] = bytemuck::cast_slice_mut(&mut packed);
                for (into, line) in into.chunks_exact_mut(row).zip(bytes.chunks_exact(padded)) {
                    into.copy_from_slice(&line[..row]);
                }
                &into[..rows.len() * row]
            };
            let numbers = match is_wide {
                false => VisitNumbers::Narrow(&bytemuck::cast_slice(bytes)[..squares]),
                true => VisitNumbers::Wide(&bytemuck::cast_slice(bytes)[..squares]),
            };
            each(rows, Some(numbers))
        };
        self.go_down(true, rows, None, &mut unpadded).await
    }

    /// Computes and proves the visit numbers of the board in one buffer that stays on the GPU. `on_rows` is called from
    /// time to time with the number of rows numbered so far.
    ///
    /// # Errors
    /// The errors of [`Mosaic::run`], and [`EngineError::OneBinding`] if the board does not fit one binding.
    pub fn whole(&mut self, on_rows: &mut dyn FnMut(u32)) -> Result<Whole> {
        let Self { device, rows, cols, .. } = *self;
        let (needed, there) = (u64::from(rows) * self.row_bytes(), self.limits.binding);
        if needed > there {
            let adapter = device.adapter().name().to_owned();
            return Err(EngineError::OneBinding { rows, cols, needed, adapter, there });
        }
        let numbers = device.buffer("the whole board", needed, USAGES)?;
        let report = block_on(self.go_down(false, 0..rows, Some(&numbers), &mut |rows, _| {
            on_rows(rows.end);
            ControlFlow::Continue(())
        }))?;
        let report = report.expect("nothing has ended the run");
        Ok(Whole { numbers, stride: cols.next_multiple_of(QUAD), report })
    }

    /// Overwrites the number of `square` with `number` in every following run, between the passes that compute and
    /// check the numbers. This function is for tests of the check.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[doc(hidden)]
    pub fn damage(&mut self, square: Square, number: u64) {
        assert!(square.row < self.rows && square.col < self.cols, "{square:?} is not on the board");
        self.damages.push((square, number));
    }
}

/// The proven numbers of a whole board, in one buffer of the GPU.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Buffer of the numbers, row by row. Each row is padded with zeros to `stride` numbers. The lower word of a 64-bit
    /// number comes first.
    pub numbers: wgpu::Buffer,
    /// Row stride in numbers: the number of columns, rounded up to a multiple of 4.
    pub stride: u32,
    /// Times of computing and proving the numbers.
    pub report: MosaicReport,
}

impl Mosaic for GpuMosaic<'_> {
    fn run(&mut self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>> {
        block_on(self.rows(0..self.rows, reads, each))
    }
}

//! The mosaic on a GPU: the host's side.

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
use crate::Result;
use crate::error::NumbersError;
use crate::machine::parts::SplitArray;

pub use self::lanes::relay_kernels;
pub use self::limits::Limits;
pub(crate) use self::passes::check;
pub use self::passes::kernels;

/// A plan on a GPU, ready to number its board in whole or in bands, and to prove the numbers.
///
/// Only proven numbers are returned; otherwise [`EngineError::Proof`](crate::EngineError::Proof) contains the problem.
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
    /// `true` for numbers of 64 bits, `false` for those of 32.
    is_wide: bool,
    limits: Limits,
    /// Numbers to be overwritten before the check.
    damages: Vec<(Square, u64)>,
    /// The buffers of the last run, for the next one.
    kept: Vec<Slot>,
}

impl fmt::Debug for GpuMosaic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuMosaic({}x{}, {} bits)", self.rows, self.cols, 8 * self.number_bytes())
    }
}

impl<'device> GpuMosaic<'device> {
    /// Creates the plan on the GPU, within the limits of the device.
    ///
    /// # Errors
    /// [`NumbersError::LongRows`] if a binding cannot hold five rows, [`EngineError::Gpu`](crate::EngineError::Gpu) if
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

    /// Creates the knights of a relay on the GPU, within these limits. Regions have at most 64 squares.
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

    /// Uses numbers of 32 bits in existing buffers, row by row and padded as in a [`Whole`] board. On a board with
    /// holes they are returned without the check, which does not support holes.
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

    /// Returns `true` for visit numbers of 64 bits, `false` for those of 32.
    pub const fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Returns the bytes of a number.
    const fn number_bytes(&self) -> u64 {
        if self.is_wide { 8 } else { 4 }
    }

    /// Returns the number of squares of the board.
    fn cells(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols)
    }

    /// Returns the bytes of a row of numbers, padded to whole quads.
    const fn row_bytes(&self) -> u64 {
        self.cols.div_ceil(QUAD) as u64 * QUAD as u64 * self.number_bytes()
    }

    /// Numbers the whole board and proves the numbers, a band at a time; nothing is read back but the verdicts.
    /// `progress` gets the squares proven so far.
    ///
    /// # Errors
    /// As [`Mosaic::run`].
    pub fn prove(&mut self, progress: &mut dyn FnMut(u64)) -> Result<MosaicReport> {
        let (rows, cols) = (self.rows, self.cols);
        let report = block_on(self.rows(0..rows, false, &mut |rows, _| {
            progress(u64::from(rows.end) * u64::from(cols));
            ControlFlow::Continue(())
        }));
        Ok(report?.expect("nothing has ended the run"))
    }

    /// Does the same as [`Mosaic::run`], only for these rows of the board, which may be too large as a whole. For each
    /// square whose moves all lie in the part or off the board, the successor is proven.
    ///
    /// The GPU processes the next rows while `each` receives these. The host needs memory for three bands.
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
        // Words of eight bytes, so that both widths are aligned.
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

    /// Numbers the board in one buffer that stays on the GPU, and proves it. `on_rows` is called from time to time with
    /// the number of rows numbered so far.
    ///
    /// # Errors
    /// As in [`Mosaic::run`], and [`NumbersError::Whole`] if the board does not fit one binding.
    pub fn whole(&mut self, on_rows: &mut dyn FnMut(u32)) -> Result<Whole> {
        let Self { device, rows, cols, .. } = *self;
        let (needed, there) = (u64::from(rows) * self.row_bytes(), self.limits.binding);
        if needed > there {
            let adapter = device.adapter().name().to_owned();
            return Err(NumbersError::Whole { rows, cols, needed, adapter, there }.into());
        }
        let numbers = device.buffer("the whole board", needed, USAGES)?;
        let report = block_on(self.go_down(false, 0..rows, Some(&numbers), &mut |rows, _| {
            on_rows(rows.end);
            ControlFlow::Continue(())
        }))?;
        let report = report.expect("nothing has ended the run");
        Ok(Whole { numbers, stride: cols.next_multiple_of(QUAD), report })
    }

    /// Overwrites the number of `square` with `number` in every run from now on, between the passes that make the
    /// numbers and check them: for tests of the check.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[doc(hidden)]
    pub fn damage(&mut self, square: Square, number: u64) {
        assert!(square.row < self.rows && square.col < self.cols, "{square:?} is not on the board");
        self.damages.push((square, number));
    }
}

/// The numbers of a whole board in one buffer of the GPU, proven.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The numbers, row by row; each row is padded with zeros to `stride` numbers. For numbers of 64 bits the lower
    /// word comes first.
    pub numbers: wgpu::Buffer,
    /// Numbers from a row to the next: the columns, rounded up to a multiple of 4.
    pub stride: u32,
    /// The times of making and proving the numbers.
    pub report: MosaicReport,
}

impl Mosaic for GpuMosaic<'_> {
    fn run(&mut self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>> {
        block_on(self.rows(0..self.rows, reads, each))
    }
}

//! A mosaic on a GPU.

use courser_board::Board;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, block_on};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::warnsdorff::Rule;
use courser_solve::{relay, tame};
use std::ops::ControlFlow;

use super::kernels::{KERNELS, build};
use super::layout::{GpuPlan, QUAD};
use super::memory::{BUFFERS, CELLS, MosaicMemory, NUMBERS, TALLY_WORDS, VERDICT, VERDICT_WORDS};
use super::run::MosaicRun;
use super::source::NumberSource;
use super::streamed::StreamedTour;
use super::{Limits, MosaicReport};
use crate::machine::parts::SplitArray;
use crate::machine::{BufferSpec, GpuMachine};
use crate::{EngineError, Result};

/// Size of a read-back buffer in bytes.
const STAGING: u64 = 4 << 20;

/// A plan that runs on a GPU. The GPU computes and checks the visit numbers, either of the whole board at once or band
/// by band.
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
pub type GpuMosaic<'device> = MosaicRun<GpuMachine<'device, MosaicMemory>>;

impl<'device> GpuMosaic<'device> {
    /// Creates a mosaic of the plan on the GPU, within the limits of the device.
    ///
    /// # Errors
    /// [`EngineError::LongRows`] if five rows do not fit into one binding, [`EngineError::Gpu`] if the GPU fails.
    pub fn new(device: &'device GpuDevice, plan: &MosaicPlan) -> Result<Self> {
        Self::with_limits(device, plan, Limits::of(device))
    }

    /// Does the same as [`GpuMosaic::new`], within `limits`.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn with_limits(device: &'device GpuDevice, plan: &MosaicPlan, limits: Limits) -> Result<Self> {
        Self::of(device, &StreamedTour::Mosaic(plan.clone()), limits)
    }

    /// Creates a mosaic that computes the visit numbers of a relay on the GPU, within `limits`. Every region of the
    /// relay must have at most 64 squares.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn relay(device: &'device GpuDevice, plan: &relay::RelayPlan, limits: Limits) -> Result<Self> {
        Self::of(device, &StreamedTour::Relay(plan.clone()), limits)
    }

    /// Does the same as [`GpuMosaic::with_limits`], for a tame tour.
    ///
    /// # Errors
    /// See [`GpuMosaic::new`].
    pub fn tame(device: &'device GpuDevice, plan: &tame::TamePlan, limits: Limits) -> Result<Self> {
        Self::of(device, &StreamedTour::Tame(plan.clone()), limits)
    }

    /// Creates a mosaic that computes the visit numbers of a plan. The plan can be of any kind.
    pub(crate) fn of(device: &'device GpuDevice, plan: &StreamedTour, limits: Limits) -> Result<Self> {
        Self::from(device, plan.shape(), NumberSource::new(plan)?, limits)
    }

    /// Creates a mosaic whose 32-bit visit numbers are already in `buffers`. The numbers are stored row by row, padded
    /// as in a [`Whole`] board. The mosaic does not check the numbers of a board with holes, because the check does not
    /// support holes.
    pub(crate) fn in_buffers(
        device: &'device GpuDevice,
        (board, closed): (&Board, bool),
        (parts, buffers): (SplitArray, &[wgpu::Buffer]),
        limits: Limits,
    ) -> Result<Self> {
        let source = NumberSource::Cells { is_checked: board.hole_count() == 0 };
        let shape = (board.rows(), board.cols(), closed);
        let mut mosaic = Self::from(device, shape, (source, GpuPlan::default()), limits)?;
        mosaic.machine.lend(CELLS, parts, buffers);
        Ok(mosaic)
    }

    fn from(
        device: &'device GpuDevice,
        shape: (u32, u32, bool),
        source: (NumberSource, GpuPlan),
        limits: Limits,
    ) -> Result<Self> {
        let limits = Limits { binding: limits.binding.min(device.max_binding()), ..limits };
        // Only the sizes of the tally and the verdict are final at this point. The host sets the sizes of all other
        // buffers later.
        let (mut buffers, board) = ([BufferSpec::whole(TALLY_WORDS as u64); BUFFERS], Board::new(shape.0, shape.1)?);
        buffers[VERDICT] = BufferSpec::whole(VERDICT_WORDS as u64);
        let build = build(false, Rule::Random);
        let mut machine = GpuMachine::new(device, "mosaic", board, &buffers, build, (1, STAGING))?;
        machine.measure_parts(limits.host_clock)?;
        machine.limit_groups(limits.groups);
        let name = device.adapter().name().to_owned();
        let mut mosaic = Self::with_source(machine, shape, source, limits, name)?;
        let kernels: Vec<_> = mosaic.kernels().into_iter().map(|kernel| &KERNELS[kernel]).collect();
        mosaic.machine.prepare(&kernels, &[])?;
        Ok(mosaic)
    }

    /// Computes and checks the visit numbers of the board in one buffer that stays on the GPU. Calls `on_rows` from
    /// time to time with the number of finished rows.
    ///
    /// # Errors
    /// Returns the errors of [`Mosaic::run`](super::Mosaic::run), and [`EngineError::OneBinding`] if the board does not
    /// fit into one binding.
    pub fn whole(&mut self, on_rows: &mut dyn FnMut(u32)) -> Result<Whole> {
        const USAGES: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);
        let (rows, cols, device) = (self.rows, self.cols, self.machine.device);
        let (words, there) = (u64::from(rows) * self.row_words(), self.limits.binding);
        if 4 * words > there {
            let adapter = device.adapter().name().to_owned();
            return Err(EngineError::OneBinding { rows, cols, needed: 4 * words, adapter, there });
        }
        let numbers = device.buffer("the whole board", 4 * words, USAGES)?;
        let none = device.buffer("numbers", 16, USAGES)?;
        self.machine.lend(NUMBERS, SplitArray::whole(words), std::slice::from_ref(&numbers));
        let report = block_on(self.go_down(false, 0..rows, true, &mut |rows, _| {
            on_rows(rows.end);
            ControlFlow::Continue(())
        }));
        // Later runs must not change the returned buffer.
        self.machine.lend(NUMBERS, SplitArray::whole(4), &[none]);
        let report = report?.expect("nothing has ended the run");
        Ok(Whole { numbers, stride: cols.next_multiple_of(QUAD), report })
    }
}

/// The checked visit numbers of a whole board, in one buffer of the GPU.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Buffer of the numbers, row by row. Each row is padded with zeros to `stride` numbers. The lower word of a 64-bit
    /// number comes first.
    pub numbers: wgpu::Buffer,
    /// Row stride, in visit numbers: the number of columns, rounded up to a multiple of 4.
    pub stride: u32,
    /// Times for computing and for checking the numbers.
    pub report: MosaicReport,
}

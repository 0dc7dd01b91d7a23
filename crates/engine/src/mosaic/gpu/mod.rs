//! The mosaic on a GPU: the host's side.

mod buffers;
mod damage;
mod limits;
mod numbers;
mod passes;
mod run;
mod submission;

use std::fmt;
use std::ops::Range;

use courser_board::Square;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, block_on};
use courser_solve::mosaic::Plan;

use self::buffers::{ReadBack, Slots};
use self::numbers::row_bytes;
use super::error::NumbersError;
use super::layout::{Arrays, QUAD};
use super::report::MosaicReport;
use super::spans::{Span, spans};
use crate::EngineError;
use crate::cycle::Cell;

pub use self::limits::Limits;
pub use self::numbers::{Numbers, Whole, Width};
pub use self::passes::{Passes, kernels};

/// A plan on a GPU, ready to number its board in whole or in bands, and to prove the numbers.
///
/// Nothing is handed out that has not been proven: [`EngineError::Proof`] says what is wrong otherwise.
///
/// ```no_run
/// use courser_board::{Board, TourSpec};
/// use courser_engine::EngineError;
/// use courser_engine::mosaic::{GpuMosaic, Passes};
/// use courser_gpu::{Adapters, Choice, Device};
/// use courser_solve::mosaic::Plan;
///
/// let device = Device::open(Adapters::find().pick(&Choice::Auto)?)?;
/// let plan = Plan::new(&TourSpec::closed(&Board::new(30_000, 30_000).unwrap()), None).unwrap();
/// let passes = Passes::new(&device)?;
/// let mut mosaic = GpuMosaic::new(&passes, &plan)?;
/// let report = mosaic.prove(&mut |squares| eprintln!("{squares} squares"))?;
/// println!("{:.0} squares per second", report.rate(report.compute));
/// # Ok::<(), EngineError>(())
/// ```
pub struct GpuMosaic<'passes> {
    device: &'passes Device,
    passes: &'passes Passes<'passes>,
    plan: Plan,
    width: Width,
    limits: Limits,
    /// The plan, its zones, its blocks and its positions.
    arrays: [wgpu::Buffer; 4],
    spans: Vec<Span>,
    /// What the last run was done with, for the next one.
    kept: Option<Slots>,
    /// Numbers to be overwritten before the check.
    damages: Vec<(Square, u64)>,
}

impl fmt::Debug for GpuMosaic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuMosaic({}x{}, {:?})", self.plan.rows, self.plan.cols, self.width)
    }
}

impl<'passes> GpuMosaic<'passes> {
    /// The plan on the GPU, within the limits of the device.
    ///
    /// # Errors
    /// [`NumbersError::LongRows`] if not even five rows fit a binding, [`EngineError::Gpu`] if the GPU fails.
    pub fn new(passes: &'passes Passes<'_>, plan: &Plan) -> Result<Self, EngineError> {
        Self::with_limits(passes, plan, Limits::of(passes.device()))
    }

    /// As [`GpuMosaic::new`], within these limits.
    ///
    /// # Errors
    /// As [`GpuMosaic::new`].
    pub fn with_limits(passes: &'passes Passes<'_>, plan: &Plan, limits: Limits) -> Result<Self, EngineError> {
        let device = passes.device();
        let needs_wide = plan.cells() > u64::from(u32::MAX);
        let width = if needs_wide || limits.wide { Width::Wide } else { Width::Narrow };
        let own = Limits::of(device);
        let limits =
            Limits { binding: limits.binding.min(own.binding), groups: limits.groups.clamp(1, own.groups), ..limits };

        let arrays = Arrays::new(plan);
        let arrays = [
            device.upload("plan", bytemuck::bytes_of(&arrays.plan), BufferUsages::UNIFORM)?,
            device.upload("zones", bytemuck::cast_slice(&arrays.zones), BufferUsages::STORAGE)?,
            device.upload("blocks", bytemuck::cast_slice(&arrays.blocks), BufferUsages::STORAGE)?,
            device.upload("positions", bytemuck::cast_slice(&arrays.positions), BufferUsages::STORAGE)?,
        ];

        let mosaic = Self {
            device,
            passes,
            plan: plan.clone(),
            width,
            limits,
            arrays,
            spans: spans(plan),
            kept: None,
            damages: Vec::new(),
        };
        mosaic.band_rows(ReadBack::Nothing)?;
        Ok(mosaic)
    }

    /// How many bits the visit numbers have.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Numbers the whole board and proves the numbers, a band at a time; nothing is read back but the verdicts.
    /// `progress` gets the squares proven so far.
    ///
    /// # Errors
    /// [`EngineError::Proof`] or [`EngineError::Unseen`] if the numbers are not a tour, [`EngineError::Gpu`]
    /// if the GPU fails.
    pub fn prove(&mut self, progress: &mut dyn FnMut(u64)) -> Result<MosaicReport, EngineError> {
        let cols = u64::from(self.plan.cols);
        self.try_prove(|rows| {
            progress(u64::from(rows.end) * cols);
            Ok(())
        })
    }

    /// As [`GpuMosaic::prove`]; `each` receives the rows that are proven, and its first error ends the run.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and that of `each`.
    pub fn try_prove<E: From<EngineError>>(
        &mut self,
        mut each: impl FnMut(Range<u32>) -> Result<(), E>,
    ) -> Result<MosaicReport, E> {
        block_on(self.run(ReadBack::Nothing, 0..self.plan.rows, None, |rows, _| each(rows)))
    }

    /// Calls `each` with the visit numbers of all squares, from 1, some rows at a time from the top; each band is
    /// proven in itself and with the rows before it. That the numbers are a tour is known when this returns.
    ///
    /// The GPU is at the next rows while `each` has these. The host needs memory for three bands.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and the first error of `each`, which ends the run.
    pub fn for_each_band<E: From<EngineError>>(
        &mut self,
        each: impl FnMut(Range<u32>, Numbers<'_>) -> Result<(), E>,
    ) -> Result<MosaicReport, E> {
        self.for_each_band_of(0..self.plan.rows, each)
    }

    /// As [`GpuMosaic::for_each_band`], for these rows of the board only: a part of a board that is too large to be
    /// made in whole. Each square whose moves all lie in the part or off the board is proven to have its successor
    /// there.
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_band`].
    ///
    /// # Panics
    /// If there are no such rows.
    pub fn for_each_band_of<E: From<EngineError>>(
        &mut self,
        rows: Range<u32>,
        each: impl FnMut(Range<u32>, Numbers<'_>) -> Result<(), E>,
    ) -> Result<MosaicReport, E> {
        block_on(self.for_each_band_of_async(rows, each))
    }

    /// As [`GpuMosaic::for_each_band_of`], without blocking.
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_band_of`].
    ///
    /// # Panics
    /// As [`GpuMosaic::for_each_band_of`].
    pub async fn for_each_band_of_async<E: From<EngineError>>(
        &mut self,
        rows: Range<u32>,
        mut each: impl FnMut(Range<u32>, Numbers<'_>) -> Result<(), E>,
    ) -> Result<MosaicReport, E> {
        assert!(rows.start < rows.end && rows.end <= self.plan.rows, "rows {rows:?} of {}", self.plan.rows);
        let (width, cols) = (self.width, self.plan.cols as usize);
        let padded = row_bytes(self.plan.cols, width) as usize;
        let row = cols * width.bytes() as usize;
        // Words of eight bytes, so that both widths are aligned.
        let mut packed: Vec<u64> = Vec::new();
        self.run(ReadBack::Numbers, rows, None, |rows, bytes| {
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
            let numbers = match width {
                Width::Narrow => Numbers::Narrow(&bytemuck::cast_slice(bytes)[..squares]),
                Width::Wide => Numbers::Wide(&bytemuck::cast_slice(bytes)[..squares]),
            };
            each(rows, numbers)
        })
        .await
    }

    /// The visit number of every square, row by row, from 1: what [`Plan::fill`] writes.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and [`NumbersError::Narrow`] if the numbers are wide.
    ///
    /// # Panics
    /// If `visits` has not one number per square.
    pub fn fill(&mut self, visits: &mut [u32]) -> Result<MosaicReport, EngineError> {
        self.check_narrow(u64::from(u32::MAX))?;
        assert_eq!(visits.len() as u64, self.plan.cells(), "one number per square");
        let cols = self.plan.cols as usize;
        self.for_each_band(|rows, numbers| {
            if let Numbers::Narrow(numbers) = numbers {
                visits[rows.start as usize * cols..][..numbers.len()].copy_from_slice(numbers);
            }
            Ok(())
        })
    }

    /// Calls `each` with the states of all squares as the decision cycle would leave them, some rows at a time from
    /// the top, like [`GpuMosaic::for_each_band`].
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_band`], and [`NumbersError::Narrow`] for a board of more squares than a state can number.
    pub fn for_each_state<E: From<EngineError>>(
        &mut self,
        mut each: impl FnMut(Range<u32>, &[Cell]) -> Result<(), E>,
    ) -> Result<MosaicReport, E> {
        self.check_narrow(u64::from(Cell::HOLE) - 1)?;
        let mut aligned: Vec<Cell> = Vec::new();
        block_on(self.run(ReadBack::States, 0..self.plan.rows, None, |rows, bytes| {
            if let Ok(cells) = bytemuck::try_cast_slice(bytes) {
                return each(rows, cells);
            }
            aligned.clear();
            aligned.extend(bytes.chunks_exact(size_of::<Cell>()).map(bytemuck::pod_read_unaligned::<Cell>));
            each(rows, &aligned)
        }))
    }

    /// The state of every square, row by row.
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_state`], and [`EngineError::Memory`] if they do not fit the host's memory.
    pub fn states(&mut self) -> Result<(Vec<Cell>, MosaicReport), EngineError> {
        let needed = self.plan.cells().saturating_mul(size_of::<Cell>() as u64);
        let mut states = Vec::new();
        let squares = usize::try_from(self.plan.cells()).unwrap_or(usize::MAX);
        if states.try_reserve_exact(squares).is_err() {
            return Err(EngineError::Memory { what: "the state of every square".into(), needed });
        }
        let report = self.for_each_state(|_, cells| {
            states.extend_from_slice(cells);
            Ok::<(), EngineError>(())
        })?;
        Ok((states, report))
    }

    /// Numbers the board in one buffer that stays on the GPU, and proves it. `on_rows` is called now and then with the rows
    /// that are numbered so far.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and [`NumbersError::Whole`] if the board does not fit one binding.
    pub fn whole(&mut self, on_rows: &mut dyn FnMut(u32)) -> Result<Whole, EngineError> {
        let (rows, cols) = (self.plan.rows, self.plan.cols);
        let needed = u64::from(rows) * row_bytes(cols, self.width);
        if needed > self.limits.binding {
            let adapter = self.device.adapter().name().to_owned();
            return Err(NumbersError::Whole { rows, cols, needed, adapter, there: self.limits.binding }.into());
        }
        let numbers = self.device.buffer("the whole board", needed, numbers::USAGES)?;
        let report = block_on(self.run(ReadBack::Nothing, 0..rows, Some(&numbers), |rows, _| {
            on_rows(rows.end);
            Ok::<(), EngineError>(())
        }))?;
        Ok(Whole { numbers, stride: cols.next_multiple_of(QUAD), width: self.width, report })
    }

    /// Whether the numbers have 32 bits and are at most `most`.
    fn check_narrow(&self, most: u64) -> Result<(), EngineError> {
        let (rows, cols, squares) = (self.plan.rows, self.plan.cols, self.plan.cells());
        match self.width {
            Width::Narrow if squares <= most => Ok(()),
            _ => Err(NumbersError::Narrow { rows, cols, squares, most }.into()),
        }
    }
}

//! The mosaic on a graphics card: the host's side.

use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

use bytemuck::{Pod, Zeroable};
use courser_board::{Board, Square};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Binding, Device, Kernel, Pending, Timer};
use courser_solve::mosaic::Plan;
use courser_solve::mosaic::proof::Fault;

use super::bands::{Band, KEPT, bands, height};
use super::layout::{Arrays, QUAD, Window};
use super::report::{Clock, Report};
use super::runs::{Kind, Run, runs};
use super::{CHECK_WGSL, PLAN_WGSL, STATE_WGSL, VISITS_WGSL, WINDOW_WGSL};
use crate::EngineError;
use crate::cycle::{Cell, grid};

/// Invocations in a workgroup, as in `window.wgsl`.
const WIDTH: u64 = 64;

/// Rows that an invocation checks, as in `check.wgsl`.
const CHECK_ROWS: u32 = 32;

/// The most squares that one dispatch numbers, if nothing else is asked for: a tenth of a second on a
/// software adapter, so that no watchdog of a desktop's card ever wakes.
const BAND_SQUARES: u64 = 1 << 24;

/// States take four times the room of numbers.
const STATE_SQUARES: u64 = BAND_SQUARES / 4;

/// Moments that the card notes in a band: before and after visits, check, state and the copy.
const MOMENTS: u32 = 8;

/// Bytes of a band's notes: the verdict, then the moments.
const NOTES: u64 = (size_of::<Verdict>() + MOMENTS as usize * size_of::<u64>()) as u64;

/// What the check has found in a band: `Verdict` in `shaders/mosaic/check.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Verdict {
    /// A bit a kind of fault; 0 if there is none.
    pub faults: u32,
    /// The least place of a faulty square: rows after the first row checked, times columns, plus its column.
    pub first: u32,
    /// Squares that were checked.
    pub seen: u32,
    /// Squares with the number 1.
    pub ones: u32,
}

impl Verdict {
    /// Before the first square.
    const NONE: Self = Self { faults: 0, first: u32::MAX, seen: 0, ones: 0 };
}

/// What a run may take of a card. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a storage binding.
    pub binding: u64,
    /// The most squares that one dispatch numbers, rounded up to whole rows.
    pub band_squares: u64,
    /// The most workgroups in one dimension of a dispatch.
    pub groups: u32,
    /// Whether numbers have 64 bits on small boards too. From 2^32 squares on they always have.
    pub wide: bool,
    /// Whether the parts of a run are timed by the host even if the card has a clock.
    pub host_clock: bool,
}

impl Limits {
    /// All that the device gives, in bands that it is done with soon.
    pub fn of(device: &Device) -> Self {
        Self {
            binding: device.max_binding(),
            band_squares: BAND_SQUARES,
            groups: device.max_groups(),
            wide: false,
            host_clock: false,
        }
    }
}

/// How many bits a visit number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32, for boards of fewer than 2^32 squares.
    Narrow,
    /// 64, for all.
    Wide,
}

impl Width {
    const fn bytes(self) -> u64 {
        match self {
            Self::Narrow => 4,
            Self::Wide => 8,
        }
    }

    /// The place of the kernel for this width.
    const fn kernel(self) -> usize {
        match self {
            Self::Narrow => 0,
            Self::Wide => 1,
        }
    }
}

/// Visit numbers of some rows, row by row, in the width that the board needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers<'a> {
    /// Of boards of fewer than 2^32 squares.
    Narrow(&'a [u32]),
    /// Of larger boards.
    Wide(&'a [u64]),
}

/// The numbers of a whole board in one buffer of the card, proven.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The numbers, row by row; each row is padded with zeros to `stride` numbers.
    pub numbers: wgpu::Buffer,
    /// Numbers from a row to the next: the columns, rounded up to a multiple of 4.
    pub stride: u32,
    /// How wide a number is; of a wide one the lower word comes first.
    pub width: Width,
    /// How long it took.
    pub report: Report,
}

/// The passes of the mosaic, built for one device: what all plans on it have in common.
pub struct Passes<'device> {
    device: &'device Device,
    /// For each kind of tiles, in their order; each for narrow numbers, and for wide ones.
    visits: [[Kernel; 2]; Kind::ALL.len()],
    check: [Kernel; 2],
    state: Kernel,
    visits_layout: wgpu::BindGroupLayout,
    check_layout: wgpu::BindGroupLayout,
}

impl fmt::Debug for Passes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Passes on {}", self.device.adapter().name())
    }
}

impl<'device> Passes<'device> {
    /// Builds the passes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the driver refuses one.
    pub fn new(device: &'device Device) -> Result<Self, EngineError> {
        let visits_layout = device.layout(
            "mosaic visits",
            &[Binding::Uniform, Binding::Uniform, Binding::Read, Binding::Read, Binding::Read, Binding::ReadWrite],
        );
        let check_layout = device.layout("mosaic check", &[Binding::Uniform, Binding::Read, Binding::ReadWrite]);
        let visits = device.module("mosaic visits", &[WINDOW_WGSL, PLAN_WGSL, VISITS_WGSL].join("\n"))?;
        let check = device.module("mosaic check", &[WINDOW_WGSL, CHECK_WGSL].join("\n"))?;
        let state = device.module("mosaic state", &[WINDOW_WGSL, STATE_WGSL].join("\n"))?;
        let both = |entries: [&str; 2], cuts: f64, varied: bool| -> Result<[Kernel; 2], EngineError> {
            let constants = [("CUTS", cuts), ("VARIED", f64::from(u8::from(varied)))];
            let [narrow, wide] = entries.map(|entry| device.kernel(&visits, entry, &visits_layout, &constants));
            Ok([narrow?, wide?])
        };
        let (tiles, chains) = (["narrow", "wide"], ["narrow_chain", "wide_chain"]);
        let [any, one_cut, chain, varied] = Kind::ALL.map(|kind| match kind {
            Kind::Any => both(tiles, 4.0, false),
            Kind::OneCut => both(tiles, 1.0, false),
            Kind::Chain => both(chains, 1.0, false),
            Kind::Varied => both(chains, 1.0, true),
        });
        let [narrow, wide] = ["narrow", "wide"].map(|entry| device.kernel(&check, entry, &check_layout, &[]));
        Ok(Self {
            device,
            visits: [any?, one_cut?, chain?, varied?],
            check: [narrow?, wide?],
            state: device.kernel(&state, "narrow", &check_layout, &[])?,
            visits_layout,
            check_layout,
        })
    }
}

/// A plan on a card, ready to number its board in whole or in bands, and to prove the numbers.
///
/// Nothing is handed out that has not been proven: [`EngineError::Proof`] says what is wrong otherwise.
///
/// ```no_run
/// use courser_board::Board;
/// use courser_engine::EngineError;
/// use courser_engine::mosaic::{GpuMosaic, Passes};
/// use courser_gpu::{Adapters, Choice, Device};
/// use courser_solve::mosaic::Plan;
///
/// let device = Device::open(Adapters::find().pick(&Choice::Auto)?)?;
/// let plan = Plan::new(&Board::new(30_000, 30_000).unwrap(), true, None, None, None).unwrap();
/// let passes = Passes::new(&device)?;
/// let mut mosaic = GpuMosaic::new(&passes, &plan)?;
/// let report = mosaic.prove(&mut |squares| eprintln!("{squares} squares"))?;
/// println!("{:.0} squares a second", report.rate(report.compute));
/// # Ok::<(), EngineError>(())
/// ```
pub struct GpuMosaic<'passes> {
    device: &'passes Device,
    passes: &'passes Passes<'passes>,
    plan: Plan,
    width: Width,
    limits: Limits,
    /// The plan, its zones, its blocks and its ranks.
    arrays: [wgpu::Buffer; 4],
    runs: Vec<Run>,
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

/// What is read back of a band.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Take {
    Nothing,
    Numbers,
    States,
}

/// The buffers of a run: two bands take turns, or one has all to itself.
struct Slots {
    take: Take,
    height: u32,
    list: Vec<Slot>,
}

/// The buffers of one band.
struct Slot {
    /// The window of the passes that go over all quads.
    window: wgpu::Buffer,
    /// A window a run of quads, and what it is bound with.
    runs: Vec<(wgpu::Buffer, wgpu::BindGroup)>,
    numbers: wgpu::Buffer,
    verdict: wgpu::Buffer,
    notes: wgpu::Buffer,
    state: Option<(wgpu::Buffer, wgpu::BindGroup)>,
    staging: Option<wgpu::Buffer>,
    timer: Option<Timer>,
    check: wgpu::BindGroup,
}

/// A band that the card is at.
struct Flight {
    band: Band,
    slot: usize,
    pending: Pending,
    times: Times,
}

/// How long the parts took, by the host's clock; zero where the card has its own.
#[derive(Clone, Copy, Default)]
struct Times {
    compute: Duration,
    check: Duration,
    read_back: Duration,
}

/// What a run keeps in mind from band to band.
struct Tally {
    times: Times,
    bands: u64,
    seen: u64,
    ones: u64,
}

impl<'passes> GpuMosaic<'passes> {
    /// The plan on the card.
    ///
    /// # Errors
    /// [`EngineError::LongRows`] if not even five rows fit a binding, [`EngineError::Gpu`] if the card fails.
    pub fn new(passes: &'passes Passes<'_>, plan: &Plan) -> Result<Self, EngineError> {
        Self::with_limits(passes, plan, Limits::of(passes.device))
    }

    /// The same, taking no more of the card than that.
    ///
    /// # Errors
    /// As [`GpuMosaic::new`].
    pub fn with_limits(passes: &'passes Passes<'_>, plan: &Plan, limits: Limits) -> Result<Self, EngineError> {
        let device = passes.device;
        let needs_wide = plan.cells() > u64::from(u32::MAX);
        let width = if needs_wide || limits.wide { Width::Wide } else { Width::Narrow };
        let own = Limits::of(device);
        let limits =
            Limits { binding: limits.binding.min(own.binding), groups: limits.groups.clamp(1, own.groups), ..limits };

        let arrays = Arrays::new(plan);
        let upload = |label: &str, bytes: &[u8], usage: BufferUsages| -> Result<wgpu::Buffer, EngineError> {
            let buffer = device.buffer(label, bytes.len() as u64, usage | BufferUsages::COPY_DST)?;
            device.queue().write_buffer(&buffer, 0, bytes);
            Ok(buffer)
        };
        let arrays = [
            upload("plan", bytemuck::bytes_of(&arrays.plan), BufferUsages::UNIFORM)?,
            upload("zones", bytemuck::cast_slice(&arrays.zones), BufferUsages::STORAGE)?,
            upload("blocks", bytemuck::cast_slice(&arrays.blocks), BufferUsages::STORAGE)?,
            upload("ranks", bytemuck::cast_slice(&arrays.ranks), BufferUsages::STORAGE)?,
        ];

        let mosaic = Self {
            device,
            passes,
            plan: plan.clone(),
            width,
            limits,
            arrays,
            runs: runs(plan),
            kept: None,
            damages: Vec::new(),
        };
        mosaic.band_height(Take::Nothing)?;
        Ok(mosaic)
    }

    /// How wide the numbers are.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Lets the number of `square` be overwritten in every run from now on, after it was made and before it is
    /// checked: for tests of the check.
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn damage(&mut self, square: Square, number: u64) {
        assert!(square.row < self.plan.rows && square.col < self.plan.cols, "{square:?} is not on the board");
        self.damages.push((square, number));
    }

    /// Numbers the whole board and proves the numbers, a band at a time; nothing is read back but the verdicts.
    /// `progress` is told the squares proven so far.
    ///
    /// # Errors
    /// [`EngineError::Proof`] or [`EngineError::Unseen`] if the numbers are no tour, [`EngineError::Gpu`]
    /// if the card fails.
    pub fn prove(&mut self, progress: &mut dyn FnMut(u64)) -> Result<Report, EngineError> {
        let cols = u64::from(self.plan.cols);
        self.run(Take::Nothing, 0..self.plan.rows, None, |rows, _| {
            progress(u64::from(rows.end) * cols);
            Ok(())
        })
    }

    /// Hands out the visit numbers of all squares from 1, some rows at a time from the top, each proven in
    /// itself and with the rows before it. That the numbers are a tour is known when this returns.
    ///
    /// The card is at the next rows while `each` has these. The host needs memory for three bands.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and the first error of `each`, which ends the run.
    pub fn for_each_band<E: From<EngineError>>(
        &mut self,
        each: impl FnMut(Range<u32>, Numbers<'_>) -> Result<(), E>,
    ) -> Result<Report, E> {
        self.for_each_band_of(0..self.plan.rows, each)
    }

    /// The same for some rows of the board only: a part of a board that is too large to be made in whole. Each
    /// square whose moves all lie in the part or off the board is proven to have its successor there.
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_band`].
    ///
    /// # Panics
    /// If there are no such rows.
    pub fn for_each_band_of<E: From<EngineError>>(
        &mut self,
        rows: Range<u32>,
        mut each: impl FnMut(Range<u32>, Numbers<'_>) -> Result<(), E>,
    ) -> Result<Report, E> {
        assert!(rows.start < rows.end && rows.end <= self.plan.rows, "rows {rows:?} of {}", self.plan.rows);
        let (width, cols) = (self.width, self.plan.cols as usize);
        let padded = row_bytes(self.plan.cols, width) as usize;
        let row = cols * width.bytes() as usize;
        // Words of eight bytes, so that both widths are aligned.
        let mut packed: Vec<u64> = Vec::new();
        self.run(Take::Numbers, rows, None, |rows, bytes| {
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
    }

    /// The visit number of every square, row by row, from 1: what [`Plan::fill`] writes.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and [`EngineError::Narrow`] if the numbers are wide.
    ///
    /// # Panics
    /// If `visits` has not a number a square.
    pub fn fill(&mut self, visits: &mut [u32]) -> Result<Report, EngineError> {
        self.assert_narrow(u64::from(u32::MAX))?;
        assert_eq!(visits.len() as u64, self.plan.cells(), "a number a square");
        let cols = self.plan.cols as usize;
        self.for_each_band(|rows, numbers| {
            if let Numbers::Narrow(numbers) = numbers {
                visits[rows.start as usize * cols..][..numbers.len()].copy_from_slice(numbers);
            }
            Ok(())
        })
    }

    /// Hands out the states of all squares as the decision cycle would leave them, some rows at a time
    /// from the top, like [`GpuMosaic::for_each_band`].
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_band`], and [`EngineError::Narrow`] for a board of more squares than a state can number.
    pub fn for_each_state<E: From<EngineError>>(
        &mut self,
        mut each: impl FnMut(Range<u32>, &[Cell]) -> Result<(), E>,
    ) -> Result<Report, E> {
        self.assert_narrow(u64::from(Cell::HOLE) - 1)?;
        let mut aligned: Vec<Cell> = Vec::new();
        self.run(Take::States, 0..self.plan.rows, None, |rows, bytes| {
            if let Ok(cells) = bytemuck::try_cast_slice(bytes) {
                return each(rows, cells);
            }
            aligned.clear();
            aligned.extend(bytes.chunks_exact(size_of::<Cell>()).map(bytemuck::pod_read_unaligned::<Cell>));
            each(rows, &aligned)
        })
    }

    /// The state of every square, row by row.
    ///
    /// # Errors
    /// As [`GpuMosaic::for_each_state`], and [`EngineError::Memory`] if they do not fit the host's memory.
    pub fn states(&mut self) -> Result<(Vec<Cell>, Report), EngineError> {
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

    /// Numbers the board in one buffer that stays on the card, and proves it.
    ///
    /// # Errors
    /// As [`GpuMosaic::prove`], and [`EngineError::Whole`] if the board does not fit one binding.
    pub fn whole(&mut self) -> Result<Whole, EngineError> {
        let (rows, cols) = (self.plan.rows, self.plan.cols);
        let needed = u64::from(rows) * row_bytes(cols, self.width);
        if needed > self.limits.binding {
            let adapter = self.device.adapter().name().to_owned();
            return Err(EngineError::Whole { rows, cols, needed, adapter, there: self.limits.binding });
        }
        let numbers = self.device.buffer("the whole board", needed, NUMBERS)?;
        let report = self.run(Take::Nothing, 0..rows, Some(&numbers), |_, _| Ok::<(), EngineError>(()))?;
        Ok(Whole { numbers, stride: cols.next_multiple_of(QUAD), width: self.width, report })
    }

    fn assert_narrow(&self, most: u64) -> Result<(), EngineError> {
        let (rows, cols, squares) = (self.plan.rows, self.plan.cols, self.plan.cells());
        match self.width {
            Width::Narrow if squares <= most => Ok(()),
            _ => Err(EngineError::Narrow { rows, cols, squares, most }),
        }
    }

    /// New rows in a band of a run that takes this.
    fn band_height(&self, take: Take) -> Result<u32, EngineError> {
        let (rows, cols) = (self.plan.rows, self.plan.cols);
        let row = row_bytes(cols, self.width);
        let (most_squares, most_rows) = match take {
            Take::Nothing | Take::Numbers => (self.limits.band_squares, self.limits.binding / row),
            Take::States => {
                let row = (u64::from(cols) * size_of::<Cell>() as u64).max(row);
                (self.limits.band_squares.min(STATE_SQUARES), self.limits.binding / row)
            }
        };
        height(rows, cols, most_squares, most_rows).ok_or_else(|| EngineError::LongRows {
            rows,
            cols,
            needed: u64::from(KEPT + 1) * row,
            adapter: self.device.adapter().name().to_owned(),
            there: self.limits.binding,
        })
    }

    /// Goes down some rows of the board once. `each` gets rows and what was taken of them, as bytes.
    fn run<E: From<EngineError>>(
        &mut self,
        take: Take,
        rows: Range<u32>,
        whole: Option<&wgpu::Buffer>,
        mut each: impl FnMut(Range<u32>, &[u8]) -> Result<(), E>,
    ) -> Result<Report, E> {
        let height = match whole {
            Some(_) => (self.limits.band_squares / u64::from(self.plan.cols)).clamp(1, self.plan.rows.into()) as u32,
            None => self.band_height(take)?.min(rows.end - rows.start),
        };
        // Memory that the card has given once is there at once the next time.
        let turns = (rows.len() as u64).div_ceil(height.into()).min(2) as usize;
        let fits = |kept: &Slots| whole.is_none() && (kept.take, kept.height, kept.list.len()) == (take, height, turns);
        let Slots { list: slots, .. } = match self.kept.take().filter(fits) {
            Some(kept) => kept,
            None => {
                let list = (0..turns).map(|_| self.slot(take, height, whole));
                Slots { take, height, list: list.collect::<Result<_, _>>()? }
            }
        };
        let begun = Instant::now();
        let mut tally = Tally { times: Times::default(), bands: 0, seen: 0, ones: 0 };
        let mut flying: Option<Flight> = None;
        for (nth, mut band) in bands(self.plan.rows, rows.clone(), height).enumerate() {
            if whole.is_some() {
                band.top = 0;
            }
            let (slot, above) = (nth % slots.len(), flying.as_ref().map(|flight| (&flight.band, &slots[flight.slot])));
            let flight = self.launch(&slots[slot], slot, above, band, take)?;
            if let Some(done) = flying.replace(flight) {
                self.land(&slots, done, take, &mut tally, &mut each)?;
            }
        }
        if let Some(done) = flying {
            self.land(&slots, done, take, &mut tally, &mut each)?;
        }
        if tally.ones == 0 && rows.len() as u64 == u64::from(self.plan.rows) {
            return Err(EngineError::Proof(Fault::NoFirst).into());
        }
        let clock = if slots[0].timer.is_some() { Clock::Card } else { Clock::Host };
        if whole.is_none() {
            self.kept = Some(Slots { take, height, list: slots });
        }
        let Tally { times: Times { compute, check, read_back }, bands, seen: squares, .. } = tally;
        Ok(Report { squares, bands, compute, check, read_back, wall: begun.elapsed(), clock })
    }

    /// The buffers for bands of `height` new rows.
    fn slot(&self, take: Take, height: u32, whole: Option<&wgpu::Buffer>) -> Result<Slot, EngineError> {
        let device = self.device;
        let rows = u64::from(height.saturating_add(KEPT).min(self.plan.rows));
        let numbers = match whole {
            Some(numbers) => numbers.clone(),
            None => device.buffer("numbers", rows * row_bytes(self.plan.cols, self.width), NUMBERS)?,
        };
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let read = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let [plan, zones, blocks, ranks] = &self.arrays;
        let mut runs = Vec::with_capacity(self.runs.len());
        for _ in &self.runs {
            let window = device.buffer("window", size_of::<Window>() as u64, uniform)?;
            let buffers = [&window, plan, zones, blocks, ranks, &numbers];
            let bind = device.bind("visits", &self.passes.visits_layout, &buffers);
            runs.push((window, bind));
        }
        let window = device.buffer("window", size_of::<Window>() as u64, uniform)?;
        let verdict = device.buffer("verdict", size_of::<Verdict>() as u64, storage)?;
        let notes = device.buffer("notes", NOTES, read)?;
        let (state, staging) = match take {
            Take::Nothing => (None, None),
            Take::Numbers => (None, Some(device.buffer("numbers to read", numbers.size(), read)?)),
            Take::States => {
                let bytes = rows * u64::from(self.plan.cols) * size_of::<Cell>() as u64;
                let state = device.buffer("states", bytes, storage)?;
                let bind = device.bind("states", &self.passes.check_layout, &[&window, &numbers, &state]);
                (Some((state, bind)), Some(device.buffer("states to read", bytes, read)?))
            }
        };
        let check = device.bind("check", &self.passes.check_layout, &[&window, &numbers, &verdict]);
        let timer = if self.limits.host_clock { None } else { device.timer("band", MOMENTS)? };
        Ok(Slot { window, runs, numbers, verdict, notes, state, staging, timer, check })
    }

    /// Hands a band to the card.
    fn launch(
        &self,
        slot: &Slot,
        number: usize,
        above: Option<(&Band, &Slot)>,
        band: Band,
        take: Take,
    ) -> Result<Flight, EngineError> {
        let row = row_bytes(self.plan.cols, self.width);
        let queue = self.device.queue();
        let mut visits = Vec::with_capacity(self.runs.len());
        for (run, (buffer, bind)) in self.runs.iter().zip(&slot.runs) {
            let Some(window) = Window::new(&self.plan, &band, run) else { continue };
            queue.write_buffer(buffer, 0, bytemuck::bytes_of(&window));
            let groups = self.groups(u64::from(window.run_step) * u64::from(window.bands))?;
            visits.push((&self.passes.visits[run.kind as usize][self.width.kernel()], bind, groups));
        }
        let window = Window::new(&self.plan, &band, &Run::all(&self.plan)).expect("a band has rows");
        queue.write_buffer(&slot.window, 0, bytemuck::bytes_of(&window));
        queue.write_buffer(&slot.verdict, 0, bytemuck::bytes_of(&Verdict::NONE));
        let mut stage = Stage { device: self.device, encoder: self.device.encoder("band"), timer: slot.timer.as_ref() };
        let mut times = Times::default();

        // In a buffer of the whole board the rows above are where they belong already.
        if let Some((above, from)) = above.filter(|(_, from)| from.numbers != slot.numbers) {
            let kept = u64::from(band.number.start - band.top) * row;
            let at = u64::from(band.top - above.top) * row;
            stage.encoder.copy_buffer_to_buffer(&from.numbers, at, &slot.numbers, 0, kept);
        }
        stage.pass("visits", 0, &visits);
        stage.lap(&mut times.compute)?;
        self.damage_band(&mut stage.encoder, slot, &band)?;

        let quads = u64::from(window.quads);
        let strips = u64::from((band.check.end - band.check.start).div_ceil(CHECK_ROWS));
        if strips == 0 {
            stage.pass("check", 2, &[]);
        } else {
            let groups = self.groups(quads * strips)?;
            stage.pass("check", 2, &[(&self.passes.check[self.width.kernel()], &slot.check, groups)]);
        }
        stage.lap(&mut times.check)?;

        let squares = u64::from(band.check.end - band.check.start) * u64::from(self.plan.cols);
        match &slot.state {
            Some((_, bind)) if squares > 0 => {
                stage.pass("state", 4, &[(&self.passes.state, bind, self.groups(squares)?)]);
            }
            _ => stage.pass("state", 4, &[]),
        }
        stage.lap(&mut times.compute)?;

        let bytes = self.taken(&band, take);
        if let Some(staging) = slot.staging.as_ref().filter(|_| bytes > 0) {
            let (from, at) = match &slot.state {
                Some((state, _)) => (state, 0),
                None => (&slot.numbers, u64::from(band.hand.start - band.top) * row),
            };
            stage.encoder.copy_buffer_to_buffer(from, at, staging, 0, bytes);
        }
        stage.pass("copied", 6, &[]);
        stage.lap(&mut times.read_back)?;

        let Stage { mut encoder, .. } = stage;
        encoder.copy_buffer_to_buffer(&slot.verdict, 0, &slot.notes, 0, slot.verdict.size());
        if let Some(timer) = &slot.timer {
            timer.resolve(&mut encoder, &slot.notes, slot.verdict.size());
        }
        let mut maps = vec![(&slot.notes, NOTES)];
        maps.extend(slot.staging.as_ref().filter(|_| bytes > 0).map(|staging| (staging, bytes)));
        let pending = self.device.submit_and_map(encoder, &maps)?;
        Ok(Flight { band, slot: number, pending, times })
    }

    /// Waits for a band, judges it, and hands it out.
    fn land<E: From<EngineError>>(
        &self,
        slots: &[Slot],
        flight: Flight,
        take: Take,
        tally: &mut Tally,
        each: &mut impl FnMut(Range<u32>, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Flight { band, slot, pending, mut times } = flight;
        let slot = &slots[slot];
        self.device.finish(pending).map_err(EngineError::from)?;
        let (verdict, moments) = self.notes(slot)?;
        if let Some(timer) = &slot.timer {
            times.compute = timer.between(moments[0], moments[1]);
            if take == Take::States {
                times.compute += timer.between(moments[4], moments[5]);
            }
            times.check = timer.between(moments[2], moments[3]);
            if take != Take::Nothing {
                times.read_back = timer.between(moments[5], moments[6]);
            }
        }
        tally.times.compute += times.compute;
        tally.times.check += times.check;
        tally.times.read_back += times.read_back;
        tally.bands += 1;
        tally.seen += u64::from(verdict.seen);
        tally.ones += u64::from(verdict.ones);
        if verdict.faults != 0 {
            return Err(self.fault(slot, &band, verdict.first)?.into());
        }
        let squares = u64::from(band.check.end - band.check.start) * u64::from(self.plan.cols);
        if u64::from(verdict.seen) != squares {
            return Err(EngineError::Unseen { seen: verdict.seen.into(), squares }.into());
        }
        if band.hand.is_empty() {
            return Ok(());
        }
        let bytes = self.taken(&band, take);
        let Some(staging) = &slot.staging else { return each(band.hand, &[]) };
        let view = staging.get_mapped_range(0..bytes).map_err(|error| unmapped(&error))?;
        each(band.hand, &view)?;
        drop(view);
        staging.unmap();
        Ok(())
    }

    /// The verdict of a band and the moments that the card noted.
    fn notes(&self, slot: &Slot) -> Result<(Verdict, [u64; MOMENTS as usize]), EngineError> {
        let view = slot.notes.get_mapped_range(0..NOTES).map_err(|error| unmapped(&error))?;
        let (verdict, moments) = view.split_at(size_of::<Verdict>());
        let notes = (bytemuck::pod_read_unaligned(verdict), bytemuck::pod_read_unaligned(moments));
        drop(view);
        slot.notes.unmap();
        Ok(notes)
    }

    /// What is wrong with the first faulty square of a band.
    fn fault(&self, slot: &Slot, band: &Band, first: u32) -> Result<EngineError, EngineError> {
        let (row, col) = (band.check.start + first / self.plan.cols, first % self.plan.cols);
        let at = u64::from(row - band.top) * row_bytes(self.plan.cols, self.width);
        let mut visit = [0; 8];
        let bytes = self.width.bytes();
        let staging = self.device.buffer("a number to read", bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST)?;
        let from = at + u64::from(col) * bytes;
        self.device.read(&slot.numbers, from, &mut visit[..bytes as usize], &staging)?;
        let (visit, squares) = (u64::from_le_bytes(visit), self.plan.cells());
        Ok(EngineError::Proof(if (1..=squares).contains(&visit) {
            Fault::Successor { row, col, visit, next: if visit == squares { 1 } else { visit + 1 } }
        } else {
            Fault::Range { row, col, visit, squares }
        }))
    }

    /// Overwrites the numbers of the band that are to be damaged.
    fn damage_band(&self, encoder: &mut wgpu::CommandEncoder, slot: &Slot, band: &Band) -> Result<(), EngineError> {
        let bytes = self.width.bytes();
        for (square, number) in self.damages.iter().filter(|(square, _)| band.number.contains(&square.row)) {
            let wrong = self.device.buffer("damage", 8, BufferUsages::COPY_SRC | BufferUsages::COPY_DST)?;
            self.device.queue().write_buffer(&wrong, 0, &number.to_le_bytes());
            let row = u64::from(square.row - band.top) * row_bytes(self.plan.cols, self.width);
            encoder.copy_buffer_to_buffer(&wrong, 0, &slot.numbers, row + u64::from(square.col) * bytes, bytes);
        }
        Ok(())
    }

    /// Bytes to be read back of a band.
    fn taken(&self, band: &Band, take: Take) -> u64 {
        let rows = u64::from(band.hand.end - band.hand.start);
        match take {
            Take::Nothing => 0,
            Take::Numbers => rows * row_bytes(self.plan.cols, self.width),
            Take::States => rows * u64::from(self.plan.cols) * size_of::<Cell>() as u64,
        }
    }

    /// Workgroups for so many invocations.
    fn groups(&self, invocations: u64) -> Result<(u32, u32), EngineError> {
        let needed = invocations.div_ceil(WIDTH);
        grid(needed, self.limits.groups).ok_or_else(|| {
            let board = Board::new(self.plan.rows, self.plan.cols).expect("a plan is of a board");
            EngineError::Dispatch { board, needed, there: u64::from(self.limits.groups).pow(2) }
        })
    }
}

/// The usages of a buffer of numbers.
const NUMBERS: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);

/// Bytes of a row of numbers, padded to whole quads.
const fn row_bytes(cols: u32, width: Width) -> u64 {
    cols.div_ceil(QUAD) as u64 * QUAD as u64 * width.bytes()
}

fn unmapped(error: &wgpu::MapRangeError) -> EngineError {
    courser_gpu::GpuError::Failed { reason: error.to_string() }.into()
}

/// The commands of a band, in one submission if the card has a clock, else in one for each part.
struct Stage<'a> {
    device: &'a Device,
    encoder: wgpu::CommandEncoder,
    timer: Option<&'a Timer>,
}

impl Stage<'_> {
    /// A compute pass with these dispatches, or with none; its beginning and end are moments `first` and `first + 1`.
    fn pass(&mut self, label: &str, first: u32, work: &[(&Kernel, &wgpu::BindGroup, (u32, u32))]) {
        let timestamp_writes = self.timer.map(|timer| timer.around(first));
        let descriptor = wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes };
        let mut pass = self.encoder.begin_compute_pass(&descriptor);
        for &(kernel, bind, (across, down)) in work {
            pass.set_pipeline(&kernel.pipeline);
            pass.set_bind_group(0, bind, &[]);
            pass.dispatch_workgroups(across, down, 1);
        }
    }

    /// Without a clock on the card: waits until what there is so far is done, and adds the time to `part`.
    fn lap(&mut self, part: &mut Duration) -> Result<(), EngineError> {
        if self.timer.is_none() {
            let encoder = std::mem::replace(&mut self.encoder, self.device.encoder("band"));
            let begun = Instant::now();
            self.device.submit(encoder)?;
            *part += begun.elapsed();
        }
        Ok(())
    }
}

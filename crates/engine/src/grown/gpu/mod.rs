//! Grown tours on a GPU: the host's side.

mod bands;
mod job;
mod kernels;
mod look;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;

use bytemuck::Zeroable;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, grid};

use self::kernels::{PARTS, Task, Use};
use super::gadget::Class;
use super::layout::Layout;
use super::melt::MeltPass;
use super::passes::{Bands, CycleState, Marked, Passes};
use super::planes::Planes;
use super::setup::{Origin, Setup};
use super::splitters::Piece;
use super::start::start;
use crate::grown::{GrowError, WORK};
use crate::{EngineError, memory};

pub use self::job::{GrownStatus, Job};
pub use self::kernels::{GrownKernels, kernels};

/// Dispatches of a submission at the most, each with a job of its own.
const SLOTS: u64 = 64;

/// Bytes from one job to the next: no adapter asks for a wider alignment.
const SLOT: u64 = 256;

/// Bytes of a read-back buffer.
const STAGING: u64 = 16 << 20;

/// How often a pass whose loops were left too early is repeated.
const REPEATS: u32 = 64;

/// Cycles that there is room for: one in so many squares. There is one in 137.
const SQUARES_PER_CYCLE: u32 = 64;

/// And so many more, for small boards.
const SPARE_CYCLES: u32 = 256;

/// Words of the data of a cycle: see `shaders/grown/cycles.wgsl`.
const CYCLE_WORDS: u64 = 5;

/// How much one dispatch does at the most: a tenth of a second on a software adapter.
#[derive(Clone, Copy)]
enum Work {
    /// An invocation for each word of a bit plane.
    Words,
    /// For each cell.
    Cells,
    /// For each cycle.
    Cycles,
    /// For each half-edge of a splitter.
    Halves,
}

impl Work {
    const fn most(self) -> u32 {
        match self {
            Self::Words => 1 << 18,
            Self::Cells => 1 << 21,
            Self::Cycles => 1 << 20,
            Self::Halves => 1 << 16,
        }
    }
}

/// The state of a growing tour in a GPU's memory: some six bytes for each square.
pub struct GpuGrown<'device> {
    device: &'device Device,
    kernels: GrownKernels<'device>,
    setup: Setup,
    /// What is the same for every dispatch.
    job: Job,
    planes: wgpu::Buffer,
    marks: wgpu::Buffer,
    cycles: wgpu::Buffer,
    pieces: wgpu::Buffer,
    status: wgpu::Buffer,
    /// One buffer, or the parts.
    cells: Vec<wgpu::Buffer>,
    staging: wgpu::Buffer,
    jobs: wgpu::Buffer,
    /// What a kernel is bound to, with the job of a slot and, if it is local, a part of the cells.
    binds: BTreeMap<(Task, usize, u64), wgpu::BindGroup>,
    /// Dispatches that wait for the next submission, each with its part of the cells.
    waiting: Vec<(Task, usize, Job, (u32, u32))>,
    /// Cycles that were labelled last.
    count: u32,
    /// The label of the main cycle and its number, once it has been looked up.
    main: Option<(u32, u32)>,
    /// Which half of the pieces is the present one.
    turned: bool,
}

impl fmt::Debug for GpuGrown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GpuGrown({}, {} cycles)", self.setup.board(), self.count)
    }
}

impl<'device> GpuGrown<'device> {
    /// The state before the first pass.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if the board is more than the adapter's bindings take, [`EngineError::Gpu`] if the
    /// device fails, or has not the memory.
    pub fn new(kernels: &GrownKernels<'device>, setup: Setup) -> Result<Self, EngineError> {
        let device = kernels.device();
        let layout = setup.layout;
        let room = layout.cells() / SQUARES_PER_CYCLE + SPARE_CYCLES;
        let job = Job::of(&setup, room);
        let (cells, sizes) = (Self::cell_bytes(&setup), Self::sizes(&layout, &job));
        let part = kernels.split.map_or(cells, |bits| 4 << bits);
        let parts = if kernels.split.is_some() { PARTS as u64 } else { 1 };
        let largest = sizes.iter().map(|&(_, bytes)| bytes).chain([cells.div_ceil(parts).max(part.min(cells))]).max();
        let refuse = |needed: u64, what: &str, there: u64| {
            let what = format!("{what} on {}", device.adapter().name());
            Err(EngineError::TooLarge { work: WORK, board: setup.board.clone(), needed, what, there })
        };
        if let Some(largest) = largest.filter(|&largest| largest > device.max_binding()) {
            return refuse(largest, "one storage binding", device.max_binding());
        }
        if cells > parts * part {
            return refuse(cells, "eight storage bindings", parts * part);
        }
        // A software adapter's memory is the machine's, which holds the mosaic's edges besides.
        let needed = total(&sizes) + cells + STAGING;
        let host = 4 * u64::from(layout.plane_words()) * 4;
        let needed = if device.adapter().kind().is_real() { host } else { needed + host };
        let there = memory::available();
        if needed > there {
            return Err(EngineError::TooLarge { work: WORK, board: setup.board, needed, what: "memory".into(), there });
        }
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let buffer = |(label, bytes): (&str, u64)| device.buffer(label, bytes, storage);
        let [planes, marks, cycles, pieces] = sizes.map(buffer);
        let (planes, marks, cycles, pieces) = (planes?, marks?, cycles?, pieces?);
        let status = buffer(("status", size_of::<GrownStatus>() as u64))?;
        let cells = (0..parts)
            .map(|nth| buffer(("cells", cells.saturating_sub(nth * part).min(part).max(4))))
            .collect::<Result<Vec<_>, _>>()?;
        let jobs = device.buffer("jobs", SLOTS * SLOT, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let staging = device.staging("read-back", STAGING.min(device.max_binding()))?;
        device.check()?;
        #[cfg(not(target_arch = "wasm32"))]
        kernels.build()?;
        Ok(Self {
            device,
            kernels: kernels.clone(),
            setup,
            job,
            planes,
            marks,
            cycles,
            pieces,
            status,
            cells,
            staging,
            jobs,
            binds: BTreeMap::new(),
            waiting: Vec::new(),
            count: 0,
            main: None,
            turned: false,
        })
    }

    /// What the buffers hold beside the cells.
    fn sizes(layout: &Layout, job: &Job) -> [(&'static str, u64); 4] {
        let plane = u64::from(layout.plane_words()) * 4;
        [
            ("planes", 4 * plane),
            ("marks", 2 * plane),
            ("cycles", CYCLE_WORDS * u64::from(job.room) * 4),
            ("pieces", 2 * u64::from(job.halves) * size_of::<Piece>() as u64),
        ]
    }

    /// Bytes that the cells of a board take, see [`GrownKernels::new`].
    pub fn cell_bytes(setup: &Setup) -> u64 {
        u64::from(setup.layout.cells()) * 4
    }

    /// Records the invocations of a pass that have these numbers, in dispatches of bearable length.
    fn dispatch(&mut self, task: Task, work: Work, numbers: Range<u32>, job: Job) -> Result<(), EngineError> {
        let most = if task.is_local() { work.most().min(self.part_cells()) } else { work.most() };
        let mut first = numbers.start;
        while first < numbers.end {
            let some = most.min(numbers.end - first);
            let needed = u64::from(some.div_ceil(self.kernels.width));
            let most = self.device.max_groups();
            let groups = grid(needed, most).ok_or_else(|| EngineError::Dispatch {
                board: self.setup.board.clone(),
                needed,
                there: u64::from(most).pow(2),
            })?;
            // Invocations past the dispatch's last are those of the next one, which has them too: so it ends here.
            let part = if task.is_local() { self.place(first).0 } else { 0 };
            let base = part as u32 * self.part_cells();
            self.waiting.push((task, part, Job { first, end: first + some, base, ..job }, groups));
            if self.waiting.len() as u64 == SLOTS {
                self.submit()?;
            }
            first += some;
        }
        Ok(())
    }

    /// Hands over what waits.
    fn submit(&mut self) -> Result<(), EngineError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut jobs = vec![0; (self.waiting.len() as u64 * SLOT) as usize];
        for ((_, _, job, _), slot) in self.waiting.iter().zip(jobs.chunks_exact_mut(SLOT as usize)) {
            slot[..size_of::<Job>()].copy_from_slice(bytemuck::bytes_of(job));
        }
        self.device.queue().write_buffer(&self.jobs, 0, &jobs);
        let waiting = std::mem::take(&mut self.waiting);
        for (slot, &(task, part, ..)) in (0..).zip(&waiting) {
            self.bind(task, part, slot);
        }
        let mut encoder = self.device.encoder("grown");
        let mut pass = self.device.pass(&mut encoder, "grown");
        for (slot, (task, part, _, groups)) in (0..).zip(waiting) {
            self.kernels.get(task)?.dispatch(&mut pass, &self.binds[&(task, part, slot)], groups);
        }
        drop(pass);
        self.device.submit(encoder)?;
        Ok(())
    }

    /// Binds a kernel to its buffers and the job of a slot, once.
    fn bind(&mut self, task: Task, part: usize, slot: u64) {
        let (device, kernels) = (self.device, &self.kernels);
        self.binds.entry((task, part, slot)).or_insert_with(|| {
            let job = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.jobs,
                offset: slot * SLOT,
                size: NonZeroU64::new(size_of::<Job>() as u64),
            });
            let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: job }];
            for (binding, buffer) in (1..).zip(Use::ALL).filter(|(_, buffer)| task.uses().contains(buffer)) {
                let buffers = match buffer {
                    Use::Planes => std::slice::from_ref(&self.planes),
                    Use::Marks => std::slice::from_ref(&self.marks),
                    Use::Cycles => std::slice::from_ref(&self.cycles),
                    Use::Pieces => std::slice::from_ref(&self.pieces),
                    Use::Status => std::slice::from_ref(&self.status),
                    Use::Cells if task.is_local() => std::slice::from_ref(&self.cells[part]),
                    Use::Cells => &self.cells,
                };
                entries.extend(
                    (binding..).zip(buffers).map(|(binding, buffer)| wgpu::BindGroupEntry {
                        binding,
                        resource: buffer.as_entire_binding(),
                    }),
                );
            }
            let label = Some("grown");
            device.raw().create_bind_group(&wgpu::BindGroupDescriptor {
                label,
                layout: kernels.layout(task),
                entries: &entries,
            })
        });
    }

    /// The numbers of the invocations of a pass with one for each word of a bit plane.
    fn words(&self) -> Range<u32> {
        0..self.setup.layout.rows * self.setup.layout.words()
    }

    /// Cells of a part.
    fn part_cells(&self) -> u32 {
        self.kernels.split.map_or(u32::MAX, |bits| 1 << bits)
    }

    /// Joins the trees of different parts: every move back to another part is one from the part's first cells.
    fn tie(&mut self) -> Result<(), EngineError> {
        let (layout, part) = (self.setup.layout, self.part_cells());
        let reach = 2 * layout.pitch() + 2;
        for first in (0..layout.cells()).step_by(part as usize).skip(1) {
            let end = layout.cells().min(first + reach.min(part));
            self.dispatch(Task::Tie, Work::Cells, first..end, self.job)?;
        }
        // The ends of an open tour may be anywhere.
        if let Some(ends) = self.setup.ends() {
            let last = ends[0].max(ends[1]);
            self.dispatch(Task::Tie, Work::Cells, last..last + 1, self.job)?;
        }
        Ok(())
    }

    fn clear_status(&self) {
        self.device.queue().write_buffer(&self.status, 0, bytemuck::bytes_of(&GrownStatus::zeroed()));
    }

    /// What has been reported since the status was cleared.
    fn status(&mut self) -> Result<GrownStatus, EngineError> {
        self.submit()?;
        let mut status = GrownStatus::zeroed();
        self.device.read(&self.status, 0, bytemuck::bytes_of_mut(&mut status), &self.staging)?;
        Ok(status)
    }

    /// Does what `record` records, and does it again as long as it says so.
    fn until_done(
        &mut self,
        record: impl Fn(&mut Self) -> Result<(), EngineError>,
    ) -> Result<GrownStatus, EngineError> {
        for _ in 0..REPEATS {
            self.clear_status();
            record(self)?;
            let status = self.status()?;
            if status.flags & GrownStatus::AGAIN == 0 {
                return Ok(status);
            }
        }
        Err(EngineError::Damaged(format!("a pass is not done after {REPEATS} repetitions")))
    }
}

fn total(sizes: &[(&str, u64)]) -> u64 {
    sizes.iter().map(|&(_, bytes)| bytes).sum()
}

impl Passes for GpuGrown<'_> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn bytes(&self) -> u64 {
        total(&Self::sizes(&self.setup.layout, &self.job)) + Self::cell_bytes(&self.setup)
    }

    fn start(&mut self) -> Result<(), EngineError> {
        let queue = self.device.queue();
        match &self.setup.origin {
            Origin::Mosaic(plan) => {
                let mut planes = Planes::new(self.setup.layout);
                start(&mut planes, plan);
                queue.write_buffer(&self.planes, 0, bytemuck::cast_slice(&planes.words));
            }
            Origin::Cover(planes) => queue.write_buffer(&self.planes, 0, bytemuck::cast_slice(&planes.words)),
        }
        queue.submit([]);
        Ok(self.device.wait()?)
    }

    fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<(), EngineError> {
        for pass in passes {
            let Class { shape, colour } = pass.class;
            let job = Job { shape, colour, coins: pass.keys, inside: inside.into(), ..self.job };
            self.dispatch(Task::Melt, Work::Words, self.words(), job)?;
        }
        self.submit()
    }

    fn label(&mut self) -> Result<u32, EngineError> {
        let cells = self.setup.layout.cells();
        self.main = None;
        self.dispatch(Task::Prepare, Work::Cells, 0..cells, self.job)?;
        self.until_done(|grown| grown.dispatch(Task::Hook, Work::Cells, 0..cells, grown.job))?;
        if self.cells.len() > 1 {
            self.until_done(Self::tie)?;
        }
        self.clear_status();
        self.dispatch(Task::Roots, Work::Cells, 0..cells, self.job)?;
        let found = self.status()?.cycles;
        if found > self.job.room {
            return Err(GrowError::Crowded { cycles: found, room: self.job.room }.into());
        }
        self.count = found;
        self.until_done(|grown| grown.dispatch(Task::Compress, Work::Cells, 0..cells, grown.job))?;
        Ok(found)
    }

    fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>, EngineError> {
        self.read_labels(cells)
    }

    fn mark(&mut self, marked: Marked) -> Result<(), EngineError> {
        let job = match marked {
            Marked::Apart { main, afresh } => Job { main: self.number_of(main)?, afresh: afresh.into(), ..self.job },
            Marked::ByCoin(key) => Job { main: Job::NO_CYCLE, afresh: 1, key, ..self.job },
        };
        self.dispatch(Task::Mark, Work::Words, self.words(), job)?;
        self.submit()
    }

    fn dilate(&mut self) -> Result<(), EngineError> {
        self.dispatch(Task::Dilate, Work::Words, self.words(), self.job)?;
        self.submit()
    }

    fn scan(&mut self, key: u32) -> Result<(), EngineError> {
        let job = Job { key, ..self.job };
        self.dispatch(Task::Clear, Work::Cycles, 0..self.count, job)?;
        self.dispatch(Task::Scan, Work::Words, self.words(), job)?;
        self.submit()
    }

    fn pick(&mut self, key: u32) -> Result<(), EngineError> {
        self.dispatch(Task::Pick, Work::Cycles, 0..self.count, Job { key, ..self.job })?;
        self.submit()
    }

    fn apply(&mut self) -> Result<u32, EngineError> {
        self.clear_status();
        for Class { shape, colour } in (0..Class::COUNT).map(Class::new) {
            self.dispatch(Task::Apply, Work::Cycles, 0..self.count, Job { shape, colour, ..self.job })?;
        }
        Ok(self.status()?.switched)
    }

    fn splitters(&mut self) -> Result<(), EngineError> {
        self.turned = false;
        self.clear_status();
        self.dispatch(Task::Splitters, Work::Halves, 0..self.job.halves, self.job)?;
        match self.status()?.flags {
            0 => Ok(()),
            _ => Err(EngineError::Damaged("a walk along the tour came to no splitter".into())),
        }
    }

    fn rank(&mut self) -> Result<(), EngineError> {
        let halves = self.job.halves;
        for _ in 0..=halves.ilog2() + 1 {
            let job = Job { turned: self.turned.into(), ..self.job };
            self.dispatch(Task::Rank, Work::Cycles, 0..halves, job)?;
            self.turned = !self.turned;
        }
        self.submit()
    }

    fn number(&mut self) -> Result<(), EngineError> {
        let job = Job { turned: self.turned.into(), ..self.job };
        self.dispatch(Task::Number, Work::Halves, 0..self.job.halves, job)?;
        self.submit()
    }

    fn planes(&mut self) -> Result<Planes, EngineError> {
        let layout = self.setup.layout;
        let words = self.read_words(&self.planes, 0, 4 * layout.plane_words() as usize)?;
        Ok(Planes::from_words(layout, words))
    }

    fn cells(&mut self) -> Result<Vec<u32>, EngineError> {
        self.read_cells()
    }

    fn marks(&mut self, wide: bool) -> Result<Vec<u32>, EngineError> {
        let words = self.setup.layout.plane_words();
        self.read_words(&self.marks, if wide { u64::from(words) } else { 0 }, words as usize)
    }

    fn cycles(&mut self) -> Result<Vec<CycleState>, EngineError> {
        self.read_cycles()
    }

    fn pieces(&mut self) -> Result<Vec<Piece>, EngineError> {
        let halves = self.job.halves;
        let first = if self.turned { 2 * u64::from(halves) } else { 0 };
        let words = self.read_words(&self.pieces, first, 2 * halves as usize)?;
        Ok(bytemuck::cast_slice(&words).to_vec())
    }

    fn for_each_band(&mut self, each: Bands<'_>) -> Result<(), EngineError> {
        self.hand_out(each)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::TourSpec;
    use courser_gpu::{Adapters, Choice};

    use super::super::grow::Grown;
    use super::*;

    #[test]
    fn more_cycles_than_there_is_room_for_are_reported_and_written_nowhere() {
        let adapters = Adapters::find();
        let device = Device::open(adapters.pick(&Choice::Auto).unwrap()).unwrap();
        let setup = Setup::new(&TourSpec::closed(&"60x60".parse().unwrap()), 1).unwrap();
        let kernels = GrownKernels::new(&device, GpuGrown::cell_bytes(&setup)).unwrap();
        let mut gpu = GpuGrown::new(&kernels, setup).unwrap();
        gpu.job.room = 4;
        let mut grown = Grown::new(gpu);
        let error = grown.finish(&mut |_| {}).unwrap_err();
        assert!(
            matches!(error, EngineError::Grow(GrowError::Crowded { cycles: 5.., room: 4 })) && error.is_unjoined(),
            "{error}"
        );
        let gpu = grown.passes();
        let room = gpu.read_words(&gpu.cycles, 0, (CYCLE_WORDS * 4) as usize + 8).unwrap();
        assert_eq!(room[(CYCLE_WORDS * 4) as usize..], [0; 8], "beyond the lists");
    }
}

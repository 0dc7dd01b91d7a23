//! Grown tours on a GPU.

mod kernels;

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use async_trait::async_trait;
use courser_board::proof::Numbers;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, Kernel};

use self::kernels::WIDTH;
use super::WORK;
use super::host::{Host, Machine};
use super::job::Job;
use super::label::NO_LABEL;
use super::passes::Bands;
use super::setup::Setup;
use super::task::{Buffer, Task};
use crate::mosaic::{GpuMosaic, Limits};
use crate::parts::{Parts, groups};
use crate::{EngineError, Result, memory};

pub use self::kernels::kernels;

/// Dispatches of a submission at the most, each with a job of its own.
const SLOTS: u64 = 64;

/// Bytes from one job to the next: no adapter asks for a wider alignment.
const SLOT: u64 = 256;

/// The most parts of the cells.
const MOST_PARTS: u64 = 8;

/// Squares of a band of visit numbers.
const BAND: u64 = 1 << 22;

/// Bytes of a read-back buffer.
const STAGING: u64 = 16 << 20;

/// A growing tour in a GPU's memory: some six bytes for each square.
pub type GpuGrown<'device> = Host<Gpu<'device>>;

/// The kernels of a GPU and the buffers of a tour.
#[derive(Debug)]
pub struct Gpu<'device> {
    device: &'device Device,
    /// The kernel of each task. Those after them are of the check, which the device keeps.
    kernels: Vec<Option<Kernel>>,
    /// Invocations in a workgroup.
    width: u32,
    /// The parts of the cells.
    cells: Parts,
    /// The buffers, each in one part but the cells, if these are split.
    buffers: [Vec<wgpu::Buffer>; Buffer::ALL.len()],
    staging: wgpu::Buffer,
    jobs: wgpu::Buffer,
    /// The bindings of a kernel, with the job of a slot and, if the kernel is local, a part of the cells.
    binds: BTreeMap<(Task, usize, u64), wgpu::BindGroup>,
    /// Dispatches that wait for the next submission, each with its part of the cells.
    waiting: Vec<(Task, usize, Job, (u32, u32))>,
    board: courser_board::Board,
}

impl<'device> GpuGrown<'device> {
    /// The state before the first pass.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] if the board is more than the adapter's bindings take, [`EngineError::Gpu`] if the
    /// device fails, or has not the memory.
    pub fn new(device: &'device Device, setup: Setup) -> Result<Self> {
        let (cells, in_one) = (u64::from(setup.layout.cells()), device.max_binding() / 4);
        let split = (cells > in_one).then(|| in_one.max(1).ilog2().min(30));
        Self::with(device, setup, WIDTH, split)
    }

    /// As [`GpuGrown::new`], with `width` invocations in a workgroup, and with the cells in parts of `1 << split`, if they
    /// are to be split. Results do not depend on either.
    ///
    /// # Errors
    /// As [`GpuGrown::new`].
    pub fn with(device: &'device Device, setup: Setup, width: u32, split: Option<u32>) -> Result<Self> {
        let job = Job::new(&setup);
        let sizes = Self::sizes(&setup.layout, &job);
        let count = u64::from(setup.layout.cells());
        let cells = split.map_or(Parts::whole(count), |bits| Parts::of(count, bits));
        let refuse = |needed: u64, what: &str, there: u64| {
            let what = format!("{what} on {}", device.adapter().name());
            Err(EngineError::TooLarge { work: WORK, board: setup.board.clone(), needed, what, there })
        };
        let whole = sizes[..Buffer::Cells as usize].iter().copied();
        let largest = whole.chain(cells.ranges().map(|part| 4 * (part.end - part.start))).max().unwrap_or(0);
        if largest > device.max_binding() {
            return refuse(largest, "one storage binding", device.max_binding());
        }
        if cells.count() > MOST_PARTS {
            return refuse(4 * count, "eight storage bindings", (MOST_PARTS * 4) << split.unwrap_or(0));
        }
        // A software adapter's memory is the machine's, which holds the mosaic's edges besides.
        let host = 4 * u64::from(setup.layout.plane_words()) * 4;
        let on_device = if device.adapter().kind().is_real() { 0 } else { sizes.iter().sum::<u64>() + STAGING };
        memory::check(WORK, &setup.board, host + on_device)?;
        let usages = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let mut buffers: [Vec<wgpu::Buffer>; Buffer::ALL.len()] = Default::default();
        for (buffer, bytes) in Buffer::ALL.into_iter().zip(sizes) {
            let parts = if buffer == Buffer::Cells { cells } else { Parts::whole(bytes / 4) };
            buffers[buffer as usize] = parts.buffers(device, |_| format!("{buffer:?}"), 4, usages)?;
        }
        let jobs = device.buffer("jobs", SLOTS * SLOT, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let staging = device.staging("read-back", STAGING.min(device.max_binding()))?;
        device.check()?;
        let kernels = kernels::build(device, width, cells)?;
        let (binds, waiting, board) = (BTreeMap::new(), Vec::new(), setup.board.clone());
        let gpu = Gpu { device, kernels, width, cells, buffers, staging, jobs, binds, waiting, board };
        Ok(Self::with_machine(gpu, setup, job))
    }
}

impl Gpu<'_> {
    /// Binds a kernel to its buffers and the job of a slot, once.
    fn bind(&mut self, task: Task, part: usize, slot: u64) {
        self.binds.entry((task, part, slot)).or_insert_with(|| {
            let job = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.jobs,
                offset: slot * SLOT,
                size: NonZeroU64::new(size_of::<Job>() as u64),
            });
            let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: job }];
            for (first, buffer) in (1..).zip(Buffer::ALL).filter(|(_, buffer)| task.kernel().buffers.contains(buffer)) {
                let parts = &self.buffers[buffer as usize];
                let parts = if buffer == Buffer::Cells && task.is_local() { &parts[part..=part] } else { parts };
                entries.extend(
                    (first..).zip(parts).map(|(binding, buffer)| wgpu::BindGroupEntry {
                        binding,
                        resource: buffer.as_entire_binding(),
                    }),
                );
            }
            let (label, layout) = (Some("grown"), kernel(&self.kernels, task).layout());
            self.device.raw().create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries: &entries })
        });
    }

    /// The parts of a buffer's words.
    fn parts(&self, buffer: Buffer) -> Parts {
        let words = |bytes: u64| Parts::whole(bytes / 4);
        if buffer == Buffer::Cells { self.cells } else { words(self.buffers[buffer as usize][0].size()) }
    }
}

/// The kernel of a task that there is.
fn kernel(kernels: &[Option<Kernel>], task: Task) -> &Kernel {
    kernels[task as usize].as_ref().expect("a tie is for cells in several parts")
}

#[async_trait(?Send)]
impl Machine for Gpu<'_> {
    fn split(&self) -> Option<u32> {
        self.cells.bits()
    }

    async fn run(&mut self, task: Task, job: Job) -> Result<()> {
        let needed = u64::from((job.end - job.first).div_ceil(self.width));
        let groups = groups(needed, self.device.max_groups(), || self.board.clone())?;
        let part = if task.is_local() { self.cells.place(job.first.into()).0 } else { 0 };
        self.waiting.push((task, part, job, groups));
        if self.waiting.len() as u64 == SLOTS { self.submit().await } else { Ok(()) }
    }

    async fn submit(&mut self) -> Result<()> {
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
        let encoder = self.device.record("grown", |pass| {
            for (slot, (task, part, _, groups)) in (0..).zip(waiting) {
                kernel(&self.kernels, task).dispatch(pass, &self.binds[&(task, part, slot)], groups);
            }
        });
        self.device.submit(encoder).await?;
        Ok(())
    }

    async fn write(&mut self, buffer: Buffer, words: &[u32]) -> Result<()> {
        self.device.queue().write_buffer(&self.buffers[buffer as usize][0], 0, bytemuck::cast_slice(words));
        if buffer == Buffer::Planes {
            // The planes are large: their copies are not to pile up.
            self.device.wait().await?;
        }
        Ok(())
    }

    async fn read(&mut self, buffer: Buffer, first: u64, count: usize) -> Result<Vec<u32>> {
        let mut words = vec![0; count];
        let buffers = &self.buffers[buffer as usize];
        self.parts(buffer).read(self.device, buffers, first, &mut words, &self.staging).await?;
        Ok(words)
    }

    /// Copied one by one on the device, and read at once.
    async fn gather(&mut self, buffer: Buffer, places: &[u32]) -> Result<Vec<u32>> {
        let bytes = places.len() as u64 * 4;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let mut encoder = self.device.encoder("gather");
        for (nth, &place) in (0..).zip(places) {
            let (part, at) = self.parts(buffer).place(place.into());
            encoder.copy_buffer_to_buffer(&self.buffers[buffer as usize][part], at * 4, &self.staging, nth * 4, 4);
        }
        Ok(self.device.read_after(encoder, &self.staging, bytes, bytemuck::pod_collect_to_vec).await?)
    }

    async fn for_each_band(&mut self, setup: &Setup, each: Bands<'_>) -> Result<()> {
        let numbers = (self.cells, &self.buffers[Buffer::Cells as usize][..]);
        let limits = Limits::of(self.device).with_bands(BAND);
        let mut mosaic = GpuMosaic::in_buffers(self.device, (&setup.board, setup.end.is_none()), numbers, limits)?;
        let mut each = |rows, numbers: Option<Numbers<'_>>| {
            let Some(Numbers::Narrow(numbers)) = numbers else { unreachable!("cells have 32 bits, and are read") };
            if setup.board.hole_count() == 0 {
                return each(rows, numbers);
            }
            let without_labels = numbers.iter().map(|&number| if number == NO_LABEL { 0 } else { number });
            each(rows, &without_labels.collect::<Vec<_>>())
        };
        mosaic.rows(0..setup.layout.rows, true, &mut each).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::TourSpec;
    use courser_gpu::{Adapters, Choice};

    use super::super::grow::Grown;
    use super::super::host::CYCLE_WORDS;
    use super::super::setup::GrowError;
    use super::*;

    #[test]
    fn more_cycles_than_there_is_room_for_are_reported_and_written_nowhere() {
        let adapters = Adapters::find();
        let device = Device::open(adapters.pick(&Choice::Auto).unwrap()).unwrap();
        let setup = Setup::new(&TourSpec::closed(&"60x60".parse().unwrap()), 1).unwrap();
        let mut gpu = GpuGrown::new(&device, setup).unwrap();
        gpu.job.room = 4;
        let mut grown = Grown::new(gpu);
        let error = grown.finish(&mut |_| {}).unwrap_err();
        assert!(
            matches!(error, EngineError::Grow(GrowError::Crowded { cycles: 5.., room: 4 })) && error.is_unjoined(),
            "{error}"
        );
        let lists =
            courser_gpu::block_on(grown.passes().machine.read(Buffer::Cycles, 0, (CYCLE_WORDS * 4) as usize + 8))
                .unwrap();
        assert_eq!(lists[(CYCLE_WORDS * 4) as usize..], [0; 8], "beyond the lists");
    }
}

//! A machine that runs the kernels of an engine on a GPU.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;

use async_trait::async_trait;
use courser_board::Board;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Binding, GpuDevice, GpuError, Kernel as Built, KernelSpec, Pending};
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;

use web_time::Duration;

use super::clock::PartClock;
use super::parts::{SplitArray, groups};
use super::throttle::{SUBMIT, Throttle};
use super::{Build, Dispatch, Landed, Machine, MirrorMemory, PartTimes, ShaderKernel, WordSink};
use crate::Result;

/// Maximum number of different parameter sets in a submission.
const JOBS: usize = 64;

/// Alignment of parameters in bytes. No adapter requires a larger alignment.
const ALIGNMENT: u64 = 256;

/// Maximum number of words per write. The queue keeps a copy of the words until the write is done.
const A_WRITE: usize = 1 << 22;

/// Usages of every storage buffer.
const USAGES: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);

/// The specification of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct BufferSpec {
    /// Number of words of the buffer, and their division into parts that fit the adapter's bindings.
    pub(crate) parts: SplitArray,
}

impl BufferSpec {
    /// Returns the specification of a buffer of `words` words in one binding.
    pub const fn whole(words: u64) -> Self {
        Self { parts: SplitArray::whole(words) }
    }
}

/// A recorded command that will be part of the next submission.
enum Waiting {
    /// A dispatch.
    Dispatch { bind: (usize, &'static [usize], usize, usize), groups: (u32, u32) },
    /// A copy of `words` words from one GPU buffer to another. Each buffer is paired with the offset of the first word
    /// to copy.
    Copy { from: (wgpu::Buffer, u64), to: (wgpu::Buffer, u64), words: u64 },
    /// The beginning of a part of the run, with the index of the part. The duration of each part is measured.
    Part(usize),
}

/// A submission that the host has not waited for.
struct Ahead {
    pending: Pending,
    is_full: bool,
    note: u64,
    /// Number of watched words.
    words: usize,
    /// Number of fetched bytes.
    fetched: u64,
    /// Index, 0 or 1, of the set of read-back buffers that the submission uses.
    turn: usize,
    /// Time that the host has waited for parts of the submission.
    waited: Duration,
}

/// A machine that runs shaders on an adapter.
pub struct GpuMachine<'device, M: MirrorMemory> {
    pub(crate) device: &'device GpuDevice,
    label: &'static str,
    board: Board,
    build: Build,
    /// Number of invocations in a workgroup, for kernels that do not specify it.
    width: u32,
    parts: Vec<SplitArray>,
    buffers: Vec<Vec<wgpu::Buffer>>,
    /// Buffer from which the host reads words.
    staging: wgpu::Buffer,
    /// The two read-back buffers of the watched words. The host uses the two buffers alternately.
    watched: [Option<wgpu::Buffer>; 2],
    /// The two read-back buffers of the fetched words.
    fetched: [Option<wgpu::Buffer>; 2],
    /// Section of a buffer to fetch after the next submission: the index of the buffer, and a range of its words.
    fetch: Option<(usize, Range<u64>)>,
    /// The fetched words of the last completed submission: index of their read-back buffer, and their number of bytes.
    mapped: Option<(usize, u64)>,
    /// Clock that measures the parts of the work; `None` if no times are measured.
    clock: Option<PartClock>,
    /// Maximum number of workgroups in one dimension of a dispatch.
    max_groups: u32,
    /// Parameter sets of the last submission, which are still in the uniform buffer.
    jobs: Vec<M::Job>,
    uniform: wgpu::Buffer,
    /// Compiled kernels, indexed by their ids.
    kernels: Vec<Option<Built>>,
    /// Texts that replace the kernels' own files. The key is the name of the module.
    edits: BTreeMap<&'static str, String>,
    /// Bind groups. A key consists of the index of the kernel, the bound buffers, the index of the parameter set, and
    /// the part of the local buffer.
    binds: BTreeMap<(usize, &'static [usize], usize, usize), wgpu::BindGroup>,
    waiting: Vec<Waiting>,
    next_jobs: Vec<M::Job>,
    ahead: Option<Ahead>,
    pace: Throttle,
}

impl<M: MirrorMemory> fmt::Debug for GpuMachine<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gpu({}, {})", self.label, self.device.adapter().name())
    }
}

impl<'device, M: MirrorMemory> GpuMachine<'device, M> {
    /// Creates buffers filled with zeros on a device, and a read-back buffer of at most `staging` bytes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the device fails or does not have enough memory.
    pub fn new(
        device: &'device GpuDevice,
        label: &'static str,
        board: Board,
        buffers: &[BufferSpec],
        build: Build,
        (width, staging): (u32, u64),
    ) -> Result<Self> {
        let parts: Vec<SplitArray> = buffers.iter().map(|spec| spec.parts).collect();
        let made = parts.iter().zip(M::BUFFERS).map(|(parts, name)| {
            let label = |part| if parts.count() > 1 { format!("{name}, part {part}") } else { (*name).to_owned() };
            parts.buffers(device, label, 4, USAGES)
        });
        let buffers = made.collect::<Result<Vec<_>, _>>()?;
        let slot = Self::slot_bytes();
        let uniform = device.buffer("jobs", JOBS as u64 * slot, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        let staging = device.staging("read-back", staging.clamp(4, device.max_binding()))?;
        device.check()?;
        Ok(Self {
            device,
            label,
            board,
            build,
            width,
            parts,
            buffers,
            staging,
            watched: [None, None],
            fetched: [None, None],
            fetch: None,
            mapped: None,
            clock: None,
            max_groups: device.max_groups(),
            jobs: Vec::new(),
            uniform,
            kernels: Vec::new(),
            edits: BTreeMap::new(),
            binds: BTreeMap::new(),
            waiting: Vec::new(),
            next_jobs: Vec::new(),
            ahead: None,
            pace: Throttle { amount: 1, min: 1, max: u64::MAX, aim: SUBMIT },
        })
    }

    const fn slot_bytes() -> u64 {
        (size_of::<M::Job>() as u64).next_multiple_of(ALIGNMENT)
    }

    /// Begins to measure the time of each part of the work. If `by_host` is true, the host measures the times, even if
    /// the GPU has a clock.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the device fails.
    pub(crate) fn measure_parts(&mut self, by_host: bool) -> Result<()> {
        self.clock = Some(PartClock::new(self.device, by_host)?);
        Ok(())
    }

    /// Limits the number of workgroups in each dimension of a dispatch.
    pub(crate) fn limit_groups(&mut self, groups: u32) {
        self.max_groups = groups.clamp(1, self.device.max_groups());
    }

    /// Replaces a buffer by existing GPU buffers. `parts` describes how the words are divided among these GPU buffers.
    pub(crate) fn lend(&mut self, buffer: usize, parts: SplitArray, buffers: &[wgpu::Buffer]) {
        self.parts[buffer] = parts;
        self.buffers[buffer] = buffers.to_vec();
        self.binds.clear();
    }

    /// Returns the GPU buffers into which a buffer of the machine is divided. Also returns the division of the words
    /// among these GPU buffers.
    pub(crate) fn buffers(&self, buffer: usize) -> (SplitArray, &[wgpu::Buffer]) {
        (self.parts[buffer], &self.buffers[buffer])
    }

    /// Builds kernels in parallel before their first use, since a driver takes tenths of a second to build each kernel.
    /// `others` contains additional kernels, which the device keeps.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the driver rejects a kernel.
    pub fn prepare(&mut self, kernels: &[&'static ShaderKernel<M>], others: &[KernelSpec]) -> Result<()> {
        let (device, build) = (self.device, &self.build);
        let specs: Vec<_> = kernels.iter().map(|kernel| kernel.spec(build)).chain(others.iter().cloned()).collect();
        #[cfg(not(target_arch = "wasm32"))]
        let specs = specs.par_iter();
        #[cfg(target_arch = "wasm32")]
        let specs = specs.iter();
        let built = specs.map(|spec| device.kernel(spec)).collect::<Result<Vec<_>, GpuError>>()?;
        for (kernel, built) in kernels.iter().zip(built) {
            self.keep(kernel.id, built);
        }
        Ok(())
    }

    fn keep(&mut self, id: usize, built: Built) {
        if self.kernels.len() <= id {
            self.kernels.resize(id + 1, None);
        }
        self.kernels[id] = Some(built);
    }

    /// Replaces the module's own file, which contains the kernels of the module, by the text in `own`. Other files of
    /// the module are unchanged. If `own` is `None`, restores the original file.
    pub fn edit(&mut self, module: &'static str, own: Option<String>) {
        match own {
            Some(own) => self.edits.insert(module, own),
            None => self.edits.remove(module),
        };
        self.kernels.clear();
        self.binds.clear();
    }

    /// Builds a kernel unless it is already built.
    fn build(&mut self, kernel: &'static ShaderKernel<M>) -> Result<()> {
        if self.kernels.get(kernel.id).is_some_and(Option::is_some) {
            return Ok(());
        }
        let mut spec = kernel.spec(&self.build);
        let built = match self.edits.get(kernel.name) {
            Some(own) => {
                *spec.wgsl.last_mut().expect("a kernel has a file of its own") = own.clone().into();
                self.device.build(&spec)?
            }
            None => self.device.kernel(&spec)?,
        };
        self.keep(kernel.id, built);
        Ok(())
    }

    /// Binds a kernel to its buffers, to the parameter set whose index is in `key`, and to a part of the kernel's local
    /// buffer.
    fn bind(&mut self, kernel: &ShaderKernel<M>, key: (usize, &'static [usize], usize, usize)) {
        if self.binds.contains_key(&key) {
            return;
        }
        let (id, bound, job, part) = key;
        let uniform = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.uniform,
            offset: job as u64 * Self::slot_bytes(),
            size: NonZeroU64::new(size_of::<M::Job>() as u64),
        });
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: uniform }];
        let mut binding = 1;
        for (slot, &buffer) in bound.iter().enumerate() {
            let (count, kind) = kernel.slot(slot, &self.build);
            if kind != Binding::Unused {
                let parts = &self.buffers[buffer];
                let parts = if kernel.local == Some(slot) { &parts[part..=part] } else { parts };
                entries.extend(
                    (binding..)
                        .zip(parts)
                        .map(|(binding, part)| wgpu::BindGroupEntry { binding, resource: part.as_entire_binding() }),
                );
            }
            binding += count as u32;
        }
        let layout = self.kernels[id].as_ref().expect("it was built").layout();
        let descriptor = wgpu::BindGroupDescriptor { label: Some(kernel.name), layout, entries: &entries };
        let bind = self.device.raw().create_bind_group(&descriptor);
        self.binds.insert(key, bind);
    }

    /// Returns the index, 0 or 1, of the set of read-back buffers that the next submission uses.
    fn turn(&self) -> usize {
        self.ahead.as_ref().map_or(0, |ahead| 1 - ahead.turn)
    }

    /// Writes the parameters of the waiting dispatches, and records the waiting commands.
    fn record(&mut self) -> wgpu::CommandEncoder {
        if self.jobs != self.next_jobs {
            let slot = Self::slot_bytes() as usize;
            let mut bytes = vec![0; self.next_jobs.len() * slot];
            for (job, slot) in self.next_jobs.iter().zip(bytes.chunks_exact_mut(slot)) {
                slot[..size_of::<M::Job>()].copy_from_slice(bytemuck::bytes_of(job));
            }
            self.device.queue().write_buffer(&self.uniform, 0, &bytes);
            self.jobs.clone_from(&self.next_jobs);
        }
        self.next_jobs.clear();
        let (turn, clock) = (self.turn(), self.clock.as_ref());
        let mut encoder = self.device.encoder(self.label);
        let mut waiting = std::mem::take(&mut self.waiting).into_iter().peekable();
        while let Some(command) = waiting.next() {
            let (part, first) = match command {
                Waiting::Copy { from, to, words } => {
                    encoder.copy_buffer_to_buffer(&from.0, 4 * from.1, &to.0, 4 * to.1, 4 * words);
                    continue;
                }
                Waiting::Part(part) => (Some(part), None),
                Waiting::Dispatch { bind, groups } => (None, Some((bind, groups))),
            };
            // A pass consists of adjacent dispatches. If the GPU measures a pass that has no dispatch, an empty
            // dispatch is added.
            let timestamp_writes = part.and_then(|part| clock?.around(turn, part));
            let timer = clock.and_then(|clock| clock.timer(turn)).filter(|_| part.is_some());
            let descriptor = wgpu::ComputePassDescriptor { label: Some(self.label), timestamp_writes };
            let mut pass = encoder.begin_compute_pass(&descriptor);
            let next = || match waiting.next_if(|next| matches!(next, Waiting::Dispatch { .. })) {
                Some(Waiting::Dispatch { bind, groups }) => Some((bind, groups)),
                _ => None,
            };
            let mut is_empty = true;
            for (bind, groups) in first.into_iter().chain(std::iter::from_fn(next)) {
                let kernel = self.kernels[bind.0].as_ref().expect("it was built");
                kernel.dispatch(&mut pass, &self.binds[&bind], groups);
                is_empty = false;
            }
            if let Some(timer) = timer.filter(|_| is_empty) {
                timer.nothing(&mut pass);
            }
        }
        encoder
    }

    /// Returns a read-back buffer with at least `bytes` bytes. The buffer in `slot` is replaced if it is too small.
    fn read_back(device: &GpuDevice, label: &str, slot: &mut Option<wgpu::Buffer>, bytes: u64) -> Result<wgpu::Buffer> {
        match slot {
            Some(buffer) if buffer.size() >= bytes => Ok(buffer.clone()),
            _ => Ok(slot.insert(device.staging(label, bytes)?).clone()),
        }
    }

    /// Ends the current part of the run's work, and begins the part `next`. The current part is submitted separately,
    /// and the host waits for this submission. If the host does not measure the times of the parts, this function does
    /// nothing.
    async fn turn_to(&mut self, next: Option<usize>) -> Result<()> {
        let Some(clock) = self.clock.as_mut().filter(|clock| clock.is_by_host()) else { return Ok(()) };
        if let Some(part) = std::mem::replace(&mut clock.part, next) {
            let encoder = self.record();
            let took = self.device.submit(encoder).await?;
            let clock = self.clock.as_mut().expect("it measures the part");
            clock.times.parts[part] += took;
            clock.waited += took;
        }
        Ok(())
    }

    /// Records a copy of the requested words to a read-back buffer. Returns the read-back buffer and the number of
    /// bytes, or `None` if no words are requested.
    async fn record_fetch(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        turn: usize,
    ) -> Result<Option<(wgpu::Buffer, u64)>> {
        let Some((buffer, words)) = self.fetch.take() else { return Ok(None) };
        let bytes = 4 * (words.end - words.start);
        let staging = Self::read_back(self.device, "fetched", &mut self.fetched[turn], bytes)?;
        let mut into = 0;
        for (part, at, count) in self.parts[buffer].within(words) {
            encoder.copy_buffer_to_buffer(&self.buffers[buffer][part], 4 * at, &staging, into, 4 * count);
            into += 4 * count;
        }
        if let Some(clock) = self.clock.as_mut().filter(|clock| clock.is_by_host()) {
            let copy = std::mem::replace(encoder, self.device.encoder(self.label));
            let took = self.device.submit(copy).await?;
            clock.times.fetch += took;
            clock.waited += took;
        }
        Ok(Some((staging, bytes)))
    }
}

#[async_trait(?Send)]
impl<M: MirrorMemory> Machine for GpuMachine<'_, M> {
    type MirrorMemory = M;

    fn split(&self, buffer: usize) -> Option<u32> {
        self.parts[buffer].bits()
    }

    fn grid(&self, needed: u64) -> Result<(u32, u32)> {
        groups(needed, self.max_groups, || self.board.clone())
    }

    fn pace(&self) -> u64 {
        self.pace.amount
    }

    fn set_pace(&mut self, pace: Throttle) {
        self.pace = pace;
    }

    fn rebuild(&mut self, build: Build) {
        assert!(self.waiting.is_empty(), "dispatches wait for the kernels");
        self.build = build;
        self.kernels.clear();
        self.binds.clear();
    }

    /// Replaces the buffer only if the buffer is too small. The size of the new buffer is rounded up to a multiple of
    /// one eighth of the next power of two, so that slightly more words do not need another buffer.
    fn resize(&mut self, buffer: usize, words: u64) -> Result<()> {
        assert!(self.waiting.is_empty(), "dispatches wait for the buffer");
        self.parts[buffer] = SplitArray::whole(words);
        if self.buffers[buffer].first().is_none_or(|there| there.size() < 4 * words) {
            let step = ((4 * words).next_power_of_two() / 8).max(4);
            let bytes = (4 * words).next_multiple_of(step).min(self.device.max_binding()).max(4 * words);
            self.binds.clear();
            // Frees the old buffer before the new buffer is created.
            self.buffers[buffer].clear();
            self.buffers[buffer].push(self.device.buffer(M::BUFFERS[buffer], bytes, USAGES)?);
        }
        Ok(())
    }

    fn run(&mut self, kernel: &'static ShaderKernel<M>, dispatch: Dispatch<'_, M::Job>) -> Result<()> {
        let Dispatch { job, bound, invocations } = dispatch;
        let count = u64::from(invocations.end - invocations.start);
        let groups = self.grid(count.div_ceil(kernel.width.unwrap_or(self.width).into()))?;
        self.build(kernel)?;
        if self.next_jobs.last() != Some(job) {
            if self.next_jobs.len() == JOBS {
                let encoder = self.record();
                // The dispatches recorded so far are submitted now. All later dispatches run after this submission.
                self.device.queue().submit([encoder.finish()]);
                self.device.check()?;
            }
            self.next_jobs.push(*job);
        }
        let part = kernel.local.map_or(0, |slot| self.parts[bound[slot]].place(invocations.start.into()).0);
        let bind = (kernel.id, bound, self.next_jobs.len() - 1, part);
        self.bind(kernel, bind);
        self.waiting.push(Waiting::Dispatch { bind, groups });
        Ok(())
    }

    async fn submit(&mut self, is_full: bool) -> Result<()> {
        self.turn_to(None).await?;
        if self.waiting.is_empty() {
            return Ok(());
        }
        let encoder = self.record();
        let took = self.device.submit(encoder).await?;
        self.pace.learn(took, is_full);
        Ok(())
    }

    async fn submit_ahead(&mut self, is_full: bool, watched: &[(usize, usize)], note: u64) -> Result<Option<Landed>> {
        if let Some((turn, _)) = self.mapped.take() {
            // This buffer contains the fetched words of the last completed submission. It is still mapped, since the
            // host has not read the words.
            self.fetched[turn].as_ref().expect("it was mapped").unmap();
        }
        self.turn_to(None).await?;
        let turn = self.turn();
        let words = watched.iter().map(|(_, words)| words).sum();
        let staging = Self::read_back(self.device, "watched", &mut self.watched[turn], 4 * words as u64)?;
        let mut encoder = self.record();
        let fetched = self.record_fetch(&mut encoder, turn).await?;
        let mut at = 0;
        for &(buffer, words) in watched {
            encoder.copy_buffer_to_buffer(&self.buffers[buffer][0], 0, &staging, at, 4 * words as u64);
            at += 4 * words as u64;
        }
        let clock = self.clock.as_ref();
        let mut maps = vec![(&staging, at)];
        maps.extend(fetched.as_ref().map(|(buffer, bytes)| (buffer, *bytes)));
        maps.extend(clock.and_then(|clock| clock.resolve(&mut encoder, turn)));
        let pending = self.device.submit_and_map(encoder, &maps)?;
        let waited = self.clock.as_mut().map(|clock| std::mem::take(&mut clock.waited)).unwrap_or_default();
        let landed = self.land().await?;
        let fetched = fetched.map_or(0, |(_, bytes)| bytes);
        self.ahead = Some(Ahead { pending, is_full, note, words, fetched, turn, waited });
        Ok(landed)
    }

    async fn land(&mut self) -> Result<Option<Landed>> {
        let Some(Ahead { pending, is_full, note, words, fetched, turn, waited }) = self.ahead.take() else {
            return Ok(None);
        };
        let took = self.device.finish(pending).await? + waited;
        self.pace.learn(took, is_full);
        if let Some(clock) = &mut self.clock {
            clock.add(self.device, turn, fetched > 0)?;
        }
        self.mapped = (fetched > 0).then_some((turn, fetched));
        let staging = self.watched[turn].as_ref().expect("it was mapped");
        Ok(Some((note, self.device.mapped(staging, words as u64 * 4, bytemuck::pod_collect_to_vec)?)))
    }

    fn copy(&mut self, (from, first): (usize, u64), (to, into): (usize, u64), words: u64) -> Result<()> {
        assert!(self.parts[to].count() == 1, "words are copied into buffers of one part");
        let mut into = into;
        for (part, at, count) in self.parts[from].within(first..first + words) {
            let (from, to) = ((self.buffers[from][part].clone(), at), (self.buffers[to][0].clone(), into));
            self.waiting.push(Waiting::Copy { from, to, words: count });
            into += count;
        }
        Ok(())
    }

    async fn begin_part(&mut self, part: usize) -> Result<()> {
        self.turn_to(Some(part)).await?;
        if self.clock.is_some() {
            self.waiting.push(Waiting::Part(part));
        }
        Ok(())
    }

    fn take_times(&mut self) -> PartTimes {
        self.clock.as_mut().map(PartClock::take).unwrap_or_default()
    }

    fn fetch(&mut self, buffer: usize, words: Range<u64>) {
        self.fetch = Some((buffer, words)).filter(|(_, words)| !words.is_empty());
    }

    async fn fetched(&mut self, _: usize, _: Range<u64>, look: WordSink<'_>) -> Result<()> {
        let (turn, bytes) = self.mapped.take().expect("the words were fetched");
        let staging = self.fetched[turn].as_ref().expect("it was mapped");
        Ok(self.device.mapped(staging, bytes, |view| match bytemuck::try_cast_slice(view) {
            Ok(words) => look(words),
            // In a browser the bytes can have any alignment.
            Err(_) => look(&bytemuck::pod_collect_to_vec::<u8, u32>(view)),
        })?)
    }

    async fn clear(&mut self, buffer: usize) -> Result<()> {
        let mut encoder = self.device.encoder("clear");
        self.buffers[buffer].iter().for_each(|part| encoder.clear_buffer(part, 0, None));
        // The device executes this submission before all later submissions, so no wait is needed.
        self.device.queue().submit([encoder.finish()]);
        Ok(self.device.check()?)
    }

    async fn write(&mut self, buffer: usize, first: u64, words: &[u32]) -> Result<()> {
        let mut first = first;
        for words in words.chunks(A_WRITE) {
            let mut rest = words;
            for (part, at, count) in self.parts[buffer].within(first..first + words.len() as u64) {
                let (some, others) = rest.split_at(count as usize);
                self.device.queue().write_buffer(&self.buffers[buffer][part], at * 4, bytemuck::cast_slice(some));
                rest = others;
            }
            first += words.len() as u64;
            if words.len() >= A_WRITE / 8 {
                // The queue makes a copy of the words before the write. The wait frees this copy.
                self.device.wait().await?;
            }
        }
        Ok(())
    }

    async fn read(&mut self, buffer: usize, first: u64, into: &mut [u32]) -> Result<()> {
        Ok(self.parts[buffer].read(self.device, &self.buffers[buffer], first, into, &self.staging).await?)
    }

    /// Returns the words with these indices. The device copies each word to the read-back buffer. The host reads the
    /// read-back buffer once, or several times if the words do not fit.
    async fn gather(&mut self, buffer: usize, indices: &[u32]) -> Result<Vec<u32>> {
        let mut words = Vec::with_capacity(indices.len());
        for indices in indices.chunks((self.staging.size() / 4) as usize) {
            let mut encoder = self.device.encoder("gather");
            for (nth, &index) in (0..).zip(indices) {
                let (part, at) = self.parts[buffer].place(index.into());
                encoder.copy_buffer_to_buffer(&self.buffers[buffer][part], at * 4, &self.staging, nth * 4, 4);
            }
            let bytes = indices.len() as u64 * 4;
            words.extend(
                self.device.read_after(encoder, &self.staging, bytes, bytemuck::pod_collect_to_vec::<_, u32>).await?,
            );
        }
        Ok(words)
    }

    fn len(&mut self, buffer: usize) -> u64 {
        self.parts[buffer].ranges().last().map_or(0, |part| part.end)
    }
}

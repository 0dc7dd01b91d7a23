//! Measures the time of each part of a run's work on a GPU.

use courser_gpu::wgpu::{Buffer, CommandEncoder, ComputePassTimestampWrites};
use courser_gpu::{GpuDevice, Timer};
use web_time::Duration;

use super::{MAX_PARTS, PartTimes};
use crate::Result;

/// Number of timestamps per submission: two for each part, and two after the copy of the fetched words.
const TIMESTAMPS: u32 = 2 * MAX_PARTS as u32 + 2;

/// Index of the first timestamp that is written after the fetched words are copied.
const COPIED: u32 = 2 * MAX_PARTS as u32;

/// The clock of a machine, which measures the time of each part of the work. If the machine does not use the clock of
/// the GPU, the machine submits every part of the work separately and waits until the part ends.
pub(super) struct PartClock {
    /// Timers of two submissions, each with the buffer from which the host reads the timestamps. `None` if the host
    /// measures the times.
    timers: Option<[(Timer, Buffer); 2]>,
    pub(super) times: PartTimes,
    /// Index of the part in progress, or `None` if no part is in progress.
    pub(super) part: Option<usize>,
    /// Time that the host has waited for parts of the current submission.
    pub(super) waited: Duration,
}

impl PartClock {
    /// Creates a clock. If `by_host` is true, the host measures the times, even if the GPU has a clock.
    pub(super) fn new(device: &GpuDevice, by_host: bool) -> Result<Self> {
        let timer = || {
            let Some(timer) = device.timer("parts", TIMESTAMPS)? else { return Ok(None) };
            let staging = device.staging("timestamps", u64::from(TIMESTAMPS) * size_of::<u64>() as u64)?;
            Ok::<_, crate::EngineError>(Some((timer, staging)))
        };
        let timers = if by_host { None } else { timer()?.zip(timer()?) }.map(<[_; 2]>::from);
        let mut clock = Self { timers, times: PartTimes::default(), part: None, waited: Duration::ZERO };
        clock.take();
        Ok(clock)
    }

    /// Returns the times measured since the last call.
    pub(super) fn take(&mut self) -> PartTimes {
        std::mem::replace(&mut self.times, PartTimes { by_gpu: self.timers.is_some(), ..PartTimes::default() })
    }

    /// Returns whether the host measures the times. If so, each timed part of the work requires its own submission.
    pub(super) const fn is_by_host(&self) -> bool {
        self.timers.is_none()
    }

    /// Returns the timer with index `turn`. Returns `None` if the host measures the times.
    pub(super) fn timer(&self, turn: usize) -> Option<&Timer> {
        self.timers.as_ref().map(|timers| &timers[turn].0)
    }

    /// Returns the timestamps to write at the beginning and at the end of a part.
    pub(super) fn around(&self, turn: usize, part: usize) -> Option<ComputePassTimestampWrites<'_>> {
        self.timer(turn).map(|timer| timer.around(2 * part as u32))
    }

    /// Records an empty pass with timestamps, and the read-back of all timestamps. Both follow the copy of the fetched
    /// words. Returns the buffer to map and its size in bytes, or `None` if the host measures the times.
    pub(super) fn resolve(&self, encoder: &mut CommandEncoder, turn: usize) -> Option<(&Buffer, u64)> {
        let (timer, staging) = &self.timers.as_ref()?[turn];
        let timestamp_writes = Some(timer.around(COPIED));
        let descriptor = courser_gpu::wgpu::ComputePassDescriptor { label: Some("copied"), timestamp_writes };
        timer.nothing(&mut encoder.begin_compute_pass(&descriptor));
        timer.resolve(encoder, staging, 0);
        Some((staging, staging.size()))
    }

    /// Adds the times of a completed submission. `has_fetched` is true if the submission fetched words.
    pub(super) fn add(&mut self, device: &GpuDevice, turn: usize, has_fetched: bool) -> Result<()> {
        let Some(timers) = &self.timers else { return Ok(()) };
        let (timer, staging) = &timers[turn];
        let stamps: Vec<u64> = device.mapped(staging, staging.size(), bytemuck::pod_collect_to_vec)?;
        let between = |from: usize, to: usize| timer.between(stamps[from], stamps[to]);
        for (part, time) in self.times.parts.iter_mut().enumerate() {
            *time += between(2 * part, 2 * part + 1);
        }
        if has_fetched {
            self.times.fetch += between(COPIED as usize - 1, COPIED as usize);
        }
        Ok(())
    }
}

//! Measures the time of submissions by the clock of the host and by the clock of the GPU. The clock of the host
//! determines the amount of work per submission.

use std::sync::PoisonError;
use web_time::{Duration, Instant};
use wgpu::{Buffer, BufferUsages, CommandEncoder};

use crate::{GpuDevice, Kernel, KernelSpec, Result};

/// The clock of the host, which measures the time of a device's submissions.
#[derive(Debug)]
pub(crate) struct Clock {
    /// Completion time of the last submission that the host waited for.
    last: Instant,
    /// Factor by which the reported time of every submission is multiplied.
    factor: f64,
    submissions: u64,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { last: Instant::now(), factor: 1.0, submissions: 0 }
    }

    /// Records that a submission is finished. Returns the time that the device spent on the submission.
    pub(crate) fn finished(&mut self, submitted: Instant, metered: Option<Duration>) -> Duration {
        let now = Instant::now();
        let took = metered.unwrap_or_else(|| now - submitted.max(self.last).min(now));
        self.last = now;
        self.submissions += 1;
        Duration::try_from_secs_f64(took.as_secs_f64() * self.factor).unwrap_or(Duration::MAX)
    }
}

impl GpuDevice {
    /// Multiplies the reported time of every following submission by `factor`. Tests use this function to test code
    /// that limits the work according to the reported time.
    pub fn slow_down(&self, factor: f64) {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).factor = factor;
    }

    /// Returns the number of submissions that the host has waited for since the device was opened.
    pub fn submissions(&self) -> u64 {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).submissions
    }
}

/// A timer that records the start and the end of each submission, and the sum of the durations measured so far.
#[derive(Debug)]
pub(crate) struct Meter {
    timer: Timer,
    /// Buffer from which the host reads the timestamps.
    staging: Buffer,
    spent: Duration,
}

impl GpuDevice {
    /// Runs `work`. Returns two values: the result of `work`, and the time that the GPU spent on the submissions of
    /// `work`. The time is `None` if the GPU has no clock.
    ///
    /// The host waits for the timestamps of each submission, so the work takes longer than without measurement.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`](crate::GpuError::OutOfMemory) or [`GpuError::Failed`](crate::GpuError::Failed) if the
    /// device cannot create the timer or its buffers.
    pub fn metered<T>(&self, work: impl FnOnce() -> T) -> Result<(T, Option<Duration>)> {
        if !self.raw().features().contains(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS) {
            return Ok((work(), None));
        }
        let Some(timer) = self.timer("meter", 2)? else { return Ok((work(), None)) };
        let staging = self.staging("meter", timer.buffer.size())?;
        let slot = || self.meter.lock().unwrap_or_else(PoisonError::into_inner);
        *slot() = Some(Meter { timer, staging, spent: Duration::ZERO });
        let result = work();
        let spent = slot().take().map(|meter| meter.spent);
        Ok((result, spent))
    }

    /// Submits `encoder`, and returns the index of the submission. While the GPU time is measured, the function also
    /// records a timestamp before and after the submission, waits for the submission, and returns its duration by the
    /// clock of the host.
    pub(crate) fn submit_metered(&self, encoder: CommandEncoder) -> Result<(wgpu::SubmissionIndex, Option<Duration>)> {
        let mut slot = self.meter.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Meter { timer, staging, spent }) = slot.as_mut() else {
            return Ok((self.queue().submit([encoder.finish()]), None));
        };
        let submitted = Instant::now();
        let mut before = self.encoder("meter starts");
        before.write_timestamp(&timer.set, 0);
        let mut after = self.encoder("meter stops");
        after.write_timestamp(&timer.set, 1);
        timer.resolve(&mut after, staging, 0);
        let index = self.queue().submit([before.finish(), encoder.finish(), after.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |_| {});
        crate::block_on(self.wait())?;
        let [from, to] = self.mapped(staging, staging.size(), |view| {
            [0, 8].map(|at| u64::from_le_bytes(view[at..at + 8].try_into().expect("a moment has eight bytes")))
        })?;
        *spent += timer.between(from, to);
        Ok((index, Some(submitted.elapsed())))
    }
}

/// Timestamps of one submission, written by the GPU itself.
#[derive(Debug)]
pub struct Timer {
    set: wgpu::QuerySet,
    /// Buffer to which the timestamps are written as `u64`. The usages of the buffer are `QUERY_RESOLVE | COPY_SRC`.
    buffer: Buffer,
    count: u32,
    nanoseconds: f64,
    /// A kernel that does nothing. It is needed because Metal writes no timestamps for a pass without a dispatch.
    nothing: Kernel,
}

impl GpuDevice {
    /// Creates a timer for `count` timestamps. Returns `None` if the device does not support timestamps.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`](crate::GpuError::OutOfMemory) or [`GpuError::Failed`](crate::GpuError::Failed) if the
    /// device cannot create the timer.
    pub fn timer(&self, label: &str, count: u32) -> Result<Option<Timer>> {
        if !self.raw().features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let set = self.raw().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some(label),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let usage = BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC;
        let buffer = self.buffer(label, u64::from(count) * size_of::<u64>() as u64, usage)?;
        self.check()?;
        let wgsl = "@compute @workgroup_size(1) fn nothing() {}";
        let nothing = self.kernel(&KernelSpec::new("nothing", "nothing", &[wgsl], &[]))?;
        let nanoseconds = self.queue().get_timestamp_period().into();
        Ok(Some(Timer { set, buffer, count, nanoseconds, nothing }))
    }
}

impl Timer {
    /// Returns the description of a compute pass with two timestamps: number `first` at the beginning of the pass, and
    /// number `first + 1` at its end. The pass must contain a dispatch; [`Timer::nothing`] records a dispatch that does
    /// nothing.
    pub const fn around(&self, first: u32) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: Some(first),
            end_of_pass_write_index: Some(first + 1),
        }
    }

    /// Records a dispatch that does nothing.
    pub fn nothing(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(&self.nothing.pipeline);
        pass.dispatch_workgroups(1, 1, 1);
    }

    /// Copies all timestamps to `into`, as one `u64` each. `at` is the byte offset of the first timestamp in `into`.
    /// All timestamps must have been written before.
    pub fn resolve(&self, encoder: &mut CommandEncoder, into: &Buffer, at: u64) {
        encoder.resolve_query_set(&self.set, 0..self.count, &self.buffer, 0);
        encoder.copy_buffer_to_buffer(&self.buffer, 0, into, at, self.buffer.size());
    }

    /// Returns the duration from one timestamp to another. The duration is zero if the GPU's clock went backwards.
    pub fn between(&self, from: u64, to: u64) -> Duration {
        Duration::from_secs_f64(to.saturating_sub(from) as f64 * self.nanoseconds * 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waited_for_another_submission_is_not_counted_twice() {
        let mut clock = Clock::new();
        let submitted = clock.last;
        let first = clock.finished(submitted, None);
        assert_eq!(first, clock.last - submitted);
        let between = clock.last;
        // The second submission was made before the first submission was finished. Therefore the second submission had
        // to wait.
        assert_eq!(clock.finished(submitted, None), clock.last - between);
        assert_eq!(clock.submissions, 2);
    }

    #[test]
    fn a_clock_that_is_slowed_down_tells_longer_times() {
        let mut clock = Clock::new();
        let second = Some(Duration::from_secs(1));
        clock.factor = 7.0;
        assert_eq!(clock.finished(Instant::now(), second), Duration::from_secs(7));
        clock.factor = 0.0;
        assert_eq!(clock.finished(Instant::now(), second), Duration::ZERO);
        clock.factor = f64::INFINITY;
        assert_eq!(clock.finished(Instant::now(), second), Duration::MAX);
    }
}

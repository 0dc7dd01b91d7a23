//! The GPU's own clock.

use std::time::Duration;

use crate::{Device, GpuError, Kernel, KernelSpec};

/// Timestamps of one submission, written by the GPU itself.
#[derive(Debug)]
pub struct Timer {
    set: wgpu::QuerySet,
    /// Where the timestamps are written as `u64`: usages `QUERY_RESOLVE | COPY_SRC`.
    buffer: wgpu::Buffer,
    count: u32,
    nanoseconds: f64,
    /// A kernel that does nothing: Metal notes no timestamps of a pass without a dispatch.
    nothing: Kernel,
}

impl Device {
    /// A timer for `count` timestamps; `None` if the device cannot write any.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Failed`] if the device cannot make the timer.
    pub fn timer(&self, label: &str, count: u32) -> Result<Option<Timer>, GpuError> {
        if !self.raw().features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let set = self.raw().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some(label),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let buffer = self.buffer(label, u64::from(count) * size_of::<u64>() as u64, usage)?;
        self.check()?;
        let wgsl = "@compute @workgroup_size(1) fn nothing() {}";
        let nothing = self.kernel(&KernelSpec::new("nothing", "nothing", wgsl, &[]))?;
        let nanoseconds = self.queue().get_timestamp_period().into();
        Ok(Some(Timer { set, buffer, count, nanoseconds, nothing }))
    }
}

impl Timer {
    /// Writes a timestamp at the beginning of a compute pass, number `first`, and one at its end, number `first + 1`.
    /// The pass needs a dispatch; [`Timer::nothing`] is one that does nothing.
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

    /// Copies all timestamps to byte `at` of `into`, as one `u64` each. Every one must have been written.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, into: &wgpu::Buffer, at: u64) {
        encoder.resolve_query_set(&self.set, 0..self.count, &self.buffer, 0);
        encoder.copy_buffer_to_buffer(&self.buffer, 0, into, at, self.buffer.size());
    }

    /// The time between two timestamps; zero if the GPU's clock went backwards.
    pub fn between(&self, from: u64, to: u64) -> Duration {
        Duration::from_secs_f64(to.saturating_sub(from) as f64 * self.nanoseconds * 1e-9)
    }
}

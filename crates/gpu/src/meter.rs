//! The GPU's own time for what is submitted, whatever it is.

use std::sync::PoisonError;
use std::time::Duration;

use crate::{Device, GpuError};

/// Two timestamps around a submission, and the time between them so far.
#[derive(Debug)]
pub(crate) struct Meter {
    set: wgpu::QuerySet,
    /// Where the timestamps are written, and where the host reads them.
    timestamps: wgpu::Buffer,
    staging: wgpu::Buffer,
    spent: Duration,
}

/// The fate of a submission.
pub(crate) enum Metered {
    /// It was submitted between two readings of the clock, and is done.
    Done(wgpu::SubmissionIndex),
    /// No meter is on.
    Off(wgpu::CommandEncoder),
}

/// Both timestamps.
const BYTES: u64 = 2 * size_of::<u64>() as u64;

impl Device {
    /// Does `work` and returns its result, and how long the GPU was busy with what was submitted meanwhile; `None` if
    /// the GPU has no clock.
    ///
    /// The host waits for every reading, so that the work itself takes longer than without.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Failed`] if the device cannot make the meter.
    pub fn metered<T>(&self, work: impl FnOnce() -> T) -> Result<(T, Option<Duration>), GpuError> {
        if !self.raw().features().contains(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS) {
            return Ok((work(), None));
        }
        let set = self.raw().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("meter"),
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let resolve = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let timestamps = self.buffer("timestamps", BYTES, resolve)?;
        let staging = self.staging("meter", BYTES)?;
        let slot = || self.meter.lock().unwrap_or_else(PoisonError::into_inner);
        *slot() = Some(Meter { set, timestamps, staging, spent: Duration::ZERO });
        let result = work();
        let spent = slot().take().map(|meter| meter.spent);
        Ok((result, spent))
    }

    /// Submits `encoder` between two readings of the clock and waits for it, if a meter is on; gives it back if none is.
    pub(crate) fn submit_metered(&self, encoder: wgpu::CommandEncoder) -> Result<Metered, GpuError> {
        let mut slot = self.meter.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(meter) = slot.as_mut() else {
            return Ok(Metered::Off(encoder));
        };
        let mut before = self.encoder("meter starts");
        before.write_timestamp(&meter.set, 0);
        let mut after = self.encoder("meter stops");
        after.write_timestamp(&meter.set, 1);
        after.resolve_query_set(&meter.set, 0..2, &meter.timestamps, 0);
        after.copy_buffer_to_buffer(&meter.timestamps, 0, &meter.staging, 0, BYTES);
        let index = self.queue().submit([before.finish(), encoder.finish(), after.finish()]);
        meter.staging.map_async(wgpu::MapMode::Read, .., |_| {});
        self.wait()?;
        let [from, to] = self.mapped(&meter.staging, BYTES, |view| {
            [0, 8].map(|at| u64::from_le_bytes(view[at..at + 8].try_into().expect("a moment has eight bytes")))
        })?;
        let period = f64::from(self.queue().get_timestamp_period());
        meter.spent += Duration::from_secs_f64(to.saturating_sub(from) as f64 * period * 1e-9);
        Ok(Metered::Done(index))
    }
}

//! Work that was handed to the card and is not waited for yet: the host does something else meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::meter::Metered;
use crate::{Device, GpuError};

/// A submission under way, and the buffers that are mapped for reading when it is done.
///
/// After [`Device::finish`] the buffers' bytes are read by [`Device::mapped`], which has to come before the next
/// submission that uses them. A `Pending` that is dropped is still carried out.
#[derive(Debug)]
#[must_use = "nothing says when it is done, or whether it failed, but Device::finish"]
pub struct Pending {
    index: wgpu::SubmissionIndex,
    submitted: Instant,
    /// How long it took, if that is known already.
    metered: Option<Duration>,
    maps: Vec<Mapped>,
}

/// Whether a buffer is mapped; `None` as long as nobody knows.
type Mapped = Arc<Mutex<Option<Result<(), wgpu::BufferAsyncError>>>>;

impl Device {
    /// Submits `encoder` and returns at once. `staging` are buffers with the usage `MAP_READ`, and how many
    /// bytes from the start of each are to be mapped when the submission is done.
    ///
    /// # Errors
    /// What the device reports: lost, failed.
    pub fn submit_and_map(
        &self,
        encoder: wgpu::CommandEncoder,
        staging: &[(&wgpu::Buffer, u64)],
    ) -> Result<Pending, GpuError> {
        let submitted = Instant::now();
        let (index, metered) = match self.submit_metered(encoder)? {
            Metered::Done(index) => (index, Some(submitted.elapsed())),
            Metered::Off(encoder) => (self.queue().submit([encoder.finish()]), None),
        };
        self.check()?;
        let maps = staging.iter().map(|&(buffer, bytes)| {
            let mapped = Arc::new(Mutex::new(None));
            let slot = Arc::clone(&mapped);
            buffer.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            });
            mapped
        });
        Ok(Pending { index, submitted, metered, maps: maps.collect() })
    }

    /// Waits until a submission is done and its buffers are mapped. Returns how long the device was at it, by the
    /// host's clock: since it was submitted, or since the one before it was waited for, if that was later.
    ///
    /// # Errors
    /// What the device reports: lost, failed.
    pub fn finish(&self, pending: Pending) -> Result<Duration, GpuError> {
        let waited = self.raw().poll(wgpu::PollType::Wait { submission_index: Some(pending.index), timeout: None });
        self.check()?;
        waited.map_err(GpuError::failed)?;
        let took =
            self.clock.lock().unwrap_or_else(PoisonError::into_inner).finished(pending.submitted, pending.metered);
        for mapped in pending.maps {
            match mapped.lock().unwrap_or_else(PoisonError::into_inner).take() {
                Some(Ok(())) => {}
                Some(Err(error)) => return Err(GpuError::failed(error)),
                None => return Err(GpuError::failed("a buffer was not mapped in time")),
            }
        }
        Ok(took)
    }

    /// Hands the first `bytes` bytes of a buffer that [`Device::finish`] has mapped to `look`, and unmaps it.
    ///
    /// # Errors
    /// [`GpuError::Failed`] if so many are not mapped.
    pub fn mapped<T>(&self, staging: &wgpu::Buffer, bytes: u64, look: impl FnOnce(&[u8]) -> T) -> Result<T, GpuError> {
        let view = staging.get_mapped_range(0..bytes).map_err(GpuError::failed)?;
        let seen = look(&view);
        drop(view);
        staging.unmap();
        Ok(seen)
    }
}

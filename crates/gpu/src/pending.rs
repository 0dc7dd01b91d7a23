//! Submissions that the host has not waited for yet.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use web_time::{Duration, Instant};
use wgpu::{Buffer, CommandEncoder, SubmissionIndex};

use crate::{GpuDevice, GpuError, Result};

/// A submission in progress. When the submission is finished, its requested buffers are mapped for reading.
///
/// After [`GpuDevice::finish`], [`GpuDevice::mapped`] reads the buffers. The buffers must be read before the next
/// submission that uses them. If a `Pending` is dropped, its submission is still executed.
#[derive(Debug)]
#[must_use = "nothing says when it is done, or whether it failed, but Device::finish"]
pub struct Pending {
    index: SubmissionIndex,
    submitted: Instant,
    /// Measured time of the submission, or `None` if the time is not known yet.
    metered: Option<Duration>,
    done: Option<Signal>,
    maps: Vec<Signal>,
}

/// A signal for the result of an asynchronous operation of the device.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signal(Arc<Mutex<Signalled>>);

#[derive(Debug, Default)]
struct Signalled {
    /// Result of the operation, or `None` until it has ended.
    ended: Option<Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

impl Signal {
    fn set(&self, ended: Result<(), wgpu::BufferAsyncError>) {
        let mut signalled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        signalled.ended = Some(ended);
        if let Some(waker) = signalled.waker.take() {
            waker.wake();
        }
    }

    /// Waits for the result and returns it. Outside a browser, the host has already waited for the device, so the
    /// result is ready.
    async fn ended(&self) -> Result<()> {
        std::future::poll_fn(|context| {
            let mut signalled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match signalled.ended.take() {
                Some(ended) => Poll::Ready(ended.map_err(GpuError::failed)),
                None if cfg!(target_arch = "wasm32") => {
                    signalled.waker = Some(context.waker().clone());
                    Poll::Pending
                }
                None => Poll::Ready(Err(GpuError::failed("a buffer was not mapped in time"))),
            }
        })
        .await
    }
}

impl GpuDevice {
    /// Submits `encoder` and returns immediately. Each entry of `staging` is a buffer and a byte count. The buffer must
    /// have the usage `MAP_READ`. When the submission is finished, this number of bytes at the beginning of the buffer
    /// is mapped.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub fn submit_and_map(&self, encoder: CommandEncoder, staging: &[(&Buffer, u64)]) -> Result<Pending> {
        let submitted = Instant::now();
        let (index, metered) = self.submit_metered(encoder)?;
        self.check()?;
        let done = self.work_done();
        let maps = staging.iter().map(|&(buffer, bytes)| {
            let mapped = Signal::default();
            let signal = mapped.clone();
            buffer.map_async(wgpu::MapMode::Read, 0..bytes, move |result| signal.set(result));
            mapped
        });
        Ok(Pending { index, submitted, metered, done, maps: maps.collect() })
    }

    /// Returns a signal for the end of all submissions so far, or `None` if the host can wait for the device without a
    /// signal.
    pub(crate) fn work_done(&self) -> Option<Signal> {
        cfg!(target_arch = "wasm32").then(|| {
            let done = Signal::default();
            let signal = done.clone();
            self.queue().on_submitted_work_done(move || signal.set(Ok(())));
            done
        })
    }

    /// Waits until a submission is finished. If no index is given, waits until all submissions are finished.
    pub(crate) async fn done(&self, submission_index: Option<SubmissionIndex>, done: Option<Signal>) -> Result<()> {
        self.settle_async().await?;
        if let Some(done) = done {
            done.ended().await?;
        }
        // In a browser this call does nothing.
        let waited = self.raw().poll(wgpu::PollType::Wait { submission_index, timeout: None });
        self.check()?;
        waited.map(|_| ()).map_err(GpuError::failed)
    }

    /// Waits until a submission is finished and its buffers are mapped. Returns the time that the device spent on the
    /// submission, by the clock of the host. This time begins when the submission is made, or when the host has
    /// finished waiting for the previous submission, whichever is later.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the device is lost, [`GpuError::Failed`] if the device reports another error.
    pub async fn finish(&self, pending: Pending) -> Result<Duration> {
        self.done(Some(pending.index), pending.done).await?;
        let took =
            self.clock.lock().unwrap_or_else(PoisonError::into_inner).finished(pending.submitted, pending.metered);
        for mapped in pending.maps {
            mapped.ended().await?;
        }
        Ok(took)
    }

    /// Calls `look` with the first `bytes` bytes of a buffer that [`GpuDevice::finish`] has mapped, and unmaps the
    /// buffer.
    ///
    /// # Errors
    /// [`GpuError::Failed`] if fewer bytes are mapped.
    pub fn mapped<T>(&self, staging: &Buffer, bytes: u64, look: impl FnOnce(&[u8]) -> T) -> Result<T> {
        let view = staging.get_mapped_range(0..bytes).map_err(GpuError::failed)?;
        let seen = look(&view);
        drop(view);
        staging.unmap();
        Ok(seen)
    }
}

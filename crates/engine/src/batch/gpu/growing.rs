//! A buffer that grows with what is put into it.

use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, GpuError};

/// A buffer that is kept as long as it is large enough.
pub(super) struct Growing {
    label: &'static str,
    usage: BufferUsages,
    buffer: Option<wgpu::Buffer>,
}

impl Growing {
    pub(super) const fn new(label: &'static str, usage: BufferUsages) -> Self {
        Self { label, usage, buffer: None }
    }

    /// Returns the buffer, of at least `bytes` bytes. It grows to at most twice that size, and to more than `most` only if
    /// `bytes` is more.
    pub(super) fn of(&mut self, device: &Device, bytes: u64, most: u64) -> Result<wgpu::Buffer, GpuError> {
        if let Some(buffer) = &self.buffer
            && buffer.size() >= bytes
        {
            return Ok(buffer.clone());
        }
        // The old one goes before the new one comes.
        self.buffer = None;
        let size = bytes.next_power_of_two().min(most / 4 * 4).max(bytes).max(16);
        let buffer = device.buffer(self.label, size, self.usage)?;
        self.buffer = Some(buffer.clone());
        Ok(buffer)
    }
}

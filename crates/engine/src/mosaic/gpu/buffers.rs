//! The buffers of bands on a GPU.

use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, Timer};

use super::GpuMosaic;
use super::lanes::TALLY_BYTES;
use crate::Result;
use crate::mosaic::bands::KEPT;
use crate::mosaic::layout::{RowWindow, Verdict};

/// Usages of a buffer of numbers.
pub(super) const USAGES: BufferUsages =
    BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);

/// Number of timestamps that the GPU writes for a band: two for each of its parts, which are numbering, checking and
/// copying.
pub(super) const TIMESTAMPS: u32 = 6;

/// Byte offset of a relay's tally in the notes of a band. The tally follows the verdict and the timestamps.
pub(super) const TALLY: u64 = (size_of::<Verdict>() + TIMESTAMPS as usize * size_of::<u64>()) as u64;

/// Size in bytes of a band's notes, which are the verdict, the timestamps and the tally.
pub(super) const NOTES: u64 = TALLY + TALLY_BYTES;

/// The buffers of one band. A run uses two slots alternately.
pub(super) struct Slot {
    /// Maximum number of new rows of a band in the slot.
    pub(super) height: u32,
    /// Window for the passes over all quads.
    pub(super) window: wgpu::Buffer,
    /// One buffer with its bind group per dispatch. The buffer contains the window of a span of quads or, for a relay,
    /// the records of the regions of one size.
    pub(super) spans: Vec<(wgpu::Buffer, wgpu::BindGroup)>,
    pub(super) numbers: wgpu::Buffer,
    pub(super) verdict: wgpu::Buffer,
    /// Tally of the tries of a relay's knights.
    pub(super) tally: wgpu::Buffer,
    pub(super) notes: wgpu::Buffer,
    /// Buffer through which the host reads the numbers; `None` if the host does not read them.
    pub(super) staging: Option<wgpu::Buffer>,
    pub(super) timer: Option<Timer>,
    pub(super) check: wgpu::BindGroup,
}

impl Slot {
    /// Creates the buffers for a band of `height` new rows. If `reads` is true, also creates the buffer for reading the
    /// numbers back. If `whole` is given, it is the buffer of numbers for all bands of the board.
    pub(super) fn new(mosaic: &GpuMosaic<'_>, reads: bool, height: u32, whole: Option<&wgpu::Buffer>) -> Result<Self> {
        let device = mosaic.device;
        let rows = u64::from(height.saturating_add(KEPT).min(mosaic.rows));
        let numbers = match whole {
            Some(numbers) => numbers.clone(),
            None => device.buffer("numbers", rows * mosaic.row_bytes(), USAGES)?,
        };
        let verdict = device.buffer("verdict", size_of::<Verdict>() as u64, USAGES)?;
        let tally = device.buffer("tally", TALLY_BYTES, USAGES)?;
        let spans = mosaic.source.bind(device, height, &numbers, &tally)?;
        let window = window(device)?;
        let staging = reads.then(|| device.staging("numbers to read", numbers.size())).transpose()?;
        let check = device.bind("check", &mosaic.check_layout, &[&window, &numbers, &verdict])?;
        let timer = if mosaic.limits.host_clock { None } else { device.timer("band", TIMESTAMPS)? };
        let notes = device.staging("notes", NOTES)?;
        Ok(Self { height, window, spans, numbers, verdict, tally, notes, staging, timer, check })
    }
}

/// Creates a buffer for a window.
pub(super) fn window(device: &GpuDevice) -> Result<wgpu::Buffer> {
    let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
    Ok(device.buffer("window", size_of::<RowWindow>() as u64, usage)?)
}

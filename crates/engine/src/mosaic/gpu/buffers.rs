//! The buffers that bands go through.

use std::iter;

use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, Timer};

use super::numbering::{Numbering, Source};
use super::numbers::{USAGES, Width, row_bytes};
use crate::Result;
use crate::mosaic::bands::KEPT;
use crate::mosaic::layout::{RowWindow, Verdict};
use crate::relay::TALLY_BYTES;

/// The part of a band that is read back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadBack {
    Nothing,
    Numbers,
}

impl ReadBack {
    /// Bytes of a row that is read back.
    pub(super) const fn row_bytes(self, cols: u32, width: Width) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Numbers => row_bytes(cols, width),
        }
    }
}

/// Timestamps that the GPU writes for a band: two per part, see [`Part`](super::submission::Part).
pub(super) const TIMESTAMPS: u32 = 6;

/// Where the notes of a band have the tally of a relay's knights: after the verdict and the timestamps.
pub(super) const TALLY: u64 = (size_of::<Verdict>() + TIMESTAMPS as usize * size_of::<u64>()) as u64;

/// Bytes of a band's notes.
pub(super) const NOTES: u64 = TALLY + TALLY_BYTES;

/// The buffers of a run: two bands take turns, or one has all to itself.
pub(super) struct Slots {
    pub(super) read_back: ReadBack,
    pub(super) list: Vec<Slot>,
}

impl Slots {
    /// No buffers yet.
    pub(super) const fn new(read_back: ReadBack) -> Self {
        Self { read_back, list: Vec::new() }
    }
}

/// The buffers of one band.
pub(super) struct Slot {
    /// The most new rows of a band in the slot.
    pub(super) height: u32,
    /// The window of the passes that go over all quads.
    pub(super) window: wgpu::Buffer,
    /// Per span of quads its window, per size of regions their records; and the bind group.
    pub(super) spans: Vec<(wgpu::Buffer, wgpu::BindGroup)>,
    pub(super) numbers: wgpu::Buffer,
    pub(super) verdict: wgpu::Buffer,
    /// Tries of a relay's knights.
    pub(super) tally: wgpu::Buffer,
    pub(super) notes: wgpu::Buffer,
    pub(super) staging: Option<wgpu::Buffer>,
    pub(super) timer: Option<Timer>,
    pub(super) check: wgpu::BindGroup,
}

impl Slot {
    /// The buffers for a band of `height` new rows. A `whole` board has one buffer of numbers for all its bands.
    pub(super) fn new(
        numbering: &Numbering<'_>,
        read_back: ReadBack,
        height: u32,
        whole: Option<&wgpu::Buffer>,
    ) -> Result<Self> {
        let (device, cols) = (numbering.device, numbering.cols);
        let rows = u64::from(height.saturating_add(KEPT).min(numbering.rows));
        let numbers = match whole {
            Some(numbers) => numbers.clone(),
            None => device.buffer("numbers", rows * row_bytes(cols, numbering.width), USAGES)?,
        };
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let verdict = device.buffer("verdict", size_of::<Verdict>() as u64, storage)?;
        let tally = device.buffer("tally", TALLY_BYTES, storage)?;
        let spans = match &numbering.source {
            Source::Tiles { layout, arrays, spans, .. } => {
                let bind = |_| {
                    let window = window(device)?;
                    let buffers: Vec<_> = iter::once(&window).chain(arrays).chain([&numbers]).collect();
                    let bind = device.bind("visits", layout, &buffers)?;
                    Ok((window, bind))
                };
                spans.iter().map(bind).collect::<Result<_>>()?
            }
            Source::Knights(lanes) => lanes.bind(device, height, &numbers, &tally)?,
        };
        let window = window(device)?;
        let staging = match read_back {
            ReadBack::Nothing => None,
            ReadBack::Numbers => Some(device.staging("numbers to read", numbers.size())?),
        };
        let check = device.bind("check", &numbering.check_layout, &[&window, &numbers, &verdict])?;
        let timer = if numbering.limits.host_clock { None } else { device.timer("band", TIMESTAMPS)? };
        let notes = device.staging("notes", NOTES)?;
        Ok(Self { height, window, spans, numbers, verdict, tally, notes, staging, timer, check })
    }
}

fn window(device: &Device) -> Result<wgpu::Buffer> {
    let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
    Ok(device.buffer("window", size_of::<RowWindow>() as u64, usage)?)
}

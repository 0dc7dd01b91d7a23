//! The sources of the visit numbers.

use std::iter;

use courser_gpu::GpuDevice;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::{relay, tame};

use super::buffers::window;
use super::lanes::Lanes;
use super::passes::{TAME, VISITS};
use crate::Result;
use crate::machine::parts::SplitArray;
use crate::mosaic::layout::{GpuBlock, GpuPlan, GpuTame, GpuZone, QUAD};
use crate::mosaic::spans::{QuadSpan, SpanKind, spans};

/// A source of visit numbers. It does not change between bands.
pub(super) enum NumberSource {
    /// A plan of tiles, or a tame tour: every square computes its own number.
    Tiles {
        plan: Box<MosaicPlan>,
        layout: wgpu::BindGroupLayout,
        /// Buffers of the plan, its zones, its blocks and its positions. For a tame tour, buffers of the plan, its
        /// lines and its rim.
        arrays: Vec<wgpu::Buffer>,
        spans: Vec<QuadSpan>,
    },
    /// The knights of a relay.
    Knights(Box<Lanes>),
    /// Existing numbers in several buffers, row by row as in a band.
    Cells {
        parts: SplitArray,
        buffers: Vec<wgpu::Buffer>,
        /// True if the numbers are checked. The check does not support a board with holes.
        is_checked: bool,
    },
}

impl NumberSource {
    pub(super) fn tiles(device: &GpuDevice, plan: &MosaicPlan) -> Result<Self> {
        let zones: Vec<GpuZone> = GpuZone::all(&plan.row_zones).chain(GpuZone::all(&plan.col_zones)).collect();
        let blocks: Vec<GpuBlock> = plan.blocks.iter().map(|block| GpuBlock::new(plan, block)).collect();
        let mut positions = plan.bytes.clone();
        positions.resize(positions.len().next_multiple_of(4), 0);
        let arrays = vec![
            device.upload("plan", bytemuck::bytes_of(&GpuPlan::from(plan)), BufferUsages::UNIFORM)?,
            device.upload("zones", bytemuck::cast_slice(&zones), BufferUsages::STORAGE)?,
            device.upload("blocks", bytemuck::cast_slice(&blocks), BufferUsages::STORAGE)?,
            device.upload("positions", &positions, BufferUsages::STORAGE)?,
        ];
        let layout = device.layout("mosaic visits", VISITS)?;
        Ok(Self::Tiles { plan: Box::new(plan.clone()), layout, arrays, spans: spans(plan) })
    }

    pub(super) fn tame(device: &GpuDevice, plan: &tame::TamePlan) -> Result<Self> {
        let arrays = vec![
            device.upload("tame", bytemuck::bytes_of(&GpuTame::from(plan)), BufferUsages::UNIFORM)?,
            device.upload("lines", bytemuck::cast_slice(&plan.lines), BufferUsages::STORAGE)?,
            device.upload("rim", bytemuck::cast_slice(&plan.rim), BufferUsages::STORAGE)?,
        ];
        let spans = vec![QuadSpan {
            tile_rows: 0..plan.rows.div_ceil(8),
            first: 0,
            quads: plan.cols.div_ceil(QUAD),
            kind: SpanKind::Tame,
        }];
        let layout = device.layout("tame visits", TAME)?;
        Ok(Self::Tiles { plan: Box::new(plan.frame()), layout, arrays, spans })
    }

    pub(super) fn relay(device: &GpuDevice, plan: &relay::RelayPlan) -> Result<Self> {
        Ok(Self::Knights(Box::new(Lanes::new(device, plan)?)))
    }

    /// Returns the minimum number of rows in a band, for any board.
    pub(super) fn min_rows(&self) -> u32 {
        if matches!(self, Self::Knights(_)) { *relay::SIDES.end() } else { 1 }
    }

    /// Returns the end of the band that begins with the row `first` and has about `rows` rows. The bands of a relay
    /// consist of whole regions.
    pub(super) fn end(&self, first: u32, rows: u32) -> u32 {
        match self {
            Self::Tiles { .. } | Self::Cells { .. } => first + rows,
            Self::Knights(lanes) => lanes.plan.end(first, rows),
        }
    }

    /// Creates the buffers and bind groups of the dispatches that compute the visit numbers of a band of `height` rows.
    /// Each span of quads has a window, and each size of regions has records.
    pub(super) fn bind(
        &self,
        device: &GpuDevice,
        height: u32,
        numbers: &wgpu::Buffer,
        tally: &wgpu::Buffer,
    ) -> Result<Vec<(wgpu::Buffer, wgpu::BindGroup)>> {
        match self {
            Self::Tiles { layout, arrays, spans, .. } => {
                let bind = |_| {
                    let window = window(device)?;
                    let buffers: Vec<_> = iter::once(&window).chain(arrays).chain([numbers]).collect();
                    let bind = device.bind("visits", layout, &buffers)?;
                    Ok((window, bind))
                };
                spans.iter().map(bind).collect()
            }
            Self::Knights(lanes) => lanes.bind(device, height, numbers, tally),
            Self::Cells { .. } => Ok(Vec::new()),
        }
    }
}

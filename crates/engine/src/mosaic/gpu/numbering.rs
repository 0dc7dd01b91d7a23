//! A plan on a device: what every band of it needs.

use courser_board::Board;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, Kernel, KernelSpec, grid};
use courser_solve::mosaic::Plan;

use super::buffers::ReadBack;
use super::damage::Damages;
use super::limits::Limits;
use super::numbers::Width;
use super::passes::{CHECK, VISITS, WIDTH};
use crate::EngineError;
use crate::mosaic::bands::Band;
use crate::mosaic::layout::Arrays;
use crate::mosaic::spans::{Span, spans};

/// A kernel with what it is bound to, and its workgroups.
pub(super) type Work<'a> = (Kernel, &'a wgpu::BindGroup, (u32, u32));

/// A plan on a device, within limits: it does not change from band to band.
pub(super) struct Numbering<'device> {
    pub(super) device: &'device Device,
    pub(super) visits_layout: wgpu::BindGroupLayout,
    pub(super) check_layout: wgpu::BindGroupLayout,
    pub(super) plan: Plan,
    pub(super) width: Width,
    pub(super) limits: Limits,
    /// The plan, its zones, its blocks and its positions.
    pub(super) arrays: [wgpu::Buffer; 4],
    pub(super) spans: Vec<Span>,
    pub(super) damages: Damages,
}

impl<'device> Numbering<'device> {
    pub(super) fn new(device: &'device Device, plan: &Plan, limits: Limits) -> Result<Self, EngineError> {
        let needs_wide = plan.cells() > u64::from(u32::MAX);
        let width = if needs_wide || limits.wide { Width::Wide } else { Width::Narrow };
        let own = Limits::of(device);
        let limits =
            Limits { binding: limits.binding.min(own.binding), groups: limits.groups.clamp(1, own.groups), ..limits };
        let arrays = Arrays::new(plan);
        let arrays = [
            device.upload("plan", bytemuck::bytes_of(&arrays.plan), BufferUsages::UNIFORM)?,
            device.upload("zones", bytemuck::cast_slice(&arrays.zones), BufferUsages::STORAGE)?,
            device.upload("blocks", bytemuck::cast_slice(&arrays.blocks), BufferUsages::STORAGE)?,
            device.upload("positions", bytemuck::cast_slice(&arrays.positions), BufferUsages::STORAGE)?,
        ];
        let (plan, spans) = (plan.clone(), spans(plan));
        Ok(Self {
            device,
            visits_layout: device.layout("mosaic visits", VISITS)?,
            check_layout: device.layout("mosaic check", CHECK)?,
            plan,
            width,
            limits,
            arrays,
            spans,
            damages: Damages::default(),
        })
    }

    /// A dispatch of `invocations` invocations; `None` for 0.
    pub(super) fn work<'a>(
        &self,
        kernel: &KernelSpec,
        bind: &'a wgpu::BindGroup,
        invocations: u64,
    ) -> Result<Option<Work<'a>>, EngineError> {
        let needed = invocations.div_ceil(WIDTH);
        if needed == 0 {
            return Ok(None);
        }
        let groups = grid(needed, self.limits.groups).ok_or_else(|| {
            let board = Board::new(self.plan.rows, self.plan.cols).expect("a plan is of a board");
            EngineError::Dispatch { board, needed, there: u64::from(self.limits.groups).pow(2) }
        })?;
        Ok(Some((self.device.kernel(kernel)?, bind, groups)))
    }

    /// Squares of a band that are checked.
    pub(super) fn checked(&self, band: &Band) -> u64 {
        u64::from(band.check.end - band.check.start) * u64::from(self.plan.cols)
    }

    /// Bytes to be read back of a band.
    pub(super) fn read_back_bytes(&self, band: &Band, read_back: ReadBack) -> u64 {
        u64::from(band.output.end - band.output.start) * read_back.row_bytes(self.plan.cols, self.width)
    }
}

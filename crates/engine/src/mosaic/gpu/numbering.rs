//! A plan on a device: the data that every band of it needs.

use courser_board::Board;
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{Device, Kernel, KernelSpec};
use courser_solve::mosaic::Plan;
use courser_solve::{relay, tame};

use super::buffers::ReadBack;
use super::damage::Damages;
use super::limits::Limits;
use super::numbers::Width;
use super::passes::{CHECK, TAME, VISITS, WIDTH};
use crate::Result;
use crate::mosaic::bands::Band;
use crate::mosaic::layout::{Arrays, GpuTame, QUAD, RowWindow, words};
use crate::mosaic::spans::{Kind, Span, spans};
use crate::parts::groups;
use crate::relay::Lanes;

/// A kernel with what it is bound to, and its workgroups.
pub(super) type Work<'a> = (Kernel, &'a wgpu::BindGroup, (u32, u32));

/// The makers of the numbers.
pub(super) enum Source {
    /// Every square works out its own number.
    Tiles {
        plan: Box<Plan>,
        layout: wgpu::BindGroupLayout,
        /// The plan, its zones, its blocks and its positions; of a tame tour the plan, its lines and its rim.
        arrays: Vec<wgpu::Buffer>,
        spans: Vec<Span>,
    },
    /// The knights of a relay.
    Knights(Box<Lanes>),
}

/// A plan on a device, within limits: it does not change from band to band.
pub(super) struct Numbering<'device> {
    pub(super) device: &'device Device,
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) closed: bool,
    pub(super) source: Source,
    pub(super) check_layout: wgpu::BindGroupLayout,
    pub(super) width: Width,
    pub(super) limits: Limits,
    pub(super) damages: Damages,
}

impl<'device> Numbering<'device> {
    pub(super) fn new(device: &'device Device, plan: &Plan, limits: Limits) -> Result<Self> {
        let arrays = Arrays::new(plan);
        let arrays = vec![
            device.upload("plan", bytemuck::bytes_of(&arrays.plan), BufferUsages::UNIFORM)?,
            device.upload("zones", bytemuck::cast_slice(&arrays.zones), BufferUsages::STORAGE)?,
            device.upload("blocks", bytemuck::cast_slice(&arrays.blocks), BufferUsages::STORAGE)?,
            device.upload("positions", bytemuck::cast_slice(&arrays.positions), BufferUsages::STORAGE)?,
        ];
        let layout = device.layout("mosaic visits", VISITS)?;
        let source = Source::Tiles { plan: Box::new(plan.clone()), layout, arrays, spans: spans(plan) };
        Self::of(device, (plan.rows, plan.cols, plan.closed), source, limits)
    }

    /// As [`Numbering::new`], for a tame tour.
    pub(super) fn tame(device: &'device Device, plan: &tame::Plan, limits: Limits) -> Result<Self> {
        let words = |table: &[u64]| table.iter().flat_map(|&number| words(number)).collect::<Vec<u32>>();
        let arrays = vec![
            device.upload("tame", bytemuck::bytes_of(&GpuTame::from(plan)), BufferUsages::UNIFORM)?,
            device.upload("lines", bytemuck::cast_slice(&words(&plan.lines)), BufferUsages::STORAGE)?,
            device.upload("rim", bytemuck::cast_slice(&words(&plan.rim)), BufferUsages::STORAGE)?,
        ];
        let frame = Box::new(plan.frame());
        let spans = vec![Span {
            tile_rows: 0..plan.rows.div_ceil(8),
            first: 0,
            quads: plan.cols.div_ceil(QUAD),
            kind: Kind::Tame,
        }];
        let layout = device.layout("tame visits", TAME)?;
        let source = Source::Tiles { plan: frame, layout, arrays, spans };
        Self::of(device, (plan.rows, plan.cols, plan.closed), source, limits)
    }

    pub(super) fn relay(device: &'device Device, plan: &relay::Plan, limits: Limits) -> Result<Self> {
        let source = Source::Knights(Box::new(Lanes::new(device, plan)?));
        Self::of(device, (plan.rows, plan.cols, plan.closed), source, limits)
    }

    fn of(
        device: &'device Device,
        (rows, cols, closed): (u32, u32, bool),
        source: Source,
        limits: Limits,
    ) -> Result<Self> {
        let needs_wide = u64::from(rows) * u64::from(cols) > u64::from(u32::MAX);
        let width = if needs_wide || limits.wide { Width::Wide } else { Width::Narrow };
        let own = Limits::of(device);
        let limits =
            Limits { binding: limits.binding.min(own.binding), groups: limits.groups.clamp(1, own.groups), ..limits };
        let check_layout = device.layout("mosaic check", CHECK)?;
        Ok(Self { device, rows, cols, closed, source, check_layout, width, limits, damages: Damages::default() })
    }

    /// Squares of the board.
    pub(super) fn cells(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols)
    }

    /// The window of a band for the passes that go over all quads.
    pub(super) fn window(&self, band: &Band) -> RowWindow {
        let quads = self.cols.div_ceil(QUAD);
        RowWindow {
            rows: self.rows,
            cols: self.cols,
            cells: words(self.cells()),
            quads,
            top: band.top,
            number_first: band.number.start,
            number_end: band.number.end,
            tile_row: 0,
            tile_rows: 0,
            check_first: band.check.start,
            check_end: band.check.end,
            closed: self.closed.into(),
            span_first: 0,
            span_quads: quads,
            span_step: quads,
        }
    }

    /// Rows of the shortest band that any board needs.
    pub(super) fn least_rows(&self) -> u32 {
        if matches!(self.source, Source::Knights(_)) { *relay::SIDES.end() } else { 1 }
    }

    /// The end of the band that begins with the row `first` and has about `rows` rows: a relay has whole regions.
    pub(super) fn end(&self, first: u32, rows: u32) -> u32 {
        match &self.source {
            Source::Tiles { .. } => first + rows,
            Source::Knights(lanes) => lanes.plan.end(first, rows),
        }
    }

    /// A dispatch of `invocations` invocations; `None` for 0.
    pub(super) fn work<'a>(
        &self,
        kernel: &KernelSpec,
        bind: &'a wgpu::BindGroup,
        invocations: u64,
    ) -> Result<Option<Work<'a>>> {
        let needed = invocations.div_ceil(WIDTH);
        if needed == 0 {
            return Ok(None);
        }
        let board = || Board::new(self.rows, self.cols).expect("a plan is of a board");
        let groups = groups(needed, self.limits.groups, board)?;
        Ok(Some((self.device.kernel(kernel)?, bind, groups)))
    }

    /// Squares of a band that are checked.
    pub(super) fn checked(&self, band: &Band) -> u64 {
        u64::from(band.check.end - band.check.start) * u64::from(self.cols)
    }

    /// Bytes to be read back of a band.
    pub(super) fn read_back_bytes(&self, band: &Band, read_back: ReadBack) -> u64 {
        u64::from(band.output.end - band.output.start) * read_back.row_bytes(self.cols, self.width)
    }
}

//! The plan and its windows as the shaders have them: what host and GPU share.

use bytemuck::{Pod, Zeroable};
use courser_solve::mosaic::{self, MAX_CUTS, MosaicPlan};
use courser_solve::tame;

/// Squares side by side that one store writes.
pub const QUAD: u32 = 4;

/// The rows of the board in a buffer, and the operations on them: `RowWindow` in `shaders/mosaic/row_window.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct RowWindow {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Squares of the board. A shader has two words for it, the lower first, as for every number of 64 bits here.
    pub cells: u64,
    /// Quads in a row.
    pub quads: u32,
    /// The row that the buffer begins with.
    pub top: u32,
    /// The first row to number.
    pub number_first: u32,
    /// The row after the last one to number.
    pub number_end: u32,
    /// The first row of tiles to number, counted from the top of the board.
    pub tile_row: u32,
    /// Rows of tiles to number; of the first and the last of them maybe not all rows.
    pub tile_rows: u32,
    /// The first row to check.
    pub check_first: u32,
    /// The row after the last one to check.
    pub check_end: u32,
    /// 1 if the last square is followed by the first, else 0.
    pub closed: u32,
    /// The first of the quads of a row that this dispatch numbers.
    pub span_first: u32,
    /// Quads of a row that this dispatch numbers.
    pub span_quads: u32,
    /// Invocations that share the quads of a row, each with every `span_step`-th of them.
    pub span_step: u32,
}

/// The findings of the check in a band: `Verdict` in `shaders/mosaic/check.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Verdict {
    /// The lowest position of a wrong square: rows after the first checked row, times columns, plus its column;
    /// `u32::MAX` if there is none.
    pub first: u32,
    /// Number of checked squares.
    pub seen: u32,
    /// Number of invocations that have found a square with the number 1.
    pub ones: u32,
}

impl Verdict {
    /// No faulty square.
    pub(crate) const NO_FAULT: u32 = u32::MAX;

    /// Before the first square.
    pub(crate) const NONE: Self = Self { first: Self::NO_FAULT, seen: 0, ones: 0 };
}

/// The parts of the plan that hold for the whole board: `TamePlan` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuPlan {
    /// The index, before shifting, of the square where the tour starts.
    pub shift: u64,
    /// The seed that decides which tile is which variant.
    pub seed: u32,
    /// Zones of the rows; those of the columns follow in the same array.
    pub row_zones: u32,
    /// Zones of the columns.
    pub col_zones: u32,
    /// Fills the row of 16 bytes.
    pub unused: u32,
    /// Fills the row of 16 bytes.
    pub unused_too: u32,
    /// Fills the row of 16 bytes.
    pub unused_as_well: u32,
}

/// The parts of a tame tour's plan that hold for the whole board: `Tame` in `shaders/mosaic/tame.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuTame {
    /// The index of the square where the tour starts.
    pub shift: u64,
    /// Rows of the tables.
    pub rows: u32,
    /// Columns of the tables.
    pub cols: u32,
    /// 1 if the rows of the board are the columns of the tables.
    pub transposed: u32,
    /// 1 if the board is folded.
    pub folded: u32,
}

impl From<&tame::TamePlan> for GpuTame {
    fn from(plan: &tame::TamePlan) -> Self {
        let (rows, cols) = plan.sides();
        Self { shift: plan.shift, rows, cols, transposed: plan.transposed.into(), folded: plan.folded.into() }
    }
}

/// A zone, rows or columns of tiles of equal size next to each other: `Zone` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuZone {
    /// The first row or column of squares.
    pub start: u32,
    /// Rows or columns of squares in each tile.
    pub size: u32,
    /// Rows or columns of tiles in the zone.
    pub count: u32,
    /// Rows or columns of tiles before the zone.
    pub before: u32,
}

/// A number that is linear in a tile's coordinates in its block: `Linear` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuLinear {
    /// The number at the block's first tile.
    pub first: u64,
    /// The addend of every tile further down.
    pub down: u64,
    /// The addend of every tile further to the right.
    pub right: u64,
}

impl From<mosaic::Linear> for GpuLinear {
    fn from(number: mosaic::Linear) -> Self {
        Self { first: number.first, down: number.down, right: number.right }
    }
}

/// A cut, where the tour leaves a tile and comes back later: `Cut` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuCut {
    /// The last position before the tour leaves; [`NEVER`](mosaic::Cut::NEVER) in a cut that is not in use.
    pub after: u32,
    /// Keeps `size` at a multiple of 8 bytes.
    pub unused: u32,
    /// The number of squares visited in between.
    pub size: GpuLinear,
}

/// A rectangle of equal tiles, with the data of their table that a shader needs: `TileBlock` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuBlock {
    /// The index, before shifting, of a tile's first square.
    pub base: GpuLinear,
    /// The offset of the tile's positions, in bytes.
    pub positions: u32,
    /// Bytes from a row of positions to the next, a multiple of 4.
    pub stride: u32,
    /// Bytes from one interchangeable table to the next.
    pub step: u32,
    /// The number of interchangeable tables, a power of two.
    pub variants: u32,
    /// The cuts, by rising `after`; those that are not in use come last.
    pub cuts: [GpuCut; MAX_CUTS],
}

impl From<&MosaicPlan> for GpuPlan {
    fn from(plan: &MosaicPlan) -> Self {
        Self {
            shift: plan.shift,
            seed: plan.seed,
            row_zones: plan.row_zones.len() as u32,
            col_zones: plan.col_zones.len() as u32,
            ..Self::zeroed()
        }
    }
}

impl GpuZone {
    /// Returns the zones of the rows, or of the columns.
    pub(super) fn all(zones: &[mosaic::Zone]) -> impl Iterator<Item = Self> {
        zones.iter().scan(0, |before, zone| {
            let here = Self { start: zone.start, size: zone.size, count: zone.count, before: *before };
            *before += zone.count;
            Some(here)
        })
    }
}

impl GpuBlock {
    pub(super) fn new(plan: &MosaicPlan, block: &mosaic::TileBlock) -> Self {
        let table = &plan.tables[block.table as usize];
        Self {
            base: block.base.into(),
            positions: table.offset,
            stride: table.stride,
            step: table.rows * table.stride,
            variants: table.count,
            cuts: block.cuts.map(|cut| GpuCut { after: cut.after, unused: 0, size: cut.size.into() }),
        }
    }
}

/// Returns the row of tiles that contains this row of squares, counted from the top of the board.
pub(super) fn tile_row(zones: &[mosaic::Zone], row: u32) -> u32 {
    let mut before = 0;
    for zone in zones {
        if row < zone.end() {
            return before + (row - zone.start) / zone.size;
        }
        before += zone.count;
    }
    before
}

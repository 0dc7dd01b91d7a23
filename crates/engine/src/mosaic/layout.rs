//! The data that the host and the shaders of a mosaic share, in the layout of the shaders: the plan, the windows of
//! rows, and the result of the check.

use bytemuck::{Pod, Zeroable};
use courser_solve::mosaic::{self, MAX_CUTS, MosaicPlan};
use courser_solve::tame;

/// Number of adjacent squares whose numbers are written at once.
pub const QUAD: u32 = 4;

/// The board rows in a buffer, and the operations on these rows. The struct corresponds to `RowWindow` in
/// `shaders/mosaic/row_window.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct RowWindow {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// Number of squares of the board. In a shader, each 64-bit number of this module has two words, the lower word
    /// first.
    pub cells: u64,
    /// Number of quads per row.
    pub quads: u32,
    /// First row in the buffer.
    pub top: u32,
    /// First row whose visit numbers are computed.
    pub number_first: u32,
    /// Last row whose visit numbers are computed, plus 1.
    pub number_end: u32,
    /// First row of tiles whose visit numbers are computed, counted from the top of the board.
    pub tile_row: u32,
    /// Number of rows of tiles whose visit numbers are computed. The first and the last row of tiles can be incomplete.
    pub tile_rows: u32,
    /// First row to check.
    pub check_first: u32,
    /// Last row to check, plus 1.
    pub check_end: u32,
    /// 1 if the tour is closed, otherwise 0.
    pub closed: u32,
    /// First quad, in each row, that this dispatch processes.
    pub span_first: u32,
    /// Number of quads that this dispatch processes in each row.
    pub span_quads: u32,
    /// Number of invocations that share the quads of a row. Each invocation processes every `span_step`-th quad.
    pub span_step: u32,
    /// Plan data for the whole board.
    pub plan: GpuPlan,
}

/// The result of the check of a band. The struct corresponds to `Verdict` in `shaders/mosaic/check.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Verdict {
    /// Lowest position of a wrong square, or `u32::MAX` if no square is wrong. The position of a square is `(row -
    /// first checked row) * columns + column`.
    pub first: u32,
    /// Number of checked squares.
    pub seen: u32,
    /// Number of invocations that have found a square with the number 1.
    pub ones: u32,
}

impl Verdict {
    /// Value of `first` if no square is wrong.
    pub(crate) const NO_FAULT: u32 = u32::MAX;

    /// The result before the first square is checked.
    pub(crate) const NONE: Self = Self { first: Self::NO_FAULT, seen: 0, ones: 0 };
}

/// Plan data for the whole board. The struct corresponds to `Plan` in `shaders/mosaic/row_window.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuPlan {
    /// Number subtracted from the index of every square, so that the first square of the tour has index 0. The squares
    /// with lower indices than this number come at the end of the tour.
    pub shift: u64,
    /// Seed that determines the variant of each tile of a mosaic.
    pub seed: u32,
    /// Number of row zones of a mosaic. The column zones follow the row zones in the same array.
    pub row_zones: u32,
    /// Number of column zones of a mosaic.
    pub col_zones: u32,
    /// Number of rows of the board of a tame tour. If the board is transposed in the tables, this is the number of its
    /// rows after the transposition.
    pub rows: u32,
    /// Number of columns of the board of a tame tour. If the board is transposed in the tables, this is the number of
    /// its columns after the transposition.
    pub cols: u32,
    /// 1 if the rows of the board are the columns of a tame tour's tables, otherwise 0.
    pub transposed: u32,
    /// 1 if the board of a tame tour is folded, otherwise 0.
    pub folded: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused_too: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused_as_well: u32,
}

impl From<&tame::TamePlan> for GpuPlan {
    fn from(plan: &tame::TamePlan) -> Self {
        let (rows, cols) = plan.sides();
        let (transposed, folded) = (plan.transposed.into(), plan.folded.into());
        Self { shift: plan.shift, rows, cols, transposed, folded, ..Self::default() }
    }
}

/// A zone: adjacent rows or columns of tiles that have the same size. The struct corresponds to `Zone` in
/// `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuZone {
    /// First board row, or board column, of the zone.
    pub start: u32,
    /// Number of board rows, or board columns, per tile.
    pub size: u32,
    /// Number of rows or columns of tiles in the zone.
    pub count: u32,
    /// Number of rows or columns of tiles before the zone.
    pub before: u32,
}

/// A number that depends linearly on the position of a tile in the tile's block. The struct corresponds to `Linear` in
/// `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuLinear {
    /// Value for the block's first tile.
    pub first: u64,
    /// Value for a tile minus the value for the tile directly above.
    pub down: u64,
    /// Value for a tile minus the value for the tile directly to its left.
    pub right: u64,
}

impl From<mosaic::Linear> for GpuLinear {
    fn from(number: mosaic::Linear) -> Self {
        Self { first: number.first, down: number.down, right: number.right }
    }
}

/// A cut, at which the tour leaves a tile and later returns. The struct corresponds to `Cut` in
/// `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuCut {
    /// Last position before the tour leaves the tile; [`NEVER`](mosaic::Cut::NEVER) in an unused cut.
    pub after: u32,
    /// Padding that aligns `size` to a multiple of 8 bytes.
    pub unused: u32,
    /// Number of squares that the tour visits between the moment it leaves the tile and the moment it returns to the
    /// tile.
    pub size: GpuLinear,
}

/// A rectangle of equal tiles, and the location of the lookup tables for the squares of these tiles. Corresponds to
/// `Block` in `shaders/mosaic/plan.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GpuBlock {
    /// Index of a tile's first square, before `shift` is taken into account.
    pub base: GpuLinear,
    /// Offset in bytes of the tile's positions.
    pub positions: u32,
    /// Row stride, in bytes, of the positions. The stride is a multiple of 4.
    pub stride: u32,
    /// Distance in bytes between successive interchangeable tables.
    pub step: u32,
    /// Number of interchangeable tables, a power of two.
    pub variants: u32,
    /// List of cuts in ascending order of `after`. Unused cuts come last.
    pub cuts: [GpuCut; MAX_CUTS],
}

impl From<&MosaicPlan> for GpuPlan {
    fn from(plan: &MosaicPlan) -> Self {
        Self {
            shift: plan.shift,
            seed: plan.seed,
            row_zones: plan.row_zones.len() as u32,
            col_zones: plan.col_zones.len() as u32,
            ..Self::default()
        }
    }
}

impl GpuZone {
    /// Converts the zones of the rows, or the zones of the columns, to `GpuZone`.
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

/// Returns the index of the row of tiles that contains this row of the board. Rows of tiles are counted from the top.
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

//! Data shared by host and shaders: the parameters of a dispatch (`GrowthJob` in `shaders/grown/state.wgsl`) and its
//! report (`Status` in `shaders/grown/status.wgsl`).

use bytemuck::{Pod, Zeroable};

use super::planes::PlaneLayout;
use super::setup::GrowthSetup;

/// Number of squares of the board per entry of a list of cycles. Each list also has [`SPARE_CYCLES`] further entries.
/// After melting, the board has only one cycle per 137 squares.
const SQUARES_PER_CYCLE: u32 = 64;

/// Number of cycles added to the computed capacity of the lists of cycles. Small boards need this addition.
const SPARE_CYCLES: u32 = 256;

/// Maximum total number of iterations of all loops of an invocation. Some drivers abort longer loops without reporting
/// an error.
pub(super) const MAX_ROUNDS: u32 = 16384;

/// The parameters of a dispatch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GrowthJob {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// Row stride of the cells: the distance between successive rows, in cells.
    pub pitch: u32,
    /// Number of 32-bit words that the squares of one board row occupy in a bit plane.
    pub words: u32,
    /// Row stride of a bit plane: the distance between successive rows, in words.
    pub stride: u32,
    /// First cell of the part processed by the dispatch; 0 if the dispatch processes all cells.
    pub base: u32,
    /// Index of the dispatch's first invocation within the pass.
    pub first: u32,
    /// Index of the pass's last invocation, plus 1.
    pub end: u32,
    /// Shape of the gadgets of the dispatch, 0 to 5.
    pub shape: u32,
    /// Colour of the anchors of the dispatch's gadgets: (row + column) modulo 2.
    pub colour: u32,
    /// Keys of the random bits.
    pub coins: [u32; 2],
    /// 1 if only gadgets whose anchors have dilated marks are switched, otherwise 0.
    pub inside: u32,
    /// 1 if the marks of all squares are computed again, otherwise 0.
    pub afresh: u32,
    /// Number of the main cycle; [`GrowthJob::NO_CYCLE`] if cycles are marked at random.
    pub main: u32,
    /// Key of the current round. The random bits of cycles and the keys of gadgets are computed from this key.
    pub key: u32,
    /// Cells of the ends of an open tour; both are [`GrowthJob::NO_CELL`] if the tour is closed.
    pub ends: [u32; 2],
    /// Maximum number of cycles in each list of cycles.
    pub room: u32,
    /// Number of squares of the board that are not holes.
    pub squares: u32,
    /// Number of splitters in a row that has splitters.
    pub across: u32,
    /// Number of splitters whose row and column are multiples of 8.
    pub splitters: u32,
    /// Cell of an additional splitter, or [`GrowthJob::NO_CELL`].
    pub extra: u32,
    /// Index of the first half-edge of the tour's first square. This square is a splitter.
    pub start: u32,
    /// Number of half-edges of all splitters.
    pub halves: u32,
    /// Half of the array of pieces that a dispatch of `rank` reads: 0 for the first half, 1 for the second half. The
    /// dispatch writes the other half.
    pub turned: u32,
}

impl GrowthJob {
    /// Sentinel for no cell.
    pub const NO_CELL: u32 = u32::MAX;

    /// Sentinel for no cycle.
    pub const NO_CYCLE: u32 = u32::MAX;

    /// Creates the parameters that all dispatches of a run share.
    pub(super) fn new(setup: &GrowthSetup) -> Self {
        let layout: PlaneLayout = setup.layout;
        let room = layout.cells() / SQUARES_PER_CYCLE + SPARE_CYCLES;
        let own = layout.splitter(setup.start);
        Self {
            rows: layout.rows,
            cols: layout.cols,
            pitch: layout.pitch(),
            words: layout.words(),
            stride: layout.stride(),
            ends: setup.ends().unwrap_or([Self::NO_CELL; 2]),
            room,
            squares: setup.board.playable() as u32,
            across: layout.splitters_across(),
            splitters: layout.splitters(),
            extra: if own.is_some() { Self::NO_CELL } else { layout.cell(setup.start) },
            start: 2 * own.unwrap_or(layout.splitters()),
            halves: 2 * (layout.splitters() + u32::from(own.is_none())),
            ..Self::zeroed()
        }
    }
}

/// The report that a pass sends to the host. The struct corresponds to `Status` in `shaders/grown/status.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GrownStatus {
    /// Combination of [`GrownStatus::AGAIN`] and [`GrownStatus::LOST`], or 0.
    pub flags: u32,
    /// Number of cycles found.
    pub cycles: u32,
    /// Number of cycles whose picked gadget was switched.
    pub switched: u32,
}

impl GrownStatus {
    /// Flag: a loop stopped at its maximum number of iterations, and the pass must be repeated.
    pub const AGAIN: u32 = 1;
    /// Flag: a walk reached no splitter.
    pub const LOST: u32 = 2;
}

/// Label of a cell that is not a square.
pub const NO_LABEL: u32 = u32::MAX;

/// Flag of a cell that contains the number of its cycle. The other bits are the number.
pub(super) const NUMBERED: u32 = 1 << 31;

/// A piece of the tour from one splitter to the next splitter of the tour. The piece begins with a half-edge of the
/// first splitter. The struct corresponds to `Piece` in `shaders/grown/pieces.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Piece {
    /// Half-edge by which the tour leaves the last splitter of the piece. If this splitter is the start of the tour,
    /// the value is [`Piece::START`] for the first half-edge of the start, and [`Piece::START`] + 1 for the second.
    ///
    /// Each array element belongs to the half-edge with which its piece begins. If no piece begins with that half-edge,
    /// the value is [`Piece::NOWHERE`]: the square of the half-edge is a hole, or the walk from the half-edge reached
    /// no splitter.
    pub next: u32,
    /// Number of moves from the splitter at the beginning of the piece to the splitter at its end.
    pub steps: u32,
}

impl Piece {
    /// Value of `next` for a half-edge that begins no piece.
    pub const NOWHERE: u32 = u32::MAX;

    /// Value of `next` for a piece that ends at the splitter at which the tour starts. The value stands for the first
    /// half-edge of this splitter. For the second half-edge, the value of `next` is greater by 1.
    pub const START: u32 = u32::MAX - 2;
}

/// Sentinel key for no offer. In each round, a bijection of 32-bit words maps the gadgets to their keys, so at most one
/// gadget has this key. On every device, an offer of this gadget has no effect. In the next round, the gadget has
/// another key.
pub const NO_OFFER: u32 = u32::MAX;

/// The gadget that a cycle has picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Index of the picked gadget, or [`Pick::NO_GADGET`] if the cycle picked no gadget. The index is six times the
    /// index of the anchor's cell, plus the index of the shape.
    pub gadget: u32,
    /// 0 if the edges along the shape's first axis are used, 1 if the edges along its second axis are used.
    pub state: u32,
}

impl Pick {
    /// Sentinel for no gadget.
    pub const NO_GADGET: u32 = u32::MAX;

    /// The pick of a cycle that picked no gadget.
    pub const NONE: Self = Self { gadget: Self::NO_GADGET, state: 0 };
}

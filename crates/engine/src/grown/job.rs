//! The words that host and shaders share: the parameters of a dispatch, and its report: `GrowthJob` in `shaders/grown/state.wgsl` and `Status` in
//! `shaders/grown/status.wgsl`.

use bytemuck::{Pod, Zeroable};

use super::planes::PlaneLayout;
use super::setup::GrowthSetup;

/// Squares per cycle for which there is room. After melting there are 137.
const SQUARES_PER_CYCLE: u32 = 64;

/// Number of additional cycles to allow for, on small boards.
const SPARE_CYCLES: u32 = 256;

/// Rounds of all loops of an invocation: a driver may leave longer loops without a report.
pub(super) const MAX_ROUNDS: u32 = 16384;

/// The parameters of a dispatch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GrowthJob {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Cells from a row to the next.
    pub pitch: u32,
    /// Words of a row of a bit plane that hold squares.
    pub words: u32,
    /// Words from a row of a bit plane to the next.
    pub stride: u32,
    /// The first cell of the part that the dispatch works on, 0 if it works on all cells.
    pub base: u32,
    /// The first invocation of the dispatch, in the numbers of the whole pass.
    pub first: u32,
    /// The number after the last invocation of the pass.
    pub end: u32,
    /// The shape of the gadgets of the dispatch, 0 to 5.
    pub shape: u32,
    /// The colour of their anchors: row plus column, modulo 2.
    pub colour: u32,
    /// The keys of the coins.
    pub coins: [u32; 2],
    /// 1 if only gadgets inside the widened marks are switched, else 0.
    pub inside: u32,
    /// 1 if all squares are marked afresh, else 0.
    pub afresh: u32,
    /// The number of the main cycle; [`GrowthJob::NO_CYCLE`] if cycles are marked by coins.
    pub main: u32,
    /// The key of the round: of its coins, or of its offers.
    pub key: u32,
    /// The cells of an open tour's ends; both [`GrowthJob::NO_CELL`] if the tour is closed.
    pub ends: [u32; 2],
    /// The capacity of the lists of cycles.
    pub room: u32,
    /// Squares of the board that are not holes.
    pub squares: u32,
    /// Splitters in a row that has any.
    pub across: u32,
    /// Number of squares that are splitters by their position.
    pub splitters: u32,
    /// The cell of an additional splitter, or [`GrowthJob::NO_CELL`].
    pub extra: u32,
    /// The first of the two half-edges of the start.
    pub start: u32,
    /// Half-edges of all splitters.
    pub halves: u32,
    /// 1 if a pass reads the second half of the pieces and writes the first, 0 if the other way round.
    pub turned: u32,
}

impl GrowthJob {
    /// No cell.
    pub const NO_CELL: u32 = u32::MAX;

    /// No cycle.
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

/// The report of a pass.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GrownStatus {
    /// [`GrownStatus::AGAIN`], [`GrownStatus::LOST`], both or neither.
    pub flags: u32,
    /// Cycles found.
    pub cycles: u32,
    /// Number of switched picks.
    pub switched: u32,
}

impl GrownStatus {
    /// A loop ended too early, and the pass must be repeated.
    pub const AGAIN: u32 = 1;
    /// A walk reached no square.
    pub const LOST: u32 = 2;
}

/// The label of a cell that is not a square.
pub const NO_LABEL: u32 = u32::MAX;

/// In a cell that holds the number of its cycle: the rest of the word is the number.
pub(super) const NUMBERED: u32 = 1 << 31;

/// A piece of the tour, seen from the half-edge by which it leaves its splitter: `Piece` in
/// `shaders/grown/pieces.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Piece {
    /// The half-edge by which the tour leaves the splitter at the end of the piece; [`Piece::NOWHERE`] for a hole,
    /// [`Piece::START`] plus 0 or 1 if that splitter is the start, by which of its half-edges it leaves there.
    pub next: u32,
    /// Steps from splitter to splitter.
    pub steps: u32,
}

impl Piece {
    /// No piece.
    pub const NOWHERE: u32 = u32::MAX;

    /// The next splitter is the start, which would be left by its first half-edge.
    pub const START: u32 = u32::MAX - 2;
}

/// The offer of no gadget. Keys are a bijection of 32 bits, so one gadget of a large board may have this key: it is not offered
/// in that round, in any form, and has another key in the next one.
pub const NO_OFFER: u32 = u32::MAX;

/// The switch that a cycle has picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The gadget: six times the cell of its anchor, plus its shape; [`Pick::NO_GADGET`] if the cycle does not act.
    pub gadget: u32,
    /// 0 if the edges along the shape's first axis are used, 1 if those along its second are.
    pub state: u32,
}

impl Pick {
    /// No gadget.
    pub const NO_GADGET: u32 = u32::MAX;

    /// Nothing.
    pub const NONE: Self = Self { gadget: Self::NO_GADGET, state: 0 };
}

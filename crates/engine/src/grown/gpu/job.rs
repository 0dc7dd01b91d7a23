//! What a dispatch is given: `Job` in `shaders/grown/state.wgsl`, and what it reports: `Status`.

use bytemuck::{Pod, Zeroable};

use crate::grown::layout::Layout;
use crate::grown::setup::Setup;

/// What a dispatch of a grown tour's passes is given.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Job {
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
    /// What row plus column of their anchors is modulo 2.
    pub colour: u32,
    /// What the coins are made with.
    pub coins: [u32; 2],
    /// 1 if only gadgets inside the widened marks are switched, else 0.
    pub inside: u32,
    /// 1 if all squares are marked afresh, else 0.
    pub afresh: u32,
    /// The number of the main cycle; [`Job::NO_CYCLE`] if cycles are marked by coins.
    pub main: u32,
    /// The key of the round: of its coins, or of its offers.
    pub key: u32,
    /// The cells of an open tour's ends; both [`Job::NO_CELL`] if the tour is closed.
    pub ends: [u32; 2],
    /// How many cycles there is room for.
    pub room: u32,
    /// Squares of the board that are not holes.
    pub squares: u32,
    /// Splitters in a row that has any.
    pub across: u32,
    /// Squares that are splitters for their place.
    pub splitters: u32,
    /// The cell of a splitter beside these, or [`Job::NO_CELL`].
    pub extra: u32,
    /// The first of the two half-edges of the start.
    pub start: u32,
    /// Half-edges of all splitters.
    pub halves: u32,
    /// 1 if a pass reads the second half of the pieces and writes the first, 0 if the other way round.
    pub turned: u32,
}

impl Job {
    /// No cell.
    pub const NO_CELL: u32 = u32::MAX;

    /// No cycle.
    pub const NO_CYCLE: u32 = u32::MAX;

    /// What is the same for every dispatch of a run.
    pub(super) fn of(setup: &Setup, room: u32) -> Self {
        let layout: Layout = setup.layout;
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

/// What a pass has reported: `Status` in `shaders/grown/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct GrownStatus {
    /// [`GrownStatus::AGAIN`], [`GrownStatus::LOST`], both or none.
    pub flags: u32,
    /// Cycles found.
    pub cycles: u32,
    /// Picks that were switched.
    pub switched: u32,
}

impl GrownStatus {
    /// A loop was left before it was done, and the pass is to be repeated.
    pub const AGAIN: u32 = 1;
    /// A walk came nowhere.
    pub const LOST: u32 = 2;
}

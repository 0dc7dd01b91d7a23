//! The WGSL of courser, one module per folder and one constant per shader.
//!
//! WGSL has no include, and its declarations no order. So a shader is the files that it shares with others of its
//! folder and its own, one after another: each constant is a whole shader, as a device gets it and as a validator
//! wants it. The price is that a shared file is in the program once for each shader that shares it.
//!
//! The README in this crate says for every file what one invocation is, what it reads and what it writes.

/// The files, one after another.
macro_rules! shader {
    ($($file:literal),+) => { concat!($(include_str!($file), "\n"),+) };
}

/// The decision cycle.
pub mod cycle {
    /// What every pass shares: the state of a square, the board, the status.
    pub const STATE: &str = shader!("cycle/state.wgsl");
    /// Every square counts its unvisited neighbours.
    pub const RANK: &str = shader!("cycle/state.wgsl", "cycle/rank.wgsl");
    /// Every square picks its first lowest-ranking unvisited neighbour.
    pub const DECIDE: &str = shader!("cycle/state.wgsl", "cycle/decide.wgsl");
    /// The chosen square pulls the knight onto itself.
    pub const PULL: &str = shader!("cycle/state.wgsl", "cycle/pull.wgsl");
    /// One workgroup keeps cycling inside a dispatch.
    pub const RESIDENT: &str = shader!("cycle/state.wgsl", "cycle/resident.wgsl");
}

/// Many knights at once.
pub mod batch {
    /// What every kernel shares: the board, a knight, and his result.
    pub const STATE: &str = shader!("batch/state.wgsl");
    /// One knight per lane, everything in registers: at most 64 squares.
    pub const SMALL: &str =
        shader!("batch/state.wgsl", "batch/slices.wgsl", "batch/init.wgsl", "batch/rule.wgsl", "batch/small.wgsl");
    /// One knight per lane, his board as bits in storage.
    pub const WINDOW: &str = shader!("batch/state.wgsl", "batch/rule.wgsl", "batch/window.wgsl");
    /// One leaper per lane, his board as ranks in storage.
    pub const LANE: &str = shader!("batch/state.wgsl", "batch/rule.wgsl", "batch/lane.wgsl");
    /// Every knight before his first move, for all kernels but [`SMALL`].
    pub const INIT_KNIGHTS: &str =
        shader!("batch/state.wgsl", "batch/slices.wgsl", "batch/init.wgsl", "batch/init_knights.wgsl");
    /// Gives every knight a board, for all kernels but [`SMALL`].
    pub const INIT_BOARDS: &str = shader!("batch/state.wgsl", "batch/init_boards.wgsl");
    /// Puts results together.
    pub const TALLY: &str = shader!("batch/state.wgsl", "batch/slices.wgsl", "batch/tally.wgsl");
}

/// Tours of boards of any size.
pub mod mosaic {
    /// Every square finds its own place in the tour.
    pub const VISITS: &str = shader!("mosaic/window.wgsl", "mosaic/plan.wgsl", "mosaic/visits.wgsl");
    /// A proof of the whole tour in one pass over its numbers.
    pub const CHECK: &str = shader!("mosaic/window.wgsl", "mosaic/check.wgsl");
    /// The numbers as the decision cycle would leave them.
    pub const STATE: &str = shader!("mosaic/window.wgsl", "mosaic/state.wgsl");
    /// The same word everywhere: the limit that numbering is measured against.
    pub const FILL: &str = shader!("mosaic/window.wgsl", "mosaic/fill.wgsl");
}

/// Queens.
pub mod queens {
    /// In how many ways the rows below a prefix can be filled with queens.
    pub const COUNT: &str = shader!("queens/count.wgsl");
}

/// The window.
pub mod view {
    /// The squares.
    pub const BOARD: &str = shader!("view/view.wgsl", "view/board.wgsl");
    /// The tour as a line.
    pub const LINE: &str = shader!("view/view.wgsl", "view/line.wgsl");
    /// The beads on the line.
    pub const MARK: &str = shader!("view/view.wgsl", "view/mark.wgsl");
    /// Numbers and words.
    pub const TEXT: &str = shader!("view/view.wgsl", "view/text.wgsl");
}

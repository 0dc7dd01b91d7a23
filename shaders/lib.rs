//! The WGSL of courser in parts: one module per folder and one constant per file.
//!
//! WGSL has no include directive, and its declarations can be in any order. A shader is therefore a concatenation of
//! parts. The engine's tables of kernels list the parts of each shader. For example, a kernel for many knights and a
//! kernel for a single knight differ in one part. The text of a part is never edited.
//!
//! The README of this crate describes each file: its invocations, its input and its output.

/// Defines constants that contain the text of files.
macro_rules! parts {
    ($($(#[$doc:meta])+ $name:ident = $file:literal;)+) => { $($(#[$doc])+ pub const $name: &str = include_str!($file);)+ };
}

parts! {
    /// The rules that choose the knight's next square.
    RULES = "rules.wgsl";
    /// Functions that look two and three levels ahead.
    AHEAD = "ahead.wgsl";
    /// Replacement for [`AHEAD`] if the rule looks ahead by at most one level. A driver needs more time to build
    /// [`AHEAD`] than to build all other parts together.
    NOT_AHEAD = "not_ahead.wgsl";
}

/// Returns the part that is placed after [`RULES`] in a shader: [`AHEAD`] or [`NOT_AHEAD`]. `levels` is the number of
/// levels that the selected rule looks ahead.
pub const fn looking(levels: u32) -> &'static str {
    if levels > 1 { AHEAD } else { NOT_AHEAD }
}

/// Passes of the decision cycle.
pub mod cycle {
    parts! {
        /// The two states, each in one binding.
        STATES = "cycle/states.wgsl";
        /// The board, the status, and the state of a square.
        STATE = "cycle/state.wgsl";
        /// Functions of a pass for one knight on the whole board.
        ONE = "cycle/one.wgsl";
        /// Functions of a pass for many knights, each in its own region.
        RELAY = "cycle/relay.wgsl";
        /// Chooses a move of the knight by the selected rule.
        CHOOSE = "cycle/choose.wgsl";
        /// Data for the choice of a move by a single knight.
        CHOOSE_ONE = "cycle/choose_one.wgsl";
        /// Data for the choice of a move by a knight that has its own region.
        CHOOSE_RELAY = "cycle/choose_relay.wgsl";
        /// Pass *rank*: every square counts its unvisited neighbours.
        RANK = "cycle/rank.wgsl";
        /// Pass *decide*: the knight's square picks a move by the selected rule, and every other square picks its first
        /// unvisited neighbour of lowest rank.
        DECIDE = "cycle/decide.wgsl";
        /// Pass *pull*: the chosen square pulls the knight onto itself.
        PULL = "cycle/pull.wgsl";
        /// All three passes as a single update rule, which one kernel applies to every square. The program of the
        /// slides "Knight's Tour in Cg" (2007) also consists of a single update rule.
        FUSED = "cycle/fused.wgsl";
        /// All three passes in a loop: a single invocation runs them within one dispatch.
        RESIDENT = "cycle/resident.wgsl";
    }
}

/// Kernels for many simultaneous knights.
pub mod batch {
    parts! {
        /// The board, a knight, and the knight's result.
        STATE = "batch/state.wgsl";
        /// Slices, which describe the knights of a dispatch.
        SLICES = "batch/slices.wgsl";
        /// Initial state of a knight.
        INIT = "batch/init.wgsl";
        /// Conversion of a knight of the batch to the form that the rules use.
        RULE = "batch/rule.wgsl";
        /// A board of at most 64 squares in registers.
        BITS = "batch/bits.wgsl";
        /// Makes the moves of a knight over several dispatches.
        STEPS = "batch/steps.wgsl";
        /// One knight per lane on a board of at most 64 squares, with all data in registers.
        SMALL = "batch/small.wgsl";
        /// One knight per lane, with its board as bits in a buffer.
        BITBOARD = "batch/bitboard.wgsl";
        /// One leaper per lane. A buffer contains the leaper's board, with a rank for each unvisited square.
        LANE = "batch/lane.wgsl";
        /// Initialises every knight, for all kernels except [`SMALL`].
        INIT_KNIGHTS = "batch/init_knights.wgsl";
        /// Initialises the board of every knight, for all kernels except [`SMALL`].
        INIT_BOARDS = "batch/init_boards.wgsl";
        /// Computes a tally for each slice of knights from the results of the slice's knights.
        TALLY = "batch/tally.wgsl";
    }
}

/// Kernel of a relay. The [`cycle`] also has parts for a relay.
pub mod relay {
    parts! {
        /// One knight per lane. Each knight tours regions of at most 64 squares in succession.
        LANES = "relay/lanes.wgsl";
    }
}

/// Passes of the mosaic, which makes tours of boards of any size.
pub mod mosaic {
    parts! {
        /// Definition of the window: the board rows in a buffer.
        ROW_WINDOW = "mosaic/row_window.wgsl";
        /// Plan of the tiles, with the data for numbering their squares.
        PLAN = "mosaic/plan.wgsl";
        /// Computes the visit number of every square.
        VISITS = "mosaic/visits.wgsl";
        /// Computes the visit number of every square of a tame tour.
        TAME = "mosaic/tame.wgsl";
        /// Checks the whole tour in one pass over its numbers.
        CHECK = "mosaic/check.wgsl";
    }
}

/// Passes of grown tours. In these tours, no tiles are visible. All squares are processed in parallel. The smallest
/// adapters allow four buffers per kernel. Therefore a shader omits the parts that declare buffers it does not use.
pub mod grown {
    parts! {
        /// Definitions for all passes of a grown tour: the board, the job of a dispatch, and the memory layout of edges
        /// and marks.
        STATE = "grown/state.wgsl";
        /// Array of the cells in one binding. The array contains all cells, or the cells of one part.
        CELLS = "grown/cells.wgsl";
        /// Edges of one square.
        LINKS = "grown/links.wgsl";
        /// Data of each cycle.
        CYCLES = "grown/cycles.wgsl";
        /// Report of a pass to the host.
        STATUS = "grown/status.wgsl";
        /// Data of each piece of the tour. The pieces lie between splitters.
        PIECES = "grown/pieces.wgsl";
        /// Functions that walk from splitter to splitter.
        WALK = "grown/walk.wgsl";
        /// Switches gadgets at random.
        MELT = "grown/melt.wgsl";
        /// Finds the cycle of each square.
        LABEL = "grown/label.wgsl";
        /// Marks the squares of the cycles that a round can join.
        MARK = "grown/mark.wgsl";
        /// Finds the gadgets that join two cycles, and offers each gadget to one of its two cycles.
        SCAN = "grown/scan.wgsl";
        /// Picks the best offer of each cycle.
        PICK = "grown/pick.wgsl";
        /// Switches the picked gadgets.
        APPLY = "grown/apply.wgsl";
        /// Divides the tour into pieces.
        SPLITTERS = "grown/splitters.wgsl";
        /// Computes the distance of each piece of the tour from the start of the tour.
        RANK = "grown/rank.wgsl";
        /// Gives every square its visit number.
        NUMBER = "grown/number.wgsl";
    }
}

/// Kernel that counts placements of queens.
pub mod queens {
    parts! {
        /// Counts the placements of queens below each prefix. A prefix is a placement of queens in the first rows.
        COUNT = "queens/count.wgsl";
    }
}

/// Shaders of the window, each as one complete text.
pub mod view {
    /// Concatenates the text of files.
    macro_rules! shader {
        ($($file:literal),+) => { concat!($(include_str!($file), "\n"),+) };
    }

    /// Draws the squares of the board.
    pub const BOARD: &str = shader!("view/view.wgsl", "view/board.wgsl");
    /// Draws the tour as a line.
    pub const LINE: &str = shader!("view/view.wgsl", "view/line.wgsl");
    /// Draws the overlay, painted by the host, on top of the board and the tour.
    pub const OVERLAY: &str = shader!("view/view.wgsl", "view/overlay.wgsl");
}

/// Kernels that measure the maximum performance of a device.
pub mod probe {
    parts! {
        /// Fills a buffer with one constant word.
        FILL = "probe/fill.wgsl";
    }
}

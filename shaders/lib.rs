//! The WGSL of courser in parts: one module per folder and one constant per file.
//!
//! WGSL has no include, and its declarations no order. So a shader is a list of parts, one after another, and the engine's
//! tables of kernels have these lists: a kernel for many knights names another part than one for a single knight. Nothing
//! edits the text of a part.
//!
//! The README in this crate says for every file what one invocation is, what it reads and what it writes.

/// Constants with the text of files.
macro_rules! parts {
    ($($(#[$doc:meta])+ $name:ident = $file:literal;)+) => { $($(#[$doc])+ pub const $name: &str = include_str!($file);)+ };
}

parts! {
    /// The rules: which of the squares that a knight can go to it takes.
    RULES = "rules.wgsl";
    /// The functions of looking two and three levels ahead.
    AHEAD = "ahead.wgsl";
    /// The same functions where no rule looks that far: a driver takes longer to build [`AHEAD`] than all the rest.
    NOT_AHEAD = "not_ahead.wgsl";
}

/// Returns the part after [`RULES`] for a rule that looks `levels` levels ahead.
pub const fn looking(levels: u32) -> &'static str {
    if levels > 1 { AHEAD } else { NOT_AHEAD }
}

/// The passes of the decision cycle.
pub mod cycle {
    parts! {
        /// The two states in one binding each.
        STATES = "cycle/states.wgsl";
        /// The state of a square, the board, the status.
        STATE = "cycle/state.wgsl";
        /// The functions of a pass for one knight on the whole board.
        ONE = "cycle/one.wgsl";
        /// The same about many knights, a region each.
        RELAY = "cycle/relay.wgsl";
        /// The knight's choice by the rule.
        CHOOSE = "cycle/choose.wgsl";
        /// The state of one knight that chooses.
        CHOOSE_ONE = "cycle/choose_one.wgsl";
        /// The state of a knight with a region of its own.
        CHOOSE_RELAY = "cycle/choose_relay.wgsl";
        /// Pass *rank*: every square counts its unvisited neighbours.
        RANK = "cycle/rank.wgsl";
        /// Pass *decide*: every square picks its first lowest-ranking unvisited neighbour, the knight's square by the rule.
        DECIDE = "cycle/decide.wgsl";
        /// Pass *pull*: the chosen square pulls the knight onto itself.
        PULL = "cycle/pull.wgsl";
        /// The three passes in one, on every square: the one rule of the slides' own program.
        FUSED = "cycle/fused.wgsl";
        /// The three passes in one: one workgroup keeps cycling inside a dispatch.
        RESIDENT = "cycle/resident.wgsl";
    }
}

/// The kernels of many simultaneous knights.
pub mod batch {
    parts! {
        /// The board, a knight, and its result.
        STATE = "batch/state.wgsl";
        /// The knights of a dispatch.
        SLICES = "batch/slices.wgsl";
        /// A knight before its first move.
        INIT = "batch/init.wgsl";
        /// The input of the rules for a knight.
        RULE = "batch/rule.wgsl";
        /// A board of at most 64 squares in registers.
        BITS = "batch/bits.wgsl";
        /// A knight from dispatch to dispatch.
        STEPS = "batch/steps.wgsl";
        /// One knight per lane, everything in registers: at most 64 squares.
        SMALL = "batch/small.wgsl";
        /// One knight per lane, its board as bits in storage.
        BITBOARD = "batch/bitboard.wgsl";
        /// One leaper per lane, its board as ranks in storage.
        LANE = "batch/lane.wgsl";
        /// Every knight before its first move, for all kernels but [`SMALL`].
        INIT_KNIGHTS = "batch/init_knights.wgsl";
        /// Gives every knight a board, for all kernels but [`SMALL`].
        INIT_BOARDS = "batch/init_boards.wgsl";
        /// Sums up the results of each slice of knights.
        TALLY = "batch/tally.wgsl";
    }
}

/// The kernel of a relay, beside the passes of the [`cycle`].
pub mod relay {
    parts! {
        /// A knight per lane, which tours one region of at most 64 squares after another.
        LANES = "relay/lanes.wgsl";
    }
}

/// The passes of the mosaic: tours of boards of any size.
pub mod mosaic {
    parts! {
        /// The rows of the board that a buffer holds.
        ROW_WINDOW = "mosaic/row_window.wgsl";
        /// The tiles and where their numbers come from.
        PLAN = "mosaic/plan.wgsl";
        /// Every square computes its number in the tour.
        VISITS = "mosaic/visits.wgsl";
        /// Every square computes its number in a tame tour.
        TAME = "mosaic/tame.wgsl";
        /// A proof of the whole tour in one pass over its numbers.
        CHECK = "mosaic/check.wgsl";
    }
}

/// Tours that look grown, made by all squares at once. A shader has the parts that declare the buffers that it uses and no
/// others: on the smallest adapters a kernel has four.
pub mod grown {
    parts! {
        /// The board, the job of a dispatch, where edges and marks are.
        STATE = "grown/state.wgsl";
        /// The cells in one binding.
        CELLS = "grown/cells.wgsl";
        /// The edges of one square.
        LINKS = "grown/links.wgsl";
        /// The data of each cycle.
        CYCLES = "grown/cycles.wgsl";
        /// The report of a pass to the host.
        STATUS = "grown/status.wgsl";
        /// The tour in pieces.
        PIECES = "grown/pieces.wgsl";
        /// Walks from splitter to splitter.
        WALK = "grown/walk.wgsl";
        /// Random switches.
        MELT = "grown/melt.wgsl";
        /// Which cycle each square is on.
        LABEL = "grown/label.wgsl";
        /// Which squares are on cycles that a round may join.
        MARK = "grown/mark.wgsl";
        /// Offers of gadgets that join two cycles.
        SCAN = "grown/scan.wgsl";
        /// Each cycle's best offer, taken.
        PICK = "grown/pick.wgsl";
        /// The picks are switched.
        APPLY = "grown/apply.wgsl";
        /// The tour is cut into pieces.
        SPLITTERS = "grown/splitters.wgsl";
        /// The distance of each piece from the start.
        RANK = "grown/rank.wgsl";
        /// The visit numbers.
        NUMBER = "grown/number.wgsl";
    }
}

/// The kernel that counts queens.
pub mod queens {
    parts! {
        /// In how many ways the rows below a prefix can be filled with queens.
        COUNT = "queens/count.wgsl";
    }
}

/// The shaders of the window, each whole.
pub mod view {
    /// The files, one after another.
    macro_rules! shader {
        ($($file:literal),+) => { concat!($(include_str!($file), "\n"),+) };
    }

    /// Draws the squares of the board.
    pub const BOARD: &str = shader!("view/view.wgsl", "view/board.wgsl");
    /// Draws the tour as a line.
    pub const LINE: &str = shader!("view/view.wgsl", "view/line.wgsl");
    /// Draws what the host has painted over both.
    pub const OVERLAY: &str = shader!("view/view.wgsl", "view/overlay.wgsl");
}

/// Kernels that measure what a device can do at best.
pub mod probe {
    parts! {
        /// Writes the same word everywhere.
        FILL = "probe/fill.wgsl";
    }
}

//! The WGSL of courser, one module per folder and one constant per shader.
//!
//! WGSL has no include, and its declarations no order. So a shader is the files that it shares with others of its
//! folder and its own, one after another: each constant is a whole shader, as a device gets it and as a validator
//! wants it. The price is that a shared file is in the program once for each shader that shares it.
//!
//! The README in this crate says for every file what one invocation is, what it reads and what it writes.

use std::borrow::Cow;

/// The files, one after another.
macro_rules! shader {
    ($($file:literal),+) => { concat!($(include_str!($file), "\n"),+) };
}

/// The functions of looking ahead, in every shader in which a knight chooses.
const AHEAD: &str = shader!("ahead.wgsl");

/// A shader in which a knight chooses, for a rule that looks `levels` levels ahead. Up to one level the functions of looking
/// further are left out: a driver takes longer to build them than all the rest.
pub fn looking_ahead(shader: Cow<'static, str>, levels: u32) -> Cow<'static, str> {
    if levels > 1 { shader } else { shader.replace(AHEAD, shader!("not_ahead.wgsl")).into() }
}

/// The passes of the decision cycle.
pub mod cycle {
    /// A pass from its own part.
    macro_rules! pass {
        ($($own:literal),*) => { shader!("cycle/states.wgsl", "cycle/state.wgsl", "cycle/one.wgsl" $(, $own)*) };
    }

    /// A pass in which a knight chooses, from its own part.
    macro_rules! choosing {
        ($own:literal) => {
            pass!("rules.wgsl", "ahead.wgsl", "cycle/choose_one.wgsl", "cycle/choose.wgsl", $own)
        };
    }

    /// The two states in one piece each: the part of each pass that is another one where a state is in several.
    pub const STATES: &str = shader!("cycle/states.wgsl");
    /// Shared by every pass: the state of a square, the board, the status.
    pub const STATE: &str = pass!();
    /// Pass *rank*: every square counts its unvisited neighbours.
    pub const RANK: &str = pass!("cycle/rank.wgsl");
    /// Pass *decide*: every square picks its first lowest-ranking unvisited neighbour, the knight's square by the
    /// rule.
    pub const DECIDE: &str = choosing!("cycle/decide.wgsl");
    /// Pass *pull*: the chosen square pulls the knight onto itself.
    pub const PULL: &str = pass!("cycle/pull.wgsl");
    /// The three passes in one: one workgroup keeps cycling inside a dispatch.
    pub const RESIDENT: &str = choosing!("cycle/resident.wgsl");

    /// A pass for many knights with a region each, whose plan is in this binding.
    pub fn relay(pass: &str, binding: u64) -> String {
        let plan = shader!("cycle/relay.wgsl").replace("@binding(4)", &format!("@binding({binding})"));
        let pass = pass.replace(shader!("cycle/one.wgsl"), &plan);
        pass.replace(shader!("cycle/choose_one.wgsl"), shader!("cycle/choose_relay.wgsl"))
    }

    /// The passes by themselves, without the files that they share: what a reader edits.
    pub mod own {
        /// The end of [`RANK`](super::RANK).
        pub const RANK: &str = shader!("cycle/rank.wgsl");
        /// The end of [`DECIDE`](super::DECIDE).
        pub const DECIDE: &str = shader!("cycle/decide.wgsl");
        /// The end of [`PULL`](super::PULL).
        pub const PULL: &str = shader!("cycle/pull.wgsl");
        /// The end of [`RESIDENT`](super::RESIDENT).
        pub const RESIDENT: &str = shader!("cycle/resident.wgsl");
    }
}

/// The kernels of many knights at once.
pub mod batch {
    /// A kernel whose boards are in storage, from its own part.
    macro_rules! in_storage {
        ($own:literal) => {
            shader!("batch/state.wgsl", "rules.wgsl", "ahead.wgsl", "batch/rule.wgsl", "batch/steps.wgsl", $own)
        };
    }

    /// Shared by every kernel: the board, a knight, and its result.
    pub const STATE: &str = shader!("batch/state.wgsl");
    /// One knight per lane, everything in registers: at most 64 squares.
    pub const SMALL: &str = shader!(
        "batch/state.wgsl",
        "batch/slices.wgsl",
        "batch/init.wgsl",
        "rules.wgsl",
        "ahead.wgsl",
        "batch/rule.wgsl",
        "batch/bits.wgsl",
        "batch/small.wgsl"
    );
    /// One knight per lane, its board as bits in storage.
    pub const BITBOARD: &str = in_storage!("batch/bitboard.wgsl");
    /// One leaper per lane, its board as ranks in storage.
    pub const LANE: &str = in_storage!("batch/lane.wgsl");
    /// Every knight before its first move, for all kernels but [`SMALL`].
    pub const INIT_KNIGHTS: &str =
        shader!("batch/state.wgsl", "batch/slices.wgsl", "batch/init.wgsl", "batch/init_knights.wgsl");
    /// Gives every knight a board, for all kernels but [`SMALL`].
    pub const INIT_BOARDS: &str = shader!("batch/state.wgsl", "batch/init_boards.wgsl");
    /// Sums up the results of each slice of knights.
    pub const TALLY: &str = shader!("batch/state.wgsl", "batch/slices.wgsl", "batch/tally.wgsl");
}

/// The kernel of a relay, beside the passes of [`cycle::relay`].
pub mod relay {
    /// A knight per lane, which tours one region of at most 64 squares after another.
    pub const LANES: &str =
        shader!("batch/state.wgsl", "rules.wgsl", "not_ahead.wgsl", "batch/bits.wgsl", "relay/lanes.wgsl");
}

/// The passes of the mosaic: tours of boards of any size.
pub mod mosaic {
    /// Every square finds its own place in the tour.
    pub const VISITS: &str = shader!("mosaic/row_window.wgsl", "mosaic/plan.wgsl", "mosaic/visits.wgsl");
    /// Every square finds its own place in a tame tour.
    pub const TAME: &str = shader!("mosaic/row_window.wgsl", "mosaic/tame.wgsl");
    /// A proof of the whole tour in one pass over its numbers.
    pub const CHECK: &str = shader!("mosaic/row_window.wgsl", "mosaic/check.wgsl");
}

/// Tours that look grown, made by all squares at once. A shader declares the buffers that it uses and no others: on the
/// smallest adapters a kernel has four.
pub mod grown {
    /// A shader from its parts after `state.wgsl`.
    macro_rules! grown {
        ($($part:literal),+) => { shader!("grown/state.wgsl" $(, $part)+) };
    }

    /// The cells in one binding: the host replaces this part of a shader where the cells are in several.
    pub const CELLS: &str = include_str!("grown/cells.wgsl");
    /// Switches thrown by coins.
    pub const MELT: &str = grown!("grown/melt.wgsl");
    /// Which cycle each square is on.
    pub const LABEL: &str =
        grown!("grown/cells.wgsl", "grown/links.wgsl", "grown/cycles.wgsl", "grown/status.wgsl", "grown/label.wgsl");
    /// Which squares are on cycles that a round may join.
    pub const MARK: &str = grown!("grown/cells.wgsl", "grown/cycles.wgsl", "grown/mark.wgsl");
    /// Offers of gadgets that join two cycles.
    pub const SCAN: &str = grown!("grown/cells.wgsl", "grown/links.wgsl", "grown/cycles.wgsl", "grown/scan.wgsl");
    /// Each cycle's best offer, taken.
    pub const PICK: &str = grown!("grown/links.wgsl", "grown/cycles.wgsl", "grown/pick.wgsl");
    /// The picks are switched.
    pub const APPLY: &str = grown!("grown/cycles.wgsl", "grown/status.wgsl", "grown/apply.wgsl");
    /// The tour in pieces.
    pub const SPLITTERS: &str =
        grown!("grown/links.wgsl", "grown/pieces.wgsl", "grown/walk.wgsl", "grown/status.wgsl", "grown/splitters.wgsl");
    /// The distance of each piece from the start.
    pub const RANK: &str = grown!("grown/pieces.wgsl", "grown/rank.wgsl");
    /// The visit numbers.
    pub const NUMBER: &str =
        grown!("grown/cells.wgsl", "grown/links.wgsl", "grown/pieces.wgsl", "grown/walk.wgsl", "grown/number.wgsl");
}

/// The kernel that counts queens.
pub mod queens {
    /// In how many ways the rows below a prefix can be filled with queens.
    pub const COUNT: &str = shader!("queens/count.wgsl");
}

/// The shaders of the window.
pub mod view {
    /// Draws the squares of the board.
    pub const BOARD: &str = shader!("view/view.wgsl", "view/board.wgsl");
    /// Draws the tour as a line.
    pub const LINE: &str = shader!("view/view.wgsl", "view/line.wgsl");
    /// Draws what the host has painted over both.
    pub const OVERLAY: &str = shader!("view/view.wgsl", "view/overlay.wgsl");
}

/// Kernels that measure what a device can do at best.
pub mod probe {
    /// Writes the same word everywhere.
    pub const FILL: &str = shader!("probe/fill.wgsl");
}

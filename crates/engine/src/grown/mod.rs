//! Grown tours, by all squares of the board at once: a mosaic melts into cycles, the cycles join, the one that is
//! left is numbered.
//!
//! A mosaic is made by every square for itself, but it looks woven. A tour that looks random at every scale used to
//! take one core that follows it. Here nothing but local passes makes one:
//!
//! 1. *Start* from the edges of a mosaic with a seed (or of any cover by cycles, where there are holes).
//! 2. *Melt*: 72 passes of switches by coins. A switch exchanges two edges for two others and leaves every square as
//!    many as it had, so the tour becomes cycles, about one for 137 squares.
//! 3. *Join*: label the cycles. The *main* one has most of 1024 random squares; each cycle beside it takes one of the
//!    switches that join both. After some five rounds one cycle is left. On long narrow boards few cycles lie beside the
//!    main one: there each cycle throws a coin, those with heads take a switch that joins them with one that has tails,
//!    and all are labelled again. If no switch joins the cycles that are left, the squares around them are melted again:
//!    a *shake*.
//! 4. *Number* the cycle, in pieces of some sixty squares.
//!
//! | pass | shader and mirror | one invocation is |
//! |---|---|---|
//! | start | `start`, on the CPU | a word of one row: 32 squares |
//! | melt | `melt` | a word of one row |
//! | label | `label` | a square |
//! | mark, dilate | `mark` | a word of one row |
//! | scan | `scan` | a word of one row |
//! | pick | `pick` | a cycle |
//! | apply | `apply` | a cycle, in twelve dispatches |
//! | splitters | `splitters` | a half-edge of a splitter |
//! | rank | `rank` | a half-edge, in some twenty dispatches |
//! | number | `number` | a half-edge |
//!
//! The order in which they come is in [`Grown`], and nowhere else. The CPU labels and numbers along other pieces of the
//! cycles than the GPU, the parts of them in one block of the board: see `sections`.
//!
//! The main decision here: a coin depends on the seed, the pass and the word, a pick on keys that are all different, a
//! label on a minimum. So the tour does not depend on the order of the invocations or the size of a workgroup, and
//! CPU and GPU agree bit by bit after every pass. The price is that chance is made by a hash from a counter, which a
//! generator with a state would beat on the CPU.
//!
//! Takefuji and Lee ("Neural network computing for knight's tour problems", Neurocomputing 4, 1992) and Parberry
//! ("Scalability of a neural network for the knight's tour problem", Neurocomputing 12, 1996) let a network of all
//! squares settle into cycles, up to boards of some thirty squares per side.

mod apply;
mod block;
mod cover;
mod cpu;
mod error;
mod gadget;
#[cfg(feature = "gpu")]
mod gpu;
mod grow;
mod hash;
mod label;
mod layout;
mod mark;
mod melt;
mod number;
mod pass;
mod passes;
mod pick;
mod planes;
mod rank;
mod report;
mod scan;
mod sections;
mod setup;
mod splitters;
mod start;
mod wide;

/// How growing is named where a board is too large for it.
pub(crate) const WORK: &str = "growing a tour of";

pub use cover::Cover;
pub use cpu::CpuGrown;
pub use error::GrowError;
pub use gadget::{AXES, Class, SHAPES};
#[cfg(feature = "gpu")]
pub use gpu::{GpuGrown, GrownKernels, GrownStatus, Job, kernels};
pub use grow::{Grown, GrownOn, MELTS, SHAKE_MELTS, SHAKES, on};
pub use hash::{mix, unmix};
pub use label::NO_LABEL;
pub use layout::Layout;
pub use melt::MeltPass;
pub use pass::{Pass, Step};
pub use passes::{Bands, CycleState, Marked, Passes};
pub use pick::Pick;
pub use planes::Planes;
pub use report::{Progress, Report};
pub use scan::NO_OFFER;
pub use setup::{Setup, Unfit, serves};
pub use splitters::Piece;

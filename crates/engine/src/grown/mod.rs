//! Grown tours: a mosaic melts into cycles, the cycles join, and the last cycle is numbered.
//!
//! A mosaic is fast, since every square is independent, but it looks regular. A tour that looks random at every scale
//! usually takes one core that follows it. Here it is made only by local passes:
//!
//! 1. *Start* from the edges of a mosaic with a seed, or, on a board with holes, of any cover by cycles.
//! 2. *Melt*: 72 passes of random switches. A switch exchanges two edges for two others and leaves every square its
//!    number of edges, so the tour becomes cycles, about one for 137 squares.
//! 3. *Join*: label the cycles. The *main* cycle is the most frequent among 1024 random squares; each cycle next to it
//!    takes one of the switches that join both. After about five rounds one cycle is left. On long narrow boards few
//!    cycles are next to the main one. There each cycle gets a random bit, and each with a 1 takes a switch that joins
//!    it with one that has a 0; then all are labelled again. If no switch joins the remaining cycles, the squares
//!    around them are melted again: a *shake*.
//! 4. *Number* the cycle, in pieces of about sixty squares.
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
//! | rank | `rank` | a half-edge, in about twenty dispatches |
//! | number | `number` | a half-edge |
//!
//! Only [`Grown`] contains the order of the passes. Three machines run them: a GPU; the mirror, which runs the shaders'
//! invocations one by one; and a faster form on all cores in `cpu`, which labels and numbers along the parts of the
//! cycles in one block of the board. Tests compare the GPU and the fast form with the mirror.
//!
//! A random bit depends on the seed, the pass and the word, a pick on distinct keys, a label on a minimum. So the tour
//! does not depend on the order of the invocations or the size of a workgroup, and all machines agree bit by bit after
//! every pass. Random numbers are therefore hashes of a counter, although a generator with a state would be faster on
//! the CPU.
//!
//! Takefuji and Lee ("Neural network computing for knight's tour problems", Neurocomputing 4, 1992) and Parberry
//! ("Scalability of a neural network for the knight's tour problem", Neurocomputing 12, 1996) let a network of all
//! squares converge to cycles, for boards of up to about thirty squares per side.

mod apply;
mod cpu;
mod gadget;
#[cfg(feature = "gpu")]
mod gpu;
mod grow;
mod hash;
mod host;
mod job;
mod kernels;
mod label;
mod mark;
mod melt;
mod memory;
mod number;
mod passes;
mod pick;
mod planes;
mod rank;
mod scan;
mod setup;
mod splitters;
mod start;
mod walk;

/// The name of the work in errors about boards that are too large.
pub(crate) const WORK: &str = "growing a tour of";

pub use crate::error::{GrowError, GrowthObstacle, MIN_SQUARES};
pub use cpu::{Cover, CpuGrown};
pub use gadget::{AXES, GadgetClass, SHAPES};
#[cfg(feature = "gpu")]
pub use gpu::GpuGrown;
pub use grow::{Grown, GrownOn, SHAKE_MELTS, SHAKES, on};
pub use hash::{mix, unmix};
pub use host::{Beside, Host, MirrorGrown, Numbers, mirror};
pub use job::{GrownStatus, GrowthJob, NO_LABEL, NO_OFFER, Pick, Piece};
#[cfg(feature = "gpu")]
pub use kernels::kernels;
pub use memory::{CELLS, GrowthMemory};
pub use passes::{
    BandSink, CycleState, GrowthPass, GrowthProgress, GrowthReport, GrowthStep, MarkRule, MeltPass, Passes,
};
pub use planes::{PlaneLayout, Planes};
pub use setup::{GrowthSetup, MELTS, serves};

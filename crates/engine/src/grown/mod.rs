//! Grown tours: a mosaic melts into cycles, the cycles are joined, and the last cycle is numbered.
//!
//! A mosaic is fast, since every square is independent, but it looks regular. A tour that looks random at every scale
//! usually requires a single core that follows the tour. This module makes such a tour by local passes only:
//!
//! 1. *Start* from the edges of a mosaic that the seed determines. On a board with holes, start from the edges of any
//!    cover by cycles.
//! 2. *Melt*: run 72 passes of random switches. A *gadget* consists of four squares. A switch replaces two edges
//!    between these squares by two other edges. The number of edges of every square stays the same, so the tour becomes
//!    cycles, about one per 137 squares.
//! 3. *Join*: label the cycles. The *main* cycle is the most frequent cycle among 1024 random squares. Each cycle next
//!    to the main cycle picks one of the gadgets whose switch joins the two cycles. After about five rounds, one cycle
//!    is left. On long narrow boards, few cycles are next to the main cycle. On these boards, each cycle gets a random
//!    bit. Each cycle with a 1 picks a gadget whose switch joins this cycle with a cycle that has a 0. Then all cycles
//!    are labelled again. If no switch joins the remaining cycles, additional melting passes run on the squares around
//!    them: a *shake*.
//! 4. *Number* the cycle, in pieces of about sixty squares.
//!
//! | pass | shader and mirror | one invocation processes |
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
//! Only [`Grown`] contains the order of the passes. Three machines run the passes. The first is a GPU. The second is
//! the mirror, which runs the shaders' invocations one by one. The third is a faster form in `cpu`, which uses all
//! cores. In each block of the board, this form finds the sections of the cycles. To compute the labels and the visit
//! numbers, it follows the cycles from section to section instead of from square to square. Tests compare the GPU and
//! the fast form with the mirror. The fast form is 5 to 12 times as fast as the mirror on 1000x1000 and 3000x3000
//! squares, as measured on two cores.
//!
//! A random bit depends only on the seed, the pass and the word. A cycle picks the gadget with the lowest key, and all
//! gadgets have different keys. The label of a cycle is its lowest cell. Therefore the tour does not depend on the
//! order of the invocations or the size of a workgroup, and all machines agree bit by bit after every pass. To achieve
//! this, random numbers are hashes of a counter, although a generator with a state would be faster on the CPU.
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

/// Description of growing a tour, for error messages about boards that are too large.
pub(crate) const WORK: &str = "growing a tour of";

pub use crate::error::{GrowError, MIN_SQUARES};
pub use cpu::{Cover, CpuGrown};
pub use gadget::{AXES, GadgetClass, SHAPES};
#[cfg(feature = "gpu")]
pub use gpu::GpuGrown;
pub use grow::{Grown, GrownOn, SHAKE_MELTS, SHAKES, beside, on};
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

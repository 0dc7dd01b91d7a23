//! Queens counted on the GPU: one lane per prefix, and the next when it is done.
//!
//! | part | shader | a lane is |
//! |---|---|---|
//! | count | `shaders/queens/count.wgsl` | a search below one prefix, and then below another |
//!
//! A [`QueensPlan`] fills the first rows in every way and halves the work by the board's mirror; what is below each
//! of these *prefixes* is counted by [`count_prefix`] on the CPU and by [`GpuQueens`] on a GPU, and the two
//! are compared prefix by prefix.
//!
//! The main decision: lanes take prefixes as they get done with others, by an atomic, and keep their stack from
//! dispatch to dispatch. Searches differ in length a hundredfold, so lanes with a share of their own would
//! mostly wait for the longest. The price is that nobody knows which lane counts what; so results belong to
//! prefixes, not to lanes, and each is written exactly once: what is left unwritten is noticed.
//!
//! The CPU alone counts faster, by leaving out what turning the board makes of a placement: see
//! `courser_count::queens`. A lane below a prefix knows of no other and cannot.

mod count;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod layout;
mod plan;

pub use count::{count_prefix, verify};
#[cfg(feature = "gpu")]
pub use gpu::{Bounds, GpuQueens, kernels};
// As the shaders have them, for the tests that compare the two: not a part of the public interface.
#[doc(hidden)]
#[cfg(feature = "gpu")]
pub use layout::Params;
pub use plan::{MAX_SIDE, MIN_SIDE, Prefix, QueensPlan};

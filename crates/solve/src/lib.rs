//! Tours on the CPU: rules, exact search, existence theorems, the mosaic; treasure hunts; queens.
//!
//! - [`warnsdorff`]: rules from square to square; they may get stuck.
//! - [`existence`]: the theorems that say which tours exist.
//! - [`search`]: exact search, which finds a tour or proves that none exists.
//! - [`narrow`]: boards of three and four rows, by an automaton over their columns.
//! - [`factor`]: a cover of any board by cycles, merged into one tour.
//! - [`mosaic`]: tours of rectangles of any size from tiles, each square's number on its own.
//! - [`tame`]: tours with few turns and few crossings, from lines and heels.
//! - [`relay`]: a tour by many knights, a region each.
//! - [`chain`]: regions of a board, toured one after another.
//! - [`hunt`]: shortest paths that collect every treasure. [`queens`]: placements of queens.
//!
//! The main decision of this crate: no method here falls back on another. Which of them suits a board is decided in one
//! place above this crate, in `courser::tour`. The price is that a caller of one method has to know where it
//! serves; each says so in its `serves` or in its errors.

pub mod chain;
pub mod existence;
pub mod factor;
pub mod hunt;
pub mod mosaic;
pub mod narrow;
pub mod queens;
pub mod relay;
pub mod search;
pub mod tame;
mod unfit;
pub mod warnsdorff;
#[doc(hidden)]
pub mod wide;

pub use unfit::Unfit;

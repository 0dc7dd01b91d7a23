//! Tours on the CPU: rules, exact search, existence theorems and constructions. The crate also solves treasure hunts
//! and places queens.
//!
//! - [`warnsdorff`]: rules that choose each next square; they can get stuck.
//! - [`existence`]: theorems about the existence of tours.
//! - [`search`]: exact search, which finds a tour or proves that none exists.
//! - [`narrow`]: tours of boards of three or four rows, found by an automaton over the columns.
//! - [`factor`]: a cover of any board by cycles, merged into one tour.
//! - [`mosaic`]: tours of rectangles of any size from tiles; the number of each square is computed directly.
//! - [`tame`]: tours with few turns and few crossings, from parallel lines.
//! - [`relay`]: a tour by many knights, each in its own region.
//! - [`chain`]: regions of a board, toured one after another.
//! - [`symmetric`]: closed tours that are invariant under a rotation or a reflection.
//! - [`puzzle`]: boards on which some visit numbers are given.
//! - [`hunt`]: shortest paths that collect every treasure.
//! - [`queens`]: placements of queens.
//!
//! No method falls back on another method. Only `courser::tour`, in a higher-level crate, chooses the method. So a
//! caller of a single method must know which boards the method supports. Some methods have a function `serves`, which
//! tests whether a board is supported. For the other methods, the errors describe the unsupported boards.

pub mod chain;
pub mod existence;
pub mod factor;
pub mod hunt;
pub mod mosaic;
pub mod narrow;
pub mod puzzle;
pub mod queens;
pub mod relay;
pub mod search;
pub mod symmetric;
pub mod tame;
mod tiling;
pub mod warnsdorff;
#[doc(hidden)]
pub mod wide;

pub use tiling::TilingError;

//! Boards, squares, leapers and tours; the judge; the files they are written in.
//!
//! Everything in courser rests on this crate, and it rests on nothing of
//! courser's. Its main decision: a [`Path`] or a [`Tour`] can be made only
//! through the judge, [`check`], which shares no code with any solver, so a
//! wrong tour can be neither printed nor drawn nor written. The price is one
//! pass over every tour, in time and memory proportional to it. A tour that is never
//! in memory as one has a judge of its own, [`proof`], which reads its visit numbers row by row.

mod board;
mod check;
mod error;
pub mod format;
pub mod graph;
mod leaper;
pub mod measure;
pub mod proof;
mod shard;
mod spec;
mod square;
pub mod symmetry;
mod text;
mod tour;
pub mod words;

pub use board::{Board, MAX_HOLED_CELLS};
pub use check::{Flaw, Kind, check, check_path};
pub use error::BoardError;
pub use leaper::{Leaper, Move, MoveOrder};
pub use shard::{Shard, ShardError};
pub use spec::TourSpec;
pub use square::{MAX_SIDE, Square, SquareName};
pub use symmetry::Symmetry;
pub use text::parse_board;
pub use tour::{Path, Tour};

//! Boards, squares, leapers and tours, the check of tours, and the file formats.
//!
//! This crate depends on no other crate of courser. A [`Path`] or a [`Tour`] can be created only through [`check`],
//! which shares no code with any solver. So a wrong tour can be neither printed nor drawn nor written. The check makes
//! one pass over every tour, with time and memory proportional to its length. For tours that are never in memory as a
//! whole, [`proof`] checks the visit numbers row by row.

mod board;
mod check;
mod class;
mod error;
pub mod format;
pub mod graph;
mod leaper;
pub mod measure;
mod numbers;
pub mod proof;
mod shard;
mod spec;
mod square;
pub mod symmetry;
mod text;
mod tour;
pub mod words;
mod wrap;

pub use board::{Board, MAX_HOLED_CELLS};
pub use check::{Kind, TourViolation, check, check_path};
pub use class::ErrorClass;
pub use error::BoardError;
pub use leaper::{Leaper, Move, MoveOrder};
pub use numbers::{NumberedBoard, find_numbers, parse_numbers};
pub use shard::{Shard, ShardError};
pub use spec::{TourSpec, Violation};
pub use square::{MAX_SIDE, Square, SquareName};
pub use symmetry::Symmetry;
pub use text::{parse_board, with_newlines};
pub use tour::{Path, Tour};
pub use wrap::Wrap;

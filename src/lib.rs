//! Knight's tours on the graphics card and on the CPU.
//!
//! This is the library's face: the rooms of courser under one roof.
//!
//! ```
//! use courser::board::{Board, MoveOrder, Square, Tour};
//! use courser::engine::cycle::{CpuCycle, Cycle, Schedule, Setup, order_of};
//!
//! // The decision cycle on the CPU: a knight tours the chessboard from e6.
//! let board: Board = "8x8".parse()?;
//! let setup = Setup::new(board.clone(), board.square("e6")?, MoveOrder::SLIDES)?;
//! let mut cycle = CpuCycle::new(setup, Schedule::Near)?;
//! cycle.finish(&mut |_| {})?;
//!
//! // Only the judge makes tours.
//! let tour = Tour::new(board, order_of(&cycle.state()?)?)?;
//! assert_eq!(tour.squares().next(), Some(Square::new(2, 4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use courser_bench as bench;
pub use courser_board as board;
pub use courser_count as count;
pub use courser_engine as engine;
#[cfg(feature = "gpu")]
pub use courser_gpu as gpu;
pub use courser_solve as solve;
pub use courser_view as view;

//! Warnsdorff's rule and related rules, by which one knight walks without backtracking.
//!
//! H. C. von Warnsdorff (*Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823) moves the knight to the square
//! with the minimum number of continuations. He does not define the choice among equals. The rules in this module
//! differ in this choice; see [`Rule`]. No rule always completes a tour. A walk returns a [`WalkOutcome`], which is
//! complete or stuck. Use [`search`](crate::search) for backtracking.
//!
//! The *rank* of a square (the number of its unvisited neighbours) is stored, not counted. Each square has one byte,
//! and a border of bytes surrounds the board. A visit subtracts one from the bytes of all eight neighbours without
//! testing whether these neighbours exist or are free. The bytes of outside and visited squares are so high that they
//! stay above any rank. Each neighbour's byte is loaded once, for both the decrement and the choice. The choice is the
//! minimum of eight integers that contain the rank, then the index in the move order, then the square. So a tie goes to
//! the first square in the order, without another comparison and without a branch that could be mispredicted. The walk
//! needs one byte per square in addition to the result. The board and its border must have fewer than 2³² squares.
//!
//! The decision cycle on the GPU computes the same ranks, and also selects the first of equal ranks in move order.
//! Therefore the CPU and the GPU find the same tour.
//!
//! ```
//! use courser_board::{Board, MoveOrder};
//! use courser_solve::warnsdorff::{self, Rule};
//!
//! let board: Board = "8x8".parse().unwrap();
//! let start = board.square("2,4").unwrap();
//! let outcome = warnsdorff::run(&board, start, Rule::Warnsdorff, MoveOrder::SLIDES, 0).unwrap();
//! assert!(outcome.is_complete());
//! assert_eq!(outcome.into_path(&board).visits()[..8], [27, 12, 37, 16, 25, 2, 47, 18]);
//! ```

mod backtrack;
mod dice;
mod field;
mod rule;
mod squirrel_cull;
mod walk;

pub use backtrack::{BacktrackOutcome, Pruning, backtrack};
pub use dice::{pick, roll};
pub use field::MAX_CELLS;
pub use rule::{Rule, RuleError};
pub use squirrel_cull::{Leg, legs};
pub use walk::{WalkEnd, WalkOutcome, Walker, run, run_ahead, run_with};

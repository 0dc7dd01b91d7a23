//! Warnsdorff's rule and its kin: one knight, no step taken back.
//!
//! H. C. von Warnsdorff (*Des Rösselsprunges einfachste und allgemeinste
//! Lösung*, 1823) sends the knight to the square with the fewest ways on. What
//! he leaves open, the choice among equals, is what the rules here differ in;
//! see [`Rule`]. None of them is certain to finish: they answer with an
//! [`Outcome`] that is complete or stuck, and it is for
//! [`search`](crate::search) to take steps back.
//!
//! The main decision: the *rank* of a square (its unvisited neighbours) is kept,
//! not counted. One byte per square lies in a frame of squares that are out of
//! bounds for good, and a visit takes one off all eight neighbours without
//! asking which of them exist or are free: what is outside or visited starts so
//! high that it stays above any rank. The same eight loads serve the
//! decrement and the choice, and the choice is a minimum of eight integers that
//! carry the rank in front, then the place in the move order, then the square
//! itself, so that a tie falls to the first in order without a comparison more and
//! without a branch that could be mispredicted. The price: one byte per square beside the
//! result, and a board of at most 2³² squares.
//!
//! Ties fall as they fall in the decision cycle on the GPU (`<` in move
//! order, ranks always right), so both take the same tour.
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

pub use backtrack::{Backtracked, Ways, backtrack};
pub use dice::{pick, roll};
pub use field::MAX_CELLS;
pub use rule::{Rule, RuleError};
pub use squirrel_cull::{Leg, legs};
pub use walk::{End, Outcome, Walker, run, run_ahead, run_with};

//! The mosaic: tours of any rectangle from tiles, every visit number on its own.
//!
//! # Why
//!
//! A tour is a sequence, and rules and searches make it one move after another: none
//! of them can say when a far square is visited before they have been there. The
//! mosaic can. It cuts the board into small tiles with known tours and joins them
//! so regularly that a square finds its place in the whole tour from its own
//! coordinates, in constant time. So a board is numbered by all cores at once, in
//! any order, by a shader with an invocation for each row of a tile, or a band of rows at a time
//! where it is larger than memory; and it never fails where both sides are at least 6.
//! The price is the look: such a tour is woven, where those of a rule have grown. A seed loosens
//! the weave.
//!
//! # How
//!
//! Each tile has a closed tour of its own. Let a-b be a move of one tile's tour and
//! c-d a move of its neighbour's, such that a-c and b-d are moves too: drop the
//! first two, add the last two, and the two tours are one.
//!
//! ```text
//!     . . . a | . . . .
//!     . . . . | . c . .
//!     . . b . | . . . .
//!     . . . . | d . . .
//! ```
//!
//! Here a is a corner, and a corner has only two moves, so every closed tour of a tile makes both:
//! any tile can host others at all its corners without having been made for
//! it. Joined along a tree, all tiles become one tour. Divide and conquer of this kind is
//! Parberry's (*An efficient algorithm for the knight's tour problem*, 1997); paths with chosen ends
//! through pieces of a board are from Conrad, Hindrichs, Morsy and Wegener
//! (*Solution of the knight's Hamiltonian path problem on chessboards*, 1994).
//!
//! Which tree is free, and this one is a comb: a spine down the first column of tiles, and
//! along each row of tiles a tooth to the right. What hangs on a tile is visited between two
//! of its own squares, those of position p and p + 1. In a tooth that is the rest of the row, `S` squares:
//!
//! ```text
//! index of a square       = base + position + (S if position > p)
//! base of the next tile   = base + p + 1
//! ```
//!
//! and since the tiles of a tooth are equal, `base` and `S` are linear in the tile's place: nothing
//! has to be added up along the way. The same goes for the spine. That is the whole of a
//! [`Plan`]: a few blocks of equal tiles, each with a base and at most four
//! insertions, all linear in the tile's place; its size does not grow with the board.
//!
//! - *Closed*, and *open* from any start on an even number of squares: the comb,
//!   numbered from the start on.
//! - *Open on an odd number of squares*: the tile around the start is the odd one and is solved
//!   for a path that begins there; combs grow from it to all four sides.
//! - *Between two squares*, and so *closed* with both ends given: a path of tiles from the one to the other, down and then across, each
//!   solved from where the path comes in to where it goes out, with combs to all sides. It crosses
//!   all borders of a kind by the same move, so that at most a handful of tiles has to be solved. If the
//!   number of squares is odd, the odd tile lies on the path.
//!
//! Each is built in one view and then seen in the mirror that was asked for.
//!
//! # Modules
//!
//! | file | what |
//! |---|---|
//! | `make` | what is asked for, and which construction answers |
//! | `tile` | a tile, its mirrors, its hooks; the stored tiles |
//! | `cut` | a side of the board cut into segments |
//! | `ends` | a path of tiles between two squares |
//! | `comb` | from a cut board and its path to the plan |
//! | `plan` | the plan, and the number of a square |
//! | `fill` | all numbers, on all cores |
//!
//! # A board larger than memory
//!
//! ```
//! use courser_board::proof::Proof;
//! use courser_board::{Board, TourSpec};
//! use courser_solve::mosaic::Plan;
//!
//! let board = Board::new(600, 400)?;
//! let plan = Plan::new(&TourSpec::closed(&board), None)?;
//! let mut proof = Proof::new(board.rows(), board.cols(), true);
//! let mut band = vec![0_u64; 100 * 400];
//! for top in (0..600).step_by(100) {
//!     plan.fill_rows(top..top + 100, &mut band);
//!     proof.push(&band)?; // and write them to a file
//! }
//! proof.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comb;
mod cut;
mod ends;
mod error;
mod fill;
mod make;
mod plan;
mod tile;

pub use error::MosaicError;
pub use make::serves;
pub use plan::{Block, Cut, Linear, MAX_CUTS, Plan, Table, Zone, variant};

//! The mosaic: tours of any rectangle from tiles, with every visit number computed directly.
//!
//! # Purpose
//!
//! Rules and searches construct a tour move by move, so the visit number of a distant square is unknown until the tour
//! has reached that square. The mosaic divides the board into small tiles with known tours and joins the tiles so
//! regularly that the number of a square follows from its coordinates, in constant time. So all cores can number a
//! board in parallel and in any order. A shader can number a board with one invocation for every few columns of a row
//! of tiles. A board larger than memory can be numbered in bands. The construction never fails if both sides are at
//! least 6. A mosaic looks more regular than a tour made by a rule. A seed varies the tiles.
//!
//! # Method
//!
//! Each tile has a closed tour. Let a-b be a move of one tile's tour and c-d a move of its neighbour's tour, such that
//! a-c and b-d are moves too. If a-c and b-d replace a-b and c-d, the two tours become one.
//!
//! ```text
//!     . . . a | . . . .
//!     . . . . | . c . .
//!     . . b . | . . . .
//!     . . . . | d . . .
//! ```
//!
//! Here a is a corner. A corner has only two moves, and every closed tour of the tile uses both. So each corner of a
//! tile can attach another tile. Joined along a tree, all tiles form one tour. This kind of divide and conquer is due
//! to Parberry (*An efficient algorithm for the knight's tour problem*, 1997). Paths with chosen ends through pieces of
//! a board are due to Conrad, Hindrichs, Morsy and Wegener (*Solution of the knight's Hamiltonian path problem on
//! chessboards*, 1994).
//!
//! Any tree is possible. The tree used here is a comb: a spine down the first column of tiles, and along each row of
//! tiles a tooth to the right. Let p be the position in a tile's own tour after which the next tile is attached. The
//! complete tour visits the squares of all attached tiles between the positions p and p + 1 of this tile. In a tooth,
//! the attached tiles are the rest of the row. Together they have `S` squares:
//!
//! ```text
//! number of a square      = base + position + (S if position > p)
//! base of the next tile   = base + p + 1
//! ```
//!
//! Since the tiles of a tooth are equal, `base` and `S` are linear in the tile's coordinates, so no sums along the
//! tooth are needed. The same holds for the spine. A [`MosaicPlan`] therefore consists of a few blocks of equal tiles,
//! each with a base and at most four insertions, all linear in the tile's coordinates. The size of a plan does not grow
//! with the board.
//!
//! - *Closed*, or *open* from any start, on an even number of squares: the comb, numbered from the start.
//! - *Open on an odd number of squares*: the tile around the start has an odd number of squares, and is solved for a
//!   path that begins on the start. Combs are attached to all four sides.
//! - *Between two squares*, or *closed* with both ends given: a path of tiles from one end to the other, down and then
//!   across. Each tile is solved for its entry and exit, and combs are attached on all sides. The path uses the same
//!   move for every step down to the next tile, and the same move for every step across. Therefore only a few tiles are
//!   solved. If the number of squares is odd, the only tile with an odd number of squares lies on the path.
//!
//! Each plan is built in one orientation and then reflected as required.
//!
//! # Modules
//!
//! | file | content |
//! |---|---|
//! | `make` | the construction for each request |
//! | `tile` | a tile, its reflections, its hooks; the stored tiles |
//! | `cut` | division of a side of the board into segments |
//! | `ends` | a path of tiles between two squares |
//! | `comb` | the plan for a divided board and its path |
//! | `plan` | the plan, and the number of a square |
//! | `fill` | all numbers, on all cores |
//!
//! # A board larger than memory
//!
//! ```
//! use courser_board::proof::Proof;
//! use courser_board::{Board, TourSpec};
//! use courser_solve::mosaic::MosaicPlan;
//!
//! let board = Board::new(600, 400)?;
//! let plan = MosaicPlan::new(&TourSpec::closed(&board), None)?;
//! let mut proof = Proof::new(board.rows(), board.cols(), true);
//! let mut band = vec![0_u64; 100 * 400];
//! for top in (0..600).step_by(100) {
//!     plan.fill_rows(top..top + 100, &mut band);
//!     proof.push(&band)?; // a program can also write the numbers to a file
//! }
//! proof.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comb;
mod cut;
mod ends;
mod fill;
mod make;
mod plan;
mod tile;

pub use make::serves;
pub use plan::{Cut, Linear, MAX_CUTS, MosaicPlan, PositionTable, TileBlock, Zone, variant};

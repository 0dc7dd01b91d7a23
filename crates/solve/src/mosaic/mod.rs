//! The mosaic: tours of any rectangle from tiles, every visit number on its own.
//!
//! # Why
//!
//! A tour is a sequence, and a sequence is made one move after another: no rule
//! and no search can say when a far square is visited before it has been
//! there. The mosaic can. It cuts the board into small tiles with known tours and
//! joins them so regularly that a square finds its place in the whole tour from its
//! own coordinates, in constant time. So a board is numbered by all cores at once, in
//! any order, a band of rows at a time if it is larger than memory, or by a shader,
//! a row of a tile an invocation. The price is the look: the tours are regular where those of a
//! rule are wild. (A seed makes them less so: see [`Plan::open`].)
//!
//! # How
//!
//! Each tile has a closed tour of its own. Let a-b be a move of a tile's tour at
//! a corner, and c-d a move of its neighbour's, such that a-c and b-d are moves too: drop
//! the first two, add the last two, and two tours have become one. A corner
//! square has only two moves, so every closed tour makes both; every tile can host
//! others at all its corners without being made for it. Joined along a
//! tree, the tiles become one tour. This is the divide-and-conquer of Parberry
//! (*An efficient algorithm for the knight's tour problem*, 1997), with tiles
//! after Conrad, Hindrichs, Morsy and Wegener (*Solution of the knight's Hamiltonian
//! path problem on chessboards*, 1994); new is the shape of the tree.
//!
//! The tree is a comb: a spine down a column of tiles, and in each row of tiles a
//! chain to the right. Seen from a tile, what hangs on it is visited between
//! two of its own squares, after rank p, and is the rest of the row to the right, `S` squares. So
//!
//! ```text
//! index                   = base + rank + (S if rank > p)
//! base of the next tile   = base + p + 1
//! ```
//!
//! and since the tiles of a chain are equal, both base and `S` are linear in the tile's
//! place: nothing has to be added up along the chain. The same goes for the spine. That is the
//! whole of a [`Plan`]: a few blocks of equal tiles, each with a base and at most four
//! such insertions, all linear in the tile's place.
//!
//! - *Closed, and open from any start* on an even number of squares: the comb, numbered
//!   from the start.
//! - *Open on an odd number of squares, and between two given squares*: a path of tiles from the
//!   one to the other, each solved on its own from where the path comes in to where it goes out; combs hang
//!   off it to all four sides. The one tile with an odd number of squares is on the path.
//!
//! [`proof`] proves a tour from its numbers alone, at the speed of memory.

mod comb;
mod cut;
mod ends;
mod error;
mod fill;
mod make;
mod number;
mod plan;
pub mod proof;
mod tile;

pub use error::MosaicError;
pub use make::{order_from_visits, tour};
pub use number::Number;
pub use plan::{Block, Cut, Linear, Plan, Table, Zone, variant};

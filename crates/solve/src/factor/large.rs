//! Tours of large boards that look grown, not woven.
//!
//! A mosaic of tiles is faster by far, and looks like one. Here every square takes
//! two random neighbours, the flow evens that out, and the cycles (about one for
//! 120 squares) are joined where they happen to touch: no seam and no direction.
//! It takes time and memory proportional to the board, and works on boards with
//! holes and for all leapers, where there is no mosaic.
//!
//! The same machinery mends what a walk has left unfinished: see [`mend`].

use courser_board::Board;

use super::graph::Graph;
use super::{Edges, Failure, Wish, cells, solve};

/// On a board without holes the first cover has always been enough; with holes some luck may be needed.
const ROUNDS: u32 = 8;

/// A tour that looks grown, not woven: cells in visiting order.
///
/// A closed tour begins at the first square; turn it to begin anywhere.
///
/// # Errors
/// [`Failure`], as for [`factor::tour`](super::tour).
pub fn tour(board: &Board, wish: Wish, seed: u64) -> Result<Vec<u32>, Failure> {
    super::tour(board, wish, seed, ROUNDS)
}

/// A tour that keeps as much as possible of the given paths: cells in visiting order.
///
/// A walk by Warnsdorff's rule that got stuck, and further walks from the squares
/// that it left, cover a board by a few paths. Their ends are joined by alternating
/// paths, and what falls into cycles is merged: 99.9 % of the edges stay (99.89 to
/// 99.98 measured from 150x301 to 1000x1000). The paths may overlap, leave squares
/// out or contain steps that are no moves: an edge that cannot be used is left out.
///
/// # Errors
/// [`Failure`], as for [`factor::tour`](super::tour).
pub fn mend(board: &Board, wish: Wish, paths: &[&[u32]], seed: u64) -> Result<Vec<u32>, Failure> {
    let graph = Graph::new(board).ok_or(Failure::GaveUp)?;
    solve(&graph, cells(board, wish)?, &Edges { forced: &[], hints: paths }, seed, ROUNDS)
}

//! Finds paths through small boards, for tiles. Each path contains given edges.

use courser_board::{Leaper, Square};

use super::graph::JumpOffset;
use super::graph::MoveGraph;
use super::{Ends, solve};

/// Maximum number of covers that the search for a path tries. If a path exists, the first cover nearly always leads to
/// a path. If no path exists, all covers are tried without success.
const ROUNDS: u32 = 60;

/// Finds a knight's path between two squares of a `rows` x `cols` board. The path begins on `from` and ends on `to`. It
/// visits all squares and contains all `forced` edges. Returns row-major cell indices in visiting order.
///
/// Returns `None` if no path was found. A path is impossible if the colours of the ends do not fit or the forced edges
/// contradict each other. In all other cases, `None` means that very probably no path exists.
///
/// # Panics
/// Panics if a square is not on the board.
///
/// ```
/// use courser_board::Square;
/// use courser_solve::factor::small;
///
/// let corner = (Square::new(5, 0), Square::new(4, 2));
/// let path = small::path(6, 6, Square::new(1, 1), Square::new(3, 0), &[corner], 7).unwrap();
/// assert_eq!((path[0], path[35]), (7, 18));
/// assert!(path.windows(2).any(|step| step == [30, 26] || step == [26, 30]));
/// ```
pub fn path(
    rows: u32,
    cols: u32,
    from: Square,
    to: Square,
    forced: &[(Square, Square)],
    seed: u64,
) -> Option<Vec<u32>> {
    let cell = |square: Square| {
        assert!(square.row < rows && square.col < cols, "{square:?} is outside a {rows}x{cols} board");
        square.row * cols + square.col
    };
    let graph = MoveGraph::rectangle(rows, cols, Leaper::KNIGHT);
    let forced: Vec<JumpOffset> = forced.iter().map(|&(from, to)| (cell(from), cell(to))).collect();
    solve(&graph, Ends::FromTo(cell(from), cell(to)), &forced, seed, ROUNDS, &mut |_| true).ok()
}

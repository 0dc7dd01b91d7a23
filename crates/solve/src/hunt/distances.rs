//! Distances between stops, and shortest paths between them.

use courser_board::{Board, MoveOrder, Square};
use rayon::prelude::*;

use super::{HuntError, MAX_CELLS};

/// Maximum number of squares for which the searches from all stops run in parallel, one per core. On larger boards, the
/// searches run one after another, so that only one of them needs memory at a time.
const ALONE: u64 = 1 << 22;

/// Value of an unreached square in a list of distances.
const FAR: u32 = u32::MAX;

/// A table of the number of moves between stops, one row per stop.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    /// Number of stops, including the start.
    pub(super) stops: usize,
    table: Vec<u32>,
}

impl Distances {
    /// Measures all distances, in time proportional to the number of squares times the number of stops.
    ///
    /// # Errors
    /// Returns the index of a stop that cannot be reached from the first stop.
    pub(super) fn measure(board: &Board, stops: &[Square]) -> Result<Self, usize> {
        let measure = |&from: &Square| {
            let reached = flood(board, from, Some(stops));
            stops.iter().map(|&stop| reached[board.index(stop) as usize]).collect::<Vec<u32>>()
        };
        // The first search begins on the start of the hunt, and finds the stops that cannot be reached.
        let first = measure(&stops[0]);
        if let Some(lost) = first.iter().position(|&distance| distance == FAR) {
            return Err(lost);
        }
        let rest: Vec<Vec<u32>> = if board.cells() > ALONE {
            stops[1..].iter().map(measure).collect()
        } else {
            stops[1..].par_iter().map(measure).collect()
        };
        let table = [first].into_iter().chain(rest).flatten().collect();
        Ok(Self { stops: stops.len(), table })
    }

    /// Returns the number of moves from one stop to another.
    #[inline]
    pub(super) fn between(&self, a: usize, b: usize) -> u32 {
        self.table[a * self.stops + b]
    }

    /// Returns the distances from one stop to every stop.
    pub(super) fn row(&self, a: usize) -> &[u32] {
        &self.table[a * self.stops..][..self.stops]
    }

    /// Returns the longest distance between two stops.
    pub(super) fn longest(&self) -> u32 {
        self.table.iter().copied().max().unwrap_or(0)
    }

    /// Returns the number of moves of a route from the start through the stops in the order `order`. The route returns
    /// to the start if `home` is true.
    pub(super) fn length(&self, order: &[usize], home: bool) -> u64 {
        let ends = [0].into_iter().chain(order.iter().copied());
        let next = order.iter().copied().chain(home.then_some(0));
        ends.zip(next).map(|(a, b)| u64::from(self.between(a, b))).sum()
    }
}

/// Returns a list of distances from the square `from`, with one element per square in row-major order. A distance is a
/// number of moves, or `None` for a hole and for a square that cannot be reached.
///
/// # Errors
/// [`HuntError::TooLarge`] if the board has more than [`MAX_CELLS`] cells.
///
/// ```
/// use courser_board::{Board, Square};
/// use courser_solve::hunt::distances;
///
/// let moves = distances(&Board::new(3, 3).unwrap(), Square::new(0, 0)).unwrap();
/// assert_eq!(moves, [Some(0), Some(3), Some(2), Some(3), None, Some(1), Some(2), Some(1), Some(4)]);
/// ```
pub fn distances(board: &Board, from: Square) -> Result<Vec<Option<u32>>, HuntError> {
    if board.cells() > MAX_CELLS {
        return Err(HuntError::TooLarge(board.cells()));
    }
    Ok(flood(board, from, None).into_iter().map(|moves| (moves != FAR).then_some(moves)).collect())
}

/// Appends a shortest path between two squares to `squares`, without the first square of the path.
pub(super) fn way(board: &Board, from: Square, to: Square, squares: &mut Vec<Square>) {
    // The search runs from the target, so each step of the path decreases the distance.
    let reached = flood(board, to, Some(&[from]));
    let mut at = from;
    while at != to {
        let here = reached[board.index(at) as usize];
        let nearer = |square: &Square| reached[board.index(*square) as usize] < here;
        at = board.neighbours(at).find(nearer).expect("a square that is reached has a nearer neighbour");
        squares.push(at);
    }
}

/// Returns, for each square, the number of moves from the square `from`, by breadth-first search. If `targets` are
/// given, the search ends when all targets are reached. In this case, squares farther away than the farthest target can
/// have the value [`FAR`].
pub(super) fn flood(board: &Board, from: Square, targets: Option<&[Square]>) -> Vec<u32> {
    let moves = board.leaper().moves(MoveOrder::SLIDES);
    let mut reached = vec![FAR; board.cells() as usize];
    reached[board.index(from) as usize] = 0;
    let everywhere = targets.is_none();
    let mut targets = targets.unwrap_or_default().iter();
    let mut target = targets.next();
    let mut queue = vec![from];
    let mut next = Vec::new();
    for distance in 1.. {
        while target.is_some_and(|&square| reached[board.index(square) as usize] != FAR) {
            target = targets.next();
        }
        if target.is_none() && !everywhere || queue.is_empty() {
            break;
        }
        for &square in &queue {
            for to in moves.iter().filter_map(|&by| board.step(square, by)) {
                let place = &mut reached[board.index(to) as usize];
                if *place == FAR {
                    *place = distance;
                    next.push(to);
                }
            }
        }
        queue.clear();
        std::mem::swap(&mut queue, &mut next);
    }
    reached
}

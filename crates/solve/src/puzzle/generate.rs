//! Generates puzzles with exactly one solution.

use courser_board::{Kind, Square, Tour};

use super::{Puzzle, PuzzleError, counted};
use crate::factor::rng::Rng;
use crate::search::{SearchOptions, SearchResult, StopReason};

/// Limit for a search: maximum product of the number of choices and the number of squares of the board.
const PATIENCE: u64 = 1 << 18;

/// Makes a puzzle whose only solution is the given tour.
///
/// At first, the puzzle contains all numbers. Then each number is considered for removal, in a random order determined
/// by [`SearchOptions::seed`]. A number is removed if the tour is still the only solution without the number. On a
/// board of n squares, the search for a second solution makes at most 2^18 / n choices. If it is then unknown whether a
/// second solution exists, the number is kept. This limit does not depend on time, so the same tour and seed give the
/// same puzzle on every computer.
///
/// Returns `None` if the search is stopped.
///
/// # Errors
/// [`PuzzleError`] if the board is too large, or the memory does not suffice.
pub fn generate(tour: &Tour, kind: Kind, options: &SearchOptions<'_>) -> Result<Option<Puzzle>, PuzzleError> {
    let mut rng = Rng::new(options.seed);
    let mut given: Vec<(u64, Square)> = (1..).zip(tour.squares()).collect();
    let mut order: Vec<u64> = (1..=given.len() as u64).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, rng.below(at as u32 + 1) as usize);
    }
    let mut puzzle = Puzzle::new(tour.board(), kind, given.iter().copied())?;
    let options = SearchOptions { limit: None, ..*options };
    let patience = PATIENCE / tour.board().playable();
    for visit in order {
        let fewer: Vec<_> = given.iter().copied().filter(|&(other, _)| other != visit).collect();
        let other = Puzzle::new(tour.board(), kind, fewer.iter().copied())?;
        match counted(&other, Some(2), patience, &options)?.0 {
            SearchResult::Tour(number) if number == 1_u32.into() => (puzzle, given) = (other, fewer),
            SearchResult::Stopped { why: StopReason::Asked, .. } => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(puzzle))
}

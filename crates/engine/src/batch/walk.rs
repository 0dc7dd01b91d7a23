//! The results of one knight's walk and of many walks.

use std::fmt;

use courser_board::Board;
use courser_solve::warnsdorff::WalkOutcome;

/// The result of one knight's walk, in one word as the GPU writes it: the number of visited squares, and one bit for a
/// closed tour.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WalkResult(u32);

impl WalkResult {
    const CLOSED: u32 = 1 << 31;

    /// Creates a result from the word written by the GPU.
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    /// Creates the result of a walk.
    pub(super) const fn new(visited: u32, closed: bool) -> Self {
        Self(visited | if closed { Self::CLOSED } else { 0 })
    }

    /// Returns the result as the word that the GPU writes.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// Converts the outcome of a walk on `board` to a result.
    pub fn of(outcome: &WalkOutcome, board: &Board) -> Self {
        let visited = outcome.order.len() as u32;
        let ends = outcome.order.first().zip(outcome.order.last());
        let closed = outcome.is_complete()
            && visited > 2
            && ends.is_some_and(|(&first, &last)| {
                let (first, last) = (board.at(first.into()), board.at(last.into()));
                let (tall, wide) = (first.row.abs_diff(last.row), first.col.abs_diff(last.col));
                (tall.min(wide), tall.max(wide)) == (board.leaper().r(), board.leaper().s())
            });
        Self::new(visited, closed)
    }

    /// Returns the number of visited squares, including the start.
    pub const fn visited(self) -> u32 {
        self.0 & !Self::CLOSED
    }

    /// Returns whether every square was visited and the start is one move from the last square.
    pub const fn is_closed(self) -> bool {
        self.0 & Self::CLOSED != 0
    }

    /// Returns whether every square of `board` was visited.
    pub fn is_complete(self, board: &Board) -> bool {
        u64::from(self.visited()) == board.playable()
    }
}

impl fmt::Debug for WalkResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} squares{}", self.visited(), if self.is_closed() { ", closed" } else { "" })
    }
}

/// The goal of a search among the walks of many knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The knight visited every square.
    Complete,
    /// The knight visited every square and can return to its start.
    Closed,
}

/// The sum of the results of a cohort's knights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of knights that walked.
    pub tries: u64,
    /// Number of knights that visited every square.
    pub complete: u64,
    /// Number of knights that visited every square and can return to their start.
    pub closed: u64,
    /// Total number of visited squares, summed over all knights.
    pub visited: u64,
    /// Number of visited squares: the minimum over all knights, or 0 if no knight walked.
    pub min_visited: u32,
    /// Plan index of the first knight that visited every square, or `None` if no knight did so.
    pub first_complete: Option<u64>,
    /// Index in the plan of the first knight that visited every square and can return to its start. `None` if no knight
    /// did so.
    pub first_closed: Option<u64>,
}

impl Tally {
    /// Returns the tally of a single knight, which has the index `knight` in the plan.
    pub fn of(walk: WalkResult, knight: u64, board: &Board) -> Self {
        let (complete, closed) = (walk.is_complete(board), walk.is_closed());
        Self {
            tries: 1,
            complete: complete.into(),
            closed: closed.into(),
            visited: walk.visited().into(),
            min_visited: walk.visited(),
            first_complete: complete.then_some(knight),
            first_closed: closed.then_some(knight),
        }
    }

    /// Returns the sum of the two tallies.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let first = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Self {
            tries: self.tries + other.tries,
            complete: self.complete + other.complete,
            closed: self.closed + other.closed,
            visited: self.visited + other.visited,
            min_visited: match (self.tries, other.tries) {
                (0, _) => other.min_visited,
                (_, 0) => self.min_visited,
                _ => self.min_visited.min(other.min_visited),
            },
            first_complete: first(self.first_complete, other.first_complete),
            first_closed: first(self.first_closed, other.first_closed),
        }
    }

    /// Returns the index of the first knight that reached `goal`, or `None` if no knight did so.
    pub const fn first(&self, goal: Goal) -> Option<u64> {
        match goal {
            Goal::Complete => self.first_complete,
            Goal::Closed => self.first_closed,
        }
    }

    /// Returns the mean number of squares visited per knight.
    pub fn mean(&self) -> f64 {
        self.visited as f64 / self.tries.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up_in_either_order_and_nobody_changes_nothing() {
        let board: Board = "5x5".parse().unwrap();
        let stuck = Tally::of(WalkResult::from_word(20), 3, &board);
        let done = Tally::of(WalkResult::from_word(25), 9, &board);
        let closed = Tally::of(WalkResult::from_word(25 | 1 << 31), 4, &board);
        let all = stuck.and(done).and(closed);
        let reported = Tally {
            tries: 3,
            complete: 2,
            closed: 1,
            visited: 70,
            min_visited: 20,
            first_complete: Some(4),
            first_closed: Some(4),
        };
        assert_eq!(all, reported);
        assert_eq!(closed.and(stuck).and(done), all);
        assert_eq!(all.and(Tally::default()), all);
        assert_eq!(Tally::default().and(all), all);
        assert_eq!((Tally::default().mean(), all.mean()), (0.0, 70.0 / 3.0));
    }
}

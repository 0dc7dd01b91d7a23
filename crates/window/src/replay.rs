//! The replay of a path whose visit numbers are known. After each pass, the replayed path ends at the current visit.

use courser_board::{Board, Square};

use crate::scene::{SceneEnd, SceneProgress};

/// The progress of the replay of a path, pass by pass.
///
/// ```
/// use courser_window::{SceneEnd, Replay};
///
/// let mut replay = Replay::new(64, 64);
/// replay.advance(3);
/// assert_eq!(replay.progress().visit, 2);
/// replay.advance(u64::MAX);
/// assert_eq!((replay.progress().visit, replay.progress().end), (64, Some(SceneEnd::Done)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    passes: u64,
    /// Length of the path in visits.
    length: u64,
    /// Number of squares of a complete tour.
    of: u64,
}

impl Replay {
    /// Creates a replay that has not run any pass yet. `length` is the length of the path in visits, at least 1. `of`
    /// is the number of squares of a complete tour.
    pub const fn new(length: u64, of: u64) -> Self {
        Self { passes: 0, length, of }
    }

    /// Returns the length of the whole path in visits.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the number of passes of the whole replay. In the last pass, the knight finds no next square.
    const fn last_pass(&self) -> u64 {
        3 * (self.length - 1) + 2
    }

    /// Advances by `passes` passes, or to the end.
    pub fn advance(&mut self, passes: u64) {
        self.passes = self.passes.saturating_add(passes).min(self.last_pass());
    }

    /// Returns the progress after the completed passes.
    pub fn progress(&self) -> SceneProgress {
        let ended = self.passes >= self.last_pass();
        let end = if self.length == self.of { SceneEnd::Done } else { SceneEnd::Stuck };
        SceneProgress { passes: self.passes, visit: self.passes / 3 + 1, of: self.of, end: ended.then_some(end) }
    }

    /// Returns the state of a square as its four channels R, G, B and A. `number` returns the visit number of a square,
    /// as in [`SceneProgress::state`].
    pub fn state(&self, board: &Board, square: Square, number: impl Fn(Square) -> u64) -> [u32; 4] {
        self.progress().state(board, square, number)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::Tour;

    use super::*;

    #[test]
    fn the_states_are_those_of_the_cycle() {
        let board: Board = "3x4".parse().unwrap();
        let tour = Tour::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let visits = tour.visits();
        let state = |passes, row, col| {
            let mut replay = Replay::new(12, 12);
            replay.advance(passes);
            replay.state(&board, Square::new(row, col), |square| visits[board.index(square) as usize].into())
        };
        // The phases of the first square are *arrived*, *acknowledged*, *departing* and *left*. Later passes do not
        // change the phase.
        let reported = [0, 1, 2, 3, 4].map(|passes| state(passes, 0, 0)[1..].to_vec());
        assert_eq!(reported, [[1, 0, 0], [2, 2, 0], [3, 2, 5], [4, 2, 5], [4, 1, 5]]);
        assert_eq!(state(3, 1, 2), [2, 1, 1, 0]);
        // After the end of the path, the phase of its last square remains *acknowledged*.
        assert_eq!(state(u64::MAX, 2, 3), [12, 2, 0, 0]);
    }

    #[test]
    fn a_path_of_one_square_has_an_end() {
        let mut replay = Replay::new(1, 9);
        assert_eq!(replay.progress().end, None);
        replay.advance(2);
        assert_eq!(replay.progress().end, Some(SceneEnd::Stuck));
    }
}

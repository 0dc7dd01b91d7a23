//! Helpers for the tests of this crate. Among them is an exhaustive search that shares no code with any solver.

#![allow(dead_code, reason = "each test file uses its part")]

use courser_board::{Board, Kind, Square, Tour, TourSpec};

/// Returns a random number that is less than `below`. This is a separate implementation of SplitMix64.
pub(crate) fn random(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 32) as u32 % below
}

/// Returns a request with the given ends, which must be on the board.
pub(crate) fn spec(board: &Board, closed: bool, start: Option<Square>, end: Option<Square>) -> TourSpec {
    let kind = if closed { Kind::Closed } else { Kind::Open };
    TourSpec::new(board, kind, start, end).unwrap_or_else(|error| panic!("{board:?}: {error}"))
}

/// Returns the request for an open tour from a square.
pub(crate) fn from(board: &Board, start: Square) -> TourSpec {
    spec(board, false, Some(start), None)
}

/// Returns the request for an open tour from one square to another.
pub(crate) fn from_to(board: &Board, start: Square, end: Square) -> TourSpec {
    spec(board, false, Some(start), Some(end))
}

/// Asserts that `order` is the requested tour.
pub(crate) fn judge(spec: &TourSpec, order: Vec<u32>) {
    let tour = Tour::new(spec.board().clone(), order).unwrap_or_else(|flaw| panic!("{spec:?}: {flaw}"));
    assert!(spec.is_met_by(&tour), "{spec:?}: {tour:?}");
}

/// The pairs of squares that are the ends of a tour, found by trying all paths on a board of at most 32 squares.
pub(crate) struct Exhaustive {
    squares: Vec<Square>,
    neighbours: Vec<u32>,
    /// For each square, the possible last squares of tours from this square, as a mask.
    ends: Vec<u32>,
}

impl Exhaustive {
    pub(crate) fn new(board: &Board) -> Self {
        let squares: Vec<Square> = board.squares().collect();
        assert!(squares.len() <= 32, "exhaustive search is for small boards");
        let number = |square: Square| squares.iter().position(|&other| other == square).unwrap();
        let mask = |&square: &Square| board.neighbours(square).map(|next| 1 << number(next)).sum();
        let neighbours: Vec<u32> = squares.iter().map(mask).collect();
        let mut search = Self { ends: vec![0; squares.len()], squares, neighbours };
        let all = u32::MAX >> (32 - search.squares.len());
        for start in 0..search.squares.len() {
            search.walk(start, start, all & !(1 << start));
        }
        search
    }

    /// Extends a path in every possible way until it has visited all squares of `left`. The path begins at `start` and
    /// has reached `at`. Records the start and the end of each complete path. Stops when no new ends can be found.
    fn walk(&mut self, start: usize, at: usize, left: u32) {
        if left == 0 {
            self.ends[start] |= 1 << at;
            self.ends[at] |= 1 << start;
            return;
        }
        // Every remaining square is already known to be the end of a path from `start`.
        if left & !self.ends[start] == 0 {
            return;
        }
        // A square that has only one free neighbour and is not one move from the knight must be the last square. Only
        // one square can be the last.
        let mut dead = 0;
        let mut rest = left;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let exits = (self.neighbours[square] & (left | 1 << at)).count_ones();
            if exits == 0 {
                return;
            }
            dead += u32::from(exits == 1 && self.neighbours[square] >> at & 1 == 0);
            if dead > 1 {
                return;
            }
        }
        let mut next = self.neighbours[at] & left;
        while next != 0 {
            let to = next.trailing_zeros() as usize;
            next &= next - 1;
            self.walk(start, to, left & !(1 << to));
        }
    }

    fn number(&self, square: Square) -> usize {
        self.squares.iter().position(|&other| other == square).unwrap()
    }

    pub(crate) fn joins(&self, start: Square, end: Square) -> bool {
        self.ends[self.number(start)] >> self.number(end) & 1 == 1
    }

    pub(crate) fn starts(&self, start: Square) -> bool {
        self.ends[self.number(start)] != 0
    }

    pub(crate) fn open(&self) -> bool {
        self.ends.iter().any(|&ends| ends != 0)
    }

    pub(crate) fn closed(&self) -> bool {
        self.squares.len() > 2
            && self.ends.iter().zip(&self.neighbours).any(|(ends, neighbours)| ends & neighbours != 0)
    }
}

//! Finds tours of boards of three or four rows and any length in linear time, or determines that no tour exists.
//!
//! The theorems on the existence of tours have exceptions for narrow boards, and heuristics often fail on these boards.
//! But an exact method is fast: the automaton over columns has only a few thousand states. The method first goes
//! backwards from the last column, and finds the states from which the rest of the board can be completed. If the state
//! before the first column is not one of them, no tour exists. Otherwise, a walk forwards through these states cannot
//! fail. Far from the given ends of the tour and the borders of the board, the sets of states repeat with a small
//! period. Therefore the number of stored sets does not grow with the length of the board.
//!
//! The automaton is built at its first use. This takes a few milliseconds for three rows, and about a hundred
//! milliseconds for four rows. Five rows would need far more states.

mod automaton;

use std::sync::OnceLock;

use courser_board::{Board, Leaper, Square, TourSpec};

use crate::factor::Ends;
use crate::factor::rng::Rng;
use automaton::{Automaton, CYCLE, ColumnStep, EMPTY, EndRows, PATH, StateSet};

/// Returns whether this module supports the board. The board must be for the knight, and must have no holes. The
/// smaller side must be at most 4.
pub fn serves(board: &Board) -> bool {
    board.rows().min(board.cols()) <= 4 && board.leaper() == Leaper::KNIGHT && board.hole_count() == 0
}

/// Finds a knight's tour of a narrow board. Returns the row-major indices of the squares in visiting order, or `None`
/// if no tour exists.
///
/// A closed tour begins at the first square of the board, unless the spec gives both the start and the end of the tour.
/// If only the last square of an open tour is given, the returned list begins with this square and must be read
/// backwards. A different seed gives a different tour if several tours exist.
///
/// # Panics
/// Panics if the board is not narrow (see [`serves`]), or if it has 2^32 squares or more.
///
/// ```
/// use courser_board::{Board, Kind, Square, Tour, TourSpec};
/// use courser_solve::narrow;
///
/// let board: Board = "3x10".parse()?;
/// let order = narrow::tour(&TourSpec::closed(&board), 0).unwrap();
/// assert_eq!(Tour::new(board, order).unwrap().kind(), Kind::Closed);
///
/// assert_eq!(narrow::tour(&TourSpec::closed(&"3x8".parse()?), 0), None);
/// assert_eq!(narrow::tour(&TourSpec::open(&"4x9".parse()?).starting_at(Square::new(1, 0))?, 0), None);
/// # Ok::<(), courser_board::BoardError>(())
/// ```
pub fn tour(spec: &TourSpec, seed: u64) -> Option<Vec<u32>> {
    let board = spec.board();
    assert!(board.cells() < 1 << 32, "a {board} board has too many squares");
    let strip = match NarrowBoard::new(spec) {
        Ok(strip) => strip,
        Err(answer) => return answer.then(|| vec![0]),
    };
    strip.tour(seed)
}

/// Returns whether a narrow board has the requested tour. The time is almost independent of the length of the board.
///
/// # Panics
/// Panics if the board is not narrow (see [`serves`]).
pub fn exists(spec: &TourSpec) -> bool {
    NarrowBoard::new(spec).map_or_else(|answer| answer, |strip| strip.good().is_some())
}

/// A board of three or four rows and at least as many columns, with the required ends.
struct NarrowBoard {
    automaton: &'static Automaton,
    cols: u32,
    /// True if the rows and columns of the requested board are swapped.
    turned: bool,
    ends: Ends,
}

/// Consecutive columns. In each of these columns, the same rows are allowed for the ends of the tour.
struct ColumnRun {
    cols: u32,
    allowed: EndRows,
}

/// For each column of a [`ColumnRun`], the states from which the rest of the board can be completed.
struct CompletableStates {
    run: ColumnRun,
    /// The sets of states, indexed by the number of remaining columns of `run`. If the sets become periodic, the list
    /// ends after the first period, which consists of `period` sets. For more columns, this period repeats.
    sets: Vec<StateSet>,
    period: usize,
}

impl NarrowBoard {
    /// Prepares the board.
    ///
    /// # Errors
    /// Returns an error if the board is too narrow for the automaton. The error value is true if the tour exists.
    fn new(spec: &TourSpec) -> Result<Self, bool> {
        static AUTOMATA: [OnceLock<Automaton>; 2] = [OnceLock::new(), OnceLock::new()];
        let board = spec.board();
        assert!(serves(board), "{board:?} is not a narrow knight's board");
        let (rows, cols) = (board.rows(), board.cols());
        let (width, length) = (rows.min(cols), rows.max(cols));
        if width < 3 {
            // A board with at most two rows or at most two columns has no tour. The only exception is the open tour of
            // a board of one square.
            return Err(length == 1 && !spec.is_closed());
        }
        let turned = rows > cols;
        let ends = Ends::of(spec).map(|square| if turned { Square::new(square.col, square.row) } else { square });
        let automaton = AUTOMATA[width as usize - 3].get_or_init(|| Automaton::new(width as usize));
        Ok(Self { automaton, cols: length, turned, ends })
    }

    /// Returns the board as runs of columns, from left to right.
    fn runs(&self) -> Vec<ColumnRun> {
        let sets = |allowed: &dyn Fn(u8) -> bool| -> EndRows {
            (0..1_u8 << self.automaton.width).filter(|&ends| allowed(ends)).map(|ends| 1 << ends).sum()
        };
        // A free end can be in any row of any column.
        let (mut given, free) = self.ends.given();
        given.sort_by_key(|square| square.col);
        let mut runs = Vec::new();
        let mut next = 0;
        let blank = sets(&|ends| ends.count_ones() <= free);
        for column in given.chunk_by(|a, b| a.col == b.col) {
            let col = column[0].col;
            let here: u8 = column.iter().fold(0, |rows, square| rows | 1 << square.row);
            runs.push(ColumnRun { cols: col - next, allowed: blank });
            runs.push(ColumnRun {
                cols: 1,
                allowed: sets(&|ends| ends & here == here && (ends & !here).count_ones() <= free),
            });
            next = col + 1;
        }
        runs.push(ColumnRun { cols: self.cols - next, allowed: blank });
        runs
    }

    /// Divides the board into runs of consecutive columns. Returns one element for each run, from left to right. An
    /// element contains the completable states after each column of its run. Returns `None` if no tour exists.
    fn good(&self) -> Option<Vec<CompletableStates>> {
        let mut last = vec![false; self.automaton.states()];
        last[if self.ends == Ends::Closed { CYCLE } else { PATH } as usize] = true;
        let mut all = Vec::new();
        for run in self.runs().into_iter().rev() {
            let (good, first) = CompletableStates::new(self.automaton, run, last);
            all.push(good);
            last = first;
        }
        all.reverse();
        last[EMPTY as usize].then_some(all)
    }

    fn tour(&self, seed: u64) -> Option<Vec<u32>> {
        let mut rng = Rng::new(seed);
        let mut links = Links::new(self.automaton.width as u32, self.cols);
        let mut state = EMPTY;
        let mut col = 0;
        for good in self.good()? {
            for left in (0..good.run.cols).rev() {
                let step = self.automaton.choose(state, good.at(left), good.run.allowed, &mut rng)?;
                links.add(self.automaton, col, step);
                state = step.next;
                col += 1;
            }
        }
        let start = match self.ends {
            Ends::Closed => 0,
            Ends::Open => links.ends[0],
            Ends::From(start) | Ends::FromTo(start, _) => links.cell(start.col, start.row),
        };
        Some(links.order(start, self.turned))
    }
}

impl CompletableStates {
    /// Computes the set of completable states after each column of `run`. `last` is the set after the last column. Also
    /// returns the set of completable states before the first column.
    fn new(automaton: &Automaton, run: ColumnRun, last: StateSet) -> (Self, StateSet) {
        let mut sets = vec![last];
        let mut period = 1;
        while sets.len() <= run.cols as usize {
            let next = automaton.before(&sets[sets.len() - 1], run.allowed);
            // Each set determines the set of the preceding column. Therefore the sets are periodic as soon as one of
            // them repeats.
            if let Some(seen) = sets.iter().rposition(|set| *set == next) {
                period = sets.len() - seen;
                break;
            }
            sets.push(next);
        }
        let good = Self { run, sets, period };
        let first = good.at(good.run.cols).to_vec();
        (good, first)
    }

    /// Returns the states from which the tour can be completed if `left` columns of the [`ColumnRun`] remain.
    fn at(&self, left: u32) -> &[bool] {
        let (left, sets) = (left as usize, self.sets.len());
        if left < sets {
            return &self.sets[left];
        }
        let repeat = sets - self.period;
        &self.sets[repeat + (left - repeat) % self.period]
    }
}

/// The edges of a tour under construction. Cells are numbered column by column, from top to bottom.
struct Links {
    width: u32,
    cols: u32,
    /// The two neighbours of each cell on the tour. The cell itself replaces a missing neighbour.
    neighbours: Vec<[u32; 2]>,
    /// Cells of the ends of the tour.
    ends: Vec<u32>,
}

impl Links {
    fn new(width: u32, cols: u32) -> Self {
        let neighbours = (0..width * cols).map(|cell| [cell; 2]).collect();
        Self { width, cols, neighbours, ends: Vec::new() }
    }

    fn cell(&self, col: u32, row: u32) -> u32 {
        col * self.width + row
    }

    /// Adds the edges and the ends of `step`, which adds column `col`.
    fn add(&mut self, automaton: &Automaton, col: u32, step: ColumnStep) {
        for (number, edge) in automaton.edges.iter().enumerate() {
            if step.edges >> number & 1 == 1 {
                let from = self.cell(col - u32::from(edge.back), edge.from.into());
                let to = self.cell(col, edge.to.into());
                for (cell, other) in [(from, to), (to, from)] {
                    let slots = &mut self.neighbours[cell as usize];
                    *slots = [other, slots[0]];
                }
            }
        }
        let rows = (0..self.width).filter(|row| step.ends >> row & 1 == 1);
        self.ends.extend(rows.map(|row| col * self.width + row));
    }

    /// Returns the row-major indices of the squares in visiting order.
    fn order(&self, start: u32, turned: bool) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.neighbours.len());
        let (mut before, mut at) = (start, start);
        loop {
            let (col, row) = (at / self.width, at % self.width);
            order.push(if turned { at } else { row * self.cols + col });
            let [a, b] = self.neighbours[at as usize];
            let next = if a == before { b } else { a };
            if next == start || next == at {
                return order;
            }
            (before, at) = (at, next);
        }
    }
}

//! Measures of the picture of a tour: turns and crossings, from its visit numbers row by row.
//!
//! The moves of a row are bits, one word per 64 squares and one set of words per direction, so that a measure of all
//! squares is a few additions of set bits. Only the rows that a move spans are kept: a board may be far larger than memory.

use std::collections::VecDeque;

use crate::proof::Numbers;
use crate::{Board, Leaper, Move, MoveOrder, Tour};

/// The measures of one tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Measures {
    /// The number of squares where the direction changes; the ends of an open tour are not turns.
    pub turns: u64,
    /// The number of pairs of moves that cross. Moves that share a square or lie along each other do not.
    pub crossings: u64,
}

impl Measures {
    /// Measures a tour in memory.
    ///
    /// ```
    /// use courser_board::{Board, Tour, measure::Measures};
    ///
    /// let board: Board = "3x4".parse().unwrap();
    /// let tour = Tour::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
    /// let measures = Measures::of(&tour);
    /// assert_eq!((measures.turns, measures.crossings), (10, 20));
    /// ```
    pub fn of(tour: &Tour) -> Self {
        let mut measurer = Measurer::new(tour.board());
        measurer.push(Numbers::Narrow(&tour.visits()));
        measurer.finish()
    }
}

/// The moves down from the squares of one row, by direction: a bit per square, the first column lowest.
pub type RowMoves = Vec<Vec<u64>>;

/// The moves of the last rows, the newest last.
#[derive(Debug)]
pub struct MoveWindow {
    /// The directions of moves down, and of moves to the right in one row.
    steps: Vec<Move>,
    rows: VecDeque<RowMoves>,
}

impl MoveWindow {
    /// The moves of direction `step` in the row `up` rows above the newest, if the board has such a row.
    fn row(&self, up: usize, step: usize) -> Option<&[u64]> {
        let at = self.rows.len().checked_sub(1 + up)?;
        Some(&self.rows[at][step])
    }

    /// Counts the columns of the newest row with a move of direction `step` where the row `up` rows above has a move of
    /// direction `other` that begins `right` columns to the right.
    fn count_both(&self, step: usize, (up, right, other): (usize, i32, usize)) -> u64 {
        let (Some(new), Some(old)) = (self.row(0, step), self.row(up, other)) else { return 0 };
        let (words, bits) = (right.div_euclid(64) as isize, right.rem_euclid(64) as u32);
        let word = |at: isize| usize::try_from(at).ok().and_then(|at| old.get(at)).copied().unwrap_or(0);
        let both = |(at, &new): (isize, &u64)| {
            let high = if bits == 0 { 0 } else { word(at + words + 1) << (64 - bits) };
            u64::from((new & (word(at + words) >> bits | high)).count_ones())
        };
        (0..).zip(new).map(both).sum()
    }
}

/// Counts the moves that begin in the newest row.
pub fn moves(window: &MoveWindow) -> u64 {
    let count = |step| window.row(0, step).into_iter().flatten().map(|word| u64::from(word.count_ones())).sum::<u64>();
    (0..window.steps.len()).map(count).sum()
}

/// Counts the squares of the newest row that the tour goes straight through.
pub fn straight(window: &MoveWindow) -> u64 {
    let straight = |(at, step): (usize, &Move)| window.count_both(at, (step.row as usize, -step.col, at));
    window.steps.iter().enumerate().map(straight).sum()
}

/// Counts the crossings of moves that begin in the newest row with each other and with moves from above.
pub fn crossings(window: &MoveWindow, pairs: &[Crossing]) -> u64 {
    pairs.iter().map(|pair| window.count_both(pair.step, (pair.up, pair.right, pair.other))).sum()
}

/// A pair of moves that cross: one that begins in a row, and one that begins `up` rows above and `right` columns to the
/// right of it.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    step: usize,
    up: usize,
    right: i32,
    other: usize,
}

impl Crossing {
    /// Returns all pairs of moves that cross, each once.
    fn all(steps: &[Move]) -> Vec<Self> {
        let reach = steps.iter().map(|step| step.row.max(step.col.abs())).max().unwrap_or(0);
        let mut pairs = Vec::new();
        for (step, by) in steps.iter().enumerate() {
            for (other, with) in steps.iter().enumerate() {
                for up in 0..reach {
                    // Of two moves of one row the left one is the other.
                    let until = if up == 0 { 0 } else { 2 * reach };
                    for right in -2 * reach..until {
                        let begin = (-up, right);
                        if cross((by.row, by.col), begin, (begin.0 + with.row, begin.1 + with.col)) {
                            pairs.push(Self { step, up: up as usize, right, other });
                        }
                    }
                }
            }
        }
        pairs
    }
}

/// Returns whether the segment from the origin to `a` and the one from `b` to `c` cross within both.
fn cross(a: (i32, i32), b: (i32, i32), c: (i32, i32)) -> bool {
    let side = |p: (i32, i32), q: (i32, i32), r: (i32, i32)| {
        let [p, q, r] = [p, q, r].map(|(row, col)| (i64::from(row), i64::from(col)));
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side((0, 0), a, b) * side((0, 0), a, c) < 0 && side(b, c, (0, 0)) * side(b, c, a) < 0
}

/// Measures a tour whose visit numbers come row by row, from the top.
#[derive(Debug)]
pub struct Measurer {
    cols: usize,
    visits: u64,
    window: MoveWindow,
    pairs: Vec<Crossing>,
    /// The last rows of visit numbers: those whose moves down are not all known.
    held: VecDeque<Vec<u64>>,
    /// Rows that a move spans, at most.
    reach: usize,
    moves: u64,
    straight: u64,
    crossings: u64,
}

impl Measurer {
    /// A measurer of a tour of `board`, before its first row.
    pub fn new(board: &Board) -> Self {
        let steps = steps(board.leaper());
        Self {
            cols: board.cols() as usize,
            visits: board.playable(),
            pairs: Crossing::all(&steps),
            window: MoveWindow { steps, rows: VecDeque::new() },
            held: VecDeque::new(),
            reach: board.leaper().s() as usize,
            moves: 0,
            straight: 0,
            crossings: 0,
        }
    }

    /// Takes the visit numbers of the next rows: from 1, and 0 for a hole.
    ///
    /// # Panics
    /// If a row is not whole.
    pub fn push(&mut self, visits: Numbers<'_>) {
        assert!(visits.len().is_multiple_of(self.cols), "rows are whole");
        match visits {
            Numbers::Narrow(visits) => visits.chunks(self.cols).for_each(|row| self.push_row(row)),
            Numbers::Wide(visits) => visits.chunks(self.cols).for_each(|row| self.push_row(row)),
        }
    }

    fn push_row<T: Copy + Into<u64>>(&mut self, visits: &[T]) {
        let spare = if self.held.len() > self.reach { self.held.pop_front() } else { None };
        let mut row = spare.unwrap_or_default();
        row.clear();
        row.extend(visits.iter().map(|&visit| visit.into()));
        self.held.push_back(row);
        if self.held.len() > self.reach {
            self.measure_row();
        }
    }

    /// Measures the oldest row held, whose moves down are all known.
    fn measure_row(&mut self) {
        let words = self.cols.div_ceil(64);
        // The row that leaves the window gives its memory to the one that enters it.
        let spare = if self.window.rows.len() > self.reach { self.window.rows.pop_front() } else { None };
        let mut row = spare.unwrap_or_else(|| vec![vec![0; words]; self.window.steps.len()]);
        for (step, words) in self.window.steps.iter().zip(&mut row) {
            mark(&self.held[0], &self.held[step.row as usize], step.col, self.visits, words);
        }
        self.window.rows.push_back(row);
        self.moves += moves(&self.window);
        self.straight += straight(&self.window);
        self.crossings += crossings(&self.window, &self.pairs);
    }

    /// Returns the measures, once all rows of a tour were pushed.
    pub fn finish(mut self) -> Measures {
        let below = vec![0_u64; self.cols];
        (0..self.reach).for_each(|_| self.push_row(&below));
        // A square with two moves is straight or a turn; an open tour has two squares with one, or a single one with none.
        let between = if self.moves == self.visits { self.moves } else { self.moves.saturating_sub(1) };
        Measures { turns: between - self.straight, crossings: self.crossings }
    }
}

/// Returns the moves down of a leaper, and those to the right in one row.
fn steps(leaper: Leaper) -> Vec<Move> {
    let mut steps = leaper.moves(MoveOrder::SLIDES);
    steps.retain(|step| step.row > 0 || (step.row == 0 && step.col > 0));
    steps
}

/// Sets the bits of the squares of the row `from` whose number is one more or one less than the one `right` columns to
/// the right in the row `to`; the first and the last number of a tour differ by one too.
fn mark(from: &[u64], to: &[u64], right: i32, last: u64, words: &mut [u64]) {
    words.fill(0);
    let skip = usize::try_from(-right).unwrap_or(0);
    let ahead = usize::try_from(right).unwrap_or(0);
    let pairs = from.iter().skip(skip).zip(to.iter().skip(ahead));
    for (at, (&a, &b)) in (skip..).zip(pairs) {
        let apart = a.abs_diff(b);
        let is_move = ((apart == 1) | (apart + 1 == last)) & (a != 0) & (b != 0);
        words[at / 64] |= u64::from(is_move) << (at % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts turns and crossings of the moves one by one, without bits.
    fn counted(tour: &Tour) -> (u64, u64) {
        let squares: Vec<(i32, i32)> = tour.squares().map(|square| (square.row as i32, square.col as i32)).collect();
        let is_closed = tour.kind() == crate::Kind::Closed;
        let ends = if is_closed { squares.iter().take(2) } else { squares.iter().take(0) };
        let walk: Vec<(i32, i32)> = squares.iter().chain(ends).copied().collect();
        let turns =
            walk.windows(3).filter(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1) != (w[2].0 - w[1].0, w[2].1 - w[1].1));
        let moves: Vec<_> = walk.windows(2).take(squares.len()).map(|pair| (pair[0], pair[1])).collect();
        let from = |origin: (i32, i32), to: (i32, i32)| (to.0 - origin.0, to.1 - origin.1);
        let crossing = |one: usize, other: usize| {
            let (a, b) = (moves[one], moves[other]);
            cross(from(a.0, a.1), from(a.0, b.0), from(a.0, b.1))
        };
        let crossings = (0..moves.len()).map(|one| (0..one).filter(|&other| crossing(one, other)).count() as u64);
        (turns.count() as u64, crossings.sum())
    }

    /// Follows Warnsdorff's rule, with steps taken back, on a board small enough for that.
    fn tour(board: &Board) -> Tour {
        fn go(board: &Board, order: &mut Vec<u32>) -> bool {
            if order.len() as u64 == board.playable() {
                return true;
            }
            let free = |order: &[u32], from: u64| {
                let near = board.neighbours(board.at(from)).map(|square| board.index(square) as u32);
                near.filter(|square| !order.contains(square)).collect::<Vec<_>>()
            };
            let mut next = free(order, u64::from(order[order.len() - 1]));
            next.sort_by_key(|&square| free(order, square.into()).len());
            next.into_iter().any(|square| {
                order.push(square);
                go(board, order) || order.pop().is_none()
            })
        }
        let mut order = vec![0];
        assert!(go(board, &mut order), "{board}");
        Tour::new(board.clone(), order).unwrap()
    }

    #[test]
    fn bits_count_the_turns_and_crossings_that_a_walk_counts() {
        let knight = ["3x4", "5x5", "6x6", "8x8"].map(|size| size.parse::<Board>().unwrap());
        let wazir = ["1x1", "1x2", "2x70", "4x5"]
            .map(|size| size.parse::<Board>().unwrap().with_leaper("wazir".parse().unwrap()));
        let holed = Board::new(5, 6).unwrap().with_holes([crate::Square::new(4, 4), crate::Square::new(4, 5)]).unwrap();
        for board in knight.iter().chain(&wazir).chain([&holed]) {
            let tour = tour(board);
            let measures = Measures::of(&tour);
            assert_eq!((measures.turns, measures.crossings), counted(&tour), "{board}");
        }
    }

    #[test]
    fn rows_pushed_together_or_one_by_one_are_measured_alike() {
        let tour = tour(&"8x8".parse().unwrap());
        let visits: Vec<u64> = tour.visits().into_iter().map(u64::from).collect();
        let mut measurer = Measurer::new(tour.board());
        measurer.push(Numbers::Wide(&visits[..24]));
        measurer.push(Numbers::Wide(&visits[24..]));
        assert_eq!(measurer.finish(), Measures::of(&tour));
    }
}

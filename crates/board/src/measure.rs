//! Computes measures of the drawing of a tour: turns, crossings, angles and more. The input consists of the visit
//! numbers, row by row.
//!
//! The moves of a row are stored as bits, one word per 64 squares and one set of words per direction. A few bit
//! operations per row then count pairs of moves. The number of stored rows is the number of rows that a move spans.
//! Therefore a board can be far larger than memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::proof::VisitNumbers;
use crate::{Board, Kind, Leaper, Move, MoveOrder, Square, Tour};

/// Result of comparing the sums of a tour's visit numbers in the rows, columns and diagonals of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Sums {
    /// Two rows or two columns have different sums, or the board has a hole.
    #[default]
    Different,
    /// All rows have the same sum, and all columns have the same sum.
    SemiMagic,
    /// All rows, all columns and both diagonals of a square board have the same sum.
    Magic,
}

/// The measures of one tour.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Measures {
    /// Number of squares at which the direction changes. The ends of an open tour are not turns.
    pub turns: u64,
    /// Number of pairs of moves that cross. Moves that share a square or overlap on a line do not cross.
    pub crossings: u64,
    /// Number of moves in the longest straight run.
    pub straight: u64,
    /// Area enclosed by a closed tour, in squares. `None` for an open tour.
    ///
    /// Each region is multiplied by its winding number. Regions that the tour encloses in opposite directions have
    /// winding numbers of opposite sign, so the area of some tours is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    /// Number of different wedges. A wedge is the pair of directions from a square to its two neighbours on the tour. A
    /// knight's tour has at most 28 different wedges. D. E. Knuth, "Hamiltonian Paths and Cycles" (2025), seems to use
    /// the same definition of a wedge.
    pub wedges: u64,
    /// Number of squares for each angle. The key is the angle in degrees between the two moves of a square.
    pub angles: BTreeMap<u32, u64>,
    /// Number of moves by direction. The key is the [name](direction_name) of the direction.
    pub moves: BTreeMap<String, u64>,
    /// Result of comparing the sums of visit numbers along rows, columns and diagonals.
    pub sums: Sums,
}

impl Measures {
    /// Measures a tour on a board without joined sides. A tour whose ends are one move apart is measured as a closed
    /// tour.
    ///
    /// ```
    /// use courser_board::{Board, Tour, measure::Measures};
    ///
    /// let board: Board = "3x4".parse().unwrap();
    /// let tour = Tour::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
    /// let measures = Measures::of(&tour);
    /// assert_eq!((measures.turns, measures.crossings, measures.straight), (10, 20, 1));
    /// ```
    pub fn of(tour: &Tour) -> Self {
        Self::by(TourStatistics::new(tour.board()), tour)
    }

    /// Measures a tour like [`Measures::of`], but always as an open tour, even if its ends are one move apart.
    ///
    /// ```
    /// use courser_board::{Board, Leaper, Tour, measure::Measures};
    ///
    /// let board = "2x2".parse::<Board>().unwrap().with_leaper(Leaper::new(0, 1).unwrap());
    /// let tour = Tour::new(board, vec![0, 1, 3, 2]).unwrap();
    /// assert_eq!((Measures::of(&tour).turns, Measures::of(&tour).area), (4, Some(1.0)));
    /// assert_eq!((Measures::of_open(&tour).turns, Measures::of_open(&tour).area), (2, None));
    /// ```
    pub fn of_open(tour: &Tour) -> Self {
        Self::by(TourStatistics { closing: 0, ..TourStatistics::new(tour.board()) }, tour)
    }

    fn by(mut measurer: TourStatistics, tour: &Tour) -> Self {
        measurer.push(VisitNumbers::Narrow(&tour.visits()));
        measurer.finish()
    }

    /// Returns the names of all possible measures of a tour with this leaper and kind. A tour can lack some angles or
    /// directions. For such a tour, [`named`](Self::named) returns fewer names.
    pub fn names(leaper: Leaper, kind: Kind) -> BTreeSet<String> {
        let steps = steps(leaper);
        let angle = |pair: MovePairs| match pair.kind {
            MovePair::Angle(angle) => Some(format!("angle {angle}")),
            MovePair::Crossing => None,
        };
        let angles = MovePairs::all(&steps).into_iter().filter_map(angle);
        let moves = steps.iter().map(|step| format!("moves {}", direction_name([step.row.into(), step.col.into()])));
        let others = ["turns", "crossings", "straight", "wedges", "area"].into_iter();
        let others = others.filter(|&name| name != "area" || kind == Kind::Closed).map(str::to_owned);
        angles.chain(moves).chain(others).collect()
    }

    /// Returns all measures, each with its name.
    pub fn named(&self) -> BTreeMap<String, f64> {
        let (turns, crossings) = (("turns", self.turns), ("crossings", self.crossings));
        let counts = [turns, crossings, ("straight", self.straight), ("wedges", self.wedges)];
        let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), count));
        let angles = self.angles.iter().map(|(angle, &count)| (format!("angle {angle}"), count));
        let moves = self.moves.iter().map(|(name, &count)| (format!("moves {name}"), count));
        let area = self.area.map(|area| ("area".to_owned(), area));
        counts.chain(angles).chain(moves).map(|(name, count)| (name, count as f64)).chain(area).collect()
    }
}

/// Returns the name of a direction, such as `1,2`. The name contains the number of columns to the right, followed by
/// the number of rows up. The argument contains the number of rows down, followed by the number of columns to the
/// right.
pub fn direction_name([row, col]: [i64; 2]) -> String {
    let [row, col] = if (col, row) < (0, 0) { [-row, -col] } else { [row, col] };
    format!("{col},{}", -row)
}

/// The relation of two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MovePair {
    /// The moves cross at a point that is an end of neither move.
    Crossing,
    /// The moves share a square. Contains the angle between the moves, in degrees.
    Angle(u32),
}

impl MovePair {
    /// Returns the relation of two moves, each given by its two squares. Returns `None` if the moves neither cross nor
    /// share a square.
    ///
    /// ```
    /// use courser_board::{Square, measure::MovePair};
    ///
    /// let [a, b, c] = [(0, 0), (1, 2), (2, 4)].map(|(row, col)| Square::new(row, col));
    /// assert_eq!(MovePair::of([a, b], [b, c]), Some(MovePair::Angle(180)));
    /// ```
    pub fn of(one: [Square; 2], other: [Square; 2]) -> Option<Self> {
        let step = |from: Square, to: Square| {
            [i64::from(to.row) - i64::from(from.row), i64::from(to.col) - i64::from(from.col)]
        };
        let cross = |[a, b]: [i64; 2], [c, d]: [i64; 2]| a * d - b * c;
        for (from, to) in [(one[0], one[1]), (one[1], one[0])] {
            if let Some(at) = other.iter().position(|&square| square == from) {
                let (a, b) = (step(from, to), step(from, other[1 - at]));
                let angle = (cross(a, b).abs() as f64).atan2((a[0] * b[0] + a[1] * b[1]) as f64);
                return Some(Self::Angle(angle.to_degrees().round() as u32));
            }
        }
        let are_parted = |[a, b]: [Square; 2], [c, d]: [Square; 2]| {
            cross(step(a, b), step(a, c)).signum() * cross(step(a, b), step(a, d)).signum() < 0
        };
        (are_parted(one, other) && are_parted(other, one)).then_some(Self::Crossing)
    }
}

/// A class of pairs of moves. In every pair, the first move has the direction `step`, and the second move has the
/// direction `other`. The second move begins `up` rows above and `right` columns to the right of the square on which
/// the first move begins. Therefore the relation `kind` is the same for all pairs of the class.
#[derive(Clone, Debug)]
struct MovePairs {
    kind: MovePair,
    step: usize,
    up: usize,
    right: i32,
    other: usize,
    /// Number of pairs of this class, counted so far.
    count: u64,
}

impl MovePairs {
    /// Returns all classes of pairs of moves that cross or share a square. Each class occurs once, with a count of 0.
    fn all(steps: &[Move]) -> Vec<Self> {
        let reach = steps.iter().map(|step| step.row.max(step.col.abs())).max().unwrap_or(0);
        let square = |row: i32, col: i32| Square::new((row + reach) as u32, (col + 3 * reach) as u32);
        let mut pairs = Vec::new();
        for (step, by) in steps.iter().enumerate() {
            for (other, with) in steps.iter().enumerate() {
                for up in 0..=reach {
                    // Each pair is counted once. If both moves begin in the same row, the second move begins to the
                    // left of the first. If both moves begin on the same square, the second move's direction has the
                    // lower index.
                    let until = if up == 0 { -i32::from(other >= step) } else { 2 * reach };
                    for right in -2 * reach..=until {
                        let begin = [square(0, 0), square(by.row, by.col)];
                        let above = [square(-up, right), square(with.row - up, with.col + right)];
                        if let Some(kind) = MovePair::of(begin, above) {
                            pairs.push(Self { kind, step, up: up as usize, right, other, count: 0 });
                        }
                    }
                }
            }
        }
        pairs
    }
}

/// The downward moves from the squares of one row, and the moves to the right within this row. The moves are grouped by
/// direction.
#[derive(Clone, Debug)]
struct MoveRow {
    /// For each direction, one bit per square of the row. The bit is 1 if the tour uses the square's move in this
    /// direction. The lowest bit belongs to the first column.
    moves: Vec<Vec<u64>>,
    /// For each direction and square: the number of moves in the straight run whose last move starts on this square in
    /// this direction. The number is 0 if no such move exists.
    runs: Vec<Vec<u32>>,
}

/// An accumulator that computes the measures of a tour. The visit numbers of the tour are given row by row, from the
/// top.
#[derive(Clone, Debug)]
pub struct TourStatistics {
    cols: usize,
    visits: u64,
    /// Visit number of the square from which the closing move leads back to the square with the number 1. The value is
    /// 0 if the tour is measured as an open tour.
    closing: u64,
    /// Directions of the leaper's downward moves, and of its moves to the right within a row.
    steps: Vec<Move>,
    pairs: Vec<MovePairs>,
    /// Visit numbers of the most recent rows, whose downward moves are not all known yet.
    held: VecDeque<Vec<u64>>,
    /// Moves of the most recent rows, with the newest row last.
    window: VecDeque<MoveRow>,
    /// Maximum number of rows that a move spans.
    reach: usize,
    /// Number of measured rows.
    rows: i64,
    /// Number of moves in each direction.
    moves: Vec<u64>,
    straight: u32,
    /// Twice the area to the left of the tour, minus twice the area to its right.
    area: i64,
    lines: LineSums,
}

/// The sums of the visit numbers along rows, columns and diagonals, computed row by row.
#[derive(Clone, Debug)]
struct LineSums {
    /// Sum of the first row, or `None` before the first row is added.
    row: Option<u128>,
    /// True if all rows so far have the same sum and contain no hole.
    are_equal: bool,
    cols: Vec<u128>,
    /// Sums of the two diagonals, in this order: from the top left to the bottom right, and from the bottom left to the
    /// top right.
    diagonals: [u128; 2],
    rows: usize,
}

impl LineSums {
    fn new(cols: usize) -> Self {
        Self { row: None, are_equal: true, cols: vec![0; cols], diagonals: [0; 2], rows: 0 }
    }

    fn push<T: Copy + Into<u64>>(&mut self, visits: &[T]) {
        if !self.are_equal {
            return;
        }
        let mut sum = 0;
        for (total, &visit) in self.cols.iter_mut().zip(visits) {
            let visit: u64 = visit.into();
            self.are_equal &= visit > 0;
            sum += u128::from(visit);
            *total += u128::from(visit);
        }
        self.are_equal &= *self.row.get_or_insert(sum) == sum;
        for (sum, col) in self.diagonals.iter_mut().zip([Some(self.rows), self.cols.len().checked_sub(self.rows + 1)]) {
            *sum += col.and_then(|col| visits.get(col)).map_or(0, |&visit| u128::from(visit.into()));
        }
        self.rows += 1;
    }

    fn sums(&self) -> Sums {
        let is_semi_magic = self.are_equal && self.cols.iter().all(|&sum| sum == self.cols[0]);
        let is_magic = self.rows == self.cols.len() && self.diagonals.iter().all(|&sum| Some(sum) == self.row);
        match (is_semi_magic, is_magic) {
            (false, _) => Sums::Different,
            (true, false) => Sums::SemiMagic,
            (true, true) => Sums::Magic,
        }
    }
}

impl TourStatistics {
    /// Creates the statistics of a tour of `board`, before any row is added.
    pub fn new(board: &Board) -> Self {
        let steps = steps(board.leaper());
        Self {
            cols: board.cols() as usize,
            visits: board.playable(),
            closing: board.playable(),
            pairs: MovePairs::all(&steps),
            moves: vec![0; steps.len()],
            steps,
            held: VecDeque::new(),
            window: VecDeque::new(),
            reach: board.leaper().s() as usize,
            rows: 0,
            straight: 0,
            area: 0,
            lines: LineSums::new(board.cols() as usize),
        }
    }

    /// Appends the visit numbers of the next rows. Visit numbers count from 1; 0 is a hole.
    ///
    /// # Panics
    /// Panics if a row is incomplete.
    pub fn push(&mut self, visits: VisitNumbers<'_>) {
        assert!(visits.len().is_multiple_of(self.cols), "rows are whole");
        match visits {
            VisitNumbers::Narrow(visits) => visits.chunks(self.cols).for_each(|row| self.push_visits(row)),
            VisitNumbers::Wide(visits) => visits.chunks(self.cols).for_each(|row| self.push_visits(row)),
        }
    }

    fn push_visits<T: Copy + Into<u64>>(&mut self, visits: &[T]) {
        self.lines.push(visits);
        self.push_row(visits);
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

    /// Measures the oldest stored row, whose downward moves are all known.
    fn measure_row(&mut self) {
        let (cols, steps) = (self.cols, self.steps.len());
        // The memory of the row that leaves the window is reused for the next row.
        let spare = if self.window.len() > self.reach { self.window.pop_front() } else { None };
        let mut row = spare.unwrap_or_else(|| MoveRow {
            moves: vec![vec![0; cols.div_ceil(64)]; steps],
            runs: vec![vec![0; cols]; steps],
        });
        for (step, words) in self.steps.iter().zip(&mut row.moves) {
            mark(&self.held[0], &self.held[step.row as usize], step.col, self.closing, words);
        }
        row.runs.iter_mut().for_each(|runs| runs.fill(0));
        self.window.push_back(row);
        (0..steps).for_each(|step| self.follow(step));
        self.rows += 1;
        for at in 0..self.pairs.len() {
            self.pairs[at].count += self.count(&self.pairs[at]);
        }
    }

    /// Processes the moves of one direction in the newest row: counts the moves, updates the lengths of their runs, and
    /// adds their contributions to the area.
    fn follow(&mut self, at: usize) {
        let (step, newest) = (self.steps[at], self.window.len() - 1);
        let (down, right) = (step.row as usize, step.col as isize);
        for word in 0..self.window[newest].moves[at].len() {
            let mut rest = self.window[newest].moves[at][word];
            self.moves[at] += u64::from(rest.count_ones());
            while rest != 0 {
                let col = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let before = newest.checked_sub(down).zip(col.checked_add_signed(-right));
                let run = before.and_then(|(row, col)| self.window[row].runs[at].get(col)).map_or(1, |run| run + 1);
                self.window[newest].runs[at][col] = run;
                self.straight = self.straight.max(run);
                let [from, to] = [self.held[0][col], self.held[down][col.saturating_add_signed(right)]];
                let is_forth = to == from + 1 || to == 1 && from == self.visits;
                let area = col as i64 * i64::from(step.row) - self.rows * i64::from(step.col);
                self.area += if is_forth { area } else { -area };
            }
        }
    }

    /// Counts the pairs of moves that have the relation and the relative position of `pair`. Only pairs whose first
    /// move begins in the newest row are counted.
    fn count(&self, pair: &MovePairs) -> u64 {
        let newest = self.window.len() - 1;
        let Some(above) = newest.checked_sub(pair.up) else { return 0 };
        let (new, old) = (&self.window[newest].moves[pair.step], &self.window[above].moves[pair.other]);
        let (words, bits) = (pair.right.div_euclid(64) as isize, pair.right.rem_euclid(64) as u32);
        let word = |at: isize| usize::try_from(at).ok().and_then(|at| old.get(at)).copied().unwrap_or(0);
        let both = |(at, &new): (isize, &u64)| {
            let high = if bits == 0 { 0 } else { word(at + words + 1) << (64 - bits) };
            u64::from((new & (word(at + words) >> bits | high)).count_ones())
        };
        (0..).zip(new).map(both).sum()
    }

    /// Returns the measures. All rows of the tour must have been added.
    pub fn finish(mut self) -> Measures {
        let below = vec![0_u64; self.cols];
        (0..self.reach).for_each(|_| self.push_row(&below));
        let is_closed = self.visits > 2 && self.moves.iter().sum::<u64>() == self.visits;
        let mut measures = Measures {
            straight: self.straight.into(),
            area: is_closed.then(|| self.area.unsigned_abs() as f64 / 2.0),
            sums: self.lines.sums(),
            ..Measures::default()
        };
        for (step, &count) in self.steps.iter().zip(&self.moves).filter(|&(_, &count)| count > 0) {
            measures.moves.insert(direction_name([step.row.into(), step.col.into()]), count);
        }
        for pair in self.pairs.iter().filter(|pair| pair.count > 0) {
            match pair.kind {
                MovePair::Crossing => measures.crossings += pair.count,
                MovePair::Angle(angle) => {
                    measures.wedges += 1;
                    *measures.angles.entry(angle).or_default() += pair.count;
                }
            }
        }
        measures.turns = measures.angles.iter().filter(|&(&angle, _)| angle != 180).map(|(_, count)| count).sum();
        measures
    }
}

/// Returns the downward moves of a leaper, and its moves to the right within a row.
fn steps(leaper: Leaper) -> Vec<Move> {
    let mut steps = leaper.moves(MoveOrder::SLIDES);
    steps.retain(|step| step.row > 0 || (step.row == 0 && step.col > 0));
    steps
}

/// Finds the moves from the row `from` to the row `to` that lead `right` columns to the right. For each of these moves,
/// sets the bit of the move's first square. A move joins two squares if their visit numbers differ by one. The closing
/// move joins the squares with the numbers 1 and `closing`. If the tour is measured as an open tour, `closing` is 0.
fn mark(from: &[u64], to: &[u64], right: i32, closing: u64, words: &mut [u64]) {
    words.fill(0);
    let skip = usize::try_from(-right).unwrap_or(0);
    let ahead = usize::try_from(right).unwrap_or(0);
    let pairs = from.iter().skip(skip).zip(to.iter().skip(ahead));
    for (at, (&a, &b)) in (skip..).zip(pairs) {
        let apart = a.abs_diff(b);
        let is_move = ((apart == 1) | (apart + 1 == closing)) & (a != 0) & (b != 0);
        words[at / 64] |= u64::from(is_move) << (at % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measures a tour by following it square by square, without bit operations.
    fn walked(tour: &Tour) -> Measures {
        let is_closed = tour.kind() == Kind::Closed;
        let mut squares: Vec<Square> = tour.squares().collect();
        squares.extend(squares.first().copied().filter(|_| is_closed));
        let moves: Vec<[Square; 2]> = squares.windows(2).map(|two| [two[0], two[1]]).collect();
        let step = |&[a, b]: &[Square; 2]| [i64::from(b.row) - i64::from(a.row), i64::from(b.col) - i64::from(a.col)];
        let mut steps: Vec<[i64; 2]> = moves.iter().map(step).collect();
        let mut measures = Measures::default();
        for &step in &steps {
            *measures.moves.entry(direction_name(step)).or_default() += 1;
        }
        // The segments cross if they have a common point at which the parameters of both segments are in (0, 1).
        let crosses = |one: &[Square; 2], other: &[Square; 2]| {
            let ([a, b], [c, d], [e, f]) = (step(one), step(other), step(&[one[0], other[0]]));
            let det = a * d - b * c;
            let inside = |number: i64| number.signum() == det.signum() && number.abs() < det.abs();
            det != 0 && inside(e * d - f * c) && inside(e * b - f * a)
        };
        for (at, one) in moves.iter().enumerate() {
            measures.crossings += moves[..at].iter().filter(|other| crosses(one, other)).count() as u64;
        }
        if is_closed {
            let cross = |&[a, b]: &[Square; 2]| i64::from(a.col * b.row) - i64::from(b.col * a.row);
            measures.area = Some(moves.iter().map(cross).sum::<i64>().abs() as f64 / 2.0);
            steps.push(steps[0]);
        }
        let mut wedges = BTreeSet::new();
        for two in steps.windows(2) {
            let ([a, b], [c, d]) = (two[0], two[1]);
            let angle = ((a * d - b * c).abs() as f64).atan2(-(a * c + b * d) as f64).to_degrees();
            *measures.angles.entry(format!("{angle:.0}").parse().unwrap()).or_default() += 1;
            measures.turns += u64::from(two[0] != two[1]);
            wedges.insert([[-a, -b].min([c, d]), [-a, -b].max([c, d])]);
        }
        measures.wedges = wedges.len() as u64;
        let visits = tour.visits();
        let (rows, cols) = (tour.board().rows() as usize, tour.board().cols() as usize);
        let line = |squares: &mut dyn Iterator<Item = (usize, usize)>| {
            squares.map(|(row, col)| u64::from(visits[row * cols + col])).sum::<u64>()
        };
        let by_row: BTreeSet<u64> = (0..rows).map(|row| line(&mut (0..cols).map(|col| (row, col)))).collect();
        let by_col: BTreeSet<u64> = (0..cols).map(|col| line(&mut (0..rows).map(|row| (row, col)))).collect();
        let side = rows.min(cols);
        let diagonals = [line(&mut (0..side).map(|at| (at, at))), line(&mut (0..side).map(|at| (at, cols - 1 - at)))];
        if by_row.len() == 1 && by_col.len() == 1 && tour.board().hole_count() == 0 {
            let is_magic = rows == cols && diagonals.iter().all(|sum| by_row.contains(sum));
            measures.sums = if is_magic { Sums::Magic } else { Sums::SemiMagic };
        }
        // A run of equal moves can extend over the first square of a closed tour. Therefore the moves of a closed tour
        // are repeated.
        let around = if is_closed { steps[1..].repeat(2) } else { steps };
        measures.straight = around.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0) as u64;
        measures
    }

    /// Finds a tour by Warnsdorff's rule with backtracking, on a small board.
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
    fn bits_measure_what_a_walk_measures() {
        let knight = ["3x4", "5x5", "6x6", "8x8"].map(|size| size.parse::<Board>().unwrap());
        let wazir = ["1x1", "1x2", "2x70", "4x5"]
            .map(|size| size.parse::<Board>().unwrap().with_leaper("wazir".parse().unwrap()));
        let holed = Board::new(5, 6).unwrap().with_holes([Square::new(4, 4), Square::new(4, 5)]).unwrap();
        for board in knight.iter().chain(&wazir).chain([&holed]) {
            let tour = tour(board);
            let measures = Measures::of(&tour);
            assert_eq!(measures, walked(&tour), "{board}");
            let names = Measures::names(board.leaper(), tour.kind());
            assert!(measures.named().keys().all(|name| names.contains(name)), "{board}: {names:?}");
        }
    }

    #[test]
    fn rows_and_columns_with_the_same_sum_are_semi_magic() {
        // This is the tour of W. Beverley, "On the magic square of the knight's march" (1848). The sum of every row and
        // every column is 260.
        let beverley = "1 30 47 52 5 28 43 54\n48 51 2 29 44 53 6 27\n31 46 49 4 25 8 55 42\n50 3 32 45 56 41 26 7\n\
                        33 62 15 20 9 24 39 58\n16 19 34 61 40 57 10 23\n63 14 17 36 21 12 59 38\n18 35 64 13 60 37 22 11\n";
        let found = crate::format::read(beverley.as_bytes(), None, None).unwrap().remove(0);
        let order = found.squares.iter().map(|&square| found.board.index(square) as u32).collect();
        let tour = Tour::new(found.board, order).unwrap();
        assert_eq!((Measures::of(&tour).sums, walked(&tour).sums), (Sums::SemiMagic, Sums::SemiMagic));
        let sums = |rows: &[[u32; 3]]| {
            let mut lines = LineSums::new(3);
            rows.iter().for_each(|row| lines.push(row));
            lines.sums()
        };
        assert_eq!(sums(&[[2, 7, 6], [9, 5, 1], [4, 3, 8]]), Sums::Magic);
        assert_eq!(sums(&[[9, 5, 1], [2, 7, 6], [4, 3, 8]]), Sums::SemiMagic);
        assert_eq!(sums(&[[2, 7, 6], [9, 5, 1], [4, 8, 3]]), Sums::Different);
        assert_eq!(sums(&[[0, 0, 0], [0, 0, 0]]), Sums::Different);
        assert_eq!(sums(&[[1, 1, 1], [1, 1, 1]]), Sums::SemiMagic);
        assert_eq!(Sums::SemiMagic.to_string(), "semi-magic");
    }

    #[test]
    fn rows_pushed_together_or_one_by_one_are_measured_alike() {
        let tour = tour(&"8x8".parse().unwrap());
        let visits: Vec<u64> = tour.visits().into_iter().map(u64::from).collect();
        let mut measurer = TourStatistics::new(tour.board());
        measurer.push(VisitNumbers::Wide(&visits[..24]));
        measurer.push(VisitNumbers::Wide(&visits[24..]));
        assert_eq!(measurer.finish(), Measures::of(&tour));
    }
}

//! The setup of a run: the board, the start, the moves, and the squares near a knight.

use std::ops::Range;
use std::sync::Arc;

use courser_board::{Board, Move, MoveOrder, Square};
use courser_solve::relay::{MAX_TRIES, Rect, RelayPlan};
use courser_solve::warnsdorff::{Rule, Walker};

use crate::cycle::relay::Relay;
use crate::cycle::rule::{self, OrderLeg};
use crate::cycle::{A_MOVE, Cell, Phase, Status};
use crate::schedule::Schedule;
use crate::{EngineError, Result};

/// The parameters of a run: the board, the start, the rule, the move order, and data derived from these parameters.
///
/// The board has at most [`Setup::MAX_CELLS`] squares, and the start is not a hole.
#[derive(Clone, Debug)]
pub struct Setup {
    board: Board,
    start: Square,
    walker: Walker,
    moves: Vec<Move>,
    ball: Vec<(i32, i32)>,
    legs: Vec<OrderLeg>,
    relay: Option<Arc<Relay>>,
}

impl Setup {
    /// Maximum number of squares of a board, including holes. Indices are 32-bit numbers, and one value is a sentinel.
    pub const MAX_CELLS: u64 = u32::MAX as u64 - 1;

    /// Creates the setup of a run on `board`. The knight starts on `start`, follows Warnsdorff's rule and examines its
    /// neighbours in the order `order`.
    ///
    /// # Errors
    /// [`EngineError::Start`] if the start is not a square of the board, [`EngineError::CycleSize`] if the board is too
    /// large.
    pub fn new(board: Board, start: Square, order: MoveOrder) -> Result<Self> {
        Self::by_rule(board, start, Walker { order, ..Walker::default() })
    }

    /// Creates the setup of a run on `board` from `start`. The rule, the move order, the seed and the number of the
    /// knight are those of `walker`. The run gives the same tour as [`run_with`](courser_solve::warnsdorff::run_with).
    ///
    /// # Errors
    /// Returns the errors of [`Setup::new`]. Also returns [`EngineError::Rule`] if the rule does not apply to the board
    /// and the start, and [`EngineError::RothSides`] if a side of the board is too long for the rule `roth`.
    pub fn by_rule(board: Board, start: Square, walker: Walker) -> Result<Self> {
        board.playable_square(start)?;
        if board.cells() > Self::MAX_CELLS {
            let (squares, max) = (board.cells(), Self::MAX_CELLS);
            let needed = cpu_memory(squares);
            return Err(EngineError::CycleSize { board, squares, max, needed });
        }
        // Removes the moves that are longer than the board. Therefore no sum of jumps can overflow, either in this
        // struct or in a shader.
        let fits = |by: &Move| by.row.unsigned_abs() < board.rows() && by.col.unsigned_abs() < board.cols();
        let moves: Vec<Move> = board.leaper().moves(walker.order).into_iter().filter(fits).collect();
        let ball = ball(&moves);
        if walker.rule == Rule::Roth {
            check_sides(&board, &moves)?;
        }
        let mut setup = Self { board, start, walker, moves, ball, legs: Vec::new(), relay: None };
        setup.legs = rule::legs(&setup, &walker)?;
        Ok(setup)
    }

    /// Creates the setup of a relay: one knight per region of the plan, with the plan's rule and seed.
    ///
    /// # Errors
    /// See [`Setup::new`].
    pub fn relay_by(plan: &RelayPlan) -> Result<Self> {
        let board = Board::new(plan.rows, plan.cols)?;
        let walker = Walker { rule: plan.rule(), order: MoveOrder::LEXICOGRAPHIC, seed: plan.seed(), knight: 0 };
        let setup = Self::by_rule(board, plan.start, walker)?;
        Ok(Self { relay: Some(Arc::new(Relay::new(plan))), ..setup })
    }

    /// Returns the regions of a relay, or `None` if a single knight tours the whole board.
    pub(crate) fn relay(&self) -> Option<&Relay> {
        self.relay.as_deref()
    }

    /// Returns the number of knights: one per region in a relay, otherwise 1.
    pub fn knights(&self) -> usize {
        self.relay().map_or(1, Relay::knights)
    }

    /// Returns the rectangle of the whole board.
    pub(crate) const fn whole(&self) -> Rect {
        Rect { top: 0, left: 0, rows: self.board.rows(), cols: self.board.cols() }
    }

    /// Converts the requested schedule to the effective schedule. The knights of a relay are spread over the whole
    /// board, so their passes always cover the whole board.
    pub(crate) fn laid(&self, schedule: Schedule) -> Schedule {
        if self.relay.is_some() { Schedule::Whole } else { schedule }
    }

    /// Returns the visit number that follows `visit` in the region of this square.
    pub(crate) fn after_visit(&self, square: u32, visit: u32) -> u32 {
        self.relay().map_or(visit + 1, |relay| relay.visit_at(square, relay.position(square, visit) + 1))
    }

    /// Returns whether this square is the last square of a knight's path. `visit` is the visit number of the square.
    pub(crate) fn is_last(&self, square: u32, visit: u32) -> bool {
        match self.relay() {
            None => visit == self.playable(),
            Some(relay) => relay.position(square, visit) + 1 == relay.region(square).rect.squares(),
        }
    }

    /// Combines the statuses of all knights into the status of the run. The run is running while any knight is running.
    /// The number of visits is the sum for all knights.
    pub(crate) fn fold(&self, statuses: &[Status]) -> Status {
        match self.relay() {
            None => statuses[0],
            Some(relay) => relay.fold(statuses),
        }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the square on which the knight starts.
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Returns the rule, the move order, the seed and the knight's number.
    pub const fn walker(&self) -> &Walker {
        &self.walker
    }

    /// Returns the legs of the knight's tour, each with its move order. There are at most eight legs.
    pub(crate) fn legs(&self) -> &[OrderLeg] {
        &self.legs
    }

    /// Returns the distinct moves that fit on the board, in the order in which they are examined.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the offsets (rows down, columns right) from a knight to all squares at most two moves away. Each offset
    /// occurs once, and the first offset is (0, 0).
    ///
    /// No pass changes any other square: *pull* changes the squares that the knight leaves and enters, *rank* changes
    /// ranks at most one move away, and *decide* changes choices at most two moves away.
    pub fn ball(&self) -> &[(i32, i32)] {
        &self.ball
    }

    /// Returns a function from offsets to indices. For an offset, the function returns the index of the square at this
    /// offset from the square with index `from`. This square can be a hole. The function returns `None` if the square
    /// is outside the board or outside the region of `from`.
    #[inline]
    pub(crate) fn indices_from(&self, from: u32) -> impl Fn((i32, i32)) -> Option<u32> {
        let from = self.board.at(from.into());
        let region = self.relay().map(|relay| (relay, relay.knight(from)));
        move |offset| {
            let there = from.offset(offset).filter(|&there| self.board.contains(there))?;
            let is_inside = region.is_none_or(|(relay, knight)| relay.knight(there) == knight);
            is_inside.then(|| self.board.index(there) as u32)
        }
    }

    /// Returns the number of squares in a tour.
    pub fn playable(&self) -> u32 {
        self.board.playable() as u32
    }

    /// Checks that `passes` does not exceed the maximum number of passes of a run. A tour has fewer moves than squares,
    /// and a relay has at most [`MAX_TRIES`] tries per knight.
    ///
    /// # Errors
    /// [`EngineError::Damaged`] if `passes` exceeds the maximum. This check stops a run on a device that never reports
    /// the end.
    pub(crate) fn check_end(&self, passes: u64) -> Result<()> {
        let tries = if self.relay.is_some() { u64::from(MAX_TRIES) } else { 1 };
        if passes > tries * A_MOVE * (u64::from(self.playable()) + 1) {
            return Err(EngineError::Damaged(format!("the run does not end: {passes} passes are done")));
        }
        Ok(())
    }

    /// State of the start square before the first pass: the knight has arrived on this square.
    pub(crate) const FIRST_CELL: Cell = Cell { visit: 1, phase: Phase::Arrived as u32, rank: 0, next: 0 };

    /// Returns the initial states of the squares with these indices. An initial state is the state before the first
    /// pass.
    pub(crate) fn first_cells(&self, squares: Range<u64>) -> Vec<Cell> {
        let hole = Cell { visit: Cell::HOLE, ..Cell::default() };
        let mut cells = vec![Cell::default(); (squares.end - squares.start) as usize];
        if self.board.hole_count() > 0 {
            for (_, cell) in squares.clone().zip(&mut cells).filter(|(index, _)| self.board.is_hole(*index)) {
                *cell = hole;
            }
        }
        if let Some(relay) = self.relay() {
            relay.place(squares, &mut cells);
            return cells;
        }
        let start = self.board.index(self.start);
        if squares.contains(&start) {
            cells[(start - squares.start) as usize] = Self::FIRST_CELL;
        }
        cells
    }

    /// Returns the status of every knight before the first pass.
    pub(crate) fn first_statuses(&self) -> Vec<Status> {
        let at = |start: u32| Status { at: start, to: start, ..Status::default() };
        match self.relay() {
            None => vec![at(self.board.index(self.start) as u32)],
            Some(relay) => relay.entries().map(at).collect(),
        }
    }
}

/// Returns the main memory, in bytes, that a run with this many squares needs for the returned state and the visiting
/// order. A run on any device needs this memory.
pub(super) const fn host_memory(squares: u64) -> u64 {
    squares.saturating_mul(size_of::<Cell>() as u64 + size_of::<u32>() as u64)
}

/// Returns the memory, in bytes, for a run on the CPU: [`host_memory`] and two states.
pub(super) const fn cpu_memory(squares: u64) -> u64 {
    host_memory(squares).saturating_add(squares.saturating_mul(2 * size_of::<Cell>() as u64))
}

/// Checks that the rule `roth` can compare squared distances on this board: the difference of two squared distances
/// must fit in a signed 32-bit integer.
///
/// # Errors
/// [`EngineError::RothSides`] if a side of the board is too long.
fn check_sides(board: &Board, moves: &[Move]) -> Result<()> {
    const MAX_SQUARES: u64 = 1 << 30;
    // Maximum side length for which squared distances fit 32 bits and are compared directly.
    const MAX_SIDE: u32 = 46_340;
    if board.rows().max(board.cols()) <= MAX_SIDE {
        return Ok(());
    }
    let gain = |by: &Move| {
        let (row, col) = (u64::from(by.row.unsigned_abs()), u64::from(by.col.unsigned_abs()));
        u64::from(board.rows()) * row + u64::from(board.cols()) * col + row * row + col * col
    };
    let needed = moves.iter().map(gain).max().unwrap_or(0);
    if needed >= MAX_SQUARES {
        return Err(EngineError::RothSides { board: board.clone(), needed, max: MAX_SQUARES });
    }
    Ok(())
}

/// Returns the distinct offsets that can be reached in at most two moves. The first offset is (0, 0).
fn ball(moves: &[Move]) -> Vec<(i32, i32)> {
    let steps: Vec<(i32, i32)> = std::iter::once((0, 0)).chain(moves.iter().map(|by| (by.row, by.col))).collect();
    let mut ball: Vec<(i32, i32)> = Vec::new();
    for one in &steps {
        for two in &steps {
            let sum = (one.0 + two.0, one.1 + two.1);
            if !ball.contains(&sum) {
                ball.push(sum);
            }
        }
    }
    ball
}

#[cfg(test)]
mod tests {
    use courser_board::Leaper;

    use super::*;

    #[test]
    fn no_leaper_reaches_more_than_41_squares_in_two_moves() {
        for r in 0..12 {
            for s in r.max(1)..12 {
                let ball = ball(&Leaper::new(r, s).unwrap().moves(MoveOrder::SLIDES));
                assert!(ball.len() <= 41, "the {r},{s} leaper reaches {}", ball.len());
                assert_eq!(ball[0], (0, 0));
            }
        }
        assert_eq!(ball(&Leaper::KNIGHT.moves(MoveOrder::SLIDES)).len(), 41);
    }
}

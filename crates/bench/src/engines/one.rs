//! One tour on one core of the CPU, by a method that is done with it in one go.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use courser_board::{Board, MoveOrder, Square, Tour, TourSpec};
use courser_solve::chain::{Chain, by_search};
use courser_solve::factor;
use courser_solve::search::{self, Found, SearchOptions};
use courser_solve::warnsdorff::{End, Rule, Ways, backtrack, run};

use super::{Engine, Times, closed_if_even, good_start, timed};
use crate::BenchError;
use crate::case::{STEPS, regions};

/// Rounds of factor and merge; without holes the first has always been enough.
const ROUNDS: u32 = 8;

/// Makes the squares of a tour, in visiting order.
type Make = Box<dyn Fn(&Board) -> Result<Vec<u32>, BenchError>>;

/// A method that makes one tour.
pub(super) struct OneTour {
    board: Board,
    make: Make,
    last: Vec<u32>,
}

impl OneTour {
    fn new(board: &Board, make: Make) -> Self {
        Self { board: board.clone(), make, last: Vec::new() }
    }

    pub(super) fn warnsdorff(board: &Board) -> Result<Self, BenchError> {
        let start = good_start(board)?;
        Ok(Self::new(
            board,
            Box::new(move |board| Ok(run(board, start, Rule::Warnsdorff, MoveOrder::SLIDES, 0)?.order)),
        ))
    }

    pub(super) fn depth_first(board: &Board) -> Self {
        Self::new(board, Box::new(depth_first))
    }

    pub(super) fn search(board: &Board) -> Self {
        let make = |board: &Board| match search::tour(&TourSpec::open(board), &SearchOptions::default()) {
            Ok(Found::Tour(tour)) => Ok(tour.order().to_vec()),
            Ok(_) => Err(BenchError::NoTour("the search finds no tour".into())),
            Err(error) => Err(BenchError::NoTour(error.to_string())),
        };
        Self::new(board, Box::new(make))
    }

    pub(super) fn factor(board: &Board) -> Self {
        let make = |board: &Board| {
            factor::tour(&closed_if_even(board), 0, ROUNDS).map_err(|error| BenchError::NoTour(error.to_string()))
        };
        Self::new(board, Box::new(make))
    }

    /// Regions row by row, to the right and back again.
    pub(super) fn regions(board: &Board) -> Result<Self, BenchError> {
        let none = || BenchError::NoTour("no equal regions of sides from 5 to 16 divide the board".into());
        let (rows, cols) = regions(board).ok_or_else(none)?;
        let mut text = String::new();
        for down in 0..board.rows() / rows {
            let across = board.cols() / cols;
            for step in 0..across {
                let col = cols * if down % 2 == 0 { step } else { across - 1 - step };
                let at = Square::new(down * rows, col).name(board.rows());
                let _ = writeln!(text, "{rows}x{cols} at {at}");
            }
        }
        let chain = Chain::parse(&text, board).map_err(|error| BenchError::NoTour(error.to_string()))?;
        let make = move |_: &Board| {
            let tour = chain.tour(false, &mut by_search(&SearchOptions::default()));
            Ok(tour.map_err(|error| BenchError::NoTour(error.to_string()))?.order().to_vec())
        };
        Ok(Self::new(board, Box::new(make)))
    }
}

impl Engine for OneTour {
    fn board(&self) -> &Board {
        &self.board
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        self.last = timed(&mut times.compute, || (self.make)(&self.board))?;
        Ok(())
    }

    fn check(&mut self) -> Result<(), BenchError> {
        Tour::new(self.board.clone(), self.last.clone())?;
        Ok(())
    }
}

/// Depth-first search in the slides' order: the baseline of everything else.
fn depth_first(board: &Board) -> Result<Vec<u32>, BenchError> {
    let Some(start) = board.squares().next() else {
        return Err(BenchError::NoTour("the board has no squares".into()));
    };
    // Half of the steps go forward.
    let on_back = &mut |back, _| if back < STEPS / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    let found = backtrack(board, start, None, MoveOrder::SLIDES, Ways::Plain { seed: None }, on_back)?.outcome;
    match found.end {
        End::Complete => Ok(found.order),
        End::Stuck => Err(BenchError::NoTour("no tour begins at the first square".into())),
        End::Stopped => Err(BenchError::NoTour(format!("no tour within {STEPS} steps"))),
    }
}

//! The plans whose visit numbers are computed several rows at a time.

use std::ops::Range;

use courser_board::{Leaper, Square};
use courser_solve::tame::Minimised;

use super::cpu::BandMaker;

/// A plan from which the visit numbers of a board are computed, several rows at a time.
#[derive(Clone, Debug)]
pub enum StreamedTour {
    /// A mosaic: the visit number of a square follows from the position of the square in the tiles.
    Mosaic(courser_solve::mosaic::MosaicPlan),
    /// A tame tour of lines and heels: the visit number of a square follows from two tables.
    Tame(courser_solve::tame::TamePlan),
    /// A relay: each region is toured by its own knight.
    Relay(courser_solve::relay::RelayPlan),
}

impl StreamedTour {
    /// Returns the name of the method.
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Mosaic(_) => "mosaic",
            Self::Tame(plan) => match plan.minimised {
                Minimised::Turns => "tame",
                Minimised::Crossings => "tame-crossings",
            },
            Self::Relay(_) => "relay",
        }
    }

    /// Returns the first square of the tour.
    pub const fn start(&self) -> Square {
        match self {
            Self::Mosaic(plan) => plan.start,
            Self::Tame(plan) => plan.start,
            Self::Relay(plan) => plan.start,
        }
    }

    /// Returns whether the last square of the tour is one move from the first square. This is possible even if an open
    /// tour was requested. For a relay, returns whether the tour was planned as a closed tour.
    pub fn is_closed(&self) -> bool {
        let (rows, cols, closed) = self.shape();
        if closed || matches!(self, Self::Relay(_)) {
            return closed;
        }
        let squares = u64::from(rows) * u64::from(cols);
        let around = (1..=8).filter_map(|code| self.start().offset(Leaper::KNIGHT.step(code)));
        around.filter(|there| there.row < rows && there.col < cols).any(|there| self.visit(there) == squares)
    }

    /// Returns three values: the number of rows, the number of columns, and a flag that is true if the tour is closed.
    pub(super) fn shape(&self) -> (u32, u32, bool) {
        match self {
            Self::Mosaic(plan) => plan.shape(),
            Self::Tame(plan) => plan.shape(),
            Self::Relay(plan) => plan.shape(),
        }
    }

    /// Returns the visit number of a square, computed from the plan of its tour.
    ///
    /// # Panics
    /// Panics if the tour is a relay.
    pub(super) fn visit(&self, square: Square) -> u64 {
        match self {
            Self::Mosaic(plan) => plan.visit(square),
            Self::Tame(plan) => plan.visit(square),
            Self::Relay(_) => panic!("the knights of a relay number their squares"),
        }
    }

    /// Returns the rows of the board that belong to the row of tiles with index `number`. On the board of a tame tour,
    /// each group of eight rows counts as a row of tiles.
    pub(super) fn tile_row(&self, number: u32) -> Range<u32> {
        let Self::Mosaic(plan) = self else { return 8 * number..8 * (number + 1) };
        let mut before = 0;
        for zone in &plan.row_zones {
            if number < before + zone.count {
                let top = zone.start + (number - before) * zone.size;
                return top..top + zone.size;
            }
            before += zone.count;
        }
        unreachable!("the plan has {before} rows of tiles")
    }
}

//! Computes a route from a map: the distances between stops, the order of the stops, and the moves between them.

use courser_board::Square;

use super::distances::{Distances, way};
use super::exact::{self, MovesLeft};
use super::{HuntError, HuntOptions, MAX_CELLS, MAX_FAST, Map, Route, bound, fast};

/// The distances between the stops of a map. Stop 0 is the knight's square. Stops 1 to n are the treasures.
#[derive(Clone, Debug)]
pub struct Chart<'map> {
    map: &'map Map,
    pub(super) distances: Distances,
}

/// A route, and a lower bound for the number of moves of any route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteAnswer {
    /// The checked route.
    pub route: Route,
    /// Lower bound for the number of moves. No route with the same options has fewer moves.
    pub at_least: usize,
}

impl<'map> Chart<'map> {
    /// Measures the distances between the stops, in time proportional to the number of squares times the number of
    /// stops.
    ///
    /// # Errors
    /// [`HuntError::Unreachable`] if a treasure cannot be reached; [`HuntError::TooLarge`] or [`HuntError::TooMany`] if
    /// the board or the number of treasures is too large.
    pub fn new(map: &'map Map) -> Result<Self, HuntError> {
        let board = map.board();
        if board.cells() > MAX_CELLS {
            return Err(HuntError::TooLarge(board.cells()));
        }
        let treasures = map.treasures().len();
        if treasures > MAX_FAST {
            return Err(HuntError::TooMany(treasures));
        }
        let stops: Vec<Square> = [map.start()].into_iter().chain(map.treasures().iter().map(|t| t.square)).collect();
        let distances = Distances::measure(board, &stops).map_err(|lost| {
            let treasure = map.treasures()[lost - 1];
            HuntError::Unreachable {
                line: treasure.line,
                column: treasure.column,
                treasure: treasure.square,
                start: map.start(),
                rows: board.rows(),
            }
        })?;
        Ok(Self { map, distances })
    }

    /// Returns the number of bytes of memory that [`exact`](Self::exact) needs.
    pub fn exact_memory(&self) -> u64 {
        exact::memory(&self.distances, HuntOptions::default())
    }

    /// Finds a route that is proven to be shortest.
    ///
    /// # Errors
    /// [`HuntError::TooManyForExact`] if the order is free and there are more treasures than
    /// [`MAX_EXACT`](super::MAX_EXACT).
    pub fn exact(&self, terms: HuntOptions) -> Result<RouteAnswer, HuntError> {
        let order = if terms.in_order {
            self.in_order()
        } else {
            MovesLeft::new(self.distances.clone(), terms, 0, u64::MAX)?.order()
        };
        let route = self.route(&order, terms);
        Ok(RouteAnswer { at_least: route.moves(), route })
    }

    /// Finds a short route, and a lower bound for the number of moves of any route.
    pub fn fast(&self, terms: HuntOptions) -> RouteAnswer {
        let order = if terms.in_order { self.in_order() } else { fast::order(&self.distances, terms.home) };
        let route = self.route(&order, terms);
        let moves = route.moves();
        let at_least = if terms.in_order { moves } else { bound::at_least(&self.distances, terms.home, moves) };
        RouteAnswer { at_least, route }
    }

    fn in_order(&self) -> Vec<usize> {
        (1..self.distances.stops).collect()
    }

    /// Makes and checks the route that visits the stops in the sequence given by `order`.
    fn route(&self, order: &[usize], terms: HuntOptions) -> Route {
        let (board, treasures) = (self.map.board(), self.map.treasures());
        let mut squares = vec![self.map.start()];
        let mut at = self.map.start();
        let targets = order.iter().map(|&stop| treasures[stop - 1].square);
        for to in targets.chain(terms.home.then_some(self.map.start())) {
            way(board, at, to, &mut squares);
            at = to;
        }
        let route = Route::new(self.map, squares, terms).expect("the way is built of moves from stop to stop");
        debug_assert_eq!(route.moves() as u64, self.distances.length(order, terms.home), "the chart knows the moves");
        route
    }
}

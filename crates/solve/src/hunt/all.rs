//! Counts or lists all shortest routes of a hunt.
//!
//! A *state* consists of a square and the set of treasures that remain to be collected. A route is a sequence of
//! states. The exact number of remaining moves is known for each state. Therefore the shortest routes are the sequences
//! in which every move reduces this number by one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use courser_board::Square;
use num_bigint::BigUint;

use super::distances::flood;
use super::exact::MovesLeft;
use super::{Chart, HuntError, HuntOptions, Map, Route};

/// Estimated number of bytes per state of a layer. The estimate includes the memory of a small count and the state's
/// share of the tree nodes.
const PLACE: u64 = 96;

/// The set of the remaining treasures, as a mask, and the square of the knight. [`MovesLeft`] uses the same masks.
type HuntState = (usize, Square);

/// All shortest routes of a map, in a form for counting and listing.
///
/// ```
/// use courser_solve::hunt::{Map, ShortestRoutes, HuntOptions};
///
/// let map = Map::parse("N * *\n* * *\n* * x\n").unwrap();
/// let shortest = ShortestRoutes::new(&map, HuntOptions::default(), u64::MAX).unwrap();
/// assert_eq!((shortest.moves(), shortest.count().unwrap().to_string()), (4, "2".into()));
/// ```
#[derive(Debug)]
pub struct ShortestRoutes<'map> {
    map: &'map Map,
    terms: HuntOptions,
    left: MovesLeft,
    /// Distance in moves from each stop to each square, as one list per stop.
    away: Vec<Vec<u32>>,
    memory: u64,
}

impl<'map> ShortestRoutes<'map> {
    /// Prepares the counting and listing of the shortest routes. The precomputed tables take at most about
    /// `memory` bytes. Every treasure must be reachable.
    ///
    /// # Errors
    /// [`HuntError::TooManyForExact`] if the map has too many treasures for an exact search; [`HuntError::Memory`] if
    /// more than `memory` bytes are needed. Also returns the errors of [`Chart::new`](super::Chart::new), such as
    /// [`HuntError::Unreachable`].
    pub fn new(map: &'map Map, terms: HuntOptions, memory: u64) -> Result<Self, HuntError> {
        let chart = Chart::new(map)?;
        let fields = 4 * map.board().cells() * (map.treasures().len() as u64 + 1);
        let left = MovesLeft::new(chart.distances, terms, fields, memory)?;
        let stops = [map.start()].into_iter().chain(map.treasures().iter().map(|treasure| treasure.square));
        let away = stops.map(|stop| flood(map.board(), stop, None)).collect();
        Ok(Self { map, terms, left, away, memory })
    }

    /// Returns the number of moves of a route. All routes have the same number of moves.
    pub fn moves(&self) -> usize {
        self.moves_left(self.first()) as usize
    }

    /// Counts the routes, one layer of states per move.
    ///
    /// # Errors
    /// [`HuntError::Memory`] if a layer needs too much memory.
    pub fn count(&self) -> Result<BigUint, HuntError> {
        let mut layer = BTreeMap::from([(self.first(), BigUint::from(1_u32))]);
        for _ in 0..self.moves() {
            let mut next: BTreeMap<HuntState, BigUint> = BTreeMap::new();
            for (&place, routes) in &layer {
                self.next(place).for_each(|to| *next.entry(to).or_default() += routes);
            }
            layer = next;
            let needed = 2 * layer.len() as u64 * PLACE;
            if needed > self.memory {
                return Err(HuntError::Memory { needed, memory: self.memory });
            }
        }
        Ok(layer.values().sum())
    }

    /// Calls `on_route` with each route, until `on_route` returns `Break`. The routes are in lexicographic order of
    /// their moves.
    pub fn each(&self, on_route: &mut dyn FnMut(Route) -> ControlFlow<()>) {
        let mut ways: Vec<Vec<HuntState>> = vec![vec![self.first()]];
        let mut squares: Vec<Square> = Vec::new();
        while let Some(way) = ways.last_mut() {
            let Some(place) = way.pop() else {
                ways.pop();
                squares.pop();
                continue;
            };
            squares.push(place.1);
            if self.moves_left(place) == 0 {
                let route = Route::new(self.map, squares.iter().copied(), self.terms);
                if on_route(route.expect("every place on the way is a move on")).is_break() {
                    return;
                }
            }
            let mut next: Vec<HuntState> = self.next(place).collect();
            next.reverse();
            ways.push(next);
        }
    }

    /// Returns the state in which every route begins.
    fn first(&self) -> HuntState {
        (self.collect(self.left.all(), self.map.start()), self.map.start())
    }

    fn moves_left(&self, (set, square): HuntState) -> u64 {
        let at = self.map.board().index(square) as usize;
        self.left.best(set, |stop| self.away[stop][at]).0
    }

    /// Returns the treasures of `set` that remain after a visit to `square`.
    fn collect(&self, set: usize, square: Square) -> usize {
        let here = self.map.treasures().iter().position(|treasure| treasure.square == square);
        here.map_or(set, |treasure| self.left.without(set, treasure))
    }

    /// Returns the states that can follow `place` on a shortest route.
    fn next(&self, place: HuntState) -> impl Iterator<Item = HuntState> {
        let board = self.map.board();
        let left = self.moves_left(place);
        let places = board.neighbours(place.1).map(move |to| (self.collect(place.0, to), to));
        places.filter(move |&to| left > 0 && self.moves_left(to) < left)
    }
}

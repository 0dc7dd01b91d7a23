//! All shortest routes of a hunt: counted exactly, or handed on one by one.
//!
//! A breadth-first search over where the knight is and what is collected: a route is a way through these *places*, and
//! no other route is the same way. So a place's number of shortest routes is the sum of those of the places a move on,
//! and nothing is counted twice, whichever treasures a route passes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use courser_board::{MoveOrder, Square};
use num_bigint::BigUint;

use super::{HuntError, MAX_EXACT, Map, Route, Terms};

/// Bytes that a place takes while it is known, with its part of the tree and a short number.
const PLACE: u64 = 96;

/// Where the knight is and what is collected: the collected ones times the squares, plus the square.
type Place = u64;

/// Every shortest route of a map, in a form from which they are counted and listed.
///
/// ```
/// use courser_solve::hunt::{Map, Shortest, Terms};
///
/// let map = Map::parse("N * *\n* * *\n* * x\n").unwrap();
/// let shortest = Shortest::new(&map, Terms::default(), u64::MAX).unwrap();
/// assert_eq!((shortest.moves(), shortest.count().to_string()), (4, "2".into()));
/// ```
#[derive(Debug)]
pub struct Shortest<'map> {
    map: &'map Map,
    terms: Terms,
    /// For each number of moves made, the places from which the hunt can end in time, and the routes on from there.
    layers: Vec<BTreeMap<Place, BigUint>>,
}

impl<'map> Shortest<'map> {
    /// Finds the shortest routes, in at most about `memory` bytes; every treasure must be reachable.
    ///
    /// # Errors
    /// [`HuntError::TooManyForExact`], [`HuntError::Memory`], or [`HuntError::Unreachable`] as
    /// [`Chart::new`](super::Chart::new).
    pub fn new(map: &'map Map, terms: Terms, memory: u64) -> Result<Self, HuntError> {
        super::Chart::new(map)?;
        let treasures = map.treasures().len();
        if treasures > MAX_EXACT && !terms.in_order {
            return Err(HuntError::TooManyForExact { treasures });
        }
        let mut found = Self { map, terms, layers: Vec::new() };
        let first = found.collect(0, map.start()) * map.board().cells() + map.board().index(map.start());
        // A place that was reached in fewer moves is on no shortest route by way of this layer.
        let mut seen = std::collections::BTreeSet::from([first]);
        found.layers.push(BTreeMap::from([(first, BigUint::ZERO)]));
        while !found.layers[found.layers.len() - 1].keys().any(|&place| found.is_goal(place)) {
            let last = &found.layers[found.layers.len() - 1];
            let mut next = BTreeMap::new();
            for &place in last.keys() {
                for to in found.next(place) {
                    if !seen.contains(&to) {
                        next.insert(to, BigUint::ZERO);
                    }
                }
            }
            seen.extend(next.keys().copied());
            found.layers.push(next);
            let needed = 2 * seen.len() as u64 * PLACE;
            if needed > memory {
                return Err(HuntError::Memory { needed, memory });
            }
        }
        drop(seen);
        found.count_back();
        Ok(found)
    }

    /// Moves of each of the routes.
    pub const fn moves(&self) -> usize {
        self.layers.len() - 1
    }

    /// The number of the routes.
    pub fn count(&self) -> BigUint {
        self.layers[0].values().sum()
    }

    /// Calls `on_route` with the routes in the order of their moves, until it returns `Break`.
    pub fn each(&self, on_route: &mut dyn FnMut(Route) -> ControlFlow<()>) {
        let mut ways: Vec<Vec<Place>> = vec![self.layers[0].keys().copied().collect()];
        let mut places: Vec<Place> = Vec::new();
        while let Some(way) = ways.last_mut() {
            let Some(place) = way.pop() else {
                ways.pop();
                places.pop();
                continue;
            };
            places.push(place);
            if places.len() == self.layers.len() {
                let squares: Vec<Square> = places.iter().map(|&place| self.square(place)).collect();
                let route = Route::new(self.map, squares, self.terms).expect("every place on the way is a move on");
                if on_route(route).is_break() {
                    return;
                }
                places.pop();
                continue;
            }
            let layer = &self.layers[places.len()];
            let mut next: Vec<Place> = self.next(place).filter(|to| layer.contains_key(to)).collect();
            next.reverse();
            ways.push(next);
        }
    }

    /// From the last layer on: what cannot end in time is dropped, the others get their numbers.
    fn count_back(&mut self) {
        let mut after: Option<BTreeMap<Place, BigUint>> = None;
        for at in (0..self.layers.len()).rev() {
            let mut layer = std::mem::take(&mut self.layers[at]);
            for (&place, routes) in &mut layer {
                *routes = match &after {
                    None => BigUint::from(u32::from(self.is_goal(place))),
                    Some(after) => self.next(place).filter_map(|to| after.get(&to)).sum(),
                };
            }
            layer.retain(|_, routes| *routes != BigUint::ZERO);
            if let Some(after) = after.replace(layer) {
                self.layers[at + 1] = after;
            }
        }
        self.layers[0] = after.unwrap_or_default();
    }

    fn square(&self, place: Place) -> Square {
        self.map.board().at(place % self.map.board().cells())
    }

    /// What is collected once the knight has come to a square: a bit per treasure, or how many in their order.
    fn collect(&self, collected: u64, square: Square) -> u64 {
        let treasures = self.map.treasures();
        let Ok(here) = treasures.binary_search_by_key(&square, |treasure| treasure.square) else { return collected };
        match self.terms.in_order {
            true => collected + u64::from(here as u64 == collected),
            false => collected | 1 << here,
        }
    }

    fn is_goal(&self, place: Place) -> bool {
        let treasures = self.map.treasures().len();
        let all = if self.terms.in_order { treasures as u64 } else { (1 << treasures) - 1 };
        place / self.map.board().cells() == all && (!self.terms.home || self.square(place) == self.map.start())
    }

    fn next(&self, place: Place) -> impl Iterator<Item = Place> {
        let board = self.map.board();
        let (collected, from) = (place / board.cells(), self.square(place));
        let moves = board.leaper().moves(MoveOrder::SLIDES);
        moves
            .into_iter()
            .filter_map(move |by| board.step(from, by))
            .map(move |to| self.collect(collected, to) * board.cells() + board.index(to))
    }
}

//! How far it is from stop to stop, and the ways between them.

use courser_board::{Board, Move, MoveOrder, Square};
use rayon::prelude::*;

use super::{HuntError, MAX_FAST, Map, Route, Wish, bound, exact, fast};

/// The most squares of a board to hunt on: a breadth-first search takes eight bytes for each.
pub const MAX_CELLS: u64 = 1 << 26;

/// Boards of more squares are searched from one stop after another: memory for one search, not for one a core.
const ALONE: u64 = 1 << 22;

/// Not reached.
const FAR: u32 = u32::MAX;

/// The distances between the stops of a map: the knight's square (stop 0) and the treasures (stops 1 to n).
#[derive(Clone, Debug)]
pub struct Chart<'map> {
    map: &'map Map,
    distances: Distances,
}

/// A route, and what is known of all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The route.
    pub route: Route,
    /// No route that serves the same wish has fewer moves.
    pub at_least: usize,
}

/// Moves from stop to stop, a row a stop.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    stops: usize,
    table: Vec<u32>,
}

impl Distances {
    /// Stops, the start among them.
    pub(super) const fn stops(&self) -> usize {
        self.stops
    }

    /// Moves from one stop to another.
    #[inline]
    pub(super) fn between(&self, a: usize, b: usize) -> u32 {
        self.table[a * self.stops + b]
    }

    /// The distances of a stop to all others.
    pub(super) fn row(&self, a: usize) -> &[u32] {
        &self.table[a * self.stops..][..self.stops]
    }

    /// The longest of all.
    pub(super) fn longest(&self) -> u32 {
        self.table.iter().copied().max().unwrap_or(0)
    }

    /// Moves of a way through the stops in this order, from the start and perhaps back to it.
    pub(super) fn length(&self, order: &[usize], home: bool) -> u64 {
        let ends = [0].into_iter().chain(order.iter().copied());
        let next = order.iter().copied().chain(home.then_some(0));
        ends.zip(next).map(|(a, b)| u64::from(self.between(a, b))).sum()
    }
}

impl<'map> Chart<'map> {
    /// Measures the distances, in time proportional to squares times stops.
    ///
    /// # Errors
    /// [`HuntError::Unreachable`] if a treasure is; [`HuntError::TooLarge`] or [`HuntError::TooMany`].
    pub fn new(map: &'map Map) -> Result<Self, HuntError> {
        let board = map.board();
        if board.cells() > MAX_CELLS {
            return Err(HuntError::TooLarge { cells: board.cells() });
        }
        let treasures = map.treasures().len();
        if treasures > MAX_FAST {
            return Err(HuntError::TooMany { treasures });
        }
        let stops: Vec<Square> = [map.start()].into_iter().chain(map.treasures().iter().map(|t| t.square)).collect();
        let measure = |&from: &Square| {
            let reached = flood(board, from, &stops);
            stops.iter().map(|&stop| reached[board.index(stop) as usize]).collect::<Vec<u32>>()
        };
        // What cannot be reached from the start is known after the first flood.
        let first = measure(&stops[0]);
        if let Some(lost) = first.iter().position(|&distance| distance == FAR) {
            let treasure = map.treasures()[lost - 1];
            return Err(HuntError::Unreachable {
                line: treasure.line,
                column: treasure.column,
                treasure: treasure.square,
                start: map.start(),
                rows: board.rows(),
            });
        }
        let rest: Vec<Vec<u32>> = if board.cells() > ALONE {
            stops[1..].iter().map(measure).collect()
        } else {
            stops[1..].par_iter().map(measure).collect()
        };
        let table = [first].into_iter().chain(rest).flatten().collect();
        Ok(Self { map, distances: Distances { stops: stops.len(), table } })
    }

    /// Bytes that [`exact`](Self::exact) takes.
    pub fn exact_memory(&self) -> u64 {
        exact::memory(&self.distances)
    }

    /// A shortest route, proven.
    ///
    /// # Errors
    /// [`HuntError::TooManyForExact`] if any order will do and there are more treasures than [`MAX_EXACT`](super::MAX_EXACT).
    pub fn exact(&self, wish: Wish) -> Result<Answer, HuntError> {
        let order = if wish.in_order { self.in_order() } else { exact::order(&self.distances, wish.home)? };
        let route = self.route(&order, wish);
        Ok(Answer { at_least: route.moves(), route })
    }

    /// A good route, and how many moves any route takes at least.
    pub fn fast(&self, wish: Wish) -> Answer {
        if wish.in_order {
            let route = self.route(&self.in_order(), wish);
            return Answer { at_least: route.moves(), route };
        }
        let order = fast::order(&self.distances, wish.home);
        let route = self.route(&order, wish);
        let at_least = bound::at_least(&self.distances, wish.home, route.moves() as u64);
        Answer { at_least: at_least as usize, route }
    }

    fn in_order(&self) -> Vec<usize> {
        (1..self.distances.stops()).collect()
    }

    /// The way through the stops in this order, through the judge.
    fn route(&self, order: &[usize], wish: Wish) -> Route {
        let (board, treasures) = (self.map.board(), self.map.treasures());
        let mut squares = vec![self.map.start()];
        let mut at = self.map.start();
        let targets = order.iter().map(|&stop| treasures[stop - 1].square);
        for to in targets.chain(wish.home.then_some(self.map.start())) {
            // Flooded from the target, the way is downhill from where the knight is.
            let reached = flood(board, to, &[at]);
            let moves = board.leaper().moves(MoveOrder::SLIDES);
            while at != to {
                let here = reached[board.index(at) as usize];
                let nearer = |square: &Square| reached[board.index(*square) as usize] < here;
                at = steps(board, &moves, at).find(nearer).expect("a square that is reached has a nearer neighbour");
                squares.push(at);
            }
        }
        let route = Route::new(self.map, squares, wish).expect("the way is built of moves from stop to stop");
        debug_assert_eq!(route.moves() as u64, self.distances.length(order, wish.home), "the chart knows the moves");
        route
    }
}

fn steps(board: &Board, moves: &[Move], from: Square) -> impl Iterator<Item = Square> {
    moves.iter().filter_map(move |&by| board.step(from, by))
}

/// Breadth-first search: moves from `from` to every square, until all of `targets` are reached.
///
/// Squares farther than the last target may be left out.
fn flood(board: &Board, from: Square, targets: &[Square]) -> Vec<u32> {
    let moves = board.leaper().moves(MoveOrder::SLIDES);
    let mut reached = vec![FAR; board.cells() as usize];
    reached[board.index(from) as usize] = 0;
    let mut targets = targets.iter();
    let mut target = targets.next();
    let mut queue = vec![from];
    let mut next = Vec::new();
    for distance in 1.. {
        while target.is_some_and(|&square| reached[board.index(square) as usize] != FAR) {
            target = targets.next();
        }
        if target.is_none() || queue.is_empty() {
            break;
        }
        for &square in &queue {
            for to in steps(board, &moves, square) {
                let place = &mut reached[board.index(to) as usize];
                if *place == FAR {
                    *place = distance;
                    next.push(to);
                }
            }
        }
        queue.clear();
        std::mem::swap(&mut queue, &mut next);
    }
    reached
}

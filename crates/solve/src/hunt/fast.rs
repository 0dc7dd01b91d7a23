//! Finds a good order of the stops: starts with the nearest-neighbour order, and improves it until no small change
//! shortens the route.
//!
//! The changes are 2-opt (G. A. Croes, "A Method for Solving Traveling-Salesman Problems", 1958) and Or-opt (I. Or,
//! 1976), with double-bridge kicks between rounds (O. Martin, S. W. Otto and E. W. Felten, "Large-Step Markov Chains
//! for the Traveling Salesman Problem", 1991).

use super::distances::Distances;
use crate::factor::rng::Rng;

/// Maximum number of stops in a section. The method Or-opt removes a section from the order of the stops and inserts
/// the section elsewhere.
const PIECE: usize = 3;

/// Maximum of the product `kicks * stops * stops`. A map with more stops gets fewer kicks, which limits the work.
const KICKED_PAIRS: usize = 1 << 25;

/// Maximum number of kicks, which are random changes between rounds.
const KICKS: usize = 2000;

/// Maximum number of rounds of improvement, which is sufficient for a good order even on the largest map.
const ROUNDS: usize = 200;

/// Returns a good order of the stops. The route in this order usually has the minimum length, or is only slightly
/// longer.
pub(super) fn order(distances: &Distances, home: bool) -> Vec<usize> {
    let mut way = VisitOrder::nearest_first(distances, home);
    way.improve();
    let stops = way.stops.len();
    let mut best = way.stops.clone();
    let mut length = way.length();
    let mut rng = Rng::new(0);
    let kicks = if stops < 8 { 0 } else { (KICKED_PAIRS / (stops * stops)).min(KICKS) };
    for _ in 0..kicks {
        way.kick(&mut rng);
        way.improve();
        let kicked = way.length();
        if kicked <= length {
            length = kicked;
            best.clone_from(&way.stops);
        } else {
            way.stops.clone_from(&best);
        }
    }
    best
}

/// A route as a list of its stops in visiting order. The start is not in the list: the route begins at the start, and
/// returns to the start if `home` is true.
struct VisitOrder<'a> {
    distances: &'a Distances,
    home: bool,
    stops: Vec<usize>,
}

impl<'a> VisitOrder<'a> {
    fn nearest_first(distances: &'a Distances, home: bool) -> Self {
        let mut left: Vec<usize> = (1..distances.stops).collect();
        let mut stops = Vec::with_capacity(left.len());
        let mut at = 0;
        while let Some(nearest) = (0..left.len()).min_by_key(|&k| (distances.between(at, left[k]), left[k])) {
            at = left.swap_remove(nearest);
            stops.push(at);
        }
        Self { distances, home, stops }
    }

    fn length(&self) -> u64 {
        self.distances.length(&self.stops, self.home)
    }

    /// Returns the stop with the index `place` - 1 in the route, or the start if `place` is 0.
    fn before(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |place| self.stops[place])
    }

    /// Returns the number of moves from the stop `from` to the stop at index `place`. If `place` is after the last
    /// stop, returns the number of moves back to the start, or 0 if the route does not return.
    fn on(&self, from: usize, place: usize) -> i64 {
        match self.stops.get(place) {
            Some(&stop) => self.distances.between(from, stop).into(),
            None if self.home => self.distances.between(from, 0).into(),
            None => 0,
        }
    }

    fn far(&self, a: usize, b: usize) -> i64 {
        self.distances.between(a, b).into()
    }

    fn improve(&mut self) {
        for _ in 0..ROUNDS {
            let turned = self.turn_pieces();
            if !self.move_pieces() && !turned {
                return;
            }
        }
    }

    /// Improves the order by 2-opt: reverses every section whose reversal makes the route shorter. Returns whether the
    /// route became shorter.
    fn turn_pieces(&mut self) -> bool {
        let n = self.stops.len();
        let mut improved = false;
        for i in 0..n {
            for j in i + 1..n {
                let (before, first, last) = (self.before(i), self.stops[i], self.stops[j]);
                let now = self.far(before, first) + self.on(last, j + 1);
                if self.far(before, last) + self.on(first, j + 1) < now {
                    self.stops[i..=j].reverse();
                    improved = true;
                }
            }
        }
        improved
    }

    /// Improves the order by Or-opt: moves a section of a few stops to a better position, possibly in reverse. Returns
    /// whether the route became shorter.
    fn move_pieces(&mut self) -> bool {
        let n = self.stops.len();
        let mut improved = false;
        for length in 1..=PIECE.min(n.saturating_sub(1)) {
            for i in 0..=n - length {
                let (before, first, last) = (self.before(i), self.stops[i], self.stops[i + length - 1]);
                let closes = match self.stops.get(i + length) {
                    Some(&after) => self.far(before, after),
                    None => self.on(before, n),
                };
                let saved = self.far(before, first) + self.on(last, i + length) - closes;
                if saved <= 0 {
                    continue;
                }
                // The section is moved only to positions between two stops outside the section.
                let places = (0..=n).filter(|&k| k < i || k > i + length);
                let cost = |k: usize, enter: usize, leave: usize| {
                    let before = self.before(k);
                    self.far(before, enter) + self.on(leave, k) - self.on(before, k)
                };
                let best = places.map(|k| {
                    let (straight, turned) = (cost(k, first, last), cost(k, last, first));
                    (straight.min(turned), k, turned < straight)
                });
                let Some((cost, k, turned)) = best.min() else { continue };
                if cost < saved {
                    if turned {
                        self.stops[i..i + length].reverse();
                    }
                    if k < i {
                        self.stops[k..i + length].rotate_right(length);
                    } else {
                        self.stops[i..k].rotate_left(length);
                    }
                    improved = true;
                }
            }
        }
        improved
    }

    /// Splits the order into four sections and exchanges the middle two. 2-opt and Or-opt cannot undo this change.
    fn kick(&mut self, rng: &mut Rng) {
        let n = self.stops.len();
        let mut cuts = [0; 3].map(|_| rng.below(n as u32 + 1) as usize);
        cuts.sort_unstable();
        self.stops[cuts[0]..cuts[2]].rotate_left(cuts[1] - cuts[0]);
    }
}

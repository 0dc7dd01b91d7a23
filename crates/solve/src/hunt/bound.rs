//! A lower bound for the number of moves of every route. The bound is computed from spanning trees with prices on the
//! stops.
//!
//! A route is a spanning tree in which every stop has a known number of legs. If each leg at a stop costs an additional
//! price, the costs of all routes change by the same known sum. No route costs less than the minimum spanning tree.
//! Therefore every choice of prices gives a valid bound, and an ascent searches for prices with a high bound. Prices
//! are integers in units of a small fraction of a move, so that the bound does not depend on rounding.
//!
//! The method is that of M. Held and R. M. Karp, "The Traveling-Salesman Problem and Minimum Spanning Trees" (1970 and
//! 1971).

use super::distances::Distances;

/// Number of price units per move.
const PARTS: i64 = 1 << 12;

/// Maximum number of spanning trees that one ascent computes.
const TREES: u64 = 1000;

/// Maximum number of pairs of stops that one ascent examines. An ascent increases a lower bound step by step.
const PAIRS: u64 = 1 << 29;

/// Maximum number of consecutive spanning trees that do not improve the lower bound. If this number is exceeded, the
/// step size is halved.
const PATIENCE: u32 = 20;

/// Returns a lower bound for the number of moves of a route through all stops. `known` is the length of a known route.
pub(super) fn at_least(distances: &Distances, home: bool, known: usize) -> usize {
    let stops = distances.stops;
    if stops < 3 {
        return known;
    }
    let mut tree = SpanningTree::new(distances, home);
    let mut prices = vec![0_i64; stops];
    let mut best = 0;
    let mut stride = 1.0_f64;
    let mut waited = 0;
    let trees = (PAIRS / (stops * stops) as u64).clamp(10, TREES);
    for _ in 0..trees {
        let bound = tree.grow(&prices);
        // The number of moves of a route is an integer, so the bound is rounded up.
        let moves = usize::try_from(bound).unwrap_or(0).div_ceil(PARTS as usize);
        if moves > best {
            best = moves;
            waited = 0;
        } else {
            waited += 1;
            if waited > PATIENCE {
                stride /= 2.0;
                waited = 0;
            }
        }
        let norm: i64 = tree.excess.iter().map(|excess| excess * excess).sum();
        if best >= known || norm == 0 {
            break;
        }
        let gap = (known as i64 * PARTS - bound).max(PARTS);
        let step = stride * gap as f64 / norm as f64;
        for (price, excess) in prices.iter_mut().zip(&tree.excess) {
            *price += (step * *excess as f64) as i64;
        }
    }
    best.min(known)
}

/// A minimum spanning tree. Each stop has a price, and the cost of a leg includes the prices of its two stops.
///
/// A 1-tree consists of a tree over all stops but one, and of two legs at the omitted stop. A ring is a route that
/// returns to the start. Every ring is a 1-tree, in which the start is the omitted stop. An additional stop turns a
/// route that does not return into a ring. The additional stop is then the omitted stop. One leg of length 0 leads from
/// the end of the route to the additional stop, and another leg of length 0 leads from the additional stop to the
/// start.
struct SpanningTree<'a> {
    distances: &'a Distances,
    home: bool,
    /// Number of legs at each stop, minus the two legs that a stop has in a ring.
    excess: Vec<i64>,
    /// For each stop outside the tree: the cost of the cheapest leg between this stop and the tree, and the stop of the
    /// tree at which this leg begins.
    nearest: Vec<(i64, usize)>,
}

impl<'a> SpanningTree<'a> {
    fn new(distances: &'a Distances, home: bool) -> Self {
        let stops = distances.stops;
        Self { distances, home, excess: vec![0; stops], nearest: vec![(0, 0); stops] }
    }

    /// Builds a 1-tree: a tree by the method of Jarník and Prim, and two legs at the stop that is not in this tree.
    /// Returns the total cost of all legs in price units, minus twice the sum of the prices. In a ring, every stop has
    /// two legs. Therefore the prices increase the cost of any ring by twice their sum.
    fn grow(&mut self, prices: &[i64]) -> i64 {
        let stops = self.distances.stops;
        let leg = |a: usize, b: usize| i64::from(self.distances.between(a, b)) * PARTS + prices[a] + prices[b];
        self.excess.fill(-2);
        let first = usize::from(self.home);
        let mut cost = 0;
        for stop in first + 1..stops {
            self.nearest[stop] = (leg(first, stop), first);
        }
        let mut left: Vec<usize> = (first + 1..stops).collect();
        while let Some(place) = (0..left.len()).min_by_key(|&place| self.nearest[left[place]].0) {
            let stop = left.swap_remove(place);
            let (price, from) = self.nearest[stop];
            cost += price;
            self.excess[stop] += 1;
            self.excess[from] += 1;
            for &other in &left {
                let price = leg(stop, other);
                if price < self.nearest[other].0 {
                    self.nearest[other] = (price, stop);
                }
            }
        }
        // Adds the two legs that close the ring.
        if self.home {
            let mut legs: Vec<(i64, usize)> = (1..stops).map(|stop| (leg(0, stop), stop)).collect();
            legs.sort_unstable();
            for &(price, stop) in &legs[..2] {
                cost += price;
                self.excess[stop] += 1;
            }
            self.excess[0] += 2;
        } else {
            let end = (1..stops).min_by_key(|&stop| prices[stop]).expect("there are treasures");
            cost += prices[0] + prices[end];
            self.excess[0] += 1;
            self.excess[end] += 1;
        }
        cost - 2 * prices.iter().sum::<i64>()
    }
}

//! Walks with backtracking, either by the rule of the article "Haskell: knight's move II" or by plain depth-first
//! search.
//!
//! The program in the article sorts the free neighbours by rank, then by (x, y), and tries all of them in that order.
//! This is courser's rank with the move order `lexicographic`, where x is the row and y is the column. (If x and y are
//! exchanged, the tours are mirror images.) The article counts coordinates from 1 and draws y upwards. Its corner (1,1)
//! is row 0, column 0; its "opposite" corner is (n,n), and its "upper left" corner is (1,n).
//!
//! A request can limit the possible last squares. For example, the last square of a closed tour is one move from the
//! start. An additional vertex, the *goal*, is adjacent to all possible last squares. The walk prunes every branch that
//! violates one of two conditions:
//!
//! 1. The goal and all free squares are connected to the knight's square.
//! 2. Each free square has at least two neighbours that are free squares, the knight's square, or the goal. This
//!    condition is from the last module of the program in the article. Only [`Pruning::Pruned`] checks it.
//!
//! Before each step, both conditions are satisfied. Therefore a step can violate them only at the neighbours of the
//! square from which the knight moves. The connectivity search stops when it has found all of these neighbours. It
//! visits about a hundred squares per step, and in the worst case the whole board.

use std::ops::ControlFlow;

use courser_board::{Board, MoveOrder, Square};

use super::field::{MAX_RANK, PaddedRanks, VISITED};
use super::{RuleError, WalkEnd, WalkOutcome, dice};

/// The order in which [`backtrack`] tries the free neighbours of a square, and the conditions under which it
/// backtracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Tries neighbours in ascending order of rank. If ends are given, the walk backtracks when the free squares are
    /// not connected to an end, or when a free square has too few exits. If no ends are given, the walk backtracks when
    /// a neighbour has no exit.
    Pruned,
    /// Tries neighbours in ascending order of rank. The walk may end on any square, even if ends are given. Given ends
    /// are used only for pruning: the walk backtracks when some free squares are not connected to a given end. This
    /// rule gives the tour that "Haskell: knight's move II" lists for 7x7.
    Closable,
    /// Tries neighbours in the move order. If a seed is given, tries them in a new random order at each step.
    /// Backtracks only if no neighbour is free.
    Plain {
        /// Seed of the random orders in which neighbours are tried, or `None` to try neighbours in the move order.
        seed: Option<u64>,
    },
}

/// The result of a walk with backtracking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacktrackOutcome {
    /// The tour, or the path at the time of the stop. [`WalkEnd::Stuck`] means that the requested tour does not exist
    /// from this start; the path is then empty.
    pub outcome: WalkOutcome,
    /// Number of visits undone by backtracking; 0 if the first choices lead to the tour.
    pub taken_back: u64,
}

/// Walks in the order of `ways`, and backtracks when the knight is stuck. The walk ends when every square is visited
/// and the last square is in `ends`. If `ends` is `None`, the walk may end on any square.
///
/// Takes exponential time in the worst case. Before a visit is undone, `on_back` is called with the number of undone
/// visits so far and the number of visited squares. If `on_back` returns `Break`, the end of the walk is
/// [`WalkEnd::Stopped`].
///
/// # Errors
/// [`RuleError`] under the same conditions as for [`run`](super::run).
pub fn backtrack(
    board: &Board,
    start: Square,
    ends: Option<&[Square]>,
    order: MoveOrder,
    ways: Pruning,
    on_back: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<BacktrackOutcome, RuleError> {
    let start = board.playable_square(start)?;
    let field = PaddedRanks::new(board)?;
    let steps = field.steps(order);
    let mut next = Some((field.place(start), board.index(start) as u32));
    let playable = board.playable() as usize;
    let mut left = Left {
        ends: ends.map(|ends| ends.iter().map(|&end| field.place(end)).collect()),
        seen: vec![0; if ends.is_some() { field.ranks.len() } else { 0 }],
        ranks: field.ranks,
        steps: steps.place,
        stamp: 0,
        queue: vec![],
    };
    let mut squares = Vec::with_capacity(playable);
    let mut visits: Vec<Visit> = Vec::with_capacity(playable);
    let mut taken_back = 0;
    let end = loop {
        if let Some((place, index)) = next.take() {
            squares.push(index);
            let rank = std::mem::replace(&mut left.ranks[place], VISITED);
            // A key contains a rank and a slot. After sorting, the keys of lowest rank come first. Among equal ranks,
            // the key of the first square in the move order comes first.
            let mut keys = [0; 8];
            for (slot, (key, step)) in keys.iter_mut().zip(left.steps).enumerate() {
                let kept = &mut left.ranks[(place as i64 + step) as usize];
                *kept = kept.wrapping_sub(1);
                *key = u32::from(*kept) << 3 | slot as u32;
            }
            let is_full = squares.len() == playable;
            if is_full && (ways == Pruning::Closable || left.is_end(place)) {
                break WalkEnd::Complete;
            }
            let goes_on = match (ways, visits.last()) {
                _ if is_full => false,
                (Pruning::Plain { seed: None }, _) => true,
                (Pruning::Plain { seed: Some(seed) }, _) => {
                    let step = taken_back + squares.len() as u64;
                    for slots in (2..=8_u32).rev() {
                        let roll = dice::roll(seed, step as u32, (step >> 32) as u32 * 8 + slots - 1);
                        keys.swap(slots as usize - 1, dice::pick(roll, slots) as usize);
                    }
                    true
                }
                (_, before) => {
                    keys.sort_unstable();
                    match before {
                        _ if left.ends.is_none() => keys[0] >> 3 > 0 || squares.len() + 1 == playable,
                        None => true,
                        Some(before) => {
                            left.is_connected(before.place, place)
                                && (ways == Pruning::Closable || left.has_exits(before.place, place))
                        }
                    }
                }
            };
            let mut visit = Visit { place, rank, ways: 0, left: 0 };
            if goes_on {
                // The moves are added in reverse order, so that the first move is in the lowest bits of the queue.
                for key in keys.into_iter().rev().filter(|key| key >> 3 <= u32::from(MAX_RANK)) {
                    visit.ways = visit.ways << 3 | key & 7;
                    visit.left += 1;
                }
            }
            visits.push(visit);
        }
        let Some(visit) = visits.last_mut() else {
            break WalkEnd::Stuck;
        };
        if visit.left > 0 {
            let slot = (visit.ways & 7) as usize;
            visit.ways >>= 3;
            visit.left -= 1;
            let place = (visit.place as i64 + steps.place[slot]) as usize;
            let index = squares[squares.len() - 1].wrapping_add(steps.index[slot]);
            next = Some((place, index));
            continue;
        }
        if on_back(taken_back, squares.len() as u64).is_break() {
            break WalkEnd::Stopped;
        }
        taken_back += 1;
        for step in steps.place {
            let rank = &mut left.ranks[(visit.place as i64 + step) as usize];
            *rank = rank.wrapping_add(1);
        }
        left.ranks[visit.place] = visit.rank;
        visits.pop();
        squares.pop();
    };
    Ok(BacktrackOutcome { outcome: WalkOutcome { order: squares, end }, taken_back })
}

struct Visit {
    place: usize,
    /// Rank of the square before its visit. Undoing the visit restores this rank.
    rank: u8,
    /// The untried moves, as a queue of slots with three bits each.
    ways: u32,
    left: u8,
}

/// The free squares, and the conditions for visiting all of them.
struct Left {
    ranks: Vec<u8>,
    steps: [i64; 8],
    /// The possible ends of the tour, or `None` for any end. An additional vertex, the goal, is adjacent to all
    /// possible ends.
    ends: Option<Vec<usize>>,
    /// For each square, the last search in which the square was a target or was reached. The lowest bit is 1 if this
    /// search reached the square. The other bits are the number of this search.
    seen: Vec<u64>,
    stamp: u64,
    queue: Vec<usize>,
}

impl Left {
    fn is_end(&self, place: usize) -> bool {
        self.ends.as_ref().is_none_or(|ends| ends.contains(&place))
    }

    fn is_free(&self, place: usize) -> bool {
        self.ranks[place] <= MAX_RANK
    }

    fn around(&self, place: usize) -> [usize; 8] {
        self.steps.map(|step| (place as i64 + step) as usize)
    }

    /// Checks the free neighbours of the square `before`. The knight has just moved from `before` to `place`. Returns
    /// whether each of these free neighbours has at least two exits. An exit is a free square, the knight's square or
    /// the goal.
    fn has_exits(&self, before: usize, place: usize) -> bool {
        self.around(before).into_iter().filter(|&square| self.is_free(square)).all(|square| {
            let knight = u8::from(self.around(square).contains(&place));
            self.ranks[square] + knight + u8::from(self.is_end(square)) >= 2
        })
    }

    /// Returns whether the free squares and the goal are connected to the knight's square `place`. Before the last
    /// move, the free squares and the goal were connected to the knight's square `before`. Therefore only the
    /// neighbours of `before` are checked.
    fn is_connected(&mut self, before: usize, place: usize) -> bool {
        self.stamp += 1;
        let (wanted, found) = (2 * self.stamp, 2 * self.stamp + 1);
        let mut missing = 0;
        for square in self.around(before) {
            if self.is_free(square) {
                self.seen[square] = wanted;
                missing += 1;
            }
        }
        let mut is_goal_missing = self.is_end(before);
        let mut is_goal_found = false;
        self.queue.clear();
        self.queue.push(place);
        let mut head = 0;
        while missing > 0 || is_goal_missing {
            let Some(&at) = self.queue.get(head) else { return false };
            head += 1;
            let mut come_upon = |square: usize, seen: &mut [u64], queue: &mut Vec<usize>| {
                if seen[square] != found {
                    missing -= u32::from(seen[square] == wanted);
                    seen[square] = found;
                    queue.push(square);
                }
            };
            for square in self.around(at) {
                if self.ranks[square] <= MAX_RANK {
                    come_upon(square, &mut self.seen, &mut self.queue);
                }
            }
            let ends = self.ends.as_deref().unwrap_or_default();
            if !is_goal_found && ends.contains(&at) {
                (is_goal_found, is_goal_missing) = (true, false);
                for &square in ends {
                    if self.ranks[square] <= MAX_RANK {
                        come_upon(square, &mut self.seen, &mut self.queue);
                    }
                }
            }
        }
        true
    }
}

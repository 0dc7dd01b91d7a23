//! Warnsdorff's rule with steps taken back, as "Haskell: knight's move II" does it.
//!
//! The article sorts the free neighbours by (their free neighbours, (x, y)) and
//! tries them in that order, to the end if need be. With coordinates from 1 that
//! is courser's rank in the move order `lexicographic`, where x counts the rows and
//! y the columns from 1: its corner (1,1) is row 0, column 0, the "opposite" one
//! (n,n), and the "upper left" (1,n), drawn with y upwards. (Swap x and y and
//! the order is by columns: the same tours in the mirror.)
//!
//! It sees no dead end coming, so it finds the troublesome sizes of that article
//! where [`search`](crate::search) finds none; it is here for them.

use std::ops::ControlFlow;

use courser_board::{Board, MoveOrder, Square};

use super::field::{Field, MAX_RANK, VISITED};
use super::{End, Outcome, RuleError};

/// The result of a walk with steps taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backtracked {
    /// The tour, or the path at which it was given up. [`End::Stuck`] says that there is no such tour from this start.
    pub outcome: Outcome,
    /// Visits that were taken back; 0 if the rule alone finishes.
    pub taken_back: u64,
}

/// Walks by the first lowest rank and goes back where it is stuck, until every square is visited and the last is one
/// of `ends` (any, where none are given).
///
/// A square is left as soon as one of its neighbours has no exit, unless that neighbour is the last square, or as soon
/// as no end is left. Exponential in the worst case: before a visit is taken back, `on_back` receives how many were, and
/// how many squares are visited; where it breaks, the end is [`End::Stopped`].
///
/// # Errors
/// [`RuleError`] as for [`run`](super::run).
pub fn backtrack(
    board: &Board,
    start: Square,
    ends: Option<&[Square]>,
    order: MoveOrder,
    on_back: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Backtracked, RuleError> {
    let start = board.playable_square(start)?;
    let mut field = Field::new(board)?;
    let mut is_end = vec![ends.is_none(); field.ranks.len()];
    for &end in ends.unwrap_or_default() {
        is_end[field.place(end)] = true;
    }
    // Ends that are not visited; without any given, there are always some.
    let mut ends_left = ends.map_or(u64::MAX, |ends| ends.len() as u64);
    let steps = field.steps(order);
    let place = field.place(start);
    let ranks = &mut *field.ranks;
    let playable = board.playable() as usize;
    let mut squares = Vec::with_capacity(playable);
    // For each visit: its place, its own rank, and its untried ways in a queue of three bits each.
    let mut visits: Vec<Visit> = Vec::with_capacity(playable);
    let mut next = Some((place, board.index(start) as u32));
    let mut taken_back = 0;
    let end = loop {
        if let Some((place, index)) = next.take() {
            squares.push(index);
            ends_left -= u64::from(is_end[place]);
            let rank = std::mem::replace(&mut ranks[place], VISITED);
            let mut visit = Visit { place, rank, ways: 0, left: 0 };
            let mut around = [0; 8];
            for (seen, step) in around.iter_mut().zip(steps.place) {
                let kept = &mut ranks[(place as i64 + step) as usize];
                *kept = kept.wrapping_sub(1);
                *seen = *kept;
            }
            let is_full = squares.len() == playable;
            if is_full && is_end[place] {
                break End::Complete;
            }
            let lowest = around.into_iter().fold(u8::MAX, u8::min);
            if ends_left > 0 && !is_full && (lowest > 0 || squares.len() + 1 == playable) {
                // From the last to the first, so that the first ends up at the low end of the queue.
                for rank in (0..=MAX_RANK).rev() {
                    for slot in (0..8).rev().filter(|&slot| around[slot] == rank) {
                        visit.ways = visit.ways << 3 | slot as u32;
                        visit.left += 1;
                    }
                }
            }
            visits.push(visit);
        }
        let Some(visit) = visits.last_mut() else {
            break End::Stuck;
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
            break End::Stopped;
        }
        taken_back += 1;
        ends_left += u64::from(is_end[visit.place]);
        for step in steps.place {
            let rank = &mut ranks[(visit.place as i64 + step) as usize];
            *rank = rank.wrapping_add(1);
        }
        ranks[visit.place] = visit.rank;
        visits.pop();
        squares.pop();
    };
    Ok(Backtracked { outcome: Outcome { order: squares, end }, taken_back })
}

struct Visit {
    place: usize,
    /// Its rank before the visit, to be put back.
    rank: u8,
    ways: u32,
    left: u8,
}

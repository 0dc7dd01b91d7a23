//! The knight's choice: the mirror of `shaders/cycle/choose.wgsl`.
//!
//! A *way* is the index of a move in [`Setup::moves`]. The ranks around a square are a list with one rank per way. If
//! the target of a move is not an unvisited square, its rank is [`TAKEN`]. Ties are decided by the order of the
//! knight's [`OrderLeg`].

use courser_board::Square;
use courser_solve::relay::Rect;
use courser_solve::warnsdorff::{self, Rule, Walker};

use crate::cycle::{Cell, Setup, Status};
use crate::rules::{Chooser, Ground, TAKEN, pick, way_in};

/// A section of a tour in which the same move order applies to every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrderLeg {
    /// Index of the move in each slot, three bits per slot.
    pub(crate) order: u32,
    /// The slot of each way, three bits per way. A way is the index of a move, and a slot is a position in the move
    /// order.
    pub(crate) slots: u32,
    /// Last square of the leg, or `None` for the last leg. The move from this square belongs to the next leg.
    pub(crate) until: Option<u32>,
}

impl OrderLeg {
    fn new(ways: impl IntoIterator<Item = usize>, until: Option<u32>) -> Self {
        let pairs = (0..).zip(ways);
        let (order, slots) = pairs.fold((0, 0), |(order, slots), (slot, way)| {
            (order | (way as u32) << (3 * slot), slots | slot << (3 * way))
        });
        Self { order, slots, until }
    }
}

/// Returns the index of the leg in which a knight chooses its next move. The knight was on the leg with the index
/// `leg`, and has moved to `square`. A leg is a section of a tour with one move order.
pub(crate) fn leg_at(setup: &Setup, leg: u32, square: u32) -> u32 {
    let mut leg = leg;
    while setup.legs()[leg as usize].until == Some(square) {
        leg += 1;
    }
    leg
}

/// Returns two values for each move from a square: the rank of the move's target, and the index of the target. The rank
/// is [`TAKEN`] if the target is not an unvisited square.
fn around(setup: &Setup, state: &[Cell], square: u32) -> [(u32, u32); 8] {
    let mut around = [(TAKEN, square); 8];
    let target = setup.indices_from(square);
    for (seen, by) in around.iter_mut().zip(setup.moves()) {
        let Some(there) = target((by.row, by.col)) else { continue };
        let cell = &state[there as usize];
        *seen = (if cell.is_unvisited() { cell.rank } else { TAKEN }, there);
    }
    around
}

/// Returns the result of [`around`] without the excluded moves. A move to the exit of the region is allowed only as the
/// knight's last move. If the exit has only one unvisited neighbour, a move to this neighbour is allowed only as the
/// second-to-last move.
fn open(setup: &Setup, state: &[Cell], square: u32) -> [(u32, u32); 8] {
    let mut around = around(setup, state, square);
    let Some(relay) = setup.relay() else { return around };
    let exit = relay.exit(square);
    let is_near_exit = |there: u32| {
        let (one, other) = (setup.board().at(there.into()), setup.board().at(exit.into()));
        one.row.abs_diff(other.row) * one.col.abs_diff(other.col) == 2
    };
    let visited = match state[square as usize].visit {
        0 => 0,
        visit => relay.position(square, visit) + 1,
    };
    let left = relay.region(square).rect.squares() - visited;
    let is_kept = |there: u32| left > 2 && state[exit as usize].rank == 1 && is_near_exit(there);
    for (rank, there) in &mut around {
        if left > 1 && *there == exit || is_kept(*there) {
            *rank = TAKEN;
        }
    }
    around
}

/// Returns the first move to a neighbour of lowest rank. Returns `None` if no neighbour can be entered. The pass
/// *decide* calls this function for every unvisited square.
pub(crate) fn first_lowest(setup: &Setup, state: &[Cell], square: u32) -> Option<usize> {
    let around = open(setup, state, square);
    (0..8).min_by_key(|&way| around[way].0).filter(|&way| around[way].0 != TAKEN)
}

/// The part of the board available to a knight: the whole board or the knight's region.
struct Seat<'a> {
    setup: &'a Setup,
    state: &'a [Cell],
    rect: Rect,
}

impl Ground for Seat<'_> {
    fn rule(&self) -> Rule {
        self.setup.walker().rule
    }

    fn extent(&self) -> [i32; 2] {
        [self.rect.rows as i32, self.rect.cols as i32]
    }

    fn jump(&self, way: u32) -> [i32; 2] {
        self.setup.moves().get(way as usize).map_or([0, 0], |by| [by.row, by.col])
    }

    fn ranks_around(&self, [row, col]: [i32; 2]) -> u32 {
        let square = Square::new(self.rect.top + row as u32, self.rect.left + col as u32);
        packed(&around(self.setup, self.state, self.setup.board().index(square) as u32))
    }
}

/// Returns one word with the ranks of eight squares, four bits per rank. The squares are the targets of the eight
/// moves.
fn packed(around: &[(u32, u32); 8]) -> u32 {
    around.iter().rev().fold(0, |ranks, &(rank, _)| ranks << 4 | rank)
}

/// Returns the index of the knight's move from `square`, and the index of the target square. `visit` is the visit
/// number of `square`. If the knight has a precomputed path, the move follows this path. Otherwise, the first try uses
/// the rule and the move order of the current leg. Later tries use random bits. Returns `None` if the knight cannot
/// move.
pub(crate) fn choice(setup: &Setup, state: &[Cell], square: u32, visit: u32, status: &Status) -> Option<(usize, u32)> {
    let around = open(setup, state, square);
    if let Some(next) = setup.relay().and_then(|relay| relay.next(square, visit)) {
        return around.iter().position(|&(_, there)| there == next).map(|way| (way, next));
    }
    let walker = setup.walker();
    let OrderLeg { order, slots, .. } = setup.legs()[status.leg as usize];
    let (number, visit, rect) = match setup.relay() {
        None => (walker.knight, visit, setup.whole()),
        Some(relay) => {
            let region = relay.region(square);
            (region.number, (relay.position(square, visit) + 1) | (status.tries << 8), region.rect)
        }
    };
    let at = setup.board().at(square.into());
    let here = [(at.row - rect.top) as i32, (at.col - rect.left) as i32];
    let chooser = Chooser { here, order, visit, number, seed: walker.seed, by_dice: status.tries > 0 };
    let slot = pick(&Seat { setup, state, rect }, &chooser, packed(&around), slots)?;
    let way = way_in(order, slot) as usize;
    Some((way, around[way].1))
}

/// Number of loop iterations per move in a resident dispatch: one for the move itself, and two for each of eight
/// neighbours. The iterations that choose the move are not included.
pub(super) const LOOPS_A_MOVE: u64 = 17;

/// Returns the maximum number of loop iterations of a shader for one choice by this rule.
pub(super) const fn loops(rule: Rule) -> u64 {
    // `FIRST`: number of loop iterations for finding the minimum rank. `TIES`: number of loop iterations for finding
    // all ties.
    const FIRST: u64 = 8;
    const TIES: u64 = 8 + 8;
    // Number of iterations of two loops. The first loop computes the ranks of a square's neighbours. The second loop
    // finds the move to the neighbour of minimum rank.
    const WORD: u64 = 8 + 8;
    match rule {
        Rule::Warnsdorff | Rule::SquirrelCull => FIRST,
        Rule::Roth | Rule::Random | Rule::Bottom | Rule::Center => FIRST + TIES,
        Rule::Pohl => FIRST + TIES + 8 * WORD,
        Rule::Pohl2 => FIRST + TIES + 8 * (WORD + 8 * WORD),
        Rule::Pohl3 => FIRST + TIES + 8 * (WORD + 8 * (WORD + 8 * WORD)),
    }
}

/// Returns the legs of a knight's tour by this rule. In each leg, one move order applies to every move. If a rule has
/// no move orders of its own, its tour has one leg.
pub(super) fn legs(setup: &Setup, walker: &Walker) -> Result<Vec<OrderLeg>, warnsdorff::RuleError> {
    let moves = setup.moves();
    if walker.rule != Rule::SquirrelCull {
        return Ok(vec![OrderLeg::new(0..moves.len(), None)]);
    }
    let way = |code: u8| moves.iter().position(|by| by.code == code);
    let legs = warnsdorff::legs(setup.board(), setup.start())?.into_iter().map(|leg| {
        let until = leg.until.map(|square| setup.board().index(square) as u32);
        OrderLeg::new(leg.order.codes().into_iter().filter_map(way), until)
    });
    Ok(legs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::MAX_LOOPS;

    #[test]
    fn no_choice_by_any_rule_needs_more_loops_than_a_dispatch_may_have() {
        #[cfg(feature = "gpu")]
        assert_eq!(MAX_LOOPS, courser_gpu::MAX_LOOPS);
        for rule in Rule::ALL {
            assert!(LOOPS_A_MOVE + loops(rule) <= u64::from(MAX_LOOPS) / 4, "{rule}");
        }
    }
}

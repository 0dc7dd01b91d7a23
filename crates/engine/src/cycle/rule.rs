//! The knight's choice: the mirror of `shaders/cycle/choose.wgsl` and of `shaders/rules.wgsl` with
//! `shaders/ahead.wgsl`.
//!
//! A *way* is the index of a move in [`Setup::moves`]. The ranks around a square are one per way, [`TAKEN`] if the way
//! leads to no unvisited square. Ties are decided by the order of the knight's [`OrderLeg`].

use courser_solve::warnsdorff::{self, Rule, Walker};

use crate::cycle::{Cell, Setup, Status};

/// Rank of a square that cannot be entered.
const TAKEN: u32 = 15;

/// Rank of a dead end, in the word of a rule that looks ahead.
const NO_WAY: u32 = 9;

/// A section of a tour with one move order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrderLeg {
    /// The ways in the order in which they are examined.
    pub(crate) order: Vec<usize>,
    /// Last square of the leg, or `None` for the last leg. The move from this square uses the next leg.
    pub(crate) until: Option<u32>,
}

/// Returns the leg of a knight that was on leg `leg` and has moved to `square`.
pub(crate) fn leg_at(setup: &Setup, leg: u32, square: u32) -> u32 {
    let mut leg = leg;
    while setup.legs()[leg as usize].until == Some(square) {
        leg += 1;
    }
    leg
}

/// Returns the rank and the index of the target of each move from a square. The rank is [`TAKEN`] if the target is not
/// an unvisited square.
fn around(setup: &Setup, state: &[Cell], square: u32) -> [(u32, u32); 8] {
    let mut around = [(TAKEN, square); 8];
    for (seen, by) in around.iter_mut().zip(setup.moves()) {
        let Some(there) = setup.index_at(square, (by.row, by.col)) else { continue };
        let cell = &state[there as usize];
        *seen = (if cell.is_unvisited() { cell.rank } else { TAKEN }, there);
    }
    around
}

/// Returns the same as [`around`], without the excluded moves. A move to the exit of the region is excluded before the
/// last move. If only one unvisited square is one move from the exit, a move to that square is excluded before the last
/// move but one.
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

/// Returns the first move to a neighbour of lowest rank. This is the choice of every square except the knight's.
/// Returns `None` if no neighbour is unvisited.
pub(crate) fn first_lowest(setup: &Setup, state: &[Cell], square: u32) -> Option<usize> {
    let around = open(setup, state, square);
    (0..8).min_by_key(|&way| around[way].0).filter(|&way| around[way].0 != TAKEN)
}

/// Returns the move of the knight from `square`, with visit number `visit`. The first try uses the rule and the order
/// of the knight's leg, a later try uses random bits. Returns `None` if no neighbour is unvisited.
pub(crate) fn choice(setup: &Setup, state: &[Cell], square: u32, visit: u32, status: &Status) -> Option<usize> {
    let around = open(setup, state, square);
    if let Some(next) = setup.relay().and_then(|relay| relay.next(square, visit)) {
        return around.iter().position(|&(_, there)| there == next);
    }
    let lowest = around.iter().map(|&(rank, _)| rank).min().filter(|&rank| rank != TAKEN)?;
    let walker = setup.walker();
    let order = setup.legs()[status.leg as usize].order.iter().copied();
    let mut tied = order.clone().filter(|&way| around[way].0 == lowest);
    let (knight, throw, seat) = match setup.relay() {
        None => (walker.knight, visit, setup.whole()),
        Some(relay) => {
            let region = relay.region(square);
            (region.number, (relay.position(square, visit) + 1) | (status.tries << 8), region.rect)
        }
    };
    let (rows, cols) = (i64::from(seat.rows), i64::from(seat.cols));
    let at = |way: usize| {
        let square = setup.board().at(around[way].1.into());
        (i64::from(square.row - seat.top), i64::from(square.col - seat.left))
    };
    // Returns twice the offset of the target from the centre, which is a whole number on every board.
    let away = |way: usize| (2 * at(way).0 - (rows - 1), 2 * at(way).1 - (cols - 1));
    match if status.tries > 0 { Rule::Random } else { walker.rule } {
        Rule::Warnsdorff | Rule::SquirrelCull => tied.next(),
        Rule::Pohl | Rule::Pohl2 | Rule::Pohl3 => {
            tied.min_by_key(|&way| word_ahead(setup, state, around[way].1, square, walker.rule.look_ahead()))
        }
        Rule::Roth => tied.min_by_key(|&way| -(away(way).0.pow(2) + away(way).1.pow(2))),
        Rule::Random => {
            let among = tied.clone().count() as u32;
            let roll = warnsdorff::roll(walker.seed, knight, throw);
            tied.nth(warnsdorff::pick(roll, among) as usize)
        }
        Rule::Bottom => order.filter(|&way| around[way].0 != TAKEN).min_by_key(|&way| (at(way).0, -at(way).1)),
        Rule::Center => {
            let open = order.filter(|&way| around[way].0 != TAKEN);
            open.min_by_key(|&way| away(way).0.abs() + away(way).1.abs())
        }
    }
}

/// Returns the smallest word of ranks on a path over `levels` unvisited squares from `square` that does not begin with
/// `from`.
fn word_ahead(setup: &Setup, state: &[Cell], square: u32, from: u32, levels: u32) -> u32 {
    let further = 4 * (levels - 1);
    let words = around(setup, state, square).into_iter().filter(|&(rank, there)| rank != TAKEN && there != from).map(
        |(rank, there)| {
            let rest = if levels == 1 { 0 } else { word_ahead(setup, state, there, square, levels - 1) };
            rank << further | rest
        },
    );
    words.min().unwrap_or(NO_WAY << further)
}

/// Maximum number of loop iterations that the strictest driver allows an invocation: `courser_gpu::MAX_LOOPS`.
pub(super) const MAX_LOOPS: u64 = u16::MAX as u64;

/// Number of loop iterations of a resident move in addition to those of the choice: one for the move and two for each
/// of eight neighbours.
pub(super) const LOOPS_A_MOVE: u64 = 17;

/// Returns the maximum number of loop iterations of a shader for one choice by this rule.
pub(super) const fn loops(rule: Rule) -> u64 {
    // Finding the minimum rank, and finding the ties.
    const FIRST: u64 = 8;
    const TIES: u64 = 8 + 8;
    // Finding the ranks around a square, and finding the move to the minimum.
    const WORD: u64 = 8 + 8;
    match rule {
        Rule::Warnsdorff | Rule::SquirrelCull => FIRST,
        Rule::Roth | Rule::Random | Rule::Bottom | Rule::Center => FIRST + TIES,
        Rule::Pohl => FIRST + TIES + 8 * WORD,
        Rule::Pohl2 => FIRST + TIES + 8 * (WORD + 8 * WORD),
        Rule::Pohl3 => FIRST + TIES + 8 * (WORD + 8 * (WORD + 8 * WORD)),
    }
}

/// Returns the legs of a knight with this rule. A rule without orders of its own has one leg.
pub(super) fn legs(setup: &Setup, walker: &Walker) -> Result<Vec<OrderLeg>, warnsdorff::RuleError> {
    let moves = setup.moves();
    if walker.rule != Rule::SquirrelCull {
        return Ok(vec![OrderLeg { order: (0..moves.len()).collect(), until: None }]);
    }
    let way = |code: u8| moves.iter().position(|by| by.code == code);
    let legs = warnsdorff::legs(setup.board(), setup.start())?.into_iter().map(|leg| OrderLeg {
        order: leg.order.codes().into_iter().filter_map(way).collect(),
        until: leg.until.map(|square| setup.board().index(square) as u32),
    });
    Ok(legs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_choice_by_any_rule_needs_more_loops_than_a_dispatch_may_have() {
        #[cfg(feature = "gpu")]
        assert_eq!(MAX_LOOPS, u64::from(courser_gpu::MAX_LOOPS));
        for rule in Rule::ALL {
            assert!(LOOPS_A_MOVE + loops(rule) <= MAX_LOOPS / 4, "{rule}");
        }
    }
}

//! Chooses a knight's next square by the ranks of the squares around the knight. This file mirrors two shader files:
//! `shaders/rules.wgsl` and `shaders/ahead.wgsl`.
//!
//! A way is the index of a move. The ranks around a square are packed in a 32-bit word, with four bits per way. If a
//! move leads to no unvisited square, the four bits of its way are [`TAKEN`]. A slot is the index of a way in the
//! knight's order. The kernels of the batch and of the cycle share these shaders, and the mirrors of these kernels
//! share this file.

use courser_solve::warnsdorff::{self, Rule};

/// Rank of a square that cannot be entered.
pub(crate) const TAKEN: u32 = 15;

/// Value that a rule with look-ahead uses as the rank of a dead end.
const NO_WAY: u32 = 9;

/// Maximum side of a board on which every squared distance fits in 32 bits.
const MAX_SIDE: i32 = 46_340;

/// The board of a knight. The functions of this trait return the data that a rule needs to choose the next square.
pub(crate) trait Ground {
    /// Returns the rule of the knight.
    fn rule(&self) -> Rule;

    /// Returns the size of the board as (rows, columns).
    fn extent(&self) -> [i32; 2];

    /// Returns the offset of the move with index `way`, as (rows down, columns right).
    fn jump(&self, way: u32) -> [i32; 2];

    /// Returns the ranks of the unvisited neighbours of a square.
    fn ranks_around(&self, there: [i32; 2]) -> u32;
}

/// The data, other than the ranks, that determine a knight's choice.
pub(crate) struct Chooser {
    pub(crate) here: [i32; 2],
    /// The move order: the index of the move in each slot, three bits per slot.
    pub(crate) order: u32,
    pub(crate) visit: u32,
    pub(crate) number: u32,
    pub(crate) seed: u64,
    /// True if ties are broken at random, regardless of the rule.
    pub(crate) by_dice: bool,
}

/// Returns the index of the move in slot `slot` of the move order `order`.
pub(crate) const fn way_in(order: u32, slot: u32) -> u32 {
    order >> (3 * slot) & 7
}

/// Returns the sum of a square and an offset.
pub(crate) const fn moved(here: [i32; 2], by: [i32; 2]) -> [i32; 2] {
    [here[0].wrapping_add(by[0]), here[1].wrapping_add(by[1])]
}

/// Returns the rank of the square that `way` leads to. `ranks` contains four bits per way.
const fn rank(ranks: u32, way: u32) -> u32 {
    ranks >> (4 * way) & TAKEN
}

/// Selects the knight's move. `ranks` contains the ranks of the squares around the knight, and `slots` contains the
/// slot of each move. Returns the slot of the selected move, or `None` if no square can be entered.
#[inline]
pub(crate) fn pick(ground: &impl Ground, chooser: &Chooser, ranks: u32, slots: u32) -> Option<u32> {
    let first = (0..8).map(|way| rank(ranks, way) << 3 | way_in(slots, way)).min().filter(|&key| key >> 3 != TAKEN)?;
    if !chooser.by_dice && matches!(ground.rule(), Rule::Warnsdorff | Rule::SquirrelCull) {
        return Some(first & 7);
    }
    let lowest = first >> 3;
    let (mut ties, mut open) = (0, 0);
    for way in 0..8 {
        let (rank, slot) = (rank(ranks, way), 1 << way_in(slots, way));
        ties |= if rank == lowest { slot } else { 0 };
        open |= if rank == TAKEN { 0 } else { slot };
    }
    Some(settle(ground, chooser, ties, open))
}

/// Returns the slot of the knight's choice. `lowest` contains, as bits, the slots of the unvisited neighbours with the
/// lowest rank. `open` contains the slots of all unvisited neighbours, and must not be 0.
fn settle(ground: &impl Ground, chooser: &Chooser, lowest: u32, open: u32) -> u32 {
    let slots = |among: u32| (0..8).filter(move |slot| among >> slot & 1 == 1);
    let cost = |&slot: &u32| cost_of(ground, chooser.here, ground.jump(way_in(chooser.order, slot)));
    let best = match if chooser.by_dice { Rule::Random } else { ground.rule() } {
        Rule::Warnsdorff | Rule::SquirrelCull => slots(lowest).next(),
        Rule::Random => slots(lowest).nth(chooser.throw(lowest.count_ones()) as usize),
        Rule::Bottom | Rule::Center => slots(open).min_by_key(cost),
        Rule::Roth | Rule::Pohl | Rule::Pohl2 | Rule::Pohl3 => slots(lowest).min_by_key(cost),
    };
    best.expect("the knight has a way")
}

impl Chooser {
    /// Returns a random number from 0 to `among` - 1.
    pub(crate) const fn throw(&self, among: u32) -> u32 {
        warnsdorff::pick(warnsdorff::roll(self.seed, self.number, self.visit), among)
    }
}

/// Returns the cost that the rule assigns to a square. The offset `by` leads from `here` to this square.
pub(crate) fn cost_of(ground: &impl Ground, here: [i32; 2], by: [i32; 2]) -> u32 {
    let there = moved(here, by);
    let size = ground.extent();
    // Twice the offset of the square from the centre is a whole number on every board.
    let away = [0, 1].map(|axis| (2 * there[axis] - (size[axis] - 1)).unsigned_abs());
    match ground.rule() {
        Rule::Pohl => (0..8).map(|way| rank(ground.ranks_around(there), way)).min().unwrap_or(NO_WAY).min(NO_WAY),
        Rule::Pohl2 | Rule::Pohl3 => word(ground, there, here, ground.rule().look_ahead()),
        Rule::Bottom => there[0] as u32 * size[1] as u32 + (size[1] - 1 - there[1]) as u32,
        Rule::Center => away[0] + away[1],
        _ if size.iter().all(|&side| side <= MAX_SIDE) => u32::MAX - 1 - (away[0] * away[0] + away[1] * away[1]),
        // Let d be twice the distance from the centre. Then d(target)² - d(knight)² is four times the gain.
        _ => {
            let gain = |axis: usize| (2 * here[axis] - (size[axis] - 1) + by[axis]) * by[axis];
            (0x4000_0000 - gain(0) - gain(1)) as u32
        }
    }
}

/// Returns the smallest word of the paths that continue from `here`. The word of a path is the sequence of the ranks of
/// its squares, with four bits each. A path consists of up to `levels` unvisited squares after `here`, and its first
/// square is not `behind`. If a path ends early, its last rank is followed by `NO_WAY`, and the remaining bits are 0.
fn word(ground: &impl Ground, here: [i32; 2], behind: [i32; 2], levels: u32) -> u32 {
    let further = 4 * (levels - 1);
    let ranks = ground.ranks_around(here);
    let on = |way| {
        let (rank, there) = (rank(ranks, way), moved(here, ground.jump(way)));
        let rest = || if levels > 1 { word(ground, there, here, levels - 1) } else { 0 };
        (rank != TAKEN && there != behind).then(|| rank << further | rest())
    };
    (0..8).filter_map(on).min().unwrap_or(NO_WAY << further)
}

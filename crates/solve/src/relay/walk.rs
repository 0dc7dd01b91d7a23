//! One knight in its region: by any rule, in a region of any size.

use std::ops::Add;
use std::sync::OnceLock;

use courser_board::{Leaper, MoveOrder};

use super::bits::Bits;
use super::region::{Rect, Region};
use super::{MOST_SQUARES, RelayError, SIDES};
use crate::warnsdorff::{Rule, pick, roll};

/// Tries of a knight before its region counts as one that has no tour. The worst gates have one try in seven succeed.
pub const MOST_TRIES: u32 = 1 << 12;

/// The path of a knight: squares of the region, in the order of its visits.
pub(super) type Path = [u8; MOST_SQUARES];

/// Tries that regions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// The number of regions.
    pub regions: u64,
    /// Tries of all of them together.
    pub sum: u64,
    /// The most tries of a region.
    pub most: u32,
}

impl Tries {
    pub(super) const fn of(tries: u32) -> Self {
        Self { regions: 1, sum: tries as u64, most: tries }
    }
}

impl Add for Tries {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (regions, sum) = (self.regions + other.regions, self.sum + other.sum);
        Self { regions, sum, most: self.most.max(other.most) }
    }
}

/// The moves within regions of one size. Neighbours are looked at in the order of their indices.
#[derive(Clone, Debug)]
struct Moves {
    cols: u32,
    neighbours: Vec<Vec<u8>>,
    /// The same in two words, of a region of at most 64 squares.
    bits: Option<Box<Bits>>,
}

impl Moves {
    fn new(rows: u32, cols: u32) -> Self {
        let of = |at: u32| {
            let around = Leaper::KNIGHT.moves(MoveOrder::LEXICOGRAPHIC).into_iter().filter_map(move |by| {
                let row = (at / cols).checked_add_signed(by.row).filter(|&row| row < rows)?;
                let col = (at % cols).checked_add_signed(by.col).filter(|&col| col < cols)?;
                Some((row * cols + col) as u8)
            });
            around.collect()
        };
        let neighbours: Vec<Vec<u8>> = (0..rows * cols).map(of).collect();
        let bits = (neighbours.len() <= 64).then(|| Box::new(Bits::new(&neighbours)));
        Self { cols, neighbours, bits }
    }
}

/// The knights of a board: the same seed and rule, each its own dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knights {
    pub(super) seed: u64,
    /// The rule of the first try. Later tries break ties by the dice.
    pub(super) rule: Rule,
}

/// For regions of 6x6, 6x7 … 12x12.
static MOVES: [OnceLock<Moves>; 49] = [const { OnceLock::new() }; 49];

impl Knights {
    pub(super) const fn new(seed: u64, rule: Rule) -> Self {
        Self { seed, rule }
    }

    /// Tours a region; the number of tries that it took.
    pub(super) fn tour(&self, region: &Region, path: &mut Path) -> Result<u32, RelayError> {
        let Rect { rows, cols, .. } = region.rect;
        let size = (rows - SIDES.start()) * 7 + cols - SIDES.start();
        let moves = MOVES[size as usize].get_or_init(|| Moves::new(rows, cols));
        let done = (0..MOST_TRIES).find(|&before| {
            let roll = |visit: u32| roll(self.seed, region.number, visit | before << 8);
            let rule = if before == 0 { self.rule } else { Rule::Random };
            match &moves.bits {
                Some(bits) if rule == Rule::Random => bits.walk(region, roll, path),
                _ => walk(moves, region, rule, roll, path),
            }
        });
        let Rect { top, left, .. } = region.rect;
        done.map(|before| before + 1).ok_or(RelayError::Stuck { row: top, col: left })
    }
}

/// One try: whether the knight got to its exit. Its square counts in ranks, and is entered by the last move only.
fn walk(moves: &Moves, region: &Region, rule: Rule, roll: impl Fn(u32) -> u32, path: &mut Path) -> bool {
    let all = moves.neighbours.len();
    let mut unvisited = [true; MOST_SQUARES];
    let mut at = region.entry as u8;
    for visit in 1..=all {
        path[visit - 1] = at;
        unvisited[usize::from(at)] = false;
        if visit == all {
            break;
        }
        let open =
            |square: u8| moves.neighbours[usize::from(square)].iter().copied().filter(|&by| unvisited[usize::from(by)]);
        let rank = |square: u8| open(square).count();
        let ways = || open(at).filter(|&by| (u32::from(by) == region.exit) == (visit + 1 == all));
        let Some(least) = ways().map(rank).min() else { return false };
        let mut ties = ways().filter(|&by| rank(by) == least);
        let next = match rule {
            Rule::Random => {
                let among = ties.clone().count() as u32;
                ties.nth(pick(roll(visit as u32), among) as usize)
            }
            // The one whose own unvisited neighbours include the lowest rank.
            Rule::Pohl => ties.min_by_key(|&by| open(by).map(rank).min().unwrap_or(9)),
            // The one farthest from the centre of the region.
            Rule::Roth => ties.min_by_key(|&by| {
                let twice = |at: u32, side: u32| (2 * at).abs_diff(side - 1).pow(2);
                let (row, col) = (u32::from(by) / moves.cols, u32::from(by) % moves.cols);
                u32::MAX - twice(row, region.rect.rows) - twice(col, region.rect.cols)
            }),
            _ => ties.next(),
        };
        at = next.expect("there is a way on");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::region::Gap;

    #[test]
    fn both_forms_of_a_walk_take_the_same_way_and_fail_together() {
        let (mut done, mut failed) = (0, 0);
        for (rows, cols) in [(6, 6), (6, 7), (7, 8), (8, 8), (6, 10)] {
            let moves = Moves::new(rows, cols);
            let rect = Rect { top: 3, left: 5, rows, cols };
            for (entry, exit) in [(0, 13), (8, 3), (13, 0), (rows * cols - 1, 20), (9, 9)] {
                for number in 0..50 {
                    let region = Region { rect, entry, exit, number, first: 0, gaps: [Gap::NONE; 4] };
                    let roll = |visit: u32| roll(5, number, visit);
                    let (mut plain, mut fast) = ([0; MOST_SQUARES], [0; MOST_SQUARES]);
                    let is_done = walk(&moves, &region, Rule::Random, roll, &mut plain);
                    assert_eq!(moves.bits.as_ref().unwrap().walk(&region, roll, &mut fast), is_done, "{region:?}");
                    if is_done {
                        assert_eq!(plain, fast, "{region:?}");
                        done += 1;
                    } else {
                        failed += 1;
                    }
                }
            }
        }
        assert!(done > 100 && failed > 100, "{done} done, {failed} failed");
    }
}

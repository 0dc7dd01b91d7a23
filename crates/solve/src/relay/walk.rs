//! Lets one knight walk in its region, by any rule and in a region of any size.

use std::ops::Add;
use std::sync::OnceLock;

use courser_board::{Board, Leaper, MoveOrder, Square};

use super::bits::{RegionBatch, RegionBits};
use super::region::{Rect, Region};
use super::{MAX_SQUARES, SIDES};
use crate::TilingError;
use crate::factor::small;
use crate::warnsdorff::{Rule, pick, roll};
use crate::wide::wide;

/// Maximum number of tries of a knight. If all of them fail, the knight is stuck. Between two gates at least one try in
/// four succeeds. A lane of a GPU has time for more tries than this maximum.
pub const MAX_TRIES: u32 = 1 << 8;

/// The path of a knight: squares of the region in visiting order.
type RegionPath = [u8; MAX_SQUARES];

/// Statistics of the numbers of tries per region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Number of regions.
    pub regions: u64,
    /// Total number of tries in all regions.
    pub sum: u64,
    /// Largest number of tries in a region.
    pub most: u32,
}

impl Add for Tries {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (regions, sum) = (self.regions + other.regions, self.sum + other.sum);
        Self { regions, sum, most: self.most.max(other.most) }
    }
}

/// The moves within regions of one size. The neighbours of a square are in ascending order of their indices.
#[derive(Clone, Debug)]
struct RegionMoves {
    neighbours: Vec<Vec<u8>>,
    /// The same moves as bit masks, for a region of at most 64 squares.
    bits: Option<RegionBits>,
}

impl RegionMoves {
    fn new(rows: u32, cols: u32) -> Self {
        let board = Board::new(rows, cols).expect("a region is a board");
        let moves = Leaper::KNIGHT.moves(MoveOrder::LEXICOGRAPHIC);
        let around = |at| moves.iter().filter_map(|&by| Some(board.index(board.step(at, by)?) as u8)).collect();
        let neighbours: Vec<Vec<u8>> = board.squares().map(around).collect();
        let bits = (neighbours.len() <= 64).then(|| RegionBits::new(cols, &neighbours));
        Self { neighbours, bits }
    }
}

/// The knights of a board. All knights have the same seed and rule, and each knight has its own random bits.
#[derive(Clone, Debug)]
pub(super) struct RelayKnights {
    pub(super) seed: u64,
    /// Rule of the first try. Later tries break ties at random.
    pub(super) rule: Rule,
    /// The regions whose knights follow a given path. The list is short, since only a region with an end of the tour
    /// can need a given path.
    given: Vec<GivenPath>,
}

/// A given path for a knight that would otherwise get stuck.
#[derive(Clone, Debug)]
struct GivenPath {
    number: u32,
    ends: (u32, u32),
    /// Visit number of each square of the region, counted from 1.
    visits: Vec<u8>,
}

/// The moves within regions of the sizes 6x6, 6x7 … 12x12.
static MOVES: [OnceLock<RegionMoves>; 49] = [const { OnceLock::new() }; 49];

impl RelayKnights {
    pub(super) const fn new(seed: u64, rule: Rule) -> Self {
        Self { seed, rule, given: Vec::new() }
    }

    /// Returns the given path of the region's knight, or `None` if the knight has no given path. The path contains the
    /// visit number of each square, counted from 1.
    pub(super) fn given(&self, region: &Region) -> Option<&[u8]> {
        let is_its = |given: &&GivenPath| given.number == region.number && given.ends == (region.entry, region.exit);
        self.given.iter().find(is_its).map(|given| &given.visits[..])
    }

    /// Returns the numbers of the regions whose knights follow a given path.
    pub(super) fn all_given(&self) -> impl Iterator<Item = u32> {
        self.given.iter().map(|given| given.number)
    }

    /// Finds a path through a region by factor and merge, and gives the path to the knight of the region. The path
    /// contains all moves in `moves`. Returns the visit number of each square, counted from 1, or `None` if no such
    /// path was found.
    pub(super) fn give(&mut self, region: &Region, moves: &[[u32; 2]]) -> Option<&[u8]> {
        let Rect { rows, cols, .. } = region.rect;
        let square = |local: u32| Square::new(local / cols, local % cols);
        let forced: Vec<_> = moves.iter().map(|&[from, to]| (square(from), square(to))).collect();
        let path = small::path(rows, cols, square(region.entry), square(region.exit), &forced, 1)?;
        let mut visits = vec![0; path.len()];
        path.iter().zip(1..).for_each(|(&at, visit)| visits[at as usize] = visit);
        self.given.retain(|given| given.number != region.number);
        self.given.push(GivenPath { number: region.number, ends: (region.entry, region.exit), visits });
        self.given(region)
    }

    /// Makes the tour of a region. Returns the visit number of each of its squares, counted from 1.
    ///
    /// # Errors
    /// [`TilingError::Stuck`] if the knight fails.
    pub(super) fn tour(&self, region: &Region) -> Result<Vec<u8>, TilingError> {
        let mut toured = Vec::new();
        self.tours(std::slice::from_ref(region), |_, visits, _| toured = visits.to_vec())?;
        Ok(toured)
    }

    /// Makes the tours of all given regions. `each` is called with the index of a toured region in `regions`, the visit
    /// number of each of its squares (counted from 1), and the number of tries.
    ///
    /// # Errors
    /// [`TilingError::Stuck`] if a knight fails.
    pub(super) fn tours(&self, regions: &[Region], mut each: impl FnMut(usize, &[u8], u32)) -> Result<(), TilingError> {
        let mut by_dice = Vec::with_capacity(regions.len());
        let mut stuck = None;
        for (place, region) in regions.iter().enumerate() {
            if let Some(visits) = self.given(region) {
                each(place, visits, 1);
                continue;
            }
            let Rect { rows, cols, .. } = region.rect;
            let size = (rows - SIDES.start()) * 7 + cols - SIDES.start();
            let moves = MOVES[size as usize].get_or_init(|| RegionMoves::new(rows, cols));
            // `plain` is the number of tries that this function makes: the first try by a rule, and all tries in a
            // large region.
            let plain = match &moves.bits {
                Some(_) => u32::from(self.rule != Rule::Random),
                None => MAX_TRIES,
            };
            let mut path: RegionPath = [0; MAX_SQUARES];
            let done = (0..plain).find(|&before| {
                let roll = |visit: u32| roll(self.seed, region.number, visit | before << 8);
                walk(moves, region, if before == 0 { self.rule } else { Rule::Random }, roll, &mut path)
            });
            match (done, &moves.bits) {
                (Some(before), _) => {
                    let mut visits = [0; MAX_SQUARES];
                    let path = &path[..region.rect.squares() as usize];
                    path.iter().zip(1..).for_each(|(&square, visit)| visits[usize::from(square)] = visit);
                    each(place, &visits[..path.len()], before + 1);
                }
                (None, Some(bits)) => by_dice.push((place, *region, bits, plain)),
                (None, None) => stuck = Some(*region),
            }
        }
        let each = |place: usize, visits: &[u8; 64], tries| {
            each(place, &visits[..regions[place].rect.squares() as usize], tries);
        };
        wide(RegionBatch { seed: self.seed, regions: &by_dice, each, stuck: &mut stuck });
        stuck.map_or(Ok(()), |Region { rect, .. }| Err(TilingError::Stuck { row: rect.top, col: rect.left }))
    }
}

/// Makes one try. Returns whether the knight reached its exit with its last move. The exit counts in ranks and is
/// entered only with the last move. If the exit has only one unvisited neighbour, that neighbour is entered only with
/// the last move but one.
fn walk(moves: &RegionMoves, region: &Region, rule: Rule, roll: impl Fn(u32) -> u32, path: &mut RegionPath) -> bool {
    let all = moves.neighbours.len();
    let mut unvisited = [true; MAX_SQUARES];
    let (mut at, exit) = (region.entry as u8, region.exit as u8);
    let before_exit = &moves.neighbours[usize::from(exit)];
    for visit in 1..=all {
        path[visit - 1] = at;
        unvisited[usize::from(at)] = false;
        if visit == all {
            break;
        }
        let open =
            |square: u8| moves.neighbours[usize::from(square)].iter().copied().filter(|&by| unvisited[usize::from(by)]);
        let rank = |square: u8| open(square).count();
        let is_last_before_exit = rank(exit) == 1;
        let left = all - visit;
        let is_kept = |by: u8| left > 2 && is_last_before_exit && before_exit.contains(&by);
        let ways = || open(at).filter(|&by| (by == exit) == (left == 1) && !is_kept(by));
        let Some(least) = ways().map(rank).min() else { return false };
        let mut ties = ways().filter(|&by| rank(by) == least);
        let next = match rule {
            Rule::Random => {
                let among = ties.clone().count() as u32;
                ties.nth(pick(roll(visit as u32), among) as usize)
            }
            // Selects the tie whose unvisited neighbours include the lowest rank.
            Rule::Pohl => ties.min_by_key(|&by| open(by).map(rank).min().unwrap_or(9)),
            // Selects the tie farthest from the centre of the region.
            Rule::Roth => ties.min_by_key(|&by| {
                let twice = |at: u32, side: u32| (2 * at).abs_diff(side - 1).pow(2);
                let (row, col) = (u32::from(by) / region.rect.cols, u32::from(by) % region.rect.cols);
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
    use crate::relay::gate::{Gate, RegionSide};
    use crate::relay::region::Excursion;

    #[test]
    fn one_try_in_four_leads_from_any_gate_to_any_other() {
        const TRIES: u32 = 400;
        // Counts the successful pairs of gates of a region. In a region with an odd number of squares, the squares of
        // colour 0 are the majority, and both ends have colour 0.
        let successes = |rows: u32, cols: u32| {
            let (moves, is_odd) = (RegionMoves::new(rows, cols), rows * cols % 2 == 1);
            let rect = Rect { top: 24, left: 24, rows, cols };
            let mut all = Vec::new();
            for (from, to) in RegionSide::ALL.into_iter().flat_map(|from| RegionSide::ALL.map(|to| (from, to))) {
                for color in 0..if is_odd { 1 } else { 2 } {
                    let entry = Gate::Best.entry(&rect, from, if is_odd { color } else { 1 - color });
                    let exit = Gate::Best.exit(&rect, to, color);
                    if from == to || entry == exit {
                        continue;
                    }
                    let region = Region { rect, entry, exit, ..Region::default() };
                    let is_through = |&tries: &u32| {
                        let roll = |visit: u32| roll(1, 0, visit | tries << 8);
                        walk(&moves, &region, Rule::Random, roll, &mut [0; MAX_SQUARES])
                    };
                    all.push((0..TRIES).filter(is_through).count());
                }
            }
            all
        };
        for (rows, cols) in (6..=12).flat_map(|rows| (6..=12).map(move |cols| (rows, cols))) {
            let worst = successes(rows, cols).into_iter().min();
            assert!(worst.is_some_and(|worst| 4 * worst >= TRIES as usize), "{rows}x{cols}: {worst:?} of {TRIES}");
        }
        // About five tries in six succeed on 8x8.
        let all = successes(8, 8);
        assert!(all.iter().sum::<usize>() * 100 > 81 * all.len() * TRIES as usize, "{all:?}");
    }

    #[test]
    fn knights_side_by_side_take_the_same_way_after_the_same_tries() {
        let knights = RelayKnights::new(5, Rule::Random);
        let mut regions = Vec::new();
        for (rows, cols, entry, exit) in [(6, 6, 0, 13), (6, 7, 8, 3), (7, 8, 8, 2), (8, 8, 24, 54), (6, 10, 9, 22)] {
            let rect = Rect { top: 3, left: 5, rows, cols };
            let region = Region { rect, entry, exit, first: 0, gaps: [Excursion::NONE; 4], number: 0 };
            regions.extend((0..30).map(|number| Region { number: number * 7 + cols, ..region }));
        }
        let (mut toured, mut most) = (0, 0);
        let done = knights.tours(&regions, |place, visits, tries| {
            let region = &regions[place];
            let (moves, mut path) = (RegionMoves::new(region.rect.rows, region.rect.cols), [0; MAX_SQUARES]);
            for before in 0..tries {
                let roll = |visit: u32| roll(5, region.number, visit | before << 8);
                assert_eq!(walk(&moves, region, Rule::Random, roll, &mut path), before + 1 == tries, "{region:?}");
            }
            assert!((0..visits.len()).all(|at| usize::from(visits[path[at] as usize]) == at + 1), "{region:?}");
            (toured, most) = (toured + 1, tries.max(most));
        });
        assert!(done.is_ok() && toured == regions.len() && most > 3, "{toured} toured, {most} tries at most");
    }
}

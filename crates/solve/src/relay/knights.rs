//! The knights of a relay. A knight walks in its region, or follows a precomputed path.

use std::ops::Add;

use courser_board::Square;

use super::bits::RegionBatch;
use super::region::{Rect, Region};
use crate::TilingError;
use crate::factor::small;
use crate::warnsdorff::Rule;
use crate::wide::wide;

/// Maximum number of tries of a knight. If all tries fail, the knight fails. If the entry and the exit of a region
/// are at gates, at least one try in four succeeds. A lane of a GPU has time for more tries than this maximum.
pub const MAX_TRIES: u32 = 1 << 8;

/// Statistics of the numbers of tries per region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Number of regions.
    pub regions: u64,
    /// Total number of tries in all regions.
    pub sum: u64,
    /// Number of tries in the region with the most tries.
    pub max: u32,
}

impl Add for Tries {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (regions, sum) = (self.regions + other.regions, self.sum + other.sum);
        Self { regions, sum, max: self.max.max(other.max) }
    }
}

/// The knights of a board. All knights have the same seed and rule, and each knight has its own random bits.
#[derive(Clone, Debug)]
pub(super) struct RelayKnights {
    pub(super) seed: u64,
    /// Rule of the first try. Later tries break ties at random.
    pub(super) rule: Rule,
    /// The regions whose knights follow a precomputed path. The list is short, since only a region with an end of the
    /// tour can need a precomputed path.
    given: Vec<GivenPath>,
}

/// A precomputed path for a knight that would otherwise fail.
#[derive(Clone, Debug)]
struct GivenPath {
    number: u32,
    ends: (u32, u32),
    /// Visit number of each square of the region, counted from 1.
    visits: Vec<u8>,
}

impl RelayKnights {
    pub(super) const fn new(seed: u64, rule: Rule) -> Self {
        Self { seed, rule, given: Vec::new() }
    }

    /// Returns the precomputed path of the region's knight, or `None` if the knight has no such path. The path contains
    /// the visit number of each square, counted from 1.
    pub(super) fn given(&self, region: &Region) -> Option<&[u8]> {
        let is_its = |given: &&GivenPath| given.number == region.number && given.ends == (region.entry, region.exit);
        self.given.iter().find(is_its).map(|given| &given.visits[..])
    }

    /// Returns the numbers of the regions whose knights follow a precomputed path.
    pub(super) fn all_given(&self) -> impl Iterator<Item = u32> {
        self.given.iter().map(|given| given.number)
    }

    /// Finds a path through a region by the method *factor and merge*, and stores the path as the precomputed path of
    /// the region's knight. The path contains all moves in `moves`. Returns the visit number of each square, counted
    /// from 1, or `None` if no such path was found.
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
    /// numbers of its squares, and the number of tries. Visit numbers are counted from 1.
    ///
    /// # Errors
    /// [`TilingError::Stuck`] if a knight fails.
    pub(super) fn tours(&self, regions: &[Region], mut each: impl FnMut(usize, &[u8], u32)) -> Result<(), TilingError> {
        let (mut small, mut large) = (Vec::with_capacity(regions.len()), Vec::new());
        for (place, region) in regions.iter().enumerate() {
            match self.given(region) {
                Some(visits) => each(place, visits, 1),
                None if region.rect.squares() <= 64 => small.push((place, *region)),
                None => large.push((place, *region)),
            }
        }
        let mut stuck = None;
        match self.rule {
            Rule::Random => self.walk::<1, 32, true>(&small, &mut each, &mut stuck),
            _ => self.walk::<1, 32, false>(&small, &mut each, &mut stuck),
        }
        self.walk::<3, 1, false>(&large, &mut each, &mut stuck);
        stuck.map_or(Ok(()), |Region { rect, .. }| Err(TilingError::Stuck { row: rect.top, col: rect.left }))
    }

    /// Makes the tours of the given regions, with `LANES` knights in parallel. Each region has at most `64 * WORDS`
    /// squares. The parameters are the fields of [`RegionBatch`].
    fn walk<const WORDS: usize, const LANES: usize, const RANDOM: bool>(
        &self,
        regions: &[(usize, Region)],
        each: &mut impl FnMut(usize, &[u8], u32),
        stuck: &mut Option<Region>,
    ) {
        let Self { seed, rule, .. } = *self;
        wide(RegionBatch::<WORDS, LANES, RANDOM, _> { seed, rule, regions, each, stuck });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::gate::{Gate, RegionSide};

    #[test]
    fn one_try_in_four_leads_from_any_gate_to_any_other() {
        const KNIGHTS: u32 = 200;
        // Counts the tries of the knights for each pair of gates of a region. In a region with an odd number of
        // squares, the squares of colour 0 are the majority. A path through such a region starts and ends on colour 0.
        let tries = |rows: u32, cols: u32| {
            let is_odd = rows * cols % 2 == 1;
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
                    let regions: Vec<Region> = (0..KNIGHTS).map(|number| Region { number, ..region }).collect();
                    let mut sum = 0;
                    RelayKnights::new(1, Rule::Random).tours(&regions, |_, _, tries| sum += tries).unwrap();
                    all.push(sum);
                }
            }
            all
        };
        for (rows, cols) in (6..=12).flat_map(|rows| (6..=12).map(move |cols| (rows, cols))) {
            let worst = tries(rows, cols).into_iter().max();
            assert!(worst.is_some_and(|worst| worst <= 4 * KNIGHTS), "{rows}x{cols}: {worst:?} tries of {KNIGHTS}");
        }
        // About five tries in six succeed on 8x8.
        let all = tries(8, 8);
        assert!(all.iter().sum::<u32>() * 81 < 100 * KNIGHTS * all.len() as u32, "{all:?}");
    }
}

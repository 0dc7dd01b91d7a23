//! The lanes of a relay on a machine. Each lane runs one knight. This module also lists the regions of a band. The
//! knights tour these regions.

use std::collections::BTreeMap;
use std::ops::Range;

use courser_board::{Board, Square};
use courser_solve::TilingError;
use courser_solve::relay::{MAX_TRIES, Region, RelayPlan, Tries};
use rayon::prelude::*;

use super::memory::{MAX_SIZES, TALLY_WORDS};
use super::relay::LANE;
use crate::Result;
use crate::batch::layout::{self, BatchParams};

/// Sizes in words, as in `shaders/relay/lanes.wgsl`. `HEADER`: number of words before the records of the regions.
/// `RECORD`: number of words in a record.
pub(super) const HEADER: usize = 6;
pub(super) const RECORD: usize = 18;

/// `KNIGHTS`: number of knights per dispatch that is sufficient to keep a GPU busy. `MAX_REGIONS`: maximum number of
/// regions that one knight walks through. With more regions per knight, knights wait less for each other.
const KNIGHTS: usize = 1 << 16;
const MAX_REGIONS: usize = 16;

/// The regions of one size in a relay plan, whose regions form a grid.
#[derive(Debug)]
pub(super) struct RegionSize {
    /// Indices of the grid rows whose regions have the height of the `RegionSize`.
    down: Vec<usize>,
    /// Indices of the grid columns whose regions have the width of the `RegionSize`.
    across: Vec<usize>,
    /// Parameters of a region that is treated as a separate board.
    pub(super) params: BatchParams,
}

/// The plan of a relay, with the regions grouped by size. Each lane of a machine processes one of these regions at a
/// time.
#[derive(Debug)]
pub(super) struct Lanes {
    pub(super) plan: RelayPlan,
    pub(super) sizes: Vec<RegionSize>,
}

impl Lanes {
    pub(super) fn new(plan: &RelayPlan) -> Result<Self> {
        let [tall, wide] = plan.edges().map(|edges| {
            let mut bands = BTreeMap::<u32, Vec<usize>>::new();
            for (band, pair) in edges.windows(2).enumerate() {
                bands.entry(pair[1] - pair[0]).or_default().push(band);
            }
            bands
        });
        let mut sizes = Vec::new();
        for ((&rows, down), (&cols, across)) in tall.iter().flat_map(|tall| wide.iter().map(move |wide| (tall, wide))) {
            let board = Board::new(rows, cols)?;
            let mut params = BatchParams::new(&board);
            // Only a GPU uses the parameters. Its lanes support only regions of at most 64 squares.
            if rows * cols <= LANE {
                params.begin_small(&layout::ranks(&board));
            }
            sizes.push(RegionSize { down: down.clone(), across: across.clone(), params });
        }
        assert!(sizes.len() <= MAX_SIZES, "the regions have {} sizes", sizes.len());
        Ok(Self { plan: plan.clone(), sizes })
    }

    /// Returns the data of the regions of one size, in the layout of the shader's `regions` buffer. `size` is the index
    /// of this size. Only regions whose top row is in `rows` are included. Also returns the number of knights that tour
    /// the included regions.
    ///
    /// The buffer of visit numbers starts at row `top` of the board, and contains `stride` numbers per row.
    pub(super) fn regions(&self, size: usize, rows: Range<u32>, (top, stride): (u32, u32)) -> (Vec<u32>, u64) {
        let (plan, RegionSize { down, across, .. }) = (&self.plan, &self.sizes[size]);
        let split = |number: u64| [number as u32, (number >> 32) as u32];
        let record = |region: Region| {
            let corner = (region.rect.top - top) * stride + region.rect.left;
            let head = [corner, region.number, region.entry, region.exit].into_iter().chain(split(region.first));
            let gaps = region.gaps.map(|gap| [gap.after, split(gap.squares)[0], split(gap.squares)[1]]);
            head.chain(gaps.into_iter().flatten()).collect::<Vec<u32>>()
        };
        let down = down.par_iter().filter(|&&row| rows.contains(&plan.edges()[0][row]));
        let [low, high] = split(plan.seed());
        let mut words = vec![low, high, 0, 0, stride, 0];
        // Regions with a precomputed path are excluded. The function `given` returns the visit numbers in these
        // regions.
        let walks = |region: &Region| plan.given(region).is_none();
        let regions =
            |&row: &usize| across.iter().map(move |&col| plan.region(row, col)).filter(walks).flat_map(record);
        words.par_extend(down.flat_map_iter(regions));
        let regions = (words.len() - HEADER) / RECORD;
        let knights = regions.div_ceil((regions / KNIGHTS).clamp(1, MAX_REGIONS));
        (words[2], words[3]) = (regions as u32, knights as u32);
        (words, knights as u64)
    }

    /// Returns the squares of all regions that have a precomputed path and whose first row is in `rows`. Each square
    /// comes with its visit number.
    pub(super) fn given(&self, rows: Range<u32>) -> impl Iterator<Item = (Square, u64)> {
        let regions = self.plan.all_given().filter(move |region| rows.contains(&region.rect.top));
        regions.flat_map(|region| {
            let visits = self.plan.given(&region).unwrap_or_default();
            let number = move |visit: u8| region.index(u32::from(visit) - 1) + 1;
            (0..).zip(visits).map(move |(local, &visit)| (region.rect.square(local), number(visit)))
        })
    }

    /// Returns the tries of the knights that follow a precomputed path. Each of these knights needs one try.
    pub(super) fn given_tries(&self, rows: Range<u32>) -> Tries {
        let regions = self.plan.all_given().filter(|region| rows.contains(&region.rect.top)).count() as u64;
        Tries { regions, sum: regions, max: u32::from(regions > 0) }
    }
}

/// Converts the tally of a band to the numbers of tries that its knights needed. `row` is the first row of the band.
///
/// # Errors
/// [`TilingError::Stuck`] if a knight is stuck or has needed too many tries.
pub(super) fn tries(row: u32, [regions, sum, most, stuck]: [u32; TALLY_WORDS]) -> Result<Tries, TilingError> {
    if stuck > 0 || most > MAX_TRIES {
        return Err(TilingError::Stuck { row, col: 0 });
    }
    Ok(Tries { regions: regions.into(), sum: sum.into(), max: most })
}

//! Which kernel numbers which columns.

use std::ops::Range;

use courser_solve::mosaic::{Plan, Zone};

use super::bands::Band;
use super::layout::{Block, QUAD, Window, band_number, words};

/// Neighbouring quads that one dispatch numbers, in some bands of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The bands, counted from the top of the board.
    pub(super) bands: Range<u32>,
    /// The first of the quads of a row.
    pub(super) first: u32,
    /// How many.
    pub(super) quads: u32,
    /// What their tiles are like.
    pub(super) kind: Kind,
}

/// What the tiles of some columns are like: the less they differ, the faster is the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any tiles.
    Any,
    /// Tiles with at most one cut.
    OneCut,
    /// Tiles eight wide, with one table and at most one cut a block: what `narrow_chain` and
    /// `wide_chain` in `shaders/mosaic/visits.wgsl` are for.
    Chain,
    /// As a chain, but each tile with one of several tables.
    Varied,
}

impl Kind {
    /// The kinds, in the order of their kernels.
    pub(super) const ALL: [Self; 4] = [Self::Any, Self::OneCut, Self::Chain, Self::Varied];

    /// Whether the kernel of chains numbers such tiles.
    const fn is_chain(self) -> bool {
        matches!(self, Self::Chain | Self::Varied)
    }
}

/// Columns of a chain's tiles.
const CHAIN_COLS: u32 = 8;

/// Quads that an invocation of a chain has, as in `visits.wgsl`.
const CHAIN_QUADS: u32 = 4;

/// Fewer quads are not worth a dispatch of their own.
const LEAST_QUADS: u32 = 8;

impl Run {
    /// The whole board.
    pub(super) fn all(plan: &Plan) -> Self {
        let bands = plan.row_zones.iter().map(|zone| zone.count).sum();
        Self { bands: 0..bands, first: 0, quads: plan.cols.div_ceil(QUAD), kind: Kind::Any }
    }

    /// Invocations for the quads of a row. Even for a chain, so that quads so far apart see the same ranks.
    pub(super) const fn step(&self) -> u32 {
        match self.kind {
            Kind::Any | Kind::OneCut => self.quads,
            Kind::Chain | Kind::Varied => self.quads.div_ceil(CHAIN_QUADS).next_multiple_of(2),
        }
    }

    /// The window for one band of rows and the quads of this run; `None` if they have no square in common.
    pub(super) fn window(&self, plan: &Plan, band: &Band) -> Option<Window> {
        let first = band_number(&plan.row_zones, band.number.start).max(self.bands.start);
        let end = (band_number(&plan.row_zones, band.number.end - 1) + 1).min(self.bands.end);
        (first < end).then(|| Window {
            rows: plan.rows,
            cols: plan.cols,
            cells: words(plan.cells()),
            quads: plan.cols.div_ceil(QUAD),
            top: band.top,
            number_first: band.number.start,
            number_end: band.number.end,
            band: first,
            bands: end - first,
            check_first: band.check.start,
            check_end: band.check.end,
            closed: plan.closed.into(),
            run_first: self.first,
            run_quads: self.quads,
            run_step: self.step(),
        })
    }

    /// Whether it has a quad in common with another.
    fn meets(&self, other: &Self) -> bool {
        let share = |a: Range<u32>, b: Range<u32>| a.start < b.end && b.start < a.end;
        let quads = |run: &Self| run.first..run.first + run.quads;
        share(self.bands.clone(), other.bands.clone()) && share(quads(self), quads(other))
    }
}

/// The runs of a plan, in the order of their dispatches: all quads of all bands, and last those of the tile
/// where the tour starts once more, since a chain does not see the start of a tour between two of its squares.
pub(super) fn runs(plan: &Plan) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    // The runs of the row zone above begin here, where they end above it.
    let mut above = 0;
    let mut band = 0;
    for (row_zone, zone) in plan.row_zones.iter().enumerate() {
        let here = across(plan, row_zone, band..band + zone.count);
        let is_same = |(above, here): (&Run, &Run)| (above.first, above.kind) == (here.first, here.kind);
        if runs.len() - above == here.len() && runs[above..].iter().zip(&here).all(is_same) {
            runs[above..].iter_mut().for_each(|run| run.bands.end += zone.count);
        } else {
            above = runs.len();
            runs.extend(here);
        }
        band += zone.count;
    }
    if let Some(start) = around_start(plan)
        && runs.iter().any(|run| run.kind.is_chain() && run.meets(&start))
    {
        runs.push(start);
    }
    runs
}

/// The runs of one row zone.
fn across(plan: &Plan, row_zone: usize, bands: Range<u32>) -> Vec<Run> {
    let quads = plan.cols.div_ceil(QUAD);
    let mut runs = Vec::new();
    let mut next = 0;
    let run = |first, end, kind| Run { bands: bands.clone(), first, quads: end - first, kind };
    let blocks = plan.blocks[row_zone * plan.col_zones.len()..].iter().map(|block| Block::new(plan, block));
    for (zone, block) in plan.col_zones.iter().zip(blocks) {
        // A quad that reaches into another zone is none of this one's.
        let (first, end) = (zone.start.div_ceil(QUAD), zone.end() / QUAD);
        let kind = kind(zone, &block);
        if end >= first + LEAST_QUADS && kind != Kind::Any {
            if first > next {
                runs.push(run(next, first, Kind::Any));
            }
            runs.push(run(first, end, kind));
            next = end;
        }
    }
    if next < quads {
        runs.push(run(next, quads, Kind::Any));
    }
    runs
}

fn kind(zone: &Zone, block: &Block) -> Kind {
    match (block.cut_count, block.variants) {
        (0..=1, 1) if zone.size == CHAIN_COLS => Kind::Chain,
        (0..=1, _) if zone.size == CHAIN_COLS => Kind::Varied,
        (0..=1, _) => Kind::OneCut,
        _ => Kind::Any,
    }
}

/// The quads of the tile where the tour starts, if its first number is not the plan's first.
fn around_start(plan: &Plan) -> Option<Run> {
    let zone = plan.col_zones.iter().rfind(|zone| zone.start <= plan.start.col).filter(|_| plan.shift > 0)?;
    let left = plan.start.col - (plan.start.col - zone.start) % zone.size;
    let band = band_number(&plan.row_zones, plan.start.row);
    let first = left / QUAD;
    Some(Run { bands: band..band + 1, first, quads: (left + zone.size).div_ceil(QUAD) - first, kind: Kind::Any })
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square, TourSpec};

    use super::*;

    fn plan(rows: u32, cols: u32, start: Option<Square>, end: Option<Square>, seed: Option<u64>) -> Plan {
        let board = Board::new(rows, cols).unwrap();
        Plan::new(&TourSpec::new(&board, courser_board::Kind::Open, start, end).unwrap(), seed).unwrap()
    }

    #[test]
    fn the_runs_cover_every_quad_once_before_the_start_is_done_again() {
        for (rows, cols) in [(5, 5), (6, 9), (20, 100), (31, 77), (100, 64), (9, 1001)] {
            for plan in [
                plan(rows, cols, None, None, None),
                plan(rows, cols, Some(Square::new(rows - 1 - (rows - 1) % 2, cols / 4 * 2)), None, Some(3)),
            ] {
                let (quads, bands) = (cols.div_ceil(QUAD), plan.row_zones.iter().map(|zone| zone.count).sum::<u32>());
                let mut times = vec![0; (bands * quads) as usize];
                let runs = runs(&plan);
                // The start's tile comes last, if it comes.
                let last = around_start(&plan).filter(|start| runs.len() > 1 && runs.last() == Some(start));
                for run in &runs[..runs.len() - last.iter().len()] {
                    for band in run.bands.clone() {
                        for quad in run.first..run.first + run.quads {
                            times[(band * quads + quad) as usize] += 1;
                        }
                    }
                }
                assert!(times.iter().all(|&times| times == 1), "{rows}x{cols}: {runs:?}");
            }
        }
    }

    #[test]
    fn nearly_all_of_a_large_board_is_in_chains() {
        for plan in [
            plan(1000, 1000, None, None, None),
            plan(1000, 1000, Some(Square::new(501, 502)), None, None),
            plan(1001, 1001, Some(Square::new(500, 502)), None, None),
            plan(1000, 1000, Some(Square::new(500, 502)), Some(Square::new(99, 800)), None),
            plan(1000, 1000, Some(Square::new(501, 502)), None, Some(4)),
            plan(1000, 1000, Some(Square::new(501, 502)), None, Some(1)),
        ] {
            let runs = runs(&plan);
            let chains = runs.iter().filter(|run| run.kind.is_chain());
            let chains: u32 = chains.map(|run| run.quads * (run.bands.end - run.bands.start)).sum();
            // There are 125 bands of 250 quads.
            assert!(chains > 29_000, "{chains} quads, {runs:?}");
        }
    }

    #[test]
    fn a_chain_has_an_even_step_that_covers_it() {
        for quads in 1..100 {
            let run = Run { bands: 0..1, first: 0, quads, kind: Kind::Chain };
            assert!(run.step().is_multiple_of(2) && run.step() * CHAIN_QUADS >= quads);
        }
    }
}

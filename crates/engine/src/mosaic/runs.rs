//! Which kernel numbers which columns.

use courser_solve::mosaic::{Plan, Zone};

use super::layout::{Block, QUAD};

/// Neighbouring quads that one dispatch numbers, in all rows of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
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
}

impl Kind {
    /// The kinds, in the order of their kernels.
    pub(super) const ALL: [Self; 3] = [Self::Any, Self::OneCut, Self::Chain];
}

/// Columns of a chain's tiles.
const CHAIN_COLS: u32 = 8;

/// Quads that an invocation of a chain has, as in `visits.wgsl`.
const CHAIN_QUADS: u32 = 4;

/// Fewer quads are not worth a dispatch of their own.
const LEAST_QUADS: u32 = 8;

impl Run {
    /// Invocations for the quads of a row. Even for a chain, so that quads so far apart see the same ranks.
    pub(super) const fn step(&self) -> u32 {
        match self.kind {
            Kind::Any | Kind::OneCut => self.quads,
            Kind::Chain => self.quads.div_ceil(CHAIN_QUADS).next_multiple_of(2),
        }
    }
}

/// The runs of a plan, in the order of their dispatches: all quads of a row, and last those of the tile
/// where the tour starts once more, since a chain does not see the start of a tour between two of its squares.
pub(super) fn runs(plan: &Plan) -> Vec<Run> {
    let quads = plan.cols.div_ceil(QUAD);
    let mut runs: Vec<Run> = Vec::new();
    let mut next = 0;
    for (nth, zone) in plan.col_zones.iter().enumerate() {
        let (first, end) = (zone.start.div_ceil(QUAD), zone.end() / QUAD);
        let kind = kind(plan, nth, zone);
        if end >= first + LEAST_QUADS && kind != Kind::Any {
            if first > next {
                runs.push(Run { first: next, quads: first - next, kind: Kind::Any });
            }
            runs.push(Run { first, quads: end - first, kind });
            next = end;
        }
    }
    if next < quads {
        runs.push(Run { first: next, quads: quads - next, kind: Kind::Any });
    }
    if plan.shift > 0
        && let Some(zone) = plan.col_zones.iter().rfind(|zone| zone.start <= plan.start.col)
    {
        let left = plan.start.col - (plan.start.col - zone.start) % zone.size;
        let (first, end) = (left / QUAD, (left + zone.size).div_ceil(QUAD));
        if runs.iter().any(|run| run.kind == Kind::Chain && run.first < end && first < run.first + run.quads) {
            runs.push(Run { first, quads: end - first, kind: Kind::Any });
        }
    }
    runs
}

fn kind(plan: &Plan, nth: usize, zone: &Zone) -> Kind {
    let blocks = plan.blocks.iter().skip(nth).step_by(plan.col_zones.len()).map(|block| Block::new(plan, block));
    let (mut most_cuts, mut most_variants) = (0, 0);
    for block in blocks {
        most_cuts = block.cut_count.max(most_cuts);
        most_variants = block.variants.max(most_variants);
    }
    match (most_cuts, most_variants) {
        (0..=1, 1) if zone.size == CHAIN_COLS => Kind::Chain,
        (0..=1, _) => Kind::OneCut,
        _ => Kind::Any,
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square};

    use super::*;

    fn plan(rows: u32, cols: u32, start: Option<Square>, end: Option<Square>, seed: Option<u64>) -> Plan {
        Plan::new(&Board::new(rows, cols).unwrap(), false, start, end, seed).unwrap()
    }

    #[test]
    fn the_runs_cover_every_quad_once_before_the_start_is_done_again() {
        for (rows, cols) in [(5, 5), (6, 9), (20, 100), (31, 77), (100, 64), (9, 1001)] {
            for plan in [
                plan(rows, cols, None, None, None),
                plan(rows, cols, Some(Square::new(rows - 1 - (rows - 1) % 2, cols / 4 * 2)), None, Some(3)),
            ] {
                let mut next = 0;
                let quads = cols.div_ceil(QUAD);
                for run in runs(&plan) {
                    if next < quads {
                        assert_eq!(run.first, next);
                        next += run.quads;
                    }
                }
                assert_eq!(next, quads, "{rows}x{cols}");
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
        ] {
            let chains: u32 = runs(&plan).iter().filter(|run| run.kind == Kind::Chain).map(|run| run.quads).sum();
            assert!(chains > 200, "{chains} of 250 quads, {:?}", plan.col_zones);
        }
    }

    #[test]
    fn a_chain_has_an_even_step_that_covers_it() {
        for quads in 1..100 {
            let run = Run { first: 0, quads, kind: Kind::Chain };
            assert!(run.step() % 2 == 0 && run.step() * CHAIN_QUADS >= quads);
        }
    }
}

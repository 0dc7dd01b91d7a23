//! Divides the board into spans. For each span, selects the kernel that computes the visit numbers of the span.

use std::ops::Range;

use courser_solve::mosaic::{Cut, MosaicPlan, TileBlock, Zone};

use super::layout::{QUAD, RowWindow, tile_row};

/// Adjacent quads in one or more rows of tiles. One dispatch computes the visit numbers of these quads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QuadSpan {
    /// Rows of tiles, counted from the top of the board.
    pub(super) tile_rows: Range<u32>,
    /// First quad of each row.
    pub(super) first: u32,
    /// Number of quads per row.
    pub(super) quads: u32,
    /// Kind of the tiles that contain the quads.
    pub(super) kind: SpanKind,
}

/// The kind of the tiles in a range of columns. The more properties the tiles of a kind have in common, the faster the
/// kernel of this kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpanKind {
    /// Any tiles.
    Any,
    /// Tiles with at most one cut.
    OneCut,
    /// Tiles with a width of eight columns and at most one cut. All tiles of a [block](TileBlock) use the same table.
    /// `eight_wide` in `shaders/mosaic/visits.wgsl` computes the visit numbers of these tiles.
    Eight,
    /// Like [`SpanKind::Eight`], but each tile uses one of several tables.
    Varied,
    /// The lines and the rim of a tame tour, which has no tiles.
    Tame,
}

impl SpanKind {
    /// All kinds of spans, in the order of their kernels.
    pub(super) const ALL: [Self; 5] = [Self::Any, Self::OneCut, Self::Eight, Self::Varied, Self::Tame];

    /// Returns whether the kernel `eight_wide` supports tiles of this kind.
    const fn is_eight(self) -> bool {
        matches!(self, Self::Eight | Self::Varied)
    }
}

/// Number of columns of the tiles that `eight_wide` supports.
const EIGHT_COLS: u32 = 8;

/// Number of quads per row and invocation of `eight_wide`, as in `visits.wgsl`.
const EIGHT_QUADS: u32 = 4;

/// Minimum number of quads for a separate dispatch.
const MIN_QUADS: u32 = 8;

impl QuadSpan {
    /// Returns the number of invocations for the quads of a row. This number is also the distance, in quads, between
    /// successive quads of one invocation. For tiles that are eight columns wide, the number is even. Therefore all
    /// quads of an invocation have the same position within their tiles.
    pub(super) const fn step(&self) -> u32 {
        match self.kind {
            SpanKind::Any | SpanKind::OneCut | SpanKind::Tame => self.quads,
            SpanKind::Eight | SpanKind::Varied => self.quads.div_ceil(EIGHT_QUADS).next_multiple_of(2),
        }
    }

    /// Restricts the window of a band to the quads of this span. `whole` is the window of the band, and `row_zones` are
    /// the zones of all rows. Returns `None` if the span has no square in the band.
    pub(super) fn window(&self, row_zones: &[Zone], whole: &RowWindow) -> Option<RowWindow> {
        let first = tile_row(row_zones, whole.number_first).max(self.tile_rows.start);
        let end = (tile_row(row_zones, whole.number_end - 1) + 1).min(self.tile_rows.end);
        (first < end).then(|| RowWindow {
            tile_row: first,
            tile_rows: end - first,
            span_first: self.first,
            span_quads: self.quads,
            span_step: self.step(),
            ..*whole
        })
    }

    /// Returns whether the span has a quad in common with `other`.
    fn meets(&self, other: &Self) -> bool {
        let share = |a: Range<u32>, b: Range<u32>| a.start < b.end && b.start < a.end;
        let quads = |span: &Self| span.first..span.first + span.quads;
        share(self.tile_rows.clone(), other.tile_rows.clone()) && share(quads(self), quads(other))
    }
}

/// Returns the spans of a plan, in the order of their dispatches. The spans contain all quads of all rows of tiles. The
/// last span repeats the quads of the tile with the tour's start, since the kernel for tiles of width eight does not
/// support a start inside a tile.
pub(super) fn spans(plan: &MosaicPlan) -> Vec<QuadSpan> {
    let mut spans: Vec<QuadSpan> = Vec::new();
    // Index in `spans` of the first span that ends at the last tile row of the preceding row zone. All later spans also
    // end at this tile row.
    let mut above = 0;
    let mut row = 0;
    for (row_zone, zone) in plan.row_zones.iter().enumerate() {
        let here = across(plan, row_zone, row..row + zone.count);
        let is_same = |(above, here): (&QuadSpan, &QuadSpan)| (above.first, above.kind) == (here.first, here.kind);
        if spans.len() - above == here.len() && spans[above..].iter().zip(&here).all(is_same) {
            spans[above..].iter_mut().for_each(|span| span.tile_rows.end += zone.count);
        } else {
            above = spans.len();
            spans.extend(here);
        }
        row += zone.count;
    }
    if let Some(start) = around_start(plan)
        && spans.iter().any(|span| span.kind.is_eight() && span.meets(&start))
    {
        spans.push(start);
    }
    spans
}

/// Returns the spans of one row zone.
fn across(plan: &MosaicPlan, row_zone: usize, tile_rows: Range<u32>) -> Vec<QuadSpan> {
    let quads = plan.cols.div_ceil(QUAD);
    let mut spans = Vec::new();
    let mut next = 0;
    let span = |first, end, kind| QuadSpan { tile_rows: tile_rows.clone(), first, quads: end - first, kind };
    let blocks = &plan.blocks[row_zone * plan.col_zones.len()..];
    for (zone, block) in plan.col_zones.iter().zip(blocks) {
        // A quad can overlap two zones. Such a quad belongs to neither of the two zones' spans.
        let (first, end) = (zone.start.div_ceil(QUAD), zone.end() / QUAD);
        let kind = kind(zone, block, plan.tables[block.table as usize].count);
        if end >= first + MIN_QUADS && kind != SpanKind::Any {
            if first > next {
                spans.push(span(next, first, SpanKind::Any));
            }
            spans.push(span(first, end, kind));
            next = end;
        }
    }
    if next < quads {
        spans.push(span(next, quads, SpanKind::Any));
    }
    spans
}

/// Returns the kind of the tiles in a block with `variants` interchangeable tables.
fn kind(zone: &Zone, block: &TileBlock, variants: u32) -> SpanKind {
    let cuts = block.cuts.iter().filter(|cut| cut.after < Cut::NEVER).count();
    match (cuts, variants) {
        (0..=1, 1) if zone.size == EIGHT_COLS => SpanKind::Eight,
        (0..=1, _) if zone.size == EIGHT_COLS => SpanKind::Varied,
        (0..=1, _) => SpanKind::OneCut,
        _ => SpanKind::Any,
    }
}

/// Returns the quads of the tile in which the tour starts. Returns `None` if the shift of the plan is 0: the tour then
/// starts at the first index of the plan.
fn around_start(plan: &MosaicPlan) -> Option<QuadSpan> {
    let zone = plan.col_zones.iter().rfind(|zone| zone.start <= plan.start.col).filter(|_| plan.shift > 0)?;
    let left = plan.start.col - (plan.start.col - zone.start) % zone.size;
    let row = tile_row(&plan.row_zones, plan.start.row);
    let first = left / QUAD;
    Some(QuadSpan {
        tile_rows: row..row + 1,
        first,
        quads: (left + zone.size).div_ceil(QUAD) - first,
        kind: SpanKind::Any,
    })
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square, TourSpec};

    use super::*;

    fn plan(rows: u32, cols: u32, start: Option<Square>, end: Option<Square>, seed: Option<u64>) -> MosaicPlan {
        let board = Board::new(rows, cols).unwrap();
        MosaicPlan::new(&TourSpec::new(&board, courser_board::Kind::Open, start, end).unwrap(), seed).unwrap()
    }

    #[test]
    fn the_spans_cover_every_quad_once_before_the_start_is_done_again() {
        for (rows, cols) in [(5, 5), (6, 9), (20, 100), (31, 77), (100, 64), (9, 1001)] {
            for plan in [
                plan(rows, cols, None, None, None),
                plan(rows, cols, Some(Square::new(rows - 1 - (rows - 1) % 2, cols / 4 * 2)), None, Some(3)),
            ] {
                let (quads, tile_rows) =
                    (cols.div_ceil(QUAD), plan.row_zones.iter().map(|zone| zone.count).sum::<u32>());
                let mut times = vec![0; (tile_rows * quads) as usize];
                let spans = spans(&plan);
                // If the tile of the start has its own span, this span comes last.
                let last = around_start(&plan).filter(|start| spans.len() > 1 && spans.last() == Some(start));
                for span in &spans[..spans.len() - last.iter().len()] {
                    for row in span.tile_rows.clone() {
                        for quad in span.first..span.first + span.quads {
                            times[(row * quads + quad) as usize] += 1;
                        }
                    }
                }
                assert!(times.iter().all(|&times| times == 1), "{rows}x{cols}: {spans:?}");
            }
        }
    }

    #[test]
    fn nearly_all_of_a_large_board_is_in_tiles_eight_wide() {
        for plan in [
            plan(1000, 1000, None, None, None),
            plan(1000, 1000, Some(Square::new(501, 502)), None, None),
            plan(1001, 1001, Some(Square::new(500, 502)), None, None),
            plan(1000, 1000, Some(Square::new(500, 502)), Some(Square::new(99, 800)), None),
            plan(1000, 1000, Some(Square::new(501, 502)), None, Some(4)),
            plan(1000, 1000, Some(Square::new(501, 502)), None, Some(1)),
        ] {
            let spans = spans(&plan);
            let eights = spans.iter().filter(|span| span.kind.is_eight());
            let eights: u32 = eights.map(|span| span.quads * (span.tile_rows.end - span.tile_rows.start)).sum();
            // The board has 125 rows of tiles and 250 quads per row.
            assert!(eights > 29_000, "{eights} quads, {spans:?}");
        }
    }

    #[test]
    fn tiles_eight_wide_have_an_even_step_that_covers_them() {
        for quads in 1..100 {
            let span = QuadSpan { tile_rows: 0..1, first: 0, quads, kind: SpanKind::Eight };
            assert!(span.step().is_multiple_of(2) && span.step() * EIGHT_QUADS >= quads);
        }
    }
}

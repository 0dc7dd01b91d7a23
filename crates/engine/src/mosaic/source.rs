//! The sources of the visit numbers.

use courser_solve::mosaic::Zone;
use courser_solve::relay;
use courser_solve::warnsdorff::Rule;

use super::lanes::Lanes;
use super::layout::{GpuBlock, GpuPlan, GpuZone, QUAD};
use super::memory::{BLOCKS, LINES, POSITIONS, RIM, ZONES};
use super::spans::{QuadSpan, SpanKind, spans};
use super::streamed::StreamedTour;
use crate::Result;

/// A source of visit numbers. It does not change between bands.
#[derive(Debug)]
pub(super) enum NumberSource {
    /// A plan of tiles or a plan of a tame tour. In both cases, the number of each square is computed independently of
    /// the other squares.
    Tiles {
        row_zones: Vec<Zone>,
        /// Arrays of the plan that are not written yet. Each entry contains a buffer and the words to write to this
        /// buffer.
        arrays: Vec<(usize, Vec<u32>)>,
        spans: Vec<QuadSpan>,
    },
    /// The knights of a relay.
    Knights(Box<Lanes>),
    /// Existing numbers in a buffer, row by row as in a band.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU has existing numbers"))]
    Cells {
        /// True if the run checks the numbers. The check does not support a board with holes.
        is_checked: bool,
    },
}

impl NumberSource {
    /// Creates the source that computes the visit numbers of a plan. Also returns the plan data for the whole board.
    pub(super) fn new(plan: &StreamedTour) -> Result<(Self, GpuPlan)> {
        let words = |bytes: &[u8]| bytemuck::pod_collect_to_vec::<u8, u32>(bytes);
        Ok(match plan {
            StreamedTour::Mosaic(plan) => {
                let zones: Vec<GpuZone> = GpuZone::all(&plan.row_zones).chain(GpuZone::all(&plan.col_zones)).collect();
                let blocks: Vec<GpuBlock> = plan.blocks.iter().map(|block| GpuBlock::new(plan, block)).collect();
                let mut positions = plan.bytes.clone();
                positions.resize(positions.len().next_multiple_of(4), 0);
                let arrays = vec![
                    (ZONES, words(bytemuck::cast_slice(&zones))),
                    (BLOCKS, words(bytemuck::cast_slice(&blocks))),
                    (POSITIONS, words(&positions)),
                ];
                (Self::Tiles { row_zones: plan.row_zones.clone(), arrays, spans: spans(plan) }, GpuPlan::from(plan))
            }
            StreamedTour::Tame(plan) => {
                let arrays = vec![
                    (LINES, words(bytemuck::cast_slice(&plan.lines))),
                    (RIM, words(bytemuck::cast_slice(&plan.rim))),
                ];
                let spans = vec![QuadSpan {
                    tile_rows: 0..plan.rows.div_ceil(8),
                    first: 0,
                    quads: plan.cols.div_ceil(QUAD),
                    kind: SpanKind::Tame,
                }];
                (Self::Tiles { row_zones: plan.frame().row_zones, arrays, spans }, GpuPlan::from(plan))
            }
            StreamedTour::Relay(plan) => (Self::Knights(Box::new(Lanes::new(plan)?)), GpuPlan::default()),
        })
    }

    /// Returns whether the run checks the visit numbers.
    pub(super) const fn is_checked(&self) -> bool {
        !matches!(self, Self::Cells { is_checked: false })
    }

    /// Returns the rule that a relay's knights follow on their first try. For other sources, the rule is not used.
    pub(super) fn rule(&self) -> Rule {
        if let Self::Knights(lanes) = self { lanes.plan.rule() } else { Rule::Random }
    }

    /// Returns the minimum capacity of a band, in rows. With this capacity, any board can be divided into bands.
    pub(super) fn min_rows(&self) -> u32 {
        if matches!(self, Self::Knights(_)) { *relay::SIDES.end() } else { 1 }
    }

    /// Returns the end of the band that begins with the row `first` and has about `rows` rows. The bands of a relay
    /// consist of whole regions.
    pub(super) fn end(&self, first: u32, rows: u32) -> u32 {
        match self {
            Self::Tiles { .. } | Self::Cells { .. } => first + rows,
            Self::Knights(lanes) => lanes.plan.end(first, rows),
        }
    }
}

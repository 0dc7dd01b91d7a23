//! Reads the edges at every square, and finds the cycle of every square, for a picture.

use rayon::prelude::*;

use super::join::label;
use super::sections::{SectionRow, Sections};
use crate::grown::job::NO_LABEL;
use crate::grown::planes::Planes;
use crate::grown::setup::GrowthSetup;

/// A board covered by cycles, after any pass. The squares are stored row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Directions of each square's edges, in the form of [`Planes::links`]; 0 for a hole.
    pub links: Vec<u8>,
    /// For each square, the index of the first square of its cycle, or [`NO_LABEL`] for a hole. The link between the
    /// ends of an open tour counts as an edge.
    pub labels: Vec<u32>,
}

impl Cover {
    /// Reads the edges of all squares, and finds the cycles that these edges form.
    pub fn new(planes: &Planes, setup: &GrowthSetup) -> Self {
        let (layout, mut sections) = (setup.layout, Sections::new(setup.layout));
        sections.read(planes, setup);
        let cycles = label(&sections);
        let (rows, cols) = (|| (0..layout.rows).into_par_iter(), || 0..layout.cols);
        // A row of cells can be longer than a row of the board.
        let (pitch, more) = (layout.pitch(), layout.pitch() - layout.cols);
        let place = |label: u32| if label == NO_LABEL { label } else { label - label / pitch * more };
        let labels_of =
            |row: SectionRow<'_>| cols().map(|col| place(cycles.label_of(row.index(col)))).collect::<Vec<_>>();
        Self {
            links: rows().flat_map_iter(|row| cols().map(move |col| planes.links(row, col))).collect(),
            labels: rows().flat_map_iter(|row| labels_of(sections.row(row))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use courser_board::TourSpec;

    use super::super::CpuGrown;
    use super::*;
    use crate::grown::{Grown, GrowthPass, Passes};

    #[test]
    fn a_cover_has_as_many_cycles_as_are_left_and_two_links_for_each_square() {
        for (board, closed) in [("20x30", true), ("15x17", false)] {
            let board = board.parse().unwrap();
            let spec = if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) };
            let setup = GrowthSetup::new(&spec, 3).unwrap();
            let mut grown = Grown::new(CpuGrown::new(setup.clone()).unwrap());
            let mut counts = Vec::new();
            while let Some(pass) = grown.step().unwrap() {
                let cover = Cover::new(&grown.passes().planes().unwrap(), &setup);
                assert_eq!(cover.labels.len() as u64, board.cells());
                assert!(cover.labels.iter().all(|&place| cover.labels[place as usize] == place));
                let ends = cover.links.iter().filter(|links| links.count_ones() == 1).count();
                assert!(cover.links.iter().all(|links| (1..=2).contains(&links.count_ones())));
                assert_eq!(ends, if closed { 0 } else { 2 });
                if matches!(pass, GrowthPass::Start | GrowthPass::Label | GrowthPass::Apply) {
                    counts.push(cover.labels.iter().collect::<BTreeSet<_>>().len() as u32);
                }
            }
            assert_eq!(counts[0], 1, "a mosaic is a tour");
            let reported: Vec<u32> = grown.report().cycles.concat();
            assert!(reported.iter().all(|count| counts.contains(count)), "{reported:?} in {counts:?}");
            assert!(counts.iter().any(|&count| count > 1) && counts.last() == Some(&1), "{counts:?}");
        }
    }
}

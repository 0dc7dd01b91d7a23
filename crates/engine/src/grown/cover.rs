//! What of the state a picture shows: the edges of every square, and the cycle that it is on.

use std::sync::atomic::AtomicU32;

use super::label::{NO_LABEL, label};
use super::links::Links;
use super::planes::Planes;
use super::setup::Setup;

/// A board that cycles cover, square by square from the top left; after any pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The directions of each square's edges, as [`Planes::links`] gives them; 0 for a hole.
    pub links: Vec<u8>,
    /// The least cell of each square's cycle, or [`NO_LABEL`] for a hole. The link between the ends of an open tour
    /// counts as an edge.
    pub labels: Vec<u32>,
}

impl Cover {
    /// Reads the edges, and follows them.
    pub fn new(planes: &Planes, setup: &Setup) -> Self {
        let (layout, mut links) = (setup.layout, Links::default());
        links.read(planes);
        let mut cells: Vec<AtomicU32> = Vec::new();
        cells.resize_with(links.bytes.len(), || AtomicU32::new(NO_LABEL));
        let roots = label(&links.bytes, &layout, setup.ends(), &mut cells);
        // Without the cells that pad the rows.
        let is_square = |cell: u32| cell % layout.pitch() < layout.cols;
        let labels = (0..).zip(cells).filter(|&(cell, _)| is_square(cell));
        let label_of = |slot: AtomicU32| roots.get(slot.into_inner() as usize).copied().unwrap_or(NO_LABEL);
        let labels = labels.map(|(_, slot)| label_of(slot)).collect();
        let links = (0..).zip(links.bytes).filter(|&(cell, _)| is_square(cell)).map(|(_, links)| links).collect();
        Self { links, labels }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use courser_board::TourSpec;

    use super::super::cpu::CpuGrown;
    use super::super::grow::{Grown, Pass, Passes};
    use super::*;

    #[test]
    fn a_cover_has_as_many_cycles_as_are_left_and_two_links_for_each_square() {
        for (board, closed) in [("20x30", true), ("15x17", false)] {
            let board = board.parse().unwrap();
            let spec = if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) };
            let setup = Setup::new(&spec, 3).unwrap();
            let mut grown = Grown::new(CpuGrown::new(setup.clone()).unwrap());
            let mut counts = Vec::new();
            while let Some(pass) = grown.step().unwrap() {
                let cover = Cover::new(&grown.passes().planes().unwrap(), &setup);
                assert_eq!(cover.labels.len() as u64, board.cells());
                let ends = cover.links.iter().filter(|links| links.count_ones() == 1).count();
                assert!(cover.links.iter().all(|links| (1..=2).contains(&links.count_ones())));
                assert_eq!(ends, if closed { 0 } else { 2 });
                if matches!(pass, Pass::Start | Pass::Label | Pass::Flatten) {
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

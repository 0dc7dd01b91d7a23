//! Links: the planes as one byte for each square, so that the CPU walks along a cycle fast.

use rayon::prelude::*;

use super::gadget::AXES;
use super::layout::{Layout, WORD};
use super::planes::{Planes, ahead};

/// For each cell the directions of its edges, as [`Planes::links`] gives them.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) bytes: Vec<u8>,
}

impl Links {
    /// Reads all edges.
    pub(super) fn read(&mut self, planes: &Planes) {
        let layout = planes.layout;
        self.bytes.resize(layout.cells() as usize, 0);
        self.bytes.par_chunks_mut(layout.pitch() as usize).zip(0..u32::MAX).for_each(|(bytes, row)| {
            read_row(planes, &layout, row, bytes);
        });
    }
}

fn read_row(planes: &Planes, layout: &Layout, row: u32, bytes: &mut [u8]) {
    let row = i64::from(row);
    let here: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, row));
    let back: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, row - i64::from(AXES[axis].0)));
    for (word, bytes) in (1..=layout.words() as usize).zip(bytes.chunks_mut(WORD as usize)) {
        let mut bits = [0; 8];
        for axis in 0..4 {
            bits[axis] = here[axis][word];
            let line = back[axis];
            bits[4 + axis] = ahead(line[word - 1], line[word], line[word + 1], -AXES[axis].1);
        }
        for (nth, eight) in bytes.chunks_mut(8).enumerate() {
            let rows = bits.map(|bits| (bits >> (8 * nth)) as u8);
            eight.copy_from_slice(&transposed(rows)[..eight.len()]);
        }
    }
}

/// Eight rows of eight bits, bit `k` of byte `c` from bit `c` of byte `k` ("Hacker's Delight", 2nd edition, 7-3).
fn transposed(rows: [u8; 8]) -> [u8; 8] {
    let mut x = u64::from_le_bytes(rows);
    for (by, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swap: u64 = (x ^ (x >> by)) & mask;
        x ^= swap ^ (swap << by);
    }
    x.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, TourSpec};
    use courser_solve::mosaic::Plan;

    use super::super::start::start;
    use super::*;

    #[test]
    fn every_square_has_the_links_that_its_edges_give() {
        for (rows, cols) in [(8, 8), (5, 70), (33, 65)] {
            let plan = Plan::new(&TourSpec::open(&Board::new(rows, cols).unwrap()), Some(1)).unwrap();
            let layout = Layout { rows, cols };
            let mut planes = Planes::new(layout);
            start(&mut planes, &plan);
            let mut links = Links::default();
            links.read(&planes);
            for row in 0..rows {
                for col in 0..layout.pitch() {
                    let expected = if col < cols { planes.links(row, col) } else { 0 };
                    assert_eq!(links.bytes[(row * layout.pitch() + col) as usize], expected, "{row}, {col}");
                }
            }
        }
    }
}

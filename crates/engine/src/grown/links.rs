//! Links: the planes as one byte for each square, so that the CPU walks along a cycle fast.

use rayon::prelude::*;

use super::gadget::AXES;
use super::layout::{Layout, SPLIT, WORD};
use super::planes::{Planes, ahead};
use super::setup::Setup;

/// What a walk needs to know of a square. A *direction* is a number from 0 to 7, that of the bit in
/// [`Planes::links`], and a direction and the opposite one differ by 4.
///
/// The lowest three bits are the exclusive or of the directions of both links and 4: what turns the direction by which
/// a walk comes into the one by which it goes on, whichever these are. The next three are the lower direction. The
/// highest bit is that of a stop: a square where a walk ends or does not go on by a link, a splitter or the end of an
/// open tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Link(u8);

impl Link {
    const DIRECTION: u8 = 7;
    const STOP: u8 = 0x80;
    /// No square has both links in one direction.
    const HOLE: u8 = 4;

    #[inline(always)]
    pub(super) const fn is_stop(self) -> bool {
        self.0 & Self::STOP != 0
    }

    pub(super) const fn is_hole(self) -> bool {
        self.0 & Self::DIRECTION == Self::HOLE
    }

    /// The direction of the link of the lower bit.
    pub(super) const fn first(self) -> u8 {
        self.0 >> 3 & Self::DIRECTION
    }

    /// The direction of the other link.
    pub(super) const fn second(self) -> u8 {
        self.first() ^ (self.0 & Self::DIRECTION) ^ 4
    }

    /// The direction by which a walk goes on that came in this one.
    #[inline(always)]
    pub(super) const fn onward(self, heading: u8) -> u8 {
        (heading ^ self.0) & Self::DIRECTION
    }
}

/// The links of each cell.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) bytes: Vec<Link>,
}

impl Links {
    /// Reads all edges.
    pub(super) fn read(&mut self, planes: &Planes, setup: &Setup) {
        let layout = planes.layout;
        self.bytes.resize(layout.cells() as usize, Link::default());
        self.bytes.par_chunks_mut(layout.pitch() as usize).zip(0..u32::MAX).for_each(|(links, row)| {
            read_row(planes, &layout, row, links);
        });
        self.bytes[layout.cell(setup.start) as usize].0 |= Link::STOP;
        // An end has one link, and stands as if the other one were opposite: it is not a hole.
        for cell in setup.ends().into_iter().flatten() {
            let link = &mut self.bytes[cell as usize].0;
            *link = *link & !Link::DIRECTION | Link::STOP;
        }
    }
}

fn read_row(planes: &Planes, layout: &Layout, row: u32, links: &mut [Link]) {
    let stops = if row.is_multiple_of(SPLIT) { 0x0101_0101 } else { 0 };
    let row = i64::from(row);
    let here: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, row));
    let back: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, row - i64::from(AXES[axis].0)));
    for (word, links) in (1..=layout.words() as usize).zip(links.chunks_mut(WORD as usize)) {
        let mut to = [0; 8];
        for axis in 0..AXES.len() {
            to[axis] = here[axis][word];
            let line = back[axis];
            to[4 + axis] = ahead(line[word - 1], line[word], line[word + 1], -AXES[axis].1);
        }
        let bits = bits(to, stops);
        for (nth, eight) in links.chunks_mut(8).enumerate() {
            let mut rows = [0; 8];
            rows.iter_mut().zip(bits).for_each(|(row, bits)| *row = (bits >> (8 * nth)) as u8);
            eight.iter_mut().zip(transposed(rows)).for_each(|(link, byte)| *link = Link(byte));
        }
    }
}

/// The eight bits of the links of 32 squares, from the squares that have a link in each direction.
#[inline(always)]
fn bits(to: [u32; 8], stops: u32) -> [u32; 8] {
    let (mut turn, mut first) = ([0, 0, u32::MAX], [0; 3]);
    for direction in (0..8).rev() {
        for bit in 0..3 {
            if direction >> bit & 1 == 1 {
                turn[bit] ^= to[direction];
                first[bit] |= to[direction];
            } else {
                first[bit] &= !to[direction];
            }
        }
    }
    [turn[0], turn[1], turn[2], first[0], first[1], first[2], 0, stops]
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

    use super::super::cpu::CpuGrown;
    use super::super::passes::Passes;
    use super::*;

    #[test]
    fn every_square_has_the_links_that_its_edges_give() {
        for (rows, cols) in [(8, 8), (5, 70), (33, 65)] {
            let setup = Setup::new(&TourSpec::open(&Board::new(rows, cols).unwrap()), 1).unwrap();
            let (layout, ends) = (setup.layout, setup.ends().unwrap());
            let mut grown = CpuGrown::new(setup.clone()).unwrap();
            grown.start().unwrap();
            let planes = grown.planes().unwrap();
            let mut links = Links::default();
            links.read(&planes, &setup);
            for row in 0..rows {
                for col in 0..layout.pitch() {
                    let cell = row * layout.pitch() + col;
                    let link = links.bytes[cell as usize];
                    assert_eq!(link.is_hole(), col >= cols, "{row}, {col}");
                    assert_eq!(link.is_stop(), row % 8 == 0 && col % 8 == 0 || ends.contains(&cell), "{row}, {col}");
                    if col >= cols {
                        continue;
                    }
                    let used = planes.links(row, col);
                    assert_eq!(u32::from(link.first()), used.trailing_zeros(), "{row}, {col}");
                    if !ends.contains(&cell) {
                        assert_eq!(1 << link.first() | 1 << link.second(), used, "{row}, {col}");
                        assert_eq!(link.onward(link.first() ^ 4), link.second(), "{row}, {col}");
                        assert_eq!(link.onward(link.second() ^ 4), link.first(), "{row}, {col}");
                    }
                }
            }
        }
    }
}

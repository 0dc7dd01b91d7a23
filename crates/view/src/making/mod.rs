//! Pictures of the construction of a tour, which show the cycles of the board frame by frame and finally the tour.
//!
//! A cycle has no first and last square, so it has a single colour instead of a gradient. In each frame, a cycle keeps
//! the colour that most of its squares had in the previous frame. If several cycles would keep the same colour, only
//! the largest of them keeps it. Therefore, if two cycles join, the result has the colour of the larger cycle.
//!
//! Exactly one cycle, the neutral cycle, has the neutral colour. The largest cycle becomes the neutral cycle as soon as
//! it has more than twice as many squares as the previous neutral cycle. The other cycles have colours that are far
//! apart in the gradient of a tour.

mod film;

use std::cmp::Reverse;
use std::collections::HashMap;

pub use film::{MakingFilm, MakingFrame};

use crate::{Palette, Rgb};

/// A square during the construction of a tour: its edges, and the colour of its cycle. The shaders of the window read
/// this value as one word; see `shaders/view/view.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CycleSquare(u32);

/// Directions of the first four edges. Each direction consists of a number of rows down and a number of columns to the
/// right. The other four edges have the opposite directions.
const AXES: [(i32, i32); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];

impl CycleSquare {
    /// A hole, which has no edges.
    pub const HOLE: Self = Self(u32::MAX);

    /// Packs the edges and the colour of a square. Bits 0 to 3 of `links` stand for edges in the directions (1,2),
    /// (1,-2), (2,1) and (2,-1). The first number of a direction counts rows down, and the second number counts columns
    /// to the right. Bit 4 + `i` stands for the direction opposite to the direction of bit `i`.
    pub const fn new(links: u8, tint: CycleColour) -> Self {
        Self(links as u32 | (tint.0 as u32) << 8)
    }

    /// Returns the bit of the edge in the direction `(down, right)`. `down` is the number of rows down, and `right` is
    /// the number of columns to the right. Returns 0 if this direction is not a knight's move.
    pub fn way((down, right): (i32, i32)) -> u8 {
        let way = |link: usize| 1 << link;
        let forth = AXES.iter().position(|&axis| axis == (down, right)).map_or(0, way);
        forth | AXES.iter().position(|&axis| axis == (-down, -right)).map_or(0, |link| way(link + 4))
    }

    /// Returns the word that the shaders read.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// Returns the directions of the edges. A direction is given by its number of rows down and its number of columns
    /// to the right.
    pub(crate) fn steps(self) -> impl Iterator<Item = (i32, i32)> {
        let links = if self == Self::HOLE { 0 } else { self.0 & 0xff };
        (0..8).filter(move |link| links >> link & 1 == 1).map(|link| {
            let (down, right) = AXES[link % 4];
            if link < 4 { (down, right) } else { (-down, -right) }
        })
    }

    pub(crate) const fn tint(self) -> CycleColour {
        CycleColour((self.0 >> 8) as u16)
    }
}

/// The colour of a cycle: the neutral colour, or a colour from the gradient of a tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CycleColour(u16);

impl CycleColour {
    /// Returns the colour of cycle number `nth`. This colour is far from the colours of the previous cycles. Cycle 0
    /// has the neutral colour.
    fn nth(nth: u32) -> Self {
        // 159 is odd, so all colours occur. It is also approximately 256 divided by the golden ratio, so each colour is
        // far from the previous one.
        Self(nth.checked_sub(1).map_or(0, |nth| 1 + (nth.wrapping_mul(159) & 0xff) as u16))
    }

    /// Returns the colour of a visit of a tour. `visit` is the index of the visit, and `last` is the index of the
    /// last visit. Both indices are counted from 0.
    pub fn of_visit(visit: u64, last: u64) -> Self {
        Self(1 + (visit * 255 / last.max(1)) as u16)
    }

    /// Returns the colour for drawing a line.
    pub(crate) fn of_line(self, palette: Palette) -> Rgb {
        self.of(palette, Palette::gradient)
    }

    /// Returns the colour for drawing a square.
    pub(crate) fn of_square(self, palette: Palette) -> Rgb {
        self.of(palette, Palette::heat)
    }

    fn of(self, palette: Palette, colour: fn(Palette, f32) -> Rgb) -> Rgb {
        match self.0.checked_sub(1) {
            None => palette.colours().closing,
            Some(at) => colour(palette, f32::from(at) / 255.0),
        }
    }
}

/// The assignment of colours to the cycles of a board. The colours of the cycles are preserved from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct CycleColours {
    /// For each square, the number of its cycle. Cycles are numbered in the order of their first appearance.
    numbers: Vec<u32>,
    met: u32,
    /// For each label, the index of its cycle in the list of cycles of a frame, or [`NOWHERE`] if no cycle has the
    /// label.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

/// A majority vote on the number that identifies a cycle in a new frame.
#[derive(Clone, Copy)]
struct Votes {
    /// Label of the cycle.
    label: u32,
    /// Candidate of the majority vote so far. Each square of the cycle votes for its own *previous number*: the number
    /// of the cycle that contained the square in the previous frame.
    number: u32,
    /// Counter of the majority vote. A square whose previous number is `number` increments the counter. A square with a
    /// different previous number decrements the counter, unless the counter is 0. In that case, the previous number of
    /// this square replaces `number`, and the counter becomes 1.
    lead: u32,
    /// Number of squares of the cycle.
    squares: u32,
}

impl Votes {
    /// Returns the key for sorting cycles by size. If two cycles have equal sizes, the cycle with the lower label
    /// counts as larger.
    const fn size(&self) -> (u32, Reverse<u32>) {
        (self.squares, Reverse(self.label))
    }
}

impl CycleColours {
    /// Assigns the colours of the next frame, and returns the colour of each square. `labels` contains a label for each
    /// square: the index of one square of the same cycle. If a label is not the index of any square, it marks a hole.
    ///
    /// ```
    /// use courser_view::CycleColours;
    ///
    /// let mut tints = CycleColours::default();
    /// let whole = tints.follow(&[0, 0, 0, 0, 0]);
    /// let parts = tints.follow(&[0, 0, 2, 2, 2]);
    /// assert_eq!(parts[2], whole[2], "the larger part stays what it was");
    /// assert_ne!(parts[0], parts[2]);
    /// assert_eq!(tints.follow(&[0; 5]), whole);
    /// ```
    pub fn follow(&mut self, labels: &[u32]) -> Vec<CycleColour> {
        self.numbers.resize(labels.len(), 0);
        self.places.resize(labels.len(), NOWHERE);
        let mut cycles: Vec<Votes> = Vec::new();
        for (&label, &number) in labels.iter().zip(&self.numbers) {
            let Some(place) = self.places.get_mut(label as usize) else { continue };
            if *place == NOWHERE {
                *place = cycles.len() as u32;
                cycles.push(Votes { label, number, lead: 0, squares: 0 });
            }
            // The majority vote of Boyer and Moore finds the cycle number that more than half of this cycle's squares
            // had in the previous frame, if such a cycle number exists.
            let votes = &mut cycles[*place as usize];
            votes.squares += 1;
            match votes.number == number {
                true => votes.lead += 1,
                false if votes.lead == 0 => (votes.number, votes.lead) = (number, 1),
                false => votes.lead -= 1,
            }
        }
        // If several cycles claim the same number, the largest of these cycles keeps the number.
        let mut owners: HashMap<u32, (u32, Reverse<u32>)> = HashMap::new();
        for votes in &cycles {
            let owner = owners.entry(votes.number).or_insert(votes.size());
            *owner = votes.size().max(*owner);
        }
        for votes in &mut cycles {
            if owners[&votes.number] != votes.size() {
                self.met += 1;
                votes.number = self.met;
            }
        }
        let largest = (0..cycles.len()).max_by_key(|&nth| cycles[nth].size());
        let neutral = cycles.iter().position(|votes| votes.number == 0);
        // The neutral cycle stays neutral if it is at least half as large as the largest cycle. Without this rule, two
        // cycles of similar size would often swap colours.
        let squares = |cycle: Option<usize>| cycle.map_or(0, |cycle| cycles[cycle].squares);
        if let Some(largest) = largest.filter(|&largest| squares(Some(largest)) > 2 * squares(neutral)) {
            let number = std::mem::take(&mut cycles[largest].number);
            if let Some(neutral) = neutral {
                cycles[neutral].number = number;
            }
        }
        for (number, &label) in self.numbers.iter_mut().zip(labels) {
            *number = self.places.get(label as usize).map_or(0, |&place| cycles[place as usize].number);
        }
        cycles.iter().for_each(|votes| self.places[votes.label as usize] = NOWHERE);
        self.numbers.iter().map(|&number| CycleColour::nth(number)).collect()
    }

    /// Assigns the colours of the next frame as [`follow`](Self::follow) does, and returns each square with its edges
    /// and its colour. `links` contains the edges of each square as in [`CycleSquare::new`]. A square without edges is
    /// a hole.
    pub fn squares(&mut self, links: &[u8], labels: &[u32]) -> Vec<CycleSquare> {
        let square = |(&links, tint)| if links == 0 { CycleSquare::HOLE } else { CycleSquare::new(links, tint) };
        links.iter().zip(self.follow(labels)).map(square).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_256_cycles_have_tints_of_their_own() {
        let mut tints: Vec<CycleColour> = (0..=256).map(CycleColour::nth).collect();
        assert_eq!(tints[0], CycleColour::default());
        tints.sort_unstable();
        tints.dedup();
        assert_eq!(tints.len(), 257);
    }

    #[test]
    fn a_strand_tells_its_edges_and_its_tint() {
        let cycle_square = CycleSquare::new(0b0010_1000, CycleColour::nth(3));
        assert_eq!(cycle_square.steps().collect::<Vec<_>>(), [(2, -1), (-1, 2)]);
        assert_eq!(cycle_square.tint(), CycleColour::nth(3));
        assert_eq!(CycleSquare::HOLE.steps().count(), 0);
    }

    #[test]
    fn large_cycles_keep_their_tints_while_others_come_and_go() {
        let mut tints = CycleColours::default();
        assert_eq!(tints.follow(&[0; 12]), [CycleColour::default(); 12]);
        let before = tints.follow(&[0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]);
        // In the next frame, each cycle is divided in two. The larger part of each cycle has a new label, but must keep
        // the colour of the cycle.
        let after = tints.follow(&[0, 1, 1, 1, 4, 4, 6, 6, 6, 6, 6, 6]);
        assert_eq!((after[1], after[6]), (before[1], before[6]));
        let all = [after[0], after[1], after[4], after[6]];
        assert!((0..4).all(|one| (0..one).all(|two| all[one] != all[two])), "{all:?}");
    }

    #[test]
    fn the_neutral_tint_goes_to_the_largest_cycle_when_its_own_is_less_than_half_of_that() {
        let neutral = |tints: &[CycleColour]| tints.iter().filter(|&&tint| tint == CycleColour::default()).count();
        let mut tints = CycleColours::default();
        assert_eq!(neutral(&tints.follow(&[0; 12])), 12);
        assert_eq!(neutral(&tints.follow(&[0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7])), 7);
        // The first cycle has seven squares and the neutral colour. It loses two squares to the second cycle and stays
        // neutral. Then it shrinks to three squares and loses the neutral colour.
        assert_eq!(neutral(&tints.follow(&[0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7])), 5);
        assert_eq!(neutral(&tints.follow(&[0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7, 7])), 9);
    }
}

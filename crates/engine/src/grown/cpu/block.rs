//! Blocks: parts of the board that fit the fastest caches, and walks along the cycles of a block.
//!
//! A *section* is a part of a cycle in one block. It begins with the first square, row by row, that no walk has passed,
//! and has two *arms* from there, each up to the point at which the cycle leaves the block or another section begins.
//! So the lowest square of a cycle is always the first of a section.
//!
//! A walk stores its index in the block and the previous index. For each square of a block it reads one word: the
//! exclusive or of the indices of both neighbours on the cycle, which converts the previous index to the next. In each
//! square it leaves the number of its section with [`TAKEN`].

use crate::grown::gadget::AXES;
use crate::grown::planes::{PlaneLayout, Planes, WORD, ahead};
use courser_solve::wide::Wide;

/// Rows of a block.
pub(super) const ROWS: u32 = 160;

/// Columns of a block.
pub(super) const COLS: u32 = 192;

/// Squares around a block to which its edges lead.
const AROUND: u32 = 2;

/// Places from a row of a block to the next.
const PITCH: u32 = COLS + 2 * AROUND;

/// Places from a square to the next in each direction.
pub(super) const JUMPS: [u16; 8] = {
    let mut jumps = [0; 8];
    let mut axis = 0;
    while axis < AXES.len() {
        jumps[axis] = (AXES[axis].0 as i32 * PITCH as i32 + AXES[axis].1) as u16;
        jumps[axis + 4] = jumps[axis].wrapping_neg();
        axis += 1;
    }
    jumps
};

/// The bit of a square that a walk has passed, in addition to the number of its section, from 1.
pub(super) const TAKEN: u16 = 1 << 15;

const _: () = assert!((ROWS + 2 * AROUND) * PITCH < TAKEN as u32 && COLS.is_multiple_of(WORD));

/// The next index of a walk from a square with one edge, the end of an open tour. No square has this index, and no edge
/// leads to it.
pub(super) const NOWHERE: u16 = 0;

/// A word for each square of a block and its surroundings. There are 2^16, so that no access needs a bounds check.
pub(super) type Places<T> = [T; 1 << 16];

/// Returns an array of zeros.
pub(super) fn places<T: Copy + Default + std::fmt::Debug>() -> Box<Places<T>> {
    vec![T::default(); 1 << 16].into_boxed_slice().try_into().expect("as many as were made")
}

/// One of both parts of a section.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalfSection {
    /// The place where it ends.
    pub(super) last: u16,
    /// The next index along the cycle, in another section; [`NOWHERE`] if the tour ends.
    pub(super) beyond: u16,
}

/// A part of a cycle in one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// The place where both arms begin.
    pub(super) first: u16,
    pub(super) squares: u16,
    pub(super) arms: [HalfSection; 2],
}

/// The squares of a block.
///
/// A *place* is the number of a square in a block, row by row, the squares around the block included.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRect {
    pub(super) top: u32,
    pub(super) left: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
}

impl BlockRect {
    /// Returns the `nth` block, row by row.
    pub(super) fn new(layout: &PlaneLayout, nth: u32) -> Self {
        let across = layout.cols.div_ceil(COLS);
        let (top, left) = (nth / across * ROWS, nth % across * COLS);
        Self { top, left, rows: ROWS.min(layout.rows - top), cols: COLS.min(layout.cols - left) }
    }

    /// Returns the row and the column of an index.
    pub(super) const fn square(&self, place: u16) -> (u32, u32) {
        let (row, col) = (place as u32 / PITCH, place as u32 % PITCH);
        (self.top + row - AROUND, self.left + col - AROUND)
    }

    pub(super) const fn place(&self, row: u32, col: u32) -> u16 {
        ((row + AROUND - self.top) * PITCH + col + AROUND - self.left) as u16
    }

    /// Returns, for an index reached by an edge of this block, the block that contains it, as the number of blocks down
    /// and to the right, and the difference between its indices in both.
    #[inline(always)]
    pub(super) fn outside(place: u16) -> (i32, i32, u16) {
        // No branches: the side by which a cycle leaves is unpredictable.
        let (row, col) = (u32::from(place) / PITCH, u32::from(place) % PITCH);
        let side = |at: u32, size: u32| i32::from(at >= AROUND + size) - i32::from(at < AROUND);
        let (down, right) = (side(row, ROWS), side(col, COLS));
        (down, right, (down * (ROWS * PITCH) as i32 + right * COLS as i32) as u16)
    }

    /// Returns the elements of a row of the block.
    #[inline(always)]
    pub(super) fn line<T>(places: &Places<T>, row: u32, cols: u32) -> &[T] {
        &places[Self::begin(row)..][..cols as usize]
    }

    /// Returns the first index of a row.
    pub(super) const fn begin(row: u32) -> usize {
        ((row + AROUND) * PITCH + AROUND) as usize
    }
}

/// Reads the edges of a block: for each square the exclusive or of the indices of its neighbours.
pub(super) struct Read<'a> {
    pub(super) planes: &'a Planes,
    pub(super) area: BlockRect,
    pub(super) places: &'a mut Places<u16>,
}

impl Wide for Read<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { planes, area, places } = self;
        for row in 0..area.rows {
            let at = i64::from(area.top + row);
            let here: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, at));
            let back: [&[u32]; 4] = std::array::from_fn(|axis| planes.row(axis, at - i64::from(AXES[axis].0)));
            for nth in 0..area.cols.div_ceil(WORD) {
                let word = (area.left / WORD + nth) as usize + 1;
                let mut to = [0; 8];
                for axis in 0..AXES.len() {
                    let line = back[axis];
                    to[axis] = here[axis][word];
                    to[4 + axis] = ahead(line[word - 1], line[word], line[word + 1], -AXES[axis].1);
                }
                let begin = BlockRect::begin(row) + (nth * WORD) as usize;
                neighbours(places, begin, to);
            }
        }
    }
}

/// Sets the neighbours of a word of squares, from the squares with an edge in each direction.
#[inline(always)]
fn neighbours(places: &mut Places<u16>, begin: usize, to: [u32; 8]) {
    let places = places[begin..].first_chunk_mut::<{ WORD as usize }>().expect("there are places to spare");
    *places = [0; WORD as usize];
    for (bits, jump) in to.into_iter().zip(JUMPS) {
        for (nth, place) in places.iter_mut().enumerate() {
            let other = (begin as u16).wrapping_add(nth as u16).wrapping_add(jump);
            let bits = (bits >> (nth as u32 & (WORD / 2))) as u16;
            *place ^= if bits & 1 << (nth % 16) == 0 { 0 } else { other };
        }
    }
}

/// Walks along all cycles of a block, and leaves the numbers of their sections in the squares.
pub(super) struct BlockWalk<'a> {
    pub(super) planes: &'a Planes,
    pub(super) area: BlockRect,
    pub(super) places: &'a mut Places<u16>,
    pub(super) sections: &'a mut Vec<Section>,
}

/// An arm on its way.
#[derive(Clone, Copy, Default)]
struct ArmCursor {
    place: u16,
    before: u16,
    /// The word that it leaves in each place; 0 if the walk is over.
    taken: u16,
    squares: u16,
    arm: usize,
}

impl Wide for BlockWalk<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { planes, area, places, sections } = self;
        Read { planes, area, places }.run();
        let mut starts = WalkStarts { planes, area, place: 0, other: None };
        sections.clear();
        let [mut one, mut two, mut three] = [(); 3].map(|()| starts.next(places, sections));
        while one.taken | two.taken | three.taken != 0 {
            one.step(&mut starts, places, sections);
            two.step(&mut starts, places, sections);
            three.step(&mut starts, places, sections);
        }
    }
}

impl ArmCursor {
    #[inline(always)]
    fn step(&mut self, starts: &mut WalkStarts<'_>, places: &mut Places<u16>, sections: &mut Vec<Section>) {
        let both = places[usize::from(self.place)];
        if both as i16 > 0 {
            places[usize::from(self.place)] = self.taken;
            (self.place, self.before) = (both ^ self.before, self.place);
            self.squares += 1;
        } else if self.taken != 0 {
            let Self { place: beyond, before: last, taken, squares, arm } = *self;
            let section = &mut sections[usize::from(taken & !TAKEN) - 1];
            section.squares += squares;
            section.arms[arm] = HalfSection { last, beyond };
            *self = starts.next(places, sections);
        }
    }
}

/// The starts of the walks of a block.
struct WalkStarts<'a> {
    planes: &'a Planes,
    area: BlockRect,
    /// The index from which to look for a square that no walk has passed.
    place: usize,
    /// The other arm of a section.
    other: Option<ArmCursor>,
}

impl WalkStarts<'_> {
    // Inlined, it would take the registers of the walks' loop.
    #[inline(never)]
    fn next(&mut self, places: &mut Places<u16>, sections: &mut Vec<Section>) -> ArmCursor {
        if let Some(walker) = self.other.take() {
            return walker;
        }
        let end = BlockRect::begin(self.area.rows);
        let Some(ahead) = places[self.place..end].iter().position(|&place| place as i16 > 0) else {
            return ArmCursor::default();
        };
        let first = (self.place + ahead) as u16;
        self.place += ahead + 1;
        sections.push(Section { first, squares: 1, arms: [HalfSection::default(); 2] });
        let both = places[usize::from(first)];
        let taken = TAKEN | sections.len() as u16;
        places[usize::from(first)] = taken;
        let (row, col) = self.area.square(first);
        let place = first.wrapping_add(JUMPS[self.planes.link(row, col)]);
        let walker = ArmCursor { place, before: first, taken, squares: 0, arm: 0 };
        self.other = Some(ArmCursor { place: both ^ place, arm: 1, ..walker });
        walker
    }
}

//! Divides the board into blocks, and walks along the cycles of a block. A block is a rectangle of the board that fits
//! in the fastest caches.
//!
//! A *section* is a part of a cycle in one block. It begins with the first square, in row-major order, that no walk has
//! passed. From this square, the section has two *arms*. An arm ends where the cycle leaves the block or reaches a
//! square that a walk has already passed. Therefore the first square of a cycle in row-major order is always the first
//! square of a section.
//!
//! A walk stores the index of its square in the block, and the index of the previous square. For each square of a
//! block, the walk reads one word: the exclusive or of the indices of the two neighbours on the cycle. This word
//! converts the previous index to the next index. In each square, the walk writes the number of its section combined
//! with [`TAKEN`].

use crate::grown::gadget::AXES;
use crate::grown::planes::{PlaneLayout, Planes, WORD, ahead};
use courser_solve::wide::Wide;

/// Number of rows in a block.
pub(super) const ROWS: u32 = 160;

/// Number of columns in a block.
pub(super) const COLS: u32 = 192;

/// Width, in squares, of the margin around a block. Edges of squares in the block can lead to squares of the margin.
const AROUND: u32 = 2;

/// Row stride of a block: the number of squares per row, including the margin.
const PITCH: u32 = COLS + 2 * AROUND;

/// Difference between the indices of a neighbour and a square, for each direction.
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

/// Flag of a square that a walk has passed. The other bits are the number of the square's section, counted from 1.
pub(super) const TAKEN: u16 = 1 << 15;

const _: () = assert!((ROWS + 2 * AROUND) * PITCH < TAKEN as u32 && COLS.is_multiple_of(WORD));

/// Value of a walk's next index while the walk is on the last square of an open tour. This square has only one edge, so
/// the walk has no next square. The value is the index of a corner of the margin, to which no edge of the block leads.
pub(super) const NOWHERE: u16 = 0;

/// A word for each square of a block and its margin. The array has 2^16 elements, so that no access needs a bounds
/// check.
pub(super) type Places<T> = [T; 1 << 16];

/// Returns an array of zeros.
pub(super) fn places<T: Copy + Default + std::fmt::Debug>() -> Box<Places<T>> {
    vec![T::default(); 1 << 16].into_boxed_slice().try_into().expect("as many as were made")
}

/// One of the two arms of a section.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalfSection {
    /// Index of the last square of the arm.
    pub(super) last: u16,
    /// Index of the square that follows the arm on the cycle; [`NOWHERE`] if the tour ends with the arm.
    pub(super) beyond: u16,
}

/// A part of a cycle. All squares of the part are in one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// Index of the square at which both arms begin.
    pub(super) first: u16,
    pub(super) squares: u16,
    pub(super) arms: [HalfSection; 2],
}

/// The squares of a block.
///
/// A *place* is the index of a square in a block, row by row, including the squares of the margin.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRect {
    pub(super) top: u32,
    pub(super) left: u32,
    pub(super) rows: u32,
    pub(super) cols: u32,
}

impl BlockRect {
    /// Returns block `nth` of the board. Blocks are numbered row by row.
    pub(super) fn new(layout: &PlaneLayout, nth: u32) -> Self {
        let across = layout.cols.div_ceil(COLS);
        let (top, left) = (nth / across * ROWS, nth % across * COLS);
        Self { top, left, rows: ROWS.min(layout.rows - top), cols: COLS.min(layout.cols - left) }
    }

    /// Returns the row and the column of the square with index `place`.
    pub(super) const fn square(&self, place: u16) -> (u32, u32) {
        let (row, col) = (place as u32 / PITCH, place as u32 % PITCH);
        (self.top + row - AROUND, self.left + col - AROUND)
    }

    pub(super) const fn place(&self, row: u32, col: u32) -> u16 {
        ((row + AROUND - self.top) * PITCH + col + AROUND - self.left) as u16
    }

    /// Returns three values for `place`, which is the index of a square in the block or in its margin. If the square is
    /// in the margin, it belongs to another block. The first two values are the offset from this block to the block
    /// that contains the square, in blocks down and blocks to the right. The third value is `place` minus the index of
    /// the square in the other block. All three values are 0 if this block contains the square.
    #[inline(always)]
    pub(super) fn outside(place: u16) -> (i32, i32, u16) {
        // This code has no branches, since the side by which a cycle leaves the block is unpredictable.
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

    /// Returns the index of the first square in a row.
    pub(super) const fn begin(row: u32) -> usize {
        ((row + AROUND) * PITCH + AROUND) as usize
    }
}

/// A job that reads the edges of a block. The edges join each square to two other squares. The result for the square is
/// the bitwise XOR of the indices of these two squares.
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

/// Sets the neighbours of 32 consecutive squares, beginning with the square at index `begin`. `to` contains one word
/// for each direction, with one bit for each of these squares. A bit is set if its square has an edge in this
/// direction.
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

/// A job that walks along all cycles of a block. The job writes into each square the number of the section that
/// contains the square.
pub(super) struct BlockWalk<'a> {
    pub(super) planes: &'a Planes,
    pub(super) area: BlockRect,
    pub(super) places: &'a mut Places<u16>,
    pub(super) sections: &'a mut Vec<Section>,
}

/// Position of a walk along an arm.
#[derive(Clone, Copy, Default)]
struct ArmCursor {
    place: u16,
    before: u16,
    /// Word that the walk writes for each visited square; 0 if the walk has ended.
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

/// The starting squares of the walks in a block.
struct WalkStarts<'a> {
    planes: &'a Planes,
    area: BlockRect,
    /// Index from which to search for a square that no walk has passed.
    place: usize,
    /// Second arm of the latest section, if the walk along this arm has not started.
    other: Option<ArmCursor>,
}

impl WalkStarts<'_> {
    // If this function were inlined, fewer registers would be available to the loop of the walks.
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

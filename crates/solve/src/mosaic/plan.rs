//! The plan of a mosaic: all data for numbering any square, as plain arrays.

use courser_board::symmetry::Isometry;
use courser_board::{Leaper, Square};

use super::tile::Tile;

/// A tour of a whole board in a few kilobytes, from which the number of any square is computed directly.
///
/// The board is divided into *segments* of rows and segments of columns; adjacent segments of equal size form a *zone*.
/// A row zone and a column zone cross in a *block*: a rectangle of equal tiles. Inside a block all numbers are linear
/// in the tile's coordinates `(i, j)`. Therefore the plan for a board with sides of 20 has as many blocks as the plan
/// for a board with sides of 2^30.
///
/// The index of a square in the tour counts from 0:
///
/// ```text
/// row zone      the zone in row_zones that contains the square's row
/// i             (row - row zone.start) / row zone.size
/// local row     (row - row zone.start) % row zone.size
/// column zone, j, local column    likewise, from the square's column and col_zones
/// block         blocks[index of the row zone * length of col_zones + index of the column zone]
/// table         tables[block.table]
/// variant       0 if table.count is 1, otherwise the result of the function `variant`
///               for the tile's first row and column
/// position      bytes[table.offset + variant * table.rows * table.stride
///                                  + local row * table.stride + local column]
/// index         block.base at (i, j)
///               + position
///               + the sum of cut.size at (i, j) over all cuts of the block with cut.after < position
///               - shift
///               + the number of squares of the board, if the result so far is negative
/// ```
///
/// Here `x at (i, j)` is `x.first + i * x.down + j * x.right` modulo 2^64. The function [`variant`] selects the variant
/// of a table for a tile.
///
/// A compute shader can read these fields directly, with each 64-bit number as two words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MosaicPlan {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// True if the last square of the tour is one move away from the first.
    pub closed: bool,
    /// Number subtracted from the tour index of every square, so that `start` has the index 0. This number is 0 if the
    /// tour is open.
    pub shift: u64,
    /// The first square of the tour.
    pub start: Square,
    /// Zones of row segments, from the top. Together the zones cover all rows.
    pub row_zones: Vec<Zone>,
    /// Zones of column segments, from the left. Together the zones cover all columns.
    pub col_zones: Vec<Zone>,
    /// The blocks, one for each pair of a row zone and a column zone, ordered by row zone.
    pub blocks: Vec<TileBlock>,
    /// The tables of positions. Their contents are stored in `bytes`.
    pub tables: Vec<PositionTable>,
    /// The contents of all tables, one table after another. An entry of a table takes one byte. Each table is stored
    /// row by row, and each row begins at a multiple of 4 bytes.
    pub bytes: Vec<u8>,
    /// The seed that selects the variant of each tile.
    pub seed: u32,
}

/// A zone: adjacent segments of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// First row or column of the zone.
    pub start: u32,
    /// Number of rows or columns of each segment, from 5 to 24.
    pub size: u32,
    /// Number of segments in the zone, at least 1.
    pub count: u32,
}

impl Zone {
    /// Returns the index of the first row or column after the zone.
    pub const fn end(&self) -> u32 {
        self.start + self.size * self.count
    }
}

/// A value for each tile of a block, modulo 2^64. The value is linear in the coordinates of the tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Value of the first tile of the block.
    pub first: u64,
    /// Value of a tile minus the value of the tile directly above.
    pub down: u64,
    /// Value of a tile minus the value of the tile directly to its left.
    pub right: u64,
}

impl Linear {
    pub(super) const fn constant(first: u64) -> Self {
        Self { first, down: 0, right: 0 }
    }

    /// Returns the value for the tile in row segment `i` and column segment `j` of the block. Both indices count from
    /// 0.
    pub const fn at(self, i: u32, j: u32) -> u64 {
        self.first.wrapping_add(self.down.wrapping_mul(i as u64)).wrapping_add(self.right.wrapping_mul(j as u64))
    }

    /// Reverses the order of the row segments. The first row segment of the result has the values of the last row
    /// segment of `self`. `count` is the number of row segments.
    pub(super) const fn upside_down(self, count: u32) -> Self {
        Self { first: self.at(count - 1, 0), down: self.down.wrapping_neg(), ..self }
    }

    /// Reverses the order of the column segments. The first column segment of the result has the values of the last
    /// column segment of `self`. `count` is the number of column segments.
    pub(super) const fn right_to_left(self, count: u32) -> Self {
        Self { first: self.at(0, count - 1), right: self.right.wrapping_neg(), ..self }
    }

    const fn transposed(self) -> Self {
        Self { first: self.first, down: self.right, right: self.down }
    }
}

impl std::ops::Add for Linear {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            first: self.first.wrapping_add(other.first),
            down: self.down.wrapping_add(other.down),
            right: self.right.wrapping_add(other.right),
        }
    }
}

impl std::ops::Add<u64> for Linear {
    type Output = Self;

    fn add(self, other: u64) -> Self {
        self + Self::constant(other)
    }
}

/// Maximum number of cuts in each tile of a block. A tile has at most one cut for each of its four sides.
pub const MAX_CUTS: usize = 4;

/// A rectangle of equal tiles, where a row zone and a column zone cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileBlock {
    /// Index of the block's table in [`MosaicPlan::tables`].
    pub table: u32,
    /// For each tile, the tour index of the square at position 0, before the shift of the plan is subtracted.
    pub base: Linear,
    /// The cuts at which the tours of other tiles are inserted, in ascending order of `after`. Unused elements are
    /// [`Cut::NONE`].
    pub cuts: [Cut; MAX_CUTS],
}

/// A cut in a tile's path. After the position `after`, the tour leaves the tile, and later returns to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Last position before the tour leaves the tile, or [`Cut::NEVER`].
    pub after: u32,
    /// Number of squares that the tour visits before it returns to the tile.
    pub size: Linear,
}

impl Cut {
    /// Value of `after` for a tour that never leaves the tile. No tile has a position with this number.
    pub const NEVER: u32 = u8::MAX as u32;

    /// An unused cut, at which the tour never leaves the tile.
    pub const NONE: Self = Self { after: Self::NEVER, size: Linear::constant(0) };
}

/// One or more interchangeable tables, stored one after another in [`MosaicPlan::bytes`]. Each table contains, for
/// every square of a tile, the position of the square on the path through the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionTable {
    /// Offset of the first table in [`MosaicPlan::bytes`].
    pub offset: u32,
    /// Number of rows of the tile.
    pub rows: u32,
    /// Number of columns of the tile.
    pub cols: u32,
    /// Number of bytes per row, which is the number of columns rounded up to a multiple of 4.
    pub stride: u32,
    /// Number of consecutive interchangeable tables: a power of two, possibly 1.
    pub count: u32,
}

/// Returns which of `count` interchangeable tables a tile uses, as an index from 0. `row` and `col` are the first row
/// and the first column of the tile. `count` must be a power of two.
pub const fn variant(row: u32, col: u32, seed: u32, count: u32) -> u32 {
    // This is the finaliser of MurmurHash3 (Austin Appleby), applied to the three words.
    let mut hash = (row ^ col.rotate_left(16).wrapping_mul(0x9e37_79b1)).wrapping_add(seed.wrapping_mul(0x85eb_ca77));
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    (hash ^ (hash >> 16)) & (count - 1)
}

/// The position of a row or column: its zone, the segment in the zone, and the offset in the segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisPosition {
    pub(super) zone: usize,
    pub(super) segment: u32,
    pub(super) local: u32,
}

pub(super) fn place(zones: &[Zone], line: u32) -> AxisPosition {
    let zone = zones.iter().rposition(|zone| zone.start <= line).expect("zones start at 0");
    let offset = line - zones[zone].start;
    AxisPosition { zone, segment: offset / zones[zone].size, local: offset % zones[zone].size }
}

impl MosaicPlan {
    /// Returns the number of squares of the board.
    pub const fn cells(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Returns the index of the square in the tour, counted from 0, in constant time.
    ///
    /// # Panics
    /// Panics if the square is not on the board.
    pub fn index(&self, square: Square) -> u64 {
        assert!(
            square.row < self.rows && square.col < self.cols,
            "{square:?} is outside a {}x{} board",
            self.rows,
            self.cols
        );
        let unshifted = self.unshifted(square);
        if unshifted >= self.shift { unshifted - self.shift } else { unshifted + (self.cells() - self.shift) }
    }

    /// Returns the visit number of the square, counted from 1.
    ///
    /// # Panics
    /// Panics if the square is not on the board.
    pub fn visit(&self, square: Square) -> u64 {
        self.index(square) + 1
    }

    /// Returns the square visited after `square`. After the last square, returns the first square if the tour is
    /// closed, and otherwise `None`.
    ///
    /// # Panics
    /// Panics if the square is not on the board.
    pub fn next(&self, square: Square) -> Option<Square> {
        let index = self.index(square);
        let next = match index + 1 == self.cells() {
            true if !self.closed => return None,
            true => 0,
            false => index + 1,
        };
        let around = (1..=8).filter_map(|code| square.offset(Leaper::KNIGHT.step(code)));
        around.filter(|other| other.row < self.rows && other.col < self.cols).find(|&other| self.index(other) == next)
    }

    /// Returns the index of the square before `shift` is subtracted.
    pub(super) fn unshifted(&self, square: Square) -> u64 {
        let (row, col) = (place(&self.row_zones, square.row), place(&self.col_zones, square.col));
        let block = self.block(row.zone, col.zone);
        let table = &self.tables[block.table as usize];
        let number = match table.count {
            1 => 0,
            count => variant(square.row - row.local, square.col - col.local, self.seed, count),
        };
        let byte = table.offset + (number * table.rows + row.local) * table.stride + col.local;
        let position = u32::from(self.bytes[byte as usize]);
        let before = block.cuts.iter().filter(|cut| position > cut.after);
        before.fold(block.base.at(row.segment, col.segment).wrapping_add(position.into()), |index, cut| {
            index.wrapping_add(cut.size.at(row.segment, col.segment))
        })
    }

    pub(super) fn block(&self, row_zone: usize, col_zone: usize) -> &TileBlock {
        &self.blocks[row_zone * self.col_zones.len() + col_zone]
    }

    /// Shifts a closed tour so that it begins at `start`.
    pub(super) fn starting_at(mut self, start: Square) -> Self {
        assert!(self.closed, "only a closed tour can begin anywhere");
        self.shift = self.unshifted(start);
        self.start = start;
        self
    }

    /// Applies a symmetry of the board to the whole tour.
    pub(super) fn seen(mut self, symmetry: Isometry) -> Self {
        self.start = symmetry.apply(self.start, self.rows, self.cols);
        // The symmetry is applied to each interchangeable table separately. Afterwards, a tile can have a different
        // table, because `variant` depends on the position of the tile on the board.
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for table in &mut self.tables {
            let size = (table.rows * table.stride) as usize;
            let (old, offset) = (*table, bytes.len() as u32);
            for number in 0..table.count as usize {
                let tile = read_table(&self.bytes[old.offset as usize + number * size..][..size], &old);
                write_table(&mut bytes, &tile.seen(symmetry));
            }
            let (rows, cols) = symmetry.sides(old.rows, old.cols);
            *table = PositionTable { offset, rows, cols, stride: stride(cols), count: old.count };
        }
        self.bytes = bytes;
        if symmetry.transpose {
            (self.rows, self.cols) = (self.cols, self.rows);
            (self.row_zones, self.col_zones) = (self.col_zones, self.row_zones);
        }
        let (down, across) = (self.row_zones.len(), self.col_zones.len());
        let seen = |at: usize| {
            let row = if symmetry.flip_rows { down - 1 - at / across } else { at / across };
            let col = if symmetry.flip_cols { across - 1 - at % across } else { at % across };
            let (rows, cols) = (self.row_zones[row].count, self.col_zones[col].count);
            self.blocks[if symmetry.transpose { col * down + row } else { row * across + col }].map(|number| {
                let number = if symmetry.transpose { number.transposed() } else { number };
                let number = if symmetry.flip_rows { number.upside_down(rows) } else { number };
                if symmetry.flip_cols { number.right_to_left(cols) } else { number }
            })
        };
        self.blocks = (0..down * across).map(seen).collect();
        if symmetry.flip_rows {
            mirror(&mut self.row_zones, self.rows);
        }
        if symmetry.flip_cols {
            mirror(&mut self.col_zones, self.cols);
        }
        if self.closed {
            // After the symmetry is applied, other variants can be selected for the tiles. Therefore the index of the
            // start can change.
            let start = self.start;
            return self.starting_at(start);
        }
        self
    }
}

impl TileBlock {
    /// Creates a block with these cuts, which must be in ascending order of `after`.
    pub(super) fn new(table: u32, base: Linear, cuts: &[Cut]) -> Self {
        let mut all = [Cut::NONE; MAX_CUTS];
        all[..cuts.len()].copy_from_slice(cuts);
        Self { table, base, cuts: all }
    }

    /// Returns the cuts in use.
    pub fn cuts(&self) -> &[Cut] {
        let count = self.cuts.iter().take_while(|cut| cut.after != Cut::NEVER).count();
        &self.cuts[..count]
    }

    /// Applies the function `change` to every number of the block.
    fn map(self, change: impl Fn(Linear) -> Linear) -> Self {
        let cuts = self.cuts.map(|cut| Cut { size: change(cut.size), ..cut });
        Self { base: change(self.base), cuts, ..self }
    }
}

/// Reverses the order of the zones on a side of `length` squares.
fn mirror(zones: &mut [Zone], length: u32) {
    for zone in zones.iter_mut() {
        zone.start = length - zone.end();
    }
    zones.reverse();
}

const fn stride(cols: u32) -> u32 {
    cols.next_multiple_of(4)
}

/// Appends the positions of all squares of a tile to `bytes`. Returns a description of the appended table.
pub(super) fn write_table(bytes: &mut Vec<u8>, tile: &Tile) -> PositionTable {
    let (offset, stride) = (bytes.len() as u32, stride(tile.cols));
    for row in 0..tile.rows {
        bytes.extend_from_slice(tile.row(row));
        bytes.extend(std::iter::repeat_n(0, (stride - tile.cols) as usize));
    }
    PositionTable { offset, rows: tile.rows, cols: tile.cols, stride, count: 1 }
}

fn read_table(bytes: &[u8], table: &PositionTable) -> Tile {
    let positions = bytes.chunks(table.stride as usize).flat_map(|row| &row[..table.cols as usize]);
    Tile::from_positions(table.rows, table.cols, positions.copied().collect())
}

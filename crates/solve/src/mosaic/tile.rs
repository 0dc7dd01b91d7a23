//! A tile: a small rectangle and the visiting order of its squares. Other tiles can be attached at the corners of the
//! rectangle. There, a detour through the other tile replaces a move from or to the corner square.

use courser_board::Square;
use courser_board::symmetry::Isometry;

use crate::factor::rng::Rng;
use crate::factor::small;

/// Minimum side, in squares, of a board for a mosaic.
pub(super) const MIN_SIDE: u32 = 5;

/// Possible numbers of rows of a stored tile.
const HEIGHTS: std::ops::RangeInclusive<u32> = 5..=13;
/// Possible numbers of columns of a stored tile.
const WIDTHS: std::ops::RangeInclusive<u32> = 6..=13;
/// The stored tiles, ordered by number of rows, then by number of columns. `data/README.md` describes the file.
const TILES: &[u8] = include_bytes!("data/tiles.bin");
/// Interchangeable 8x8 tiles of 64 bytes each. `data/README.md` describes the file.
const VARIANTS: &[u8] = include_bytes!("data/variants.bin");

/// Number of interchangeable 8x8 tiles. This number must be a power of two.
pub(super) const VARIANT_COUNT: u32 = 256;

/// The first square of a stored tile's path. This square is one move from the upper right corner of the tile's left
/// neighbour, to which the tile is attached.
pub(super) const FIRST: Square = Square::new(1, 1);
/// The last square of a stored tile's path. It is one move from [`FIRST`].
pub(super) const LAST: Square = Square::new(3, 0);

/// The side of a tile at which another tile is attached. The attached tile is the child, and the tile to which the
/// child is attached is its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HostSide {
    Right,
    Left,
    Down,
    Up,
}

impl HostSide {
    pub(super) const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Down, Self::Up];
}

/// The attachment of a child to its host: the side of the host, and the corner of that side at which the two tours are
/// joined.
///
/// Every stored tile is the right neighbour of its host. The two tours are joined at the upper right corner of the
/// host. All other attachments are images of this attachment under symmetries.
///
/// ```text
/// host . . . a | . . . .      a, b  the ends of a removed move of the host's tour
///      . . . . | . c . .      c, d  the ends of the child's path
///      . . b . | . . . .      a-c and b-d join the two tours
///      . . . . | d . . .
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hook {
    pub(super) side: HostSide,
    /// True if the tile is attached at the second corner of the side. On a left or right side, the second corner is the
    /// lower corner. On an upper or lower side, the second corner is the right corner.
    pub(super) other_corner: bool,
}

impl Hook {
    /// Returns the symmetry that maps the attachment of a stored tile to this attachment.
    pub(super) const fn symmetry(self) -> Isometry {
        let other = self.other_corner;
        match self.side {
            HostSide::Right => Isometry { transpose: false, flip_rows: other, flip_cols: false },
            HostSide::Left => Isometry { transpose: false, flip_rows: other, flip_cols: true },
            HostSide::Down => Isometry { transpose: true, flip_rows: false, flip_cols: other },
            HostSide::Up => Isometry { transpose: true, flip_rows: true, flip_cols: other },
        }
    }

    /// Returns the edge of the host tile to which the child is attached. This edge is a-b in the drawing of [`Hook`].
    /// The host tile has `rows` x `cols` squares.
    pub(super) fn edge(self, rows: u32, cols: u32) -> (Square, Square) {
        let symmetry = self.symmetry();
        let (rows, cols) = symmetry.sides(rows, cols);
        let place = |square| symmetry.apply(square, rows, cols);
        (place(Square::new(0, cols - 1)), place(Square::new(2, cols - 2)))
    }
}

/// A rectangle of squares, and a path through all of them. Each square has its position on the path, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) rows: u32,
    pub(super) cols: u32,
    positions: Vec<u8>,
}

impl Tile {
    /// Maximum number of squares of a tile. A position must fit in a byte.
    pub(super) const MAX_AREA: u32 = 256;

    /// Returns the stored tile of this size. Its tour is closed, begins at [`FIRST`] and ends at [`LAST`]. The tile has
    /// hooks, to which other tiles can be attached, at the right and at the bottom.
    ///
    /// # Panics
    /// Panics if no such tile is stored, because a side is out of range or the number of squares is odd.
    pub(super) fn stored(rows: u32, cols: u32) -> Self {
        assert!(has_stored(rows, cols), "there is no stored tile of {rows}x{cols}");
        let before: u32 = HEIGHTS
            .flat_map(|h| WIDTHS.map(move |w| (h, w)))
            .take_while(|&size| size != (rows, cols))
            .filter(|&(h, w)| has_stored(h, w))
            .map(|(h, w)| h * w)
            .sum();
        let bytes = &TILES[before as usize..][..(rows * cols) as usize];
        Self { rows, cols, positions: bytes.to_vec() }
    }

    /// Returns an interchangeable 8x8 tile. `number` must be below [`VARIANT_COUNT`].
    pub(super) fn variant(number: u32) -> Self {
        Self { rows: 8, cols: 8, positions: VARIANTS[number as usize * 64..][..64].to_vec() }
    }

    /// Creates the tile whose squares are visited in the order `order`, which contains row-major indices.
    pub(super) fn from_order(rows: u32, cols: u32, order: &[u32]) -> Self {
        assert!(order.len() == (rows * cols) as usize && rows * cols <= Self::MAX_AREA);
        let mut positions = vec![0; order.len()];
        for (position, &cell) in order.iter().enumerate() {
            positions[cell as usize] = position as u8;
        }
        Self { rows, cols, positions }
    }

    /// Creates the tile with these positions in row-major order.
    pub(super) fn from_positions(rows: u32, cols: u32, positions: Vec<u8>) -> Self {
        assert_eq!(positions.len(), (rows * cols) as usize, "one position per square");
        Self { rows, cols, positions }
    }

    pub(super) const fn area(&self) -> u32 {
        self.rows * self.cols
    }

    pub(super) fn position(&self, square: Square) -> u32 {
        self.positions[(square.row * self.cols + square.col) as usize].into()
    }

    /// Returns the positions in one row.
    pub(super) fn row(&self, row: u32) -> &[u8] {
        &self.positions[(row * self.cols) as usize..][..self.cols as usize]
    }

    /// Returns the image of the tile under a symmetry.
    pub(super) fn seen(&self, symmetry: Isometry) -> Self {
        let (rows, cols) = symmetry.sides(self.rows, self.cols);
        let mut positions = vec![0; self.positions.len()];
        for row in 0..self.rows {
            for col in 0..self.cols {
                let to = symmetry.apply(Square::new(row, col), self.rows, self.cols);
                positions[(to.row * cols + to.col) as usize] = self.positions[(row * self.cols + col) as usize];
            }
        }
        Self { rows, cols, positions }
    }

    /// Reverses the path of the tile.
    pub(super) fn reversed(mut self) -> Self {
        let last = (self.area() - 1) as u8;
        for position in &mut self.positions {
            *position = last - *position;
        }
        self
    }

    /// Returns two values: a position on this tile's path, and a flag. The child at `hook` is visited after this
    /// position. The flag is true if the child is visited backwards.
    ///
    /// The drawing at [`Hook`] shows the squares `a` to `d`. If the path of this tile visits `b` before `a`, the child
    /// is visited backwards, from `d` to `c`.
    ///
    /// # Panics
    /// Panics if the hook's edge is not a step of this tile's path.
    pub(super) fn cut(&self, hook: Hook) -> (u32, bool) {
        let (a, b) = hook.edge(self.rows, self.cols);
        let (a, b) = (self.position(a), self.position(b));
        assert!(a.abs_diff(b) == 1, "a {}x{} tile does not step along {hook:?}", self.rows, self.cols);
        (a.min(b), b < a)
    }
}

/// A source of tiles whose tour is closed, begins at [`FIRST`] and ends at [`LAST`]. Without a seed, the tiles are the
/// stored tiles. With a seed, a search finds the tiles.
pub(super) struct Tiles {
    seed: Option<u64>,
    /// Seed for the tiles of the path.
    pub(super) path_seed: u64,
    known: Vec<Tile>,
}

impl Tiles {
    /// Maximum number of attempts to solve a tile. If all of them fail, the stored tile is used. An attempt succeeds if
    /// both hooks have the right direction, which is the case for about one attempt in four.
    const TRIES: u64 = 40;

    pub(super) fn new(seed: Option<u64>) -> Self {
        let path_seed = seed.map_or(0, |seed| mix(seed, 2));
        Self { seed: seed.map(|seed| mix(seed, 3)), path_seed, known: Vec::new() }
    }

    /// Returns a tile of this size with the properties of [`Tile::stored`].
    pub(super) fn tile(&mut self, rows: u32, cols: u32) -> Tile {
        let Some(seed) = self.seed else { return Tile::stored(rows, cols) };
        if let Some(known) = self.known.iter().find(|tile| (tile.rows, tile.cols) == (rows, cols)) {
            return known.clone();
        }
        let hooks = [HostSide::Right, HostSide::Down].map(|side| Hook { side, other_corner: false });
        // No tile is attached below a tile of five rows.
        let hooks = if rows == MIN_SIDE { &hooks[..1] } else { &hooks[..] };
        let forced: Vec<_> = hooks.iter().map(|hook| hook.edge(rows, cols)).collect();
        let tile = (0..Self::TRIES)
            .filter_map(|nth| small::path(rows, cols, FIRST, LAST, &forced, mix(seed, nth)))
            .map(|order| Tile::from_order(rows, cols, &order))
            .find(|tile| hooks.iter().all(|&hook| !tile.cut(hook).1))
            .unwrap_or_else(|| Tile::stored(rows, cols));
        self.known.push(tile.clone());
        tile
    }

    /// Returns the seed that selects the variants of the 8x8 tiles in the teeth of the comb. Returns `None` if all
    /// these tiles are equal.
    pub(super) fn variety(&self) -> Option<u32> {
        self.seed.map(|seed| mix(seed, Self::TRIES) as u32)
    }
}

/// Returns the random number with index `nth` for this seed.
pub(super) const fn mix(seed: u64, nth: u64) -> u64 {
    // At each step, the generator adds this constant to its state. Therefore `nth` = 0, 1, 2 … give the successive
    // numbers of a generator with this seed.
    Rng::new(seed.wrapping_add(nth.wrapping_mul(0x9e37_79b9_7f4a_7c15))).next()
}

/// Returns whether a tile of this size is stored.
pub(super) fn has_stored(rows: u32, cols: u32) -> bool {
    HEIGHTS.contains(&rows) && WIDTHS.contains(&cols) && (rows * cols).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use courser_board::{Board, Kind, check};

    /// Returns the squares of a tile in visiting order.
    fn order(tile: &Tile) -> Vec<Square> {
        let mut order = vec![None; tile.area() as usize];
        for row in 0..tile.rows {
            for col in 0..tile.cols {
                let square = Square::new(row, col);
                assert_eq!(order[tile.position(square) as usize].replace(square), None, "a position twice");
            }
        }
        order.into_iter().map(|square| square.expect("every position below the area")).collect()
    }

    fn assert_is_as_stored(tile: &Tile) {
        let squares = order(tile);
        let board = Board::new(tile.rows, tile.cols).unwrap();
        assert_eq!(check(&board, squares.iter().copied()), Ok(Kind::Closed));
        assert_eq!((squares[0], squares[squares.len() - 1]), (FIRST, LAST));
        assert!(!tile.cut(Hook { side: HostSide::Right, other_corner: false }).1);
    }

    #[test]
    fn every_stored_tile_is_a_closed_tour_with_its_ends_and_hooks_in_place() {
        let mut bytes = 0;
        for rows in HEIGHTS {
            for cols in WIDTHS.filter(|cols| (rows * cols).is_multiple_of(2)) {
                let tile = Tile::stored(rows, cols);
                assert_is_as_stored(&tile);
                if rows > 5 {
                    assert!(!tile.cut(Hook { side: HostSide::Down, other_corner: false }).1);
                }
                bytes += tile.area() as usize;
            }
        }
        assert_eq!(bytes, TILES.len());
    }

    #[test]
    fn the_variants_are_interchangeable_and_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..VARIANT_COUNT {
            let tile = Tile::variant(number);
            assert_is_as_stored(&tile);
            assert_eq!(tile.cut(Hook { side: HostSide::Right, other_corner: false }), (3, false));
            assert!(seen.insert(tile.positions));
        }
        assert_eq!(VARIANTS.len(), 64 * VARIANT_COUNT as usize);
    }

    #[test]
    fn a_tile_keeps_all_its_corner_hooks_in_every_symmetry() {
        let tile = Tile::stored(6, 9);
        for bits in 0..8 {
            let symmetry = Isometry::from_bits(bits);
            let seen = tile.seen(symmetry);
            let board = Board::new(seen.rows, seen.cols).unwrap();
            assert_eq!(check(&board, order(&seen)), Ok(Kind::Closed));
            for side in HostSide::ALL {
                for other_corner in [false, true] {
                    let hook = Hook { side, other_corner };
                    let (after, backwards) = seen.cut(hook);
                    let last = seen.area() - 2;
                    assert_eq!(seen.clone().reversed().cut(hook), (last - after, !backwards));
                }
            }
        }
    }

    #[test]
    fn a_child_meets_its_host_by_moves_at_all_eight_places() {
        // Host and child are 8x8, so the child's squares are shifted by 8 rows or columns relative to the host.
        for side in HostSide::ALL {
            for other_corner in [false, true] {
                let hook = Hook { side, other_corner };
                let (a, b) = hook.edge(8, 8);
                let shift = |square: Square| {
                    let square = hook.symmetry().apply(square, 8, 8);
                    let (row, col) = (i64::from(square.row), i64::from(square.col));
                    match side {
                        HostSide::Right => (row, col + 8),
                        HostSide::Left => (row, col - 8),
                        HostSide::Down => (row + 8, col),
                        HostSide::Up => (row - 8, col),
                    }
                };
                for (host, child) in [(a, shift(FIRST)), (b, shift(LAST))] {
                    let (row, col) = (child.0 - i64::from(host.row), child.1 - i64::from(host.col));
                    assert_eq!((row * col).abs(), 2, "{hook:?} {host:?} {child:?}");
                }
            }
        }
    }
}

//! Selects the construction for each kind of tour.

use courser_board::symmetry::Isometry;
use courser_board::{Board, Square, TourSpec};

use super::comb::{PathTile, TileLayout, build};
use super::plan::MosaicPlan;
use super::tile::{Hook, MIN_SIDE, Tiles, mix};
use super::{cut, ends};
use crate::TilingError;
use crate::tiling::{check, check_board};

/// Name of the construction in error messages.
const WHAT: &str = "a mosaic";

impl MosaicPlan {
    /// Plans the requested tour.
    ///
    /// Without a seed, the same request gives the same tour. With a seed, the same request and seed give the same tour.
    /// Different seeds give different tours: the tiles differ, and each 8x8 tile of a tooth (a row of tiles attached to
    /// the path) is one of 256 variants.
    ///
    /// If the number of squares is even and at most one end is given, a closed tour is planned, even if an open tour is
    /// requested. The tour begins at the given start or ends at the given end. If a closed tour is requested with a
    /// start and an end, a path from the start to the end is planned. These two squares must be one move apart.
    ///
    /// # Errors
    /// [`TilingError`] if the board is not suitable for a mosaic, if the colours of the ends rule out every tour, or if
    /// no tiles were found for the ends. Tiles are always found if both sides are at least 6. On boards with a side of
    /// 5, a few pairs of ends have no tour.
    ///
    /// ```
    /// use courser_board::{Board, Square, TourSpec};
    /// use courser_solve::mosaic::MosaicPlan;
    ///
    /// // A board of 10^18 squares costs no more than a board of 10^4 squares.
    /// let board: Board = "1000000000x1000000000".parse()?;
    /// let plan = MosaicPlan::new(&TourSpec::closed(&board).starting_at(Square::new(7, 7))?, None)?;
    /// let far = Square::new(999_999_999, 500_000_000);
    /// let next = plan.next(far).unwrap();
    /// assert_eq!(plan.visit(next), plan.visit(far) + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(spec: &TourSpec, seed: Option<u64>) -> Result<Self, TilingError> {
        let (board, closed) = (spec.board(), spec.is_closed());
        let (rows, cols) = (board.rows(), board.cols());
        check(WHAT, spec, MIN_SIDE)?;
        let is_odd = board.cells() % 2 == 1;
        match (spec.start(), spec.end()) {
            (Some(start), Some(end)) => {
                // A closed tour with a given start and a given end is a path from the start to the end, plus the move
                // from the end to the start.
                Ok(Self { closed, ..Self::along(rows, cols, start, Some(end), seed)? })
            }
            (None, Some(end)) if is_odd => {
                // Almost every start allows a tour. Therefore only the first 13 starts are tried.
                let squares = (0..board.cells()).map(|index| board.at(index));
                let starts = squares.filter(|&start| start.colour() == 0 && start != end).take(13);
                let mut found = starts.map(|start| Self::along(rows, cols, start, Some(end), seed));
                found.find(Result::is_ok).unwrap_or(Err(TilingError::MosaicEnds { start: end, end, rows, cols }))
            }
            (None, Some(end)) => {
                let closed = Self::turned(rows, cols, None, seed);
                let start = closed.next(end).expect("every square of a closed tour has a next");
                Ok(closed.starting_at(start))
            }
            (start, None) if is_odd => Self::along(rows, cols, start.unwrap_or(Square::new(0, 0)), None, seed),
            (start, None) => Ok(Self::turned(rows, cols, start, seed)),
        }
    }

    /// Plans a tour from `start` to `end`, along a path of tiles. If `end` is `None`, the tour may end on any square.
    fn along(rows: u32, cols: u32, start: Square, end: Option<Square>, seed: Option<u64>) -> Result<Self, TilingError> {
        let plan = ends::tour((rows, cols), start, end, &mut Tiles::new(seed));
        plan.ok_or(TilingError::MosaicEnds { start, end: end.unwrap_or(start), rows, cols })
    }

    /// Plans a closed tour. If `start` is given, the tour begins on this square.
    fn turned(rows: u32, cols: u32, start: Option<Square>, seed: Option<u64>) -> Self {
        // The seed selects one of the eight symmetries of the comb. On a board with five rows or five columns, the seed
        // does not select whether rows and columns are swapped. They are swapped only if the board has five columns, so
        // that the comb always has five rows.
        let mut symmetry = Isometry::from_bits(seed.map_or(0, |seed| mix(seed, 1)) as u32);
        if rows.min(cols) == MIN_SIDE {
            symmetry.transpose = cols == MIN_SIDE;
        }
        let (seen_rows, seen_cols) = symmetry.sides(rows, cols);
        let plan = comb(seen_rows, seen_cols, &mut Tiles::new(seed)).seen(symmetry.inverse());
        match start {
            Some(start) => plan.starting_at(start),
            None => plan,
        }
    }
}

/// Plans a comb and its closed tour, which starts in the upper left corner.
fn comb(rows: u32, cols: u32, tiles: &mut Tiles) -> MosaicPlan {
    let layout = TileLayout {
        row_zones: cut::closed(rows),
        col_zones: cut::closed(cols),
        spine: 0,
        from_row: 0,
        to_row: 0,
        to_col: 0,
    };
    let tile = tiles.tile(layout.row_zones[0].size, layout.col_zones[0].size);
    let hooks = layout.sides((0, 0)).into_iter().map(|side| Hook { side, other_corner: false }).collect();
    build(layout, &[PathTile { tile, hooks }], true, tiles)
}

/// Returns whether a mosaic can cover the board. The board must have at least five rows and columns, no holes, and the
/// knight as its leaper.
pub fn serves(board: &Board) -> bool {
    check_board(WHAT, board, MIN_SIDE).is_ok()
}

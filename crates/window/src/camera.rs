//! The zoom and the position of the boards in the window.

use courser_board::{Board, Square};

use crate::scene::BoardSquare;
use courser_view::MIN_LINE_SQUARE;
use courser_view::{Layout, MAX_SQUARE, Style};

/// A single board, or a grid of boards with gaps between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGrid {
    /// Number of rows per board.
    pub rows: u32,
    /// Number of columns per board.
    pub cols: u32,
    /// Width of the gap between boards, in squares.
    pub gap: u32,
    /// Number of boards in a row of the grid.
    pub across: u32,
    /// Number of boards.
    pub boards: u32,
}

impl BoardGrid {
    /// Creates a grid of `boards` boards. The grid has about the aspect ratio of a window of `width` by `height`
    /// pixels.
    pub fn new(board: &Board, boards: u32, (width, height): (u32, u32)) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        let gap = u32::from(boards > 1);
        let shape = f64::from(width.max(1)) / f64::from(height.max(1));
        let wanted = (f64::from(boards) * shape * f64::from(rows + gap) / f64::from(cols + gap)).sqrt();
        let across = (wanted.round() as u32).clamp(1, boards);
        // Selects the smallest number of boards per row that does not increase the number of rows of boards.
        let across = boards.div_ceil(boards.div_ceil(across));
        Self { rows, cols, gap, across, boards }
    }

    /// Returns the height and the width of the grid, including the gaps between boards. The unit is the side of a
    /// square.
    pub fn sides(&self) -> (u64, u64) {
        let side = |count: u32, squares: u32| {
            u64::from(count) * (u64::from(squares) + u64::from(self.gap)) - u64::from(self.gap)
        };
        (side(self.boards.div_ceil(self.across), self.rows), side(self.across, self.cols))
    }

    /// Returns the square at a row and column of the grid, or `None` if there is no board at this position.
    pub fn at(&self, row: i64, col: i64) -> Option<BoardSquare> {
        let (row, col) = (u64::try_from(row).ok()?, u64::try_from(col).ok()?);
        let (high, wide) = (u64::from(self.rows + self.gap), u64::from(self.cols + self.gap));
        let (down, right) = (row / high, col / wide);
        let board = down * u64::from(self.across) + right;
        let square = Square::new((row % high) as u32, (col % wide) as u32);
        let on = square.row < self.rows && square.col < self.cols;
        (on && right < self.across.into() && board < self.boards.into())
            .then_some(BoardSquare { board: board as u32, square })
    }
}

/// The zoom and the position of the grid in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Side of a square in pixels. It is a whole number if lines are drawn.
    side: f64,
    /// Side of a square in pixels before rounding.
    zoomed: f64,
    /// Position of the top left corner of the grid, in pixels to the right and down from the corner of the window.
    corner: (f64, f64),
    /// True if the whole grid is fitted to the window. If so, the grid is fitted again after the window is resized.
    fitted: bool,
}

/// The visible part of the grid, as passed to the shaders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VisibleArea {
    /// First visible row and first visible column.
    pub(crate) first: [i32; 2],
    /// Number of visible rows, and number of visible columns.
    pub(crate) seen: [u32; 2],
    /// Position, in pixels, of the top left corner of the square `first`.
    pub(crate) origin: [f32; 2],
    pub(crate) side: f32,
}

impl Camera {
    /// Returns the camera with which the whole grid is as large as possible in a window of `size` pixels.
    ///
    /// A single board has exactly the same pixels as the largest line picture that fits the window, unless the window
    /// is too small for any line picture. The line picture is drawn by [`paint`](courser_view::paint) without folds.
    pub fn whole(wall: &BoardGrid, board: &Board, size: (u32, u32)) -> Self {
        if wall.boards == 1
            && let Some(camera) = Self::like_a_picture(board, size)
        {
            return camera;
        }
        let (width, height) = (f64::from(size.0.max(1)), f64::from(size.1.max(1)));
        let (rows, cols) = wall.sides();
        let room = f64::from(wall.boards > 1);
        let side = (width / (cols as f64 + room)).min(height / (rows as f64 + room)).min(MAX_SQUARE.into());
        // If the side is a whole number of pixels, all squares are equally large.
        let side = if side >= 1.0 { side.floor() } else { side };
        let corner = |pixels: f64, squares: u64| ((pixels - side * squares as f64) / 2.0).floor();
        Self { side, zoomed: side, corner: (corner(width, cols), corner(height, rows)), fitted: true }
    }

    /// Returns the camera for the largest line picture that fits the window, or `None` if no line picture fits.
    fn like_a_picture(board: &Board, (width, height): (u32, u32)) -> Option<Self> {
        let longest = board.rows().max(board.cols()).max(1);
        let max = (width.max(height) / longest).clamp(1, MAX_SQUARE);
        let layout = (MIN_LINE_SQUARE..=max).rev().find_map(|square| {
            let style = Style { square: Some(square), fold: false, ..Style::default() };
            let layout = Layout::new(board, &style).ok()?;
            (layout.width <= width && layout.height <= height).then_some(layout)
        })?;
        let (x, y) = layout.corner(Square::new(0, 0));
        let corner = ((width - layout.width) / 2 + x, (height - layout.height) / 2 + y);
        let side = f64::from(layout.square);
        Some(Self { side, zoomed: side, corner: (corner.0.into(), corner.1.into()), fitted: true })
    }

    /// Returns the side of a square in pixels.
    pub const fn side(&self) -> f64 {
        self.side
    }

    /// Returns the position of the top left corner of the grid, in pixels to the right and down from the corner of the
    /// window.
    pub fn corner(&self) -> (f64, f64) {
        let (x, y) = self.corner;
        if self.side < MIN_LINE_SQUARE.into() { (x, y) } else { (x.round(), y.round()) }
    }

    /// Returns whether the camera shows the whole grid.
    pub const fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// Zooms in by `factor`, or out if `factor` is less than 1. The point of the grid at the pixel `at` does not move.
    pub fn zoom(&mut self, wall: &BoardGrid, at: (f64, f64), factor: f64) {
        let (rows, cols) = wall.sides();
        let min = (32.0 / rows.max(cols) as f64).min(1.0);
        self.zoomed = (self.zoomed * factor).clamp(min, f64::from(MAX_SQUARE) / 2.0);
        let side = if self.zoomed < MIN_LINE_SQUARE.into() { self.zoomed } else { self.zoomed.round() };
        let factor = side / self.side;
        self.side = side;
        self.corner.0 = at.0 + (self.corner.0 - at.0) * factor;
        self.corner.1 = at.1 + (self.corner.1 - at.1) * factor;
        self.fitted = false;
    }

    /// Pans by a number of pixels. A part of the grid always stays visible in a window of `size` pixels.
    pub fn pan(&mut self, wall: &BoardGrid, by: (f64, f64), size: (u32, u32)) {
        let (rows, cols) = wall.sides();
        let keep = |corner: f64, squares: u64, pixels: u32| {
            let long = self.side * squares as f64;
            let left = (f64::from(pixels) / 4.0).min(long / 2.0);
            corner.clamp(left - long, f64::from(pixels) - left)
        };
        self.corner = (keep(self.corner.0 + by.0, cols, size.0), keep(self.corner.1 + by.1, rows, size.1));
        self.fitted = false;
    }

    /// Returns the row and the column of the grid at a pixel. The row and the column can be outside the grid.
    pub fn place(&self, at: (f64, f64)) -> (i64, i64) {
        let place = |at: f64, corner: f64| ((at - corner) / self.side).floor() as i64;
        let (x, y) = self.corner();
        (place(at.1, y), place(at.0, x))
    }

    /// Returns the visible part of the grid, extended by `reach` squares on each side, since lines of these additional
    /// squares can extend into the visible part.
    pub(crate) fn sight(&self, wall: &BoardGrid, size: (u32, u32), reach: u32) -> VisibleArea {
        let (rows, cols) = wall.sides();
        let axis = |corner: f64, squares: u64, pixels: u32| {
            let reach = f64::from(reach);
            let first = ((-corner / self.side).floor() - reach).clamp(0.0, squares.saturating_sub(1) as f64);
            let origin = corner + first * self.side;
            let seen = ((f64::from(pixels) - origin) / self.side).ceil() + reach;
            (first as i32, seen.clamp(1.0, squares as f64 - first) as u32, origin as f32)
        };
        let (left, top) = self.corner();
        let (first_col, seen_cols, x) = axis(left, cols, size.0);
        let (first_row, seen_rows, y) = axis(top, rows, size.1);
        VisibleArea {
            first: [first_row, first_col],
            seen: [seen_rows, seen_cols],
            origin: [x, y],
            side: self.side as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(size: &str) -> Board {
        size.parse().unwrap()
    }

    #[test]
    fn a_wall_is_as_wide_for_its_height_as_the_window() {
        for (boards, size, across) in [(1, (800, 600), 1), (100, (800, 800), 10), (16, (1600, 100), 16), (7, (9, 9), 3)]
        {
            assert_eq!(BoardGrid::new(&board("8x8"), boards, size).across, across, "{boards} boards in {size:?}");
        }
    }

    #[test]
    fn a_place_between_boards_is_no_square() {
        let wall = BoardGrid { rows: 3, cols: 4, gap: 1, across: 2, boards: 3 };
        assert_eq!(wall.sides(), (7, 9));
        assert_eq!(wall.at(4, 3), Some(BoardSquare { board: 2, square: Square::new(0, 3) }));
        for (row, col) in [(-1, 0), (3, 0), (0, 4), (0, 9), (4, 5), (7, 0)] {
            assert_eq!(wall.at(row, col), None, "{row},{col}");
        }
    }

    #[test]
    fn the_whole_lies_in_the_window_whatever_their_sizes() {
        for size in ["1x1", "3x4", "8x8", "5x100", "300x7", "1000x1000", "5000x200"] {
            for window in [(100, 100), (960, 720), (3840, 2160), (333, 1000)] {
                for boards in [1, 5] {
                    let board = board(size);
                    let wall = BoardGrid::new(&board, boards, window);
                    let camera = Camera::whole(&wall, &board, window);
                    let (rows, cols) = wall.sides();
                    let (x, y) = camera.corner();
                    let (right, below) = (x + camera.side() * cols as f64, y + camera.side() * rows as f64);
                    assert!(x >= -0.5 && y >= -0.5, "{size} in {window:?}: {camera:?}");
                    assert!(
                        right <= f64::from(window.0) + 0.5 && below <= f64::from(window.1) + 0.5,
                        "{size} {camera:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_when_zoomed() {
        let board = board("20000x20000");
        let wall = BoardGrid::new(&board, 1, (960, 720));
        let mut camera = Camera::whole(&wall, &board, (960, 720));
        camera.zoom(&wall, (480.0, 360.0), 1000.0);
        let place = camera.place((500.5, 300.5));
        for factor in [1.3, 0.7, 1.1] {
            camera.zoom(&wall, (500.5, 300.5), factor);
            assert_eq!(camera.place((500.5, 300.5)), place);
        }
        // Positions far from the corner must be as exact as positions near the corner.
        let sight = camera.sight(&wall, (960, 720), 2);
        let x = f64::from(sight.origin[0]) + (f64::from(sight.side) * (place.1 - i64::from(sight.first[1])) as f64);
        assert!(x <= 500.51 && x + camera.side() >= 500.49, "{x} {sight:?}");
    }

    #[test]
    fn a_wall_cannot_be_dragged_out_of_sight() {
        let board = board("8x8");
        let wall = BoardGrid::new(&board, 1, (960, 720));
        let mut camera = Camera::whole(&wall, &board, (960, 720));
        camera.pan(&wall, (1e9, -1e9), (960, 720));
        let (x, y) = camera.corner();
        assert!(x < 960.0 && y + 8.0 * camera.side() > 0.0, "{camera:?}");
    }
}

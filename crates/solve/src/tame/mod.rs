//! Tame tours: few turns or few crossings, with the number of each square computed from its coordinates.
//!
//! The method is that of J. J. Besa, T. Johnson, N. Mamano, M. C. Osegueda and P. Williams, "Taming the Knight's Tour:
//! Minimizing Turns and Crossings" (2019). Inside the board, the tour goes straight through every square, by the moves
//! (1, 2) and (-1, -2). Therefore the inside of the tour is a bundle of parallel lines. At the edges, *heels* of
//! constant depth join the ends of lines in pairs. At the corners, fixed patterns of 6 x 6 squares, the *forms*, join
//! the remaining ends.
//!
//! ```text
//! . . . . . . . . . .      all squares of a line have the same label: column - 2 row, plus a constant that gives
//! . \ . . . . . . . .      the lower left corner the label 0
//! . . . \ . . . . . .
//! . . . . . \ . . . .
//! ```
//!
//! The numbers of a tour are stored in two tables: one number per line, and one number per square of the rim. The
//! lengths of both tables are proportional to the sides of the board. To make a plan, the tour is followed once, and
//! each line is passed in one step. This takes time proportional to the sides, and shows that the tour contains all
//! squares. Then the number of each square is computed directly, with one lookup. Memory is proportional to the sides,
//! while a [mosaic] needs only a constant amount.
//!
//! The heels and the forms were found by exhaustive searches. The heel for few turns was chosen from all heels of depth
//! 3 and period 8. It has 16 turns, the minimum for a period, and contains no cycle. Each form for this heel has the
//! minimum number of turns for its 6 x 6 squares. A closed tour has 4 (rows + columns) - 14 turns.
//!
//! The heel for few crossings was chosen from the heels of depth 4 and period 10. At the upper edge, such a heel joins
//! ends of lines in pairs. The right edge joins the other ends of these lines in pairs. Together, these joins must make
//! exactly two open paths. The best heel with this property has 22 crossings.
//!
//! Each corner has a few possible forms, which differ in the ends they join. A choice consists of four forms, one per
//! corner. The plan tries the choices in ascending order of crossings, and uses the first choice that gives a single
//! tour. Large square boards have fewer crossings if the bundle is folded; see `fold.rs`.

mod fill;
mod fold;
mod shape;
mod walk;

use courser_board::{Square, TourSpec};

use fold::Fold;
use shape::{RIM, Shape};
use walk::MoveTable;

use crate::TilingError;
use crate::mosaic;
use crate::tiling::check;

/// The quantity that a tame tour minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimised {
    /// The number of squares at which the direction changes: 4 (rows + columns) - 14.
    #[default]
    Turns,
    /// The number of pairs of moves that cross. On an n x n board, this number is at most 6.9 n + 26. For n ≥ 104, the
    /// number is also at most 19 n / 3 + 85.
    Crossings,
}

/// A tame tour of one board. It is stored as one number for each line, and one index for each square of the rim.
///
/// ```
/// use courser_board::TourSpec;
/// use courser_board::proof::prove;
/// use courser_solve::tame::{Minimised, TamePlan};
///
/// let plan = TamePlan::new(&TourSpec::closed(&"16x20".parse()?), Minimised::Turns, None)?;
/// let mut visits = vec![0_u32; 320];
/// plan.fill_rows(0..16, &mut visits);
/// assert_eq!(prove(16, 20, true, &visits), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TamePlan {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// True if the last square of the tour is one move away from the first.
    pub closed: bool,
    /// First square of the tour.
    pub start: Square,
    /// The quantity that the tour minimises.
    pub minimised: Minimised,
    /// True if rows and columns are swapped in the following fields.
    pub transposed: bool,
    /// True if the bundle is folded. If so, the lines are in eight wedges, two in each quarter of the board. Each wedge
    /// has one line per column of the board.
    pub folded: bool,
    /// Tour index of the square `start`. The *tour index* of a square is its position, from 0, in the stored tour. The
    /// fields `lines` and `rim` contain the stored tour, which may begin on another square than `start`.
    pub shift: u64,
    /// One number per straight line of squares. The lowest bit of the number is 1 if the tour indices along the line
    /// decrease from row to row. The other bits are the tour index of the line's square in row 0. If the line does not
    /// reach row 0, it is extended to this row. On a folded board, the squares of each line are numbered along the
    /// line, and the square with the number 0 is used instead of the square in row 0.
    pub lines: Vec<u64>,
    /// Tour index of each square of the rim. The list begins with the rows at the top, followed by the rows at the
    /// bottom. The last part of the list contains the rows between them. In each of these rows, the squares at the left
    /// come before the squares at the right.
    pub rim: Vec<u64>,
}

impl TamePlan {
    /// Minimum number of rows and columns for a tame tour.
    pub const MIN_SIDE: u32 = 2 * RIM;

    /// Plans a tour that satisfies the request. Each seed selects a choice of corners. Several seeds can select the
    /// same choice.
    ///
    /// # Errors
    /// [`TilingError`] in these cases:
    ///
    /// - The board is too small, has holes or is not a knight's board.
    /// - The requested tour does not exist.
    /// - The request specifies the last square of the tour.
    /// - The tour is open, and the requested first square is not the first square of the constructed tour.
    /// - `fewest` is [`Minimised::Crossings`], and the board has an odd number of squares or is too small for a tour
    ///   with few crossings.
    /// - No choice of corners gives a tame tour of the whole board.
    pub fn new(spec: &TourSpec, fewest: Minimised, seed: Option<u64>) -> Result<Self, TilingError> {
        let board = spec.board();
        let (rows, cols) = (board.rows(), board.cols());
        check("a tame tour", spec, Self::MIN_SIDE)?;
        if let Some(square) = spec.end() {
            return Err(TilingError::TameEnds { rows, cols, square });
        }
        // If only one side is even, this side becomes the number of columns. Then the lines from one side of the board
        // to the opposite side come in pairs. Otherwise the shorter side becomes the number of columns, so that fewer
        // lines run from top to bottom.
        let transposed = if rows % 2 == cols % 2 { cols > rows } else { cols % 2 == 1 };
        let turn = |(row, col)| if transposed { (col, row) } else { (row, col) };
        let (height, width) = turn((rows, cols));
        // The required size provides space for the corners, the joint, and the lines that end above the joint.
        let closed = width % 2 == 0;
        if fewest == Minimised::Crossings && (!closed || width < 14 || 2 * height < width + 22) {
            // For the error `Crossings`, the command line suggests a tour with few turns. Therefore this error is
            // returned only if the board has such a tour.
            let of_turns = Self::new(spec, Minimised::Turns, seed);
            return Err(of_turns.err().unwrap_or(TilingError::Crossings { rows, cols }));
        }
        let squares = board.cells();
        let folded = fewest == Minimised::Crossings && rows == cols && closed && rows >= fold::MIN_FOLDED_SIDE;
        let is_whole = |tables: &Tables| tables.squares == squares;
        let found = if folded {
            Some(Fold::new(rows).tables()).filter(is_whole)
        } else {
            // `Shape::proxies` finds shapes, each of which forms a single tour of a smaller board, and returns these
            // shapes enlarged to the requested board. Then each enlarged shape is tested on the requested board. The
            // seed selects the shape that is tested first.
            let known = seed.map_or(0, |seed| (seed % 64) as usize);
            let mut shapes: Vec<Shape> = Shape::proxies(fewest, height, width).take(known + 1).collect();
            shapes.rotate_right(1);
            let shapes = shapes.into_iter().chain(Shape::proxies(fewest, height, width));
            shapes.map(|shape| shape.tables()).find(is_whole)
        };
        let tables = found.ok_or(TilingError::NoCorners { rows, cols })?;
        let first = turn(tables.start);
        let first = Square::new(first.0, first.1);
        let start = spec.start().unwrap_or(first);
        if !closed && start != first {
            return Err(TilingError::TameEnds { rows, cols, square: start });
        }
        let Tables { lines, rim, .. } = tables;
        let mut plan = Self { rows, cols, closed, start, minimised: fewest, transposed, folded, shift: 0, lines, rim };
        plan.shift = plan.index(start);
        Ok(plan)
    }

    /// Returns the maximum size of a plan in bytes. Callers with little memory can check this size in advance.
    pub fn bytes(rows: u32, cols: u32) -> u64 {
        8 * (u64::from(rows) + u64::from(cols)) * u64::from(2 * RIM + 7)
    }

    /// Returns the number of rows and the number of columns of the board. If `transposed` is true, the two numbers are
    /// swapped.
    pub const fn sides(&self) -> (u32, u32) {
        if self.transposed { (self.cols, self.rows) } else { (self.rows, self.cols) }
    }

    /// Returns a plan that contains only the division of the board into rows of tiles. Each row of tiles is eight rows
    /// high. A device computes the visit numbers of one row of tiles after another.
    pub fn frame(&self) -> mosaic::MosaicPlan {
        mosaic::MosaicPlan {
            rows: self.rows,
            cols: self.cols,
            closed: self.closed,
            shift: self.shift,
            start: self.start,
            row_zones: vec![mosaic::Zone { start: 0, size: 8, count: self.rows.div_ceil(8) }],
            col_zones: Vec::new(),
            blocks: Vec::new(),
            tables: Vec::new(),
            bytes: Vec::new(),
            seed: 0,
        }
    }

    /// Returns the number of squares of the board.
    pub fn cells(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols)
    }
}

/// The tables of a [`TamePlan`], and the results of the walk that filled them.
struct Tables {
    lines: Vec<u64>,
    rim: Vec<u64>,
    /// Number of squares on a walk along the moves. The walk ends when it returns to its first square or cannot
    /// continue. If the moves form one tour, this is the number of squares of the board.
    squares: u64,
    /// Row and column of the first square of the tour.
    start: (u32, u32),
}

impl Tables {
    /// Creates the tables by walking along a tour from the square `start`. The table of lines has `lines` elements, and
    /// the table of single squares has `rim` elements.
    fn new(layout: &impl MoveTable, start: (i64, i64), lines: usize, rim: usize) -> Self {
        let (mut lines, mut rim) = (vec![0; lines], vec![0; rim]);
        let squares = layout.walk(start, |at, index| rim[at] = index, |at, line| lines[at] = line);
        Self { lines, rim, squares, start: (start.0 as u32, start.1 as u32) }
    }
}

impl std::fmt::Debug for TamePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Plan({}x{}, {} lines, from {:?})", self.rows, self.cols, self.lines.len(), self.start)
    }
}

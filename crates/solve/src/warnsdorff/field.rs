//! The ranks of a board, with one byte per square and a border so wide that no jump leads beyond it.

use courser_board::{Board, Leaper, Move, MoveOrder, Square};

use super::RuleError;

/// Maximum total number of squares of a board and its border, for a knight that follows a rule.
pub const MAX_CELLS: u64 = u32::MAX as u64;

/// Value of holes and of squares outside the board. Each visit to a neighbour decreases the value by 1. After eight
/// such visits, the value is still larger than every rank.
const OUTSIDE: u8 = 200;
/// Value of a visited square. Each later visit to a neighbour decreases the value by 1. After eight such visits, the
/// value is still larger than every rank.
pub(super) const VISITED: u8 = 190;
/// Maximum rank of unvisited squares. All special values are larger.
pub(super) const MAX_RANK: u8 = 8;

/// Amounts that each of the eight moves adds to indices and coordinates, in the move order.
///
/// Some leapers have only four moves. The other four offsets then lead to the knight's own square, which is visited and
/// never chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldOffsets {
    /// Amount that each of the eight moves adds to the index in the field.
    pub(super) place: [i64; 8],
    /// Amount that each of the eight moves adds to the index of the square, with wrapping.
    pub(super) index: [u32; 8],
    /// Row offset of each of the eight moves, positive for moves down.
    pub(super) row: [i32; 8],
    /// Column offset of each of the eight moves, positive for moves to the right.
    pub(super) col: [i32; 8],
}

/// The *field* of a board: an array with one element for each square of the board and of a border around the board. The
/// element of an unvisited square is the square's rank, that is, its number of unvisited neighbours.
pub(super) struct PaddedRanks {
    /// The rank of each unvisited square. All other values are at least [`VISITED`] − 8.
    pub(super) ranks: Vec<u8>,
    /// Distance between the starts of adjacent rows: the number of columns plus the width of one border. The two rows
    /// share this border.
    stride: usize,
    /// Index of the board's top left square in the field.
    origin: usize,
    cols: u32,
    leaper: Leaper,
    rows: u32,
}

impl PaddedRanks {
    /// Creates the field of a board. No square is visited yet.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if the board with its border has too many squares.
    pub(super) fn new(board: &Board) -> Result<Self, RuleError> {
        let (rows, cols) = (board.rows(), board.cols());
        let moves = fitting(board.leaper(), rows, cols, MoveOrder::SLIDES);
        let (mut tall, mut wide) = (0, 0);
        for by in &moves {
            tall = tall.max(by.row.unsigned_abs());
            wide = wide.max(by.col.unsigned_abs());
        }
        let stride = u64::from(cols) + u64::from(wide);
        let origin = u64::from(tall) * stride + u64::from(wide);
        let cells = 2 * origin + u64::from(rows) * stride;
        if cells > MAX_CELLS {
            return Err(RuleError::TooLarge(cells));
        }
        let (stride, origin) = (stride as usize, origin as usize);
        let mut field =
            Self { ranks: vec![OUTSIDE; cells as usize], stride, origin, rows, cols, leaper: board.leaper() };
        for row in 0..rows {
            let first = field.place(Square::new(row, 0));
            let ranks = &mut field.ranks[first..first + cols as usize];
            ranks.fill(0);
            for by in &moves {
                if row.checked_add_signed(by.row).is_some_and(|row| row < rows) {
                    let from = (-by.col).max(0) as usize;
                    let to = cols as usize - by.col.max(0) as usize;
                    ranks[from..to].iter_mut().for_each(|rank| *rank += 1);
                }
            }
        }
        let steps = field.steps(MoveOrder::SLIDES);
        for hole in board.holes() {
            let place = field.place(hole);
            field.ranks[place] = OUTSIDE;
            for step in steps.place {
                field.ranks[(place as i64 + step) as usize] -= 1;
            }
        }
        Ok(field)
    }

    /// Converts a square of the board to its index in the padded field.
    pub(super) fn place(&self, square: Square) -> usize {
        self.origin + square.row as usize * self.stride + square.col as usize
    }

    /// Returns the offsets of the leaper's moves, sorted by `order`.
    pub(super) fn steps(&self, order: MoveOrder) -> FieldOffsets {
        let mut steps = FieldOffsets { place: [0; 8], index: [0; 8], row: [0; 8], col: [0; 8] };
        let moves = fitting(self.leaper, self.rows, self.cols, order);
        for (slot, by) in moves.iter().enumerate() {
            steps.place[slot] = i64::from(by.row) * self.stride as i64 + i64::from(by.col);
            let index = i64::from(by.row) * i64::from(self.cols) + i64::from(by.col);
            steps.index[slot] = index as u32;
            steps.row[slot] = by.row;
            steps.col[slot] = by.col;
        }
        steps
    }
}

/// Returns the moves that lead from some square of a board of this size to another square of the board. The border of a
/// field only has to be wide enough for these moves.
fn fitting(leaper: Leaper, rows: u32, cols: u32, order: MoveOrder) -> Vec<Move> {
    let mut moves = leaper.moves(order);
    moves.retain(|by| by.row.unsigned_abs() < rows && by.col.unsigned_abs() < cols);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_neighbours_of_each_square() {
        for (size, leaper) in [
            ("1x1", "1,2"),
            ("3x4", "1,2"),
            ("2x9", "1,4"),
            ("9x9", "0,1"),
            ("7x5", "2,2"),
            ("5x6", "900,901"),
            ("12x3", "1,9"),
        ] {
            let board: Board = size.parse().unwrap();
            let board = board.with_leaper(leaper.parse().unwrap());
            let holes = board.squares().filter(|s| (s.row * 7 + s.col * 3) % 5 == 1);
            let holed = board.clone().with_holes(holes).unwrap();
            for board in [board, holed] {
                let field = PaddedRanks::new(&board).unwrap();
                for square in board.squares() {
                    let rank = field.ranks[field.place(square)];
                    let neighbours = board.neighbours(square).count();
                    assert_eq!(usize::from(rank), neighbours, "{board:?} at {square:?}");
                }
                for hole in board.holes() {
                    assert!(field.ranks[field.place(hole)] > MAX_RANK);
                }
            }
        }
    }

    #[test]
    fn a_board_too_large_for_its_places_is_refused_before_any_memory_is_taken() {
        let board = Board::new(1 << 16, 1 << 16).unwrap();
        assert!(matches!(PaddedRanks::new(&board), Err(RuleError::TooLarge { .. })));
    }
}

//! The move orders of Squirrel and Cull, and the squares at which the order changes.
//!
//! Consider the rule that selects the first square of lowest rank. From the corner of any square board, this rule finds
//! a tour if the move order changes at suitable squares (D. Squirrel and P. Cull, "A Warnsdorff-Rule Algorithm for
//! Knight's Tours on Square Chessboards", 1996). The sequence of orders depends on the side m modulo 8. In a
//! circulating copy of the paper, the third order of the sequence is misprinted for m mod 8 = 1 and for m mod 8 = 2.
//! With the misprinted orders, the rule fails even on small boards such as 9x9. Therefore the orders in this module
//! were found by trying all orders. With the orders in this module, the rule finds a tour on every board with a side
//! from 5 to 512, except 74.

use courser_board::{Board, Leaper, MoveOrder, Square};

use super::RuleError;
use courser_board::words::a_board;

/// A section of a tour found with the rule [`SquirrelCull`](super::Rule::SquirrelCull). The move order does not change
/// within a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The order in which neighbours are examined on this leg.
    pub order: MoveOrder,
    /// The square at which the next leg begins, or `None` for the last leg. The order of the next leg already applies
    /// to the move from this square.
    pub until: Option<Square>,
}

/// Courser's codes of the moves 1 to 8 of the paper by Squirrel and Cull. The paper writes a move as a pair (rows,
/// columns), and uses x for the rows.
const CODES: [u8; 8] = [2, 6, 5, 1, 3, 7, 8, 4];

/// Returns the legs of Squirrel and Cull's tour of `board` from `start`. A tour has at most eight legs.
///
/// # Errors
/// [`RuleError::SquirrelCull`] if Squirrel and Cull's move orders do not apply to `board` and `start`.
pub fn legs(board: &Board, start: Square) -> Result<Vec<Leg>, RuleError> {
    let corner = Square::new(0, 0);
    let what = if board.leaper() != Leaper::KNIGHT {
        format!("the {} leaper", board.leaper())
    } else if board.hole_count() > 0 {
        "a board with holes".into()
    } else if board.rows() != board.cols() || board.rows() < 5 {
        a_board(board)
    } else if start != corner {
        format!("the start {}", start.name(board.rows()))
    } else {
        return Ok(table(i64::from(board.rows())));
    };
    Err(RuleError::SquirrelCull { what, corner, rows: board.rows() })
}

/// A leg of the table: its move order in the notation of Squirrel and Cull's paper, and its last square. Each of the
/// two coordinates of this square is a pair (a, b). The pair stands for the coordinate (a m + b) / 2 on a board of side
/// m. The first row and the first column have the coordinate 1.
type TableLeg = (&'static str, [(i64, i64); 2]);

/// Placeholder for the last square of the last leg. Both coordinates of the placeholder are 0. The coordinates in the
/// table are counted from 1, so the placeholder is outside every board.
const NOWHERE: [(i64, i64); 2] = [(0, 0); 2];

/// The legs, indexed by the remainder of the side modulo 8.
#[rustfmt::skip]
const TABLE: [&[TableLeg]; 8] = [
    &[("34261578", [(2, -2), (2, -4)]), ("87642135", [(0, 4), (0, 4)]), ("51867342", [(2, -16), (0, 2)]),
      ("51342678", [(0, 14), (2, -6)]), ("21435678", NOWHERE)],
    &[("34261578", [(2, -2), (2, -4)]), ("87642135", [(0, 4), (0, 4)]), ("51324678", [(2, -12), (1, 9)]),
      ("32481765", NOWHERE)],
    &[("34261578", [(0, 12), (0, 2)]), ("87642135", [(0, 6), (0, 2)]), ("54132678", [(2, -30), (0, 8)]),
      ("52431678", [(0, 20), (2, -4)]), ("85647123", [(0, 10), (1, -6)]), ("15746823", NOWHERE)],
    &[("34625718", [(2, -2), (2, -4)]), ("42681357", [(2, -12), (2, 0)]), ("86512347", [(0, 4), (0, 10)]),
      ("51867342", [(2, -20), (0, 6)]), ("61825437", [(1, 1), (2, -4)]), ("71642538", NOWHERE)],
    &[("34261578", [(2, -2), (2, -4)]), ("87642135", [(0, 4), (0, 4)]), ("51867342", [(2, -16), (0, 2)]),
      ("51342678", [(0, 20), (2, -10)]), ("86753421", [(0, 26), (1, 2)]), ("78563421", NOWHERE)],
    // For sides congruent to 13 modulo 16, the third leg ends four columns earlier.
    &[("34261578", [(2, -2), (2, -4)]), ("87642135", [(0, 4), (0, 4)]), ("51324678", [(2, -4), (1, -5)]),
      ("15234678", NOWHERE)],
    &[("34261578", [(0, 12), (0, 2)]), ("87642135", [(0, 6), (0, 2)]), ("54132678", [(2, -20), (0, 2)]),
      ("52431678", [(0, 20), (2, -4)]), ("85647123", [(0, 6), (1, 8)]), ("12453678", NOWHERE)],
    &[("34625718", [(2, -2), (2, -4)]), ("42681357", [(2, -12), (2, 0)]), ("86512347", [(0, 4), (0, 10)]),
      ("51867342", [(2, -12), (0, 6)]), ("61825437", [(1, 1), (2, -4)]), ("61357284", NOWHERE)],
];

/// Returns the legs for boards of side `m`.
fn table(m: i64) -> Vec<Leg> {
    let leg = |(nth, &(order, [x, y])): (usize, &TableLeg)| {
        let early = if m % 16 == 13 && nth == 2 { 4 } else { 0 };
        let place = |(sides, more): (i64, i64)| (sides * m + more) / 2;
        let (x, y) = (place(x), place(y) - early);
        // On the smallest boards, the square (x, y) at which a leg ends can be outside the board. In this case, the
        // leg's order is kept.
        let inside = (1..=m).contains(&x) && (1..=m).contains(&y);
        Leg { order: decode(order), until: inside.then(|| Square::new(x as u32 - 1, y as u32 - 1)) }
    };
    TABLE[(m % 8) as usize].iter().enumerate().map(leg).collect()
}

/// Converts a move order from the notation of Squirrel and Cull's paper, in which each of the eight moves is a digit
/// from 1 to 8.
fn decode(moves: &str) -> MoveOrder {
    let mut codes = [0; 8];
    for (code, digit) in codes.iter_mut().zip(moves.bytes()) {
        *code = CODES[usize::from(digit - b'1')];
    }
    MoveOrder::new(codes).expect("each order of the table has each move once")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn their_moves_are_named_rightly() {
        let theirs = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];
        for (code, step) in CODES.into_iter().zip(theirs) {
            assert_eq!(Leaper::KNIGHT.step(code), step);
        }
    }

    #[test]
    fn every_order_of_the_table_is_one() {
        for m in 5..=20 {
            assert!((4..=8).contains(&table(m).len()), "side {m}");
        }
    }
}

//! The move orders of Squirrel and Cull, and where each takes over from the last.
//!
//! D. Squirrel and P. Cull, "A Warnsdorff-Rule Algorithm for Knight's Tours on
//! Square Chessboards" (1996): with the right move orders, changed a few times on
//! the way, the first lowest rank tours every square board from its corner. The
//! orders depend on the side m modulo 8. In a copy of their table that goes
//! around the third orders for m mod 8 = 1 and 2 are misprinted, and boards as
//! small as 9x9 fail; those here were found by trying all orders in their place,
//! and complete every side from 5 to 512 but 74.

use courser_board::{Board, Leaper, MoveOrder, Square};

use super::RuleError;
use courser_board::words::a_board;

/// A stretch of a tour by [`SquirrelCull`](super::Rule::SquirrelCull) with one move order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The order in which the neighbours are looked at on this leg.
    pub order: MoveOrder,
    /// Where the next leg takes over: the move from this square is already its own. `None` for the last.
    pub until: Option<Square>,
}

/// Their moves 1 to 8, (rows, columns) with x counted in rows, as courser's codes.
const CODES: [u8; 8] = [3, 7, 5, 1, 2, 6, 8, 4];

/// The legs of Squirrel and Cull's tour of `board` from `start`, at most eight.
///
/// # Errors
/// [`RuleError::SquirrelCull`] if their orders are not made for it.
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

/// The table, for side `m`: orders in their moves; squares counted from 1.
fn table(m: i64) -> Vec<Leg> {
    let late = if m % 16 == 5 { (m - 5) / 2 } else { (m - 13) / 2 };
    type Until = (&'static str, (i64, i64));
    let (legs, last): (&[Until], &str) = match m % 8 {
        0 => (
            &[("34261578", (m - 1, m - 2)), ("87642135", (2, 2)), ("51867342", (m - 8, 1)), ("51342678", (7, m - 3))],
            "21435678",
        ),
        1 => (&[("34261578", (m - 1, m - 2)), ("87642135", (2, 2)), ("51324678", (m - 6, (m + 9) / 2))], "32481765"),
        2 => (
            &[
                ("34261578", (6, 1)),
                ("87642135", (3, 1)),
                ("54132678", (m - 15, 4)),
                ("52431678", (10, m - 2)),
                ("85647123", (5, m / 2 - 3)),
            ],
            "15746823",
        ),
        3 => (
            &[
                ("34625718", (m - 1, m - 2)),
                ("42681357", (m - 6, m)),
                ("86512347", (2, 5)),
                ("51867342", (m - 10, 3)),
                ("61825437", ((m + 1) / 2, m - 2)),
            ],
            "71642538",
        ),
        4 => (
            &[
                ("34261578", (m - 1, m - 2)),
                ("87642135", (2, 2)),
                ("51867342", (m - 8, 1)),
                ("51342678", (10, m - 5)),
                ("86753421", (13, m / 2 + 1)),
            ],
            "78563421",
        ),
        5 => (&[("34261578", (m - 1, m - 2)), ("87642135", (2, 2)), ("51324678", (m - 2, late))], "15234678"),
        6 => (
            &[
                ("34261578", (6, 1)),
                ("87642135", (3, 1)),
                ("54132678", (m - 10, 1)),
                ("52431678", (10, m - 2)),
                ("85647123", (3, m / 2 + 4)),
            ],
            "12453678",
        ),
        _ => (
            &[
                ("34625718", (m - 1, m - 2)),
                ("42681357", (m - 6, m)),
                ("86512347", (2, 5)),
                ("51867342", (m - 6, 3)),
                ("61825437", ((m + 1) / 2, m - 2)),
            ],
            "61357284",
        ),
    };
    let mut tour: Vec<Leg> = Vec::with_capacity(legs.len() + 1);
    for &(order, (x, y)) in legs {
        let side = 1..=m;
        // On the smallest boards some squares are outside: the order before stays to the end.
        let inside = side.contains(&x) && side.contains(&y);
        tour.push(Leg { order: decode(order), until: inside.then(|| Square::new(x as u32 - 1, y as u32 - 1)) });
    }
    tour.push(Leg { order: decode(last), until: None });
    tour
}

/// Eight of their moves as a move order.
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

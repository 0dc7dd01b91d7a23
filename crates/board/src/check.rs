//! Checks whether a sequence of squares is a tour.
//!
//! This module defines what a tour is. It shares no code with any solver, pass or kernel, and has a separate function
//! for testing moves.

use std::collections::HashMap;

use crate::{Board, Square, Wrap};

/// The kind of a tour: open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// A Hamiltonian path. It visits every square once.
    Open,
    /// A Hamiltonian cycle. It visits every square once, and a move leads from the last square back to the first.
    Closed,
}

/// The first reason why a sequence of squares is not a tour.
///
/// Visit numbers are counted from 1. The messages need `rows`, the number of rows of the board, to name squares.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TourViolation {
    /// A square of the sequence is not on the board.
    #[error("visit {visit} is row {}, column {}, outside the {rows}x{cols} board", .square.row, .square.col)]
    Outside {
        /// Visit number of the square, from 1.
        visit: u64,
        /// Square outside the board.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// A square of the sequence is a hole.
    #[error("visit {visit} is {}, a hole", .square.name(*.rows))]
    Hole {
        /// Visit number that the sequence gives to the hole, from 1.
        visit: u64,
        /// Square that is a hole.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A square is visited for the second time.
    #[error("{} is visited twice, at {first} and at {again}", .square.name(*.rows))]
    Twice {
        /// Square visited twice.
        square: Square,
        /// Visit number of the earlier visit to the square, from 1.
        first: u64,
        /// Visit number of the later visit to the square, from 1.
        again: u64,
        /// Number of rows of the board.
        rows: u32,
    },
    /// Two consecutive squares are not one move apart.
    #[error("visit {visit} to visit {}: {} to {} is not a move of the {}", .visit + 1, .from.name(*.rows), .to.name(*.rows), .leaper.piece())]
    Jump {
        /// Visit number of `from`.
        visit: u64,
        /// Square at which the jump starts.
        from: Square,
        /// Square at which the jump ends.
        to: Square,
        /// Leaper of the board. It is printed as `r,s`.
        leaper: crate::Leaper,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A square is never visited.
    #[error("{} is not visited: {visited} of {playable} squares are", .square.name(*.rows))]
    Missing {
        /// First unvisited square, in row-by-row order.
        square: Square,
        /// Number of visited squares.
        visited: u64,
        /// Number of squares in a tour.
        playable: u64,
        /// Number of rows of the board.
        rows: u32,
    },
}

/// Checks that a sequence of squares is a tour. Returns the kind of the tour: open or closed.
///
/// Violations are reported in visiting order. A missing square is reported only if no other violation exists. Memory
/// use is proportional to the length of the sequence and does not depend on the size of the board.
///
/// A closed tour has at least three squares, because a move to a square and back is not a cycle.
///
/// # Errors
/// Returns the first [`TourViolation`].
///
/// ```
/// use courser_board::{Board, Kind, check};
///
/// let board: Board = "3x4".parse().unwrap();
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1".split(' ');
/// let squares: Vec<_> = names.map(|name| board.square(name).unwrap()).collect();
/// assert_eq!(check(&board, squares.iter().copied()), Ok(Kind::Open));
///
/// let flaw = check(&board, squares[..11].iter().copied()).unwrap_err();
/// assert_eq!(flaw.to_string(), "d1 is not visited: 11 of 12 squares are");
/// ```
pub fn check(board: &Board, squares: impl IntoIterator<Item = Square>) -> Result<Kind, TourViolation> {
    let walk = walk(board, squares)?;
    if walk.visited < board.playable() {
        let square = walk.seen.first_missing(board);
        return Err(TourViolation::Missing {
            square,
            visited: walk.visited,
            playable: board.playable(),
            rows: board.rows(),
        });
    }
    let closed = walk.visited > 2 && walk.ends.is_some_and(|(first, last)| is_move(board, last, first));
    Ok(if closed { Kind::Closed } else { Kind::Open })
}

/// Checks a path, which need not visit every square. Each step must be a move, and no square may occur twice.
///
/// # Errors
/// Returns the first [`TourViolation`], which is never [`TourViolation::Missing`].
pub fn check_path(board: &Board, squares: impl IntoIterator<Item = Square>) -> Result<(), TourViolation> {
    walk(board, squares).map(|_| ())
}

struct Checker {
    visited: u64,
    ends: Option<(Square, Square)>,
    seen: VisitTable,
}

fn walk(board: &Board, squares: impl IntoIterator<Item = Square>) -> Result<Checker, TourViolation> {
    let (rows, cols) = (board.rows(), board.cols());
    let squares = squares.into_iter();
    let mut walk = Checker { visited: 0, ends: None, seen: VisitTable::new(board, squares.size_hint().0) };
    for square in squares {
        let visit = walk.visited + 1;
        if !board.contains(square) {
            return Err(TourViolation::Outside { visit, square, rows, cols });
        }
        if board.is_hole(board.index(square)) {
            return Err(TourViolation::Hole { visit, square, rows });
        }
        if let Some((_, from)) = walk.ends
            && !is_move(board, from, square)
        {
            // Two equal squares in succession are reported as a second visit and not as a jump.
            if from != square {
                return Err(TourViolation::Jump {
                    visit: walk.visited,
                    from,
                    to: square,
                    leaper: board.leaper(),
                    rows,
                });
            }
        }
        if let Some(first) = walk.seen.visit(board.index(square), visit) {
            return Err(TourViolation::Twice { square, first, again: visit, rows });
        }
        walk.ends = Some((walk.ends.map_or(square, |(first, _)| first), square));
        walk.visited = visit;
    }
    Ok(walk)
}

/// Returns whether `to` is one move of the board's leaper away from `from`.
#[inline]
pub(crate) fn is_move(board: &Board, from: Square, to: Square) -> bool {
    let (row, col) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
    let (r, s) = (board.leaper().r(), board.leaper().s());
    if board.wrap() == Wrap::None {
        return (row.min(col), row.max(col)) == (r, s);
    }
    // On a ring, a jump can go in either direction. Therefore the distance equals the jump or its negative, modulo the
    // length of the ring.
    let fits = |distance: u32, jump: u32, side: u32, is_ring: bool| {
        distance == jump || is_ring && (distance == jump % side || (distance + jump % side).is_multiple_of(side))
    };
    let jumps = |down: u32, right: u32| {
        fits(row, down, board.rows(), board.wrap().has_cols())
            && fits(col, right, board.cols(), board.wrap().has_rows())
    };
    from != to && (jumps(r, s) || jumps(s, r))
}

/// Visit number of each visited square, and 0 for each other square.
///
/// The table is an array if the sequence has about as many squares as the board, and a map if the sequence has far
/// fewer squares. Therefore a short file that declares a huge board needs little memory.
enum VisitTable {
    Array(Vec<u32>),
    Map(HashMap<u64, u64>),
}

impl VisitTable {
    fn new(board: &Board, at_least: usize) -> Self {
        let cells = board.cells();
        if cells <= 8 * (at_least as u64) + 4096 && cells < u64::from(u32::MAX) {
            Self::Array(vec![0; cells as usize])
        } else {
            Self::Map(HashMap::new())
        }
    }

    /// Records a visit. If the square was visited before, returns the number of the earlier visit; otherwise returns
    /// `None`.
    fn visit(&mut self, index: u64, visit: u64) -> Option<u64> {
        match self {
            Self::Array(visits) => match std::mem::replace(&mut visits[index as usize], visit as u32) {
                0 => None,
                first => Some(first.into()),
            },
            Self::Map(visits) => visits.insert(index, visit),
        }
    }

    /// Returns the first unvisited square, in row-by-row order. At least one square must be unvisited.
    fn first_missing(&self, board: &Board) -> Square {
        let unseen = |index: &u64| match self {
            Self::Array(visits) => visits[*index as usize] == 0,
            Self::Map(visits) => !visits.contains_key(index),
        };
        let index = (0..board.cells()).find(|index| !board.is_hole(*index) && unseen(index));
        board.at(index.expect("fewer visits than squares leave a square"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Leaper;

    fn squares(board: &Board, names: &str) -> Vec<Square> {
        names.split_whitespace().map(|name| Square::parse(name, board.rows()).unwrap()).collect()
    }

    const OPEN_3X4: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";

    #[test]
    fn each_flaw_is_named_with_its_visit_and_square() {
        let board = Board::new(3, 4).unwrap();
        let judge = |names: &str| check(&board, squares(&board, names)).unwrap_err();
        assert_eq!(judge("a3 c2 a3"), TourViolation::Twice { square: Square::new(0, 0), first: 1, again: 3, rows: 3 });
        assert_eq!(judge("a3 a3"), TourViolation::Twice { square: Square::new(0, 0), first: 1, again: 2, rows: 3 });
        assert_eq!(
            judge("a3 b3"),
            TourViolation::Jump {
                visit: 1,
                from: Square::new(0, 0),
                to: Square::new(0, 1),
                leaper: Leaper::KNIGHT,
                rows: 3
            }
        );
        assert_eq!(judge("a3 2,9"), TourViolation::Outside { visit: 2, square: Square::new(2, 9), rows: 3, cols: 4 });
        assert_eq!(
            judge(&OPEN_3X4[..OPEN_3X4.len() - 3]),
            TourViolation::Missing { square: Square::new(2, 3), visited: 11, playable: 12, rows: 3 }
        );
        assert_eq!(judge(""), TourViolation::Missing { square: Square::new(0, 0), visited: 0, playable: 12, rows: 3 });
    }

    #[test]
    fn a_hole_is_a_flaw_and_need_not_be_visited() {
        let hole = Square::new(2, 3);
        let board = Board::new(3, 4).unwrap().with_holes([hole]).unwrap();
        let names = squares(&board, OPEN_3X4);
        assert_eq!(check(&board, names.iter().copied()), Err(TourViolation::Hole { visit: 12, square: hole, rows: 3 }));
        assert_eq!(check(&board, names[..11].iter().copied()), Ok(Kind::Open));
    }

    #[test]
    fn forth_and_back_is_no_closed_tour() {
        let wazir = Leaper::new(0, 1).unwrap();
        let judge = |rows, cols, names| {
            let board = Board::new(rows, cols).unwrap().with_leaper(wazir);
            check(&board, squares(&board, names))
        };
        assert_eq!(judge(1, 1, "a1"), Ok(Kind::Open));
        assert_eq!(judge(1, 2, "a1 b1"), Ok(Kind::Open));
        assert_eq!(judge(2, 2, "a1 b1 b2 a2"), Ok(Kind::Closed));
    }

    #[test]
    fn a_move_across_joined_sides_is_a_jump_of_the_leaper() {
        let wraps = [Wrap::None, Wrap::Rows, Wrap::Cols, Wrap::Both];
        for (leaper, size, wrap) in ["1,2", "1,3", "0,1", "2,2", "3,7"].into_iter().flat_map(|leaper| {
            let sizes = ["1x1", "1x4", "2x2", "2x5", "3x3", "4x6", "5x3"];
            sizes.into_iter().flat_map(move |size| wraps.map(|wrap| (leaper, size, wrap)))
        }) {
            let leaper: Leaper = leaper.parse().unwrap();
            let board = size.parse::<Board>().unwrap().with_leaper(leaper).wrapping(wrap);
            for from in board.squares() {
                let moves: Vec<Square> = board.squares().filter(|&to| is_move(&board, from, to)).collect();
                let mut near: Vec<Square> = board.neighbours(from).collect();
                assert!(moves.iter().all(|&to| is_move(&board, to, from)), "{board:?}: {from:?}");
                near.sort_unstable();
                assert_eq!(moves, near, "{board:?}: {from:?}");
            }
        }
        // These are the neighbours of the corner a4 on three boards of 4x5 squares. The first board is a torus. On the
        // second board the rows are rings, and on the third board the columns are rings.
        let board = Board::new(4, 5).unwrap();
        let moves = |wrap| {
            let board = board.clone().wrapping(wrap);
            let near = board.squares().filter(|&to| is_move(&board, Square::new(0, 0), to));
            near.map(|square| square.name(4).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(moves(Wrap::Both), "c3 d3 b2 e2 c1 d1");
        assert_eq!(moves(Wrap::Rows), "c3 d3 b2 e2");
        assert_eq!(moves(Wrap::Cols), "c3 b2 c1");
    }

    #[test]
    fn a_short_sequence_on_a_huge_board_costs_little() {
        let board = Board::new(1 << 30, 1 << 30).unwrap();
        assert!(matches!(
            check(&board, [Square::new(0, 0), Square::new(1, 2)]),
            Err(TourViolation::Missing { visited: 2, .. })
        ));
    }
}

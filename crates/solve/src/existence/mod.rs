//! Decides without a search whether a tour exists, and gives the reason if none exists.
//!
//! For the knight on a board without holes, the question is solved for every kind of tour and every pair of ends.
//! [`decide`] answers it without a search. For m ≤ n:
//!
//! | kind | exists, unless | source |
//! |---|---|---|
//! | closed | mn is odd; m is 1, 2 or 4; or m = 3 and n is 4, 6 or 8 | Schwenk 1991 |
//! | open | m ≤ 2 (except 1x1); 3x3, 3x5, 3x6; 4x4 | Cull and De Curtins 1978 for m ≥ 5; Chia and Ong 2005 |
//! | with a given start | the start has the rarer colour; or m ≤ 4 and the start is an exception | computed exactly |
//! | with both ends given | the colours do not fit; or m ≤ 5 and the pair is an exception | Conrad, Hindrichs, Morsy and Wegener 1994 for m = n ≥ 6; computed exactly for m ≤ 5, and computed for each board up to 26x26 |
//!
//! *Computed exactly* means that the result holds for every n. An automaton over columns (as in [`narrow`]) has
//! finitely many states. Each n has a set of states from which a tour can be completed. As n increases, these sets
//! repeat.
//!
//! - A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991), 325–332.
//! - P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), 276–285.
//! - A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, "Solution of the knight's Hamiltonian path problem on
//!   chessboards", Discrete Applied Mathematics 50 (1994), 125–134.
//! - G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular chessboards", Discrete Applied Mathematics
//!   150 (2005), 80–98.
//! - D. E. Knuth, "Leaper graphs", Mathematical Gazette 78 (1994), 274–297.
//!
//! For boards with holes and for other leapers no such theorem is known, and the problem is hard in general. For these
//! boards, [`decide`] tests arguments that rule out a tour (islands, dead ends, colours, bottlenecks, no cover by
//! cycles). If none of these arguments applies, [`decide`] returns [`Existence::Unknown`]. The tests take a few passes
//! over the board. Boards with joined sides are not tested; only a search can decide them.

mod any;
mod reason;

use courser_board::{Board, Kind, Leaper, Square, TourSpec, Wrap};

use crate::factor::Ends;
use crate::narrow;
pub(crate) use any::ends_by_side;
pub use reason::{Obstruction, Reason, Remedy};

/// Whether a tour exists, as derived from theorems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// The tour exists.
    Exists,
    /// The tour does not exist. Contains the reason.
    None(Reason),
    /// No theorem decides whether the tour exists.
    Unknown,
}

/// Decides whether a tour exists.
///
/// ```
/// use courser_board::{Board, TourSpec};
/// use courser_solve::existence::{Existence, decide};
///
/// let board = Board::new(5, 5).unwrap();
/// assert_eq!(decide(&TourSpec::open(&board)), Existence::Exists);
/// let Existence::None(reason) = decide(&TourSpec::closed(&board)) else { panic!() };
/// assert_eq!(
///     reason.to_string(),
///     "a 5x5 board has no closed tour: 25 squares, and every move changes colour (colour argument)",
/// );
/// let remedies = reason.remedies();
/// assert_eq!(remedies.iter().map(ToString::to_string).collect::<Vec<_>>(), ["ask for an open tour", "try 6x6"]);
/// ```
pub fn decide(spec: &TourSpec) -> Existence {
    if spec.target().is_some() {
        return aiming(spec);
    }
    if let Some(reason) = within_margins(spec) {
        return Existence::None(reason);
    }
    match because(spec) {
        Err(because) => Existence::None(Reason::new(spec, because)),
        // The theorems apply only if the moves are not restricted and no symmetry is required.
        Ok(true) if !spec.restricts_moves() && spec.symmetry().is_none() => Existence::Exists,
        Ok(_) => Existence::Unknown,
    }
}

/// Decides whether there is a tour whose last square is one move from the target of `spec`. Tries each possible last
/// square of such a tour.
fn aiming(spec: &TourSpec) -> Existence {
    let whole = spec.clone().without_target();
    if let Existence::None(reason) = decide(&whole) {
        return Existence::None(Reason::new(spec, reason.because().clone()));
    }
    let mut verdict = Existence::None(Reason::of_target(spec, None));
    let mut ruled_out = true;
    let ends = spec.ends().unwrap_or_default();
    for end in ends.into_iter().rev() {
        let Ok(to_end) = whole.clone().ending_at(end) else { continue };
        match decide(&to_end) {
            Existence::Exists => return Existence::Exists,
            Existence::Unknown => (verdict, ruled_out) = (Existence::Unknown, false),
            Existence::None(reason) if ruled_out => {
                verdict = Existence::None(Reason::of_target(spec, Some((end, reason))));
            }
            Existence::None(_) => {}
        }
    }
    verdict
}

/// A board without holes and without joined sides, with the knight as leaper. The theorems apply only to such boards.
///
/// A `Rectangle` can be created only by [`Rectangle::of`], so that no theorem is applied to any other board.
#[derive(Clone, Copy)]
struct Rectangle<'a> {
    board: &'a Board,
}

impl<'a> Rectangle<'a> {
    fn of(board: &'a Board) -> Option<Self> {
        let is_plain = board.hole_count() == 0 && board.leaper() == Leaper::KNIGHT && board.wrap() == Wrap::None;
        is_plain.then_some(Self { board })
    }

    fn cells(self) -> u64 {
        self.board.cells()
    }

    /// Returns the lengths of the shorter and of the longer side, in squares.
    fn sides(self) -> (u32, u32) {
        sides(self.board)
    }
}

/// Returns the reason why a rectangle surrounded by margins of holes has no tour. The reason names the rectangle, but
/// not the requested ends. Returns `None` if the board is not such a rectangle or no theorem rules out the tour.
fn within_margins(spec: &TourSpec) -> Option<Reason> {
    let board = spec.board();
    if board.hole_count() == 0 || board.playable() < 3 || board.wrap() != Wrap::None {
        return None;
    }
    let (trimmed, _) = board.trimmed();
    let rectangle = Rectangle::of(&trimmed)?;
    let found = match spec.kind() {
        Kind::Closed => closed(rectangle),
        Kind::Open => open(rectangle),
    };
    let spec = TourSpec::new(&trimmed, spec.kind(), None, None).ok()?;
    found.err().map(|because| Reason::new(&spec, because))
}

/// Returns whether a theorem guarantees the tour.
///
/// # Errors
/// [`Obstruction`] if a theorem rules out the tour.
fn because(spec: &TourSpec) -> Result<bool, Obstruction> {
    let board = spec.board();
    if spec.is_closed() {
        if board.playable() < 3 {
            return Err(Obstruction::TooFew(board.playable()));
        }
        let of_ends = match (spec.start(), spec.end()) {
            (Some(start), Some(end)) if !board.neighbours(start).any(|next| next == end) => {
                Err(Obstruction::EndsApart { start, end })
            }
            _ => closing_move(spec),
        };
        if of_ends.is_err() {
            // If the board has no closed tour at all, this reason precedes the reason about the ends.
            because(&TourSpec::closed(board))?;
            return of_ends.map(|()| false);
        }
    }
    if board.playable() == 1 {
        return Ok(true);
    }
    let Some(rectangle) = Rectangle::of(board) else {
        return any::check(spec).map(|()| false);
    };
    match spec.kind() {
        Kind::Closed => closed(rectangle)?,
        Kind::Open => open(rectangle)?,
    }
    match Ends::of(spec) {
        Ends::Closed | Ends::Open => {}
        Ends::From(start) => from(rectangle, start)?,
        Ends::FromTo(start, end) => from_to(spec, rectangle, start, end)?,
    }
    Ok(true)
}

/// Checks that `spec` does not forbid the move from the last square of a closed tour to the first. Accepts every spec
/// for an open tour, and every spec that does not fix both squares.
pub(crate) fn closing_move(spec: &TourSpec) -> Result<(), Obstruction> {
    match (spec.start(), spec.end()) {
        (Some(start), Some(end))
            if spec.is_closed()
                && spec.without().iter().any(|&[a, b]| [a, b] == [start, end] || [b, a] == [start, end]) =>
        {
            Err(Obstruction::ClosingMove { start, end })
        }
        _ => Ok(()),
    }
}

/// Returns the lengths of the shorter and of the longer side, in squares.
fn sides(board: &Board) -> (u32, u32) {
    (board.rows().min(board.cols()), board.rows().max(board.cols()))
}

fn closed(board: Rectangle<'_>) -> Result<(), Obstruction> {
    let (m, n) = board.sides();
    if board.cells() % 2 == 1 {
        Err(Obstruction::Odd(board.cells()))
    } else if matches!(m, 1 | 2 | 4) || m == 3 && n < 10 {
        Err(Obstruction::Schwenk(m))
    } else {
        Ok(())
    }
}

fn open(board: Rectangle<'_>) -> Result<(), Obstruction> {
    match board.sides() {
        (1 | 2, _) => Err(Obstruction::TwoRows),
        (3, 3 | 5 | 6) | (4, 4) => Err(Obstruction::ChiaOng),
        _ => Ok(()),
    }
}

fn is_even(square: Square) -> bool {
    (square.row + square.col).is_multiple_of(2)
}

/// Returns the coordinates of `square` after the board is turned so that it has no more rows than columns.
fn flat(Rectangle { board }: Rectangle<'_>, square: Square) -> Square {
    if board.rows() > board.cols() { Square::new(square.col, square.row) } else { square }
}

/// Checks whether an open tour can start on `start`. The board must have an open tour.
fn from(board: Rectangle<'_>, start: Square) -> Result<(), Obstruction> {
    if board.cells() % 2 == 1 && !is_even(start) {
        return Err(Obstruction::LesserColour { square: start, squares: board.cells() });
    }
    let Square { row, col } = flat(board, start);
    let good = match board.sides() {
        (3, 4) => matches!(col, 0 | 3),
        (3, 7) => (row, col) != (1, 3),
        (3, 8) => row != 1 || !matches!(col, 2 | 5),
        (4, _) => matches!(row, 0 | 3),
        _ => true,
    };
    if good { Ok(()) } else { Err(Obstruction::NarrowEnd(start)) }
}

/// Checks whether an open tour can have these two ends. The board must have an open tour.
fn from_to(spec: &TourSpec, board: Rectangle<'_>, start: Square, end: Square) -> Result<(), Obstruction> {
    for square in [start, end] {
        from(board, square)?;
    }
    if board.cells().is_multiple_of(2) && is_even(start) == is_even(end) {
        return Err(Obstruction::SameColour { start, end, squares: board.cells() });
    }
    let (m, n) = board.sides();
    let (a, b) = (flat(board, start), flat(board, end));
    let mirrored = |square: Square| Square::new(square.row, n - 1 - square.col);
    // Returns whether `bad` is true in at least one of four cases: the two ends in either order, on the board and on
    // its left-right mirror image.
    let either = |bad: &dyn Fn((u32, u32), (u32, u32)) -> bool| {
        [(a, b), (b, a)].into_iter().any(|(a, b)| {
            [(a, b), (mirrored(a), mirrored(b))].into_iter().any(|(a, b)| bad((a.row, a.col), (b.row, b.col)))
        })
    };
    let good = match (m, n) {
        (3, ..11) | (4, ..7) => narrow::exists(spec),
        (3, _) if n.is_multiple_of(2) => !either(&|a, b| a == (1, 2) && !matches!(b, (0 | 2, 0))),
        (3, _) => {
            let near = |square| matches!(square, (0 | 2, 2) | (1, 3));
            let thirteen = n == 13 && either(&|a, b| matches!((a, b), ((0 | 2, 2), (0 | 2, 10))));
            !thirteen && !either(&|a, b| near(a) && near(b))
        }
        // Start squares in the outer rows are already excluded, and boards of four rows have no further exceptions.
        (4, _) => true,
        (5, 5) => either(&|a, _| matches!(a, (0 | 4, 0))),
        (5, 6) => FIVE_BY_SIX[(a.row * 6 + a.col) as usize] >> (b.row * 6 + b.col) & 1 == 0,
        (5, _) if n.is_multiple_of(2) => !either(&|a, b| a == (2, 1) && !matches!(b, (0 | 4, 0))),
        _ => true,
    };
    if good { Ok(()) } else { Err(Obstruction::NarrowPair { start, end }) }
}

/// Impossible last cells of tours of the 5x6 board, indexed by the first cell. Each element is a mask of the cells of
/// the other colour on which no tour from the first cell ends.
///
/// The masks were computed exhaustively. A test recomputes them.
#[rustfmt::skip]
const FIVE_BY_SIX: [u32; 30] = [
    0x0, 0x10000, 0x2000, 0x10000, 0x2000, 0x0,
    0x10000, 0x40a000, 0x215200, 0x12a100, 0x94000, 0x2000,
    0x12a100, 0x14a95a94, 0x52a500, 0x295280, 0xa56a54a, 0x215200,
    0x10000, 0xa400, 0x215200, 0x12a100, 0x14080, 0x2000,
    0x0, 0x10000, 0x2000, 0x10000, 0x2000, 0x0,
];

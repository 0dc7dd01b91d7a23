//! Explains in one sentence why a tour does not exist, and suggests changes to the request.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use courser_board::{Board, BoardError, ErrorClass, Kind, Leaper, Square, TourSpec, Wrap};

use super::{Existence, decide, sides};
use crate::factor::Ends;
use crate::search::{self, SearchOptions, SearchResult};
use courser_board::words::a_board;

/// Maximum number of nodes of the search for a hint.
const TRIED: u64 = 2000;

/// Maximum number of squares of a board that is searched for a hint.
const MAX_TRIED: u64 = 400;

/// The reason why a board does not have the requested tour. Its `Display` is one sentence with the board, the request,
/// and the theorem or argument that rules the tour out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    spec: TourSpec,
    because: Obstruction,
}

/// A change to the request that possibly allows a tour. Its `Display` is a part of a sentence and contains no
/// command-line option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// True if the request is changed from a closed tour to an open tour.
    pub is_open: bool,
    /// Part of a sentence that describes all changes except the change from a closed tour to an open tour. `None` if
    /// there are no other changes.
    pub change: Option<String>,
}

impl Remedy {
    /// The change from a closed tour to an open tour.
    const OPEN: Self = Self { is_open: true, change: None };

    fn change(change: impl Into<String>) -> Self {
        Self { is_open: false, change: Some(change.into()) }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_open {
            f.write_str("ask for an open tour")?;
        }
        match &self.change {
            Some(change) => write!(f, "{}{change}", if self.is_open { ", and " } else { "" }),
            None => Ok(()),
        }
    }
}

/// A reason why a tour does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstruction {
    /// A closed tour needs at least three squares. Contains the number of squares.
    TooFew(u64),
    /// The ends of a closed tour are not one move apart.
    EndsApart {
        /// The requested first square of the tour.
        start: Square,
        /// The requested last square of the tour.
        end: Square,
    },
    /// Both ends of a closed tour are given, and the move between them is forbidden.
    ClosingMove {
        /// The requested first square of the tour.
        start: Square,
        /// The requested last square of the tour.
        end: Square,
    },
    /// A closed tour needs an even number of squares. Contains the number of squares.
    Odd(u64),
    /// One colour has more squares than a tour with alternating colours allows.
    Unbalanced {
        /// Number of squares of the more frequent colour.
        more: u64,
        /// Number of squares of the rarer colour.
        fewer: u64,
    },
    /// One colour has one square more than the other, and a given end has the rarer colour.
    LesserColour {
        /// The requested first or last square.
        square: Square,
        /// Number of squares of the tour.
        squares: u64,
    },
    /// Both colours have the same number of squares, and both given ends have the same colour.
    SameColour {
        /// The requested first square of the tour.
        start: Square,
        /// The requested last square of the tour.
        end: Square,
        /// Number of squares of the tour.
        squares: u64,
    },
    /// Schwenk's theorem excludes a closed tour, although the number of squares is even. Contains the length of the
    /// shorter side, in squares.
    Schwenk(u32),
    /// The shorter side of the board has one or two squares.
    TwoRows,
    /// The board is one of the four small boards without an open tour (Chia and Ong).
    ChiaOng,
    /// No tour of this narrow board has the given square as an end. Contains this square.
    NarrowEnd(Square),
    /// No tour of this narrow board has the two given squares as its ends, although their colours allow a tour.
    NarrowPair {
        /// The requested first square of the tour.
        start: Square,
        /// The requested last square of the tour.
        end: Square,
    },
    /// The two lengths of the leaper's jump have a common divisor. Contains the greatest common divisor.
    CommonDivisor(u32),
    /// Every move of the leaper ends on the colour on which it began.
    KeepsColour,
    /// The board is too small for the leaper to reach every square. Contains the side lengths, in squares, of the
    /// smallest board on which the leaper can reach every square.
    LeaperTooLong((u32, u32)),
    /// The board is not connected.
    Islands {
        /// A square of one component.
        one: Square,
        /// A square of another component.
        other: Square,
    },
    /// The board has too many squares with at most one move. Each of these squares must be a free end of the tour.
    /// Contains n + 1 of these squares, where n is the number of free ends of a tour.
    DeadEnds(Vec<Square>),
    /// Removing one square leaves more components of the board than a tour can join.
    Bottleneck {
        /// The square whose removal separates the components.
        square: Square,
        /// Number of components after the square is removed.
        pieces: u32,
    },
    /// The board has no cover. For a closed tour, a cover consists of cycles. For an open tour, a cover consists of a
    /// path and any number of cycles. Every tour is a cover.
    NoCover,
    /// The forced moves contradict each other. A move is forced if one of its squares has only two moves, since both
    /// moves of that square must be in the tour.
    Forced,
    /// An exact search refuted every choice. Contains the number of refuted choices.
    Searched(u64),
    /// A walk with backtracking tried every path from the start. Contains the number of undone visits.
    TakenBack(u64),
    /// No tour ends on any square that is one move from the target. Contains one of these squares, and the reason why
    /// no tour ends on that square. Contains `None` if no square is one move from the target.
    Target(Option<(Square, Box<Reason>)>),
}

impl Reason {
    /// Creates the reason why the tour of `spec` does not exist. `because` is the obstruction.
    pub fn new(spec: &TourSpec, because: Obstruction) -> Self {
        Self { spec: spec.clone(), because }
    }

    /// Returns the reason why no tour ends on any square that is one move from the target of `spec`. `end` contains one
    /// of these squares, and the reason why no tour ends on that square.
    pub fn of_target(spec: &TourSpec, end: Option<(Square, Self)>) -> Self {
        Self::new(spec, Obstruction::Target(end.map(|(end, reason)| (end, Box::new(reason)))))
    }

    /// Returns the requested tour.
    pub const fn spec(&self) -> &TourSpec {
        &self.spec
    }

    /// Returns the mathematical argument that rules out the tour.
    pub const fn because(&self) -> &Obstruction {
        &self.because
    }

    /// Returns the class of the answer.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::NoTour
    }

    /// Returns changes to the request that possibly allow a tour, the likeliest first.
    pub fn remedies(&self) -> Vec<Remedy> {
        let name = |square: Square| square.name(self.spec.board().rows());
        let one = |change: String| vec![Remedy::change(change)];
        match &self.because {
            Obstruction::EndsApart { start, .. } => {
                let near = self.neighbour(*start, TourSpec::ending_at);
                let change =
                    near.map(|near| format!("choose an end such as {}, a move from {}", name(near), name(*start)));
                let found: Vec<Remedy> = self.open().into_iter().chain(change.map(Remedy::change)).collect();
                if found.is_empty() { self.loosened() } else { found }
            }
            Obstruction::ClosingMove { start, end } => {
                let allow = format!("allow the move {}-{}", name(*start), name(*end));
                vec![Remedy::change(allow), Remedy::change("leave out the end")]
            }
            Obstruction::LesserColour { square, .. } | Obstruction::NarrowEnd(square) => {
                let (which, other) = match self.spec.start() == Some(*square) {
                    true => ("start", self.spec.end().map(|_| "end")),
                    false => ("end", self.spec.start().map(|_| "start")),
                };
                let near = self.near(*square, |spec, other| match spec.start() == Some(*square) {
                    true => spec.starting_at(other),
                    false => spec.ending_at(other),
                });
                if let Some(near) = near {
                    return one(format!("try {} as the {which}", name(near)));
                }
                // The suggested square was tested without the other end and without the target. Therefore the hint also
                // recommends leaving out the other end or the target.
                let alone = |spec: TourSpec, near| TourSpec::new(spec.board(), spec.kind(), Some(near), None);
                let others = other.or(self.spec.target().map(|_| "target"));
                match (self.near(*square, alone), others) {
                    (Some(near), Some(others)) => {
                        one(format!("try {} as the {which}, and leave out the {others}", name(near)))
                    }
                    (Some(near), None) => one(format!("try {} as the {which}", name(near))),
                    (None, _) => self.loosened(),
                }
            }
            Obstruction::SameColour { end, .. } | Obstruction::NarrowPair { end, .. } => {
                match self.near(*end, TourSpec::ending_at) {
                    Some(other) => one(format!("try {} as the end, or leave it out", name(other))),
                    None => self.loosened(),
                }
            }
            Obstruction::Target { .. } => {
                let target = self.spec.target().filter(|_| self.is_plain());
                let other = target.and_then(|target| self.near(target, TourSpec::aiming_at));
                one(other.map_or("try another target, or leave it out".into(), |other| {
                    format!("try {} as the target, or leave it out", name(other))
                }))
            }
            Obstruction::KeepsColour | Obstruction::CommonDivisor { .. } => {
                one("choose a leaper such as 1,2, 2,3 or 1,4: an odd sum, and no common divisor".into())
            }
            Obstruction::LeaperTooLong(_) => self.square_of_leaper(),
            Obstruction::TooFew { .. }
            | Obstruction::Islands { .. }
            | Obstruction::Unbalanced { .. }
            | Obstruction::NoCover
                if self.spec.board().wrap() != Wrap::None =>
            {
                self.loosened()
            }
            Obstruction::Islands { other, .. } => {
                one(format!("make holes of the squares around {}, or open a way to them", name(*other)))
            }
            Obstruction::DeadEnds { .. } | Obstruction::Bottleneck { .. } | Obstruction::NoCover
                if self.spec.is_closed() && self.spec.board().hole_count() > 0 =>
            {
                self.open().map_or_else(|| self.loosened(), |open| vec![open, Remedy::change("open some holes")])
            }
            Obstruction::DeadEnds { .. } if self.spec.board().hole_count() == 0 => {
                match (self.spec.is_closed(), self.spec.start().or(self.spec.end())) {
                    (true, _) => self.other_board(),
                    (false, Some(_)) => one("try another start or end, or leave them out".into()),
                    (false, None) => self.square_of_leaper(),
                }
            }
            Obstruction::Forced | Obstruction::Searched { .. } if self.spec.restricts_moves() => {
                one("leave out some of the required and forbidden moves".into())
            }
            Obstruction::Forced | Obstruction::Searched { .. } | Obstruction::TakenBack { .. } => self.loosened(),
            Obstruction::DeadEnds(squares) => one(format!("open holes a move from {}", name(squares[0]))),
            Obstruction::Unbalanced { .. } if self.is_plain() => self.other_board(),
            Obstruction::Unbalanced { .. } | Obstruction::Bottleneck { .. } | Obstruction::NoCover
                if self.spec.board().hole_count() == 0 =>
            {
                self.square_of_leaper()
            }
            Obstruction::Unbalanced { .. } | Obstruction::Bottleneck { .. } | Obstruction::NoCover => {
                one("open or close some holes".into())
            }
            Obstruction::TooFew { .. }
            | Obstruction::Odd { .. }
            | Obstruction::Schwenk { .. }
            | Obstruction::TwoRows
            | Obstruction::ChiaOng => self.other_board(),
        }
    }

    /// Returns a change that drops one restriction of the request. Prefers a change for which a theorem or a short
    /// search proves that a tour exists. If no such change is found, returns a change for which the existence of a tour
    /// is unknown.
    fn loosened(&self) -> Vec<Remedy> {
        let (board, kind) = (self.spec.board(), self.spec.kind());
        let (start, end) = (self.spec.start(), self.spec.end());
        let mut looser = Vec::new();
        if self.spec.is_closed() {
            looser.push((Remedy::OPEN, TourSpec::new(board, Kind::Open, start, end)));
        }
        if end.is_some() {
            looser.push((Remedy::change("leave out the end"), TourSpec::new(board, kind, start, None)));
        }
        if start.is_some() && !self.spec.is_closed() {
            looser.push((Remedy::change("leave out the start"), TourSpec::new(board, kind, None, end)));
        }
        if start.or(end).is_some() {
            let remedy = if self.spec.is_closed() {
                Remedy { is_open: true, change: Some("leave out its ends".into()) }
            } else {
                Remedy::change("leave out both ends")
            };
            looser.push((remedy, TourSpec::new(board, Kind::Open, None, None)));
        }
        if board.hole_count() > 0
            && let Ok(whole) = Board::new(board.rows(), board.cols())
        {
            let whole = whole.with_leaper(board.leaper()).wrapping(board.wrap());
            looser.push((Remedy::change("open some holes"), TourSpec::new(&whole, kind, start, end)));
        }
        let verdicts: Vec<(Remedy, Option<bool>)> =
            looser.into_iter().map(|(remedy, spec)| (remedy, spec.map_or(Some(false), |spec| exists(&spec)))).collect();
        if let Some((remedy, _)) = verdicts.iter().find(|(_, exists)| *exists == Some(true)) {
            return vec![remedy.clone()];
        }
        match verdicts.iter().find(|(_, exists)| exists.is_none()) {
            Some((remedy, _)) => vec![remedy.clone(), Remedy::change("try another board")],
            None if verdicts.is_empty() => vec![Remedy::change("try another board")],
            None => vec![Remedy::change("try another board: no tour exists if a restriction is left out, either")],
        }
    }

    /// Returns changes to the request. The first change requests an open tour, unless [`open`](Self::open) returns
    /// `None`. The second change requests the next larger board that has a tour of the requested kind. If no such board
    /// is found, a change to another board or another leaper can replace the second change.
    fn other_board(&self) -> Vec<Remedy> {
        let open = self.open();
        let (rows, cols) = (self.spec.board().rows(), self.spec.board().cols());
        // For a square board, only larger square boards are tried. For any other board, each side can grow. Among
        // boards with the same total growth, the board whose longer side grows most is tried first.
        let grown = (1..12).flat_map(|more| {
            (0..=more).filter_map(move |less| match rows.cmp(&cols) {
                Ordering::Equal => (less == 0).then_some((rows + more, cols + more)),
                Ordering::Less => Some((rows + less, cols + more - less)),
                Ordering::Greater => Some((rows + more - less, cols + less)),
            })
        });
        let larger =
            grown.filter(|_| self.is_plain()).filter_map(|(rows, cols)| Board::new(rows, cols).ok()).find(|board| {
                TourSpec::new(board, self.spec.kind(), None, None).is_ok_and(|spec| decide(&spec) == Existence::Exists)
            });
        let board = self.spec.board();
        let is_rectangle = board.hole_count() == 0 && board.wrap() == Wrap::None;
        let boards = match larger {
            Some(board) => vec![self.on(&board)],
            None if is_rectangle && !self.is_plain() => self.square_of_leaper(),
            None if open.is_some() => Vec::new(),
            None => vec![Remedy::change("try a larger board")],
        };
        open.into_iter().chain(boards).collect()
    }

    /// Returns the change from a closed tour to an open tour. Returns `None` if the requested tour is already open, or
    /// if it is known that no open tour has the requested ends.
    fn open(&self) -> Option<Remedy> {
        let open = TourSpec::new(self.spec.board(), Kind::Open, self.spec.start(), self.spec.end());
        (self.spec.is_closed() && open.is_ok_and(|open| exists(&open) != Some(false))).then_some(Remedy::OPEN)
    }

    /// Returns up to two changes to the request: a square board on which a short search finds a tour of the requested
    /// kind, and another leaper. If several square boards have such a tour, the nearest in size is returned. The
    /// requested board has no holes and no tour of this kind.
    fn square_of_leaper(&self) -> Vec<Remedy> {
        let leaper = self.spec.board().leaper();
        // On a square board with a side of less than `2 * s`, the leaper cannot reach every square.
        let mut sides: Vec<u32> = (leaper.s().saturating_mul(2)..=MAX_TRIED.isqrt() as u32).collect();
        let asked = self.spec.board().rows().max(self.spec.board().cols());
        sides.sort_by_key(|side| (side.abs_diff(asked), Reverse(*side)));
        let mut boards =
            sides.into_iter().filter_map(|side| Board::new(side, side).ok()).map(|board| board.with_leaper(leaper));
        let has_tour = |board: &Board| {
            TourSpec::new(board, self.spec.kind(), None, None).is_ok_and(|spec| exists(&spec) == Some(true))
        };
        let found = boards.find(has_tour).map(|board| self.on(&board));
        found.into_iter().chain([Remedy::change("try another leaper")]).collect()
    }

    /// Returns the remedy that replaces the board of the request by `board`, which has a tour of the requested kind. If
    /// no such tour is known to have the given ends and the target, the remedy also drops the ends and the target.
    fn on(&self, board: &Board) -> Remedy {
        let (start, end, target) = (self.spec.start(), self.spec.end(), self.spec.target());
        // The other board can have more or fewer rows. On it, a square given as row and column keeps its distance from
        // the top. A square given by its name, such as c3, keeps its distance from the bottom. The request does not
        // show how a square was given, so the tour must exist in both cases.
        let lower = board.rows().wrapping_sub(self.spec.board().rows());
        let keeps = [0, lower].into_iter().all(|lower| {
            // A row outside the board makes the request invalid.
            let moved = |square: Square| Square::new(square.row.wrapping_add(lower), square.col);
            let spec = TourSpec::new(board, self.spec.kind(), start.map(moved), end.map(moved));
            let spec = spec.and_then(|spec| target.map_or(Ok(spec.clone()), |target| spec.aiming_at(moved(target))));
            spec.is_ok_and(|spec| exists(&spec) == Some(true))
        });
        Remedy::change(match (start, end, target) {
            _ if keeps => format!("try {board}"),
            (Some(_), Some(_), _) => format!("try {board}, and leave out both ends"),
            (Some(_), None, None) => format!("try {board}, and leave out the start"),
            (Some(_), None, Some(_)) => format!("try {board}, and leave out the start and the target"),
            (None, Some(_), _) => format!("try {board}, and leave out the end"),
            (None, None, _) => format!("try {board}, and leave out the target"),
        })
    }

    /// Returns whether the board is a knight's board without holes and without joined sides. The theorems apply only to
    /// such boards.
    fn is_plain(&self) -> bool {
        let board = self.spec.board();
        board.hole_count() == 0 && board.leaper() == Leaper::KNIGHT && board.wrap() == Wrap::None
    }

    /// Returns a square near `square` for which the requested tour exists, or `None` if no such square is found. The
    /// function `asked` adds a square to the request. If the theorems do not apply to the board, returns a neighbour of
    /// `square` for which neither [`decide`] nor a short search excludes the tour.
    fn near(&self, square: Square, asked: impl Fn(TourSpec, Square) -> Result<TourSpec, BoardError>) -> Option<Square> {
        let board = self.spec.board();
        if !self.is_plain() {
            // No theorem states for which squares of this board the requested tour exists. A neighbour is suggested
            // because its colour usually differs from the colour of `square`.
            return self.neighbour(square, asked);
        }
        (1..8_u32).find_map(|distance| {
            let span = |at: u32, side: u32| at.saturating_sub(distance)..(at + distance + 1).min(side);
            span(square.row, board.rows())
                .flat_map(|row| span(square.col, board.cols()).map(move |col| Square::new(row, col)))
                .find(|&other| asked(self.spec.clone(), other).is_ok_and(|spec| decide(&spec) == Existence::Exists))
        })
    }

    /// Returns a neighbour of `square` for which neither an argument nor a short search rules out the tour. Returns
    /// `None` if no neighbour qualifies. The function `asked` adds a square to the request.
    fn neighbour(
        &self,
        square: Square,
        asked: impl Fn(TourSpec, Square) -> Result<TourSpec, BoardError>,
    ) -> Option<Square> {
        let may_serve = |spec: TourSpec| exists(&spec) != Some(false);
        self.spec.board().neighbours(square).find(|&other| asked(self.spec.clone(), other).is_ok_and(may_serve))
    }
}

/// Returns whether a tour exists, or `None` if neither a theorem nor a search of [`TRIED`] nodes decides it.
fn exists(spec: &TourSpec) -> Option<bool> {
    match decide(spec) {
        Existence::Exists => Some(true),
        Existence::None(_) => Some(false),
        Existence::Unknown => {
            if spec.board().cells() > MAX_TRIED {
                return None;
            }
            let stop = AtomicBool::new(false);
            let progress = |nodes: u64, _| stop.store(nodes >= TRIED, Relaxed);
            let options = SearchOptions { stop: Some(&stop), progress: Some(&progress), ..SearchOptions::default() };
            match search::tour(spec, &options) {
                Ok(SearchResult::Tour(_)) => Some(true),
                Ok(SearchResult::None(_)) => Some(false),
                Ok(SearchResult::Stopped { .. }) | Err(_) => None,
            }
        }
    }
}

impl std::error::Error for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.spec.board();
        let name = |square: Square| square.name(board.rows());
        write!(f, "{}", a_board(board))?;
        match board.hole_count() {
            0 => {}
            1 => f.write_str(" with a hole")?,
            holes => write!(f, " with {holes} holes")?,
        }
        f.write_str(if self.spec.is_closed() { " has no closed tour" } else { " has no tour" })?;
        match (self.spec.start(), self.spec.end()) {
            (Some(start), Some(end)) => write!(f, " from {} to {}", name(start), name(end))?,
            (None, Some(end)) if !self.spec.is_closed() => write!(f, " that ends on {}", name(end))?,
            (Some(start), None) if !self.spec.is_closed() || self.spec.target().is_some() => {
                write!(f, " from {}", name(start))?;
            }
            _ => {}
        }
        if let Some(target) = self.spec.target() {
            write!(f, " that ends a move from {}", name(target))?;
        }
        if self.spec.restricts_moves() {
            f.write_str(" with these moves")?;
        }
        if board.leaper() != Leaper::KNIGHT {
            write!(f, " of the {}", board.leaper().piece())?;
        }
        f.write_str(": ")?;
        self.argue(f)
    }
}

impl Reason {
    /// Writes the reasoning, without naming the tour that this reasoning rules out.
    fn argue(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.spec.board();
        let name = |square: Square| square.name(board.rows());
        // A colour argument divides the squares into two classes, such that every move leads from one class to the
        // other. The text calls the classes colours only if they are the chess colours of a board without joined sides.
        // Otherwise it calls them kinds.
        let has_colours = board.leaper().changes_colour() && board.wrap() == Wrap::None;
        let colour = if has_colours { "colour" } else { "kind" };
        match &self.because {
            Obstruction::TooFew(squares) => {
                write!(f, "a cycle has at least three squares, and this board has {squares}")
            }
            Obstruction::EndsApart { start, end } => write!(f, "{} is not a move from {}", name(*end), name(*start)),
            Obstruction::ClosingMove { start, end } => {
                write!(f, "it contains the move {}-{}, which is forbidden", name(*start), name(*end))
            }
            Obstruction::Odd(squares) => {
                write!(f, "{squares} squares, and every move changes colour (colour argument)")
            }
            Obstruction::Unbalanced { more, fewer } => {
                let limit = if self.spec.is_closed() { "as many of each" } else { "one more of one at most" };
                write!(f, "{more} squares of one {colour} and {fewer} of the other, and every move changes {colour}, which takes {limit} (colour argument)")
            }
            Obstruction::LesserColour { square, squares } => {
                write!(f, "{squares} squares, and {} is of the {colour} that has one fewer, while both ends have the other (colour argument)", name(*square))
            }
            Obstruction::SameColour { start, end, squares } => {
                write!(
                    f,
                    "{} and {} are of one {colour}, and {} moves end on the other (colour argument)",
                    name(*start),
                    name(*end),
                    squares - 1
                )
            }
            Obstruction::Schwenk(3) => {
                f.write_str("beside a side of 3 the other must be at least 10 (Schwenk 1991, Mathematics Magazine 64)")
            }
            Obstruction::Schwenk(m) => write!(f, "no board with a side of {m} has one (Schwenk 1991, Mathematics Magazine 64)"),
            Obstruction::TwoRows => {
                f.write_str("with a side of 1 or 2 a knight cannot turn round, and misses squares (Chia and Ong 2005)")
            }
            Obstruction::ChiaOng => f.write_str(
                "the boards from 3x3 up without an open tour are 3x3, 3x5, 3x6 and 4x4 (Cull and De Curtins 1978, Fibonacci Quarterly 16; Chia and Ong 2005)",
            ),
            Obstruction::NarrowEnd(square) if sides(board).0 == 4 => {
                let rows = if board.rows() == 4 { "rows" } else { "columns" };
                write!(f, "with a side of 4 both ends lie in the two outer {rows}, and {} does not (computed exactly)", name(*square))
            }
            Obstruction::NarrowEnd(square) => {
                write!(f, "no tour of this board ends on {} (computed exactly)", name(*square))
            }
            Obstruction::NarrowPair { .. } if sides(board) == (5, 5) => {
                f.write_str("every tour of a 5x5 board has an end in a corner (computed exactly)")
            }
            Obstruction::NarrowPair { .. } => {
                f.write_str("the colours allow it, but no tour of this board joins these two squares (computed exactly for sides up to 5; from 6 on the colours decide alone: Conrad, Hindrichs, Morsy and Wegener 1994)")
            }
            Obstruction::CommonDivisor(common) => {
                write!(f, "both parts of the jump are multiples of {common}, so the squares next to any square are out of reach")
            }
            Obstruction::KeepsColour => f.write_str("this leaper never changes colour (colour argument)"),
            Obstruction::LeaperTooLong((m, n)) => {
                write!(f, "this leaper gets everywhere only on boards of at least {m}x{n} (Knuth 1994, Leaper graphs)")
            }
            Obstruction::Islands { one, other } => write!(f, "there is no way from {} to {}", name(*one), name(*other)),
            Obstruction::DeadEnds(squares) => {
                let names: Vec<String> = squares.iter().map(|&square| name(square).to_string()).collect();
                match &names[..] {
                    [one] => write!(f, "{one} is a dead end: a knight that goes in does not come out"),
                    _ => write!(f, "{} are dead ends, and only the ends of a tour can be", names.join(", ")),
                }
            }
            Obstruction::Bottleneck { square, pieces } => {
                write!(f, "without {} the board falls into {pieces} pieces, and a tour passes it once", name(*square))
            }
            Obstruction::Forced => f.write_str("the moves that every tour must have contradict each other"),
            Obstruction::Searched(choices) => write!(f, "all {choices} choices lead nowhere (exact search)"),
            Obstruction::TakenBack(steps) => write!(f, "every way was tried, and {steps} steps were taken back"),
            Obstruction::NoCover => {
                match Ends::of(&self.spec) {
                    Ends::Closed => f.write_str("no set of cycles")?,
                    Ends::Open => f.write_str("no path, alone or beside cycles,")?,
                    Ends::From(end) => write!(f, "no path with an end on {}, alone or beside cycles,", name(end))?,
                    Ends::FromTo(start, end) => {
                        write!(f, "no path from {} to {}, alone or beside cycles,", name(start), name(end))?;
                    }
                }
                f.write_str(" covers the board (a maximum flow shows it)")
            }
            Obstruction::Target(Some((end, reason))) => {
                match &self.spec.ends().unwrap_or_default()[..] {
                    [_] => write!(f, "{} cannot be the last square (", name(*end))?,
                    ends => {
                        let ends: Vec<String> = ends.iter().map(|&end| name(end).to_string()).collect();
                        write!(f, "none of {} can be the last square (for {}, ", ends.join(", "), name(*end))?;
                    }
                }
                reason.argue(f)?;
                f.write_str(")")
            }
            Obstruction::Target(None) => match self.spec.start() {
                Some(start) if self.spec.is_closed() => write!(f, "no square is a move from it and from {}", name(start)),
                Some(start) => write!(f, "no square but perhaps {} is a move from it", name(start)),
                None => f.write_str("no square is a move from it"),
            },
        }
    }
}

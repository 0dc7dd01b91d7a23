//! Chains: a route through regions of a board, each toured from its entry to its exit.
//!
//! "Haskell: knight's move II" (habr.com/ru/post/357702) tours 52x52 in seconds, by sixteen squares of 13x13,
//! where the whole board took longer than its author would wait: cut the board,
//! say where to enter each region, and let each tour end a move away from the next entry. A
//! [`Chain`] is that list of regions. An entry or exit that is not given is chosen here.
//!
//! The main decision: how a region is toured is not this module's business. It
//! hands each region to a [`Solver`] as a board of its own with both ends, and
//! only goes back over the *joints* (an exit and the next entry, a move apart).
//! A region that could not be finished from some entry is not entered there
//! again, so the work is at most a solver's call for each pair of joints of a
//! region. The price: a solver that is slow to say no is asked for every such pair
//! before the chain is given up.
//!
//! ```
//! use courser_board::{Board, Kind};
//! use courser_solve::chain::{Chain, by_search};
//! use courser_solve::search::SearchOptions;
//!
//! let board: Board = "10x10".parse().unwrap();
//! let text = "5x5 at a10 from e6\n5x5 at f10 from f6\n5x5 at f5 from f5\n5x5 at a5 from e5";
//! let chain = Chain::parse(text, &board).unwrap();
//! let tour = chain.tour(true, &mut by_search(&SearchOptions::default())).unwrap();
//! assert_eq!(tour.kind(), Kind::Closed);
//! ```

mod error;

use std::collections::HashSet;
use std::fmt;

use courser_board::{Board, Kind, Square, Tour, TourSpec};

use crate::search::{self, SearchOptions};
use courser_board::words::shorten;
pub use error::ChainError;

/// Tours a region, given as a board of its own, from one square to another: the indices in visiting order.
///
/// On a region of a single square both ends are that square.
pub type Solver<'a> = dyn FnMut(&TourSpec) -> Option<Vec<u32>> + 'a;

/// A rectangle of the board, toured as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The top left square of the region.
    pub at: Square,
    /// Rows of the region.
    pub rows: u32,
    /// Columns of the region.
    pub cols: u32,
    /// The square where the region is entered, in coordinates of the whole board; `None` to have it chosen.
    pub entry: Option<Square>,
    /// The square where the region is left, in coordinates of the whole board; `None` to have it chosen.
    pub exit: Option<Square>,
    /// The region's line in the file that it was read from, or its number in the chain, from 1.
    pub line: usize,
}

impl Region {
    fn contains(&self, square: Square) -> bool {
        let inside = |at: u32, from: u32, len: u32| at >= from && at - from < len;
        inside(square.row, self.at.row, self.rows) && inside(square.col, self.at.col, self.cols)
    }

    /// Returns whether the region may be entered by this square, which is not a hole.
    fn may_be_entered(&self, square: Square) -> bool {
        self.entry.map_or(self.contains(square), |entry| entry == square)
    }

    /// Returns whether the region may be left by this square, which is not a hole.
    fn may_be_left(&self, square: Square) -> bool {
        self.exit.map_or(self.contains(square), |exit| exit == square)
    }

    /// The region's squares that are not holes, on the whole board.
    fn squares<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Square> + 'a {
        let rows = self.at.row..self.at.row + self.rows;
        rows.flat_map(move |row| {
            let cols = self.at.col..self.at.col + self.cols;
            cols.map(move |col| Square::new(row, col))
        })
        .filter(|&square| board.is_playable(square))
    }

    /// The region as a board of its own.
    fn board(&self, board: &Board) -> Board {
        let own = Board::new(self.rows, self.cols).expect("a region is no larger than its board");
        let holes: Vec<_> = if board.hole_count() == 0 {
            Vec::new()
        } else {
            let all = own.squares();
            all.filter(|&square| !board.is_playable(self.outer(square))).collect()
        };
        own.with_leaper(board.leaper()).with_holes(holes).expect("a region has a square that is not a hole")
    }

    fn inner(&self, square: Square) -> Square {
        Square::new(square.row - self.at.row, square.col - self.at.col)
    }

    fn outer(&self, square: Square) -> Square {
        Square::new(square.row + self.at.row, square.col + self.at.col)
    }
}

/// Regions in the order in which they are toured; together they are the board, and no two share a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    board: Board,
    regions: Vec<Region>,
}

impl Chain {
    /// The chain of these regions of `board`.
    ///
    /// # Errors
    /// [`ChainError`] if they do not cover the board, or share a square, or an
    /// entry or exit is not in its region, or a given exit and the next given entry are not a move
    /// apart.
    pub fn new(board: &Board, regions: Vec<Region>) -> Result<Self, ChainError> {
        let rows = board.rows();
        if board.cells() > u64::from(u32::MAX) {
            return Err(ChainError::TooLarge(board.cells()));
        }
        if regions.is_empty() {
            return Err(ChainError::Empty);
        }
        let mut owner = vec![0_u32; board.cells() as usize];
        for (number, region) in (1..).zip(&regions) {
            let line = region.line;
            let fits = |at: u32, len: u32, side: u32| len > 0 && at < side && len <= side - at;
            if !fits(region.at.row, region.rows, rows) || !fits(region.at.col, region.cols, board.cols()) {
                return Err(ChainError::Outside { region: *region, rows, cols: board.cols() });
            }
            let mut any = false;
            for square in region.squares(board) {
                any = true;
                let owner = &mut owner[board.index(square) as usize];
                if *owner != 0 {
                    let first = regions[*owner as usize - 1].line;
                    return Err(ChainError::Overlap { line, first, square, rows });
                }
                *owner = number;
            }
            if !any {
                return Err(ChainError::OnlyHoles(line));
            }
            for square in [region.entry, region.exit].into_iter().flatten() {
                board.playable_square(square).map_err(|error| ChainError::Board { line, error })?;
                if !region.contains(square) {
                    return Err(ChainError::Elsewhere { line, square, rows });
                }
            }
        }
        let missing = board.squares().find(|&square| owner[board.index(square) as usize] == 0);
        if let Some(square) = missing {
            return Err(ChainError::Uncovered { square, rows });
        }
        for pair in regions.windows(2) {
            if let (Some(exit), Some(entry)) = (pair[0].exit, pair[1].entry)
                && !is_move(board, exit, entry)
            {
                return Err(ChainError::Joint { line: pair[1].line, exit, entry, rows });
            }
        }
        Ok(Self { board: board.clone(), regions })
    }

    /// Reads a chain, one line per region: `ROWSxCOLS at SQUARE [from SQUARE] [to SQUARE]`.
    ///
    /// `at` names the top left square; squares are the board's. A line `board
    /// ROWSxCOLS` before the regions says which board the chain is for. `#` begins a
    /// comment.
    ///
    /// # Errors
    /// [`ChainError`] with the line, if there is one to name.
    pub fn parse(text: &str, board: &Board) -> Result<Self, ChainError> {
        let mut regions = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default();
            let mut words = text.split_whitespace();
            let Some(first) = words.next() else {
                continue;
            };
            let inside = |error| ChainError::Board { line, error };
            let unclear = |word: Option<&str>| ChainError::Unclear { line, word: word.map(shorten) };
            if first == "board" && regions.is_empty() {
                let size = words.next().ok_or_else(|| unclear(None))?;
                let made_for: Board = size.parse().map_err(inside)?;
                if (made_for.rows(), made_for.cols()) != (board.rows(), board.cols()) {
                    return Err(ChainError::OtherBoard {
                        line,
                        made_for: made_for.to_string(),
                        board: board.to_string(),
                    });
                }
                if let Some(word) = words.next() {
                    return Err(unclear(Some(word)));
                }
                continue;
            }
            let size: Board = first.parse().map_err(inside)?;
            let mut region =
                Region { at: Square::new(0, 0), rows: size.rows(), cols: size.cols(), entry: None, exit: None, line };
            let mut at = None;
            while let Some(word) = words.next() {
                let place = match word {
                    "at" => &mut at,
                    "from" => &mut region.entry,
                    "to" => &mut region.exit,
                    other => return Err(unclear(Some(other))),
                };
                if place.is_some() {
                    return Err(unclear(Some(word)));
                }
                let square = words.next().ok_or_else(|| unclear(None))?;
                *place = Some(Square::parse(square, board.rows()).map_err(inside)?);
            }
            region.at = at.ok_or_else(|| unclear(None))?;
            regions.push(region);
        }
        Self::new(board, regions)
    }

    /// The regions in the order in which they are toured.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Tours the whole board, region by region; closed if asked for.
    ///
    /// # Errors
    /// [`ChainError::NoWay`] if the solver finds no tour for some region whichever joints are
    /// chosen; [`ChainError::Closing`] if the last exit and the first entry are
    /// given and are not a move apart; [`ChainError::Solver`] if what the solver returned is wrong.
    pub fn tour(&self, closed: bool, solver: &mut Solver<'_>) -> Result<Tour, ChainError> {
        let (first, last) = (self.regions[0], self.regions[self.regions.len() - 1]);
        if let (true, Some(exit), Some(entry)) = (closed, last.exit, first.entry)
            && !is_move(&self.board, exit, entry)
        {
            return Err(ChainError::Closing { exit, entry, rows: self.board.rows() });
        }
        let mut deepest = 0;
        for start in self.first_entries(closed) {
            if let Some(order) = self.walk(start, closed.then_some(start), solver, &mut deepest) {
                return Tour::new(self.board.clone(), order).map_err(ChainError::Solver);
            }
        }
        Err(ChainError::NoWay { region: self.regions[deepest], rows: self.board.rows() })
    }

    /// The squares by which the first region may be entered.
    fn first_entries(&self, closed: bool) -> Vec<Square> {
        let (first, last) = (&self.regions[0], &self.regions[self.regions.len() - 1]);
        if let Some(entry) = first.entry {
            return vec![entry];
        }
        let back = |&entry: &Square| !closed || self.board.neighbours(entry).any(|exit| last.may_be_left(exit));
        first.squares(&self.board).filter(back).collect()
    }

    /// The ways to leave region number `at` once entered: its exit, and the entry of the next.
    fn joints(&self, at: usize, entry: Square, closing: Option<Square>) -> Vec<(Square, Option<Square>)> {
        let region = &self.regions[at];
        let single = region.squares(&self.board).nth(1).is_none();
        let exits = region.squares(&self.board);
        let exits = exits.filter(|&exit| region.may_be_left(exit) && (single || exit != entry));
        let Some(next) = self.regions.get(at + 1) else {
            let closes = |exit: &Square| closing.is_none_or(|first| is_move(&self.board, *exit, first));
            return exits.filter(closes).map(|exit| (exit, None)).collect();
        };
        let onward = |exit: Square| {
            let entries = self.board.neighbours(exit).filter(|&entry| next.may_be_entered(entry));
            entries.map(move |entry| (exit, Some(entry)))
        };
        exits.flat_map(onward).collect()
    }

    /// Walks along the chain from one first entry, and back to `closing`, if given; notes in `deepest` the last region
    /// that could be entered.
    fn walk(
        &self,
        start: Square,
        closing: Option<Square>,
        solver: &mut Solver<'_>,
        deepest: &mut usize,
    ) -> Option<Vec<u32>> {
        let enter = |at: usize, entry: Square, visits: usize| {
            let mut joints = self.joints(at, entry, closing);
            joints.reverse();
            Entered { entry, joints, visits }
        };
        let mut order: Vec<u32> = Vec::new();
        // Regions and entries from which the chain cannot be finished.
        let mut dead = HashSet::new();
        let mut entered = vec![enter(0, start, 0)];
        while let Some(at) = entered.len().checked_sub(1) {
            *deepest = at.max(*deepest);
            let here = &mut entered[at];
            order.truncate(here.visits);
            let Some((exit, next)) = here.joints.pop() else {
                dead.insert((at, here.entry));
                entered.pop();
                continue;
            };
            if next.is_some_and(|next| dead.contains(&(at + 1, next))) {
                continue;
            }
            let region = self.regions[at];
            let own = region.board(&self.board);
            let (from, to) = (region.inner(here.entry), region.inner(exit));
            let spec = TourSpec::new(&own, Kind::Open, Some(from), Some(to)).ok();
            let Some(path) = spec.and_then(|spec| solver(&spec)) else {
                continue;
            };
            order.extend(path.into_iter().map(|index| {
                let square = region.outer(own.at(index.into()));
                // The judge finds squares outside of the region.
                u32::try_from(self.board.index(square)).unwrap_or(u32::MAX)
            }));
            match next {
                None => return Some(order),
                Some(next) => entered.push(enter(at + 1, next, order.len())),
            }
        }
        None
    }
}

/// A region that has been entered.
struct Entered {
    entry: Square,
    /// Ways to leave it, the next to be tried at the end.
    joints: Vec<(Square, Option<Square>)>,
    /// The length of the tour when the region was entered.
    visits: usize,
}

/// The solver that searches, with these options for each region.
pub fn by_search<'a>(options: &'a SearchOptions<'a>) -> impl FnMut(&TourSpec) -> Option<Vec<u32>> + 'a {
    move |spec| Some(search::tour(spec, options).ok()?.tour()?.order().to_vec())
}

fn is_move(board: &Board, from: Square, to: Square) -> bool {
    board.neighbours(from).any(|next| next == to)
}

impl fmt::Display for Region {
    /// Rows and columns, as in `5x5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

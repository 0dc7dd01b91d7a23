//! Chains: routes through regions of a board. Each region is toured from its entry to its exit.
//!
//! "Haskell: knight's move II" (habr.com/ru/post/357702) tours 52x52 in seconds with sixteen regions of 13x13, while a
//! search over the whole board took too long. The article cuts the board into regions, gives each region an entry, and
//! ends the tour of each region one move away from the next entry. A [`Chain`] is a list of regions that are toured in
//! this manner. This module chooses the entries and exits that the list does not give.
//!
//! A [`RegionSolver`] finds the tour of a single region. It receives the region as a separate board, together with the
//! entry and the exit. The chain itself backtracks only over the *joints*. A joint consists of two squares one move
//! apart: the exit of a region and the entry of the next region. If the rest of the chain fails after a region is
//! entered on a square, the region is not entered on that square again until the chain tries another start. Therefore,
//! for each start, the solver is called at most once for each combination of the joint before a region and the joint
//! after it. A call can take long if the solver is slow to prove that a region has no tour.
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

/// A function that finds a tour of a region from one given square to another. The region is passed as a separate board.
/// The function returns the cell indices in visiting order, or `None` if it finds no tour.
///
/// In a region of a single square, both ends are that square.
pub type RegionSolver<'a> = dyn FnMut(&TourSpec) -> Option<Vec<u32>> + 'a;

/// A region of a chain: a rectangle of the board that has its own tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainRegion {
    /// The top left square of the region.
    pub at: Square,
    /// Number of rows of the region.
    pub rows: u32,
    /// Number of columns of the region.
    pub cols: u32,
    /// The entry of the region, in coordinates of the whole board; `None` if the chain chooses the entry.
    pub entry: Option<Square>,
    /// The exit of the region, in coordinates of the whole board; `None` if the chain chooses the exit.
    pub exit: Option<Square>,
    /// The region's line number in its file, or its number in the chain, counted from 1.
    pub line: usize,
}

impl ChainRegion {
    fn contains(&self, square: Square) -> bool {
        let inside = |at: u32, from: u32, len: u32| at >= from && at - from < len;
        inside(square.row, self.at.row, self.rows) && inside(square.col, self.at.col, self.cols)
    }

    /// Returns whether `square` can be the first square of a path through the region. The square must not be a hole.
    fn may_be_entered(&self, square: Square) -> bool {
        self.entry.map_or(self.contains(square), |entry| entry == square)
    }

    /// Returns whether the region allows `square`, which is not a hole, as its exit.
    fn may_be_left(&self, square: Square) -> bool {
        self.exit.map_or(self.contains(square), |exit| exit == square)
    }

    /// Returns the region's squares that are not holes, in coordinates of the whole board.
    fn squares<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Square> + 'a {
        let rows = self.at.row..self.at.row + self.rows;
        rows.flat_map(move |row| {
            let cols = self.at.col..self.at.col + self.cols;
            cols.map(move |col| Square::new(row, col))
        })
        .filter(|&square| board.is_playable(square))
    }

    /// Returns the region as a separate board.
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

/// A list of regions in the order of the tour. The regions cover the board, and no two regions share a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    board: Board,
    regions: Vec<ChainRegion>,
}

impl Chain {
    /// Creates a chain of `regions` on `board`.
    ///
    /// # Errors
    /// [`ChainError`] if the regions do not cover the board, if two regions share a square, if an entry or exit is
    /// outside its region, or if a given exit and the next given entry are not one move apart.
    pub fn new(board: &Board, regions: Vec<ChainRegion>) -> Result<Self, ChainError> {
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

    /// Parses a chain with one line per region: `ROWSxCOLS at SQUARE [from SQUARE] [to SQUARE]`.
    ///
    /// `at` gives the top left square. All squares are in coordinates of the whole board. An optional line `board
    /// ROWSxCOLS` before the regions gives the size of the board. `#` begins a comment.
    ///
    /// # Errors
    /// [`ChainError`] if the text is not a chain of the board. The error contains the line number if a single line is
    /// wrong.
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
            let mut region = ChainRegion {
                at: Square::new(0, 0),
                rows: size.rows(),
                cols: size.cols(),
                entry: None,
                exit: None,
                line,
            };
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

    /// Returns the regions in the order of the tour.
    pub fn regions(&self) -> &[ChainRegion] {
        &self.regions
    }

    /// Finds a tour of the whole board, region by region.
    ///
    /// # Errors
    /// [`ChainError::NoWay`] if every choice of joints leaves a region in which the solver finds no tour;
    /// [`ChainError::Closing`] if the last exit and the first entry are given and are not one move apart;
    /// [`ChainError::Solver`] if the solver returned a wrong tour.
    pub fn tour(&self, closed: bool, solver: &mut RegionSolver<'_>) -> Result<Tour, ChainError> {
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

    /// Returns the possible entries of the first region.
    fn first_entries(&self, closed: bool) -> Vec<Square> {
        let (first, last) = (&self.regions[0], &self.regions[self.regions.len() - 1]);
        if let Some(entry) = first.entry {
            return vec![entry];
        }
        let back = |&entry: &Square| !closed || self.board.neighbours(entry).any(|exit| last.may_be_left(exit));
        first.squares(&self.board).filter(back).collect()
    }

    /// Returns the possible joints of region `at`, which is entered on `entry`. A joint consists of an exit and the
    /// entry of the next region. The joints of the last region have no next entry. If `closing` is given, the exit of
    /// the last region must be one move from `closing`.
    fn joints(&self, at: usize, entry: Square, closing: Option<Square>) -> Vec<(Square, Option<Square>)> {
        let region = &self.regions[at];
        let single = region.squares(&self.board).nth(1).is_none();
        let exits = region.squares(&self.board);
        let exits = exits.filter(|&exit| region.may_be_left(exit) && (single || exit != entry));
        let Some(next) = self.regions.get(at + 1) else {
            // A closed tour has at least three squares, because a move to a square and back is not a cycle.
            let closes = |exit: &Square| {
                closing.is_none_or(|first| self.board.playable() >= 3 && is_move(&self.board, *exit, first))
            };
            return exits.filter(closes).map(|exit| (exit, None)).collect();
        };
        let onward = |exit: Square| {
            let entries = self.board.neighbours(exit).filter(|&entry| next.may_be_entered(entry));
            entries.map(move |entry| (exit, Some(entry)))
        };
        exits.flat_map(onward).collect()
    }

    /// Searches for a tour of the chain. The tour starts on `start`. If `closing` is given, the tour must end one move
    /// from `closing`. Sets `deepest` to the index of the last region that could be entered. Returns `None` if no tour
    /// is found.
    fn walk(
        &self,
        start: Square,
        closing: Option<Square>,
        solver: &mut RegionSolver<'_>,
        deepest: &mut usize,
    ) -> Option<Vec<u32>> {
        let enter = |at: usize, entry: Square, visits: usize| {
            let mut joints = self.joints(at, entry, closing);
            joints.reverse();
            SearchFrame { entry, joints, visits }
        };
        let mut order: Vec<u32> = Vec::new();
        // Failed pairs of a region and an entry. If a chain enters the region at this entry, the chain cannot be
        // completed.
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
                // A square outside the region is not an error here. The check of the complete tour reports it.
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

/// A region on the current search path.
struct SearchFrame {
    entry: Square,
    /// Untried joints by which the chain can leave the region. The last element is tried next.
    joints: Vec<(Square, Option<Square>)>,
    /// Number of squares in the regions before this region.
    visits: usize,
}

/// Returns a solver that searches each region by [`search::tour`] with these options.
pub fn by_search<'a>(options: &'a SearchOptions<'a>) -> impl FnMut(&TourSpec) -> Option<Vec<u32>> + 'a {
    move |spec| Some(search::tour(spec, options).ok()?.tour()?.order().to_vec())
}

fn is_move(board: &Board, from: Square, to: Square) -> bool {
    board.neighbours(from).any(|next| next == to)
}

impl fmt::Display for ChainRegion {
    /// Writes the numbers of rows and columns, such as `5x5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

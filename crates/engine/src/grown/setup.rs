//! The requested tour, and its initial edges.

use courser_board::{Board, Kind, Leaper, Square, Tour, TourSpec};
use courser_solve::factor;
use courser_solve::mosaic::MosaicPlan;

use super::gadget::AXES;
use super::hash::{self, Purpose, key, mix};
use super::planes::{PlaneLayout, Planes};
use crate::error::{GrowError, MAX_CELLS, MIN_SIDE, MIN_SQUARES};

/// Number of melting passes before the cycles are labelled.
pub const MELTS: u32 = 72;

/// Minimum number of squares per hole. With more holes, cycles can remain that no gadget can join with the other
/// cycles.
const HOLES: u64 = 50;

/// Number of pairs of ends to try on a board of five rows, on which some pairs are impossible.
const TRIES: u32 = 16;

/// Checks that a tour of this board can be grown. The board must have the knight as its leaper, and sides of at least
/// 5. The number of squares must be at least 64 and at most about 715 million, with at most one hole per fifty squares.
///
/// # Errors
/// [`GrowError`] with the reason why a tour of the board cannot be grown.
pub fn serves(board: &Board) -> Result<(), GrowError> {
    let max = board.cells() / HOLES;
    if board.leaper() != Leaper::KNIGHT {
        Err(GrowError::Leaper(board.leaper()))
    } else if board.rows().min(board.cols()) < MIN_SIDE || board.cells() < MIN_SQUARES {
        Err(GrowError::Small(board.clone()))
    } else if u64::from(board.rows()) * u64::from(board.cols()).next_multiple_of(4) > MAX_CELLS {
        Err(GrowError::Large(board.clone()))
    } else if board.hole_count() > max {
        Err(GrowError::Holes { board: board.clone(), holes: board.hole_count(), max })
    } else {
        Ok(())
    }
}

/// A tour to be grown: the board, the ends, the seed, and the initial edges.
#[derive(Clone, Debug)]
pub struct GrowthSetup {
    pub(crate) board: Board,
    pub(crate) layout: PlaneLayout,
    pub(crate) start: Square,
    /// Last square of an open tour; `None` if the tour is closed.
    pub(crate) end: Option<Square>,
    pub(crate) seed: u32,
    pub(crate) origin: Origin,
    /// Number of melting passes before the cycles are labelled.
    pub(crate) melts: u32,
}

/// The edges from which a tour grows.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// The edges of a tour made from tiles.
    Mosaic(Box<MosaicPlan>),
    /// The edges of cycles and, for an open tour, of a path. This variant is used for boards with holes, and for edges
    /// that come from another tour.
    Cover(Planes),
}

impl GrowthSetup {
    /// Creates the setup of a tour. The seed determines the free ends of an open tour.
    ///
    /// # Errors
    /// [`GrowError`] if [`serves`] rejects the board, or if no initial edges were found. In the second
    /// case, the tour does not exist, or it is one of the few that cannot be made from tiles. These are open tours with
    /// two given ends on a board of five rows.
    ///
    /// ```
    /// use courser_board::TourSpec;
    /// use courser_engine::grown::GrowthSetup;
    ///
    /// assert!(GrowthSetup::new(&TourSpec::closed(&"100x100".parse().unwrap()), 1).is_ok());
    /// let unfit = GrowthSetup::new(&TourSpec::closed(&"3x100".parse().unwrap()), 1).unwrap_err();
    /// assert_eq!(unfit.to_string(), "a 3x100 board is too small for a grown tour: it takes sides of 5 and 64 squares");
    /// ```
    pub fn new(spec: &TourSpec, seed: u64) -> Result<Self, GrowError> {
        serves(spec.board())?;
        Self::found(spec, seed).ok_or_else(|| GrowError::Start(spec.board().clone()))
    }

    /// Creates the setup of a tour that grows from another tour. The new tour has the same ends as `tour`, unless
    /// `closed` is true.
    ///
    /// # Errors
    /// [`GrowError`] if [`serves`] rejects the board.
    pub fn from_tour(tour: &Tour, closed: bool, seed: u64) -> Result<Self, GrowError> {
        let board = tour.board();
        serves(board)?;
        let layout = PlaneLayout { rows: board.rows(), cols: board.cols() };
        let mut planes = Planes::new(layout);
        let squares: Vec<Square> = tour.squares().collect();
        let (start, end) = (squares[0], squares[squares.len() - 1]);
        let link = closed.then_some([end, start]);
        squares.windows(2).map(|two| [two[0], two[1]]).chain(link).for_each(|both| planes.flip_between(both));
        let (origin, end) = (Origin::Cover(planes), (!closed).then_some(end));
        Ok(Self { board: board.clone(), layout, start, end, seed: hash::seed(seed), origin, melts: MELTS })
    }

    /// Sets the number of melting passes that precede the labelling of the cycles. The default number is [`MELTS`].
    /// If a tour grows from another tour, a few passes remove the borders between tiles or regions. On a large scale,
    /// the new tour is then still similar to the old one.
    #[must_use]
    pub const fn with_melts(mut self, melts: u32) -> Self {
        self.melts = melts;
        self
    }

    fn found(spec: &TourSpec, seed: u64) -> Option<Self> {
        let (board, start) = (spec.board(), spec.start());
        let Some(end) = spec.end().filter(|_| spec.is_closed()) else { return Self::from_ends(spec, seed) };
        // A closed tour that ends on a given square is made as an open tour. The open tour ends on the given square and
        // starts on a square one move away.
        let mut starts = board.neighbours(end).filter(|&first| start.is_none_or(|start| start == first));
        starts.find_map(|first| Self::from_ends(&TourSpec::new(board, Kind::Open, Some(first), Some(end)).ok()?, seed))
    }

    /// Creates the setup of a tour between the given ends. The last square need not be one move from the first. Returns
    /// `None` if no initial edges were found.
    fn from_ends(spec: &TourSpec, seed: u64) -> Option<Self> {
        let (board, start, end) = (spec.board(), spec.start(), spec.end());
        let layout = PlaneLayout { rows: board.rows(), cols: board.cols() };
        let short = hash::seed(seed);
        let setup =
            |start, end, origin| Self { board: board.clone(), layout, start, end, seed: short, origin, melts: MELTS };
        if board.hole_count() > 0 {
            let (planes, ends) = cover(spec, layout, seed)?;
            let (start, end) = match ends {
                // The link between the two ends has no direction, so the ends are swapped if the requested start or end
                // requires this.
                Some([one, other]) if Some(other) == start || Some(one) == end => (other, Some(one)),
                Some([one, other]) => (one, Some(other)),
                None => (start.or_else(|| board.squares().next())?, None),
            };
            return Some(setup(start, end, Origin::Cover(planes)));
        }
        if spec.is_closed() {
            let plan = MosaicPlan::new(spec, Some(seed)).ok()?;
            return Some(setup(plan.start, None, Origin::Mosaic(Box::new(plan))));
        }
        let tries = if start.is_some() && end.is_some() { 1 } else { TRIES };
        (0..tries).find_map(|nth| {
            let (first, last) = ends(board, start, end, short, nth);
            let plan =
                MosaicPlan::new(&TourSpec::new(board, Kind::Open, Some(first), Some(last)).ok()?, Some(seed)).ok()?;
            Some(setup(first, Some(last), Origin::Mosaic(Box::new(plan))))
        })
    }

    /// Returns the mosaic from which the tour grows. The mosaic has the requested ends. Returns `None` if the tour does
    /// not grow from a mosaic.
    pub fn plan(&self) -> Option<&MosaicPlan> {
        match &self.origin {
            Origin::Mosaic(plan) => Some(plan),
            Origin::Cover(_) => None,
        }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the layout of the board's squares in the state.
    pub const fn layout(&self) -> &PlaneLayout {
        &self.layout
    }

    /// Returns the first square of the tour.
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Returns the last square of an open tour, or `None` if the tour is closed.
    pub const fn end(&self) -> Option<Square> {
        self.end
    }

    /// Returns the cells of the ends of an open tour, or `None` if the tour is closed.
    pub(crate) fn ends(&self) -> Option<[u32; 2]> {
        self.end.map(|end| [self.layout.cell(self.start), self.layout.cell(end)])
    }
}

/// Returns the ends of an open tour. A missing end becomes a random square of a possible colour. `seed` and `nth`
/// determine this square.
fn ends(board: &Board, start: Option<Square>, end: Option<Square>, seed: u32, nth: u32) -> (Square, Square) {
    let colour = |square: Square| (square.row + square.col) & 1;
    let is_odd = board.cells() % 2 == 1;
    let other = |square: Square| if is_odd { 0 } else { 1 - colour(square) };
    let random = |which: u32, colour_of_it: Option<u32>| {
        (0..).map(|again| key(seed, Purpose::End, (nth * 2 + which) << 16 | again)).find_map(|hash| {
            let square = Square::new(hash % board.rows(), mix(hash) % board.cols());
            colour_of_it.is_none_or(|wanted| colour(square) == wanted).then_some(square)
        })
    };
    let found = |square: Option<Square>| square.expect("a board has squares of both colours");
    match (start, end) {
        (Some(start), Some(end)) => (start, end),
        (Some(start), None) => (start, found(random(1, Some(other(start))))),
        (None, Some(end)) => (found(random(0, Some(other(end)))), end),
        (None, None) => {
            let start = found(random(0, is_odd.then_some(0)));
            let end = (0..).map(|again| found(random(1 + 2 * TRIES * (again + 1), Some(other(start)))));
            (start, end.into_iter().find(|&end| end != start).expect("a board has more than one square"))
        }
    }
}

/// Returns the initial edges: one edge for each end of an open tour, and two edges for every other square. Returns
/// `None` if no such edges were found.
fn cover(spec: &TourSpec, layout: PlaneLayout, seed: u64) -> Option<(Planes, Option<[Square; 2]>)> {
    let (board, cover) = (spec.board(), factor::cover(spec, seed).ok()?);
    let mut planes = Planes::new(layout);
    let square_of = |cell: u32| Square::new(cell / board.cols(), cell % board.cols());
    for (cell, &used) in (0..).zip(&cover.used) {
        let square = square_of(cell);
        for code in (0..8).filter(|code| used >> code & 1 == 1) {
            let step = Leaper::KNIGHT.step(code + 1);
            if let Some(axis) = AXES.iter().position(|&(down, right)| (down as i32, right) == step) {
                planes.flip(axis, square.row.into(), square.col.into());
            }
        }
    }
    let ends = cover.ends.map(|ends| ends.map(square_of));
    // A path that consists of a single square has no edge from which a tour could grow.
    ends.is_none_or(|[one, other]| one != other).then_some((planes, ends))
}

//! What tour is asked for, and which construction answers.

use courser_board::{Board, Leaper, Square, Tour};

use super::comb::{Layout, PathTile, Source, build};
use super::error::MosaicError;
use super::plan::Plan;
use super::tile::{FIRST, Hook, LAST, Side, Symmetry, Tile};
use super::{cut, ends};
use crate::factor::rng::Rng;
use crate::factor::small;

/// The shortest side of a board that a mosaic covers.
const MIN_SIDE: u32 = 5;

/// A tour in memory, judged: [`Plan::new`], numbered and put in visiting order.
///
/// # Errors
/// What [`Plan::new`] says, and [`MosaicError::TooLarge`] from 2^32 squares on.
///
/// ```
/// use courser_board::{Board, Kind, Square};
/// use courser_solve::mosaic;
///
/// let board: Board = "20x30".parse().unwrap();
/// let (start, end) = (Square::new(3, 4), Square::new(19, 29));
/// let tour = mosaic::tour(&board, false, Some(start), Some(end), None)?;
/// assert_eq!((tour.squares().next(), tour.squares().last()), (Some(start), Some(end)));
/// assert_eq!(mosaic::tour(&board, true, None, None, Some(7))?.kind(), Kind::Closed);
/// # Ok::<(), mosaic::MosaicError>(())
/// ```
pub fn tour(
    board: &Board,
    closed: bool,
    start: Option<Square>,
    end: Option<Square>,
    seed: Option<u64>,
) -> Result<Tour, MosaicError> {
    let plan = Plan::new(board, closed, start, end, seed)?;
    let squares = plan.cells();
    let max = u64::from(u32::MAX);
    if squares > max {
        return Err(MosaicError::TooLarge { squares, max });
    }
    let mut visits = vec![0; squares as usize];
    plan.fill(&mut visits);
    let order = order_from_visits(&visits).ok_or(MosaicError::Numbers { squares })?;
    drop(visits);
    Ok(Tour::new(board.clone(), order)?)
}

/// The squares' indices in visiting order, from the visit numbers row by row.
///
/// `None` if the numbers are not 1 to as many as there are, each once.
///
/// ```
/// use courser_solve::mosaic::order_from_visits;
///
/// assert_eq!(order_from_visits(&[2, 3, 1]), Some(vec![2, 0, 1]));
/// assert_eq!(order_from_visits(&[2, 2, 1]), None);
/// ```
pub fn order_from_visits(visits: &[u32]) -> Option<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    if visits.len() > NONE as usize {
        return None;
    }
    let mut order = vec![NONE; visits.len()];
    for (square, &visit) in (0..).zip(visits) {
        let slot = order.get_mut(visit.checked_sub(1)? as usize)?;
        if std::mem::replace(slot, square) != NONE {
            return None;
        }
    }
    Some(order)
}

impl Plan {
    /// The plan of a tour of this board: closed or not, with the ends that are given.
    ///
    /// Without a seed, the same request gets the same tour. With one too, and other seeds get other tours:
    /// other tiles, in chains of 8x8 tiles one of 256 a tile.
    ///
    /// On an even number of squares an open tour is a closed one that begins at `start` or
    /// ends at `end`, unless both are given. A closed tour with both is one between them, and
    /// they must be a move apart.
    ///
    /// # Errors
    /// [`MosaicError`] if the board is none for a mosaic, if the colours of the ends
    /// rule out any tour, or if no tiles for them were found. The last cannot happen with both sides
    /// at least 6; on boards with a side of 5 a few pairs of ends have no tour.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    /// use courser_solve::mosaic::Plan;
    ///
    /// // A board of 10^18 squares takes no more than one of 10^4.
    /// let board: Board = "1000000000x1000000000".parse().unwrap();
    /// let plan = Plan::new(&board, true, Some(Square::new(7, 7)), None, None)?;
    /// let far = Square::new(999_999_999, 500_000_000);
    /// let next = plan.next(far).unwrap();
    /// assert_eq!(plan.visit(next), plan.visit(far) + 1);
    /// # Ok::<(), courser_solve::mosaic::MosaicError>(())
    /// ```
    pub fn new(
        board: &Board,
        closed: bool,
        start: Option<Square>,
        end: Option<Square>,
        seed: Option<u64>,
    ) -> Result<Self, MosaicError> {
        let (rows, cols) = (board.rows(), board.cols());
        suits(board)?;
        let is_odd = board.cells() % 2 == 1;
        for square in [start, end].into_iter().flatten() {
            if !board.contains(square) {
                return Err(MosaicError::Outside { square, rows, cols });
            }
            if is_odd && square.colour() == 1 {
                return Err(MosaicError::MinorColour { square, rows, cols });
            }
        }
        if closed && is_odd {
            return Err(MosaicError::OddClosed { rows, cols });
        }
        match (start, end) {
            (Some(start), Some(end)) => {
                if closed && !board.neighbours(start).any(|next| next == end) {
                    return Err(MosaicError::EndsApart { start, end, rows });
                }
                // Between two squares a move apart, an open tour is a closed one.
                Ok(Self { closed, ..Self::between(rows, cols, start, end, seed)? })
            }
            (None, Some(end)) if is_odd => {
                // Almost any start will do.
                let squares = (0..board.cells()).map(|index| board.at(index));
                let starts = squares.filter(|&start| start.colour() == 0 && start != end).take(13);
                let mut found = starts.map(|start| Self::between(rows, cols, start, end, seed));
                found.find(Result::is_ok).unwrap_or(Err(MosaicError::Ends { start: end, end, rows, cols }))
            }
            (None, Some(end)) => {
                let closed = Self::turned(rows, cols, None, seed);
                let start = closed.next(end).expect("every square of a closed tour has a next");
                Ok(closed.starting_at(start))
            }
            (start, None) if is_odd => {
                let start = start.unwrap_or(Square::new(0, 0));
                with_source(seed, |seed, source| ends::from((rows, cols), start, seed, source))
                    .ok_or(MosaicError::Ends { start, end: start, rows, cols })
            }
            (start, None) => Ok(Self::turned(rows, cols, start, seed)),
        }
    }

    fn between(rows: u32, cols: u32, start: Square, end: Square, seed: Option<u64>) -> Result<Self, MosaicError> {
        if start == end {
            return Err(MosaicError::SameSquare { rows, cols });
        }
        if start.colour() == end.colour() && u64::from(rows) * u64::from(cols) % 2 == 0 {
            return Err(MosaicError::SameColour { start, end, rows, cols });
        }
        with_source(seed, |seed, source| ends::between((rows, cols), start, end, seed, source))
            .ok_or(MosaicError::Ends { start, end, rows, cols })
    }

    /// A closed tour from `start`, if given.
    fn turned(rows: u32, cols: u32, start: Option<Square>, seed: Option<u64>) -> Self {
        // A seed shows the comb in one of its eight mirrors. Five columns must be seen as five rows, and the reverse.
        let mut symmetry = Symmetry::from_bits(seed.map_or(0, |seed| mix(seed, 1)) as u32);
        if rows.min(cols) == MIN_SIDE {
            symmetry.transpose = cols == MIN_SIDE;
        }
        let (seen_rows, seen_cols) = symmetry.sides(rows, cols);
        let comb = with_source(seed, |_, source| comb(seen_rows, seen_cols, source));
        let plan = comb.seen(symmetry.inverse());
        match start {
            Some(start) => plan.starting_at(start),
            None => plan,
        }
    }
}

/// The closed comb that grows from the upper left corner.
fn comb(rows: u32, cols: u32, source: &mut dyn Source) -> Plan {
    let layout = Layout {
        row_zones: cut::closed(rows),
        col_zones: cut::closed(cols),
        spine: 0,
        from_row: 0,
        to_row: 0,
        to_col: 0,
    };
    let tile = source.tile(layout.row_zones[0].size, layout.col_zones[0].size);
    let hooks = layout.sides((0, 0)).into_iter().map(|side| Hook { side, other_corner: false }).collect();
    build(layout, &[PathTile { tile, hooks }], true, source)
}

/// Whether a mosaic can cover the board: a knight's, of at least five rows and columns, without holes.
pub fn serves(board: &Board) -> bool {
    suits(board).is_ok()
}

/// Why a mosaic cannot cover the board, if so.
fn suits(board: &Board) -> Result<(), MosaicError> {
    let (rows, cols) = (board.rows(), board.cols());
    if board.hole_count() > 0 {
        return Err(MosaicError::Holes { rows, cols, holes: board.hole_count() });
    }
    if board.leaper() != Leaper::KNIGHT {
        return Err(MosaicError::Leaper { leaper: board.leaper() });
    }
    if rows.min(cols) < MIN_SIDE {
        return Err(MosaicError::Narrow { rows, cols });
    }
    Ok(())
}

/// Calls with the tiles, and the number for what else is chosen, that this seed means.
fn with_source<T>(seed: Option<u64>, make: impl FnOnce(u64, &mut dyn Source) -> T) -> T {
    match seed {
        None => make(0, &mut Stored),
        Some(seed) => make(mix(seed, 2), &mut Seeded { seed: mix(seed, 3), known: Vec::new() }),
    }
}

/// The tiles as they are stored.
struct Stored;

impl Source for Stored {
    fn tile(&mut self, rows: u32, cols: u32) -> Tile {
        Tile::stored(rows, cols)
    }

    fn variety(&self) -> Option<u32> {
        None
    }
}

/// Tiles solved anew for each seed.
struct Seeded {
    seed: u64,
    known: Vec<Tile>,
}

impl Seeded {
    /// How often a tile is solved before the stored one is taken. About every fourth meets both hooks the right way round.
    const TRIES: u64 = 40;
}

impl Source for Seeded {
    fn tile(&mut self, rows: u32, cols: u32) -> Tile {
        if let Some(known) = self.known.iter().find(|tile| (tile.rows(), tile.cols()) == (rows, cols)) {
            return known.clone();
        }
        let hooks = [Side::Right, Side::Down].map(|side| Hook { side, other_corner: false });
        // A tile of five rows has nothing below it.
        let hooks = if rows == MIN_SIDE { &hooks[..1] } else { &hooks[..] };
        let forced: Vec<_> = hooks.iter().map(|hook| hook.edge(rows, cols)).collect();
        let tile = (0..Self::TRIES)
            .filter_map(|nth| small::path(rows, cols, FIRST, LAST, &forced, mix(self.seed, nth)))
            .map(|order| Tile::from_order(rows, cols, &order))
            .find(|tile| hooks.iter().all(|&hook| !tile.cut(hook).1))
            .unwrap_or_else(|| Tile::stored(rows, cols));
        self.known.push(tile.clone());
        tile
    }

    fn variety(&self) -> Option<u32> {
        Some(mix(self.seed, Self::TRIES) as u32)
    }
}

/// The `nth` number of this seed.
const fn mix(seed: u64, nth: u64) -> u64 {
    // The generator's own step, so that 0, 1, 2 are its first numbers.
    Rng::new(seed.wrapping_add(nth.wrapping_mul(0x9e37_79b9_7f4a_7c15))).next()
}

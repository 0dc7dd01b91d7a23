//! The plan: which regions a board has, and where the knight of each begins and ends.

use courser_board::{Board, Kind, Leaper, Square, TourSpec};

use super::cut::{Cuts, walkable};
use super::gate::{Side, entry, exit};
use super::region::{Gap, Rect, Region};
use super::route::Route;
use super::walk::{Knights, Path};
use super::{MOST_SQUARES, RelayError, SIDES, line};
use crate::existence::{Existence, decide};
use crate::warnsdorff::Rule;

/// The choices that a relay leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seed of the order of the regions and of the dice; 0 by default.
    pub seed: Option<u64>,
    /// The rule of every knight's first try; the dice by default, and for all tries after the first.
    pub rule: Option<Rule>,
    /// Rows and columns of a region, about; 8x8 by default.
    pub region: Option<(u32, u32)>,
    /// Bytes that the list of the regions may take, if there is a limit.
    pub memory: Option<u64>,
}

/// The regions of a board: whose turn it is, where each knight begins and ends, and how many squares come before.
///
/// ```
/// use courser_board::{Board, TourSpec};
/// use courser_board::proof::prove;
/// use courser_solve::relay::{Options, Plan};
///
/// let board = Board::new(40, 50)?;
/// let plan = Plan::new(&TourSpec::closed(&board), &Options { seed: Some(7), ..Options::default() })?;
/// let mut visits = vec![0_u32; 2000];
/// let tries = plan.fill(0..40, &mut visits)?;
/// assert_eq!(tries.regions, 40);
/// prove(40, 50, true, &visits)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) rows: u32,
    pub(super) cols: u32,
    closed: bool,
    start: Square,
    pub(super) cuts: Cuts,
    order: Order,
    pub(super) knights: Knights,
}

#[derive(Clone, Debug)]
enum Order {
    /// Around a tree.
    Walk(Walk),
    /// In one line.
    Line(Vec<Region>),
}

/// Regions along a walk.
#[derive(Clone, Debug)]
struct Walk {
    /// For each region, row by row: the squares before it, then [`BITS`] bits each for where the walk comes from and goes to.
    list: Vec<u64>,
    /// Added to the squares before a region, modulo all squares.
    turn: u64,
    /// On an odd number of squares: the squares before the odd region, and the ends that were asked for.
    odd: Option<(u64, [Option<Square>; 2])>,
}

/// Walks that are tried.
const ROUTES: u64 = 32;

/// Bits of a side in the list, and the side that is none.
const BITS: u32 = 3;
const NO_SIDE: u64 = 4;

/// Where the walk leads through a region.
struct Stop {
    before: u64,
    from: Option<Side>,
    to: Option<Side>,
}

impl Stop {
    fn pack(&self) -> u64 {
        let side = |side: Option<Side>| side.map_or(NO_SIDE, |side| side as u64);
        self.before << (2 * BITS) | side(self.from) << BITS | side(self.to)
    }

    fn unpack(word: u64) -> Self {
        let side = |shift| Side::ALL.get((word >> shift & 7) as usize).copied();
        Self { before: word >> (2 * BITS), from: side(BITS), to: side(0) }
    }
}

impl Plan {
    /// The plan of such a tour.
    ///
    /// # Errors
    /// [`RelayError`] if the tour does not exist, or a relay cannot make it.
    pub fn new(spec: &TourSpec, options: &Options) -> Result<Self, RelayError> {
        let board = spec.board();
        suits(board)?;
        if let Existence::None(reason) = decide(spec) {
            return Err(RelayError::None(reason));
        }
        let (rows, cols, seed) = (board.rows(), board.cols(), options.seed.unwrap_or(0));
        let wanted = options.region.unwrap_or((8, 8));
        if !SIDES.contains(&wanted.0) || !SIDES.contains(&wanted.1) {
            return Err(RelayError::Region { rows: wanted.0, cols: wanted.1 });
        }
        let rule = options.rule.unwrap_or(Rule::Random);
        if !matches!(rule, Rule::Random | Rule::Warnsdorff | Rule::Pohl | Rule::Roth) {
            return Err(RelayError::Rule { rule });
        }
        let knights = Knights::new(seed, rule);
        let (start, end) = (spec.start(), spec.end());
        // An open tour on an even number of squares is a closed one that is not seen as such.
        let is_odd = rows % 2 == 1 && cols % 2 == 1;
        let is_alone = rows.max(cols) < 2 * SIDES.start();
        if start.is_some() && end.is_some() && !is_alone {
            return Err(RelayError::Ends);
        }
        let has_both_ends = is_alone && start.is_some() && end.is_some() && spec.kind() == Kind::Open;
        let closed = !is_odd && !has_both_ends;
        let made = |cuts, order| {
            let mut plan = Self { rows, cols, closed, start: Square::new(0, 0), cuts, order, knights };
            plan.start = plan.turn(start, end)?;
            Ok(plan)
        };
        if rows.min(cols) < 2 * SIDES.start() {
            let (cuts, regions) = line::regions((rows, cols), wanted, (start, end), seed, &knights)?;
            return made(cuts, Order::Line(regions));
        }
        // An end that is asked for may not go with the gates of its region: then the board is cut and walked in another way.
        let mut routes = (0..ROUTES).map(|nth| {
            let cuts = walkable(rows, cols, wanted, nth as usize);
            let walk = Walk::new(&cuts, (start, end), is_odd, seed.wrapping_add(nth << 32), options.memory)?;
            let plan = made(cuts, Order::Walk(walk))?;
            if let Some(square) = start.or(end) {
                knights.tour(&plan.region_of(square), &mut [0; MOST_SQUARES])?;
            }
            Ok(plan)
        });
        let mut last = routes.next().expect("there is a walk");
        while matches!(last, Err(RelayError::Stuck { .. }))
            && let Some(next) = routes.next()
        {
            last = next;
        }
        last
    }

    /// Lets a closed tour begin at its start, or end at its end; the first square of the tour.
    fn turn(&mut self, start: Option<Square>, end: Option<Square>) -> Result<Square, RelayError> {
        let all = self.cells();
        if self.closed
            && start.is_some() != end.is_some()
            && let Some(square) = start.or(end)
        {
            let at = self.region_of(square);
            let mut path: Path = [0; MOST_SQUARES];
            self.knights.tour(&at, &mut path)?;
            let squares = &path[..at.rect.squares() as usize];
            let position = squares.iter().position(|&on| at.rect.square(on.into()) == square);
            let index = at.index(position.expect("a path has all squares of its region") as u32, all);
            let turn = all - index - u64::from(start.is_none());
            match &mut self.order {
                Order::Walk(walk) => walk.turn = turn,
                Order::Line(regions) => {
                    regions.iter_mut().for_each(|region| region.first = (region.first + turn) % all)
                }
            }
        }
        match start {
            Some(start) => Ok(start),
            None => self.first(),
        }
    }

    /// The first square of the tour.
    fn first(&self) -> Result<Square, RelayError> {
        let (rows, cols) = self.grid();
        for region in (0..rows).flat_map(|row| (0..cols).map(move |col| self.region(row, col))) {
            let squares = region.rect.squares();
            if let Some(position) = (0..squares).find(|&position| region.index(position, self.cells()) == 0) {
                let mut path: Path = [0; MOST_SQUARES];
                self.knights.tour(&region, &mut path)?;
                return Ok(region.rect.square(path[position as usize].into()));
            }
        }
        unreachable!("some region has the first square")
    }

    /// Rows of the board.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of the board.
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// The seed of all dice.
    pub const fn seed(&self) -> u64 {
        self.knights.seed
    }

    /// The rule of every knight's first try.
    pub const fn rule(&self) -> Rule {
        self.knights.rule
    }

    /// All regions, row by row.
    pub fn all(&self) -> Vec<Region> {
        let (rows, cols) = self.grid();
        (0..rows).flat_map(|row| (0..cols).map(move |col| self.region(row, col))).collect()
    }

    /// Rows and columns of regions.
    pub fn grid(&self) -> (usize, usize) {
        (self.cuts.rows.len() - 1, self.cuts.cols.len() - 1)
    }

    /// The number of regions.
    pub fn regions(&self) -> u64 {
        let (rows, cols) = self.grid();
        rows as u64 * cols as u64
    }

    /// The number of squares.
    pub const fn cells(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// The first square of the tour.
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Returns whether the tour's last square is a move away from its first.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The region that has this square.
    fn region_of(&self, square: Square) -> Region {
        let band = |edges: &[u32], line: u32| edges.partition_point(|&edge| edge <= line) - 1;
        self.region(band(&self.cuts.rows, square.row), band(&self.cuts.cols, square.col))
    }

    fn rect(&self, row: usize, col: usize) -> Rect {
        let [top, bottom] = [self.cuts.rows[row], self.cuts.rows[row + 1]];
        let [left, right] = [self.cuts.cols[col], self.cuts.cols[col + 1]];
        Rect { top, left, rows: bottom - top, cols: right - left }
    }

    /// The region in a row and a column of regions.
    ///
    /// # Panics
    /// If there is none.
    pub fn region(&self, row: usize, col: usize) -> Region {
        let number = row * self.grid().1 + col;
        match &self.order {
            Order::Line(regions) => regions[number],
            Order::Walk(walk) => {
                let rect = self.rect(row, col);
                let stop = Stop::unpack(walk.list[number]);
                let (entry, exit) = walk.ends(&rect, &stop);
                let first = (stop.before + walk.turn) % self.cells();
                Region { rect, entry, exit, number: number as u32, first, gaps: [Gap::NONE; 2] }
            }
        }
    }
}

impl Walk {
    fn new(
        cuts: &Cuts,
        (start, end): (Option<Square>, Option<Square>),
        is_odd: bool,
        seed: u64,
        memory: Option<u64>,
    ) -> Result<Self, RelayError> {
        let (rows, cols) = (cuts.rows.len() - 1, cuts.cols.len() - 1);
        let regions = rows as u64 * cols as u64;
        // The list, and for each four regions two edges of the grid of blocks with a parent each.
        let needed = regions * 12;
        if let Some(there) = memory.filter(|&there| needed > there) {
            return Err(RelayError::Memory { regions, needed, there });
        }
        let route = Route::new(rows as u32, cols as u32, seed);
        let band = |edges: &[u32], line: u32| edges.partition_point(|&edge| edge <= line) - 1;
        let find = |square: Square| (band(&cuts.rows, square.row), band(&cuts.cols, square.col));
        let step = |(row, col): (usize, usize), side: Side| match side {
            Side::Above => (row - 1, col),
            Side::Right => (row, col + 1),
            Side::Below => (row + 1, col),
            Side::Left => (row, col - 1),
        };
        let next = |(row, col): (usize, usize)| route.next(row as u32, col as u32);
        // Where the walk is cut open: before the region of the start, or behind that of the end.
        let mut at = match (start, end) {
            (Some(start), _) if is_odd => find(start),
            (None, Some(end)) if is_odd => step(find(end), next(find(end))),
            _ => (0, 0),
        };
        let mut list = vec![0; rows * cols];
        let (mut before, mut from, mut odd) = (0, None, None);
        for left in (0..regions).rev() {
            let side = next(at);
            let (row, col) = at;
            let tall = cuts.rows[row + 1] - cuts.rows[row];
            let squares = tall * (cuts.cols[col + 1] - cuts.cols[col]);
            if squares % 2 == 1 {
                odd = Some((before, [start, end]));
            }
            let to = Some(side).filter(|_| !is_odd || left > 0);
            list[row * cols + col] = Stop { before, from, to }.pack();
            before += u64::from(squares);
            from = Some(side.opposite());
            at = step(at, side);
        }
        if !is_odd {
            // The walk is closed.
            let first = &mut list[at.0 * cols + at.1];
            *first = Stop { from, ..Stop::unpack(*first) }.pack();
        }
        Ok(Self { list, turn: 0, odd })
    }

    /// The entry and the exit of a region.
    fn ends(&self, rect: &Rect, stop: &Stop) -> (u32, u32) {
        // Entries are of the colour of the first corner, exits of the other; they change in the odd region.
        let (odd, [start, end]) = self.odd.unwrap_or((u64::MAX, [None; 2]));
        let color = u32::from(stop.before > odd);
        let exit_color = if stop.before == odd { color } else { 1 - color };
        let given = |square: Option<Square>| square.and_then(|square| rect.find(square));
        let across = |side: Option<Side>| side.map_or(Side::Above, Side::opposite);
        let entry = match stop.from {
            Some(from) => entry(rect, from, color),
            None => given(start).unwrap_or_else(|| exit(rect, across(stop.to), color)),
        };
        let exit = match stop.to {
            Some(to) => exit(rect, to, exit_color),
            None => given(end).unwrap_or_else(|| exit(rect, across(stop.from), exit_color)),
        };
        (entry, exit)
    }
}

/// Returns whether a relay can run on the board: a knight's, with both sides at least 6 and without holes.
pub fn serves(board: &Board) -> bool {
    suits(board).is_ok()
}

/// Why a relay cannot run on the board, if so.
fn suits(board: &Board) -> Result<(), RelayError> {
    let (rows, cols) = (board.rows(), board.cols());
    if board.hole_count() > 0 {
        return Err(RelayError::Holes { rows, cols, holes: board.hole_count() });
    }
    if board.leaper() != Leaper::KNIGHT {
        return Err(RelayError::Leaper { leaper: board.leaper() });
    }
    if rows.min(cols) < *SIDES.start() {
        return Err(RelayError::Narrow { rows, cols });
    }
    Ok(())
}

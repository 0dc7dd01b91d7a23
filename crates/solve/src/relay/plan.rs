//! The plan of a relay: the regions of a board, and the entry and the exit of each region.

use courser_board::{Board, Square, TourSpec};

use super::cut::Cuts;
use super::gate::{Gate, RegionSide};
use super::knights::RelayKnights;
use super::region::{Excursion, Region};
use super::route::{RegionOrder, RegionStep};
use super::tree::{self, Gives};
use super::{RULES, SIDES};
use crate::TilingError;
use crate::tiling::{check, check_board};
use crate::warnsdorff::Rule;

/// Name of the construction in error messages.
const WHAT: &str = "a relay";

/// The options of a relay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelayChoices {
    /// Seed for the order of the regions and for the random bits; `None` means 0.
    pub seed: Option<u64>,
    /// Rule of every knight's first try; `None` means random tie-breaks. All later tries break ties at random.
    pub rule: Option<Rule>,
    /// Approximate number of rows and columns of a region; `None` means 8x8.
    pub region: Option<(u32, u32)>,
    /// Maximum size in bytes of the list of the regions, or `None` for no limit. If the list would be larger, a walk
    /// visits the regions in the regular order. A relay whose regions are joined along a tree has no regular order, and
    /// fails with [`TilingError::Memory`].
    pub memory: Option<u64>,
}

/// The regions of a board: their order, the entry and the exit of each region, and the number of squares that the tour
/// visits before each region. Each region has its own knight, which tours the region from the entry to the exit.
///
/// ```
/// use courser_board::{Board, TourSpec};
/// use courser_board::proof::prove;
/// use courser_solve::relay::{RelayChoices, RelayPlan};
///
/// let board = Board::new(40, 50)?;
/// let plan = RelayPlan::new(&TourSpec::closed(&board), &RelayChoices { seed: Some(7), ..RelayChoices::default() })?;
/// let mut visits = vec![0_u32; 2000];
/// let tries = plan.fill(0..40, &mut visits)?;
/// assert_eq!(tries.regions, 40);
/// prove(40, 50, true, &visits)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RelayPlan {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// True if the last square of the tour is one move away from the first.
    pub closed: bool,
    /// The first square of the tour.
    pub start: Square,
    pub(super) cuts: Cuts,
    order: Order,
    /// Shift of the tour. The shift is added to the number of squares before each region, modulo the number of squares
    /// of the board.
    turn: u64,
    pub(super) knights: RelayKnights,
}

#[derive(Clone, Debug)]
enum Order {
    /// The regions along a closed walk, and the given ends of the tour. If the number of squares is odd, the walk is
    /// cut open at a point that depends on `turn`.
    Walk(RegionOrder, [Option<Square>; 2]),
    /// The regions of a tree, in row-major order.
    Tree(Vec<Region>),
}

/// Maximum number of walks through regions to try. The walks differ in the order of the regions, or in the order of the
/// bands into which the sides of the board are divided.
const ROUTES: usize = 32;

impl RelayPlan {
    /// Creates the plan of the requested tour.
    ///
    /// # Errors
    /// [`TilingError`] if the tour does not exist, or if a relay with these options cannot produce the tour.
    pub fn new(spec: &TourSpec, options: &RelayChoices) -> Result<Self, TilingError> {
        let board = spec.board();
        check(WHAT, spec, *SIDES.start())?;
        let (rows, cols, seed) = (board.rows(), board.cols(), options.seed.unwrap_or(0));
        let wanted = options.region.unwrap_or((8, 8));
        if !SIDES.contains(&wanted.0) || !SIDES.contains(&wanted.1) {
            return Err(TilingError::Region { rows: wanted.0, cols: wanted.1 });
        }
        let rule = options.rule.unwrap_or(Rule::Random);
        if !RULES.contains(&rule) {
            return Err(TilingError::Rule { rule });
        }
        let ends = (spec.start(), spec.end());
        let has_both = ends.0.is_some() && ends.1.is_some();
        // On a board with an even number of squares, an open tour is made from a closed tour by leaving out the closing
        // move. The exception is an open tour with two given ends.
        let is_odd = rows % 2 == 1 && cols % 2 == 1;
        let closed = !is_odd && (!has_both || spec.is_closed());
        let made = |cuts: Cuts, order: Order, knights: RelayKnights| {
            let plan = Self { rows, cols, closed, start: Square::new(0, 0), cuts, order, turn: 0, knights };
            plan.turned(ends, has_both)
        };
        let fails = |made: &Result<Self, TilingError>| matches!(made, Err(error) if error.is_stuck());
        let by_tree = |gives: Gives| {
            let sizes = SIDES.flat_map(|rows| SIDES.map(move |cols| (rows, cols))).filter(move |_| has_both);
            std::iter::once(wanted).chain(sizes).filter_map(move |wanted| {
                let cuts = Cuts::near(rows, cols, wanted, ends.0.or(ends.1).filter(|_| is_odd))?;
                let (down, across) = cuts.grid();
                let needed = (down * across * size_of::<Region>()) as u64;
                if let Some(there) = options.memory.filter(|&there| needed > there) {
                    return Some(Err(TilingError::Memory { regions: (down * across) as u64, needed, there }));
                }
                let mut knights = RelayKnights::new(seed, rule);
                let regions = tree::regions(&cuts, ends, closed && !has_both, &mut knights, gives);
                Some(regions.and_then(|regions| made(cuts, Order::Tree(regions), knights)))
            })
        };
        // If a requested end does not fit the gates of its region, other divisions of the board and other walks are
        // tried.
        let by_walk = |gives: bool| {
            (0..ROUTES).map(move |nth| {
                let cuts = Cuts::walkable(rows, cols, wanted, nth);
                let walk = RegionOrder::new(&cuts, seed.wrapping_add((nth as u64) << 32), options.memory);
                let mut plan = made(cuts, Order::Walk(walk, [ends.0, ends.1]), RelayKnights::new(seed, rule))?;
                if let Some(region) = ends.0.or(ends.1).map(|square| plan.region_of(square))
                    && let Err(error) = plan.knights.tour(&region)
                    && (!gives || plan.knights.give(&region, &[]).is_none())
                {
                    return Err(error);
                }
                Ok(plan)
            })
        };
        // If the knights fail with every division of the board, the method *factor and merge* makes the paths of the
        // regions.
        let mut plans: Box<dyn Iterator<Item = _>> = if has_both || rows.min(cols) < 2 * SIDES.start() {
            Box::new(Gives::all().flat_map(by_tree))
        } else {
            Box::new([false, true].into_iter().flat_map(by_walk))
        };
        let first = plans.next().unwrap_or(Err(TilingError::RelayEnds));
        if fails(&first) { plans.find(|made| !fails(made)).unwrap_or(first) } else { first }
    }

    /// Shifts the visiting order cyclically, so that the tour begins on the requested start or ends on the requested
    /// end.
    fn turned(mut self, (start, end): (Option<Square>, Option<Square>), has_both: bool) -> Result<Self, TilingError> {
        let all = self.cells();
        if let Some(square) = start.or(end).filter(|_| !has_both) {
            self.turn = match &self.order {
                // The first region of the tour is the region of the requested start. If no start is requested, the last
                // region of the tour is the region of the requested end.
                Order::Walk(walk, _) if !self.closed => {
                    let at = self.cuts.find(square);
                    let squares = if start.is_some() { 0 } else { self.cuts.rect(at).squares() };
                    all - walk.stop(&self.cuts, at).before - u64::from(squares)
                }
                _ if !self.closed => 0,
                _ => {
                    let at = self.region_of(square);
                    let local = at.rect.find(square).expect("a square of its region");
                    let visit = self.knights.tour(&at)?[local as usize];
                    all - at.index(u32::from(visit) - 1) - u64::from(start.is_none())
                }
            } % all;
        }
        self.start = match start {
            Some(start) => start,
            None => {
                let (region, position) = self.first();
                let visits = self.knights.tour(&region)?;
                let local = visits.iter().position(|&visit| u32::from(visit) == position + 1);
                region.rect.square(local.expect("a tour has every position") as u32)
            }
        };
        Ok(self)
    }

    /// Returns two values: the region with the first square of the tour, and the position of this square on the path of
    /// the region.
    fn first(&self) -> (Region, u32) {
        let first = |region: Region| Some((region, (0..region.rect.squares()).find(|&at| region.index(at) == 0)?));
        self.all().filter_map(first).next().expect("some region has the first square")
    }

    /// Returns the seed of the random bits.
    pub const fn seed(&self) -> u64 {
        self.knights.seed
    }

    /// Returns the rule of every knight's first try.
    pub const fn rule(&self) -> Rule {
        self.knights.rule
    }

    /// Returns the precomputed path of `region`, or `None` if the region's knight moves by the rule. The path contains
    /// the visit number of each square, counted from 1.
    pub fn given(&self, region: &Region) -> Option<&[u8]> {
        self.knights.given(region)
    }

    /// Returns the regions whose knights follow a precomputed path.
    pub fn all_given(&self) -> impl Iterator<Item = Region> {
        let cols = self.grid().1;
        self.knights.all_given().map(move |number| self.region(number as usize / cols, number as usize % cols))
    }

    /// Makes the tours of some regions of the plan. `each` is called with the index of a toured region in `regions`,
    /// the visit numbers of its squares, and the number of tries. Visit numbers are counted from 1.
    ///
    /// # Errors
    /// [`TilingError::Stuck`] if a knight fails.
    pub fn tour(&self, regions: &[Region], each: impl FnMut(usize, &[u8], u32)) -> Result<(), TilingError> {
        self.knights.tours(regions, each)
    }

    /// Returns whether the regions are in the regular order. This order is used if a list of the regions in random
    /// order would exceed the limit [`RelayChoices::memory`].
    pub const fn is_regular(&self) -> bool {
        matches!(&self.order, Order::Walk(walk, _) if walk.is_regular())
    }

    /// Returns all regions in row-major order.
    pub fn all(&self) -> impl Iterator<Item = Region> {
        let (rows, cols) = self.grid();
        (0..rows).flat_map(move |row| (0..cols).map(move |col| self.region(row, col)))
    }

    /// Returns the number of rows of regions and the number of columns of regions.
    pub fn grid(&self) -> (usize, usize) {
        self.cuts.grid()
    }

    /// Returns two lists. The first list contains, for each row of regions, the index of its first board row, and ends
    /// with the number of board rows. The second list contains, for each column of regions, the index of its first
    /// board column, and ends with the number of board columns.
    pub fn edges(&self) -> [&[u32]; 2] {
        [&self.cuts.rows, &self.cuts.cols]
    }

    /// Returns the number of regions.
    pub fn regions(&self) -> u64 {
        let (rows, cols) = self.grid();
        rows as u64 * cols as u64
    }

    /// Returns the number of squares of the largest region.
    pub fn largest(&self) -> u32 {
        let most = |edges: &[u32]| edges.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        most(&self.cuts.rows) * most(&self.cuts.cols)
    }

    /// Returns the number of squares.
    pub const fn cells(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Returns the region that contains `square`.
    fn region_of(&self, square: Square) -> Region {
        let (row, col) = self.cuts.find(square);
        self.region(row, col)
    }

    /// Returns the region in row `row` and column `col` of the grid of regions.
    ///
    /// # Panics
    /// Panics if there is no such region.
    pub fn region(&self, row: usize, col: usize) -> Region {
        let (number, all) = (row * self.grid().1 + col, self.cells());
        let region = match &self.order {
            Order::Tree(regions) => {
                let region = regions[number];
                Region { first: (region.first + self.turn) % all, ..region }
            }
            Order::Walk(walk, ends) => {
                let before = |stop: &RegionStep| (stop.before + self.turn) % all;
                let (rect, stop) = (self.cuts.rect((row, col)), walk.stop(&self.cuts, (row, col)));
                let first = before(&stop);
                // In each region before the region with an odd number of squares, the entry has the colour of the
                // board's first corner, and the exit has the other colour. In each region after it, the colours are
                // swapped.
                let odd = if self.closed { all } else { before(&walk.stop(&self.cuts, self.cuts.odd())) };
                let color = u32::from(first > odd);
                let exit_color = if first == odd { color } else { 1 - color };
                let end = |nth: usize, side: RegionSide, color: u32| {
                    let given = ends[nth].and_then(|square| rect.find(square));
                    given.unwrap_or_else(|| Gate::Best.exit(&rect, side, color))
                };
                let is_end = [first, (first + u64::from(rect.squares())) % all].map(|at| at == 0 && !self.closed);
                let entry = match is_end[0] {
                    true => end(0, stop.to.opposite(), color),
                    false => Gate::Best.entry(&rect, stop.from, color),
                };
                let exit = match is_end[1] {
                    true => end(1, stop.from.opposite(), exit_color),
                    false => Gate::Best.exit(&rect, stop.to, exit_color),
                };
                Region { rect, entry, exit, number: number as u32, first, gaps: [Excursion::NONE; 4] }
            }
        };
        region.turned(all)
    }
}

/// Checks that a relay can run on the board. The board must be a knight's board without holes, with both sides at least
/// 6.
///
/// # Errors
/// [`TilingError`] with the reason why a relay cannot run.
pub fn serves(board: &Board) -> Result<(), TilingError> {
    check_board(WHAT, board, *SIDES.start())
}

//! Factor and merge: covers the board by cycles, then joins the cycles into one tour.
//!
//! A tour satisfies two conditions: every square has two used edges, and there is only one cycle. A set of edges that
//! satisfies the first condition is a *2-factor*. Leapers' graphs are bipartite. Therefore a maximum flow gives a
//! 2-factor, or proves that none exists, in about linear time. The second condition is then achieved by exchanges:
//! adjacent cycles are joined by replacing two edges by two others. A knight's board allows many exchanges. Finding a
//! tour of a chessboard between any pair of ends takes about ten microseconds, while a search from square to square can
//! take hours. Parberry ("An efficient algorithm for the knight's tour problem", Discrete Applied Mathematics 73, 1997)
//! joins the tours of four quadrants by this exchange. The network of Takefuji and Lee ("Neural network computing for
//! knight's tour problems", Neurocomputing 4, 1992) converges to a 2-factor, which is not always one cycle. In this
//! module, exchanges join the cycles.
//!
//! Such a tour looks irregular, unlike a mosaic of tiles. Every square is first joined to random neighbours that also
//! need an edge, and the flow then adds the missing edges. The cycles (about one per 120 squares) are joined wherever
//! they are adjacent, so the tour has no visible borders and no preferred direction. Time and memory are proportional
//! to the number of squares.
//!
//! The method is a heuristic. Every result is a tour, and if no 2-factor exists, no tour exists. But if no round
//! succeeds, it is unknown whether a tour exists. [`narrow`](crate::narrow) is exact for boards of three and four rows,
//! where a failure is most likely, and [`existence`](crate::existence) contains the theorems.
//!
//! | file | content |
//! |---|---|
//! | `graph` | the board, as a mask of moves per cell |
//! | `cover` | the used edges per cell; the flow; walks along cycles |
//! | `images` | the images of cells and moves under a symmetry |
//! | `merge` | exchanges of one, two or three edges |
//! | `small` | paths with given ends and forced edges, for tiles |
//! | `seam` | symmetric covers: each exchange is made together with its images |

mod cover;
mod failure;
pub(crate) mod graph;
mod images;
mod merge;
pub(crate) mod rng;
mod seam;
pub mod small;

use courser_board::{Square, TourSpec};
pub use failure::FactorFailure;
pub use graph::MAX_CELLS;
pub(crate) use graph::MoveGraph;
pub use seam::melt_seam;

use cover::UsedEdges;
use graph::JumpOffset;
use merge::CellCycles;
use rng::Rng;

/// The required ends of a tour, for methods that search for paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ends<S = Square> {
    /// A closed tour, which has no ends.
    Closed,
    /// An open tour with any two ends.
    Open,
    /// An open tour with one given end.
    From(S),
    /// A path between two given ends, from the first to the second.
    FromTo(S, S),
}

impl<S> Ends<S> {
    /// Returns the given ends, and the number of ends that are not given.
    pub(crate) fn given(self) -> (Vec<S>, u32) {
        match self {
            Self::Closed => (vec![], 0),
            Self::Open => (vec![], 2),
            Self::From(start) => (vec![start], 1),
            Self::FromTo(start, end) => (vec![start, end], 0),
        }
    }
}

impl Ends {
    /// Returns the ends of the requested tour.
    ///
    /// A closed tour can begin on any square, so a single given end is ignored. If both ends of a closed tour are
    /// given, they are one move apart, and the tour is treated as a path between them. If only the last square of an
    /// open tour is given, the result is the variant `From` with this square. The found path must then be read
    /// backwards.
    pub(crate) fn of(spec: &TourSpec) -> Self {
        match (spec.start(), spec.end()) {
            (Some(start), Some(end)) => Self::FromTo(start, end),
            _ if spec.is_closed() => Self::Closed,
            (Some(one), None) | (None, Some(one)) => Self::From(one),
            (None, None) => Self::Open,
        }
    }

    /// Converts each end by the function `name`.
    pub(crate) fn map<T>(self, mut name: impl FnMut(Square) -> T) -> Ends<T> {
        match self {
            Self::Closed => Ends::Closed,
            Self::Open => Ends::Open,
            Self::From(start) => Ends::From(name(start)),
            Self::FromTo(start, end) => Ends::FromTo(name(start), name(end)),
        }
    }
}

/// Finds a tour of any board by the method *factor and merge*. Returns the cells in visiting order.
///
/// The method is fast, and usually successful if a tour exists; the module documentation describes the meaning of a
/// failure. The same spec and seed give the same tour on every computer. A round processes one 2-factor and all its
/// exchanges; 20 rounds are a good limit.
///
/// A closed tour begins at the first square of the board, unless the spec gives both the start and the end of the tour.
/// If an open tour has a given last square but no given start, the returned list begins with this last square. The list
/// must then be read backwards.
///
/// # Errors
/// [`FactorFailure::Impossible`] if no tour exists; [`FactorFailure::GaveUp`] if no tour was found or the board has
/// more than [`MAX_CELLS`] cells.
///
/// ```
/// use courser_board::{Board, Kind, Tour, TourSpec};
/// use courser_solve::factor;
///
/// let board = Board::new(8, 8).unwrap();
/// let order = factor::tour(&TourSpec::closed(&board), 1, 20).unwrap();
/// assert_eq!(Tour::new(board, order).unwrap().kind(), Kind::Closed);
/// ```
pub fn tour(spec: &TourSpec, seed: u64, rounds: u32) -> Result<Vec<u32>, FactorFailure> {
    tour_while(spec, seed, rounds, &mut |_| true)
}

/// Finds a tour as [`tour`] does, and stops when `go_on` returns `false`. `go_on` is called from time to time with the
/// progress of the search.
///
/// # Errors
/// Returns the errors of [`tour`], and [`FactorFailure::Stopped`] if `go_on` returned `false`.
pub fn tour_while(
    spec: &TourSpec,
    seed: u64,
    rounds: u32,
    go_on: FactorCallback<'_>,
) -> Result<Vec<u32>, FactorFailure> {
    let board = spec.board();
    let graph = MoveGraph::new(board).ok_or(FactorFailure::GaveUp)?;
    solve(&graph, Ends::of(spec).map(|square| board.index(square) as u32), &[], seed, rounds, go_on)
}

/// The progress of the method *factor and merge*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorStage {
    /// Number of cells covered by paths and cycles.
    Covering(u32),
    /// Number of cycles that remain to be joined.
    Joining(u32),
}

/// A callback that gets the progress of a search and returns whether to continue.
pub type FactorCallback<'a> = &'a mut dyn FnMut(FactorStage) -> bool;

/// A cover of a board by cycles. For an open tour, the cover can also contain a path. The cover is the initial state of
/// [`tour`].
#[derive(Clone, Debug)]
pub struct InitialCover {
    /// Mask of the used moves of each cell, with bit `k` for move code `k + 1`. A cell has two used moves, an end has
    /// one, a hole has none.
    pub used: Vec<u8>,
    /// The two end cells of the path, which are equal for a path of a single cell; `None` if the cover has no path.
    pub ends: Option<[u32; 2]>,
}

/// Covers the board by cycles. For an open tour, the cover can also contain a path between the ends of the tour.
///
/// If an end of the open tour is given, the cover must contain this path. Otherwise the path is optional, since a
/// closed tour without its closing move is an open tour.
///
/// # Errors
/// [`FactorFailure::Impossible`] if no cover exists and therefore no tour exists; [`FactorFailure::GaveUp`] if the
/// board has one or two squares, or more than [`MAX_CELLS`] cells.
pub fn cover(spec: &TourSpec, seed: u64) -> Result<InitialCover, FactorFailure> {
    let board = spec.board();
    let graph = MoveGraph::new(board).filter(|graph| graph.vertices > 2).ok_or(FactorFailure::GaveUp)?;
    let plan = CoverPlan::new(&graph, Ends::of(spec).map(|square| board.index(square) as u32), &[])?;
    let mut cover = plan.base;
    cover.complete(plan.spare, &mut Rng::new(seed), &mut |_| true)?;
    if plan.free_ends > 0 {
        cover.close_with_link(&plan.given);
    }
    let used = cover.used.iter().map(|&used| graph::by_code(used)).collect();
    Ok(InitialCover { used, ends: cover.ends.map(|ends| ends.cells) })
}

/// Returns whether cycles can cover the squares of the board. For an open tour, the cover can also contain a path
/// between the ends of the tour. If an end is given, the cover must contain this path. Every tour is such a cover.
pub(crate) fn has_cover(graph: &MoveGraph, ends: Ends<u32>) -> bool {
    if graph.vertices <= 2 {
        return tiny(graph, ends).is_ok();
    }
    CoverPlan::new(graph, ends, &[])
        .and_then(|mut plan| plan.base.complete(plan.spare, &mut Rng::new(0), &mut |_| true))
        .is_ok()
}

/// The data shared by all covers of a search.
struct CoverPlan {
    /// The cover with only the forced edges.
    base: UsedEdges,
    given: Vec<u32>,
    /// Number of free ends.
    free_ends: u64,
    /// Two numbers, one for each side of the bipartition. Each number is the maximum total of edges that the cells of
    /// this side can lack after [`UsedEdges::complete`]. A cell can lack an edge because a free end needs only one
    /// edge.
    spare: [u64; 2],
}

impl CoverPlan {
    fn new(graph: &MoveGraph, ends: Ends<u32>, forced: &[JumpOffset]) -> Result<Self, FactorFailure> {
        let (given, free) = ends.given();
        let free_ends = u64::from(free);
        if let [start, end] = given[..]
            && start == end
        {
            return Err(FactorFailure::Impossible);
        }
        let base = UsedEdges::new(graph.clone(), &given, forced)?;
        // Every edge joins a cell of one side with a cell of the other side. Therefore the two sides must need equal
        // numbers of edges. Each free end allows a difference of 1, since it needs one edge less than `needs` counts.
        let needs = base.needs();
        let gap = needs[0].abs_diff(needs[1]);
        if gap > free_ends || (free_ends - gap) % 2 == 1 {
            return Err(FactorFailure::Impossible);
        }
        let spare = match (free_ends, gap) {
            (2, 0) => [1, 1],
            _ if needs[0] > needs[1] => [gap, 0],
            _ => [0, gap],
        };
        Ok(Self { base, given, free_ends, spare })
    }
}

/// Finds a tour that contains the forced edges, in at most `rounds` rounds.
fn solve(
    graph: &MoveGraph,
    ends: Ends<u32>,
    forced: &[JumpOffset],
    seed: u64,
    rounds: u32,
    go_on: FactorCallback<'_>,
) -> Result<Vec<u32>, FactorFailure> {
    if graph.vertices <= 2 {
        return tiny(graph, ends);
    }
    let plan = CoverPlan::new(graph, ends, forced)?;
    let mut rng = Rng::new(seed);
    let mut cycles = CellCycles::new();
    for round in 0..rounds {
        let mut cover = plan.base.clone();
        cover.complete(plan.spare, &mut rng, go_on)?;
        if plan.free_ends > 0 {
            cover.close_with_link(&plan.given);
            // A closed tour is also an open tour, but some boards have only open tours. Therefore every second round
            // removes an edge of a cycle to get a path.
            if cover.ends.is_none() && round % 2 == 1 {
                cover.cut(&mut rng);
            }
        }
        if merge_all(&mut cover, &mut cycles, &mut rng, go_on)? {
            let first = cover.ends.map_or(graph.first, |ends| ends.cells[0]);
            return Ok(cover.cycle(first).collect());
        }
    }
    Err(FactorFailure::GaveUp)
}

/// Joins all cycles of a cover. Returns `false` if several cycles are left after the last attempt.
fn merge_all(
    cover: &mut UsedEdges,
    cycles: &mut CellCycles,
    rng: &mut Rng,
    go_on: FactorCallback<'_>,
) -> Result<bool, FactorFailure> {
    const SHAKES: u32 = 24;
    for _ in 0..SHAKES {
        let cells = 0..cover.graph.cells();
        cycles.tell_apart(cover, cells.clone());
        while cycles.count > 1
            && (cycles.sweep(cover, cells.clone(), rng) || cycles.swallow(cover, rng) || cycles.graft_all(cover))
        {
            if !go_on(FactorStage::Joining(cycles.count)) {
                return Err(FactorFailure::Stopped);
            }
        }
        if cycles.count == 1 {
            return Ok(true);
        }
        cycles.shake(cover, rng);
    }
    Ok(false)
}

/// Returns the tour of a board of one or two squares. This tour cannot be a cycle, since a cycle would use an edge
/// twice.
fn tiny(graph: &MoveGraph, ends: Ends<u32>) -> Result<Vec<u32>, FactorFailure> {
    let mut cells: Vec<u32> = match (graph.vertices, graph.lonely) {
        (1, _) => vec![graph.first],
        (_, 0) => (0..graph.cells()).filter(|&cell| graph.exits(cell) != 0).collect(),
        _ => return Err(FactorFailure::Impossible),
    };
    match ends {
        Ends::Closed => return Err(FactorFailure::Impossible),
        Ends::From(start) | Ends::FromTo(start, _) if start != cells[0] => cells.reverse(),
        _ => {}
    }
    match ends {
        Ends::FromTo(_, end) if end != cells[cells.len() - 1] => Err(FactorFailure::Impossible),
        _ => Ok(cells),
    }
}

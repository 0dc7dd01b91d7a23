//! Factor and merge: a cover by cycles first, one cycle then.
//!
//! A tour is two things at once: every square has two used edges, and there is
//! one cycle. The first alone is easy, since leapers' graphs are bipartite: a
//! *2-factor* is a maximum flow, found in about linear time, or proven not to
//! exist. The second is then mended: cycles that run side by side are joined by
//! exchanging two edges for two others, and a knight's board has enough of
//! these exchanges that some ten microseconds settle a chessboard for any pair of
//! ends, where a search that walks from square to square may wander for hours. The
//! exchange is the one by which Parberry ("An efficient algorithm for the knight's
//! tour problem", Discrete Applied Mathematics 73, 1997) joins the tours of four
//! quadrants; Takefuji and Lee ("Neural network computing for knight's tour
//! problems", Neurocomputing 4, 1992) let a network settle into a 2-factor and hope
//! for one cycle. Here exchanges join the cycles.
//!
//! Such a tour looks grown, not woven as a mosaic of tiles does: every square takes two
//! random neighbours, the flow evens that out, and the cycles (about one for 120 squares)
//! are joined where they happen to touch, with no seam and no direction. Time and memory
//! are proportional to the board.
//!
//! The price: it is a heuristic. What it finds is a tour, and where there is no
//! 2-factor no tour exists; but when the exchanges run out of rounds nothing is
//! known. [`narrow`](crate::narrow) is exact where that matters most, on the
//! boards of three and four rows, and [`existence`](crate::existence) knows the theorems.
//!
//! | file | what |
//! |---|---|
//! | `graph` | the board, a mask of moves per cell |
//! | `cover` | used edges per cell; the flow; the walk along a cycle |
//! | `images` | the images of cells and moves under a symmetry |
//! | `merge` | exchanges of two, three and one edge |
//! | `small` | from-to paths with forced edges, for tiles |
//! | `seam` | symmetric covers: a switch with its images |

mod cover;
mod failure;
pub(crate) mod graph;
mod images;
mod merge;
pub(crate) mod rng;
mod seam;
pub mod small;

use courser_board::{Square, TourSpec};
pub use failure::Failure;
pub(crate) use graph::Graph;
pub use graph::MAX_CELLS;
pub use seam::melt_seam;

use cover::Cover;
use graph::Hop;
use merge::Cycles;
use rng::Rng;

/// The ends that a tour must have, as the methods that look for paths see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ends<S = Square> {
    /// None: a cycle.
    Closed,
    /// Any two squares.
    Open,
    /// This square and any other.
    From(S),
    /// These two, from the first to the second.
    FromTo(S, S),
}

impl<S> Ends<S> {
    /// The ends that are given, and how many others the tour has.
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
    /// The ends of the tour that is asked for.
    ///
    /// A closed tour may begin anywhere, so that one end alone asks for nothing; with
    /// both, which are a move apart then, it is a path from one to the other. An open
    /// tour with a last square alone is one from there, backwards.
    pub(crate) fn of(spec: &TourSpec) -> Self {
        match (spec.start(), spec.end()) {
            (Some(start), Some(end)) => Self::FromTo(start, end),
            _ if spec.is_closed() => Self::Closed,
            (Some(one), None) | (None, Some(one)) => Self::From(one),
            (None, None) => Self::Open,
        }
    }

    /// The same ends, named otherwise.
    pub(crate) fn map<T>(self, mut name: impl FnMut(Square) -> T) -> Ends<T> {
        match self {
            Self::Closed => Ends::Closed,
            Self::Open => Ends::Open,
            Self::From(start) => Ends::From(name(start)),
            Self::FromTo(start, end) => Ends::FromTo(name(start), name(end)),
        }
    }
}

/// A tour of any board, by factor and merge: cells in visiting order.
///
/// Fast, and mostly successful where there is a tour; see the module for what it
/// means if not. The same spec and seed give the same tour on every machine.
/// A round is one 2-factor and all that can be made of it: 20 is a good number.
///
/// A closed tour begins at the first square of the board, unless both its ends are given; an open
/// tour of which the last square alone is given begins there, and is to be read backwards.
///
/// # Errors
/// [`Failure::Impossible`] if there is certainly none, [`Failure::GaveUp`] if
/// none was found, or if the board has more than [`MAX_CELLS`] cells.
///
/// ```
/// use courser_board::{Board, Kind, Tour, TourSpec};
/// use courser_solve::factor;
///
/// let board = Board::new(8, 8).unwrap();
/// let order = factor::tour(&TourSpec::closed(&board), 1, 20).unwrap();
/// assert_eq!(Tour::new(board, order).unwrap().kind(), Kind::Closed);
/// ```
pub fn tour(spec: &TourSpec, seed: u64, rounds: u32) -> Result<Vec<u32>, Failure> {
    tour_while(spec, seed, rounds, &mut |_| true)
}

/// As [`tour`], as long as `go_on`, which is called now and then with how far the work is, says so.
///
/// # Errors
/// As [`tour`], and [`Failure::Stopped`].
pub fn tour_while(spec: &TourSpec, seed: u64, rounds: u32, go_on: GoOn<'_>) -> Result<Vec<u32>, Failure> {
    let board = spec.board();
    let graph = Graph::new(board).ok_or(Failure::GaveUp)?;
    solve(&graph, Ends::of(spec).map(|square| board.index(square) as u32), &[], seed, rounds, go_on)
}

/// The progress of factor and merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// This many cells are covered by paths and cycles.
    Covering(u32),
    /// This many cycles are left to be joined.
    Joining(u32),
}

/// Called with how far a tour is; returns whether to go on.
pub type GoOn<'a> = &'a mut dyn FnMut(Stage) -> bool;

/// Cycles that cover a board, and for an open tour a path: what [`tour`] begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// For each cell the used moves: bit `k` for move code `k + 1`. Two of each cell, one of an end, none of a hole.
    pub used: Vec<u8>,
    /// The cells of the path's ends, twice the same for a single cell; `None` without a path.
    pub ends: Option<[u32; 2]>,
}

/// A cover of the board by cycles, with a path between the ends of an open tour.
///
/// A board that an open tour is asked of may get cycles alone: a closed tour is an open one.
///
/// # Errors
/// [`Failure::Impossible`] if there is none, and so no tour; [`Failure::GaveUp`] if the board has one or two
/// squares, or more than [`MAX_CELLS`] cells.
pub fn cover(spec: &TourSpec, seed: u64) -> Result<Start, Failure> {
    let board = spec.board();
    let graph = Graph::new(board).filter(|graph| graph.vertices > 2).ok_or(Failure::GaveUp)?;
    let plan = Plan::new(&graph, Ends::of(spec).map(|square| board.index(square) as u32), &[])?;
    let mut cover = plan.base;
    cover.complete(plan.spare, &mut Rng::new(seed), &mut |_| true)?;
    if plan.free_ends > 0 {
        cover.close_with_link(&plan.given);
    }
    let used = cover.used.iter().map(|&used| graph::by_code(used)).collect();
    Ok(Start { used, ends: cover.ends.map(|ends| ends.cells) })
}

/// Returns whether cycles (and a path with these ends) cover the board: every tour is such a cover.
pub(crate) fn has_cover(graph: &Graph, ends: Ends<u32>) -> bool {
    if graph.vertices <= 2 {
        return tiny(graph, ends).is_ok();
    }
    Plan::new(graph, ends, &[])
        .and_then(|mut plan| plan.base.complete(plan.spare, &mut Rng::new(0), &mut |_| true))
        .is_ok()
}

/// The data that all covers share.
struct Plan {
    /// The forced edges.
    base: Cover,
    given: Vec<u32>,
    /// Ends that are not given.
    free_ends: u64,
    /// The number of edges that may be missing on either side in the end.
    spare: [u64; 2],
}

impl Plan {
    fn new(graph: &Graph, ends: Ends<u32>, forced: &[Hop]) -> Result<Self, Failure> {
        let (given, free) = ends.given();
        let free_ends = u64::from(free);
        if let [start, end] = given[..]
            && start == end
        {
            return Err(Failure::Impossible);
        }
        let base = Cover::new(graph.clone(), &given, forced)?;
        // Each edge gives one to either side, so what the sides need must agree, free ends apart.
        let needs = base.needs();
        let gap = needs[0].abs_diff(needs[1]);
        if gap > free_ends || (free_ends - gap) % 2 == 1 {
            return Err(Failure::Impossible);
        }
        let spare = match (free_ends, gap) {
            (2, 0) => [1, 1],
            _ if needs[0] > needs[1] => [gap, 0],
            _ => [0, gap],
        };
        Ok(Self { base, given, free_ends, spare })
    }
}

/// The same on a graph, with edges that the tour must have.
fn solve(
    graph: &Graph,
    ends: Ends<u32>,
    forced: &[Hop],
    seed: u64,
    rounds: u32,
    go_on: GoOn<'_>,
) -> Result<Vec<u32>, Failure> {
    if graph.vertices <= 2 {
        return tiny(graph, ends);
    }
    let plan = Plan::new(graph, ends, forced)?;
    let mut rng = Rng::new(seed);
    let mut cycles = Cycles::new();
    for round in 0..rounds {
        let mut cover = plan.base.clone();
        cover.complete(plan.spare, &mut rng, go_on)?;
        if plan.free_ends > 0 {
            cover.close_with_link(&plan.given);
            // A closed tour is an open one; but there may be open ones alone.
            if cover.ends.is_none() && round % 2 == 1 {
                cover.cut(&mut rng);
            }
        }
        if merge_all(&mut cover, &mut cycles, &mut rng, go_on)? {
            let first = cover.ends.map_or(graph.first, |ends| ends.cells[0]);
            return Ok(cover.cycle(first).collect());
        }
    }
    Err(Failure::GaveUp)
}

/// Joins all cycles of a cover; `false` if some are left when patience is not.
fn merge_all(cover: &mut Cover, cycles: &mut Cycles, rng: &mut Rng, go_on: GoOn<'_>) -> Result<bool, Failure> {
    const SHAKES: u32 = 24;
    for _ in 0..SHAKES {
        let cells = 0..cover.graph.cells();
        cycles.tell_apart(cover, cells.clone());
        while cycles.count > 1
            && (cycles.sweep(cover, cells.clone(), rng) || cycles.swallow(cover, rng) || cycles.graft_all(cover))
        {
            if !go_on(Stage::Joining(cycles.count)) {
                return Err(Failure::Stopped);
            }
        }
        if cycles.count == 1 {
            return Ok(true);
        }
        cycles.shake(cover, rng);
    }
    Ok(false)
}

/// Boards of one and two squares, on which a cycle would use an edge twice.
fn tiny(graph: &Graph, ends: Ends<u32>) -> Result<Vec<u32>, Failure> {
    let mut cells: Vec<u32> = match (graph.vertices, graph.lonely) {
        (1, _) => vec![graph.first],
        (_, 0) => (0..graph.cells()).filter(|&cell| graph.exits(cell) != 0).collect(),
        _ => return Err(Failure::Impossible),
    };
    match ends {
        Ends::Closed => return Err(Failure::Impossible),
        Ends::From(start) | Ends::FromTo(start, _) if start != cells[0] => cells.reverse(),
        _ => {}
    }
    match ends {
        Ends::FromTo(_, end) if end != cells[cells.len() - 1] => Err(Failure::Impossible),
        _ => Ok(cells),
    }
}

//! Counts closed tours up to rotation and reflection of the board.
//!
//! By Burnside's lemma the number of classes is the mean, over the symmetries of the board, of the number of tours that
//! are invariant under the symmetry. An invariant tour is determined by its image in the *quotient*: the graph whose
//! vertices are the orbits of squares, and whose edges are the orbits of moves.
//!
//! A symmetry rotates or reflects the cycle of such a tour.
//! - A symmetry rotates the cycle if it fixes no square. Then the size of every orbit is the order of the symmetry, and
//!   no move of the tour joins a square to its own image. The image is a cycle through all orbits. The preimage of that
//!   cycle is one cycle or several. To decide this, give each orbit a representative. A move that leads from the
//!   representative of one orbit to the k-th image of the representative of the next orbit gets the number k. The
//!   preimage is one cycle if the sum of these numbers is coprime to the order. For the orders 2 and 4, this means that
//!   the sum is odd.
//! - A symmetry reflects the cycle if it fixes exactly two squares or moves. The image is a path through all orbits,
//!   between the two fixed elements. Each such path has exactly one tour as its preimage.
//!
//! A tour can be invariant under several reflections of the board. The sum over these reflections contains the tour
//! several times, but [`invariant`] must count it once. To correct the sum, [`invariant`] also counts the tours that
//! are invariant under several reflections. These tours correspond to paths in the quotient by these reflections.

use std::ops::ControlFlow;

use courser_board::symmetry::Isometry;
use courser_board::{Board, Square, Symmetry};
use num_bigint::BigUint;

use crate::plain::{self, PathEnds, VertexGraph, greedy};
use crate::{CountError, CountOptions, CountTask, TaskFlaw, Tours, count, tours};

/// Maximum number of squares of a board for which [`surplus`] lists the tours. The squares of a larger board have at
/// least three orbits under any group of symmetries.
const MAX_LISTED: u64 = 16;

/// Counts the classes of closed tours under rotations and reflections of the board.
///
/// The symmetries are those of the set of squares that are not holes. Therefore outer rows and columns that contain
/// only holes are ignored.
///
/// ```
/// use courser_count::{CountOptions, CountTask, Tours, classes};
///
/// let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed)?;
/// assert_eq!(classes(&task, &CountOptions::default())?.to_string(), "1245");
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// [`CountError::Classes`] if the task is for open tours, or has forced or forbidden moves. [`CountError::Task`] if
/// sides of the board are joined. Also returns the errors of [`count`].
pub fn classes(task: &CountTask, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if task.tours() != Tours::Closed {
        return Err(CountError::Classes { reason: "only those of closed tours have been worked out".into() });
    }
    if task.is_restricted() {
        return Err(CountError::Classes { reason: "some moves are forced or forbidden".into() });
    }
    task.without_joined_sides("tours are not counted up to symmetry")?;
    let task = &task.trimmed().directed(false);
    let maps: Vec<Isometry> = symmetries(task.board()).collect();
    let all = count(task, options)?;
    if all == BigUint::ZERO {
        return Ok(all);
    }
    let mut sum = all;
    for &map in maps.iter().filter(|map| **map != Isometry::IDENTITY) {
        sum += fixed(task, map, options)?;
    }
    let order = maps.len();
    if &sum % order != BigUint::ZERO {
        return Err(CountError::Classes { reason: format!("{sum} symmetric tours are not a multiple of {order}") });
    }
    Ok(sum / order)
}

/// Counts the closed tours that are invariant under a rotation or a reflection of the board.
///
/// ```
/// use courser_board::Symmetry;
/// use courser_count::{CountOptions, CountTask, Tours, invariant};
///
/// let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed)?;
/// let count = |symmetry| invariant(&task, symmetry, &CountOptions::default());
/// assert_eq!(count(Symmetry::QuarterTurn)?, 10_u32.into());
/// assert_eq!(count(Symmetry::Mirror)?, 0_u32.into());
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// [`CountError::Task`] if the task is for open tours, has forced or forbidden moves, or has a board with joined sides.
/// Also returns the errors of [`count`].
pub fn invariant(task: &CountTask, symmetry: Symmetry, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if task.tours() != Tours::Closed || task.is_restricted() {
        let message = "tours with a symmetry are closed, and choose their moves";
        return Err(CountError::task(message, TaskFlaw::Symmetric));
    }
    task.without_joined_sides("tours with a symmetry are not counted")?;
    let undirected = task.trimmed().directed(false);
    let board = undirected.board();
    if symmetry.ruled_out(board).is_some() {
        return Ok(BigUint::ZERO);
    }
    let (mut found, mut mirrors) = (BigUint::ZERO, Vec::new());
    for map in symmetry.images(board) {
        let more = fixed(&undirected, map, options)?;
        mirrors.extend((more != BigUint::ZERO).then_some(map));
        found += more;
    }
    if mirrors.len() > 1 {
        found -= surplus(&undirected, &mirrors, options)?;
    }
    Ok(task.of_undirected(found))
}

/// Returns the difference a - b. The number a is the sum, over the given reflections, of the numbers of closed tours
/// that are invariant under the reflection. The number b is the number of closed tours that are invariant under at
/// least one of the reflections.
fn surplus(task: &CountTask, mirrors: &[Isometry], options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let board = task.board();
    if board.playable() <= MAX_LISTED {
        let mut surplus = 0_u64;
        tours(task, options, &mut |order| {
            let kept = mirrors.iter().filter(|map| map.keeps_cycle(board, order)).count() as u64;
            surplus += kept.saturating_sub(1);
            ControlFlow::Continue(())
        })?;
        return Ok(surplus.into());
    }
    let axes = |transpose| mirrors.iter().copied().filter(|map| map.transpose == transpose).collect::<Vec<_>>();
    let (lines, diagonals) = (axes(false), axes(true));
    let mut surplus = BigUint::ZERO;
    // A tour with two perpendicular reflections is counted twice. Such a tour is also invariant under the half turn.
    // One of these three symmetries acts on the cycle of the tour as a rotation, and the other two act as reflections.
    // The innermost loop counts the tours for each pair of symmetries that can act as reflections.
    for axes in [&lines, &diagonals] {
        if let [one, other] = axes[..] {
            for turn in Symmetry::HalfTurn.images(board) {
                for [a, b] in [[one, other], [one, turn], [other, turn]] {
                    surplus += fixed_by_group(task, [&[a], &[b]], options)?;
                }
            }
        }
    }
    // A reflection in a middle line and a reflection in a diagonal generate all eight symmetries. A tour with all eight
    // symmetries is invariant under four reflections, so `surplus` must contain this tour three times. The steps above
    // add it twice, and this step adds it once more. The quarter turn rotates the cycle of the tour, since no
    // reflection of a cycle has the order 4. All four reflections of the board reflect the cycle, so all of them are
    // passed as reflections.
    if lines.len() + diagonals.len() == 4 {
        surplus += fixed_by_group(task, [&lines, &diagonals], options)?;
    }
    Ok(surplus)
}

/// Counts the closed tours that are invariant under a group of symmetries. Only tours whose cycle is reflected by the
/// symmetries in `mirrors`, and rotated by the other symmetries of the group, are counted. `mirrors` contains two
/// conjugacy classes of symmetries, which together generate the group.
///
/// The orbits of the squares of such a tour form a path. One end of the path belongs to a square or a move that is
/// fixed by a symmetry of the first class. The other end belongs to a square or a move that is fixed by a symmetry of
/// the second class. The board must have at least three orbits.
fn fixed_by_group(
    task: &CountTask,
    mirrors: [&[Isometry]; 2],
    options: &CountOptions<'_>,
) -> Result<BigUint, CountError> {
    let board = task.board();
    let order = 4 * mirrors[0].len();
    let (orbits, places) = orbits(board, &mirrors.concat());
    let number = |square: Square| places[board.index(square) as usize].0;
    let is_free = |orbit: usize| orbits[orbit].len() == order;
    let mut edges: Vec<(usize, usize, bool)> = Vec::new();
    // The moves from one square of a free orbit belong to different orbits of moves.
    for (from, orbit) in orbits.iter().enumerate().filter(|&(from, _)| is_free(from)) {
        let to = board.neighbours(orbit[0]).map(number).filter(|&to| to > from || to != from && !is_free(to));
        edges.extend(to.map(|to| (from, to, false)));
    }
    // Two vertices stand for the ends of the path. They are joined by a third vertex, which has degree two.
    let (middle, mut at_ends) = (orbits.len(), 0);
    for (class, apex) in mirrors.into_iter().zip(middle + 1..) {
        let images = |square: Square| class.iter().map(move |map| map.image(board, square));
        let is_still = |&orbit: &usize| {
            let square = orbits[orbit][0];
            orbits[orbit].len() == order / 2 && images(square).any(|image| image == square)
        };
        let still: Vec<usize> = (0..orbits.len()).filter(is_still).collect();
        at_ends += still.len();
        match still[..] {
            [] => {
                for (orbit, squares) in orbits.iter().enumerate().filter(|&(orbit, _)| is_free(orbit)) {
                    let is_near = |image: &Square| board.neighbours(squares[0]).any(|near| near == *image);
                    edges.extend(images(squares[0]).filter(is_near).map(|_| (orbit, apex, false)));
                }
            }
            [end] => edges.push((end, apex, false)),
            // Every orbit in `still` must be an end of the path, but only one end of the path belongs to this class of
            // symmetries.
            _ => return Ok(BigUint::ZERO),
        }
        edges.push((middle, apex, false));
    }
    if (0..orbits.len()).filter(|&orbit| !is_free(orbit)).count() > at_ends {
        // A symmetry that rotates the cycle maps no square of the tour to itself.
        return Ok(BigUint::ZERO);
    }
    let mut orders = orders(&orbits, &edges);
    orders.iter_mut().for_each(|order| order.extend(middle..middle + 3));
    let graph = VertexGraph::new(middle + 3, edges, orders, &PathEnds::default(), &[]);
    let [even, odd] = plain::cycles(&graph, options)?;
    Ok(even + odd)
}

/// Returns the orbits of the squares of a board under the group that the symmetries generate. Also returns an array
/// that contains, at the index of each square, the index of its orbit and the position of the square in the orbit. If
/// `generators` contains only one symmetry, each square of an orbit is the image of the previous square.
fn orbits(board: &Board, generators: &[Isometry]) -> (Vec<Vec<Square>>, Vec<(usize, usize)>) {
    let mut orbits: Vec<Vec<Square>> = Vec::new();
    let mut places = vec![(usize::MAX, 0); board.cells() as usize];
    for square in board.squares() {
        if places[board.index(square) as usize].0 != usize::MAX {
            continue;
        }
        let mut orbit = vec![square];
        let mut done = 0;
        while let Some(&square) = orbit.get(done) {
            places[board.index(square) as usize] = (orbits.len(), done);
            for image in generators.iter().map(|map| map.image(board, square)) {
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            done += 1;
        }
        orbits.push(orbit);
    }
    (orbits, places)
}

/// Returns candidates for an order of the orbits that keeps the frontier narrow.
fn orders(orbits: &[Vec<Square>], edges: &[(usize, usize, bool)]) -> Vec<Vec<usize>> {
    let rows: Vec<usize> = (0..orbits.len()).collect();
    let by = |key: fn(&[Square]) -> (u32, u32)| {
        let mut order = rows.clone();
        order.sort_by_key(|&orbit| key(&orbits[orbit]));
        order
    };
    let mut orders = vec![
        by(|orbit| (orbit[0].col, orbit[0].row)),
        // This order goes from both sides towards the middle. It suits orbits that have squares on both sides.
        by(|orbit| orbit.iter().map(|square| (square.col, square.row)).min().unwrap_or_default()),
    ];
    if orbits.len() <= 2000 {
        let inner: Vec<_> = edges.iter().copied().filter(|&(a, b, _)| a.max(b) < orbits.len()).collect();
        orders.push(greedy(orbits.len(), &inner));
    }
    orders.push(rows);
    orders
}

/// Returns the symmetries that map a board to itself, the identity first.
fn symmetries(board: &Board) -> impl Iterator<Item = Isometry> + '_ {
    (0..8).map(Isometry::from_bits).filter(|map| map.keeps(board))
}

/// Returns the images of a move under the symmetries of the board and the task. Each image is a pair of squares in
/// row-major order.
pub(crate) fn alike(task: &CountTask, [from, to]: [Square; 2]) -> Vec<[Square; 2]> {
    let board = task.board();
    let is_free = !task.is_restricted() && task.ends().is_empty();
    let maps = symmetries(board).filter(|&map| map == Isometry::IDENTITY || is_free);
    maps.map(|map| [from, to].map(|square| map.image(board, square))).map(|[a, b]| [a.min(b), a.max(b)]).collect()
}

/// Counts the closed tours that are invariant under a symmetry.
fn fixed(task: &CountTask, symmetry: Isometry, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let quotient = Quotient::new(task.board(), symmetry);
    if quotient.orbits.len() < 3 {
        // No cycle of a simple graph has only one or two vertices. A board with only one or two orbits has few squares,
        // so its tours are listed.
        return listed(task, symmetry, options);
    }
    let mut sum = BigUint::ZERO;
    let order = symmetry.order();
    if quotient.orbits.iter().all(|orbit| orbit.len() == order) {
        let [_, odd] = plain::cycles(&quotient.graph(&PathEnds::default()), options)?;
        sum += odd;
    }
    if let Some(flipped) = quotient.flipped().filter(|_| order == 2) {
        let [even, odd] = plain::cycles(&flipped, options)?;
        sum += even + odd;
    }
    Ok(sum)
}

/// Orbits of squares, and moves between the orbits.
struct Quotient {
    /// Squares of each orbit: the representative, its image, the image of the image, and so on.
    orbits: Vec<Vec<Square>>,
    /// Moves between orbits. Each element contains three values: the orbit whose representative is the first square of
    /// the move, the orbit of the second square, and a bit. The index of the second orbit is greater than the index of
    /// the first orbit. The bit is set if the number of the second square within its orbit is odd.
    edges: Vec<(usize, usize, bool)>,
    /// Orbits that consist of two squares one move apart.
    crossed: Vec<usize>,
}

impl Quotient {
    fn new(board: &Board, symmetry: Isometry) -> Self {
        let (orbits, places) = orbits(board, &[symmetry]);
        let (mut edges, mut crossed) = (Vec::new(), Vec::new());
        for (number, orbit) in orbits.iter().enumerate() {
            let mut near: Vec<(usize, usize)> =
                board.neighbours(orbit[0]).map(|square| places[board.index(square) as usize]).collect();
            near.sort_unstable();
            if near.contains(&(number, 1)) && orbit.len() == 2 {
                crossed.push(number);
            }
            for (to, image) in near.into_iter().filter(|&(to, _)| to != number) {
                // If this orbit is a fixed square and the other orbit is a pair, two moves lead from the fixed square
                // to the pair. The symmetry exchanges these two moves. Only the first of the two moves gives an edge.
                let is_again = orbit.len() < orbits[to].len() && image > 0;
                if to > number && !is_again {
                    edges.push((number, to, image % 2 == 1));
                }
            }
        }
        Self { orbits, edges, crossed }
    }

    /// Returns a graph whose cycles correspond to the tours that the reflection maps to themselves. Returns `None` if
    /// no tour can contain exactly two elements that the reflection fixes. An element is a square or a move.
    ///
    /// The vertices of the graph are the orbits and an additional vertex, the *apex*. A tour that the reflection maps
    /// to itself becomes a path of orbits between the two fixed elements. A fixed element is a square, or a move within
    /// an orbit. The apex closes the path to a cycle.
    fn flipped(&self) -> Option<VertexGraph> {
        let still: Vec<usize> = (0..self.orbits.len()).filter(|&orbit| self.orbits[orbit].len() == 1).collect();
        let may = match (still.len(), self.crossed.len()) {
            (0, 2..) | (1, 1..) => self.crossed.clone(),
            (2, _) => Vec::new(),
            // A reflection of a cycle maps exactly two elements of the cycle to themselves. An element is a square or a
            // move.
            _ => return None,
        };
        Some(self.graph(&PathEnds { must: still, may }))
    }

    /// Returns the graph of the orbits. If a rotation maps a tour to itself, this tour becomes a cycle of the graph. If
    /// `ends` contains ends, the cycles of the graph correspond to paths between these ends instead.
    fn graph(&self, ends: &PathEnds) -> VertexGraph {
        VertexGraph::new(self.orbits.len(), self.edges.clone(), orders(&self.orbits, &self.edges), ends, &[])
    }
}

/// Counts the closed tours that are invariant under a symmetry, by listing all closed tours.
fn listed(task: &CountTask, symmetry: Isometry, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let mut found = 0_u64;
    tours(task, options, &mut |order| {
        found += u64::from(symmetry.keeps_cycle(task.board(), order));
        ControlFlow::Continue(())
    })?;
    Ok(found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tours_that_a_symmetry_keeps_are_as_many_as_the_lister_finds() {
        let knight = |size: &str| size.parse::<Board>().unwrap();
        let holed = |size: &str, holes: &[(u32, u32)]| {
            knight(size).with_holes(holes.iter().map(|&(row, col)| Square::new(row, col))).unwrap()
        };
        let other = |size: &str, leaper: &str| knight(size).with_leaper(leaper.parse().unwrap());
        let mut seen = 0;
        for board in [
            knight("5x6"),
            knight("6x5"),
            knight("3x10"),
            knight("10x3"),
            // The first board is a ring, which every symmetry maps to itself.
            holed("5x5", &[(2, 2)]),
            holed("5x5", &[(1, 1), (1, 3), (3, 1), (3, 3), (2, 2)]),
            holed("3x3", &[(1, 1)]),
            holed("5x6", &[(2, 2), (2, 3)]),
            holed("5x5", &[(0, 0), (4, 4)]),
            // Reflections of these boards map some squares or moves to themselves.
            other("4x4", "wazir"),
            other("4x3", "wazir"),
            other("2x5", "wazir"),
            other("2x2", "wazir"),
            other("3x4", "wazir"),
            other("6x4", "wazir"),
            other("2x12", "wazir"),
            other("12x2", "wazir"),
            other("4x5", "wazir"),
            other("4x4", "0,2"),
            other("4x6", "1,4"),
            knight("3x12"),
            holed("3x3", &[(0, 0), (2, 2)]).with_leaper("wazir".parse().unwrap()),
            holed("5x5", &[(1, 1), (3, 3), (1, 3), (3, 1), (2, 2)]).with_leaper("wazir".parse().unwrap()),
        ] {
            let task = CountTask::new(board.clone(), Tours::Closed).unwrap();
            for symmetry in symmetries(&board).skip(1) {
                let options = CountOptions::default();
                let (counted, listed) =
                    (fixed(&task, symmetry, &options).unwrap(), listed(&task, symmetry, &options).unwrap());
                assert_eq!(counted, listed, "{board:?} {symmetry:?}");
                seen += u32::from(listed != BigUint::ZERO);
            }
        }
        assert!(seen >= 20, "only {seen} symmetries keep a tour");
    }
}

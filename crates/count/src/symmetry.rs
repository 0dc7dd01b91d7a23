//! Closed tours up to rotation and reflection of the board.
//!
//! By Burnside's lemma the number of classes is the mean, over the symmetries of the board, of the number of tours that
//! a symmetry takes to themselves. Such a tour is known by its picture in the *quotient*: the graph whose vertices are
//! the orbits of squares, and whose edges are the orbits of moves.
//!
//! A symmetry of a cycle turns it or flips it.
//! - It turns it if it leaves no square where it is; then all orbits are as large as its order is, and no move of the
//!   tour joins a square to its own image. The picture is a cycle through all orbits. Whether what lies above that cycle
//!   is one cycle or several is decided by a number: give each orbit a representative, and let each move that leads
//!   from the representative of one to the k-th image of the next count k. What lies above is one cycle if the
//!   sum has no divisor with the order in common: for the orders 2 and 4, if it is odd.
//! - It flips it if it leaves exactly two things where they are, squares or moves. The picture is a path through
//!   all orbits, from one of the two to the other, and above each such path lies one tour.

use courser_board::symmetry::Isometry;
use courser_board::{Board, Square, Symmetry};
use num_bigint::BigUint;

use crate::plain::{self, Ends, Graph, greedy};
use crate::{CountError, CountOptions, Task, Tours, count, tours};

/// The maximum number of squares of a board whose tours are listed if several reflections keep some of them.
pub const MAX_LISTED: u64 = 20;

/// The number of classes of closed tours that rotations and reflections of the board take into each other.
///
/// The symmetries are those of its squares: rows and columns of holes at its sides make no difference.
///
/// ```
/// use courser_count::{CountOptions, Task, Tours, classes};
///
/// let task = Task::new("6x6".parse().unwrap(), Tours::Closed)?;
/// assert_eq!(classes(&task, &CountOptions::default())?.to_string(), "1245");
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// [`CountError::Classes`] for open tours, else as [`count`].
pub fn classes(task: &Task, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if task.tours() != Tours::Closed {
        return Err(CountError::Classes { reason: "only those of closed tours have been worked out".into() });
    }
    if task.is_restricted() {
        return Err(CountError::Classes { reason: "some moves are forced or forbidden".into() });
    }
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

/// The number of closed tours that a turn or a reflection of the board takes to themselves.
///
/// ```
/// use courser_board::Symmetry;
/// use courser_count::{CountOptions, Task, Tours, invariant};
///
/// let task = Task::new("6x6".parse().unwrap(), Tours::Closed)?;
/// let count = |symmetry| invariant(&task, symmetry, &CountOptions::default());
/// assert_eq!(count(Symmetry::QuarterTurn)?, 10_u32.into());
/// assert_eq!(count(Symmetry::Mirror)?, 0_u32.into());
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// [`CountError::Task`] for open tours, for moves that are forced or forbidden, and if tours of more than [`MAX_LISTED`]
/// squares are found for several reflections, since some may have more than one; else as [`count`].
pub fn invariant(task: &Task, symmetry: Symmetry, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if task.tours() != Tours::Closed || task.is_restricted() {
        let message = "tours with a symmetry are closed, and choose their moves";
        return Err(CountError::task(message, "ask for all closed tours of the board"));
    }
    let undirected = task.trimmed().directed(false);
    let board = undirected.board();
    if symmetry.ruled_out(board).is_some() {
        return Ok(BigUint::ZERO);
    }
    let maps = symmetry.images(board);
    let mut found = BigUint::ZERO;
    for &map in &maps {
        let more = fixed(&undirected, map, options)?;
        if found != BigUint::ZERO && more != BigUint::ZERO {
            if board.playable() > MAX_LISTED {
                let message = "tours are found for several reflections, and how many have more than one is not known";
                return Err(CountError::task(message, "choose another board"));
            }
            return Ok(task.of_undirected(listed(&undirected, &maps)));
        }
        found += more;
    }
    Ok(task.of_undirected(found))
}

/// The symmetries that take a board to itself, the identity first.
fn symmetries(board: &Board) -> impl Iterator<Item = Isometry> + '_ {
    (0..8).map(Isometry::from_bits).filter(|map| map.keeps(board))
}

/// The moves to which symmetries of the board, and of the tours, take a move; the lower square comes first.
pub(crate) fn alike(task: &Task, [from, to]: [Square; 2]) -> Vec<[Square; 2]> {
    let board = task.board();
    let is_free = !task.is_restricted() && task.ends().is_empty();
    let maps = symmetries(board).filter(|&map| map == Isometry::IDENTITY || is_free);
    maps.map(|map| [from, to].map(|square| map.image(board, square))).map(|[a, b]| [a.min(b), a.max(b)]).collect()
}

/// The closed tours that a symmetry takes to themselves.
fn fixed(task: &Task, symmetry: Isometry, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let quotient = Quotient::new(task.board(), symmetry);
    if quotient.orbits.len() < 3 {
        // Cycles of one or two orbits are not cycles of a graph; but there are few squares.
        return Ok(listed(task, &[symmetry]));
    }
    let mut sum = BigUint::ZERO;
    let order = symmetry.order();
    if quotient.orbits.iter().all(|orbit| orbit.len() == order) {
        let [_, odd] = plain::cycles(&quotient.graph(&Ends::default()), options)?;
        sum += odd;
    }
    if let Some(flipped) = quotient.flipped().filter(|_| order == 2) {
        let [even, odd] = plain::cycles(&flipped, options)?;
        sum += even + odd;
    }
    Ok(sum)
}

/// Orbits of squares, and of moves between them.
struct Quotient {
    /// The squares of each orbit: its representative, that one's image, and so on.
    orbits: Vec<Vec<Square>>,
    /// Moves from the representative of one orbit to a later one, and whether that image is an odd one.
    edges: Vec<(usize, usize, bool)>,
    /// Orbits of two squares that are a move apart.
    crossed: Vec<usize>,
}

impl Quotient {
    fn new(board: &Board, symmetry: Isometry) -> Self {
        let mut orbits: Vec<Vec<Square>> = Vec::new();
        let mut places = vec![(usize::MAX, 0); board.cells() as usize];
        for square in board.squares() {
            if places[board.index(square) as usize].0 != usize::MAX {
                continue;
            }
            let mut orbit = Vec::new();
            let mut image = square;
            while places[board.index(image) as usize].0 == usize::MAX {
                places[board.index(image) as usize] = (orbits.len(), orbit.len());
                orbit.push(image);
                image = symmetry.image(board, image);
            }
            orbits.push(orbit);
        }
        let (mut edges, mut crossed) = (Vec::new(), Vec::new());
        for (number, orbit) in orbits.iter().enumerate() {
            let mut near: Vec<(usize, usize)> =
                board.neighbours(orbit[0]).map(|square| places[board.index(square) as usize]).collect();
            near.sort_unstable();
            if near.contains(&(number, 1)) && orbit.len() == 2 {
                crossed.push(number);
            }
            for (to, image) in near.into_iter().filter(|&(to, _)| to != number) {
                // From a square that stays, the moves to all of an orbit are one orbit of moves.
                let is_again = orbit.len() < orbits[to].len() && image > 0;
                if to > number && !is_again {
                    edges.push((number, to, image % 2 == 1));
                }
            }
        }
        Self { orbits, edges, crossed }
    }

    /// A graph whose cycles are the pictures of tours that are flipped: one more vertex, the *apex*, closes the paths.
    ///
    /// The paths end at what the flip leaves where it is: squares, and moves within an orbit.
    fn flipped(&self) -> Option<Graph> {
        let still: Vec<usize> = (0..self.orbits.len()).filter(|&orbit| self.orbits[orbit].len() == 1).collect();
        let may = match (still.len(), self.crossed.len()) {
            (0, 2..) | (1, 1..) => self.crossed.clone(),
            (2, _) => Vec::new(),
            // A flip leaves two things where they are, no more.
            _ => return None,
        };
        Some(self.graph(&Ends { must: still, may }))
    }

    /// The graph of the orbits, whose cycles are the pictures of tours that are turned, or paths with these ends.
    fn graph(&self, ends: &Ends) -> Graph {
        let vertices = self.orbits.len();
        let rows: Vec<usize> = (0..vertices).collect();
        let by = |key: fn(&[Square]) -> (u32, u32)| {
            let mut order = rows.clone();
            order.sort_by_key(|&orbit| key(&self.orbits[orbit]));
            order
        };
        let mut orders = vec![
            by(|orbit| (orbit[0].col, orbit[0].row)),
            // From both sides towards the middle, where an orbit has squares on both.
            by(|orbit| orbit.iter().map(|square| (square.col, square.row)).min().unwrap_or_default()),
        ];
        if vertices <= 2000 {
            orders.push(greedy(vertices, &self.edges));
        }
        orders.push(rows);
        Graph::new(vertices, self.edges.clone(), orders, ends, &[])
    }
}

/// The closed tours that at least one of these symmetries takes to themselves, by listing all tours.
fn listed(task: &Task, symmetries: &[Isometry]) -> BigUint {
    let mut found = 0_u64;
    tours(task, &mut |order| {
        found += u64::from(symmetries.iter().any(|map| map.keeps_cycle(task.board(), order)));
        std::ops::ControlFlow::Continue(())
    });
    BigUint::from(found)
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
            // A ring, in which every symmetry acts.
            holed("5x5", &[(2, 2)]),
            holed("5x5", &[(1, 1), (1, 3), (3, 1), (3, 3), (2, 2)]),
            holed("3x3", &[(1, 1)]),
            holed("5x6", &[(2, 2), (2, 3)]),
            holed("5x5", &[(0, 0), (4, 4)]),
            // Moves that a reflection leaves where they are, and squares.
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
            let task = Task::new(board.clone(), Tours::Closed).unwrap();
            for symmetry in symmetries(&board).skip(1) {
                let (counted, listed) =
                    (fixed(&task, symmetry, &CountOptions::default()).unwrap(), listed(&task, &[symmetry]));
                assert_eq!(counted, listed, "{board:?} {symmetry:?}");
                seen += u32::from(listed != BigUint::ZERO);
            }
        }
        assert!(seen >= 20, "only {seen} symmetries keep a tour");
    }
}

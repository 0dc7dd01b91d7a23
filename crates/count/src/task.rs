//! The board and the tours to count.

use std::collections::BTreeSet;

use courser_board::{Board, Square, Wrap};
use num_bigint::BigUint;

use crate::checkpoint::{fingerprint, short_hash, version};
use crate::{CountError, TaskFlaw};

/// The kind of tours to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tours {
    /// Closed tours: Hamiltonian cycles.
    Closed,
    /// Open tours: Hamiltonian paths, including those whose ends are one move apart.
    Open {
        /// Required start of the path.
        start: Option<Square>,
        /// Required end of the path.
        end: Option<Square>,
    },
}

/// A board and the kind of its tours to count. A tour and its reverse count once, unless the task is
/// [`directed`](Self::directed).
///
/// ```
/// use courser_count::{CountOptions, CountTask, Tours, count};
///
/// let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed)?;
/// assert_eq!(count(&task, &CountOptions::default())?.to_string(), "9862");
/// # Ok::<(), courser_count::CountError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountTask {
    board: Board,
    tours: Tours,
    is_directed: bool,
    with: Vec<[Square; 2]>,
    without: Vec<[Square; 2]>,
}

impl CountTask {
    /// Creates the task of counting the tours of kind `tours` on a board.
    ///
    /// # Errors
    /// [`CountError::Task`] if an end is not a square of the board, if both ends are the same, or if the board has too
    /// many squares to be counted.
    pub fn new(board: Board, tours: Tours) -> Result<Self, CountError> {
        if board.cells() > 1 << 20 {
            let message = format!("no count goes through {} squares", board.cells());
            return Err(CountError::task(message, TaskFlaw::TooLarge));
        }
        if let Tours::Open { start, end } = tours {
            for square in [start, end].into_iter().flatten() {
                let playable = board.playable_square(square);
                playable.map_err(|error| CountError::task(error.to_string(), TaskFlaw::Square))?;
            }
            if start.is_some() && start == end && board.playable() > 1 {
                let message = "an open tour does not end where it starts";
                return Err(CountError::task(message, TaskFlaw::End));
            }
        }
        Ok(Self { board, tours, is_directed: false, with: Vec::new(), without: Vec::new() })
    }

    /// Sets whether a tour and its reverse count as two tours.
    #[must_use]
    pub fn directed(self, is_directed: bool) -> Self {
        Self { is_directed, ..self }
    }

    /// Restricts the task to the tours that use all moves of `with` and no move of `without`.
    ///
    /// ```
    /// use courser_count::{CountOptions, CountTask, Tours, count};
    ///
    /// let board: courser_board::Board = "6x6".parse().unwrap();
    /// let [a1, b3, c2] = ["a1", "b3", "c2"].map(|name| board.square(name).unwrap());
    /// let task = CountTask::new(board, Tours::Closed)?;
    /// // Every closed tour uses both moves of a corner.
    /// let corner = task.clone().restricted(&[[a1, b3], [c2, a1]], &[])?;
    /// assert_eq!(count(&corner, &CountOptions::default())?, count(&task, &CountOptions::default())?);
    /// # Ok::<(), courser_count::CountError>(())
    /// ```
    ///
    /// # Errors
    /// [`CountError::Task`] if a pair is not a move, if a move is in both lists, or if no tour can contain all moves of
    /// `with`. The last error occurs if three of the moves are at one square, if too many of them are at an end, or if
    /// they form a cycle that leaves squares out.
    pub fn restricted(mut self, with: &[[Square; 2]], without: &[[Square; 2]]) -> Result<Self, CountError> {
        let board = &self.board;
        let name = |square: Square| square.name(board.rows());
        let text = |[a, b]: [Square; 2]| format!("{}-{}", name(a), name(b));
        let ordered = |moves: &[[Square; 2]]| {
            let mut ordered: Vec<[Square; 2]> = moves.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            ordered.sort_unstable();
            ordered.dedup();
            ordered
        };
        for &[a, b] in with.iter().chain(without) {
            if !board.is_playable(a) || !board.neighbours(a).any(|square| square == b) {
                let piece = board.leaper().piece();
                let message = format!("{} is not a move of the {piece} on this board", text([a, b]));
                return Err(CountError::task(message, TaskFlaw::Move));
            }
        }
        if let Some(&[a, b]) = with.iter().find(|&&[a, b]| without.contains(&[a, b]) || without.contains(&[b, a])) {
            let message = format!("{} is both forced and forbidden", text([a, b]));
            return Err(CountError::task(message, TaskFlaw::Both));
        }
        let (with, without) = (ordered(with), ordered(without));
        // The paths of forced moves, as a map from each end of a path to the other end.
        let mut far = std::collections::BTreeMap::<Square, Square>::new();
        let mut degrees = std::collections::BTreeMap::<Square, u32>::new();
        for (at, &[a, b]) in with.iter().enumerate() {
            for square in [a, b] {
                let degree = degrees.entry(square).or_default();
                *degree += 1;
                if *degree > 2 - u32::from(board.playable() > 1 && self.ends().contains(&square)) {
                    let message = format!("{} forced moves of {} are too many", *degree, name(square));
                    return Err(CountError::task(message, TaskFlaw::Degree));
                }
            }
            let (to_a, to_b) = (far.get(&a).copied().unwrap_or(a), far.get(&b).copied().unwrap_or(b));
            let is_tour = self.tours == Tours::Closed && at as u64 + 1 == board.playable();
            if to_a == b && !is_tour {
                return Err(CountError::task("the forced moves make a cycle", TaskFlaw::Cycle));
            }
            far.insert(to_a, to_b);
            far.insert(to_b, to_a);
        }
        (self.with, self.without) = (with, without);
        Ok(self)
    }

    /// Returns the moves that every tour must use, each with the lower square first.
    pub fn with(&self) -> &[[Square; 2]] {
        &self.with
    }

    /// Returns the moves that no tour may use, each with the lower square first.
    pub fn without(&self) -> &[[Square; 2]] {
        &self.without
    }

    /// Returns whether moves are forced or forbidden.
    pub fn is_restricted(&self) -> bool {
        !self.with.is_empty() || !self.without.is_empty()
    }

    /// Returns the squares that a tour may visit immediately before or after a square.
    pub(crate) fn neighbours(&self, from: Square) -> impl Iterator<Item = Square> + '_ {
        let is_allowed = move |to: &Square| !self.without.contains(&[from.min(*to), from.max(*to)]);
        self.board.neighbours(from).filter(is_allowed)
    }

    /// Returns whether a tour and its reverse count as two tours.
    pub const fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Returns a name for the task and the version of the program, as hexadecimal digits. Different tasks have
    /// different names.
    pub fn digest(&self, build: &str) -> String {
        let words = [fingerprint(self), version(build)].map(u64::to_le_bytes).concat();
        format!("{:016x}", short_hash(&words))
    }

    /// Returns the board whose tours are counted.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the kind of tours to count.
    pub const fn tours(&self) -> Tours {
        self.tours
    }

    /// Returns the moves that tours may use, each with the lower square first.
    pub(crate) fn moves(&self) -> BTreeSet<[Square; 2]> {
        let from = |from| self.neighbours(from).filter(move |&to| to > from).map(move |to| [from, to]);
        self.board().squares().flat_map(from).collect()
    }

    /// Trims the board to the smallest rectangle that contains all its squares. The number of tours stays the same, and
    /// the count takes less work.
    pub(crate) fn trimmed(&self) -> Self {
        let (board, first) = self.board.trimmed();
        let moved = |square: Square| Square::new(square.row - first.row, square.col - first.col);
        let tours = match self.tours {
            Tours::Closed => Tours::Closed,
            Tours::Open { start, end } => Tours::Open { start: start.map(moved), end: end.map(moved) },
        };
        let all_moved = |moves: &[[Square; 2]]| moves.iter().map(|&both| both.map(moved)).collect();
        let (with, without) = (all_moved(&self.with), all_moved(&self.without));
        Self { board, tours, is_directed: self.is_directed, with, without }
    }

    /// Returns an error if sides of the board are joined. `what` is the beginning of the message.
    pub(crate) fn without_joined_sides(&self, what: &str) -> Result<(), CountError> {
        match self.board.wrap() {
            Wrap::None => Ok(()),
            _ => Err(CountError::task(format!("{what} for boards with joined sides"), TaskFlaw::Joined)),
        }
    }

    /// Returns the required ends, or an empty list for closed tours.
    pub fn ends(&self) -> Vec<Square> {
        match self.tours {
            Tours::Closed => Vec::new(),
            Tours::Open { start, end } => {
                let mut ends: Vec<Square> = [start, end].into_iter().flatten().collect();
                ends.sort_unstable();
                ends.dedup();
                ends
            }
        }
    }

    /// Returns whether the number of tours is twice the number of tours without directions.
    ///
    /// A path with a required end has only one direction. The same applies to the tour of a single square.
    pub(crate) fn counts_twice(&self) -> bool {
        self.is_directed && self.ends().is_empty() && self.board.playable() > 1
    }

    /// Converts a number of tours without directions to the number of tours of the task.
    pub(crate) fn of_undirected(&self, number: BigUint) -> BigUint {
        if self.counts_twice() { number * 2_u32 } else { number }
    }
}

//! The board and the tours to count.

use std::collections::BTreeSet;

use courser_board::{Board, BoardError, Kind, Square, TourSpec, Wrap};
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

/// A board, and the kind of tours to count. A tour and its reverse are counted as one tour, unless the task is
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
    /// Creates a counting task for a board. `tours` is the kind of the counted tours.
    ///
    /// # Errors
    /// [`CountError::Board`] if an end is not a square of the board, or if both ends are the same; [`CountError::Task`]
    /// if the board has too many squares for a count of its tours.
    pub fn new(board: Board, tours: Tours) -> Result<Self, CountError> {
        if board.cells() > 1 << 20 {
            let message = format!("no count goes through {} squares", board.cells());
            return Err(CountError::task(message, TaskFlaw::TooLarge));
        }
        if let Tours::Open { start, end } = tours {
            TourSpec::new(&board, Kind::Open, start, end)?;
        }
        Ok(Self { board, tours, is_directed: false, with: Vec::new(), without: Vec::new() })
    }

    /// Sets whether a tour and its reverse count as two tours.
    #[must_use]
    pub fn directed(self, is_directed: bool) -> Self {
        Self { is_directed, ..self }
    }

    /// Restricts the task to the tours that use all moves in `with` and no move in `without`.
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
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`TourSpec::restricted`].
    pub fn restricted(self, with: &[[Square; 2]], without: &[[Square; 2]]) -> Result<Self, BoardError> {
        let spec = self.spec().restricted(with, without)?;
        Ok(Self { with: spec.with().to_vec(), without: spec.without().to_vec(), ..self })
    }

    /// Returns the specification of the tours.
    pub fn spec(&self) -> TourSpec {
        let (kind, start, end) = match self.tours {
            Tours::Closed => (Kind::Closed, None, None),
            Tours::Open { start, end } => (Kind::Open, start, end),
        };
        let spec = TourSpec::new(&self.board, kind, start, end);
        spec.and_then(|spec| spec.restricted(&self.with, &self.without)).expect("a task has valid ends and moves")
    }

    /// Returns the moves that every tour must use. Each move is a pair of squares. The first square of the pair comes
    /// before the second square in row-major order.
    pub fn with(&self) -> &[[Square; 2]] {
        &self.with
    }

    /// Returns the moves that no tour may use, as pairs of squares. The first square of each pair comes before the
    /// second square in row-major order.
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

    /// Returns a name of hexadecimal digits that identifies the task and the version of the program. Different tasks
    /// have different names.
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

    /// Returns the moves that tours may use. Each move is a pair of squares. The first square of the pair comes before
    /// the second square in row-major order.
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

    /// Returns whether the task counts each undirected tour twice, once per direction.
    ///
    /// A path with a required end is counted in only one direction. The tour of a single square is also counted once.
    pub(crate) fn counts_twice(&self) -> bool {
        self.is_directed && self.ends().is_empty() && self.board.playable() > 1
    }

    /// Converts the number of undirected tours to the number of tours that the task counts.
    pub(crate) fn of_undirected(&self, number: BigUint) -> BigUint {
        if self.counts_twice() { number * 2_u32 } else { number }
    }
}

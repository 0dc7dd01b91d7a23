//! The board and the tours to count.

use courser_board::{Board, Square};
use num_bigint::BigUint;

use crate::CountError;

/// Which tours of a board are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tours {
    /// Closed tours: Hamiltonian cycles.
    Closed,
    /// Open tours: Hamiltonian paths, those included whose ends are a move apart.
    Open {
        /// The square that must be an end of the path.
        start: Option<Square>,
        /// The square that must be the other end.
        end: Option<Square>,
    },
}

/// A board and the tours of it that are to be counted; a tour and its reverse are one, if not
/// [`directed`](Self::directed).
///
/// ```
/// use courser_count::{CountOptions, Task, Tours, count};
///
/// let task = Task::new("6x6".parse().unwrap(), Tours::Closed)?;
/// assert_eq!(count(&task, &CountOptions::default())?.to_string(), "9862");
/// # Ok::<(), courser_count::CountError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    board: Board,
    tours: Tours,
    is_directed: bool,
}

impl Task {
    /// A task: to count these tours of this board.
    ///
    /// # Errors
    /// [`CountError::Task`] if an end is not a square of the board, if both ends are the same, or if the board
    /// has more squares than could ever be counted over.
    pub fn new(board: Board, tours: Tours) -> Result<Self, CountError> {
        if board.cells() > 1 << 20 {
            return Err(CountError::Task {
                message: format!("no count goes through {} squares", board.cells()),
                hint: "choose a smaller board",
            });
        }
        if let Tours::Open { start, end } = tours {
            for square in [start, end].into_iter().flatten() {
                board
                    .playable_square(square)
                    .map_err(|error| CountError::Task { message: error.to_string(), hint: "choose another square" })?;
            }
            if start.is_some() && start == end && board.playable() > 1 {
                return Err(CountError::Task {
                    message: "an open tour does not end where it starts".into(),
                    hint: "choose another end, or leave it out",
                });
            }
        }
        Ok(Self { board, tours, is_directed: false })
    }

    /// The same task, counting a tour and its reverse as two if `is_directed`.
    #[must_use]
    pub fn directed(self, is_directed: bool) -> Self {
        Self { is_directed, ..self }
    }

    /// Returns true if a tour and its reverse are two.
    pub const fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// The board whose tours are counted.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Which tours are counted.
    pub const fn tours(&self) -> Tours {
        self.tours
    }

    /// The same task on the smallest board that has all the squares: as many tours, and less to go through.
    pub(crate) fn trimmed(&self) -> Self {
        let (board, first) = self.board.trimmed();
        let moved = |square: Square| Square::new(square.row - first.row, square.col - first.col);
        let tours = match self.tours {
            Tours::Closed => Tours::Closed,
            Tours::Open { start, end } => Tours::Open { start: start.map(moved), end: end.map(moved) },
        };
        Self { board, tours, is_directed: self.is_directed }
    }

    /// The ends that are given; empty for closed tours.
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

    /// Returns true if there are two tours for each that is counted without directions.
    ///
    /// A path from a given start has one direction, and so has that of a single square.
    pub(crate) fn counts_twice(&self) -> bool {
        self.is_directed && self.ends().is_empty() && self.board.playable() > 1
    }

    /// The number of tours, by the number without directions.
    pub(crate) fn of_undirected(&self, number: BigUint) -> BigUint {
        if self.counts_twice() { number * 2_u32 } else { number }
    }
}

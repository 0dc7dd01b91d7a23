//! For each move of a board, the number of tours that use it.

use std::collections::BTreeMap;

use courser_board::Square;
use num_bigint::BigUint;

use crate::{CountError, CountOptions, CountProgress, Task, count, symmetry};

/// A move of a board, and the number of tours that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveUse {
    /// The square with the lower index.
    pub from: Square,
    /// The other square.
    pub to: Square,
    /// The number of tours, a tour and its reverse being one.
    pub tours: BigUint,
}

/// For each move of a board the number of tours that use it, in the order of its squares; a tour and its reverse are one.
///
/// Of the moves that symmetries of the board take into each other one is counted.
///
/// ```
/// use courser_count::{BigUint, CountOptions, Task, Tours, by_move};
///
/// let task = Task::new("5x6".parse().unwrap(), Tours::Closed)?;
/// let moves = by_move(&task, &CountOptions::default())?;
/// // Each of the eight tours has thirty moves.
/// assert_eq!(moves.iter().map(|used| &used.tours).sum::<BigUint>(), 240_u32.into());
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// As [`count`].
pub fn by_move(task: &Task, options: &CountOptions<'_>) -> Result<Vec<MoveUse>, CountError> {
    let task = task.clone().directed(false);
    let board = task.board();
    let all: Vec<[Square; 2]> = board
        .squares()
        .flat_map(|from| task.neighbours(from).filter(move |&to| to > from).map(move |to| [from, to]))
        .collect();
    let mut known: BTreeMap<[Square; 2], BigUint> = BTreeMap::new();
    for (at, &one) in all.iter().enumerate() {
        if known.contains_key(&one) {
            continue;
        }
        let part = |progress: CountProgress| {
            // Most moves are known by an earlier one, and these are spread evenly enough.
            options.report(CountProgress { done: (at as f64 + progress.done) / all.len() as f64, ..progress });
        };
        let with: Vec<[Square; 2]> = task.with().iter().copied().chain([one]).collect();
        let tours = match task.clone().restricted(&with, task.without()) {
            Ok(task) => count(&task, &CountOptions { progress: Some(&part), ..options.clone() })?,
            // It contradicts what is forced already.
            Err(_) => BigUint::ZERO,
        };
        for alike in symmetry::alike(&task, one) {
            known.insert(alike, tours.clone());
        }
    }
    Ok(known.into_iter().map(|([from, to], tours)| MoveUse { from, to, tours }).collect())
}

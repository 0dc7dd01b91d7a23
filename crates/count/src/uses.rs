//! For each move of a board, the number of tours that use it.

use std::collections::{BTreeMap, BTreeSet};

use courser_board::Square;
use num_bigint::BigUint;

use crate::blocks::Ring;
use crate::residues::{bound, combine, primes};
use crate::{CountError, CountOptions, CountProgress, Layers, Task, count, symmetry};

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
/// All numbers follow from one sweep forth and one back, where the layers of the board fit into memory; else each move is
/// forced in a count of its own.
///
/// # Errors
/// As [`count`].
pub fn by_move(task: &Task, options: &CountOptions<'_>) -> Result<Vec<MoveUse>, CountError> {
    let corner = task.board().trimmed().1;
    let task = task.trimmed().directed(false);
    let board = task.board();
    let all: BTreeSet<[Square; 2]> = board
        .squares()
        .flat_map(|from| task.neighbours(from).filter(move |&to| to > from).map(move |to| [from, to]))
        .collect();
    let known = match swept(&task, options) {
        Err(CountError::TooLarge | CountError::Memory { .. } | CountError::Task { .. }) => {
            one_by_one(&task, &all, options)?
        }
        known => known?,
    };
    let moved = |square: Square| Square::new(square.row + corner.row, square.col + corner.col);
    let used = |[from, to]: [Square; 2]| {
        let tours = known.get(&[from, to]).cloned().unwrap_or_default();
        MoveUse { from: moved(from), to: moved(to), tours }
    };
    Ok(all.into_iter().map(used).collect())
}

/// The tours that use each move, by layers; moves that are not used may be left out.
fn swept(task: &Task, options: &CountOptions<'_>) -> Result<BTreeMap<[Square; 2], BigUint>, CountError> {
    let scaled = |from: f64, share: f64| {
        move |progress: CountProgress| {
            options.report(CountProgress { done: from + share * progress.done, ..progress });
        }
    };
    let exact = match Layers::make(task, &CountOptions { progress: Some(&scaled(0.0, 0.5)), ..options.clone() }) {
        Err(CountError::TooLarge) => None,
        layers => Some(layers?),
    };
    if exact.as_ref().is_some_and(|layers| *layers.count() == BigUint::ZERO) {
        return Ok(BTreeMap::new());
    }
    let bits = exact.as_ref().map_or_else(|| bound(task), |layers| layers.count().bits());
    let primes = primes(bits).ok_or(CountError::TooLarge)?;
    let mut rests: BTreeMap<[Square; 2], Vec<(u64, u64)>> = BTreeMap::new();
    for (at, &modulus) in primes.iter().enumerate() {
        let share = 0.5 / primes.len() as f64;
        let progress = scaled(0.5 + share * at as f64, share);
        let options = CountOptions { progress: Some(&progress), ..options.clone() };
        let ring = Ring { modulus, weight: 1 };
        let uses = match &exact {
            Some(layers) => layers.uses(ring, &options)?,
            None => Layers::in_ring(task, ring, &options)?.uses(ring, &options)?,
        };
        uses.into_iter().for_each(|(both, tours)| rests.entry(both).or_default().push((modulus, tours)));
    }
    let mut known = BTreeMap::new();
    for (both, rests) in rests {
        // A rest that is 0 may not have been reported.
        let tours = combine(
            &primes
                .iter()
                .map(|&prime| (prime, rests.iter().find(|&&(other, _)| other == prime).map_or(0, |&(_, rest)| rest)))
                .collect::<Vec<_>>(),
        );
        for alike in symmetry::alike(task, both) {
            known.insert(alike, tours.clone());
        }
    }
    Ok(known)
}

/// The same, by a count for each move.
fn one_by_one(
    task: &Task,
    all: &BTreeSet<[Square; 2]>,
    options: &CountOptions<'_>,
) -> Result<BTreeMap<[Square; 2], BigUint>, CountError> {
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
        for alike in symmetry::alike(task, one) {
            known.insert(alike, tours.clone());
        }
    }
    Ok(known)
}

//! Counts tours by move: for each move of a board, and for each pair of moves, the number of tours that use them.

use std::collections::BTreeMap;

use courser_board::Square;
use num_bigint::BigUint;

use crate::blocks::Ring;
use crate::residues::{FEW_PRIMES, bound, combine, primes};
use crate::{CountError, CountOptions, CountTask, Layers, count, symmetry};

/// A move of a board, and the number of tours that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveUse {
    /// The square with the lower index.
    pub from: Square,
    /// The square with the higher index.
    pub to: Square,
    /// Number of tours that use the move. A tour and its reverse count once.
    pub tours: BigUint,
}

/// Computes, for each move of a board, the number of tours that use this move. The moves are in the order of their
/// squares. A tour and its reverse are counted as one tour.
///
/// If a symmetry of the board maps one move to another, equally many tours use these two moves. Therefore the tours are
/// counted for only one of the two moves.
///
/// ```
/// use courser_count::{BigUint, CountOptions, CountTask, Tours, by_move};
///
/// let task = CountTask::new("5x6".parse().unwrap(), Tours::Closed)?;
/// let moves = by_move(&task, &CountOptions::default())?;
/// // Each of the eight tours has thirty moves.
/// assert_eq!(moves.iter().map(|used| &used.tours).sum::<BigUint>(), 240_u32.into());
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// If the layers of the board fit in memory, all numbers result from one forward and one backward sweep. Otherwise each
/// move is forced in a separate count.
///
/// # Errors
/// Returns the errors of [`count`].
pub fn by_move(task: &CountTask, options: &CountOptions<'_>) -> Result<Vec<MoveUse>, CountError> {
    task.without_joined_sides("tours are not counted by their moves")?;
    let corner = task.board().trimmed().1;
    let task = task.trimmed().directed(false);
    let known = match swept(&task, options) {
        Err(CountError::TooLarge(_) | CountError::Memory { .. } | CountError::Task { .. }) => {
            one_by_one(&task, options)?
        }
        known => known?,
    };
    let moved = |square: Square| Square::new(square.row + corner.row, square.col + corner.col);
    let used = |[from, to]: [Square; 2]| {
        let tours = known.get(&[from, to]).cloned().unwrap_or_default();
        MoveUse { from: moved(from), to: moved(to), tours }
    };
    Ok(task.moves().into_iter().map(used).collect())
}

/// Counts the pairs of different moves in all tours, grouped by the kind of the pair. A tour and its reverse are
/// counted as one tour.
///
/// A pair for which `kind` returns a value is counted once for every tour that contains both moves. `kind` receives the
/// two moves of a pair in either order. If a symmetry of the board maps one pair to another pair, `kind` must return
/// the same value for both pairs. The symmetries are those of the set of squares that are not holes.
///
/// The method divides the moves into classes. Two moves are in the same class if a symmetry maps one move to the other.
/// One move of each class is forced. Then [`by_move`] gives, for each other move, the number of tours that contain both
/// moves.
///
/// ```
/// use courser_count::{CountOptions, CountTask, Tours, by_pair};
///
/// let task = CountTask::new("5x6".parse().unwrap(), Tours::Closed)?;
/// // Pairs of moves at a square: each of the eight tours has one such pair per square.
/// let meet = |one: [_; 2], other: [_; 2]| one.iter().any(|square| other.contains(square)).then_some(());
/// assert_eq!(by_pair(&task, &CountOptions::default(), &meet)?[&()], 240_u32.into());
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`count`].
pub fn by_pair<K: Ord>(
    task: &CountTask,
    options: &CountOptions<'_>,
    kind: &dyn Fn([Square; 2], [Square; 2]) -> Option<K>,
) -> Result<BTreeMap<K, BigUint>, CountError> {
    task.without_joined_sides("tours are not counted by their moves")?;
    let mut ordered: BTreeMap<K, BigUint> = BTreeMap::new();
    each_forced(&task.trimmed().directed(false), options, &mut |alike, forced, options| {
        for used in by_move(forced, options)? {
            let other = [used.from, used.to];
            if let Some(kind) = kind(alike[0], other).filter(|_| other != alike[0]) {
                *ordered.entry(kind).or_default() += used.tours * alike.len();
            }
        }
        Ok(())
    })?;
    Ok(ordered.into_iter().map(|(kind, pairs)| (kind, pairs / 2_u32)).collect())
}

/// Returns the orbits of the moves of a board: symmetries map the moves of an orbit to each other.
fn orbits(task: &CountTask) -> Vec<Vec<[Square; 2]>> {
    let (mut left, mut orbits) = (task.moves(), Vec::new());
    while let Some(&first) = left.first() {
        let mut alike = symmetry::alike(task, first);
        alike.retain(|both| left.remove(both));
        orbits.push(alike);
    }
    orbits
}

/// Callback that receives equivalent moves, the task in which the first of these moves is forced, and the options for
/// counting this task.
type Forced<'a> = &'a mut dyn FnMut(&[[Square; 2]], &CountTask, &CountOptions<'_>) -> Result<(), CountError>;

/// Calls `count` for each class of equivalent moves that is compatible with the forced moves.
fn each_forced(task: &CountTask, options: &CountOptions<'_>, count: Forced<'_>) -> Result<(), CountError> {
    let orbits = orbits(task);
    for (at, alike) in orbits.iter().enumerate() {
        let with: Vec<[Square; 2]> = task.with().iter().copied().chain([alike[0]]).collect();
        if let Ok(forced) = task.clone().restricted(&with, task.without()) {
            options.part([at, orbits.len()], |options| count(alike, &forced, options))?;
        }
    }
    Ok(())
}

/// Sweeps through the layers to compute, for each move, the number of tours that use this move.
fn swept(task: &CountTask, options: &CountOptions<'_>) -> Result<BTreeMap<[Square; 2], BigUint>, CountError> {
    let exact = match options.part([0, 2], |options| Layers::make(task, options)) {
        Err(CountError::TooLarge(_)) => None,
        layers => Some(layers?),
    };
    let bits = exact.as_ref().map_or_else(|| bound(task), |layers| layers.count().bits());
    let primes = if bits > 0 { primes(bits).ok_or(FEW_PRIMES)? } else { Vec::new() };
    let mut uses = Vec::new();
    for (at, &modulus) in primes.iter().enumerate() {
        let ring = Ring { modulus, weight: 1 };
        // The sweeps modulo primes are the second half of the work.
        uses.push(options.part([primes.len() + at, 2 * primes.len()], |options| match &exact {
            Some(layers) => layers.uses(ring, options),
            None => Layers::in_ring(task, ring, options)?.uses(ring, options),
        })?);
    }
    let mut known = BTreeMap::new();
    for alike in orbits(task) {
        // A move that is not in `uses` is part of no tour.
        let rest = |uses: &BTreeMap<_, u64>| alike.iter().find_map(|both| uses.get(both)).copied().unwrap_or(0);
        let rests: Vec<(u64, u64)> = primes.iter().copied().zip(uses.iter().map(rest)).collect();
        let tours = combine(&rests);
        known.extend(alike.into_iter().map(|both| (both, tours.clone())));
    }
    Ok(known)
}

/// Computes, for each move, the number of tours that use this move. Runs one count per class of equivalent moves. The
/// result can lack moves that no tour uses.
fn one_by_one(task: &CountTask, options: &CountOptions<'_>) -> Result<BTreeMap<[Square; 2], BigUint>, CountError> {
    let mut known = BTreeMap::new();
    each_forced(task, options, &mut |alike, forced, options| {
        let tours = count(forced, options)?;
        known.extend(alike.iter().map(|&both| (both, tours.clone())));
        Ok(())
    })?;
    Ok(known)
}

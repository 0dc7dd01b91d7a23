//! Counts tours modulo primes. Several residues determine the number of tours, however large it is. If the moves in one
//! direction are weighted, the residues for several weights determine the numbers of tours with 0, 1, 2 … moves in this
//! direction.

use std::collections::BTreeMap;

use courser_board::{Shard, Square};
use num_bigint::BigUint;

use crate::blocks::{self, Ring, SweepBoard};
use crate::checkpoint::CheckpointStore;
use crate::{CountError, CountOptions, CountTask, TaskFlaw, Tours, count, symmetry};

/// The error if the primes of the table cannot determine the number of tours.
pub(crate) const FEW_PRIMES: CountError =
    CountError::TooLarge("the number of tours can exceed the product of all primes");

/// The largest primes below 2^61 in descending order. Each prime is stored as its difference from 2^61.
const LACK: [u64; 40] = [
    1, 31, 45, 229, 259, 283, 339, 391, 403, 465, 531, 579, 675, 759, 799, 819, 829, 843, 859, 939, 985, 1015, 1153,
    1195, 1215, 1281, 1299, 1351, 1371, 1425, 1489, 1525, 1533, 1543, 1609, 1621, 1669, 1741, 1753, 1813,
];

/// Returns primes whose product exceeds every number of `bits` bits, or `None` if the table contains too few primes.
pub(crate) fn primes(bits: u64) -> Option<Vec<u64>> {
    // Each prime exceeds 2^60.
    let many = usize::try_from(bits / 60 + 1).ok()?;
    Some(LACK.get(..many)?.iter().map(|lack| (1 << 61) - lack).collect())
}

/// Computes a number from its residues by the Chinese remainder theorem. Each element of `rests` is a prime and the
/// residue modulo this prime. The number is below the product of the primes.
pub(crate) fn combine(rests: &[(u64, u64)]) -> BigUint {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::from(1_u32));
    for &(prime, rest) in rests {
        let inverse = product.modinv(&prime.into()).expect("the primes differ");
        let missing = rest + prime - &number % prime;
        number += &product * (missing * inverse % prime);
        product *= prime;
    }
    number
}

/// Returns the number of bits of an upper bound for the number of tours.
///
/// A directed tour is a permutation of the squares, which maps every square to the next square of the tour. The number
/// of such permutations is at most the product of (d!)^(1/d) over all squares, where d is the number of moves of a
/// square (Brègman 1973, conjectured by H. Minc). Open tours are closed by an apex.
pub(crate) fn bound(task: &CountTask) -> u64 {
    let mut degrees: Vec<usize> = task.board().squares().map(|square| task.neighbours(square).count()).collect();
    if task.tours() != Tours::Closed {
        degrees.iter_mut().for_each(|degree| *degree += 1);
        degrees.push(degrees.len());
    }
    let factorial = |degree: &usize| (1..=*degree).map(|factor| (factor as f64).log2()).sum::<f64>();
    let bits: f64 = degrees.iter().filter(|degree| **degree > 0).map(|degree| factorial(degree) / *degree as f64).sum();
    // One bit is added for the rounding of the sum.
    bits.ceil() as u64 + 1
}

/// Name of the file of residues. A count without shards writes this file as soon as it counts modulo primes.
const RESTS: &str = "rests";

/// Reads the saved residues. Returns `None` if no count modulo primes has begun.
pub(crate) fn kept(keeper: &CheckpointStore) -> Result<Option<Vec<u64>>, CountError> {
    Ok(keeper.read(RESTS)?.map(|(_, rests)| rests))
}

/// Returns the primes for the count of a task or of a shard. The tours are counted modulo each of these primes. An
/// upper bound for the number of tours determines how many primes are needed.
///
/// # Errors
/// [`CountError::TooLarge`] if the table contains too few primes.
pub(crate) fn primes_of(task: &CountTask) -> Result<Vec<u64>, CountError> {
    primes(bound(task)).ok_or(FEW_PRIMES)
}

/// Returns the store for the files of the prime with index `at`.
fn under(keeper: &CheckpointStore, at: usize) -> CheckpointStore {
    keeper.under(&format!("prime-{at}."))
}

/// Counts the tours of a board, or of a shard, modulo a prime.
fn modulo(
    layout: &SweepBoard,
    modulus: u64,
    options: &CountOptions<'_>,
    keeper: CheckpointStore,
    shard: Option<Shard>,
) -> Result<(u64, [u64; 2]), CountError> {
    let layout = layout.clone().weighted(Ring { modulus, weight: 1 }, None);
    let found = blocks::cycles(&layout, options, keeper, shard)?;
    Ok((u64::try_from(found.number % modulus).expect("a residue is smaller than the prime"), found.states))
}

/// Counts tours modulo several primes, and computes the number of tours from the residues. `rests` contains the
/// known residues.
pub(crate) fn cycles(
    task: &CountTask,
    layout: &SweepBoard,
    mut keeper: CheckpointStore,
    mut rests: Vec<u64>,
    options: &CountOptions<'_>,
) -> Result<BigUint, CountError> {
    let primes = primes_of(task)?;
    if rests.len() > primes.len() || rests.iter().zip(&primes).any(|(rest, prime)| rest >= prime) {
        return Err(keeper.damaged(RESTS));
    }
    let keep =
        |keeper: &mut CheckpointStore, rests: &[u64]| keeper.keep(RESTS, rests.len() as u64, &mut |put| put(rests));
    keep(&mut keeper, &rests)?;
    // An interrupted count may have left files for primes whose residues are already known.
    blocks::forget(&keeper);
    (0..rests.len()).for_each(|at| blocks::forget(&under(&keeper, at)));
    for (at, &prime) in primes.iter().enumerate().skip(rests.len()) {
        let rest = options.part([at, primes.len()], |options| modulo(layout, prime, options, under(&keeper, at), None));
        let is_refused = matches!(rest, Err(CountError::OnDisk { .. })) && rests.is_empty();
        if is_refused || matches!(rest, Err(CountError::TooLarge(_))) {
            keeper.clear([RESTS.to_owned()]);
        }
        rests.push(rest?.0);
        keep(&mut keeper, &rests)?;
        blocks::forget(&under(&keeper, at));
    }
    keeper.clear([RESTS.to_owned()]);
    Ok(combine(&primes.into_iter().zip(rests).collect::<Vec<_>>()))
}

/// Returns whether both halves of the board are already counted modulo the first prime, for example by another shard.
pub(crate) fn has_halves(layout: &SweepBoard, keeper: &CheckpointStore) -> bool {
    blocks::has_halves(layout, &under(keeper, 0)).unwrap_or(false)
}

/// Counts the tours of a shard modulo each prime. Returns the residues, the number of states of the shard, and the
/// number of states of all shards.
pub(crate) fn of_shard(
    task: &CountTask,
    layout: &SweepBoard,
    keeper: &CheckpointStore,
    shard: Shard,
    options: &CountOptions<'_>,
) -> Result<(Vec<u64>, [u64; 2]), CountError> {
    let primes = primes_of(task)?;
    let residue = |(at, &prime): (usize, &u64)| {
        options.part([at, primes.len()], |options| modulo(layout, prime, options, under(keeper, at), Some(shard)))
    };
    let found = primes.iter().enumerate().map(residue).collect::<Result<Vec<_>, _>>()?;
    let states = found.first().map_or([0, 0], |&(_, states)| states);
    Ok((found.into_iter().map(|(residue, _)| residue).collect(), states))
}

/// A direction of moves, and the numbers of tours with 0, 1, 2 … moves in this direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slope {
    /// The direction as differences of rows and columns. The difference of columns is positive or, if it is 0, the
    /// difference of rows is positive.
    pub direction: [i64; 2],
    /// Number of tours that use exactly i moves of this direction, indexed by i. The last element is not 0.
    pub tours: Vec<BigUint>,
}

/// Computes the distributions of the moves by direction: for each direction, the numbers of tours with 0, 1, 2 … moves
/// in this direction. The numbers are exact. A tour and its reverse are counted as one tour.
///
/// With a weight x for each move of the direction, the number of tours is a polynomial in x. The coefficients of the
/// polynomial are interpolated from its values at sufficiently many points, modulo a prime.
///
/// ```
/// use courser_count::{CountOptions, CountTask, Tours, by_slope};
///
/// let task = CountTask::new("5x6".parse().unwrap(), Tours::Closed)?;
/// let slopes = by_slope(&task, &CountOptions::default())?;
/// assert_eq!(slopes.len(), 4);
/// assert!(slopes.iter().all(|slope| slope.tours.iter().sum::<courser_count::BigUint>() == 8_u32.into()));
/// # Ok::<(), courser_count::CountError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`count`]. Also returns [`CountError::Task`] if the board is too wide for the block form.
pub fn by_slope(task: &CountTask, options: &CountOptions<'_>) -> Result<Vec<Slope>, CountError> {
    task.without_joined_sides("tours are not counted by the directions of their moves")?;
    let task = &task.trimmed().directed(false);
    let all = count(task, options)?;
    if task.board().playable() == 1 {
        return Err(CountError::task("the tour of a single square has no moves", TaskFlaw::SmallBoard));
    }
    let Some(layout) = SweepBoard::new(task) else { return Err(blocks::too_wide(task, "weights")) };
    let mut slopes: Vec<Slope> = Vec::new();
    for (direction, moves) in directions(task) {
        let alike: Vec<[i64; 2]> = symmetry::alike(task, moves[0]).into_iter().map(direction_of).collect();
        let tours = match slopes.iter().find(|slope| alike.contains(&slope.direction)) {
            Some(slope) => slope.tours.clone(),
            None if all == BigUint::ZERO => Vec::new(),
            None => distribution(&layout, (direction, moves.len()), &all, options)?,
        };
        slopes.push(Slope { direction, tours });
    }
    Ok(slopes)
}

/// Returns the direction of a move. A move and its reverse have the same direction.
fn direction_of([from, to]: [Square; 2]) -> [i64; 2] {
    let [row, col] = [i64::from(to.row) - i64::from(from.row), i64::from(to.col) - i64::from(from.col)];
    if (col, row) < (0, 0) { [-row, -col] } else { [row, col] }
}

/// Returns the moves of the board, grouped by direction.
fn directions(task: &CountTask) -> BTreeMap<[i64; 2], Vec<[Square; 2]>> {
    let mut directions = BTreeMap::<_, Vec<_>>::new();
    task.moves().into_iter().for_each(|both| directions.entry(direction_of(both)).or_default().push(both));
    directions
}

/// Returns the numbers of tours with 0, 1, 2 … moves in one direction. These numbers are the coefficients of a
/// polynomial, and `degree` is the degree of this polynomial.
fn distribution(
    layout: &SweepBoard,
    (direction, degree): ([i64; 2], usize),
    all: &BigUint,
    options: &CountOptions<'_>,
) -> Result<Vec<BigUint>, CountError> {
    let primes = primes(all.bits()).ok_or(FEW_PRIMES)?;
    let mut rests: Vec<Vec<(u64, u64)>> = vec![Vec::new(); degree + 1];
    for &modulus in &primes {
        let mut values = Vec::new();
        for weight in 0..=degree as u64 {
            let ring = Ring { modulus, weight };
            let layout = layout.clone().weighted(ring, Some(direction));
            let number = blocks::cycles(&layout, options, CheckpointStore::default(), None)?.number % modulus;
            values.push(u64::try_from(number).expect("a rest is smaller than the prime"));
        }
        let coefficients = interpolate(values, Ring { modulus, weight: 0 });
        rests.iter_mut().zip(coefficients).for_each(|(rests, rest)| rests.push((modulus, rest)));
    }
    let mut tours: Vec<BigUint> = rests.iter().map(|rests| combine(rests)).collect();
    while tours.last().is_some_and(|last| *last == BigUint::ZERO) {
        tours.pop();
    }
    Ok(tours)
}

/// Returns the coefficients of the polynomial that has these values at 0, 1, 2 … (Newton's divided differences).
fn interpolate(values: Vec<u64>, ring: Ring) -> Vec<u64> {
    let modulus = ring.modulus;
    let minus = |a: u64, b: u64| ring.add(a, modulus - b);
    let times = |a: u64, b: u64| ring.times(a, b).expect("the ring has a prime");
    let mut differences = values;
    let len = differences.len();
    for order in 1..len {
        let inverse = BigUint::from(order).modinv(&modulus.into()).expect("the modulus is a prime");
        let inverse = u64::try_from(inverse).expect("a rest is smaller than the prime");
        for at in (order..len).rev() {
            differences[at] = times(minus(differences[at], differences[at - 1]), inverse);
        }
    }
    // This is Horner's scheme: it multiplies by (x − k) and adds the next difference.
    let mut coefficients = vec![0; len];
    for at in (0..len).rev() {
        for power in (1..len).rev() {
            coefficients[power] = minus(coefficients[power - 1], times(coefficients[power], at as u64));
        }
        coefficients[0] = ring.add(minus(0, times(coefficients[0], at as u64)), differences[at]);
    }
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_primes_and_numbers_are_combined_from_their_rests() {
        let primes = primes(2000).unwrap();
        for &prime in &primes {
            let power = |base: u32| BigUint::from(base).modpow(&(prime - 1).into(), &prime.into());
            // This is Fermat's test with several bases. The composite numbers that pass the test for all these bases
            // are rare and known.
            assert!([2, 3, 5, 7, 11, 13].into_iter().all(|base| power(base) == BigUint::from(1_u32)), "{prime}");
        }
        assert!(primes.windows(2).all(|pair| pair[0] > pair[1]));
        let number = BigUint::from(3_u32).pow(1200);
        let rests: Vec<(u64, u64)> =
            primes.iter().map(|&prime| (prime, u64::try_from(&number % prime).unwrap())).collect();
        assert_eq!(combine(&rests), number);
    }

    #[test]
    fn a_polynomial_comes_back_from_its_values() {
        let ring = Ring { modulus: (1 << 61) - 1, weight: 0 };
        let coefficients = [5, 0, 7, 1 << 60, 3];
        let at = |x: u64| {
            let term = |(power, &factor): (usize, &u64)| ring.times(factor, x.pow(power as u32)).unwrap();
            coefficients.iter().enumerate().map(term).fold(0, |sum, term| ring.add(sum, term))
        };
        assert_eq!(interpolate((0..5).map(at).collect(), ring), coefficients);
    }

    #[test]
    fn numbers_modulo_primes_are_those_of_the_other_forms() {
        for (size, tours) in [
            ("5x24", Tours::Closed),
            ("6x7", Tours::Open { start: None, end: None }),
            ("5x11", Tours::Open { start: Some(Square::new(0, 0)), end: None }),
            ("3x90", Tours::Closed),
        ] {
            let task = CountTask::new(size.parse().unwrap(), tours).unwrap();
            let layout = &SweepBoard::new(&task).unwrap();
            let found =
                cycles(&task, layout, CheckpointStore::default(), Vec::new(), &CountOptions::default()).unwrap();
            assert_eq!(found, count(&task, &CountOptions::default()).unwrap(), "{size}");
            assert!(found.bits() <= bound(&task), "{size}");
        }
    }
}

//! Counting in shards: the result of each shard, its text form, and the total of all results.

use std::fmt::{self, Display};
use std::time::Instant;

use courser_board::{Board, Leaper, Shard, ShardError, Square};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::checkpoint::CheckpointStore;
use crate::residues::{combine, primes_of};
use crate::{CountError, CountForm, CountOptions, CountTask, TaskFlaw, Tours, blocks, form, plainly, residues};

/// The result of one shard of a count.
///
/// The text form is one line of JSON. The line contains the task, the version of the program, the shard, the number of
/// tours, the number of states of the shard, the number of states of all shards, the duration in seconds, and the
/// SHA-256 of the preceding text.
///
/// ```
/// use courser_board::Shard;
/// use courser_count::{CountOptions, ShardResult, CountTask, Tours, count_shard, merge};
///
/// let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed)?;
/// let options = CountOptions { build: "1.0", ..CountOptions::default() };
/// let part = |index| count_shard(&task, Shard { index, of: 3 }, &options);
/// // The shards can be counted on computers without a connection to each other.
/// let texts = [part(0)?.to_string(), part(1)?.to_string(), part(2)?.to_string()];
/// let parts = texts.iter().map(|text| Ok(("a file".into(), ShardResult::read(text, "1.0")?)));
/// assert_eq!(merge(parts.collect::<Result<_, courser_count::CountError>>()?)?.to_string(), "9862");
/// # Ok::<(), courser_count::CountError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ShardResult {
    task: CountTask,
    build: String,
    shard: Shard,
    sum: Sum,
    /// Two values: the number of states of the shard, and the number of states of all shards.
    states: [u64; 2],
    seconds: f64,
}

/// The number of tours of a shard. A tour and its reverse are counted as one tour.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sum {
    Digits(BigUint),
    /// One residue of the number of tours for each prime of the task.
    Residues(Vec<u64>),
}

/// Counts a shard of the tours of a task.
///
/// The join of the two halves of the board is divided into classes. Each shard gets some of these classes, so that all
/// shards have about the same number of states. The first shard also does the work that cannot be divided. If
/// [`CountOptions::disk`] is set, one shard computes the layers of both halves for all shards. The other shards wait
/// until these layers are complete.
///
/// # Errors
/// Returns the errors of [`count`](crate::count()). Also returns [`CountError::TooLarge`] if the count cannot be
/// divided into shards.
pub fn count_shard(task: &CountTask, shard: Shard, options: &CountOptions<'_>) -> Result<ShardResult, CountError> {
    task.without_joined_sides("counts are not divided into shards")?;
    let (begun, trimmed) = (Instant::now(), task.trimmed());
    let (sum, states) = match form(&trimmed, options)? {
        CountForm::Blocks(layout, _) => {
            in_blocks(&trimmed, &layout, shard, options).map_err(|error| error.or_on_disk(options))?
        }
        _ if shard.index > 0 => (Sum::Digits(BigUint::ZERO), [0, 0]),
        CountForm::Known(number) => (Sum::Digits(number), [0, 0]),
        CountForm::Plain(graph) => (Sum::Digits(plainly(&graph, options)?), [0, 0]),
    };
    let seconds = (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    Ok(ShardResult { task: task.clone(), build: options.build.to_owned(), shard, sum, states, seconds })
}

fn in_blocks(
    task: &CountTask,
    layout: &blocks::SweepBoard,
    shard: Shard,
    options: &CountOptions<'_>,
) -> Result<(Sum, [u64; 2]), CountError> {
    let keeper = CheckpointStore::open(task, options, true)?;
    if !blocks::outgrows(task, layout) && !residues::has_halves(layout, &keeper) {
        match blocks::cycles(layout, options, keeper.clone(), Some(shard)) {
            Err(CountError::TooLarge(_)) => {}
            found => return found.map(|found| (Sum::Digits(found.number), found.states)),
        }
    }
    let (rests, states) = residues::of_shard(task, layout, &keeper, shard, options)?;
    Ok((Sum::Residues(rests), states))
}

/// Returns the number of tours, given the results of all shards. Each result has a name, which is used in error
/// messages.
///
/// # Errors
/// [`CountError::Shard`] if a shard is missing, occurs twice, or belongs to another count; [`CountError::Task`] if the
/// shards together do not have all states.
pub fn merge(parts: Vec<(String, ShardResult)>) -> Result<BigUint, CountError> {
    let parts = parts.into_iter().map(|(name, part)| (name, part.shard, part)).collect();
    let is_alike = |one: &ShardResult, other: &ShardResult| {
        (&one.task, &one.build, one.states[1]) == (&other.task, &other.build, other.states[1])
    };
    let parts: Vec<ShardResult> = Shard::whole(parts, is_alike)?.into_iter().map(|(_, part)| part).collect();
    let Some(ShardResult { task, states: [_, all], .. }) = parts.first() else {
        return Err(ShardError::Missing(Shard::WHOLE).into());
    };
    let states = parts.iter().fold(0_u64, |sum, part| sum.saturating_add(part.states[0]));
    if states != *all {
        let message = format!("the shards have {states} states, and the count has {all}");
        return Err(CountError::task(message, TaskFlaw::Parts));
    }
    let residues = || -> Result<BigUint, CountError> {
        let primes = primes_of(&task.trimmed())?;
        let of = |part: &ShardResult, at: usize| match &part.sum {
            Sum::Digits(number) => number % primes[at],
            Sum::Residues(residues) => residues[at].into(),
        };
        let rest = |(at, &prime): (usize, &u64)| {
            let sum: BigUint = parts.iter().map(|part| of(part, at)).sum();
            (prime, u64::try_from(sum % prime).expect("a residue is smaller than the prime"))
        };
        Ok(combine(&primes.iter().enumerate().map(rest).collect::<Vec<_>>()))
    };
    let digits = parts.iter().map(|part| match &part.sum {
        Sum::Digits(number) => Some(number),
        Sum::Residues(_) => None,
    });
    let number = digits.sum::<Option<BigUint>>().map_or_else(residues, Ok)?;
    Ok(task.of_undirected(number))
}

impl ShardResult {
    /// Returns the result of a shard for a task without tours.
    pub fn of_none(task: &CountTask, shard: Shard, build: &str) -> Self {
        let (sum, build) = (Sum::Digits(BigUint::ZERO), build.to_owned());
        Self { task: task.clone(), build, shard, sum, states: [0, 0], seconds: 0.0 }
    }

    /// Reads a result that this version of the program has written.
    ///
    /// # Errors
    /// [`CountError::Task`] if the text is not a result of a shard, is damaged, or comes from another version.
    pub fn read(text: &str, build: &str) -> Result<Self, CountError> {
        let refused = |message| CountError::task(message, TaskFlaw::Part);
        let line: ShardLine = serde_json::from_str(text).map_err(|_| refused("this is not the result of a shard"))?;
        if line.courser != build {
            let message = format!("the result of a shard is of another version, courser {}", words_of(&line.courser));
            return Err(CountError::task(message, TaskFlaw::Version));
        }
        let part = line.part().filter(|part| part.to_string() == text);
        part.ok_or_else(|| refused("the result of a shard is damaged"))
    }

    /// Returns the board and the tours to count.
    pub const fn task(&self) -> &CountTask {
        &self.task
    }

    /// Returns the shard of this result.
    pub const fn shard(&self) -> Shard {
        self.shard
    }

    /// Returns two values: the number of states of the shard, which determines the shard's duration, and the number of
    /// states of all shards.
    pub const fn states(&self) -> [u64; 2] {
        self.states
    }

    /// Returns the duration of the shard in seconds.
    pub const fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// Shortens a string from a file for an error message.
fn words_of(text: &str) -> String {
    courser_board::words::shorten(text)
}

/// The result of a shard as JSON, without its SHA-256.
#[derive(Deserialize, Serialize)]
struct ShardLine {
    courser: String,
    count: Question,
    shard: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
    /// Pairs of a prime and the residue modulo this prime.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    residues: Vec<[String; 2]>,
    states: u64,
    all_states: u64,
    seconds: f64,
}

#[derive(Deserialize, Serialize)]
struct Question {
    board: BoardSize,
    kind: ShardKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<[u32; 2]>,
    directed: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    with: Vec<[[u32; 2]; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<[[u32; 2]; 2]>,
}

/// JSON representation of a board size.
#[derive(Deserialize, Serialize)]
struct BoardSize {
    rows: u32,
    cols: u32,
    leaper: [u32; 2],
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holes: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ShardKind {
    Open,
    Closed,
}

fn numbers(square: Square) -> [u32; 2] {
    [square.row, square.col]
}

fn square([row, col]: [u32; 2]) -> Square {
    Square::new(row, col)
}

impl Question {
    fn of(task: &CountTask) -> Self {
        let board = task.board();
        let (kind, start, end) = match task.tours() {
            Tours::Closed => (ShardKind::Closed, None, None),
            Tours::Open { start, end } => (ShardKind::Open, start, end),
        };
        let leaper = [board.leaper().r(), board.leaper().s()];
        let holes = board.holes().map(numbers).collect();
        let moves = |moves: &[[Square; 2]]| moves.iter().map(|both| both.map(numbers)).collect();
        Self {
            board: BoardSize { rows: board.rows(), cols: board.cols(), leaper, holes },
            kind,
            start: start.map(numbers),
            end: end.map(numbers),
            directed: task.is_directed(),
            with: moves(task.with()),
            without: moves(task.without()),
        }
    }

    fn task(&self) -> Option<CountTask> {
        let BoardSize { rows, cols, leaper: [r, s], holes } = &self.board;
        let board = Board::new(*rows, *cols).ok()?.with_leaper(Leaper::new(*r, *s).ok()?);
        let tours = match self.kind {
            ShardKind::Closed => Tours::Closed,
            ShardKind::Open => Tours::Open { start: self.start.map(square), end: self.end.map(square) },
        };
        // The size is checked before holes are marked.
        CountTask::new(board.clone(), Tours::Closed).ok()?;
        let board = board.with_holes(holes.iter().copied().map(square)).ok()?;
        let moves = |moves: &[[[u32; 2]; 2]]| moves.iter().map(|both| both.map(square)).collect::<Vec<_>>();
        let task = CountTask::new(board, tours).ok()?.directed(self.directed);
        task.restricted(&moves(&self.with), &moves(&self.without)).ok()
    }
}

impl ShardLine {
    /// Converts the line to a result. Returns `None` if the line is not valid.
    fn part(self) -> Option<ShardResult> {
        let (task, shard) = (self.count.task()?, self.shard.parse().ok()?);
        let sum = match self.sum {
            // The upper bound of the count has b bits. A number with more than b + 1 decimal digits is rejected.
            Some(digits) if digits.len() as u64 <= residues::bound(&task.trimmed()) + 1 => {
                Sum::Digits(digits.parse().ok()?)
            }
            Some(_) => return None,
            None => {
                let primes = primes_of(&task.trimmed()).ok()?;
                let residue = |(prime, [_, residue]): (&u64, &[String; 2])| {
                    residue.parse().ok().filter(|residue| residue < prime)
                };
                let residues: Vec<u64> = primes.iter().zip(&self.residues).map(residue).collect::<Option<_>>()?;
                (residues.len() == primes.len()).then_some(Sum::Residues(residues))?
            }
        };
        let states = [self.states, self.all_states];
        Some(ShardResult { task, build: self.courser, shard, sum, states, seconds: self.seconds })
    }
}

impl Display for ShardResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sum, residues) = match &self.sum {
            Sum::Digits(number) => (Some(number.to_string()), Vec::new()),
            Sum::Residues(residues) => {
                let primes = primes_of(&self.task.trimmed()).map_err(|_| fmt::Error)?;
                let pair = |(prime, residue): (&u64, &u64)| [prime.to_string(), residue.to_string()];
                (None, primes.iter().zip(residues).map(pair).collect())
            }
        };
        let [states, all_states] = self.states;
        let line = ShardLine {
            courser: self.build.clone(),
            count: Question::of(&self.task),
            shard: self.shard.to_string(),
            sum,
            residues,
            states,
            all_states,
            seconds: self.seconds,
        };
        let text = serde_json::to_string(&line).map_err(|_| fmt::Error)?;
        let text = text.strip_suffix('}').ok_or(fmt::Error)?;
        let digest: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(f, "{text},\"sha256\":\"{digest}\"}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_of_some_shards_and_digits_of_others_make_the_number() {
        let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed).unwrap();
        let part = |index| count_shard(&task, Shard { index, of: 3 }, &CountOptions::default()).unwrap();
        let in_residues = |part: ShardResult| {
            let Sum::Digits(number) = &part.sum else { panic!("{part}") };
            let residues = primes_of(&task).unwrap().into_iter().map(|prime| u64::try_from(number % prime).unwrap());
            ShardResult { sum: Sum::Residues(residues.collect()), ..part }
        };
        for of_residues in 0..8 {
            let some = |index: u64| if of_residues >> index & 1 == 1 { in_residues(part(index)) } else { part(index) };
            let parts = (0..3).map(|index| ("a part".to_owned(), some(index)));
            assert_eq!(merge(parts.collect()).unwrap(), 9862_u32.into());
        }
    }

    #[test]
    fn shards_that_lack_states_are_refused() {
        let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed).unwrap();
        let part = |index| {
            let part = count_shard(&task, Shard { index, of: 2 }, &CountOptions::default()).unwrap();
            ShardResult { states: [part.states[0] - index, part.states[1]], ..part }
        };
        let error = merge((0..2).map(|index| ("a part".to_owned(), part(index))).collect()).unwrap_err();
        assert!(error.class() == courser_board::ErrorClass::Input && error.to_string().contains("states"), "{error}");
    }
}

//! The frontier method in its plain form, for any graph.
//!
//! The vertices are decided one after another. All that must be known of the edges taken so far is which vertices of the
//! frontier have none, one or two of them, and which open ends belong together; a layer holds the states with their
//! numbers, sorted. This form serves boards that are narrow, numbers of any size and symmetric tours; wide boards are
//! for [`blocks`](crate::blocks), which shares no code with it.
//!
//! After the algorithm Simpath in D. E. Knuth, "The Art of Computer Programming", volume 4A (2011), section 7.1.4.

mod graph;
mod number;
mod state;

use num_bigint::BigUint;
use rayon::prelude::*;

pub(crate) use self::graph::{Graph, greedy};
use self::number::Number;
use self::state::{MAX_WIDTH, State, Step};
use crate::progress::{Options, Progress, Stage};
use crate::{CountError, estimate};

/// How many Hamiltonian cycles the graph has, by parity: even, odd.
///
/// # Errors
/// [`CountError::Memory`] where the frontier is too wide, [`CountError::Stopped`].
pub(crate) fn cycles(graph: &Graph, options: &Options<'_>) -> Result<[BigUint; 2], CountError> {
    let width = graph.widths().max().unwrap_or(0);
    if width > MAX_WIDTH {
        let needed = estimate::plain(graph.len() as u64, width);
        return Err(CountError::Memory { needed, available: options.memory.unwrap_or(u64::MAX) });
    }
    // Most numbers fit, and it costs little to find out that one does not.
    for attempt in [count::<u64>, count::<u128>, count::<BigUint>] {
        if let Some(found) = attempt(graph, options)? {
            return Ok(found);
        }
    }
    unreachable!("the last of them has numbers of any size")
}

/// A layer: its states in ascending order, with the number of ways to each.
type Layer<N> = Vec<(State, N)>;

/// Counts with one kind of numbers; none if they are too small.
fn count<N: Number>(graph: &Graph, options: &Options<'_>) -> Result<Option<[BigUint; 2]>, CountError> {
    let steps = Step::all(graph);
    let mut parts: Vec<Layer<N>> = vec![vec![(0, N::ONE())]];
    let mut total = [BigUint::ZERO, BigUint::ZERO];
    let mut peak = 0;
    for (at, step) in steps.iter().enumerate() {
        options.check()?;
        let states: usize = parts.iter().map(Vec::len).sum();
        peak = peak.max(states as u64);
        let bytes = (states * size_of::<(State, N)>()) as u64;
        options.tell(Progress {
            stage: Stage::Layer { at, of: steps.len() },
            states: states as u64,
            peak,
            bytes,
            done: at as f64 / steps.len() as f64,
        });
        options.affords(bytes.saturating_mul(3))?;
        // Few states are done before other threads have woken.
        let buckets = if states < 2048 { 1 } else { 64 };
        let expanded: Vec<Expanded<N>> = parts.par_iter().map(|part| expand(step, part, buckets)).collect();
        drop(parts);
        for closed in expanded.iter().map(|part| &part.closed) {
            total[0] += &closed[0];
            total[1] += &closed[1];
        }
        let merged = (0..buckets).into_par_iter().map(|bucket| merge(&expanded, bucket));
        let Some(merged) = merged.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        parts = merged;
    }
    Ok(Some(total))
}

/// What follows from a part of a layer.
struct Expanded<N> {
    buckets: Vec<Layer<N>>,
    closed: [BigUint; 2],
}

fn expand<N: Number>(step: &Step, part: &Layer<N>, buckets: usize) -> Expanded<N> {
    let mut found = Expanded { buckets: vec![Vec::new(); buckets], closed: [BigUint::ZERO, BigUint::ZERO] };
    for (state, number) in part {
        let closed = step.follow(*state, &mut |next| {
            found.buckets[bucket(next) % buckets].push((next, number.clone()));
        });
        for (sum, times) in found.closed.iter_mut().zip(closed).filter(|(_, times)| *times > 0) {
            *sum += number.big() * times;
        }
    }
    found
}

/// Where a state belongs: by multiplication, as in Fibonacci hashing.
fn bucket(state: State) -> usize {
    let folded = (state as u64) ^ (state >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

/// The states of a bucket, each once; none if a number is too large.
fn merge<N: Number>(expanded: &[Expanded<N>], bucket: usize) -> Option<Layer<N>> {
    let mut all: Layer<N> = Vec::with_capacity(expanded.iter().map(|part| part.buckets[bucket].len()).sum());
    expanded.iter().for_each(|part| all.extend_from_slice(&part.buckets[bucket]));
    all.sort_unstable_by_key(|&(state, _)| state);
    let mut merged: Layer<N> = Vec::new();
    for (state, number) in all {
        match merged.last_mut() {
            Some((last, sum)) if *last == state => {
                if !sum.add(&number) {
                    return None;
                }
            }
            _ => merged.push((state, number)),
        }
    }
    merged.shrink_to_fit();
    Some(merged)
}

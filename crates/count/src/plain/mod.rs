//! The frontier method in its plain form, for any graph.
//!
//! The edges of the vertices are decided, one vertex after another. A state contains two facts about the chosen edges:
//! the number of edges (0, 1 or 2) at each vertex of the frontier, and the pairs of open ends that belong to the same
//! path. A layer contains the states in ascending order, each with the number of ways to reach it. This form is used
//! for narrow boards and for symmetric tours. Its counts are integers of any size. Wide boards are counted by
//! [`blocks`](crate::blocks), which shares no code with this form.
//!
//! The form is based on the algorithm Simpath in D. E. Knuth, "The Art of Computer Programming", volume 4A (2011),
//! section 7.1.4.

mod any;
mod graph;
mod number;
mod state;

use num_bigint::BigUint;
use rayon::prelude::*;

pub use self::any::count_graph;
pub(crate) use self::graph::{PathEnds, VertexGraph, greedy};
use self::number::CheckedNumber;
use self::state::{MAX_WIDTH, PlainState, VertexStep};
use crate::CountError;
use crate::progress::{CountOptions, CountProgress, CountStage};

/// Counts the Hamiltonian cycles of the graph separately for each parity that [`VertexGraph`] defines. Returns two
/// values: the number of cycles with even parity, and the number of cycles with odd parity.
///
/// # Errors
/// [`CountError::Memory`] if the frontier is too wide or the count needs more memory than is available, and
/// [`CountError::Stopped`] if the count is stopped.
pub(crate) fn cycles(graph: &VertexGraph, options: &CountOptions<'_>) -> Result<[BigUint; 2], CountError> {
    affords(graph, options)?;
    let mut found = [BigUint::ZERO, BigUint::ZERO];
    sweep(std::slice::from_ref(graph), options, &mut |_, cycles| {
        found = cycles;
        Ok(())
    })?;
    Ok(found)
}

/// Returns an error if the frontier of the graph is too wide, or if the count needs more memory than is available.
pub(crate) fn affords(graph: &VertexGraph, options: &CountOptions<'_>) -> Result<(), CountError> {
    let needed = graph.bytes();
    options.affords(needed)?;
    if graph.width() > MAX_WIDTH {
        let available = options.memory.unwrap_or(u64::MAX);
        return Err(CountError::Memory { needed, available, can_use_disk: false });
    }
    Ok(())
}

/// A layer: its states in ascending order, each with the number of ways to reach it.
type Layer<N> = Vec<(PlainState, N)>;

/// A count in progress. It consists of the parts of a layer, and the number of cycles that are already closed.
#[derive(Clone)]
struct PlainRun<N> {
    parts: Vec<Layer<N>>,
    total: [BigUint; 2],
    peak: u64,
}

impl<N: CheckedNumber> PlainRun<N> {
    fn new() -> Self {
        Self { parts: vec![vec![(0, N::from(1))]], total: [BigUint::ZERO, BigUint::ZERO], peak: 0 }
    }

    /// Computes the next layer by deciding the edges of one vertex. `step` describes this vertex. Returns `false` if
    /// the number type is too small. `done` is the number of finished steps, and `of` is the total number of steps.
    fn step(
        &mut self,
        step: &VertexStep,
        done: usize,
        of: usize,
        options: &CountOptions<'_>,
    ) -> Result<bool, CountError> {
        options.check()?;
        let states: usize = self.parts.iter().map(Vec::len).sum();
        self.peak = self.peak.max(states as u64);
        let bytes = (states * size_of::<(PlainState, N)>()) as u64;
        options.report(CountProgress {
            stage: CountStage::Layer { at: done, of },
            states: states as u64,
            peak: self.peak,
            bytes,
            done: done as f64 / of as f64,
        });
        options.affords(3.0 * bytes as f64)?;
        // With few states, a single thread finishes the step before other threads have started.
        let buckets = if states < 2048 { 1 } else { 64 };
        let expanded: Vec<Expanded<N>> = self.parts.par_iter().map(|part| expand(step, part, buckets)).collect();
        self.parts.clear();
        for closed in expanded.iter().map(|part| &part.closed) {
            self.total[0] += &closed[0];
            self.total[1] += &closed[1];
        }
        let merged = (0..buckets).into_par_iter().map(|bucket| merge(&expanded, bucket));
        let merged = merged.collect::<Option<Vec<_>>>();
        let fits = merged.is_some();
        self.parts = merged.unwrap_or_default();
        Ok(fits)
    }
}

/// Lists the steps of the count for each of two graphs. Returns the length of the common prefix of the two lists.
pub(crate) fn shared(one: &VertexGraph, other: &VertexGraph) -> usize {
    VertexStep::all(one).iter().zip(&VertexStep::all(other)).take_while(|(one, other)| one == other).count()
}

/// Callback that receives the index of a graph and two counts: the number of the graph's Hamiltonian cycles with even
/// parity, and the number of those with odd parity.
type OnCycles<'a> = &'a mut dyn FnMut(usize, [BigUint; 2]) -> Result<(), CountError>;

/// Counts the Hamiltonian cycles of each graph. Reports each number as soon as it is known.
///
/// The graph with the most steps is swept once. If another graph begins with the same steps, it uses the layers of this
/// sweep for these steps. Only the remaining steps of the other graph are swept separately.
///
/// # Errors
/// See [`cycles`].
pub(crate) fn sweep(
    graphs: &[VertexGraph],
    options: &CountOptions<'_>,
    on_cycles: OnCycles<'_>,
) -> Result<(), CountError> {
    let mut reported = vec![false; graphs.len()];
    // The first attempt uses 128 bits: most numbers fit, and a failed attempt costs little. Numbers that were already
    // reported are not reported again.
    if !pass::<u128>(graphs, &mut reported, options, on_cycles)? {
        pass::<BigUint>(graphs, &mut reported, options, on_cycles)?;
    }
    Ok(())
}

/// Sweeps the graphs. All counts are numbers of type `N`. Returns `false` if this type is too small.
fn pass<N: CheckedNumber>(
    graphs: &[VertexGraph],
    reported: &mut [bool],
    options: &CountOptions<'_>,
    on_cycles: OnCycles<'_>,
) -> Result<bool, CountError> {
    let steps: Vec<Vec<VertexStep>> = graphs.iter().map(VertexStep::all).collect();
    let Some(trunk) = steps.iter().max_by_key(|steps| steps.len()) else { return Ok(true) };
    let alike = |steps: &Vec<VertexStep>| steps.iter().zip(trunk).take_while(|(one, other)| one == other).count();
    let parting: Vec<usize> = steps.iter().map(alike).collect();
    let of = trunk.len() + steps.iter().zip(&parting).map(|(steps, at)| steps.len() - at).sum::<usize>();
    let mut run = PlainRun::<N>::new();
    let mut done = 0;
    for at in 0..=trunk.len() {
        for graph in 0..graphs.len() {
            if parting[graph] != at || reported[graph] {
                continue;
            }
            let mut tail = run.clone();
            for step in &steps[graph][at..] {
                if !tail.step(step, done, of, options)? {
                    return Ok(false);
                }
                done += 1;
            }
            on_cycles(graph, tail.total)?;
            reported[graph] = true;
        }
        if reported.iter().all(|&reported| reported) {
            break;
        }
        if let Some(step) = trunk.get(at) {
            if !run.step(step, done, of, options)? {
                return Ok(false);
            }
            done += 1;
        }
    }
    Ok(true)
}

/// Successor states of one part of a layer, and two counts of the cycles that the transitions to the next layer
/// complete: the number of cycles with even parity, and the number of cycles with odd parity.
struct Expanded<N> {
    buckets: Vec<Layer<N>>,
    closed: [BigUint; 2],
}

fn expand<N: CheckedNumber>(step: &VertexStep, part: &Layer<N>, buckets: usize) -> Expanded<N> {
    let mut found = Expanded { buckets: vec![Vec::new(); buckets], closed: [BigUint::ZERO, BigUint::ZERO] };
    for (state, number) in part {
        let closed = step.follow(*state, &mut |next| {
            found.buckets[bucket(next) % buckets].push((next, number.clone()));
        });
        for (sum, times) in found.closed.iter_mut().zip(closed).filter(|(_, times)| *times > 0) {
            *sum += number.clone().into() * times;
        }
    }
    found
}

/// Returns the bucket of a state, by multiplication as in Fibonacci hashing.
fn bucket(state: PlainState) -> usize {
    let folded = (state as u64) ^ (state >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}

/// Merges equal states of a bucket. Each merged state gets the sum of the numbers of ways. Returns `None` if a sum is
/// too large for the number type.
fn merge<N: CheckedNumber>(expanded: &[Expanded<N>], bucket: usize) -> Option<Layer<N>> {
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

//! The frontier method for wide boards.
//!
//! The board is cut into halves that share as many rows as a jump is deep. Each half is decided square by square, up to
//! the shared rows; then the moves among the shared rows are decided, and the halves joined. So the longest way from
//! the edge to a state is half the board.
//!
//! A state is a vector of degrees (which squares of the frontier have no, one or two edges) and a matching (which open
//! ends belong together), and a layer keeps the matchings of one vector together as a *block*. What a step does to a
//! matching depends on the places of the ends alone, so it is a table; and which blocks lead to which is known before
//! any of them is touched. No state is hashed or looked up: blocks stream through tables into arrays. The price is that
//! a block is only as good as it is full: on narrow boards there are few matchings to a vector.

mod back;
mod class;
mod complete;
mod degrees;
mod gather;
mod half;
mod join;
mod layer;
mod matching;
mod middle;
mod sweep;
pub(crate) mod words;
mod work;

use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;

pub(crate) use self::back::{APEX_CELL, Edges, Source, State, collect};
pub(crate) use self::class::Class;
pub(crate) use self::complete::{Ways, retreat};
pub(crate) use self::degrees::Degrees;
#[cfg(feature = "workers")]
pub(crate) use self::gather::{BUCKETS, Expand, bucket};
pub(crate) use self::gather::{Ring, advance};
pub(crate) use self::half::{Layout, Step, colours_forbid};
pub(crate) use self::join::closing;
#[cfg(feature = "workers")]
pub(crate) use self::layer::Block;
pub(crate) use self::layer::{Chunk, find};
pub(crate) use self::matching::MATCHINGS;
pub(crate) use self::middle::{Classes, Halves, Middle, MiddleRoom, Place, each_class};
pub(crate) use self::sweep::{alike, sweep};
#[cfg(feature = "workers")]
pub(crate) use self::work::AMONG_WORKERS;
pub(crate) use self::work::{Work, all_bytes, bytes, outgrows};
use crate::checkpoint::Keeper;
use crate::progress::{CountOptions, CountProgress, Stage};
use crate::{CountError, Task, locked};

/// The layer before anything is decided.
pub(crate) fn first_layer() -> Vec<Chunk> {
    let mut chunk = Chunk::default();
    chunk.push(Degrees::default(), &[(0, 1)], 1);
    vec![chunk]
}

/// The names under which a count by one keeps its layers and sums.
const UPPER: &str = "upper.layer";
const LOWER: &str = "lower.layer";
const SUMS: &str = "sums";

/// A count under way.
struct Run<'a, 'b> {
    options: &'a CountOptions<'b>,
    keeper: Keeper,
    work: Work,
    /// The most states of a layer so far.
    peak: u64,
}

impl Run<'_, '_> {
    /// Takes a half, the first `rows` rows of a layout, from where it is kept, or else from `first`, to its end.
    fn half(
        &mut self,
        name: &str,
        first: impl FnOnce() -> (usize, Vec<Chunk>),
        layout: &Layout,
        rows: usize,
    ) -> Result<Vec<Chunk>, CountError> {
        let steps = layout.steps(rows);
        let kept = words::kept(&self.keeper, name)?;
        let is_kept = kept.is_some();
        let (from, mut layer) = kept.unwrap_or_else(first);
        if from > steps.len() {
            return Err(self.keeper.damaged(name));
        }
        for at in 0..steps.len() {
            let share = self.work.step(at);
            if at < from {
                continue;
            }
            self.options.check()?;
            layer = advance(&layer, &steps[at], layout.ring, &|_| true)?;
            let states = layer.iter().map(Chunk::states).sum();
            let bytes = layer.iter().map(Chunk::bytes).sum();
            self.peak = self.peak.max(states);
            let stage = Stage::Layer { at: at + 1, of: steps.len() };
            self.options.report(CountProgress { stage, states, peak: self.peak, bytes, done: share });
            self.options.affords(bytes)?;
            if states == 0 {
                break;
            }
            if self.keeper.is_due() {
                words::keep(&mut self.keeper, name, at + 1, &layer)?;
            }
        }
        if is_kept && !layout.may_have(rows, &layer) {
            return Err(self.keeper.damaged(name));
        }
        if self.keeper.keeps() && !(is_kept && from == steps.len()) {
            words::keep(&mut self.keeper, name, steps.len(), &layer)?;
        }
        Ok(layer)
    }
}

/// The tours of a board.
///
/// # Errors
/// [`CountError::TooLarge`], [`CountError::Stopped`], and what can be wrong with a checkpoint.
pub(crate) fn cycles(task: &Task, layout: &Layout, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let (above, below) = layout.halves();
    let one_half = layout.is_same_rotated();
    let rows = [above, below];
    let work = Work::new(layout, if one_half { &rows[1..] } else { &rows });
    let keeper = Keeper::open(task, options.checkpoint.as_ref(), options.build, options.memory, "lock")?;
    let mut run = Run { options, keeper, work, peak: 0 };

    let upper = run.half(UPPER, || (0, first_layer()), layout, above)?;
    let lower = if !one_half {
        Some(run.half(LOWER, || (0, first_layer()), &layout.rotated(), below)?)
    } else if above < below {
        run.work = Work::new(layout, &[below]);
        let done = layout.steps(above).len();
        Some(run.half(LOWER, || (done, upper.clone()), layout, below)?)
    } else {
        None
    };
    let lower = lower.as_ref().unwrap_or(&upper);
    let middle = Middle::new(layout);
    let classes = middle.classes(&upper, lower);
    let halves = Halves { upper: &upper, lower, classes: &classes };
    let of = halves.states();
    let total = join(&middle, &halves, &mut run.keeper, SUMS, options, &|at, states| {
        let done = run.work.classes(at as f64 / (of as f64).max(1.0));
        let peak = run.peak.max(states);
        options.report(CountProgress { stage: Stage::Join { at, of }, states, peak, bytes: 0, done });
    })?;
    run.keeper.clear([UPPER, LOWER, SUMS].map(str::to_owned));
    Ok(total)
}

/// The sum of the classes that are joined.
#[derive(Debug, Default)]
struct Sums {
    total: BigUint,
    /// The classes that are in the total.
    done: Vec<Class>,
}

/// Counts the tours of all classes; what is counted is kept now and then under a name.
///
/// `report` is called with the states of the classes that are done, and the most states of a layer.
pub(crate) fn join(
    middle: &Middle,
    halves: &Halves<'_>,
    keeper: &mut Keeper,
    name: &str,
    options: &CountOptions<'_>,
    report: &(dyn Fn(u64, u64) + Sync),
) -> Result<BigUint, CountError> {
    let sums = Sums::kept(keeper, name)?;
    let before = sums.done.clone();
    let under_way = Mutex::new((sums, 0, keeper));
    each_class(halves.classes, halves.lower, &|class| !before.contains(&class), &|class, places, states, room| {
        let found = middle.count(class, places, halves, room)?;
        let (sums, at, keeper) = &mut *locked(&under_way);
        sums.total += found;
        sums.done.push(class);
        *at += states;
        let stopped = options.check();
        // Sums are small: what is done is kept even when it is stopped.
        if keeper.is_due() || keeper.keeps() && stopped.is_err() {
            sums.keep(keeper, name)?;
        }
        report(*at, room.peak());
        stopped
    })?;
    Ok(under_way.into_inner().unwrap_or_else(PoisonError::into_inner).0.total)
}

impl Sums {
    /// Keeps the classes that are done, three words each, and the digits of their sum.
    fn keep(&self, keeper: &mut Keeper, name: &str) -> Result<(), CountError> {
        let classes = self.done.iter().flat_map(|class| class.words());
        let words: Vec<u64> = classes.chain(self.total.to_u64_digits()).collect();
        keeper.keep(name, self.done.len() as u64, &mut |put| put(&words))
    }

    /// Reads the sums that were kept; empty ones without a file.
    fn kept(keeper: &Keeper, name: &str) -> Result<Self, CountError> {
        let Some((classes, words)) = keeper.read(name)? else { return Ok(Self::default()) };
        let parts = usize::try_from(classes).ok().and_then(|classes| words.split_at_checked(classes.checked_mul(3)?));
        let (classes, digits) = parts.ok_or_else(|| keeper.damaged(name))?;
        let class = |words: &[u64]| Class::from_words([words[0], words[1], words[2]]);
        Ok(Self { total: words::number(digits), done: classes.chunks_exact(3).map(class).collect() })
    }
}

//! The frontier method for wide boards.
//!
//! The board is split into two halves. The halves share as many rows as a move spans. Each half is decided square by
//! square up to the shared rows. Then the moves between squares of the shared rows are decided, and the halves are
//! joined.
//!
//! A state consists of a vector of degrees (which squares of the frontier have no, one or two edges) and a matching
//! (which open ends belong together). A layer stores the matchings of one vector together as a *block*. The effect of a
//! step on a matching depends only on the positions of the ends, so this effect is read from a lookup table. The blocks
//! that lead to a block are known before any of them is processed. No state is hashed or searched for: the tables give
//! the new matchings, and arrays collect their counts. This is efficient only for well-filled blocks. On narrow boards
//! a vector has few matchings.

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
mod ring;
mod stored;
mod sweep;
pub(crate) mod words;
mod work;

use std::sync::{Mutex, PoisonError};

use courser_board::Shard;
use num_bigint::BigUint;

pub(crate) use self::back::{APEX_CELL, BlockState, CellEdges, StateSource, collect};
pub(crate) use self::class::DegreeClass;
use self::class::of_shard;
pub(crate) use self::complete::{CompletionCounts, no_ways, retreat};
pub(crate) use self::degrees::Degrees;
pub(crate) use self::gather::advance;
pub(crate) use self::half::{LayerStep, SweepBoard, colours_forbid, too_wide};
pub(crate) use self::layer::{Chunk, find, size};
pub(crate) use self::matching::MATCHINGS;
pub(crate) use self::middle::{BlockLocation, Classes, Halves, Middle, MiddleScratch, in_turn};
pub(crate) use self::ring::Ring;
use self::stored::{Stored, StoredHalves};
pub(crate) use self::sweep::{alike, sweep};
pub(crate) use self::work::{ProgressReporter, WorkEstimate, all_bytes, bytes, on_disk, outgrows};
use crate::checkpoint::{CheckpointStore, Lock};
use crate::progress::CountOptions;
use crate::{CountError, locked};

/// Returns the first layer, before any square is decided. Its frontier is empty.
pub(crate) fn first_layer() -> Vec<Chunk> {
    let mut chunk = Chunk::default();
    chunk.push(Degrees::default(), &[(0, 1)], 1);
    vec![chunk]
}

/// File names of the two halves of a count by a single process.
const HALVES: [&str; 2] = ["upper", "lower"];
const SUMS: &str = "sums";

/// The steps that one half has in common with the other half, which is already computed. The two values are the number
/// of these steps, and the layer after the last of these steps.
type Begun<'a, L> = Option<(usize, &'a L)>;

/// The result of a count of a whole board or of a shard. The result of a shard includes only the tours in the classes
/// of the shard.
pub(crate) struct CountResult {
    pub(crate) number: BigUint,
    /// Two values: the number of states of the counted classes, and the number of states of all classes.
    pub(crate) states: [u64; 2],
}

/// A count in progress, either of a whole board or of a shard.
struct CountRun<'a, 'b> {
    course: ProgressReporter<'a, 'b>,
    keeper: CheckpointStore,
    shard: Option<Shard>,
}

impl CountRun<'_, '_> {
    /// Computes the last layers of both halves of the board, or of only one half if the halves are equal. The function
    /// `half` decides the squares in the first rows of a layout, and returns the layer after these rows.
    fn halves<L>(
        &mut self,
        layout: &SweepBoard,
        half: &mut impl FnMut(&mut Self, &str, Begun<'_, L>, &SweepBoard, usize) -> Result<L, CountError>,
    ) -> Result<(L, Option<L>), CountError> {
        let (above, below) = layout.halves();
        let [first, second] = HALVES;
        let upper = half(self, first, None, layout, above)?;
        let lower = if !layout.is_same_rotated() {
            Some(half(self, second, None, &layout.rotated(), below)?)
        } else if above < below {
            self.course.work = WorkEstimate::of_halves(layout);
            Some(half(self, second, Some((layout.steps(above).len(), &upper)), layout, below)?)
        } else {
            None
        };
        Ok((upper, lower))
    }

    /// Computes the steps of one half of the board, starting with step `from`. `next` returns the next layer, its
    /// number of states and its size in bytes.
    fn steps<L>(
        &mut self,
        (from, mut layer): (usize, L),
        of: usize,
        next: &mut impl FnMut(&mut CheckpointStore, usize, L) -> Result<(L, [u64; 2]), CountError>,
    ) -> Result<L, CountError> {
        for at in 0..from {
            self.course.work.step(at);
        }
        for at in from..of {
            self.course.options.check()?;
            let (after, size) = next(&mut self.keeper, at, layer)?;
            layer = after;
            self.course.layer(at, [at + 1, of], size);
            if size[0] == 0 {
                break;
            }
        }
        Ok(layer)
    }

    /// Computes the remaining steps of one half of the board. The layers are in memory.
    fn half_in_memory(
        &mut self,
        begun: Begun<'_, Vec<Chunk>>,
        layout: &SweepBoard,
        rows: usize,
    ) -> Result<Vec<Chunk>, CountError> {
        let (steps, options) = (layout.steps(rows), self.course.options);
        let first = begun.map_or_else(|| (0, first_layer()), |(done, layer)| (done, layer.clone()));
        self.steps(first, steps.len(), &mut |_, at, layer| {
            let layer = advance(&layer, &steps[at], layout.ring)?;
            let size = size(&layer);
            options.affords(size[1] as f64)?;
            Ok((layer, size))
        })
    }

    /// Writes the last layer of one half of the board to the checkpoint folder, so that other shards can read it. Does
    /// nothing if there is no folder, or if the folder has too little free space.
    fn save(
        &mut self,
        half: &str,
        layer: &[Chunk],
        (layout, rows, middle): (&SweepBoard, usize, &Middle),
    ) -> Result<(), CountError> {
        // On disk, a state takes up to twice as many bytes as in memory.
        let has_room = |room: u64| room / 2 > size(layer)[1];
        if self.course.options.disk.as_ref().is_some_and(|disk| has_room(disk.room)) && self.keeper.keeps() {
            let steps = layout.steps(rows).len();
            let (chunk, group) = (|chunk: &Chunk, _: &mut _| Ok(chunk.clone()), |degrees| middle.group(degrees));
            Stored::write(&mut self.keeper, (half, steps), layout.ring, layer, &chunk, &group)?;
        }
        Ok(())
    }

    /// Computes the remaining steps of one half of the board. The layers are on disk. Sorts the last layer into the
    /// groups of the join.
    fn half_on_disk(
        &mut self,
        half: &str,
        begun: Begun<'_, Stored>,
        layout: &SweepBoard,
        rows: usize,
        middle: &Middle,
    ) -> Result<Stored, CountError> {
        let (steps, options) = (layout.steps(rows), self.course.options);
        let group = |done: usize| {
            let next = steps.get(done);
            move |degrees| next.map_or_else(|| middle.group(degrees), |step| step.group(degrees))
        };
        let first = match (Stored::kept(&self.keeper, half, layout.ring)?, begun) {
            (Some((done, layer)), _) if done > steps.len() => return Err(layer.damaged()),
            (Some(kept), _) => kept,
            (None, Some((done, layer))) => {
                let sorted = |part: &_, _: &mut _| layer.read([*part]);
                (
                    done,
                    Stored::write(&mut self.keeper, (half, done), layout.ring, &layer.groups(), &sorted, &group(done))?,
                )
            }
            (None, None) => {
                let first = |(): &(), _: &mut _| Ok(first_layer().remove(0));
                (0, Stored::write(&mut self.keeper, (half, 0), layout.ring, &[()], &first, &group(0))?)
            }
        };
        self.steps(first, steps.len(), &mut |keeper, at, layer: Stored| {
            let done = at + 1;
            let check = |chunk: &Chunk| match done < steps.len() || layout.may_have(rows, std::slice::from_ref(chunk)) {
                true => options.check(),
                false => Err(layer.damaged()),
            };
            let after = layer.advance(keeper, (half, done), &steps[at], &check, &group(done))?;
            let size = after.size();
            Ok((after, size))
        })
    }

    /// Counts with all layers in memory.
    fn in_memory(&mut self, layout: &SweepBoard, lock: Option<Lock>) -> Result<CountResult, CountError> {
        self.course.options.affords(bytes(layout))?;
        let middle = Middle::new(layout);
        let (upper, lower) = self.halves(layout, &mut |run, half, begun, layout, rows| {
            let layer = run.half_in_memory(begun, layout, rows)?;
            run.save(half, &layer, (layout, rows, &middle)).map(|()| layer)
        })?;
        drop(lock);
        let lower = lower.as_ref().unwrap_or(&upper);
        let classes = middle.classes(&upper, lower);
        let halves = Halves { upper: &upper, lower, classes: &classes };
        self.join(halves.sizes(), &|class, room| middle.count(class, &classes.lower[&class], &halves, room))
    }

    /// Counts the tours, and stores all layers in a folder. `room` is the free space on the disk of the folder, in
    /// bytes.
    fn on_disk(&mut self, layout: &SweepBoard, room: u64, lock: Option<Lock>) -> Result<CountResult, CountError> {
        let [disk, memory] = on_disk(layout);
        let disk = if has_halves(layout, &self.keeper)? { 0.0 } else { disk };
        let kept = self.keeper.taken(HALVES.into_iter().flat_map(stored::files));
        let available = [room.saturating_add(kept), self.course.options.memory.unwrap_or(u64::MAX)];
        if disk > available[0] as f64 || memory > available[1] as f64 {
            return Err(CountError::OnDisk { disk, memory, available });
        }
        let middle = &Middle::new(layout);
        let (upper, lower) = self.halves(layout, &mut |run, half, begun, layout, rows| {
            run.half_on_disk(half, begun, layout, rows, middle)
        })?;
        drop(lock);
        let halves = StoredHalves { middle, upper: &upper, lower: lower.as_ref().unwrap_or(&upper) };
        self.join(halves.sizes(), &|class, room| halves.count(class, room))
    }

    /// Counts the tours of all classes, or only of the classes of the shard. `sizes` lists every class and the number
    /// of its states in the lower half.
    fn join(&mut self, sizes: Vec<(u64, DegreeClass)>, count: CountClass<'_>) -> Result<CountResult, CountError> {
        let sum = |sizes: &[(u64, DegreeClass)]| sizes.iter().map(|(states, _)| states).sum::<u64>();
        let all = sum(&sizes);
        let Some(shard) = self.shard else {
            let number = join(sizes, count, &mut self.keeper, &self.course)?;
            return Ok(CountResult { number, states: [all, all] });
        };
        let sizes = of_shard(sizes, shard);
        let states = [sum(&sizes), all];
        self.course.work.share(states[0] as f64 / (all as f64).max(1.0));
        // A shard joins its classes in little time, so the progress of the join is not saved. After an interruption,
        // the shard joins its classes again.
        let number = join(sizes, count, &mut CheckpointStore::default(), &self.course)?;
        Ok(CountResult { number, states })
    }
}

/// Returns whether the folder contains the last layers of both halves of the board, or of one half if the halves are
/// equal.
pub(crate) fn has_halves(layout: &SweepBoard, keeper: &CheckpointStore) -> Result<bool, CountError> {
    let (above, below) = layout.halves();
    let has = |half: &str, layout: &SweepBoard, rows| -> Result<bool, CountError> {
        let kept = Stored::kept(keeper, half, layout.ring)?;
        Ok(kept.is_some_and(|(done, _)| done == layout.steps(rows).len()))
    };
    let [first, second] = HALVES;
    let is_one = layout.is_same_rotated() && above == below;
    Ok(has(first, layout, above)? && (is_one || has(second, &layout.rotated(), below)?))
}

/// Counts the tours of a board, or only the tours in the classes of one shard. The files of the count stay until a
/// caller [deletes](forget) them.
///
/// # Errors
/// [`CountError::TooLarge`] if the count exceeds a limit of the tables, [`CountError::Stopped`] if the count is
/// stopped, [`CountError::Memory`] or [`CountError::OnDisk`] if memory or disk space does not suffice,
/// [`CountError::Checkpoint`] if a checkpoint is damaged or belongs to another count, [`CountError::Disk`] if a
/// checkpoint cannot be read or written.
pub(crate) fn cycles(
    layout: &SweepBoard,
    options: &CountOptions<'_>,
    keeper: CheckpointStore,
    shard: Option<Shard>,
) -> Result<CountResult, CountError> {
    let mut run = CountRun {
        course: ProgressReporter { options, work: WorkEstimate::of_halves(layout), peak: 0 },
        keeper,
        shard,
    };
    let Some(disk) = options.disk.as_ref().filter(|_| run.keeper.keeps()) else { return run.in_memory(layout, None) };
    // Another shard may be writing the files of the halves now. Such a file may be incomplete until the other shard
    // releases the lock.
    let lock = if has_halves(layout, &run.keeper).unwrap_or(false) { None } else { run.keeper.lock(options)? };
    let is_on_disk = disk.all || has_halves(layout, &run.keeper)?;
    if is_on_disk { run.on_disk(layout, disk.room, lock) } else { run.in_memory(layout, lock) }
}

/// Deletes all files of a count that is not divided into shards.
pub(crate) fn forget(keeper: &CheckpointStore) {
    keeper.clear(HALVES.into_iter().flat_map(stored::files).chain([SUMS.to_owned()]));
}

/// The number of tours in the classes joined so far.
#[derive(Debug, Default)]
struct ClassSums {
    total: BigUint,
    /// The classes included in the total.
    done: Vec<DegreeClass>,
}

/// A function that counts the tours of a class.
type CountClass<'a> = &'a (dyn Fn(DegreeClass, &mut MiddleScratch) -> Result<BigUint, CountError> + Sync);

/// Counts the tours of the classes in `order`. An element of `order` contains a class and the number of states that the
/// class has in the lower half of the board. The sums are saved at intervals.
fn join(
    mut order: Vec<(u64, DegreeClass)>,
    count: CountClass<'_>,
    keeper: &mut CheckpointStore,
    course: &ProgressReporter<'_, '_>,
) -> Result<BigUint, CountError> {
    let of = order.iter().map(|(states, _)| states).sum();
    let sums = ClassSums::kept(keeper)?;
    order.retain(|(_, class)| !sums.done.contains(class));
    let under_way = Mutex::new((sums, 0, keeper));
    in_turn(order, &|class, states, room| {
        let found = count(class, room)?;
        let (sums, at, keeper) = &mut *locked(&under_way);
        sums.total += found;
        sums.done.push(class);
        *at += states;
        let stopped = course.options.check();
        // The sums take little space. Therefore the sums are saved even when the count is stopped.
        if keeper.is_due() || keeper.keeps() && stopped.is_err() {
            sums.keep(keeper)?;
        }
        course.joined([*at, of], room.peak());
        stopped
    })?;
    Ok(under_way.into_inner().unwrap_or_else(PoisonError::into_inner).0.total)
}

impl ClassSums {
    /// Saves the finished classes and the total number of tours in these classes. Each class takes three words. The
    /// total follows as 64-bit digits.
    fn keep(&self, keeper: &mut CheckpointStore) -> Result<(), CountError> {
        let classes = self.done.iter().flat_map(|class| class.words());
        let words: Vec<u64> = classes.chain(self.total.to_u64_digits()).collect();
        keeper.keep(SUMS, self.done.len() as u64, &mut |put| put(&words))
    }

    /// Reads the saved sums. Returns empty sums if no file exists.
    fn kept(keeper: &CheckpointStore) -> Result<Self, CountError> {
        let Some((classes, words)) = keeper.read(SUMS)? else { return Ok(Self::default()) };
        let parts = usize::try_from(classes).ok().and_then(|classes| words.split_at_checked(classes.checked_mul(3)?));
        let (classes, digits) = parts.ok_or_else(|| keeper.damaged(SUMS))?;
        let class = |words: &[u64]| DegreeClass::from_words([words[0], words[1], words[2]]);
        Ok(Self { total: words::number(digits), done: classes.chunks_exact(3).map(class).collect() })
    }
}

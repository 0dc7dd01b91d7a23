//! The same count on many machines, as a timely dataflow computation.
//!
//! Every vector of degrees belongs to one worker, by its hash. Layer by layer each worker sends its blocks to all
//! workers that gather a block from them, and gathers its own; a layer is whole when timely's progress tracking says
//! that nothing of it is under way. In the end the blocks go to where their class is counted, and every worker sends
//! all others its sum: a number is there only when every worker has sent its own.
//!
//! After Murray, McSherry and others, "Naiad: a timely dataflow system" (2013).

mod connect;
mod hosts;
mod link;
mod post;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use courser_board::words::a_board;
use num_bigint::BigUint;
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::worker::Worker;

pub use self::hosts::hosts;
use self::post::{Kind, Post};
use crate::blocks::{
    self, BUCKETS, Chunk, Course, Degrees, Halves, Layout, Middle, Ring, Step, Work, advance, bucket, first_layer,
    join, size, words,
};
use crate::checkpoint::Keeper;
use crate::progress::{Checkpoint, CountOptions, CountProgress};
use crate::residues::{self, Primes};
use crate::{CountError, Task, locked};

/// The workers that count together, in one process or in many.
#[derive(Clone)]
pub struct Cluster {
    /// Workers (threads) in each process, at least one.
    pub workers: usize,
    /// Addresses where the processes listen, as `host:port`; empty for this process alone.
    pub hosts: Vec<String>,
    /// The place of this process in `hosts`, from 0.
    pub process: usize,
    /// A secret that all processes share and prove to know when they connect. It is never sent.
    ///
    /// Without a secret all hosts must be addresses of this machine that others cannot reach.
    pub secret: Option<Vec<u8>>,
    /// The time in which all processes must be connected.
    pub wait: Duration,
    /// The time within which a whole message of another process must come; after it the process counts as lost.
    pub patience: Duration,
    /// The most bytes of memory that this process may take; `None` for no limit.
    pub memory: Option<u64>,
    /// Where each worker keeps its part of a layer, so that a count that was stopped can go on.
    pub checkpoint: Option<Checkpoint>,
    /// The version of the program; all processes must have the same one, and so must a checkpoint.
    pub build: String,
    /// Called with a message when another process is lost: it must end this process, since the count can no longer be
    /// finished.
    pub lost: fn(&str) -> !,
}

impl Cluster {
    /// Workers of this process alone.
    pub fn new(workers: usize, lost: fn(&str) -> !) -> Self {
        Self {
            workers,
            hosts: Vec::new(),
            process: 0,
            secret: None,
            wait: Duration::from_secs(60),
            patience: Duration::from_secs(10),
            memory: None,
            checkpoint: None,
            build: String::new(),
            lost,
        }
    }
}

/// The state that the workers of a process share.
struct Shared {
    task: Task,
    layout: Layout,
    stop: Option<&'static AtomicBool>,
    progress: Option<Box<dyn Fn(CountProgress) + Send + Sync>>,
    /// The number of workers of the process.
    workers: usize,
    /// States and bytes that they have in each layer so far.
    layers: Mutex<Vec<[u64; 2]>>,
    keeper: Keeper,
}

impl Shared {
    /// Adds a worker's part of a layer; returns the states and bytes of all parts that are there.
    fn add(&self, layer: usize, part: [u64; 2]) -> [u64; 2] {
        let mut layers = locked(&self.layers);
        if layers.len() <= layer {
            layers.resize(layer + 1, [0, 0]);
        }
        layers[layer] = [layers[layer][0] + part[0], layers[layer][1] + part[1]];
        layers[layer]
    }

    /// The most states of a layer.
    fn peak(&self) -> u64 {
        let layers = locked(&self.layers);
        layers.iter().map(|&[states, _]| states).max().unwrap_or(0)
    }
}

/// The number of tours, counted by all workers together; every process has it in the end.
///
/// # Errors
/// [`CountError::Network`] if the processes do not find each other or are not of one count, and as
/// [`count`](crate::count()). When a process is lost on the way, `lost` is called.
pub fn count_together(
    task: &Task,
    cluster: &Cluster,
    stop: Option<&'static AtomicBool>,
    progress: Option<Box<dyn Fn(CountProgress) + Send + Sync>>,
) -> Result<BigUint, CountError> {
    undirected(&task.trimmed(), cluster, stop, progress).map(|number| task.of_undirected(number))
}

/// The number of tours, a tour and its reverse being one.
pub(crate) fn undirected(
    task: &Task,
    cluster: &Cluster,
    stop: Option<&'static AtomicBool>,
    progress: Option<Box<dyn Fn(CountProgress) + Send + Sync>>,
) -> Result<BigUint, CountError> {
    let Some(layout) = Layout::new(task) else {
        let message = format!("{} is too wide to be counted by several workers", a_board(task.board()));
        return Err(CountError::task(message, "choose a board with a side of at most 14 squares"));
    };
    if cluster.process >= cluster.hosts.len().max(1) {
        let message = format!("there is no process {}: there are {}, from 0", cluster.process, cluster.hosts.len());
        return Err(CountError::task(message, "give each process its own place among the hosts"));
    }
    let processes = cluster.hosts.len().max(1);
    let times = if processes * cluster.workers > 1 { blocks::AMONG_WORKERS } else { 1.0 };
    let share = blocks::bytes(&layout) * times / processes as f64;
    crate::afford(share, cluster.memory)?;
    let workers = cluster.workers.max(1);
    let lock = format!("lock-{}", cluster.process);
    let keeper = Keeper::open(task, cluster.checkpoint.as_ref(), &cluster.build, cluster.memory, &lock)?;
    // Known without a worker, and by every process: none waits for another.
    if let Some(number) = crate::at_once(task) {
        return Ok(number);
    }
    let sockets = match &cluster.hosts[..] {
        [] | [_] => None,
        _ => Some(connect::all(task, cluster, stop)?),
    };
    let threads = ProcessBuilder::new_typed_vector(workers, Hooks::default().refill, None);
    let (builders, guard): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) = if let Some(sockets) = sockets {
        end_when_lost(cluster.lost);
        sockets.iter().flatten().for_each(|link| link.begin(cluster.lost));
        let network = initialize_networking_from_sockets(threads, sockets, cluster.process, workers, Hooks::default());
        let (builders, guard) = network.map_err(|error| CountError::Network { message: error.to_string() })?;
        (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
    } else {
        (threads.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
    };
    let shared =
        Arc::new(Shared { task: task.clone(), layout, stop, progress, workers, layers: Mutex::default(), keeper });
    let guards =
        timely::execute::execute_from(builders, guard, WorkerConfig::default(), move |worker| work(worker, &shared));
    let guards = guards.map_err(|_| CountError::Threads { workers })?;
    let mut found: Option<BigUint> = None;
    let mut failed: Option<CountError> = None;
    for result in guards.join() {
        let number =
            result.map_err(|message| CountError::Network { message: format!("a worker has failed: {message}") })?;
        match number {
            Ok(number) if found.as_ref().is_some_and(|found| *found != number) => {
                return Err(CountError::Network { message: "the workers do not agree on the number".into() });
            }
            Ok(number) => found = Some(number),
            // Workers that failed know the reason; the others only know that one did.
            Err(error) if failed.as_ref().is_none_or(|failed| matches!(failed, CountError::Network { .. })) => {
                failed = Some(error);
            }
            Err(_) => {}
        }
    }
    if let Some(failed) = failed {
        return Err(if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) { CountError::Stopped } else { failed });
    }
    found.ok_or_else(|| CountError::Network { message: "no worker has sent its number".into() })
}

/// A lost connection is a panic in one of timely's threads, and the workers would wait for ever.
fn end_when_lost(lost: fn(&str) -> !) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let message =
            payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
        let of_timely = std::thread::current().name().is_some_and(|name| name.starts_with("timely:"));
        if message.is_some_and(|message| message.starts_with("timely communication error")) || of_timely {
            end(lost, "another process of this count is gone, and its part of the number with it");
        }
        before(info);
    }));
}

/// Ends this process by `lost`. A peer may be missed by several threads at once, and one error is enough.
fn end(lost: fn(&str) -> !, message: &str) -> ! {
    static ENDING: Mutex<()> = Mutex::new(());
    let _one = ENDING.lock();
    lost(message)
}

/// The layers of both halves, one after another: those of the upper half, and then of the lower one, which starts at its own edge
/// or goes on from the upper one.
struct Layers<'a> {
    layout: &'a Layout,
    /// The board as the lower half sees it.
    lower: Layout,
    /// The step that makes each layer, behind its place in its half.
    steps: Vec<(usize, Step)>,
    /// Layers of the upper half.
    upper: usize,
    is_one_half: bool,
}

/// The progress of a worker.
struct Part {
    /// Layers that are done.
    done: usize,
    /// The upper half, once it is whole and the lower one is under way.
    upper: Option<Vec<Chunk>>,
    layer: Vec<Chunk>,
}

impl<'a> Layers<'a> {
    fn new(layout: &'a Layout) -> Self {
        let (above, below) = layout.halves();
        let is_one_half = layout.is_same_rotated();
        let lower = layout.rotated();
        let upper = layout.steps(above).len();
        let begun = if is_one_half { upper } else { 0 };
        let rest = lower.steps(below).into_iter().enumerate().skip(begun);
        let steps = layout.steps(above).into_iter().enumerate().chain(rest).collect();
        Self { layout, lower, steps, upper, is_one_half }
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    /// Goes on with the lower half where the upper one is whole; `first` is the layer before anything is decided.
    fn turn(&self, part: &mut Part, first: &[Chunk]) {
        if part.done == self.upper && part.done < self.len() && part.upper.is_none() {
            let layer = if self.is_one_half { part.layer.clone() } else { first.to_vec() };
            part.upper = Some(std::mem::replace(&mut part.layer, layer));
        }
    }

    /// The name under which a layer is kept.
    fn name(done: usize) -> String {
        format!("layer-{done}")
    }

    /// Deletes all files of a worker.
    fn forget(&self, keeper: &Keeper) {
        keeper.clear((1..=self.len()).map(Self::name).chain([SUMS.to_owned()]));
    }

    /// The layers from which a worker can continue.
    fn kept(&self, keeper: &Keeper) -> Result<Vec<u64>, CountError> {
        let mut kept = Vec::new();
        for done in 1..=self.len() {
            if keeper.length(&Self::name(done))?.is_some() {
                kept.push(done as u64);
            }
        }
        let has_upper = kept.contains(&(self.upper as u64));
        kept.retain(|&done| done as usize <= self.upper || has_upper);
        Ok(kept)
    }

    /// Reads a worker's part of a layer.
    fn read(&self, done: usize, keeper: &Keeper) -> Result<Part, CountError> {
        let (above, below) = self.layout.halves();
        let read = |done: usize| {
            let name = Self::name(done);
            let (half, rows) = if done <= self.upper { (self.layout, above) } else { (&self.lower, below) };
            let (steps, layer) = words::kept(keeper, &name, self.layout.ring)?.ok_or_else(|| keeper.damaged(&name))?;
            let is_whole = done == self.upper || done == self.len();
            // The frontier of a layer between them is elsewhere.
            let is_right = steps == done && (!is_whole || half.may_have(rows, &layer));
            if is_right { Ok(layer) } else { Err(keeper.damaged(&name)) }
        };
        let upper = if done > self.upper { Some(read(self.upper)?) } else { None };
        Ok(Part { done, upper, layer: read(done)? })
    }
}

/// The name under which a worker keeps its sums.
const SUMS: &str = "sums";

/// Counts as one worker: exactly, or modulo primes.
fn work(worker: &mut Worker, shared: &Shared) -> Result<BigUint, CountError> {
    let mut post = Post::new(worker);
    let keeper = shared.keeper.of_worker(worker.index(), worker.peers());
    let Shared { task, layout, .. } = shared;
    // Rests are told behind a 0. A worker that was killed may have missed the last one.
    let mut rests: Option<Vec<u64>> = None;
    if keeper.keeps() {
        let own = residues::kept(&keeper);
        own.iter().flatten().for_each(|own| post.tell_all(Kind::Kept, &[&[0], &own[..]].concat()));
        let told = post.round(worker, own.err())?.kept;
        rests = told.into_iter().max_by_key(Vec::len).map(|told| told[1..].to_vec());
    }
    let forget = |keeper: &Keeper| Layers::new(layout).forget(keeper);
    if rests.is_none() && !blocks::outgrows(task, layout) {
        match count_in(worker, &mut post, shared, layout, keeper.clone(), [0, 1]) {
            Err(CountError::TooLarge) => {}
            result => {
                result.iter().for_each(|_| forget(&keeper));
                return result;
            }
        }
    }
    let primes = Primes { task, layout, keeper, rests: rests.unwrap_or_default() };
    primes.count(&mut |part, layout, keeper| count_in(worker, &mut post, shared, layout, keeper, part), &forget)
}

/// Counts as one worker in the ring of a layout.
fn count_in(
    worker: &mut Worker,
    post: &mut Post,
    shared: &Shared,
    layout: &Layout,
    mut keeper: Keeper,
    prime: [usize; 2],
) -> Result<BigUint, CountError> {
    let (me, all) = (worker.index(), worker.peers());
    post.ring = layout.ring;
    let report = |progress: CountProgress| {
        // One of a process speaks for all.
        if me.is_multiple_of(shared.workers)
            && let Some(report) = &shared.progress
        {
            report(progress.of_part(prime));
        }
    };
    let options = &CountOptions { stop: shared.stop, progress: Some(&report), ..CountOptions::default() };
    let mut course = Course { options, work: Work::of_halves(layout), peak: 0 };
    let layers = Layers::new(layout);
    // The exact layers come before those of the primes.
    let pass = if layout.ring == Ring::default() { 0 } else { prime[0] + 1 };
    let first = pass * (layers.len() + 1);
    let is_mine = owner(bucket(Degrees::default()), all) == me;
    let begin = if is_mine { first_layer() } else { Vec::new() };
    let mut part = Part { done: 0, upper: None, layer: begin.clone() };
    let mut failure = None;
    let mut kept: Vec<usize> = Vec::new();
    if keeper.keeps() {
        let own = layers.kept(&keeper);
        own.iter().for_each(|own| post.tell_all(Kind::Kept, own));
        let all_kept = post.round(worker, own.err())?.kept;
        let common = |done: &u64| all_kept.iter().all(|kept| kept.contains(done));
        let done = all_kept.first().and_then(|kept| kept.iter().copied().filter(common).max());
        let (read, unreadable) = match done.map(|done| layers.read(done as usize, &keeper)).transpose() {
            Ok(read) => (read, None),
            Err(error) => (None, Some(error)),
        };
        // A worker that cannot read its part ends all of them here, before any file is deleted.
        post.round(worker, unreadable)?;
        part = read.unwrap_or(part);
        // Later layers that some worker has not kept are of no use.
        keeper.clear((part.done + 1..=layers.len()).map(Layers::name));
        kept = (1..=part.done).filter(|&done| matches!(keeper.length(&Layers::name(done)), Ok(Some(_)))).collect();
    }
    for (at, _) in &layers.steps[..part.done] {
        course.work.step(*at);
    }
    while part.done < layers.len() {
        layers.turn(&mut part, &begin);
        let (at, step) = &layers.steps[part.done];
        if me == 0 && keeper.is_due() {
            post.tell_all(Kind::Keep, &[]);
        }
        let (layer, is_due) = together(worker, post, part.layer, step, failure.take().map_or(options.check(), Err))?;
        (part.layer, part.done) = (layer, part.done + 1);
        // All have ended the round, so that all have kept their part of the last layer that was to be kept.
        let last = kept.last().copied().unwrap_or(0);
        let is_old = |done: &mut usize| *done < last && *done != layers.upper;
        keeper.clear(kept.extract_if(.., is_old).map(Layers::name));
        if keeper.keeps() && (is_due || part.done == layers.upper || part.done == layers.len()) {
            failure = words::keep(&mut keeper, &Layers::name(part.done), part.done, &part.layer).err();
            kept.push(part.done);
        }
        let whole = shared.add(first + part.done, size(&part.layer));
        course.peak = shared.peak();
        let of = if part.done > layers.upper { layers.len() } else { layers.upper };
        course.layer(*at, [part.done, of], whole);
    }
    layers.turn(&mut part, &begin);
    let (upper, lower) = match part.upper {
        Some(upper) => (upper, Some(part.layer)),
        None => (part.layer, None),
    };

    let middle = Middle::new(layout);
    for (kind, chunks) in [(Kind::Upper, &upper), (Kind::Lower, lower.as_ref().unwrap_or(&upper))] {
        for chunk in chunks {
            for head in 0..chunk.len() {
                let classes = match kind {
                    Kind::Upper => middle.classes_above(chunk.degrees(head)),
                    _ => middle.class_below(chunk.degrees(head)).into_iter().collect(),
                };
                let mut to: Vec<usize> = classes.into_iter().map(|class| class.hash() as usize % all).collect();
                to.sort_unstable();
                to.dedup();
                to.into_iter().for_each(|to| post.send(to, kind, &chunk.block(head)));
            }
        }
    }
    drop((upper, lower));
    let mail = post.round(worker, failure.or(options.check().err()))?;
    let (upper, lower) = (mail.upper, mail.lower);
    let classes = middle.classes(&upper, &lower);
    let halves = Halves { upper: &upper, lower: &lower, classes: &classes };
    // Every worker has added its part of every layer by now: here the peak is reported, even if this one has no class.
    course.peak = shared.peak();
    course.joined([0, halves.states()], 0);
    let count = |class, room: &mut _| middle.count(class, &classes.lower[&class], &halves, room);
    let counted = join(halves.sizes(), &count, &mut keeper, SUMS, &course);
    if let Ok(sum) = &counted {
        post.tell_all(Kind::Sum, &sum.to_u64_digits());
    }
    let mail = post.round(worker, counted.err())?;
    if mail.sums.len() != all {
        return Err(CountError::Network { message: format!("{} of {all} workers sent their sums", mail.sums.len()) });
    }
    Ok(mail.sums.into_iter().sum())
}

/// Takes one step: sends blocks to the workers that need them, and gathers the own ones. Also returns whether to keep the
/// layer.
fn together(
    worker: &mut Worker,
    post: &mut Post,
    mut layer: Vec<Chunk>,
    step: &Step,
    so_far: Result<(), CountError>,
) -> Result<(Vec<Chunk>, bool), CountError> {
    let (me, all) = (worker.index(), worker.peers());
    for chunk in &layer {
        for head in 0..chunk.len() {
            let mut needed = vec![false; all];
            step.expand(chunk.degrees(head), &mut |to, _, _| needed[owner(bucket(to), all)] = true);
            needed[me] = false;
            for to in (0..all).filter(|&to| needed[to]) {
                post.send(to, Kind::Upper, &chunk.block(head));
            }
        }
    }
    let mail = post.round(worker, so_far.err())?;
    layer.extend(mail.upper);
    let next = advance(&layer, step, post.ring, &|bucket| owner(bucket, all) == me);
    // A failure is sent to the others with the next round, so that none of them waits.
    match next {
        Ok(next) => Ok((next, mail.keep)),
        Err(error) => post.round(worker, Some(error)).map(|_| (Vec::new(), false)),
    }
}

/// The worker to whom a bucket belongs.
fn owner(bucket: usize, workers: usize) -> usize {
    // Workers beyond the number of buckets would have nothing to do: they count classes.
    bucket * workers.min(BUCKETS) / BUCKETS
}

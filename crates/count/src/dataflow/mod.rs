//! The same count on many machines, as a timely dataflow computation.
//!
//! Every vector of degrees belongs to one worker, by its hash. Layer by layer each worker sends its blocks to all
//! workers that gather a block from them, and gathers its own; a layer is whole when timely's progress tracking says
//! that nothing of it is under way. In the end the blocks go to where their class is counted, and every worker tells
//! all others its sum: a number is there only when every worker has told its own.
//!
//! After Murray, McSherry and others, "Naiad: a timely dataflow system" (2013).

mod connect;
mod hosts;
mod post;

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    BUCKETS, Chunk, Degrees, Expand, Halves, Layout, Middle, Step, advance, bucket, count_all, first_layer,
};
use crate::estimate::Work;
use crate::progress::{Options, Progress, Stage};
use crate::{CountError, Task, estimate};

/// The workers of a count.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Workers in each process; at least one.
    pub workers: usize,
    /// Where the processes listen, as `host:port`; none for this process alone.
    pub hosts: Vec<String>,
    /// Which of the hosts this process is.
    pub process: usize,
    /// Bytes that this process may take; none for as many as it likes.
    pub memory: Option<u64>,
    /// Called when another process is gone: it must end this one, since what is under way can never end well.
    pub lost: fn(&str) -> !,
}

/// What the workers of a process share.
struct Shared {
    layout: Layout,
    stop: Option<&'static AtomicBool>,
    progress: Option<Box<dyn Fn(Progress) + Send + Sync>>,
    /// How many they are.
    workers: usize,
    /// States and bytes that they have in each layer so far.
    layers: Mutex<Vec<[u64; 2]>>,
}

impl Shared {
    /// Adds a worker's part of a layer; tells the states and bytes of all parts that are there.
    fn add(&self, layer: usize, part: [u64; 2]) -> [u64; 2] {
        let mut layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        if layers.len() <= layer {
            layers.resize(layer + 1, [0, 0]);
        }
        layers[layer] = [layers[layer][0] + part[0], layers[layer][1] + part[1]];
        layers[layer]
    }

    /// The most states of a layer.
    fn peak(&self) -> u64 {
        let layers = self.layers.lock().unwrap_or_else(PoisonError::into_inner);
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
    progress: Option<Box<dyn Fn(Progress) + Send + Sync>>,
) -> Result<BigUint, CountError> {
    let task = &task.trimmed();
    let Some(layout) = Layout::new(task) else {
        return Err(CountError::Task {
            message: format!("{} is too wide to be counted by several workers", a_board(task.board())),
            hint: "choose a board with a side of at most 14 squares",
        });
    };
    if cluster.process >= cluster.hosts.len().max(1) {
        return Err(CountError::Task {
            message: format!("there is no process {}: there are {}, from 0", cluster.process, cluster.hosts.len()),
            hint: "give each process its own place among the hosts",
        });
    }
    // What other workers gather from is kept twice while it is under way.
    let share = estimate::blocks(&layout) * 1.5 / cluster.hosts.len().max(1) as f64;
    crate::afford(share, cluster.memory)?;
    let workers = cluster.workers.max(1);
    let sockets = match &cluster.hosts[..] {
        [] | [_] => None,
        _ => Some(connect::all(task, cluster, stop)?),
    };
    // Known without a worker; but the others have been met, and know it as well.
    if let Some(number) = crate::at_once(task) {
        return Ok(number);
    }
    let threads = ProcessBuilder::new_typed_vector(workers, Hooks::default().refill, None);
    let (builders, guard): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) = if let Some(sockets) = sockets {
        end_when_lost(cluster.lost);
        let network = initialize_networking_from_sockets(threads, sockets, cluster.process, workers, Hooks::default());
        let (builders, guard) = network.map_err(|error| CountError::Network { message: error.to_string() })?;
        (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
    } else {
        (threads.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
    };
    let shared = Arc::new(Shared { layout, stop, progress, workers, layers: Mutex::default() });
    let guards =
        timely::execute::execute_from(builders, guard, WorkerConfig::default(), move |worker| work(worker, &shared));
    let guards = guards.map_err(|message| CountError::Network { message })?;
    let mut found: Option<BigUint> = None;
    // The one that stopped it knows why, the others only that one did.
    let stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    for result in guards.join() {
        let number =
            result.map_err(|message| CountError::Network { message: format!("a worker has failed: {message}") })?;
        let number = number.map_err(|error| if stopped() { CountError::Stopped } else { error })?;
        if found.as_ref().is_some_and(|found| *found != number) {
            return Err(CountError::Network { message: "the workers do not agree on the number".into() });
        }
        found = Some(number);
    }
    found.ok_or_else(|| CountError::Network { message: "no worker has told its number".into() })
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
            lost("another process of this count is gone, and its part of the number with it");
        }
        before(info);
    }));
}

/// What one worker does.
fn work(worker: &mut Worker, shared: &Shared) -> Result<BigUint, CountError> {
    let (me, all) = (worker.index(), worker.peers());
    let mut post = Post::new(worker);
    let options = Options { stop: shared.stop, ..Options::default() };
    let layout = &shared.layout;
    let (above, below) = layout.halves();
    let tell = |progress: Progress| {
        // One of a process speaks for all.
        if me.is_multiple_of(shared.workers)
            && let Some(tell) = &shared.progress
        {
            tell(progress);
        }
    };
    let halves = if layout.is_same_rotated() { vec![below] } else { vec![above, below] };
    let work = RefCell::new(Work::new(layout, &halves));
    let layers = Cell::new(0);
    let run = |mut layer: Vec<Chunk>, steps: &[Step], post: &mut Post, worker: &mut Worker| {
        for (at, step) in steps.iter().enumerate() {
            layer = together(worker, post, layer, step, &options)?;
            let part = [layer.iter().map(Chunk::states).sum(), layer.iter().map(Chunk::bytes).sum()];
            let [states, bytes] = shared.add(layers.replace(layers.get() + 1), part);
            tell(Progress {
                stage: Stage::Layer { at: at + 1, of: steps.len() },
                states,
                peak: shared.peak(),
                bytes,
                done: work.borrow_mut().step(layout, at),
            });
        }
        Ok::<_, CountError>(layer)
    };
    let first = || if owner(bucket(Degrees::default()), all) == me { first_layer() } else { Vec::new() };
    let upper = run(first(), &layout.steps(above), &mut post, worker)?;
    let lower = if !layout.is_same_rotated() {
        Some(run(first(), &layout.rotated().steps(below), &mut post, worker)?)
    } else if above < below {
        let steps = layout.steps(below);
        Some(run(upper.clone(), &steps[layout.steps(above).len()..], &mut post, worker)?)
    } else {
        None
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
    let mail = post.round(worker, options.check().err())?;
    let (upper, lower) = (mail.upper, mail.lower);
    let classes = middle.classes(&upper, &lower);
    let halves = Halves { upper: &upper, lower: &lower, classes: &classes };
    let of = lower.iter().map(Chunk::states).sum();
    let work = work.into_inner();
    let join = |at: u64, states: u64| {
        tell(Progress {
            stage: Stage::Join { at, of },
            states,
            peak: states.max(shared.peak()),
            bytes: 0,
            done: work.classes(at as f64 / (of as f64).max(1.0)),
        });
    };
    // Every worker has added its part of every layer by now: here the peak is told, even if this one has no class.
    join(0, 0);
    let sum = Mutex::new((BigUint::ZERO, 0_u64));
    let counted = count_all(&middle, &halves, &|_| true, &|_, found, states, peak| {
        options.check()?;
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.0 += found;
        sum.1 += states;
        join(sum.1, peak);
        Ok(())
    });
    let (sum, _) = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    if counted.is_ok() {
        post.tell_all(&sum);
    }
    let mail = post.round(worker, counted.err())?;
    if mail.sums.len() != all {
        return Err(CountError::Network { message: format!("{} of {all} workers told their sums", mail.sums.len()) });
    }
    Ok(mail.sums.into_iter().sum())
}

/// One step: the blocks go to whoever needs them, and each worker gathers its own.
fn together(
    worker: &mut Worker,
    post: &mut Post,
    mut layer: Vec<Chunk>,
    step: &Step,
    options: &Options<'_>,
) -> Result<Vec<Chunk>, CountError> {
    let (me, all) = (worker.index(), worker.peers());
    for chunk in &layer {
        for head in 0..chunk.len() {
            let mut needed = vec![false; all];
            step.expand(chunk.degrees(head), &mut |to, _| needed[owner(bucket(to), all)] = true);
            needed[me] = false;
            for to in (0..all).filter(|&to| needed[to]) {
                post.send(to, Kind::Upper, &chunk.block(head));
            }
        }
    }
    let mail = post.round(worker, options.check().err())?;
    layer.extend(mail.upper);
    let next = advance(&layer, step, &|bucket| owner(bucket, all) == me);
    // A failure is told to the others with the next round, so that none of them waits.
    match next {
        Ok(next) => Ok(next),
        Err(error) => post.round(worker, Some(error)).map(|_| Vec::new()),
    }
}

/// The worker to whom a bucket belongs.
fn owner(bucket: usize, workers: usize) -> usize {
    // Workers beyond the number of buckets would have nothing to do: they count classes.
    bucket * workers.min(BUCKETS) / BUCKETS
}

//! Starts threads, at most as many as the system allows.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use rayon::ThreadPoolBuilder;

/// Returns the number of threads that can be started in addition to the current thread, up to the number that courser
/// needs.
pub(crate) fn given() -> usize {
    of(wanted())
}

/// Tries to start `wanted` threads. Returns the number of threads that could be started.
fn of(wanted: usize) -> usize {
    let mut waiting = Vec::with_capacity(wanted);
    while waiting.len() < wanted {
        let (end, ended) = mpsc::channel::<()>();
        match thread::Builder::new().spawn(move || _ = ended.recv()) {
            Ok(thread) => waiting.push((end, thread)),
            Err(_) => break,
        }
    }
    let given = waiting.len();
    for (end, thread) in waiting {
        drop(end);
        let _ = thread.join();
    }
    given
}

/// Returns the number of threads that courser needs: one for signals, one for a progress bar, and one per processor for
/// shared work.
fn wanted() -> usize {
    2 + processors()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Starts the thread pool for shared work if the system allows fewer threads than courser needs. The current thread
/// belongs to this pool, and does all work if no other thread can start. One of the allowed threads is reserved for
/// signals.
///
/// If the system allows enough threads, the pool starts automatically and does not contain the current thread. The
/// variable RAYON_NUM_THREADS can reduce the number of threads in this pool. The variable cannot increase the number of
/// threads above the number of processors, because a hundred thousand threads would take minutes to start.
pub(crate) fn start(given: usize) {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse::<usize>().ok());
    let threads = ThreadPoolBuilder::new();
    // `build_global` fails if a pool already exists, or if a thread cannot start. Neither is the case: no pool exists
    // yet, and the function `given` has tested how many threads can start.
    if given < wanted() {
        let _ = threads.use_current_thread().num_threads(given.clamp(1, processors())).build_global();
    } else if asked.is_some_and(|asked| asked > processors()) {
        let _ = threads.num_threads(processors()).build_global();
    }
}

/// Runs `work` on another thread. Does nothing if the system allows no further thread.
pub(crate) fn beside(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}

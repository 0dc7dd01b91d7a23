//! Threads, up to the number that the system gives.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use rayon::ThreadPoolBuilder;

/// The further threads that the system gives, of those that may be wanted.
pub(crate) fn given() -> usize {
    of(wanted())
}

/// Returns the number of threads that the system gives, at most `wanted`.
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

/// One for signals, one that draws a bar, and those that share work.
fn wanted() -> usize {
    2 + processors()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Starts the threads that share work where the system gives fewer than may be wanted: the current thread
/// is one of them then, and does the work alone if it must. One of those that are given is for signals.
///
/// Elsewhere the threads start by themselves, without the current one. RAYON_NUM_THREADS may ask for fewer threads than
/// there are processors, but not for more: a hundred thousand threads take minutes to start.
pub(crate) fn start(given: usize) {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse::<usize>().ok());
    let threads = ThreadPoolBuilder::new();
    // Both fail where there is a pool already, and there is none.
    if given < wanted() {
        let _ = threads.use_current_thread().num_threads(given.clamp(1, processors())).build_global();
    } else if asked.is_some_and(|asked| asked > processors()) {
        let _ = threads.num_threads(processors()).build_global();
    }
}

/// Runs something beside, if the system has a thread for it.
pub(crate) fn beside(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}

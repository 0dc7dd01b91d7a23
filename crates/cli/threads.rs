//! Threads: as many as the system gives.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use rayon::ThreadPoolBuilder;

/// The further threads that the system gives, of one for signals and one for each further processor.
pub(crate) fn given() -> usize {
    let wanted = wanted();
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

fn wanted() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Starts the threads that share work, the current one among them: where a limit of processes refuses the others,
/// it does the work alone. One of those that are given is for signals.
pub(crate) fn start(given: usize) {
    let mut pool = ThreadPoolBuilder::new().use_current_thread();
    if given < wanted() {
        pool = pool.num_threads(given.max(1));
    }
    // It fails where there is a pool already, and there is none.
    let _ = pool.build_global();
}

/// Runs something beside, if the system has a thread for it.
pub(crate) fn beside(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}

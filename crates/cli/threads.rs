//! Threads: as many as the system gives.

use std::thread;

use rayon::ThreadPoolBuilder;

/// Starts the threads that share work, the current one among them: where a limit of processes refuses the others,
/// it does the work alone.
pub(crate) fn start() {
    let started = ThreadPoolBuilder::new().use_current_thread().spawn_handler(|worker| {
        let mut builder = thread::Builder::new();
        if let Some(size) = worker.stack_size() {
            builder = builder.stack_size(size);
        }
        // One that is not there takes no work.
        let _ = builder.spawn(|| worker.run());
        Ok(())
    });
    // It fails where there is a pool already, and there is none.
    let _ = started.build_global();
}

/// Runs something beside, if the system has a thread for it.
pub(crate) fn beside(work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new().spawn(work);
}

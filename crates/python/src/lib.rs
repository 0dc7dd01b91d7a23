//! The native half of the Python module `courser`, with strings, bytes and tuples as arguments and results. The other
//! half, `courser/__init__.py`, converts them to NumPy arrays and has the documentation.
//!
//! Every call does its work on a separate thread, without the GIL, and the calling thread checks for signals. So Ctrl-C
//! returns at once, during any work; the thread ends at its next check. This takes a tenth of a millisecond per call.

mod board;
mod fault;
mod others;
mod tours;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use fault::Fault;

/// The module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::others::{count_queens, edges, graph_count, graph_tour, hunt, order, queens, survey};
    #[pymodule_export]
    use super::tours::{check, count, count_shard, draw, existence, many, merge, tour};
}

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Bytes of a working thread's stack: the size of a main thread's on Linux.
const STACK: usize = 8 << 20;

/// Does the work on another thread. If a signal's handler raises an exception, or the limit is over, the work is asked
/// to stop.
///
/// # Errors
/// The exception of the signal, or the one that the fault names.
fn run<T: Send + 'static>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce(&AtomicBool) -> Result<T, Fault> + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (send, mut receive) = channel();
    let (stopped, begun) = (Arc::clone(&stop), Instant::now());
    let working = move || {
        // The receiver is gone if a signal has ended the call.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&stopped))));
    };
    if let Err(error) = thread::Builder::new().stack_size(STACK).spawn(working) {
        return Err(Fault::new(Fault::MACHINE, error, "let Python have more threads").raise(py));
    }
    loop {
        let (received, back) = py.detach(move || (receive.recv_timeout(LOOK), receive));
        receive = back;
        match received {
            Ok(Ok(answer)) => return answer.map_err(|fault| fault.raise(py)),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {
                let is_over = limit.is_some_and(|limit| begun.elapsed() > limit + LOOK);
                stop.store(is_over, Ordering::Relaxed);
                py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                if is_over {
                    return Err(Fault::limit().raise(py));
                }
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
        }
    }
}

/// Unwinds the working thread if its work must stop, for work that cannot be stopped otherwise.
fn unwind_if(stop: &AtomicBool) {
    if stop.load(Ordering::Relaxed) {
        resume_unwind(Box::new("stopped"));
    }
}

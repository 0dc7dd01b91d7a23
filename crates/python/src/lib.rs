//! The native part of the Python module `courser`. Its functions take and return strings, bytes and tuples. The other
//! part, `courser/__init__.py`, converts the results to NumPy arrays and contains the documentation.
//!
//! Every call does its work on a separate thread without the GIL, while the calling thread checks for signals. Ctrl-C
//! therefore ends a call almost immediately. The worker thread ends when it next checks its stop flag. The separate
//! thread costs a tenth of a millisecond per call.

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

use fault::PyFault;

/// The Python module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::others::{count_queens, edges, graph_count, graph_tour, hunt, order, queens, survey};
    #[pymodule_export]
    use super::tours::{check, count, count_shard, draw, existence, many, merge, tour};
}

/// Interval between two checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Stack size of a worker thread in bytes. The main thread on Linux has the same stack size.
const STACK: usize = 8 << 20;

/// Runs `work` on another thread. Sets the stop flag of the work if a signal handler raises an exception or the time
/// limit is exceeded.
///
/// # Errors
/// Returns the exception of a signal handler if the handler raises one, `LimitReached` if the time limit is exceeded,
/// and the exception for the error of `work` if `work` fails. Returns `MachineError` if no thread can be started.
fn run<T: Send + 'static>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce(&AtomicBool) -> Result<T, PyFault> + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (send, mut receive) = channel();
    let (stopped, begun) = (Arc::clone(&stop), Instant::now());
    let working = move || {
        // If a signal has ended the call, the receiver no longer exists.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&stopped))));
    };
    if let Err(error) = thread::Builder::new().stack_size(STACK).spawn(working) {
        return Err(PyFault::new(PyFault::MACHINE, error, "let Python have more threads").raise(py));
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
                    return Err(PyFault::limit().raise(py));
                }
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
        }
    }
}

/// Unwinds the worker thread if the stop flag is set. This function is used in work that cannot be cancelled otherwise.
fn unwind_if(stop: &AtomicBool) {
    if stop.load(Ordering::Relaxed) {
        resume_unwind(Box::new("stopped"));
    }
}

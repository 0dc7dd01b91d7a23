//! Ctrl-C, and signals that end the program: a search stops and says so, a file that is not whole goes away.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use crate::error::{Failure, STOPPED};
use crate::hints::Options;
use crate::{slips, threads};

/// The exit code of a process that Ctrl-C has ended.
pub(crate) const CODE: u8 = STOPPED;

/// Files being written under a temporary name.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Set while a search polls [`STOP`].
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// Raised to ask a search to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// The hint of the message that is printed after Ctrl-C.
static HINT: OnceLock<String> = OnceLock::new();

/// The time in which a search ends by itself after it is asked to, or after its limit.
const GRACE: Duration = Duration::from_millis(1500);

/// Installs the handlers: from now on an interrupted courser leaves no half-written file. Does nothing without a thread
/// that can wait for signals.
pub(crate) fn watch(has_thread: bool) {
    // A file that may grow no further is an error of the write, as a full disk is, and not the end of the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // Without a handler the system's own way to end a process remains.
    if !has_thread {
        return;
    }
    let _ = ctrlc::set_handler(|| {
        // A search ends cleanly and reports its progress. Other work is ended immediately.
        if SEARCHING.load(Ordering::Relaxed) && !STOP.swap(true, Ordering::Relaxed) {
            threads::beside(|| {
                thread::sleep(GRACE);
                // A search that has stopped in time writes its result.
                if SEARCHING.load(Ordering::Relaxed) {
                    let hint = HINT.get().map_or("run the same command again", String::as_str);
                    let text = format_args!("stopped: the work did not end by itself within {GRACE:?}");
                    Failure::stopped(text, hint).report(&Options::default());
                    end(CODE);
                }
            });
            return;
        }
        if let Some(hint) = HINT.get() {
            Failure::stopped("stopped", hint.as_str()).report(&Options::default());
        }
        end(CODE);
    });
}

/// Sets the hint for Ctrl-C.
pub(crate) fn hint(hint: impl Into<String>) {
    let _ = HINT.set(hint.into());
}

/// Ends courser here and now; the files that are not whole go away.
pub(crate) fn end(code: u8) -> ! {
    // The thread that holds the list may be this one.
    let unfinished = match UNFINISHED.try_lock() {
        Ok(mut unfinished) => std::mem::take(&mut *unfinished),
        Err(TryLockError::Poisoned(poisoned)) => std::mem::take(&mut *poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Vec::new(),
    };
    for path in unfinished {
        let _ = fs::remove_file(path);
    }
    leave(code)
}

/// Ends the process as it stands: other threads still compute, and what libraries do at an exit would take away what they
/// compute with. A graphics driver's does, and the process ended by a memory fault now and then.
pub(crate) fn leave(code: u8) -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(code.into());
    #[cfg(not(unix))]
    std::process::exit(code.into());
}

/// Sees to it that a search ends at its limit, even on a board so large that it has not begun to look at the clock.
pub(crate) fn end_after(limit: Duration, failure: Failure) {
    threads::beside(move || {
        thread::sleep(limit.saturating_add(GRACE));
        if SEARCHING.load(Ordering::Relaxed) {
            failure.report(&slips::options());
            end(failure.code);
        }
    });
}

/// Registers a file to be deleted if courser is interrupted.
pub(crate) fn unfinished(path: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
}

/// Removes a file, now complete or deleted, from the list.
pub(crate) fn finished(path: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != path);
}

/// Returns whether a search was asked to stop; it may have ended before.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Ends courser here and now if a search was asked to stop.
pub(crate) fn end_if_asked() {
    if asked() {
        end(CODE);
    }
}

/// Runs a search that looks at the flag that it is handed.
pub(crate) fn searching<T>(search: impl FnOnce(&'static AtomicBool) -> T) -> T {
    SEARCHING.store(true, Ordering::Relaxed);
    let result = search(&STOP);
    SEARCHING.store(false, Ordering::Relaxed);
    result
}

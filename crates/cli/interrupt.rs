//! Handles Ctrl-C and other signals that end the program. A search stops and reports its progress, and incomplete files
//! are removed.

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
use crate::threads;

/// Exit code of a process ended by Ctrl-C.
pub(crate) const CODE: u8 = STOPPED;

/// Files that are being written under a temporary name.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// True if a search that polls [`STOP`] is running.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// True if the running search should stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// The time limit of the search, stored when the limit is reached.
static LIMIT: OnceLock<Duration> = OnceLock::new();

/// Hint of the message printed after Ctrl-C.
static HINT: OnceLock<String> = OnceLock::new();

/// A function that returns the options of the running command. The message printed after the time limit needs
/// these options.
static OPTIONS: OnceLock<Box<dyn Fn() -> Options + Send + Sync>> = OnceLock::new();

/// Time in which a search can end by itself, after a request to stop or after its time limit.
const GRACE: Duration = Duration::from_millis(1500);

/// Installs the signal handlers, so that an interrupted run leaves no half-written file behind. If `has_thread` is
/// false, no thread can wait for signals. In this case, only the signal for exceeding the limit on file sizes is
/// handled. `options` returns the options of the running command.
pub(crate) fn watch(has_thread: bool, options: impl Fn() -> Options + Send + Sync + 'static) {
    let _ = OPTIONS.set(Box::new(options));
    // With this handler, a write beyond the limit on file sizes returns an error, in the same way as on a full disk.
    // Without this handler, the limit would end the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // Without a handler, the system ends the process in its usual way.
    if !has_thread {
        return;
    }
    let _ = ctrlc::set_handler(|| {
        // After the first signal, a running search stops and reports its progress. If no search is running, or after a
        // second signal, the process ends immediately.
        if SEARCHING.load(Ordering::Relaxed) && !STOP.swap(true, Ordering::Relaxed) {
            threads::beside(|| {
                thread::sleep(GRACE);
                // A search that stops within the grace period writes its own result.
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

/// Sets the hint of the message printed after Ctrl-C.
pub(crate) fn hint(hint: impl Into<String>) {
    let _ = HINT.set(hint.into());
}

/// Deletes the incomplete files and ends the process immediately.
pub(crate) fn end(code: u8) -> ! {
    // `try_lock` is used because this thread may already hold the lock.
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

/// Ends the process without running exit handlers of libraries. Other threads are still computing, and an exit handler
/// could free data that these threads use. A graphics driver had such a handler, and the process sometimes ended with a
/// memory fault.
pub(crate) fn leave(code: u8) -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(code.into());
    #[cfg(not(unix))]
    std::process::exit(code.into());
}

/// Ends the process if a search continues after its time limit. On a very large board, a search can run for a long time
/// before its first check of the clock.
pub(crate) fn end_after(limit: Duration, failure: Failure) {
    threads::beside(move || {
        thread::sleep(limit.saturating_add(GRACE));
        if SEARCHING.load(Ordering::Relaxed) {
            failure.report(&OPTIONS.get().map_or_else(Options::default, |options| options()));
            end(failure.code);
        }
    });
}

/// Requests that the search stops after this time.
pub(crate) fn stop_after(limit: Duration) {
    threads::beside(move || {
        thread::sleep(limit);
        let _ = LIMIT.set(limit);
        STOP.store(true, Ordering::Relaxed);
    });
}

/// Returns the limit of [`stop_after`] if the limit was reached, otherwise `None`.
pub(crate) fn reached_limit() -> Option<Duration> {
    LIMIT.get().copied()
}

/// Registers a file that is deleted if courser is interrupted.
pub(crate) fn unfinished(path: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
}

/// Removes a file from the list of incomplete files, after the file was completed or deleted.
pub(crate) fn finished(path: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != path);
}

/// Returns whether the user has asked a search to stop. The search may already have ended.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Ends the process immediately if the user has asked a search to stop.
pub(crate) fn end_if_asked() {
    if asked() {
        end(CODE);
    }
}

/// Runs a search. The argument of the search is the stop flag, which the search must poll.
pub(crate) fn searching<T>(search: impl FnOnce(&'static AtomicBool) -> T) -> T {
    SEARCHING.store(true, Ordering::Relaxed);
    let result = search(&STOP);
    SEARCHING.store(false, Ordering::Relaxed);
    result
}

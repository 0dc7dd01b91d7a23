//! A display that goes away while a window is on it.
//!
//! libX11 then ends the process by itself, with the exit code 1, which here means that the answer is no. So what runs at
//! every exit looks whether a window is open, and ends with the code of a machine that failed.

use std::io::Write as _;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set while a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// While this value exists, an exit that courser did not request is a failure of the machine.
pub(super) struct ExitGuard;

impl ExitGuard {
    #[expect(unsafe_code, reason = "the library that ends the process can be intercepted in no other way")]
    pub(super) fn begin() -> Self {
        static REGISTERED: Once = Once::new();
        // SAFETY: `at_exit` is a function of the whole program's life, takes nothing and does not unwind: it writes
        // to stderr and ends the process. The test `a_display_that_goes_away_is_a_failure_of_the_machine` runs it.
        REGISTERED.call_once(|| unsafe {
            let _ = libc::atexit(at_exit);
        });
        OPEN.store(true, Ordering::SeqCst);
        Self
    }
}

impl Drop for ExitGuard {
    fn drop(&mut self) {
        OPEN.store(false, Ordering::SeqCst);
    }
}

extern "C" fn at_exit() {
    if OPEN.load(Ordering::SeqCst) {
        // libX11 has written a line of its own, without a line end.
        let text = "\nerror: the display of the window is gone\nhint: courser draw makes pictures without a display\n";
        let _ = std::io::stderr().write_all(text.as_bytes());
        signal_hook::low_level::exit(3);
    }
}

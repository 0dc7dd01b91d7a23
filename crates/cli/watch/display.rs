//! Handles the loss of the display while a window is open.
//!
//! If the display is lost, libX11 ends the process with the exit code 1, which in courser stands for the answer "no".
//! Therefore a function runs at every exit. If a window is open, this function ends the process with the exit code for
//! a fault of the machine.

use std::io::Write as _;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// True if a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// A guard for an open window. While the guard exists, an exit that courser did not request is treated as a fault of
/// the machine.
pub(super) struct ExitGuard;

impl ExitGuard {
    #[expect(unsafe_code, reason = "the library that ends the process can be intercepted in no other way")]
    pub(super) fn begin() -> Self {
        static REGISTERED: Once = Once::new();
        // SAFETY: `at_exit` exists for the whole life of the program, has no arguments and does not unwind. It writes
        // to stderr and ends the process. The test `a_display_that_goes_away_is_a_failure_of_the_machine` runs this
        // code.
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
        // libX11 has written its own line without a line break.
        let text = "\nerror: the display of the window is gone\nhint: courser draw makes pictures without a display\n";
        let _ = std::io::stderr().write_all(text.as_bytes());
        signal_hook::low_level::exit(3);
    }
}

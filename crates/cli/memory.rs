//! Handles failed memory allocations. courser then prints two lines on stderr and ends with exit code 3, instead of
//! aborting.
//!
//! If the memory of a run depends on the size of a board or a file, the required memory is compared in advance with the
//! available memory, which `courser::engine::memory` determines. The handling of failed allocations is for systems
//! whose memory limit is so low that any allocation can fail.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use courser::engine::memory;
use indicatif::HumanBytes;

use crate::error::{Failure, Result};
use crate::interrupt;

/// Memory, in bytes, that is assumed to be available on every computer.
pub(crate) const SMALL: u64 = 8 << 20;

/// Checks that `needed` bytes of memory are available for `what`.
///
/// # Errors
/// Returns an error if less memory is available.
pub(crate) fn check(what: &str, needed: u64) -> Result<()> {
    if needed < SMALL {
        return Ok(());
    }
    let there = memory::available();
    if needed > there {
        let [needed, there] = [needed, there].map(HumanBytes);
        return Err(Failure::machine(
            format!("{what} takes {needed} of memory, and {there} are available"),
            "allow courser more memory, or give it a smaller file or board",
        ));
    }
    Ok(())
}

/// The allocator of the system, which additionally reports failed allocations.
struct Reported;

#[global_allocator]
static ALLOCATOR: Reported = Reported;

#[expect(unsafe_code, reason = "the one way to learn of a refusal in whatever crate")]
// SAFETY: every function forwards to the function of the same name in the system's allocator. The test
// `memory_that_is_refused_is_reported_with_exit_code_3` runs this code.
unsafe impl GlobalAlloc for Reported {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfils the contract of this function, and the called function has the same contract.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfils the contract of this function, and the called function has the same contract.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller fulfils the contract of this function, and the called function has the same contract.
        given(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`, the caller fulfils the contract, and the called function has the same contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn given(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() {
        refused(bytes);
    }
    pointer
}

/// Reports a failed allocation without allocating memory, and ends the process.
#[cold]
fn refused(bytes: usize) -> ! {
    static REPORTED: AtomicBool = AtomicBool::new(false);
    if REPORTED.swap(true, Ordering::Relaxed) {
        // An earlier allocation has failed, and its report has begun. Therefore the process ends without a second
        // report.
        interrupt::leave(3);
    }
    let mut text = [0; 256];
    let mut rest = &mut text[..];
    let _ = write!(
        rest,
        "error: the system refuses {bytes} bytes of memory\n\
         hint: choose a smaller board, or allow courser more memory\n"
    );
    let left = rest.len();
    let _ = io::stderr().write_all(&text[..text.len() - left]);
    interrupt::end(3)
}

//! The one device of this test binary.

#![expect(clippy::print_stderr, reason = "the log names the adapter that ran")]

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use courser_gpu::{Adapters, Choice, Device};

static DEVICE: LazyLock<Mutex<Device>> = LazyLock::new(|| {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&Choice::Auto).unwrap_or_else(|error| {
        panic!("{error}: the tests of the card need one; {}", error.hint());
    });
    eprintln!("adapter: {} ({}, {}, {})", adapter.name(), adapter.kind(), adapter.backend(), adapter.driver());
    Mutex::new(Device::open(adapter).expect("the adapter gives a device"))
});

/// The device; no adapter is a failure, never a pass. One test at a time has it.
pub(crate) fn device() -> MutexGuard<'static, Device> {
    DEVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

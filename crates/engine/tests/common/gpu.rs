//! The device shared by the tests of a binary.

use std::io::Write as _;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use courser_gpu::{AdapterChoice, Adapters, GpuDevice};

static DEVICE: LazyLock<Mutex<GpuDevice>> = LazyLock::new(|| {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto).unwrap_or_else(|error| {
        panic!("{error}: the tests of the GPU need one: install a Vulkan driver (apt install mesa-vulkan-drivers)");
    });
    // Writes to stderr directly, since the test harness hides the output of `eprintln!` in passing tests.
    let _ = writeln!(std::io::stderr(), "adapter: {adapter}");
    Mutex::new(GpuDevice::open(adapter).expect("the adapter gives a device"))
});

/// Returns the device. Only one test at a time can hold the device. Panics if no adapter is available, so that a test
/// cannot pass without a device.
pub(crate) fn device() -> MutexGuard<'static, GpuDevice> {
    DEVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

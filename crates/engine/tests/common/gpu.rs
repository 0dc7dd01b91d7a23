//! The one device of this test binary.

use std::io::Write as _;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use courser_gpu::{AdapterChoice, Adapters, GpuDevice};

static DEVICE: LazyLock<Mutex<GpuDevice>> = LazyLock::new(|| {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto).unwrap_or_else(|error| {
        panic!("{error}: the tests of the GPU need one: install a Vulkan driver (apt install mesa-vulkan-drivers)");
    });
    // Past the test harness, which keeps what passing tests print to itself.
    let _ = writeln!(std::io::stderr(), "adapter: {adapter}");
    Mutex::new(GpuDevice::open(adapter).expect("the adapter gives a device"))
});

/// The device; no adapter is a failure, never a pass. One test at a time has it.
pub(crate) fn device() -> MutexGuard<'static, GpuDevice> {
    DEVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

//! What the benchmarks begin with: who runs them, and for how long.

#![allow(dead_code, reason = "shared by benchmarks, not all of which use all")]
#![expect(clippy::print_stdout, reason = "a benchmark names the adapter first")]

use std::time::Duration;

use courser_gpu::{Adapters, Choice, Device};
use criterion::Criterion;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The best adapter's device; adapter and threads of the CPU are printed.
pub(crate) fn device() -> Device {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&Choice::Auto).expect("there is an adapter");
    println!("adapter: {adapter}");
    println!("cpu: {} threads", rayon::current_num_threads());
    Device::open(adapter).expect("the adapter gives a device")
}

/// Ten samples within `seconds` seconds for each benchmark, or what the command line says.
pub(crate) fn criterion(seconds: u64) -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(seconds))
        .configure_from_args()
}

/// One core of the CPU.
pub(crate) fn one_core() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).build().expect("a thread")
}

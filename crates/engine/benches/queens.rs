//! Queens counted: one core and all cores of the CPU, and the card.
//!
//! `cargo bench -p courser-engine --bench queens` prints the adapter first. Before anything is timed the
//! devices have to tell the same. The CPU leaves out what turning the board makes of a placement; the mirror of the
//! kernel, which does not, is timed beside it.

#![expect(clippy::print_stdout, reason = "a benchmark names the adapter first")]

use std::hint::black_box;
use std::time::Duration;

use courser_count::queens::count;
use courser_engine::queens::{GpuQueens, Plan, count_prefix};
use courser_gpu::{Adapters, Choice, Device};
use criterion::Criterion;
use rayon::prelude::*;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let adapters = Adapters::find();
    let adapter = adapters.pick(&Choice::Auto).expect("there is an adapter");
    println!("adapter: {} ({}, {}, {})", adapter.name(), adapter.kind(), adapter.backend(), adapter.driver());
    println!("cpu: {} threads", rayon::current_num_threads());
    let device = Device::open(adapter).expect("the adapter gives a device");
    let queens = GpuQueens::new(&device).expect("the kernel is built");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let sides: &[u32] = if adapter.kind().is_real() { &[14, 16, 17, 18] } else { &[12, 14] };
    for &n in sides {
        let mut group = criterion.benchmark_group(format!("{n} queens"));
        let plan = Plan::new(n, queens.wanted());
        let on_card = || plan.total(&queens.count(&plan, &mut |_| {}).expect("the card counts"));
        let mirrored = || -> u64 { plan.prefixes().par_iter().map(|&prefix| count_prefix(n, prefix)).sum() };
        let known = count(n, &|_, _| {}).all();
        assert_eq!((on_card(), u128::from(mirrored()) * 2), (known, known), "all tell the same");
        group.bench_function("cpu, one core", |bencher| {
            bencher.iter(|| one.install(|| black_box(count(n, &|_, _| {}))))
        });
        group.bench_function("cpu, all cores", |bencher| bencher.iter(|| black_box(count(n, &|_, _| {}))));
        group.bench_function("cpu, all cores, as the kernel", |bencher| bencher.iter(|| black_box(mirrored())));
        group.bench_function("card", |bencher| bencher.iter(|| black_box(on_card())));
        group.finish();
    }
    criterion.final_summary();
}

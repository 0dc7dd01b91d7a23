//! Queens counted: one core and all cores of the CPU, and the card.
//!
//! `cargo bench -p courser-engine --bench queens` prints the adapter first. Before anything is timed the
//! devices have to tell the same. The CPU leaves out what turning the board makes of a placement; the mirror of the
//! kernel, which does not, is timed beside it.

use std::hint::black_box;

use courser_count::queens::count;
use courser_engine::queens::{GpuQueens, Plan, count_prefix};
use rayon::prelude::*;

mod common;

fn main() {
    let mut criterion = common::criterion(3);
    let device = common::device();
    let queens = GpuQueens::new(&device);
    let one = common::one_core();
    let sides: &[u32] = if device.adapter().kind().is_real() { &[14, 16, 17, 18] } else { &[12, 14] };
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

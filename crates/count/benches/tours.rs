//! The time of a count, by board and kind.
//!
//! `cargo bench -p courser-count --bench tours`. Every number is compared with the published one before it is timed;
//! the long ones are timed by `courser count --known long`, with the states of their largest layers.

use std::time::Duration;

use courser_board::Board;
use courser_count::known::{KNOWN, KnownKind};
use courser_count::{Cluster, CountOptions, Task, Tours, count_together};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn alone(c: &mut Criterion) {
    let mut group = c.benchmark_group("alone");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (rows, cols, kind) in [
        (3, 46, KnownKind::Closed),
        (5, 26, KnownKind::Closed),
        (6, 6, KnownKind::Closed),
        (6, 8, KnownKind::Closed),
        (6, 10, KnownKind::Closed),
        (6, 6, KnownKind::Open),
        (6, 6, KnownKind::Classes),
    ] {
        let is_asked_for = |row: &&courser_count::known::Known| (row.rows, row.cols, row.kind) == (rows, cols, kind);
        let row = KNOWN.iter().find(is_asked_for).expect("the table has it");
        assert_eq!(row.recount(&CountOptions::default()).unwrap().to_string(), row.count);
        group.bench_function(BenchmarkId::new(kind.to_string(), format!("{rows}x{cols}")), |b| {
            b.iter(|| row.recount(&CountOptions::default()));
        });
    }
    group.finish();
}

fn gone(message: &str) -> ! {
    panic!("{message}")
}

fn together(c: &mut Criterion) {
    let mut group = c.benchmark_group("together");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    let task = Task::new(Board::new(6, 8).unwrap(), Tours::Closed).unwrap();
    for workers in [1, 2] {
        let cluster = Cluster::new(workers, gone);
        assert_eq!(count_together(&task, &cluster, None, None).unwrap().to_string(), "55488142");
        group.bench_function(BenchmarkId::new("6x8", workers), |b| {
            b.iter(|| count_together(&task, &cluster, None, None));
        });
    }
    group.finish();
}

criterion_group!(benches, alone, together);
criterion_main!(benches);

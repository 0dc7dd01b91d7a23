//! Measures the durations of counts, by board and kind of tour.
//!
//! The command is `cargo bench -p courser-count --bench tours`. Before a count is timed, its result is compared with
//! the published number. The command `courser count known long` measures the long counts, and prints the number of
//! states in the largest layer of each count.

use std::time::Duration;

use courser_count::CountOptions;
use courser_count::known::{KNOWN, KnownKind};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("counts");
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

criterion_group!(benches, counts);
criterion_main!(benches);

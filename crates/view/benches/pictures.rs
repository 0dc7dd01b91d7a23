//! How long a picture takes: painting and encoding apart.
//!
//! `cargo bench -p courser-view`. The aims: an 8x8 PNG in 50 ms, a 1000x1000 heat map in a second.

use std::hint::black_box;

use courser_board::{Board, Path, Square};
use courser_view::{Style, paint, write_png};
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "../tests/common/mod.rs"]
mod common;

fn pictures(criterion: &mut Criterion) {
    let walk = |rows, cols| common::walk(&Board::new(rows, cols).unwrap(), Square::new(0, 0), 0);
    let paths: [(&str, Path); 6] = [
        ("8x8", common::slides().path().clone()),
        ("32x32", walk(32, 32)),
        ("100x100", walk(100, 100)),
        ("390x390", walk(390, 390)),
        ("3x500", common::three_by(500).path().clone()),
        ("1000x1000", walk(1000, 1000)),
    ];
    let style = Style::default();
    let mut group = criterion.benchmark_group("pictures");
    group.sample_size(10);
    for (name, path) in &paths {
        let picture = paint(path, None, &style).unwrap();
        group.bench_function(format!("{name}/paint"), |b| b.iter(|| paint(black_box(path), None, &style).unwrap()));
        group.bench_function(format!("{name}/png"), |b| {
            b.iter(|| {
                let mut file = Vec::new();
                write_png(black_box(&picture), &mut file).unwrap();
                file
            });
        });
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);

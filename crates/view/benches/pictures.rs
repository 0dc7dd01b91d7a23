//! Measures the time for painting and encoding pictures.
//!
//! Run this benchmark with `cargo bench -p courser-view`. The goals are:
//! - at most 50 ms for an 8x8 PNG,
//! - at most one second for a heat map of a 1000x1000 board,
//! - at most one second and at most 0.5 MB for an animation of a chessboard,
//! - at least 500 million squares per second for a stream.

use std::hint::black_box;

use courser_board::{Board, Path, Square};
use courser_view::{HeatStream, Pace, Style, TourFilm, paint, write_apng, write_gif, write_png, write_svg, write_y4m};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

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

/// Measures SVG pictures, and complete animations in the formats that the command-line program writes.
fn formats(criterion: &mut Criterion) {
    let walk = |rows, cols| common::walk(&Board::new(rows, cols).unwrap(), Square::new(0, 0), 0);
    let slides = common::slides();
    let style = Style::default();
    let mut group = criterion.benchmark_group("formats");
    group.sample_size(10);
    for (name, path) in [("8x8", slides.path()), ("100x100", &walk(100, 100)), ("1000x1000", &walk(1000, 1000))] {
        group.bench_function(format!("{name}/svg"), |b| {
            b.iter(|| {
                let mut file = Vec::new();
                write_svg(black_box(path), None, &style, &mut file).unwrap();
                file
            });
        });
    }
    let writers: [(&str, Writer); 3] = [("gif", write_gif), ("apng", write_apng), ("y4m", write_y4m)];
    for (name, path) in [("8x8", slides.path()), ("100x100", &walk(100, 100))] {
        for (format, write) in writers {
            let mut film = TourFilm::new(path, None, &style, Pace::default()).unwrap();
            let mut file = Vec::new();
            write(&mut film, &mut file).unwrap();
            group.throughput(Throughput::Bytes(file.len() as u64));
            group.bench_function(format!("{name}/{format}"), |b| {
                b.iter(|| write(black_box(&mut film), &mut std::io::sink()).unwrap());
            });
        }
    }
    group.finish();
}

type Writer = fn(&mut dyn courser_view::Animation, &mut dyn std::io::Write) -> Result<(), courser_view::ViewError>;

/// Measures heat maps of streams with 8 to 129 million squares. Each band has 4 million squares, as in the command-line
/// program.
fn streams(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("streams");
    group.sample_size(10);
    let mut stream = |name: &str, rows: u32, cols: u32, squares_a_pixel: Option<u32>, wide: bool| {
        let squares = rows * cols;
        let height = (1_u32 << 22).div_ceil(cols).min(rows);
        // The visit numbers of each band do not exceed the number of squares of the board. They are less regular than
        // consecutive numbers.
        let band: Vec<u32> = (0..height * cols).map(|at| at.wrapping_mul(0x9E37_79B1) % squares + 1).collect();
        let wide_band: Vec<u64> = if wide { band.iter().map(|&number| number.into()).collect() } else { Vec::new() };
        group.throughput(Throughput::Elements(squares.into()));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut stream =
                    HeatStream::new(&Board::new(rows, cols).unwrap(), squares_a_pixel, &Style::default()).unwrap();
                for top in (0..rows).step_by(height as usize) {
                    let numbers = (height.min(rows - top) * cols) as usize;
                    let pushed = if wide {
                        stream.push(black_box(&wide_band[..numbers]))
                    } else {
                        stream.push(black_box(&band[..numbers]))
                    };
                    pushed.unwrap();
                }
                stream.finish().unwrap()
            });
        });
    };
    stream("4300x30000/6", 4300, 30_000, Some(6), false);
    stream("4300x30000/6/u64", 4300, 30_000, Some(6), true);
    stream("4300x30000/100", 4300, 30_000, Some(100), false);
    stream("11000x11000", 11_000, 11_000, None, false);
    stream("5000x5000/1", 5000, 5000, Some(1), false);
    stream("1000000x8", 1_000_000, 8, None, false);
    stream("8x1000000", 8, 1_000_000, None, false);
    group.finish();
}

criterion_group!(benches, pictures, formats, streams);
criterion_main!(benches);

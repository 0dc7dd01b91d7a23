//! Measures the frame time of the window, from the buffer of squares to the pixels, without a display.
//!
//! `cargo bench -p courser-window` first prints the adapter. The goal is 60 frames per second (16.7 ms per frame) on a
//! real GPU at 1920x1080.

#![expect(clippy::print_stdout, reason = "a benchmark names the adapter first")]

use std::hint::black_box;

use courser_board::Board;
use courser_gpu::wgpu::{BufferUsages, TextureFormat, TextureUsages};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice, block_on};
use courser_view::{Area, Palette};
use courser_window::{BoardGrid, Camera, FrameInputs, NumberStyle, Painter, Replay, Squares};
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "../../view/tests/common/mod.rs"]
mod common;

/// The measured scenes, each with its name, the rows and columns of a board, the number of boards, and the side of a
/// square in pixels. If the side is `None`, the whole board is visible.
const SCENES: [(&str, u32, u32, u32, Option<f64>); 6] = [
    ("8x8 with numbers", 8, 8, 1, None),
    ("96x96", 96, 96, 1, None),
    ("64 boards of 8x8", 8, 8, 64, None),
    ("4000x4000, the whole", 4000, 4000, 1, None),
    ("4000x4000, squares of 6 pixels", 4000, 4000, 1, Some(6.0)),
    ("4000x4000, squares of 60 pixels", 4000, 4000, 1, Some(60.0)),
];

const SIZE: (u32, u32) = (1920, 1080);

fn frames(criterion: &mut Criterion) {
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto).expect("there is an adapter");
    println!("adapter: {adapter}");
    let device = GpuDevice::open(adapter).expect("the adapter gives a device");
    let mut painter = Painter::new(&device, TextureFormat::Bgra8Unorm).expect("the pipelines are built");
    let target = device.picture("frame", SIZE, TextureFormat::Bgra8Unorm, TextureUsages::RENDER_ATTACHMENT);
    let target = target.expect("there is room for a frame");

    let tour = common::slides().visits();
    let mut group = criterion.benchmark_group("frame");
    group.sample_size(10);
    for (name, rows, cols, boards, side) in SCENES {
        let board = Board::new(rows, cols).expect("a board");
        // On each board, copies of a tour of the chessboard follow one another. The last square of a copy draws no
        // line, so 63 of 64 squares draw a line.
        let squares = rows * cols;
        let numbers: Vec<u32> = (0..boards)
            .flat_map(|_| 0..squares)
            .map(|at| {
                let (row, col) = (at / cols, at % cols);
                let tile = row / 8 * (cols / 8) + col / 8;
                tile * 64 + tour[(row % 8 * 8 + col % 8) as usize]
            })
            .collect();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let buffer = device.buffer("numbers", bytes.len() as u64, usage).expect("there is room for the numbers");
        device.queue().write_buffer(&buffer, 0, &bytes);
        let wall = BoardGrid::new(&board, boards, SIZE);
        let mut camera = Camera::whole(&wall, &board, SIZE);
        if let Some(side) = side {
            camera.zoom(&wall, (960.0, 540.0), side / camera.side());
        }
        let mut replay = Replay::new(squares.into(), squares.into());
        replay.advance(u64::MAX);
        let squares = Squares::Visits { buffer: &buffer, stride: cols };
        let (look, palette, progress) = (NumberStyle::Numbers, Palette::Light, replay.progress());
        let area = Area::whole(SIZE);
        let shown = FrameInputs {
            board: &board,
            wall,
            camera,
            squares,
            progress,
            look,
            channel: None,
            palette,
            walks: &[],
            invoked: None,
            reads: None,
            has_title: false,
            area,
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                painter.draw(&device, &target, black_box(&[shown])).expect("it is drawn");
                block_on(device.wait()).expect("the GPU is done");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);

//! Squares per second of the mosaic: numbering and checking on the card, the CPU beside it.
//!
//! `cargo bench -p courser-engine --bench mosaic` prints the adapter first, then for boards of
//! 1k, 4k and 16k a side
//!
//! - `card fill`: one word to every square of as large buffers, the limit that the card's memory sets to numbering;
//! - `card visits`, `card check`: numbering, and proving the numbers, by the card's clock where it has one;
//! - `card visits wide`, `card check wide`: the same with numbers of 64 bits, as boards of 2^32 squares need them;
//! - `cpu visits`, `cpu check`: `Plan::fill` and the proof, on all cores.
//!
//! Every run is proven, or its time would not be reported. `COURSER_BENCH_SIDES=1024,30000` takes other boards.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bytemuck::Zeroable;
use courser_board::{Board, TourSpec, proof};
use courser_engine::mosaic::{GpuMosaic, Limits, Passes, QUAD, Report, Window};
use courser_gpu::wgpu::{BindGroup, BufferUsages, ComputePassDescriptor};
use courser_gpu::{Binding, Device, Kernel, grid};
use courser_solve::mosaic::Plan;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

mod common;

/// Boards of more squares than this are left out of what needs them in the host's memory.
const MOST_IN_MEMORY: u64 = 1 << 29;

fn sides() -> Vec<u32> {
    // Under `cargo test` every benchmark runs once, to see that it does.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let usual = if is_bench { "1024,4096,16384" } else { "1024" };
    let list = std::env::var("COURSER_BENCH_SIDES").unwrap_or_else(|_| usual.into());
    list.split(',').map(|side| side.trim().parse().expect("a side is a number")).collect()
}

/// Stores one word to as many squares as the board has, a band after another: how long the card takes.
struct Fill<'a> {
    device: &'a Device,
    kernel: Kernel,
    bind: BindGroup,
    groups: (u32, u32),
    bands: u64,
}

impl<'a> Fill<'a> {
    fn new(device: &'a Device, side: u32) -> Self {
        let limits = Limits::of(device);
        let row = u64::from(side.next_multiple_of(QUAD)) * 4;
        let height = (limits.first_squares / u64::from(side)).min(limits.binding / row).min(side.into()) as u32;
        let window = Window {
            rows: side,
            cols: side,
            quads: side.div_ceil(QUAD),
            number_end: height,
            closed: 7,
            ..Window::zeroed()
        };
        let bytes = bytemuck::bytes_of(&window);
        let window_buffer = device.upload("window", bytes, BufferUsages::UNIFORM).expect("a small buffer");
        let numbers = device.buffer("filled", u64::from(height) * row, BufferUsages::STORAGE).expect("a band");
        let layout = device.layout("fill", &[Binding::Uniform, Binding::ReadWrite]).expect("two bindings");
        let module = device.module("fill", courser_shaders::mosaic::FILL).expect("it is valid");
        let kernel = device.kernel(&module, "narrow", &layout, &[]).expect("it builds");
        let bind = device.bind("fill", &layout, &[&window_buffer, &numbers]).expect("it fits");
        let groups = (u64::from(window.quads) * u64::from(height.div_ceil(8))).div_ceil(64);
        let groups = grid(groups, device.max_groups()).expect("a band is a dispatch");
        Self { device, kernel, bind, groups, bands: u64::from(side.div_ceil(height)) }
    }

    fn run(&self) -> Duration {
        let timer = self.device.timer("fill", 2).expect("a small buffer");
        let mut encoder = self.device.encoder("fill");
        let timestamp_writes = timer.as_ref().map(|timer| timer.around(0));
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor { label: Some("fill"), timestamp_writes });
        for _ in 0..self.bands {
            self.kernel.dispatch(&mut pass, &self.bind, self.groups);
        }
        drop(pass);
        let notes = self.device.staging("notes", 16).expect("a small buffer");
        if let Some(timer) = &timer {
            timer.resolve(&mut encoder, &notes, 0);
        }
        let begun = Instant::now();
        let pending = self.device.submit_and_map(encoder, &[(&notes, 16)]).expect("it is submitted");
        self.device.finish(pending).expect("it is done");
        let Some(timer) = timer else { return begun.elapsed() };
        let moments = self.device.mapped(&notes, 16, bytemuck::pod_read_unaligned::<[u64; 2]>);
        let [from, to] = moments.expect("it is mapped");
        timer.between(from, to)
    }
}

/// One part of the time that a run took.
type Part = fn(&Report) -> Duration;

/// Adds up one part of as many runs as are asked for.
fn total(runs: u64, mut run: impl FnMut() -> Duration) -> Duration {
    (0..runs).map(|_| run()).sum()
}

fn mosaic(criterion: &mut Criterion) {
    let device = common::device();
    let passes = Passes::new(&device).expect("the passes build");

    for side in sides() {
        let board = Board::new(side, side).expect("a board");
        let spec = if side % 2 == 0 { TourSpec::closed(&board) } else { TourSpec::open(&board) };
        let plan = Plan::new(&spec, None).expect("a plan");
        let mut group = criterion.benchmark_group(format!("mosaic {side}x{side}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Elements(board.cells()));

        let fill = Fill::new(&device, side);
        group.bench_function("card fill", |bencher| bencher.iter_custom(|runs| total(runs, || fill.run())));
        for (suffix, wide) in [("", false), (" wide", true)] {
            let limits = Limits { wide, ..Limits::of(&device) };
            let mut card = GpuMosaic::with_limits(&passes, &plan, limits).expect("the card takes it");
            let parts: [(&str, Part); 2] =
                [("card visits", |report| report.compute), ("card check", |report| report.check)];
            for (name, part) in parts {
                let id = BenchmarkId::from_parameter(format!("{name}{suffix}"));
                group.bench_function(id, |bencher| {
                    bencher.iter_custom(|runs| total(runs, || part(&card.prove(&mut |_| {}).expect("it is proven"))));
                });
            }
        }
        if board.cells() <= MOST_IN_MEMORY {
            let mut visits = vec![0_u32; board.cells() as usize];
            group.bench_function("cpu visits", |bencher| bencher.iter(|| plan.fill(black_box(&mut visits))));
            group.bench_function("cpu check", |bencher| {
                bencher.iter(|| proof::prove(side, side, plan.closed, black_box(&visits)).expect("it is a tour"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, mosaic);
criterion_main!(benches);

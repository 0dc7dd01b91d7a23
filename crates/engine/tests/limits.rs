//! Tests the engines on a device with lower limits than the adapter of this computer. Also tests the amount of work per
//! submission on a slow device.

#[path = "common/lockstep.rs"]
mod beside;
#[path = "common/gpu.rs"]
mod gpu;

use std::ops::ControlFlow;

use courser_board::proof::VisitNumbers;
use courser_board::{Board, Kind, MoveOrder, Square, TourSpec};
use courser_engine::EngineError;
use courser_engine::batch::{self, Batch, BatchLimits, Cohort, CpuBatch, GpuBatch, KernelKind};
use courser_engine::cycle::{Cycle, GpuCycle, Schedule, Setup};
use courser_engine::grown::{self, CpuGrown, GpuGrown, Grown};
use courser_engine::mosaic::{self, GpuMosaic};
use courser_engine::queens::{self, GpuQueens, Queens, count_prefix};
use courser_gpu::wgpu::Limits;
use courser_gpu::{Binding, GpuDevice, GpuError, block_on};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::warnsdorff::{Rule, Walker};

use crate::beside::lockstep;

/// Returns the limits of three smaller adapters: the minimum limits of WebGPU, limits with four storage buffers, and
/// limits with small buffers and workgroups.
fn small_adapters() -> [(&'static str, Limits); 3] {
    let four = Limits::downlevel_defaults();
    let small = Limits {
        max_storage_buffer_binding_size: 1 << 20,
        max_buffer_size: 1 << 20,
        max_compute_workgroup_storage_size: 4 << 10,
        max_compute_invocations_per_workgroup: 64,
        max_compute_workgroup_size_x: 64,
        max_compute_workgroups_per_dimension: 256,
        ..four.clone()
    };
    [("WebGPU", Limits::defaults()), ("four storage buffers", four), ("small", small)]
}

/// Opens the adapter of this computer with these limits.
fn within(limits: &Limits) -> GpuDevice {
    let whole = gpu::device();
    block_on(GpuDevice::open_within(whole.adapter(), limits)).expect("no adapter has less")
}

/// Returns knights for every rule except `squirrel-cull`, which cannot start on every square.
fn knights(board: &Board, each: u32) -> batch::BatchPlan {
    let rules = Rule::ALL.into_iter().filter(|&rule| rule != Rule::SquirrelCull);
    let walker = |rule| Walker { rule, order: MoveOrder::SLIDES, seed: 5, knight: 0 };
    let cohorts = rules.map(|rule| Cohort { walker: walker(rule), starts: board.squares().collect(), count: each });
    batch::BatchPlan::new(board.clone(), cohorts.collect()).unwrap()
}

#[test]
fn many_knights_walk_alike_on_smaller_adapters() {
    for (name, limits) in small_adapters() {
        let device = within(&limits);
        for size in ["8x8", "33x40"] {
            let board: Board = size.parse().unwrap();
            let plan = knights(&board, 100);
            let mut cpu = CpuBatch::new(plan.clone());
            let expected = cpu.walks(0..plan.knights(), &mut |_| {}).unwrap();
            let paths = cpu.paths(&[3, 250]).unwrap();
            for kind in KernelKind::ALL.into_iter().filter(|kind| kind.takes(&board)) {
                let mut gpu = GpuBatch::with(&device, plan.clone(), kind, None, BatchLimits::default()).unwrap();
                let walks = gpu.walks(0..plan.knights(), &mut |_| {}).unwrap();
                assert!(walks == expected && gpu.paths(&[3, 250]).unwrap() == paths, "{name}, {kind} on {size}");
                assert_eq!(gpu.tallies(&mut |_| {}).unwrap(), cpu.tallies(&mut |_| {}).unwrap(), "{name}, {kind}");
            }
        }
    }
}

/// Returns the visiting order of a grown tour.
fn grown(passes: impl grown::Passes) -> Vec<u32> {
    let mut grown = Grown::new(passes);
    grown.finish(&mut |_| {}).unwrap();
    grown.order().unwrap()
}

#[test]
fn tours_grow_alike_on_smaller_adapters_unless_the_cells_are_too_many_for_one_binding() {
    let setup = |size: &str| grown::GrowthSetup::new(&TourSpec::closed(&size.parse().unwrap()), 3).unwrap();
    for (name, limits) in small_adapters() {
        let device = within(&limits);
        let (small, large) = (setup("60x71"), setup("1000x300"));
        let order = grown(GpuGrown::new(&device, small.clone()).unwrap());
        assert!(order == grown(CpuGrown::new(small).unwrap()), "{name}");
        let split = GpuGrown::new(&device, large);
        match name {
            "small" => {
                assert!(matches!(split, Err(EngineError::Gpu(GpuError::Bindings { there: 4, .. }))), "{split:?}")
            }
            _ => assert!(split.is_ok(), "{name}"),
        }
    }
}

#[test]
fn the_mosaic_numbers_alike_on_smaller_adapters() {
    for (name, limits) in small_adapters() {
        let device = within(&limits);
        for (rows, cols, start) in [(30, 41, None), (700, 801, Some(Square::new(300, 100)))] {
            let board = Board::new(rows, cols).unwrap();
            let plan = MosaicPlan::new(&TourSpec::new(&board, Kind::Closed, start, None).unwrap(), None).unwrap();
            let mut expected = vec![0; plan.cells() as usize];
            plan.fill(&mut expected);
            let mut found: Vec<u32> = Vec::new();
            let each: mosaic::ProvenRowSink<'_> = &mut |_, numbers| {
                let Some(VisitNumbers::Narrow(numbers)) = numbers else { panic!("wide numbers") };
                found.extend_from_slice(numbers);
                ControlFlow::Continue(())
            };
            mosaic::Mosaic::run(&mut GpuMosaic::new(&device, &plan).unwrap(), true, each).unwrap();
            assert!(found == expected, "{name}, {rows}x{cols}");
        }
    }
}

#[test]
fn queens_are_counted_alike_on_smaller_adapters() {
    for (name, limits) in small_adapters() {
        let device = within(&limits);
        let mut counter = GpuQueens::new(&device).unwrap();
        let plan = queens::QueensPlan::new(10, 500);
        let expected: Vec<u64> = plan.prefixes().iter().map(|&prefix| count_prefix(10, prefix)).collect();
        assert_eq!(counter.count(&plan, &mut |_| {}).unwrap(), expected, "{name}");
    }
}

#[test]
fn the_decision_cycle_runs_in_lockstep_on_smaller_adapters() {
    for (name, limits) in small_adapters() {
        let device = within(&limits);
        let setup = Setup::new("9x7".parse().unwrap(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
        for schedule in Schedule::ALL {
            let mut cycle = GpuCycle::new(&device, setup.clone(), schedule).unwrap();
            lockstep(&mut cycle).unwrap_or_else(|error| panic!("{name}, {schedule}: {error}"));
        }
    }
}

#[test]
fn an_adapter_with_too_few_storage_buffers_is_refused_by_that_number() {
    let device = within(&Limits { max_storage_buffers_per_shader_stage: 2, ..Limits::downlevel_defaults() });
    let refused = device.layout("three of them", &[Binding::Uniform, Binding::Read, Binding::Read, Binding::ReadWrite]);
    let error = refused.unwrap_err();
    let name = device.adapter().name();
    assert_eq!(error.to_string(), format!("three of them takes 3 storage buffers at once, and {name} has room for 2"));
    let tiles = MosaicPlan::new(&TourSpec::closed(&"9x10".parse().unwrap()), None).unwrap();
    let error = GpuMosaic::new(&device, &tiles).unwrap_err().to_string();
    assert!(error.starts_with("mosaic visits takes 4 storage buffers at once"), "{error}");
    let board: Board = "8x8".parse().unwrap();
    let one = batch::BatchPlan::new(board, vec![Cohort::tries(Square::new(0, 0), Walker::default(), 1)]).unwrap();
    let error = GpuBatch::new(&device, one).unwrap().tallies(&mut |_| {}).unwrap_err();
    assert!(error.to_string().starts_with("small takes 4 storage buffers at once"), "{error}");
    let plan = queens::QueensPlan::new(8, 10);
    let error = GpuQueens::new(&device).unwrap().count(&plan, &mut |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("queens takes 4 storage buffers at once"), "{error}");
}

/// Returns the numbers of submissions made by `work` on two simulated adapters: one that seems to complete all work at
/// once, and one that seems to be extremely slow.
fn submissions(device: &GpuDevice, mut work: impl FnMut()) -> [u64; 2] {
    [0.0, 1e12].map(|factor| {
        device.slow_down(factor);
        let before = device.submissions();
        work();
        device.slow_down(1.0);
        device.submissions() - before
    })
}

#[test]
fn queens_hand_an_adapter_that_takes_long_fewer_steps_at_once() {
    let device = gpu::device();
    let mut counter = GpuQueens::with(&device, queens::QueensLimits { width: 4, groups: 1, steps: 1 << 14 }).unwrap();
    let plan = queens::QueensPlan::new(10, 100);
    let [fast, slow] = submissions(&device, || {
        counter.count(&plan, &mut |_| {}).unwrap();
    });
    assert!(slow > 10 * fast, "{slow} submissions, {fast} of an adapter that is at once done");
}

#[test]
fn many_knights_make_fewer_moves_at_once_on_an_adapter_that_takes_long() {
    let device = gpu::device();
    let board: Board = "20x20".parse().unwrap();
    let plan = knights(&board, 10);
    let [fast, slow] = submissions(&device, || {
        GpuBatch::new(&device, plan.clone()).unwrap().tallies(&mut |_| {}).unwrap();
    });
    // Each of six rules makes 400 moves. The slow adapter needs hundreds of submissions of few moves each. The fast
    // adapter needs a few submissions of many moves each.
    assert!(slow > 4 * fast, "{slow} submissions, {fast} of an adapter that is at once done");
}

#[test]
fn the_mosaic_numbers_smaller_bands_at_once_on_an_adapter_that_takes_long() {
    let device = gpu::device();
    let plan = MosaicPlan::new(&TourSpec::closed(&Board::new(1000, 64).unwrap()), None).unwrap();
    let squares = |rows: u64| rows * 64;
    let limits = mosaic::Limits {
        min_squares: squares(8),
        first_squares: squares(64),
        max_squares: squares(512),
        ..mosaic::Limits::of(&device)
    };
    let mut bands = Vec::new();
    submissions(&device, || {
        let mut mosaic = GpuMosaic::with_limits(&device, &plan, limits).unwrap();
        let report = mosaic.prove(&mut |_| {}).unwrap();
        assert_eq!(report.squares, plan.cells());
        bands.push(report.bands);
    });
    // The bands of the fast adapter have 64, 64, 128, 256 and 488 rows. The first four bands of the slow adapter have
    // 64, 64, 32 and 16 rows. All later bands of the slow adapter have 8 rows.
    assert!(bands[0] <= 6 && bands[1] > 90, "{bands:?}");
}

/// Opens a separate device, which has not built any kernel.
fn fresh() -> GpuDevice {
    // This statement releases the lock before `within` acquires it.
    let limits = gpu::device().adapter().limits();
    within(&limits)
}

#[test]
fn the_mosaic_builds_the_passes_that_a_board_needs_and_no_others() {
    let device = fresh();
    assert_eq!(device.pipelines(), 0);
    let plan = MosaicPlan::new(&TourSpec::closed(&Board::new(9, 10).unwrap()), None).unwrap();
    GpuMosaic::new(&device, &plan).unwrap().prove(&mut |_| {}).unwrap();
    let built = device.pipelines();
    assert!((2..=5).contains(&built), "{built} of {}", mosaic::kernels().len());
}

/// Requests the same work twice from each engine on one device.
#[test]
fn an_engine_that_is_asked_twice_builds_its_kernels_once() {
    let device = fresh();
    let board: Board = "12x12".parse().unwrap();
    let spec = TourSpec::closed(&board);
    let setup = Setup::new(board.clone(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
    let plan = MosaicPlan::new(&spec, None).unwrap();
    let growing = grown::GrowthSetup::new(&spec, 3).unwrap();
    let works: [(&str, &dyn Fn()); 5] = [
        ("cycle", &|| {
            for schedule in Schedule::ALL {
                GpuCycle::new(&device, setup.clone(), schedule).unwrap().finish(&mut |_| true).unwrap();
            }
        }),
        ("batch", &|| {
            let one = Cohort::tries(Square::new(0, 0), Walker::default(), 1);
            let plan = batch::BatchPlan::new(board.clone(), vec![one]).unwrap();
            drop(GpuBatch::new(&device, plan).unwrap().tallies(&mut |_| {}).unwrap());
        }),
        ("mosaic", &|| drop(GpuMosaic::new(&device, &plan).unwrap().prove(&mut |_| {}))),
        ("grown", &|| {
            grown(GpuGrown::new(&device, growing.clone()).unwrap());
        }),
        ("queens", &|| {
            drop(GpuQueens::new(&device).unwrap().count(&queens::QueensPlan::new(8, 10), &mut |_| {}).unwrap());
        }),
    ];
    for (name, work) in works {
        let before = device.pipelines();
        work();
        let built = device.pipelines();
        assert!(built > before, "{name} has built nothing");
        work();
        assert_eq!(device.pipelines(), built, "{name} has built a kernel twice");
    }
}

//! Tests that the limits of simultaneous work do not change the results of a batch. These limits determine the sizes of
//! chunks, slices, buffers and dispatches.

use std::sync::Arc;

use courser_board::{Board, ErrorClass, Square};
use courser_engine::EngineError;
use courser_engine::batch::{Batch, BatchLimits, BatchPlan, Cohort, CpuBatch, GpuBatch, KernelKind};
use courser_solve::warnsdorff::{Rule, Walker};

use crate::gpu;
use crate::random::Random;
use crate::tools::agree;

#[test]
fn knights_in_small_chunks_and_slices_walk_as_all_at_once() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0201);
    for size in ["8x8", "9x9"] {
        let board: Board = size.parse().unwrap();
        let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 200)).unwrap();
        let some: Vec<u64> = (0..20).map(|_| random.below(200)).collect();
        for kind in KernelKind::ALL {
            if !kind.takes(&board) {
                continue;
            }
            for bounds in [
                BatchLimits { knights: 1, ..BatchLimits::default() },
                BatchLimits { knights: 7, slice: 3, ..BatchLimits::default() },
                BatchLimits { knights: 64, moves: 5, ..BatchLimits::default() },
                BatchLimits { moves: 1, slice: 1, ..BatchLimits::default() },
                BatchLimits { bytes: 1000, ..BatchLimits::default() },
            ] {
                agree(&device, &plan, kind, None, bounds, &some);
            }
        }
    }
}

#[test]
fn every_width_of_a_workgroup_gives_the_same_walks() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0202);
    let board: Board = "8x7".parse().unwrap();
    // In workgroups of 8, 32 or 64 lanes, 64 knights leave no lane empty, 63 knights leave one lane empty, and 65
    // knights need another workgroup.
    for knights in [63, 64, 65] {
        // All knights use the same rule. Each rule needs a separate kernel for each width, and building the kernels
        // takes most of the time.
        let mut cohorts = random.cohorts(&board, knights);
        cohorts.iter_mut().for_each(|cohort| cohort.walker.rule = Rule::Random);
        let plan = BatchPlan::new(board.clone(), cohorts).unwrap();
        for kind in KernelKind::ALL {
            for width in [1, 3, 8, 32, 64] {
                agree(&device, &plan, kind, Some(width), BatchLimits::default(), &[0, 62]);
            }
        }
    }
}

#[test]
fn a_slice_longer_than_its_workgroup_is_tallied_whole() {
    let device = gpu::device();
    let board: Board = "6x6".parse().unwrap();
    for count in [1, 63, 64, 65, 4095, 4096, 4097, 10_000] {
        let cohort = Cohort { walker: Walker::default(), starts: board.squares().collect(), count };
        let plan = BatchPlan::new(board.clone(), vec![cohort]).unwrap();
        let mut gpu = GpuBatch::new(&device, plan.clone()).unwrap();
        assert_eq!(gpu.tallies(&mut |_| {}).unwrap(), CpuBatch::new(plan).tallies(&mut |_| {}).unwrap(), "{count}");
    }
}

#[test]
fn progress_grows_to_the_number_of_knights_on_both_devices() {
    let device = gpu::device();
    let board: Board = "5x5".parse().unwrap();
    let plan = BatchPlan::new(board, vec![Cohort::tries(Square::new(0, 0), Walker::default(), 1000)]).unwrap();
    let bounds = BatchLimits { knights: 100, ..BatchLimits::default() };
    let mut gpu = GpuBatch::with(&device, plan.clone(), KernelKind::Small, None, bounds).unwrap();
    let mut cpu = CpuBatch::new(plan);
    let batches: [&mut dyn Batch; 2] = [&mut gpu, &mut cpu];
    for batch in batches {
        let mut reported = Vec::new();
        batch.tallies(&mut |walked| reported.push(walked)).unwrap();
        assert!(reported.is_sorted() && reported.last() == Some(&1000), "{reported:?}");
    }
}

#[test]
fn nobody_at_all_walks_to_no_tally() {
    let device = gpu::device();
    let board: Board = "5x5".parse().unwrap();
    let nobody = Cohort { walker: Walker::default(), starts: Arc::new([Square::new(0, 0)]), count: 0 };
    for cohorts in [vec![], vec![nobody.clone(), nobody]] {
        let plan = BatchPlan::new(board.clone(), cohorts).unwrap();
        let expected = CpuBatch::new(plan.clone()).tallies(&mut |_| {}).unwrap();
        let mut gpu = GpuBatch::new(&device, plan).unwrap();
        assert_eq!(gpu.tallies(&mut |_| {}).unwrap(), expected);
        assert_eq!(gpu.walks(0..0, &mut |_| {}).unwrap(), []);
        assert!(gpu.paths(&[]).unwrap().is_empty());
    }
}

#[test]
fn a_board_that_a_kernel_has_no_room_for_is_refused_with_both_sizes() {
    let device = gpu::device();
    let plan = |size: &str| {
        let board: Board = size.parse().unwrap();
        BatchPlan::new(board, vec![Cohort::tries(Square::new(0, 0), Walker::default(), 1)]).unwrap()
    };
    let small = BatchLimits { bytes: 4096, ..BatchLimits::default() };
    for (size, kind, bounds, words) in [
        (
            "5x13",
            KernelKind::Small,
            BatchLimits::default(),
            "'small' has no room for a 5x13 board: a knight takes 9 bytes",
        ),
        ("100x100", KernelKind::Lane, small, "'lane' has no room for a 100x100 board"),
        ("300x300", KernelKind::Bitboard, small, "'bitboard' has no room for a 300x300 board: a knight takes 22.9 KiB"),
    ] {
        let error = GpuBatch::with(&device, plan(size), kind, None, bounds).expect_err("it is refused");
        assert!(matches!(error, EngineError::BatchMemory { .. }) && error.class() == ErrorClass::Input);
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn other_leapers_are_not_let_into_the_bitboard() {
    let device = gpu::device();
    let board: Board = "9x9".parse().unwrap();
    let camels = board.with_leaper("camel".parse().unwrap());
    let plan = BatchPlan::new(camels, vec![Cohort::tries(Square::new(0, 0), Walker::default(), 1)]).unwrap();
    let error = GpuBatch::with(&device, plan.clone(), KernelKind::Bitboard, None, BatchLimits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the kernel 'bitboard' walks the 1,2 leaper, the knight, and not the 1,3 leaper");
    assert_eq!(GpuBatch::new(&device, plan).unwrap().kind(), KernelKind::Lane);
}

/// Tests boards whose last column is near the beginning or the end of a word of `bitboard`.
#[test]
fn boards_of_every_width_agree_in_the_bitboard() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0204);
    for cols in [1, 2, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 44, 45, 64, 65] {
        let board = Board::new(7, cols).unwrap();
        let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 60)).unwrap();
        agree(&device, &plan, KernelKind::Bitboard, None, BatchLimits::default(), &[5]);
    }
}

/// Tests tours with more than 65,535 moves. The software adapter ends the loops of an invocation after 65,535
/// iterations in total.
#[test]
fn tours_longer_than_any_loop_agree() {
    let device = gpu::device();
    let board: Board = "270x270".parse().unwrap();
    let cohorts = [Rule::Roth, Rule::Random, Rule::Pohl]
        .map(|rule| Cohort::tries(Square::new(1, 1), Walker { rule, ..Walker::default() }, 1));
    let plan = BatchPlan::new(board, cohorts.to_vec()).unwrap();
    for kind in [KernelKind::Bitboard, KernelKind::Lane] {
        agree(&device, &plan, kind, None, BatchLimits::default(), &[0, 1, 2]);
    }
    let walks = GpuBatch::new(&device, plan).unwrap().walks(0..3, &mut |_| {}).unwrap();
    assert!(walks.iter().any(|walk| walk.visited() > 65_535), "{walks:?}");
}

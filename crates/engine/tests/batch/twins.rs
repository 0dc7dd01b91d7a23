//! Tests that every knight on the GPU walks the same tour as its twin on the CPU.

use std::sync::Arc;

use courser_board::{Board, Kind, Leaper, MoveOrder, Square, Tour};
use courser_engine::batch::{
    Batch, BatchLimits, BatchPlan, Cohort, CpuBatch, Goal, GpuBatch, KernelKind, MirrorBatch, WalkResult,
};
use courser_solve::warnsdorff::{Rule, Walker};

use crate::gpu;
use crate::random::Random;
use crate::tools::agree;

/// Number of knights in [`a_hundred_thousand_knights_walk_as_their_twins`].
const KNIGHTS: u32 = 100_000;

/// Boards with which the kernel `small` is tested. A board is given as (rows, columns).
const SMALL: [(u32, u32); 12] =
    [(5, 5), (8, 8), (5, 6), (6, 5), (7, 9), (3, 4), (4, 16), (3, 21), (1, 1), (2, 32), (64, 1), (4, 8)];

/// Returns the kernels that support a board.
fn kernels(board: &Board) -> impl Iterator<Item = KernelKind> {
    KernelKind::ALL.into_iter().filter(|kind| kind.takes(board))
}

/// Returns board number `n` of a random series. Every third board can have holes, and every fourth board is for a
/// leaper other than the knight.
fn board(random: &mut Random, n: u32) -> Board {
    let (rows, cols) = match n % 3 {
        0 => (random.between(5, 8), random.between(5, 8)),
        1 => (random.between(5, 40), random.between(5, 40)),
        _ => (random.between(5, 20), random.between(5, 20)),
    };
    let leapers = ["camel", "zebra", "giraffe", "wazir", "ferz", "dabbaba", "0,3", "5,7", "2,30"];
    let mut board = Board::new(rows, cols).unwrap();
    if n % 4 == 1 {
        board = board.with_leaper(leapers[random.below(9) as usize].parse().unwrap());
    }
    if n % 3 == 2 {
        let holes = (0..random.below(12)).map(|_| board.at(random.below(board.cells()))).collect::<Vec<_>>();
        board = board.with_holes(holes).unwrap();
    }
    board
}

#[test]
fn a_hundred_thousand_knights_walk_as_their_twins() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0101);
    let (mut knights, mut paths, mut boards) = (0, 0, 0);
    while knights < KNIGHTS {
        let board = board(&mut random, boards);
        let count = if board.cells() <= 400 { 2500 } else { 700 }.min(KNIGHTS - knights);
        let plan = BatchPlan::new(board.clone(), random.cohorts(&board, count)).unwrap();
        let some: Vec<u64> = (0..12).map(|_| random.below(count.into())).collect();
        // This test compares the walks of all knights. The tests below compare the tallies, and use a barrier for every
        // move.
        let mut gpu = GpuBatch::new(&device, plan.clone()).unwrap();
        let mut cpu = CpuBatch::new(plan);
        let all = 0..u64::from(count);
        let found = (gpu.walks(all.clone(), &mut |_| {}).unwrap(), gpu.paths(&some).unwrap());
        let expected = (cpu.walks(all, &mut |_| {}).unwrap(), cpu.paths(&some).unwrap());
        assert!(found == expected, "board {boards}, {board:?}, by {}", gpu.kind());
        knights += count;
        paths += some.len();
        boards += 1;
    }
    assert!(knights == KNIGHTS && paths > 500 && boards > 40, "{knights} knights, {paths} paths, {boards} boards");
}

#[test]
fn every_kernel_walks_every_rule_alike() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0102);
    for board in ["7x8", "9x8", "12x17"] {
        let board: Board = board.parse().unwrap();
        let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 300)).unwrap();
        let some: Vec<u64> = (0..30).map(|_| random.below(300)).collect();
        for kind in kernels(&board) {
            assert_eq!(agree(&device, &plan, kind, None, BatchLimits::default(), &some), 30);
        }
    }
}

#[test]
fn squirrel_and_culls_legs_take_over_where_they_do_on_the_cpu() {
    let device = gpu::device();
    let walker = Walker { rule: Rule::SquirrelCull, ..Walker::default() };
    for side in 5..=21 {
        let plan =
            BatchPlan::new(Board::new(side, side).unwrap(), vec![Cohort::tries(Square::new(0, 0), walker, 1)]).unwrap();
        for kind in kernels(plan.board()) {
            agree(&device, &plan, kind, None, BatchLimits::default(), &[0]);
            let mut batch = GpuBatch::with(&device, plan.clone(), kind, None, BatchLimits::default()).unwrap();
            assert_eq!(batch.tallies(&mut |_| {}).unwrap()[0].complete, 1, "{kind} on {side}x{side}");
        }
    }
}

#[test]
fn boards_of_every_shape_up_to_sixty_four_squares_agree() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0103);
    for (rows, cols) in SMALL {
        for leaper in ["knight", "wazir", "camel"] {
            let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
            let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 150)).unwrap();
            for kind in kernels(&board) {
                agree(&device, &plan, kind, None, BatchLimits::default(), &[0, 77, 149]);
            }
        }
    }
}

#[test]
fn holes_and_other_leapers_agree_on_every_kernel() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0104);
    for leaper in ["knight", "zebra", "giraffe", "ferz", "0,3", "2,30", "1073741823,1073741824"] {
        let leaper: Leaper = leaper.parse().unwrap();
        for (rows, cols) in [(8, 8), (9, 33)] {
            let whole = Board::new(rows, cols).unwrap().with_leaper(leaper);
            let holes: Vec<Square> = (0..9).map(|_| whole.at(random.below(whole.cells()))).collect();
            let board = whole.with_holes(holes).unwrap();
            let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 100)).unwrap();
            for kind in kernels(&board) {
                agree(&device, &plan, kind, None, BatchLimits::default(), &[1, 50, 99]);
            }
        }
    }
}

#[test]
fn a_tour_found_among_many_is_one_and_is_the_first_on_every_device() {
    let device = gpu::device();
    let board: Board = "6x6".parse().unwrap();
    let walker = Walker { rule: Rule::Random, seed: 11, ..Walker::default() };
    let start = Square::new(2, 3);
    // The first cohort never completes a tour.
    let bottom = Walker { rule: Rule::Bottom, ..walker };
    let cohorts = vec![Cohort::tries(start, bottom, 5000), Cohort::tries(start, walker, 60_000)];
    let plan = BatchPlan::new(board, cohorts).unwrap();
    let mut found = Vec::new();
    let mut cpu = CpuBatch::new(plan.clone());
    for goal in [Goal::Complete, Goal::Closed] {
        let expected = cpu.first(0..plan.knights(), goal, &mut |_| {}).unwrap().unwrap();
        let walks = cpu.walks(0..expected + 1, &mut |_| {}).unwrap();
        let there =
            |walk: &WalkResult| if goal == Goal::Closed { walk.is_closed() } else { walk.is_complete(plan.board()) };
        assert_eq!(walks.iter().position(there), Some(expected as usize), "nobody before it got there");
        for kind in KernelKind::ALL {
            let mut gpu = GpuBatch::with(&device, plan.clone(), kind, None, BatchLimits::default()).unwrap();
            let mut reported = 0;
            assert_eq!(gpu.first(0..plan.knights(), goal, &mut |walked| reported = walked).unwrap(), Some(expected));
            assert!(reported > expected && reported < plan.knights(), "{reported} knights walked");
            assert_eq!(gpu.first(0..5000, goal, &mut |_| {}).unwrap(), None);
            let path = gpu.paths(&[expected]).unwrap().remove(0);
            let tour = Tour::new(path.board().clone(), path.order().to_vec()).unwrap();
            assert!(goal == Goal::Complete || tour.kind() == Kind::Closed);
            found.push(tour);
        }
    }
    assert!(found[..3].iter().all(|tour| *tour == found[0]) && found[3..].iter().all(|tour| *tour == found[3]));
}

#[test]
fn of_a_hundred_random_knights_on_8x8_about_ninety_eight_finish_and_fourteen_close() {
    let device = gpu::device();
    let board: Board = "8x8".parse().unwrap();
    let walker = Walker { rule: Rule::Random, order: MoveOrder::SLIDES, seed: 1, knight: 0 };
    let cohort = Cohort { walker, starts: board.squares().collect(), count: 64 * 512 };
    let mut batch = GpuBatch::new(&device, BatchPlan::new(board, vec![cohort]).unwrap()).unwrap();
    assert_eq!(batch.kind(), KernelKind::Small);
    let tally = batch.tallies(&mut |_| {}).unwrap()[0];
    let (complete, closed) = (tally.complete * 1000 / tally.tries, tally.closed * 1000 / tally.tries);
    assert!((970..990).contains(&complete) && (120..150).contains(&closed), "{complete}, {closed} in a thousand");
}

#[test]
fn the_same_cohorts_walk_alike_whatever_is_asked_and_in_whatever_parts() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0105);
    let board: Board = "9x10".parse().unwrap();
    let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 500)).unwrap();
    let mut gpu = GpuBatch::new(&device, plan.clone()).unwrap();
    let whole = gpu.tallies(&mut |_| {}).unwrap();
    let walks = gpu.walks(0..500, &mut |_| {}).unwrap();
    let mut parts = vec![Default::default(); plan.cohorts().len()];
    let mut pieces = Vec::new();
    for range in [0..1, 1..1, 1..250, 250..499, 499..500] {
        pieces.extend(gpu.walks(range.clone(), &mut |_| {}).unwrap());
        for (part, tally) in parts.iter_mut().zip(gpu.tallies_of(range, &mut |_| {}).unwrap()) {
            *part = tally.and(*part);
        }
    }
    assert_eq!((parts, pieces), (whole, walks));
}

/// Compares the mirrors of the kernels with [`CpuBatch`], the faster form of a batch on the CPU.
#[test]
fn the_mirror_of_every_kernel_walks_as_the_form_of_the_cpu() {
    let mut random = Random(0x5eed_0106);
    for nth in 0..24 {
        let board = board(&mut random, nth);
        let plan = BatchPlan::new(board.clone(), random.cohorts(&board, 100)).unwrap();
        let (all, some) = (0..plan.knights(), [0, 33, 99]);
        let mut cpu = CpuBatch::new(plan.clone());
        let expected = (cpu.walks(all.clone(), &mut |_| {}).unwrap(), cpu.paths(&some).unwrap());
        for kind in kernels(&board) {
            let mut mirror = MirrorBatch::new(plan.clone(), kind, BatchLimits::default()).unwrap();
            let found = (mirror.walks(all.clone(), &mut |_| {}).unwrap(), mirror.paths(&some).unwrap());
            assert!(found == expected, "{kind} on {board:?}");
            assert_eq!(mirror.tallies(&mut |_| {}).unwrap(), cpu.tallies(&mut |_| {}).unwrap(), "{kind} on {board:?}");
        }
    }
}

/// Compares knights that differ only in their random bits. If the number of a knight or the seed were ignored, all
/// knights would walk the same tour.
#[test]
fn knights_with_other_numbers_or_seeds_walk_other_tours() {
    let device = gpu::device();
    let board: Board = "10x10".parse().unwrap();
    let start = Square::new(3, 3);
    let walker = Walker { rule: Rule::Random, order: MoveOrder::SLIDES, seed: 5, knight: u32::MAX };
    let cohorts: Vec<Cohort> = [walker, Walker { seed: 6, ..walker }, Walker { seed: 5 | 1 << 32, ..walker }]
        .into_iter()
        // The first knight has the largest possible number. The number of the second knight wraps around to 0.
        .map(|walker| Cohort { walker, starts: Arc::new([start]), count: 2 })
        .collect();
    let plan = BatchPlan::new(board, cohorts).unwrap();
    for kind in kernels(plan.board()) {
        let mut gpu = GpuBatch::with(&device, plan.clone(), kind, None, BatchLimits::default()).unwrap();
        let paths = gpu.paths(&[0, 1, 2, 3, 4, 5]).unwrap();
        for (i, a) in paths.iter().enumerate() {
            for b in &paths[..i] {
                assert!(a != b, "{kind}");
            }
        }
    }
}

#[test]
fn beside_the_mirrors_the_first_tour_is_found_and_all_knights_are_counted() {
    let walker = Walker { rule: Rule::Random, seed: 3, ..Walker::default() };
    let cohort = Cohort::tries(Square::new(0, 0), walker, 5000);
    let plan = BatchPlan::new("6x6".parse().unwrap(), vec![cohort]).unwrap();
    let expected = CpuBatch::new(plan.clone()).first(0..5000, Goal::Complete, &mut |_| {}).unwrap();
    let mut both = courser_engine::batch::beside(&courser_engine::Device::CPU, plan).unwrap();
    let found = both.first(0..5000, Goal::Complete, &mut |_| {}).unwrap();
    assert_eq!((found, both.compared()), (expected, 4096));
}

//! Tests every rule in the *decide* pass. The states of the GPU are compared with those of the mirror. The tours of the
//! GPU and of the mirror are compared with the tours that `run_with` finds.

use courser_board::{Board, ErrorClass, Leaper, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, Schedule, Setup, StatusWord, order_of};
use courser_gpu::GpuDevice;
use courser_solve::warnsdorff::{Rule, WalkEnd, Walker, run_with};

use crate::beside::lockstep;
use crate::random::Random;
use crate::{gpu, square};

/// Runs every schedule, on the CPU and on the GPU, in lockstep with the reference. Compares each tour with the tour
/// that `run_with` finds.
fn agree(device: &GpuDevice, board: &Board, start: Square, walker: Walker) -> StatusWord {
    let outcome = run_with(board, start, &walker, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    let expected = if outcome.end == WalkEnd::Complete { StatusWord::Done } else { StatusWord::Stuck };
    let setup = Setup::by_rule(board.clone(), start, walker).unwrap();
    for schedule in Schedule::ALL {
        let engines: [(&str, Box<dyn Cycle + '_>); 2] = [
            ("cpu", Box::new(CpuCycle::new(setup.clone(), schedule).unwrap())),
            ("gpu", Box::new(GpuCycle::new(device, setup.clone(), schedule).unwrap())),
        ];
        for (name, mut engine) in engines {
            let reported = format!("{name} {schedule}, {walker:?} on {board:?} from {start:?}");
            lockstep(&mut *engine).unwrap_or_else(|error| panic!("{reported}: {error}"));
            assert_eq!(engine.status().unwrap().word(), expected, "{reported}");
            assert_eq!(order_of(&engine.state().unwrap()).unwrap(), outcome.order, "{reported}");
        }
    }
    expected
}

/// Returns the rules that can start on every square.
fn rules() -> impl Iterator<Item = Rule> {
    Rule::ALL.into_iter().filter(|&rule| rule != Rule::SquirrelCull)
}

#[test]
fn every_rule_agrees_with_its_mirror_after_every_pass_and_with_the_cpu_rule_after_every_move() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0011);
    let mut ends = Vec::new();
    for (rows, cols) in [(5, 5), (6, 7), (9, 4), (3, 10)] {
        let board = Board::new(rows, cols).unwrap();
        for rule in rules() {
            let start = square(&mut random, &board);
            let walker = Walker { rule, order: random.order(), seed: random.bits(), knight: random.bits() as u32 };
            ends.push(agree(&device, &board, start, walker));
        }
    }
    assert!(ends.contains(&StatusWord::Done) && ends.contains(&StatusWord::Stuck));
}

#[test]
fn every_rule_agrees_on_boards_with_holes_and_for_other_leapers() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0012);
    for leaper in ["knight", "zebra", "wazir", "0,3"] {
        let leaper: Leaper = leaper.parse().unwrap();
        let board = Board::new(8, 9).unwrap().with_leaper(leaper);
        let holes: Vec<Square> = (0..7).map(|_| square(&mut random, &board)).collect();
        let board = board.with_holes(holes).unwrap();
        for rule in rules() {
            let start = square(&mut random, &board);
            let walker = Walker { rule, order: random.order(), seed: random.bits(), knight: 0 };
            agree(&device, &board, start, walker);
        }
    }
}

#[test]
fn squirrel_cull_changes_its_order_where_it_must_on_every_schedule() {
    let device = gpu::device();
    // The side lengths cover all residues modulo 8, so that every row of the table is used.
    for side in 9..=16 {
        let board = Board::new(side, side).unwrap();
        let walker = Walker { rule: Rule::SquirrelCull, ..Walker::default() };
        assert_eq!(agree(&device, &board, Square::new(0, 0), walker), StatusWord::Done, "{side}");
    }
}

/// This test does not try every side length, because that would take about a quarter of an hour. It tests eight
/// successive lengths at each end of the range from 5 to 512, so that each group contains every residue modulo 8. It
/// also tests the lengths around 74, and three others.
#[test]
fn squirrel_cull_completes_square_boards_on_the_gpu_and_not_74() {
    let device = gpu::device();
    let sides = (5..=12).chain(72..=76).chain([128, 200, 255]).chain(505..=512);
    for side in sides {
        let board = Board::new(side, side).unwrap();
        let walker = Walker { rule: Rule::SquirrelCull, ..Walker::default() };
        let setup = Setup::by_rule(board, Square::new(0, 0), walker).unwrap();
        let mut gpu = GpuCycle::new(&device, setup, Schedule::Resident).unwrap();
        let word = gpu.finish(&mut |_| true).unwrap().word();
        assert_eq!(word == StatusWord::Done, side != 74, "{side}x{side}");
        let order = order_of(&gpu.state().unwrap()).unwrap();
        assert_eq!(order.len() as u64 == u64::from(side) * u64::from(side), side != 74, "{side}x{side}");
    }
}

#[test]
fn squirrel_cull_completes_every_square_board_from_5_to_200_but_74_in_the_mirror() {
    for side in 5..=200 {
        let walker = Walker { rule: Rule::SquirrelCull, ..Walker::default() };
        let setup = Setup::by_rule(Board::new(side, side).unwrap(), Square::new(0, 0), walker).unwrap();
        let mut cpu = CpuCycle::new(setup, Schedule::Resident).unwrap();
        let word = cpu.finish(&mut |_| true).unwrap().word();
        assert_eq!(word == StatusWord::Done, side != 74, "{side}x{side}");
    }
}

#[test]
fn a_run_begins_again_by_another_rule() {
    let device = gpu::device();
    let board = Board::new(8, 8).unwrap();
    let start = Square::new(0, 0);
    let walker = |rule| Walker { rule, seed: 5, ..Walker::default() };
    for schedule in Schedule::ALL {
        let setup = Setup::by_rule(board.clone(), start, walker(Rule::Warnsdorff)).unwrap();
        let mut gpu = GpuCycle::new(&device, setup, schedule).unwrap();
        for rule in Rule::ALL {
            gpu.restart_from(start, walker(rule)).unwrap();
            lockstep(&mut gpu).unwrap_or_else(|error| panic!("{schedule}, {rule}: {error}"));
        }
    }
}

#[test]
fn a_rule_that_is_not_made_for_the_board_is_refused() {
    let board = Board::new(8, 9).unwrap();
    let walker = Walker { rule: Rule::SquirrelCull, ..Walker::default() };
    let error = Setup::by_rule(board, Square::new(0, 0), walker).unwrap_err();
    assert!(matches!(error, EngineError::Rule(_)) && error.class() == ErrorClass::Input, "{error}");

    let long = Board::new(2, 1 << 29).unwrap();
    let walker = Walker { rule: Rule::Roth, ..Walker::default() };
    let error = Setup::by_rule(long, Square::new(0, 0), walker).unwrap_err();
    assert!(matches!(error, EngineError::RothSides { .. }) && error.class() == ErrorClass::Input, "{error}");
}

#[test]
fn a_resident_run_on_a_large_board_stays_right() {
    let device = gpu::device();
    let setup = Setup::new(Board::new(256, 256).unwrap(), Square::new(3, 200), MoveOrder::SLIDES).unwrap();
    let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Resident).unwrap();
    let mut cpu = CpuCycle::new(setup, Schedule::Resident).unwrap();
    gpu.advance(2 + 3 * 20_000).unwrap();
    cpu.advance(2 + 3 * 20_000).unwrap();
    assert_eq!(gpu.passes(), cpu.passes());
    assert!(gpu.state().unwrap() == cpu.state().unwrap());
}

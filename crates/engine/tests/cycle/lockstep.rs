//! Compares the GPU with the mirror in lockstep. If the host can read the states after a pass, the full states are
//! compared.

use courser_board::{Board, Leaper, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{Cell, CpuCycle, Cycle, GpuCycle, PASSES, Schedule, Setup, StatusWord, compare};
use courser_engine::machine::Machine;
use courser_gpu::{GpuDevice, block_on};

use crate::beside::lockstep;
use crate::random::Random;
use crate::{gpu, square};

/// Compares runs of `setup` with the reference, which runs the schedule `whole` on the CPU. The GPU runs every
/// schedule, and the CPU runs every schedule except `whole`.
fn agree(device: &GpuDevice, setup: &Setup) -> StatusWord {
    agree_on(&mut Schedule::ALL.map(|schedule| GpuCycle::new(device, setup.clone(), schedule).unwrap()), setup)
}

/// Does the same as [`agree`], but uses existing GPU cycles, one for each schedule. None of these cycles has begun.
fn agree_on(cycles: &mut [GpuCycle<'_>], setup: &Setup) -> StatusWord {
    let mut words = Vec::new();
    for (schedule, gpu) in Schedule::ALL.into_iter().zip(cycles) {
        let compared = lockstep(gpu)
            .unwrap_or_else(|error| panic!("{schedule} on {:?} from {:?}: {error}", setup.board(), setup.start()));
        assert!(compared >= 2, "{compared} states");
        words.push(gpu.status().unwrap().word());
        if schedule != Schedule::Whole {
            let mut cpu = CpuCycle::new(setup.clone(), schedule).unwrap();
            lockstep(&mut cpu).unwrap_or_else(|error| panic!("cpu {schedule} on {:?}: {error}", setup.board()));
        }
    }
    assert!(words.iter().all(|word| *word == words[0]));
    words[0]
}

#[test]
fn squares_and_rectangles_from_5x5_to_33x33_agree_after_every_pass() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0001);
    let sizes = [
        (5, 5),
        (6, 6),
        (7, 7),
        (8, 8),
        (5, 8),
        (9, 4),
        (3, 10),
        (13, 6),
        (16, 16),
        (17, 15),
        (33, 33),
        (8, 8),
        (7, 9),
    ];
    for (rows, cols) in sizes {
        let board = Board::new(rows, cols).unwrap();
        let setup = Setup::new(board.clone(), square(&mut random, &board), random.order()).unwrap();
        agree(&device, &setup);
    }
}

#[test]
fn getting_stuck_agrees_and_so_does_success() {
    let device = gpu::device();
    let mut ends = Vec::new();
    for (rows, cols) in [(5, 5), (4, 4), (3, 3), (6, 5)] {
        let board = Board::new(rows, cols).unwrap();
        let setup = |start| Setup::new(board.clone(), start, MoveOrder::SLIDES).unwrap();
        let first = setup(Square::new(0, 0));
        let mut cycles = Schedule::ALL.map(|schedule| GpuCycle::new(&device, first.clone(), schedule).unwrap());
        for setup in board.squares().map(setup) {
            for cycle in &mut cycles {
                cycle.restart_from(setup.start(), *setup.walker()).unwrap();
            }
            ends.push(agree_on(&mut cycles, &setup));
        }
    }
    assert!(ends.contains(&StatusWord::Done) && ends.contains(&StatusWord::Stuck));
}

#[test]
fn boards_one_square_wide_agree() {
    let device = gpu::device();
    for (rows, cols) in [(1, 1), (1, 2), (1, 64), (65, 1), (2, 33)] {
        let board = Board::new(rows, cols).unwrap();
        let setup = Setup::new(board, Square::new(0, 0), MoveOrder::SLIDES).unwrap();
        let end = agree(&device, &setup);
        assert_eq!(end == StatusWord::Done, (rows, cols) == (1, 1));
    }
}

#[test]
fn boards_with_holes_agree() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0002);
    for _ in 0..12 {
        let whole = Board::new(4 + random.below(8) as u32, 4 + random.below(8) as u32).unwrap();
        let holes: Vec<Square> = (0..random.below(12)).map(|_| square(&mut random, &whole)).collect();
        let board = whole.with_holes(holes).unwrap();
        let setup = Setup::new(board.clone(), square(&mut random, &board), random.order()).unwrap();
        agree(&device, &setup);
    }
}

#[test]
fn other_leapers_agree() {
    let device = gpu::device();
    let mut random = Random(0x5eed_0003);
    for leaper in ["camel", "zebra", "giraffe", "wazir", "ferz", "dabbaba", "0,3", "5,7", "2,30"] {
        let leaper: Leaper = leaper.parse().unwrap();
        let board = Board::new(7, 9).unwrap().with_leaper(leaper);
        let setup = Setup::new(board.clone(), square(&mut random, &board), random.order()).unwrap();
        agree(&device, &setup);
    }
}

#[test]
fn long_strides_end_in_the_same_state_as_single_passes() {
    let device = gpu::device();
    let setup = Setup::new(Board::new(24, 25).unwrap(), Square::new(3, 4), MoveOrder::SLIDES).unwrap();
    let mut states = Vec::new();
    for schedule in Schedule::ALL {
        for stride in [1, 7, 100, 5000] {
            let mut gpu = GpuCycle::new(&device, setup.clone(), schedule).unwrap();
            while gpu.status().unwrap().word() == StatusWord::Running {
                gpu.advance(stride).unwrap();
            }
            states.push(gpu.state().unwrap());
        }
    }
    assert!(states.iter().all(|state| *state == states[0]));
}

/// Mesa's software driver ends loops after 65,535 iterations. This limit must not end a resident run early.
#[test]
fn long_resident_runs_make_every_move_that_they_are_told_to() {
    let device = gpu::device();
    let setup = Setup::new(Board::new(128, 128).unwrap(), Square::new(64, 64), MoveOrder::SLIDES).unwrap();
    for moves in [5_000, 9_999, 16_383] {
        let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Resident).unwrap();
        let mut cpu = CpuCycle::new(setup.clone(), Schedule::Resident).unwrap();
        gpu.advance(2 + 3 * moves).unwrap();
        cpu.advance(2 + 3 * moves).unwrap();
        assert_eq!(gpu.passes(), cpu.passes());
        compare(&setup, gpu.passes(), &gpu.state().unwrap(), &cpu.state().unwrap())
            .unwrap_or_else(|error| panic!("{moves} moves: {error}"));
    }
}

#[test]
fn a_run_that_starts_again_repeats_itself() {
    let device = gpu::device();
    let setup = Setup::new(Board::new(9, 9).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    for schedule in Schedule::ALL {
        let mut gpu = GpuCycle::new(&device, setup.clone(), schedule).unwrap();
        gpu.finish(&mut |_| true).unwrap();
        let first = gpu.state().unwrap();
        gpu.restart().unwrap();
        gpu.finish(&mut |_| true).unwrap();
        assert_eq!(gpu.state().unwrap(), first, "{schedule}");
    }
}

/// Flips one word and checks that the report names this word. Without this test, it would be unknown whether the
/// comparison can detect a difference.
#[test]
fn the_comparison_of_schedules_finds_a_single_flipped_word() {
    let device = gpu::device();
    let board = Board::new(8, 8).unwrap();
    for schedule in [Schedule::Whole, Schedule::Near] {
        for word in 0..4 {
            for square in [0_u64, 33, 63] {
                let setup = Setup::new(board.clone(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
                let mut gpu = GpuCycle::new(&device, setup, schedule).unwrap();
                gpu.advance(10).unwrap();
                let before = gpu.state().unwrap()[square as usize];
                let old = [before.visit, before.phase, before.rank, before.next][word as usize];
                gpu.damage(square, word, old ^ 0x40).unwrap();
                let error = lockstep(&mut gpu).unwrap_err();
                let EngineError::Lockstep(difference) = error else { panic!("{error}") };
                assert_eq!(
                    (difference.index, difference.found, difference.expected),
                    (4 * square + word, old ^ 0x40, old)
                );
                assert_eq!(difference.when, "move 4, pass 10");
            }
        }
    }
}

#[test]
fn a_difference_is_reported_with_move_pass_square_field_and_both_values() {
    let device = gpu::device();
    let setup = Setup::new(Board::new(8, 8).unwrap(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
    let mut gpu = GpuCycle::new(&device, setup, Schedule::Whole).unwrap();
    gpu.advance(5).unwrap();
    gpu.damage(0, 2, 7).unwrap();
    assert_eq!(
        lockstep(&mut gpu).unwrap_err().to_string(),
        "the device and the CPU reference differ: move 2, pass 5, after decide: B (rank) of a8 is 7, the CPU reference has 2"
    );
}

/// Returns the setup of a large board. The states of this board are compared once per submission, and a submission
/// contains many passes.
fn large() -> Setup {
    Setup::new(Board::new(140, 130).unwrap(), Square::new(70, 64), MoveOrder::SLIDES).unwrap()
}

#[test]
fn on_the_third_machine_small_boards_agree_after_every_pass_and_large_ones_after_every_submission() {
    let device = gpu::device();
    let small = Setup::new(Board::new(8, 9).unwrap(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
    for schedule in Schedule::ALL {
        let mut both = GpuCycle::new(&device, small.clone(), schedule).unwrap().beside_mirrors().unwrap();
        both.finish(&mut |_| true).unwrap();
        let submissions = match schedule {
            Schedule::Whole | Schedule::Near => 3 * 71 + 2,
            Schedule::Fused => 72,
            Schedule::Resident => 2 + 71,
        };
        assert_eq!(both.compared(), submissions, "{schedule}");
        let mut looks = 0;
        let mut both = GpuCycle::new(&device, large(), schedule).unwrap().beside_mirrors().unwrap();
        both.finish(&mut |_| {
            looks += 1;
            looks < 3
        })
        .unwrap();
        assert!((2..=3).contains(&both.compared()) && both.passes() > 130, "{schedule}: {}", both.compared());
    }
}

/// Changes a word of the state on the device. Each schedule is tested with a different square. The next comparison must
/// report this word.
#[test]
fn on_a_large_board_a_flipped_word_is_found_after_the_submission_with_its_place() {
    let device = gpu::device();
    for (schedule, square) in [(Schedule::Whole, 0), (Schedule::Near, 140 * 130 - 1), (Schedule::Resident, 33)] {
        let mut both = GpuCycle::new(&device, large(), schedule).unwrap().beside_mirrors().unwrap();
        both.advance(2).unwrap();
        // The word is overwritten with the value of a hole. No pass changes this value.
        let buffer = if schedule == Schedule::Resident { 2 } else { 2 + both.passes() as usize % 2 };
        block_on(both.machine_mut().subject.write(buffer, 4 * square, &[Cell::HOLE])).unwrap();
        let EngineError::Lockstep(difference) = both.advance(1).unwrap_err() else { panic!("{schedule}") };
        assert_eq!((difference.index, difference.found), (4 * square, Cell::HOLE), "{difference}");
        let name = large().board().at(square).name(140).to_string();
        assert!(difference.to_string().contains(&format!("R (visit) of {name} is")), "{difference}");
    }
}

#[test]
fn a_pass_that_was_edited_runs_and_the_comparison_names_the_first_word_that_differs() {
    let device = gpu::device();
    let board: Board = "8x8".parse().unwrap();
    let setup = Setup::new(board.clone(), board.square("e6").unwrap(), MoveOrder::SLIDES).unwrap();
    let rank = PASSES[0];
    let found = |own: Option<String>, schedule| {
        let mut gpu = GpuCycle::new(&device, setup.clone(), schedule).unwrap();
        gpu.edit(0, own);
        lockstep(&mut gpu)
    };
    // The edited pass counts every neighbour twice.
    let doubled = rank.own.replace("rank += 1u", "rank += 2u");
    assert_ne!(doubled, rank.own);
    for schedule in [Schedule::Whole, Schedule::Near] {
        match found(Some(doubled.clone()), schedule) {
            Err(EngineError::Lockstep(difference)) => {
                assert_eq!((difference.when.as_str(), difference.index), ("move 1, pass 1", 2));
                assert_eq!((difference.found, difference.expected), (4, 2));
            }
            other => panic!("{other:?}"),
        }
        // An edit that equals the original pass changes nothing. Restoring the pass also changes nothing.
        found(Some(rank.own.to_owned()), schedule).unwrap();
        found(None, schedule).unwrap();
    }
    // The compiler reports the error with its line number. The run also reports the error.
    let broken = rank.own.replace("var rank = 0u;", "var rank = 0u");
    let shared = rank.shared();
    let reported = block_on(device.messages_async("rank", &format!("{shared}{broken}"))).unwrap();
    assert!(reported.iter().any(|message| message.is_error && message.line > 0), "{reported:?}");
    assert!(matches!(found(Some(broken), Schedule::Near), Err(EngineError::Gpu(_))));
    assert_eq!(block_on(device.messages_async("rank", &format!("{shared}{}", rank.own))).unwrap(), []);
}

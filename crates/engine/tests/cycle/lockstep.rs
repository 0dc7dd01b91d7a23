//! GPU and mirror in lockstep: the full state after every pass at which the host can look.

use std::ops::Range;

use courser_board::{Board, Leaper, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{
    Cell, CpuCycle, Cycle, Field, GpuCycle, LockstepError, PASSES, Schedule, Setup, Status, StatusWord, compare,
    lockstep,
};
use courser_gpu::{Device, block_on};

use crate::random::Random;
use crate::{gpu, square};

/// Runs `setup` on every schedule of the GPU, and on the CPU's other schedules, beside the reference.
fn agree(device: &Device, setup: &Setup) -> StatusWord {
    agree_on(&mut Schedule::ALL.map(|schedule| GpuCycle::new(device, setup.clone(), schedule).unwrap()), setup)
}

/// The same on cycles of every schedule that are about to begin.
fn agree_on(cycles: &mut [GpuCycle<'_>; 3], setup: &Setup) -> StatusWord {
    let mut words = Vec::new();
    for (schedule, gpu) in Schedule::ALL.into_iter().zip(cycles) {
        let compared = lockstep(gpu, &mut |_| true)
            .unwrap_or_else(|error| panic!("{schedule} on {:?} from {:?}: {error}", setup.board(), setup.start()));
        assert!(compared.states >= 2 && compared.whole == compared.states && compared.ended, "{compared:?}");
        words.push(gpu.status().unwrap().word());
        if schedule != Schedule::Whole {
            let mut cpu = CpuCycle::new(setup.clone(), schedule).unwrap();
            lockstep(&mut cpu, &mut |_| true)
                .unwrap_or_else(|error| panic!("cpu {schedule} on {:?}: {error}", setup.board()));
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
        let board = Board::new(9, 11).unwrap().with_leaper(leaper);
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

/// Mesa's software driver leaves loops after 65,535 rounds: a resident run must not be cut short by that.
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
        compare(setup.board(), gpu.passes(), &gpu.state().unwrap(), &cpu.state().unwrap())
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

/// A comparison that has never failed proves nothing: one word is flipped, and the report must name it.
#[test]
fn the_comparer_finds_a_single_flipped_word() {
    let device = gpu::device();
    let board = Board::new(8, 8).unwrap();
    let fields = [Field::Visit, Field::Phase, Field::Rank, Field::Next];
    for schedule in [Schedule::Whole, Schedule::Near] {
        for (word, field) in (0_u64..).zip(fields) {
            for square in [0_u64, 33, 63] {
                let setup = Setup::new(board.clone(), Square::new(2, 4), MoveOrder::SLIDES).unwrap();
                let mut gpu = GpuCycle::new(&device, setup, schedule).unwrap();
                gpu.advance(10).unwrap();
                let before = gpu.state().unwrap()[square as usize];
                let old = [before.visit, before.phase, before.rank, before.next][word as usize];
                gpu.damage(square, word, old ^ 0x40).unwrap();
                let error = lockstep(&mut gpu, &mut |_| true).unwrap_err();
                let EngineError::Lockstep(LockstepError::Differs(difference)) = error else { panic!("{error}") };
                assert_eq!(difference.square, square);
                assert_eq!(difference.field, field);
                assert_eq!((difference.found, difference.expected), (old ^ 0x40, old));
                assert_eq!(difference.passes, 10);
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
        lockstep(&mut gpu, &mut |_| true).unwrap_err().to_string(),
        "the device and the CPU reference differ: move 2, after decide (pass 5): B (rank) of a8 is 7, the CPU reference has 2"
    );
}

/// A board on which a state is compared in the rows around the knight, and now and then in every square.
fn large() -> Setup {
    Setup::new(Board::new(140, 130).unwrap(), Square::new(70, 64), MoveOrder::SLIDES).unwrap()
}

#[test]
fn a_large_board_agrees_around_the_knight_after_every_pass_and_now_and_then_as_a_whole() {
    let device = gpu::device();
    for (schedule, stops) in [(Schedule::Whole, 300_u64), (Schedule::Near, 300), (Schedule::Resident, 5)] {
        let mut gpu = GpuCycle::new(&device, large(), schedule).unwrap();
        let mut seen = 0;
        let agreed = lockstep(&mut gpu, &mut |_| {
            seen += 1;
            seen < stops
        });
        let agreed = agreed.unwrap_or_else(|error| panic!("{schedule}: {error}"));
        // The first state, one in every 141, and the last.
        let whole = if schedule == Schedule::Resident { stops } else { 1 + (stops - 1).div_ceil(141) };
        assert_eq!((agreed.states, agreed.whole, agreed.ended), (stops, whole, false), "{schedule}");
        assert!(gpu.passes() < stops || gpu.passes() > 3 * 140 * (stops - 1), "{schedule}");
    }
}

/// A device that flips a bit of a square's phase in the midst of a run.
struct Faulty<'device> {
    gpu: GpuCycle<'device>,
    at: u64,
    square: fn(Status) -> u64,
}

impl Cycle for Faulty<'_> {
    fn setup(&self) -> &Setup {
        self.gpu.setup()
    }

    fn schedule(&self) -> Schedule {
        self.gpu.schedule()
    }

    fn passes(&self) -> u64 {
        self.gpu.passes()
    }

    fn advance(&mut self, passes: u64) -> Result<Status, EngineError> {
        let status = self.gpu.advance(passes)?;
        if self.gpu.passes() == self.at {
            let square = (self.square)(status);
            let old = self.gpu.cell(square)?.phase;
            self.gpu.damage(square, 1, old ^ 0x40)?;
        }
        Ok(status)
    }

    fn status(&mut self) -> Result<Status, EngineError> {
        self.gpu.status()
    }

    fn cells(&mut self, squares: Range<u64>) -> Result<Vec<Cell>, EngineError> {
        self.gpu.cells(squares)
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        self.gpu.restart()
    }

    fn finish(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status, EngineError> {
        self.gpu.finish(go_on)
    }
}

#[test]
fn on_a_large_board_a_flipped_word_is_found_at_once_near_the_knight_and_some_passes_later_elsewhere() {
    let device = gpu::device();
    // In the knight's row, and in the board's first.
    let near: fn(Status) -> u64 = |status| u64::from(status.at) / 130 * 130;
    let far: fn(Status) -> u64 = |_| 0;
    for (square, seen) in [(near, 31), (far, 141)] {
        let gpu = GpuCycle::new(&device, large(), Schedule::Near).unwrap();
        let error = lockstep(&mut Faulty { gpu, at: 31, square }, &mut |_| true).unwrap_err();
        let EngineError::Lockstep(LockstepError::Differs(difference)) = error else { panic!("{error}") };
        assert_eq!((difference.field, difference.passes), (Field::Phase, seen));
        assert_eq!(difference.since, 1, "{difference}");
        assert!(difference.to_string().contains(", or some passes before, from 1 on: G (phase) of "), "{difference}");
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
        lockstep(&mut gpu, &mut |_| true)
    };
    // It counts every square double.
    let doubled = rank.own.replace("rank += 1u", "rank += 2u");
    assert_ne!(doubled, rank.own);
    for schedule in [Schedule::Whole, Schedule::Near] {
        match found(Some(doubled.clone()), schedule) {
            Err(EngineError::Lockstep(LockstepError::Differs(difference))) => {
                assert_eq!((difference.passes, difference.square, difference.field), (1, 0, Field::Rank));
                assert_eq!((difference.found, difference.expected), (4, 2));
            }
            other => panic!("{other:?}"),
        }
        // The pass unchanged, as an edit; and restored.
        found(Some(rank.own.to_owned()), schedule).unwrap();
        found(None, schedule).unwrap();
    }
    // An error of the compiler is reported with its line, and by the run.
    let broken = rank.own.replace("var rank = 0u;", "var rank = 0u");
    let reported = block_on(device.messages_async("rank", &format!("{}{broken}", rank.shared()))).unwrap();
    assert!(reported.iter().any(|message| message.is_error && message.line > 0), "{reported:?}");
    assert!(matches!(found(Some(broken), Schedule::Near), Err(EngineError::Gpu(_))));
    assert_eq!(block_on(device.messages_async("rank", rank.wgsl)).unwrap(), []);
}

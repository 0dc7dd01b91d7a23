//! Tests the functions that a window calls on a run: `restart_from` restarts the run from another start, `cell` returns
//! the state of one square, and `present` returns the buffer from which the window draws.

use courser_board::{Board, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{Cell, CpuCycle, Cycle, GpuCycle, Schedule, Setup, compare};
use courser_solve::warnsdorff::Walker;

use courser_gpu::block_on;

use crate::gpu::device;

#[test]
fn a_run_from_another_start_is_the_run_that_had_it_from_the_first() {
    let device = device();
    let board: Board = "9x11".parse().unwrap();
    let clockwise = Walker { order: "clockwise".parse().unwrap(), ..Walker::default() };
    for schedule in Schedule::ALL {
        let first = Setup::new(board.clone(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
        let mut run = GpuCycle::new(&device, first, schedule).unwrap();
        run.advance(50).unwrap();
        run.restart_from(Square::new(4, 7), clockwise).unwrap();
        assert_eq!(run.passes(), 0);
        run.advance(101).unwrap();

        let setup = Setup::by_rule(board.clone(), Square::new(4, 7), clockwise).unwrap();
        let mut expected = CpuCycle::new(setup, schedule).unwrap();
        expected.advance(101).unwrap();
        let states = [run.state().unwrap(), expected.state().unwrap()];
        compare(run.setup(), run.passes(), &states[0], &states[1]).unwrap();
    }
}

#[test]
fn a_start_that_is_none_leaves_the_run_as_it_was() {
    let device = device();
    let board: Board = "6x6".parse().unwrap();
    let setup = Setup::new(board, Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    let mut run = GpuCycle::new(&device, setup, Schedule::Near).unwrap();
    run.advance(30).unwrap();
    let before = run.state().unwrap();
    assert!(matches!(run.restart_from(Square::new(6, 0), Walker::default()), Err(EngineError::Start(_))));
    assert_eq!((run.passes(), run.state().unwrap()), (30, before));
}

#[test]
fn one_square_and_the_buffer_to_draw_from_tell_what_the_whole_state_tells() {
    let device = device();
    let board: Board = "7x10".parse().unwrap();
    for schedule in [Schedule::Whole, Schedule::Near] {
        let setup = Setup::new(board.clone(), Square::new(3, 3), MoveOrder::SLIDES).unwrap();
        let mut run = GpuCycle::new(&device, setup, schedule).unwrap();
        for _ in 0..8 {
            run.advance(7).unwrap();
            let state = run.state().unwrap();
            for square in [0, 33, 69] {
                assert_eq!(run.cell(square).unwrap(), state[square as usize]);
            }
            let present = run.present().expect("a small state is in one piece").clone();
            let bytes = size_of_val(&*state) as u64;
            let staging = device.staging("staging", bytes).unwrap();
            let mut drawn = vec![Cell::default(); state.len()];
            block_on(device.read(&present, 0, bytemuck::cast_slice_mut(&mut drawn), &staging)).unwrap();
            assert_eq!(drawn, state);
        }
    }
}

//! Sizes that straddle edges, and boards that are too large.

use courser_board::{Board, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, Schedule, Setup, compare};

use crate::card;

#[test]
fn boards_around_the_edge_of_a_workgroup_agree() {
    let device = card::device();
    // 64 squares are a workgroup of a whole pass: one less, exact, one more; and so for two.
    for (rows, cols) in [(7, 9), (8, 8), (5, 13), (1, 127), (16, 8), (3, 43)] {
        let setup = Setup::new(Board::new(rows, cols).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
        let mut card = GpuCycle::new(&device, setup.clone(), Schedule::Whole).unwrap();
        let mut cpu = CpuCycle::new(setup.clone(), Schedule::Whole).unwrap();
        for _ in 0..9 {
            card.advance(1).unwrap();
            cpu.advance(1).unwrap();
            compare(setup.board(), card.passes(), &card.state().unwrap(), &cpu.state().unwrap())
                .unwrap_or_else(|error| panic!("{rows}x{cols}: {error}"));
        }
    }
}

#[test]
fn a_board_of_more_workgroups_than_one_dispatch_dimension_agrees() {
    let device = card::device();
    // 65,535 groups of 64 squares are 4,194,240 squares.
    let board = Board::new(2048, 2049).unwrap();
    assert!(board.cells() > 64 * u64::from(device.max_groups().min(65_535)));
    let setup = Setup::new(board, Square::new(2047, 2048), MoveOrder::SLIDES).unwrap();
    let mut card = GpuCycle::new(&device, setup.clone(), Schedule::Whole).unwrap();
    let mut cpu = CpuCycle::new(setup.clone(), Schedule::Whole).unwrap();
    card.advance(4).unwrap();
    cpu.advance(4).unwrap();
    compare(setup.board(), 4, &card.state().unwrap(), &cpu.state().unwrap()).unwrap();
}

#[test]
fn a_board_beyond_one_binding_is_refused_with_the_number() {
    let device = card::device();
    let side = (device.max_binding() / 16).isqrt() as u32 + 1;
    let setup = Setup::new(Board::new(side, side).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    let Err(error) = GpuCycle::new(&device, setup, Schedule::Whole) else { panic!("it was taken") };
    let EngineError::TooLarge { needed, there, .. } = &error else { panic!("{error}") };
    assert_eq!(*needed, u64::from(side) * u64::from(side) * 16);
    assert_eq!(*there, device.max_binding());
    assert!(error.is_input());
}

#[test]
fn a_board_beyond_memory_is_refused_with_the_number() {
    let board = Board::new(65_000, 65_000).unwrap();
    let setup = Setup::new(board, Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    let error = CpuCycle::new(setup, Schedule::Near).unwrap_err();
    assert!(error.to_string().contains("204.6 GiB of memory"), "{error}");
}

#[test]
fn a_board_beyond_32_bit_indices_is_refused_with_its_memory() {
    let board = Board::new(70_000, 70_000).unwrap();
    let error = Setup::new(board, Square::new(0, 0), MoveOrder::SLIDES).unwrap_err();
    assert!(error.to_string().contains("237.3 GiB of memory"), "{error}");
    assert!(error.is_input());
}

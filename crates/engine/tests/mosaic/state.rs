//! States made of numbers are what the decision cycle would leave.

use courser_board::{Board, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{Cell, CpuCycle, Cycle, Schedule, Setup, StatusWord, order_of};
use courser_engine::mosaic::{GpuMosaic, Limits, NumbersError, Passes, cells};
use courser_solve::mosaic::Plan;

use crate::gpu;
use crate::tools::{bands_of, filled, plan};

#[test]
fn the_mirror_makes_of_the_cycles_numbers_the_cycles_state() {
    for (side, start) in [(8, Square::new(2, 4)), (32, Square::new(9, 15))] {
        let setup = Setup::new(Board::new(side, side).unwrap(), start, MoveOrder::SLIDES).unwrap();
        let mut cycle = CpuCycle::new(setup, Schedule::Near).unwrap();
        assert_eq!(cycle.finish(&mut |_| true).unwrap().word(), StatusWord::Done);
        let state = cycle.state().unwrap();
        let visits: Vec<u32> = state.iter().map(|cell| cell.visit).collect();
        assert_eq!(cells(side, side, &visits), state);
    }
}

/// Compares states; the first difference is reported with its square and both states.
fn compare(plan: &Plan, gpu: &[Cell]) {
    let mirror = cells(plan.rows, plan.cols, &filled::<u32>(plan));
    assert_eq!(gpu.len(), mirror.len(), "{}x{}", plan.rows, plan.cols);
    if let Some(at) = (0..gpu.len()).find(|&at| gpu[at] != mirror[at]) {
        let (row, col) = (at / plan.cols as usize, at % plan.cols as usize);
        panic!("{}x{}: row {row}, column {col}: {:?}, not {:?}", plan.rows, plan.cols, gpu[at], mirror[at]);
    }
}

#[test]
fn the_cards_states_are_the_mirrors() {
    let device = gpu::device();
    let passes = Passes::new(&device).unwrap();
    for (rows, cols) in [(5, 6), (6, 6), (8, 8), (7, 9), (20, 31), (45, 45), (64, 65), (33, 100)] {
        let is_odd = rows * cols % 2 == 1;
        for closed in [false, true] {
            let start = Some(Square::new(rows - 1, (rows - 1) % 2));
            let plan = plan(rows, cols, closed && !is_odd, start, None);
            for height in [1, 3, 8, rows] {
                let mut mosaic = GpuMosaic::with_limits(&passes, &plan, bands_of(&device, &plan, height)).unwrap();
                let (states, report) = mosaic.states().unwrap();
                compare(&plan, &states);
                assert_eq!(report.squares, plan.cells());
                // A tour can be read from it, and has one square that nothing departs from.
                assert_eq!(order_of(&states).unwrap()[0], plan.start.row * cols + plan.start.col);
                assert_eq!(states.iter().filter(|cell| cell.next == 0).count(), 1);
            }
        }
    }
}

#[test]
fn a_board_of_more_states_than_one_dispatch_dimension_agrees() {
    let device = gpu::device();
    let passes = Passes::new(&device).unwrap();
    // 65,535 groups of 64 squares are 4,194,240 squares.
    let plan = plan(2048, 2049, true, None, None);
    assert!(plan.cells() > 64 * u64::from(device.max_groups().min(65_535)));
    let mut mosaic = GpuMosaic::new(&passes, &plan).unwrap();
    compare(&plan, &mosaic.states().unwrap().0);
}

#[test]
fn numbers_of_64_bits_have_no_state() {
    let device = gpu::device();
    let passes = Passes::new(&device).unwrap();
    let plan = plan(8, 8, true, None, None);
    let limits = Limits { wide: true, ..Limits::of(&device) };
    let error = GpuMosaic::with_limits(&passes, &plan, limits).unwrap().states().unwrap_err();
    assert!(
        matches!(error, EngineError::Numbers(NumbersError::Narrow { rows: 8, cols: 8, squares: 64, .. })),
        "{error}"
    );
}

#[test]
fn rows_too_long_for_states_are_refused_with_the_room_that_states_take() {
    let device = gpu::device();
    let passes = Passes::new(&device).unwrap();
    let plan = plan(20, 100, true, None, None);
    // Six rows of numbers: a band of these fits, a band of states does not.
    let limits = Limits { binding: 6 * 400, ..Limits::of(&device) };
    let mut mosaic = GpuMosaic::with_limits(&passes, &plan, limits).unwrap();
    mosaic.prove(&mut |_| {}).unwrap();
    let error = mosaic.states().unwrap_err();
    assert!(matches!(error, EngineError::Numbers(NumbersError::LongRows { needed: 8000, there: 2400, .. })), "{error}");
}

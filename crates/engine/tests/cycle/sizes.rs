//! Tests boards just below and above limits, and boards that are too large.

use courser_board::{Board, ErrorClass, MoveOrder, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, Schedule, Setup, compare, max_cells};
use courser_gpu::{GpuDevice, block_on, wgpu};
use courser_solve::warnsdorff::{Rule, Walker};

use crate::beside::lockstep;
use crate::gpu;

#[test]
fn boards_around_the_edge_of_a_workgroup_agree() {
    let device = gpu::device();
    // A workgroup of a pass over the whole board has 64 squares. The boards have 63, 64, 65, 127, 128 and 129 squares.
    for (rows, cols) in [(7, 9), (8, 8), (5, 13), (1, 127), (16, 8), (3, 43)] {
        let setup = Setup::new(Board::new(rows, cols).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
        let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Whole).unwrap();
        let mut cpu = CpuCycle::new(setup.clone(), Schedule::Whole).unwrap();
        for _ in 0..9 {
            gpu.advance(1).unwrap();
            cpu.advance(1).unwrap();
            compare(&setup, gpu.passes(), &gpu.state().unwrap(), &cpu.state().unwrap())
                .unwrap_or_else(|error| panic!("{rows}x{cols}: {error}"));
        }
    }
}

#[test]
fn a_board_of_more_workgroups_than_one_dispatch_dimension_agrees() {
    let device = gpu::device();
    // 65,535 workgroups of 64 squares process 4,194,240 squares. This board has slightly more squares.
    let board = Board::new(2048, 2049).unwrap();
    assert!(board.cells() > 64 * u64::from(device.max_groups().min(65_535)));
    let setup = Setup::new(board, Square::new(2047, 2048), MoveOrder::SLIDES).unwrap();
    let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Whole).unwrap();
    let mut cpu = CpuCycle::new(setup.clone(), Schedule::Whole).unwrap();
    gpu.advance(4).unwrap();
    cpu.advance(4).unwrap();
    compare(&setup, 4, &gpu.state().unwrap(), &cpu.state().unwrap()).unwrap();
}

/// Returns a device with the limits of a small adapter: a shader can have at most `bindings` storage bindings, each of
/// at most `bytes` bytes.
fn small_device(bytes: u64, bindings: u32) -> GpuDevice {
    let device = gpu::device();
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: bytes,
        max_storage_buffers_per_shader_stage: bindings,
        ..device.adapter().limits()
    };
    block_on(GpuDevice::open_within(device.adapter(), &limits)).unwrap()
}

#[test]
fn states_in_several_bindings_are_those_of_states_in_one() {
    // A binding has 64 squares: 8x8 fills one binding, 9x9 needs two, 13x15 needs four.
    let device = small_device(64 * 16, 9);
    for (rows, cols, pieces) in [(8, 8, 1), (9, 9, 2), (13, 15, 4), (2, 40, 2)] {
        let board = Board::new(rows, cols).unwrap();
        let holed = board.clone().with_holes([Square::new(rows - 1, 3), Square::new(0, 2)]).unwrap();
        for (board, rule) in [(&board, Rule::Warnsdorff), (&board, Rule::Pohl2), (&holed, Rule::Roth)] {
            let walker = Walker { rule, ..Walker::default() };
            let setup = Setup::by_rule(board.clone(), Square::new(rows / 2, cols - 1), walker).unwrap();
            for schedule in Schedule::ALL {
                let mut gpu = GpuCycle::new(&device, setup.clone(), schedule).unwrap();
                assert_eq!(gpu.present().is_some(), pieces == 1);
                lockstep(&mut gpu).unwrap_or_else(|error| panic!("{schedule}, {rule} on {board:?}: {error}"));
                let last = board.cells() - 1;
                assert_eq!(gpu.cell(last).unwrap(), gpu.state().unwrap()[last as usize]);
            }
        }
    }
}

#[test]
fn a_difference_is_found_in_whichever_binding_it_is() {
    let device = small_device(64 * 16, 9);
    let setup = Setup::new(Board::new(12, 12).unwrap(), Square::new(5, 5), MoveOrder::SLIDES).unwrap();
    for square in [0, 63, 64, 143] {
        let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Near).unwrap();
        gpu.advance(4).unwrap();
        gpu.damage(square, 2, 77).unwrap();
        let error = lockstep(&mut gpu).unwrap_err();
        let EngineError::Lockstep(difference) = error else { panic!("{error}") };
        assert_eq!((difference.index, difference.found), (4 * square + 2, 77));
    }
}

#[test]
fn a_board_beyond_all_bindings_is_refused_with_the_number() {
    let device = small_device(64 * 16, 9);
    let setup = |rows, cols| Setup::new(Board::new(rows, cols).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    // Four pieces of 64 squares allow at most 256 squares.
    assert!(GpuCycle::new(&device, setup(16, 16), Schedule::Whole).is_ok());
    assert_eq!(max_cells(&device.raw().limits()), 256);
    let Err(error) = GpuCycle::new(&device, setup(1, 257), Schedule::Whole) else { panic!("it was taken") };
    let EngineError::TooLarge { needed, there, .. } = &error else { panic!("{error}") };
    assert_eq!((*needed, *there), (257 * 16, 256 * 16));
    assert!(error.class() != ErrorClass::Input && error.to_string().contains("4 storage bindings"), "{error}");
}

/// Tests that a run on the CPU can be ended both before and after its first pass. On a large board, a pass takes a long
/// time, and its duration is unknown before the first pass. On smaller boards, the first submission has several passes.
#[test]
fn a_run_on_the_cpu_can_be_ended_before_its_first_pass_and_after_it() {
    let setup = Setup::new(Board::new(1024, 1024).unwrap(), Square::new(5, 5), MoveOrder::SLIDES).unwrap();
    for passes in 0..=1 {
        let mut cycle = CpuCycle::new(setup.clone(), Schedule::Near).unwrap();
        let mut asked = Vec::new();
        let mut go_on = |visit| {
            asked.push(visit);
            asked.len() <= passes
        };
        cycle.finish(&mut go_on).unwrap();
        assert_eq!((cycle.passes(), asked), (passes as u64, vec![0; passes + 1]));
    }
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
    assert!(error.class() == ErrorClass::Input);
}

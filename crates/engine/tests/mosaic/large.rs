//! Tests some rows of boards that are too large to be computed completely in a test.

use std::ops::{ControlFlow, Range};

use courser_board::proof::{VisitNumber, VisitNumbers};
use courser_board::{Board, Square, TourSpec};
use courser_engine::mosaic::GpuMosaic;
use courser_gpu::{GpuDevice, block_on};
use courser_solve::mosaic::MosaicPlan;

use crate::gpu;
use crate::tools::plan;

/// Returns the visit numbers of some rows, computed on the CPU.
fn rows_of<T: VisitNumber>(plan: &MosaicPlan, rows: Range<u32>) -> Vec<T> {
    let mut visits = vec![T::default(); rows.len() * plan.cols as usize];
    plan.fill_rows(rows, &mut visits);
    visits
}

/// Compares the visit numbers of some rows with the numbers computed by the CPU. Also compares the visit number of one
/// square in these rows with the number that the plan computes directly.
fn same_rows(device: &GpuDevice, plan: &MosaicPlan, parts: &[Range<u32>]) {
    let mut mosaic = GpuMosaic::new(device, plan).unwrap();
    for part in parts {
        let mut done = part.start;
        let each = &mut |rows: Range<u32>, numbers: Option<VisitNumbers<'_>>| {
            assert_eq!(rows.start, done);
            done = rows.end;
            let square = Square::new(rows.start, plan.cols / 3);
            match numbers.expect("they are read") {
                VisitNumbers::Narrow(numbers) => {
                    assert!(numbers == rows_of::<u32>(plan, rows.clone()), "rows {rows:?}");
                    assert_eq!(u64::from(numbers[square.col as usize]), plan.visit(square));
                }
                VisitNumbers::Wide(numbers) => {
                    assert!(numbers == rows_of::<u64>(plan, rows.clone()), "rows {rows:?}");
                    assert_eq!(numbers[square.col as usize], plan.visit(square));
                }
            }
            ControlFlow::Continue(())
        };
        block_on(mosaic.rows(part.clone(), true, each))
            .unwrap_or_else(|error| panic!("{}x{} rows {part:?}: {error}", plan.rows, plan.cols));
        assert_eq!(done, part.end);
    }
}

#[test]
fn rows_of_a_board_of_more_than_2_to_the_32_squares_are_the_cpus() {
    let device = gpu::device();
    for plan in [
        plan(70_000, 70_000, true, Some(Square::new(35_001, 12_345)), None),
        plan(70_001, 70_001, false, Some(Square::new(50_000, 60_000)), None),
        plan(70_000, 70_002, true, None, Some(11)),
    ] {
        assert!(GpuMosaic::new(&device, &plan).unwrap().is_wide());
        same_rows(&device, &plan, &[0..12, 34_996..35_010, 61_355..61_361, plan.rows - 9..plan.rows]);
    }
}

#[test]
fn rows_of_boards_just_under_2_to_the_32_squares_wrap_around_as_the_cpus() {
    let device = gpu::device();
    for plan in [
        // One board has 2^32 - 1 squares, another has 2^32 squares minus one row.
        plan(65_537, 65_535, false, Some(Square::new(40_000, 20_000)), None),
        plan(65_536, 65_535, true, Some(Square::new(40_001, 20_000)), None),
        plan(65_535, 65_536, true, Some(Square::new(65_534, 65_535)), None),
    ] {
        assert!(!GpuMosaic::new(&device, &plan).unwrap().is_wide());
        same_rows(&device, &plan, &[0..10, 39_990..40_008, plan.rows - 10..plan.rows]);
    }
}

#[test]
fn rows_of_a_board_of_2_to_the_50_squares_are_the_cpus() {
    let device = gpu::device();
    // Every adapter supports a binding with space for five rows of this board's 64-bit numbers.
    let board = Board::new(1 << 30, 1 << 20).unwrap();
    let spec = TourSpec::closed(&board).starting_at(Square::new(900_000_000, 1_000_000)).unwrap();
    let plan = MosaicPlan::new(&spec, None).unwrap();
    same_rows(&device, &plan, &[0..3, 899_999_998..900_000_002, plan.rows - 2..plan.rows]);
}

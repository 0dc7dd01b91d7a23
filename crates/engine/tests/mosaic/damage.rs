//! Tests that the check finds every kind of damage in the GPU's own buffer. The result of the check must equal the
//! result of the proof on the CPU.

use std::ops::ControlFlow;

use courser_board::proof::{NumberingViolation, prove};
use courser_board::{Board, ErrorClass, Kind, Square, TourSpec};
use courser_engine::EngineError;
use courser_engine::mosaic::{GpuMosaic, Limits, Mosaic};
use courser_engine::numbering::StreamedTour;
use courser_gpu::GpuDevice;
use courser_solve::mosaic::MosaicPlan;

use crate::gpu;
use crate::tools::{bands_of, filled, plan};

/// Overwrites the visit numbers of the squares in `damages`. Then checks all visit numbers twice: on the GPU, and by
/// the proof on the CPU. Asserts that both checks have the same result, and returns this result. The mirrors run beside
/// the GPU, and their buffers are compared with those of the GPU.
fn verdict(
    device: &GpuDevice,
    plan: &MosaicPlan,
    limits: Limits,
    damages: &[(Square, u64)],
) -> Result<(), NumberingViolation> {
    let mosaic = GpuMosaic::with_limits(device, plan, limits).unwrap();
    let mut mosaic = mosaic.beside_mirrors(&StreamedTour::Mosaic(plan.clone())).unwrap();
    let mut numbers: Vec<u64> = filled(plan);
    for &(square, number) in damages {
        mosaic.damage(square, number);
        numbers[(square.row * plan.cols + square.col) as usize] = number;
    }
    let gpu = match mosaic.prove(&mut |_| {}) {
        Ok(_) => Ok(()),
        Err(EngineError::Proof(fault)) => Err(fault),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(gpu, prove(plan.rows, plan.cols, plan.closed, &numbers), "{damages:?} under {limits:?}");
    gpu
}

/// Returns the square with this visit number.
fn square_of(plan: &MosaicPlan, visit: u64) -> Square {
    let at = filled::<u64>(plan).iter().position(|&number| number == visit).unwrap() as u32;
    Square::new(at / plan.cols, at % plan.cols)
}

/// Returns the square before `square` in a closed tour.
fn before(plan: &MosaicPlan, square: Square) -> Square {
    square_of(plan, (plan.visit(square) + plan.cells() - 2) % plan.cells() + 1)
}

/// Returns whether the violation is on one of these squares.
fn is_at(fault: &NumberingViolation, plan: &MosaicPlan, squares: &[Square]) -> bool {
    let (NumberingViolation::Range { row, col, .. } | NumberingViolation::Successor { row, col, .. }) = *fault else {
        return false;
    };
    assert!(row < plan.rows && col < plan.cols, "{fault}");
    squares.contains(&Square::new(row, col))
}

/// Returns limits for each combination of a band size and a number of bits per visit number. A band is the whole board
/// or has eleven new rows. A visit number has 32 or 64 bits.
fn ways(device: &GpuDevice, plan: &MosaicPlan) -> Vec<Limits> {
    let whole = Limits::of(device);
    let bands = bands_of(device, plan, 11);
    [whole, bands].into_iter().flat_map(|limits| [limits, Limits { wide: true, ..limits }]).collect()
}

/// Returns squares in the middle of a band, at the seams of bands, at the edges and in the corners of a 44x45 board.
fn places() -> Vec<Square> {
    let rows = [0, 1, 4, 8, 9, 10, 11, 12, 13, 16, 21, 22, 30, 42, 43];
    rows.into_iter().flat_map(|row| [0, 1, 2, 3, 22, 41, 43, 44].map(|col| Square::new(row, col))).collect()
}

#[test]
fn an_undamaged_board_passes() {
    let device = gpu::device();
    for plan in [plan(44, 45, true, None, None), plan(45, 45, false, None, None)] {
        for limits in ways(&device, &plan) {
            assert_eq!(verdict(&device, &plan, limits, &[]), Ok(()));
        }
    }
}

#[test]
fn one_flipped_bit_is_found_wherever_it_is() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    for limits in ways(&device, &plan) {
        for (nth, square) in places().into_iter().enumerate() {
            let bits = if limits.wide { 64 } else { 32 };
            let flipped = plan.visit(square) ^ (1 << ((7 * nth) % bits));
            let fault = verdict(&device, &plan, limits, &[(square, flipped)]).unwrap_err();
            assert!(is_at(&fault, &plan, &[square, before(&plan, square)]), "{square:?}: {fault}");
        }
    }
}

#[test]
fn two_swapped_numbers_are_found() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    for limits in ways(&device, &plan) {
        for square in places() {
            // The second square is next to the first square along the tour, next to the first square on the board, or
            // far from the first square.
            let next = plan.next(square).unwrap();
            for other in [next, Square::new(square.row, (square.col + 1) % 45), Square::new(43 - square.row, 20)] {
                if other != square {
                    let swapped = [(square, plan.visit(other)), (other, plan.visit(square))];
                    let fault = verdict(&device, &plan, limits, &swapped).unwrap_err();
                    let ends = [square, other, before(&plan, square), before(&plan, other)];
                    assert!(is_at(&fault, &plan, &ends), "{square:?} and {other:?}: {fault}");
                    assert!(
                        matches!(fault, NumberingViolation::Successor { .. }),
                        "both numbers are in range: {fault}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_doubled_number_is_found() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    for limits in ways(&device, &plan) {
        for square in places() {
            let visit = plan.visit(square);
            let double = square_of(&plan, visit % 1980 + 1);
            let fault = verdict(&device, &plan, limits, &[(double, visit)]).unwrap_err();
            assert!(is_at(&fault, &plan, &[double, square]), "{square:?}: {fault}");
            assert!(matches!(fault, NumberingViolation::Successor { .. }), "every number is in range: {fault}");
        }
    }
}

#[test]
fn a_missing_number_is_found() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    for limits in ways(&device, &plan) {
        for square in places() {
            for nothing in [0, 1981, u64::from(u32::MAX)] {
                let fault = verdict(&device, &plan, limits, &[(square, nothing)]).unwrap_err();
                // The square and its predecessor in the tour both violate the numbering. The check reports the one with
                // the lower index.
                assert!(is_at(&fault, &plan, &[square, before(&plan, square)]), "{square:?}: {fault}");
            }
        }
    }
}

#[test]
fn an_open_tour_without_its_first_number_is_found_though_no_square_misses_it() {
    let device = gpu::device();
    let plan = plan(35, 37, false, None, None);
    for limits in ways(&device, &plan) {
        let last = plan.cells();
        assert_eq!(verdict(&device, &plan, limits, &[(plan.start, last)]), Err(NumberingViolation::NoFirst));
        // If every square has the last number, each number is in range and needs no successor. The check must report
        // that the first number is missing.
        let all: Vec<_> = (0..35).flat_map(|row| (0..37).map(move |col| (Square::new(row, col), last))).collect();
        assert_eq!(verdict(&device, &plan, limits, &all), Err(NumberingViolation::NoFirst));
    }
}

#[test]
fn an_open_tour_is_no_closed_one() {
    let device = gpu::device();
    let board = Board::new(30, 41).unwrap();
    let (start, end) = (Square::new(3, 3), Square::new(22, 33));
    let spec = TourSpec::new(&board, Kind::Open, Some(start), Some(end)).unwrap();
    let mut plan = MosaicPlan::new(&spec, None).unwrap();
    for limits in ways(&device, &plan) {
        assert_eq!(verdict(&device, &plan, limits, &[]), Ok(()));
    }
    plan.closed = true;
    for limits in ways(&device, &plan) {
        let unclosed = NumberingViolation::Successor { row: 22, col: 33, visit: 30 * 41, next: 1 };
        assert_eq!(verdict(&device, &plan, limits, &[]), Err(unclosed));
    }
}

#[test]
fn a_successor_three_columns_away_at_an_edge_is_none() {
    // Squares on opposite sides of the board can be close together in memory although no move joins them.
    let device = gpu::device();
    for (cols, start) in [(44, None), (44, Some(Square::new(20, 20))), (45, None), (46, None), (47, None)] {
        let plan = plan(22, cols, true, start, None);
        let mut reported = 0;
        for row in 0..20 {
            for (edge, away) in [(0, 3), (cols - 1, cols - 4), (cols - 1, 0), (0, cols - 1)] {
                let (square, false_next) = (Square::new(row, edge), Square::new(row + 2, away));
                let next = plan.next(square).unwrap();
                if next != false_next {
                    let swapped = [(false_next, plan.visit(next)), (next, plan.visit(false_next))];
                    for limits in ways(&device, &plan) {
                        let fault = verdict(&device, &plan, limits, &swapped).unwrap_err();
                        reported +=
                            u32::from(matches!(fault, NumberingViolation::Successor { col, .. } if col == edge));
                    }
                }
            }
        }
        assert!(reported > 0, "on {cols} columns no fault is the edge's");
    }
}

#[test]
fn the_first_of_many_faults_is_reported_with_its_square() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    for limits in ways(&device, &plan) {
        let damages = [(40, 3), (23, 44), (22, 1), (30, 30)].map(|(row, col)| (Square::new(row, col), 0));
        let fault = verdict(&device, &plan, limits, &damages).unwrap_err();
        let (NumberingViolation::Range { row, .. } | NumberingViolation::Successor { row, .. }) = fault else {
            panic!("{fault}")
        };
        assert!((20..=22).contains(&row), "{fault}");
    }
}

#[test]
fn a_damaged_band_is_not_handed_out() {
    let device = gpu::device();
    let plan = plan(44, 45, true, None, None);
    let mut mosaic = GpuMosaic::with_limits(&device, &plan, bands_of(&device, &plan, 11)).unwrap();
    mosaic.damage(Square::new(30, 30), 0);
    let mut next = 0;
    let run = mosaic.run(true, &mut |rows, _| {
        next = rows.end;
        ControlFlow::Continue(())
    });
    let error = run.unwrap_err();
    assert!(matches!(error, EngineError::Proof(_)), "{error}");
    assert!(next > 0 && next <= 30, "rows before {next} were handed out");
    assert!(error.class() != ErrorClass::Input);
}

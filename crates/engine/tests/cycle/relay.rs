//! Tests relays. The GPU is compared with the mirror in lockstep, including restarts. The results of the GPU and of
//! the mirror are compared with regions toured one by one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use courser_board::proof::VisitNumbers;
use courser_board::{Board, Square, Tour, TourSpec};
use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, Schedule, Setup, StatusWord, order_of};
use courser_engine::mosaic::{GpuMosaic, LANE, Limits, Mosaic};
use courser_gpu::GpuDevice;
use courser_solve::relay::{RULES, RelayChoices, RelayPlan, Tries};
use courser_solve::warnsdorff::Rule;

use crate::beside::lockstep;
use crate::gpu;

fn plan(spec: &TourSpec, seed: u64, rule: Option<Rule>) -> RelayPlan {
    RelayPlan::new(spec, &RelayChoices { seed: Some(seed), rule, ..RelayChoices::default() }).unwrap()
}

fn closed(rows: u32, cols: u32) -> TourSpec {
    TourSpec::closed(&Board::new(rows, cols).unwrap())
}

#[test]
fn all_knights_agree_with_the_mirror_after_every_pass_and_with_their_regions_at_the_end() {
    let device = gpu::device();
    let at = |spec: TourSpec, row, col| spec.starting_at(Square::new(row, col)).unwrap();
    let open = |rows, cols| TourSpec::open(&Board::new(rows, cols).unwrap());
    let mut again = 0;
    for (spec, rule) in [
        (closed(16, 16), None),
        (at(closed(24, 18), 11, 7), None),
        (at(open(25, 27), 12, 6), None),
        (at(closed(8, 40), 5, 22), None),
        (at(open(31, 9), 14, 4), None),
        (closed(12, 30), Some(Rule::Warnsdorff)),
        (closed(30, 12), Some(Rule::Pohl)),
        (open(13, 33), Some(Rule::Roth)),
        (closed(20, 22), None),
        (closed(6, 8), None),
    ] {
        again += passes_agree(&device, &spec, &plan(&spec, 3, rule));
    }
    assert!(again > 10, "knights started again {again} times");
}

/// Runs the passes of a plan on the GPU. Compares the results with the mirror, and with regions toured one by
/// one. Returns the total number of restarts of all knights.
fn passes_agree(device: &GpuDevice, spec: &TourSpec, plan: &RelayPlan) -> u32 {
    let (board, rule) = (spec.board().clone(), plan.rule());
    let mut gpu = GpuCycle::new(device, Setup::relay_by(plan).unwrap(), Schedule::Whole).unwrap();
    let states = lockstep(&mut gpu).unwrap_or_else(|error| panic!("{spec:?}, {rule:?}: {error}"));
    assert!(states > 3 * 35, "{states}");
    let status = gpu.status().unwrap();
    assert_eq!((status.word(), u64::from(status.visit)), (StatusWord::Done, board.cells()));

    let state = gpu.state().unwrap();
    let mut visits = vec![0_u32; state.len()];
    let tries = plan.fill(0..board.rows(), &mut visits).unwrap();
    assert!(state.iter().map(|cell| cell.visit).eq(visits), "{spec:?}");
    assert_eq!(tries.sum, tries.regions + u64::from(status.tries));
    let tour = Tour::new(board, order_of(&state).unwrap()).unwrap();
    assert!(spec.is_met_by(&tour), "{spec:?}");
    status.tries
}

#[test]
fn knights_in_regions_of_any_size_make_the_moves_of_the_mirrors_by_every_rule() {
    let (mut again, mut sizes) = (0, BTreeSet::new());
    for (rows, cols) in
        [(6, 6), (6, 7), (7, 7), (7, 8), (8, 8), (10, 6), (11, 6), (9, 10), (10, 12), (11, 12), (12, 12)]
    {
        // Along each side of the board, two regions fit exactly: one region of the tested length, and one region of an
        // even length.
        let spec = TourSpec::open(&Board::new(rows + (rows & !1), cols + (cols & !1)).unwrap());
        for (rule, seed) in RULES.into_iter().zip(1..) {
            let choices = RelayChoices { seed: Some(seed), rule: Some(rule), region: Some((rows, cols)), memory: None };
            let plan = RelayPlan::new(&spec, &choices).unwrap();
            let mut cycle = CpuCycle::new(Setup::relay_by(&plan).unwrap(), Schedule::Whole).unwrap();
            let status = cycle.finish(&mut |_| true).unwrap();
            let mut visits = vec![0_u32; plan.cells() as usize];
            let tries = plan.fill(0..plan.rows, &mut visits).unwrap();
            assert!(cycle.state().unwrap().iter().map(|cell| cell.visit).eq(visits), "{rows}x{cols}, {rule}");
            assert_eq!(tries.sum, tries.regions + u64::from(status.tries), "{rows}x{cols}, {rule}");
            again += status.tries;
            sizes.extend(plan.all().map(|region| (region.rect.rows, region.rect.cols)));
        }
    }
    assert!(again > 20, "knights started again {again} times");
    assert!([(6, 6), (7, 8), (8, 8), (10, 12), (12, 12)].iter().all(|size| sizes.contains(size)), "{sizes:?}");
    assert!(sizes.iter().any(|(rows, cols)| rows * cols % 2 == 1), "{sizes:?}");
}

#[test]
fn a_knight_that_follows_a_given_path_does_so_in_the_passes_and_in_the_lanes() {
    let device = gpu::device();
    let square = |name: &str, board: &Board| board.square(name).unwrap();
    for (size, start, end) in [("6x6", "e3", "d5"), ("8x13", "g1", "g8"), ("13x8", "a7", "h7")] {
        let board: Board = size.parse().unwrap();
        let spec = TourSpec::open(&board).starting_at(square(start, &board)).unwrap();
        let spec = spec.ending_at(square(end, &board)).unwrap();
        let plans = (0..100).map(|seed| plan(&spec, seed, None)).filter(|plan| plan.all_given().count() > 0);
        let compared = plans.take(2).inspect(|plan| {
            passes_agree(&device, &spec, plan);
            lanes_agree(&device, &spec, plan);
        });
        assert_eq!(compared.count(), 2, "{size}");
    }
}

#[test]
fn a_square_in_the_exact_centre_of_a_region_costs_the_same_on_a_gpu_by_every_rule() {
    let device = gpu::device();
    for (rule, (rows, cols)) in RULES.into_iter().flat_map(|rule| [(7, 7), (7, 9), (9, 7)].map(|sides| (rule, sides))) {
        let spec = TourSpec::open(&Board::new(rows, cols).unwrap());
        for seed in 0..8 {
            lanes_agree(&device, &spec, &plan(&spec, seed, Some(rule)));
        }
        passes_agree(&device, &spec, &plan(&spec, 0, Some(rule)));
    }
}

#[test]
fn every_number_is_the_boards_from_the_first_pass_on() {
    let plan = plan(&closed(24, 26), 5, None);
    let mut visits = vec![0_u32; 24 * 26];
    plan.fill(0..24, &mut visits).unwrap();
    let mut cycle = CpuCycle::new(Setup::relay_by(&plan).unwrap(), Schedule::Whole).unwrap();
    let entries: Vec<u32> = cycle.state().unwrap().iter().map(|cell| cell.visit).collect();
    assert_eq!(entries.iter().filter(|&&visit| visit > 0).count() as u64, plan.regions());
    assert!(entries.iter().zip(&visits).all(|(&found, &last)| found == 0 || found == last));
    // After three passes, all knights have made one move.
    cycle.advance(3).unwrap();
    let moved = cycle.state().unwrap().iter().filter(|cell| cell.visit > 0).count() as u64;
    assert_eq!(moved, 2 * plan.regions());
}

#[test]
fn one_damaged_word_of_any_kind_is_found_at_its_pass_and_square() {
    let device = gpu::device();
    let plan = plan(&closed(16, 24), 1, None);
    for word in 0..4 {
        let mut gpu = GpuCycle::new(&device, Setup::relay_by(&plan).unwrap(), Schedule::Whole).unwrap();
        gpu.advance(31).unwrap();
        let cell = gpu.cell(200).unwrap();
        let value = [cell.visit, cell.phase, cell.rank, cell.next][word as usize];
        gpu.damage(200, word, value ^ 0x40).unwrap();
        match lockstep(&mut gpu) {
            Err(EngineError::Lockstep(difference)) => {
                assert_eq!((difference.when.as_str(), difference.index), ("move 11, pass 31", 4 * 200 + word));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Computes the visit numbers with the lanes of a GPU, in bands that fit `limits`. Returns the visit numbers, and the
/// tries of the lanes if the tries were recorded.
fn by_lanes(device: &GpuDevice, plan: &RelayPlan, limits: Limits) -> (Vec<u64>, Option<Tries>) {
    let mut lanes = GpuMosaic::relay(device, plan, limits).unwrap();
    let mut found = Vec::new();
    let report = lanes.run(true, &mut |_, numbers| {
        match numbers {
            Some(VisitNumbers::Narrow(numbers)) => found.extend(numbers.iter().map(|&number| u64::from(number))),
            Some(VisitNumbers::Wide(numbers)) => found.extend(numbers),
            None => {}
        }
        ControlFlow::Continue(())
    });
    (found, report.unwrap().unwrap().tries)
}

#[test]
fn the_lanes_of_a_gpu_make_the_numbers_of_the_cpu_by_every_rule_and_in_bands_of_any_size() {
    let device = gpu::device();
    let open = |rows, cols| TourSpec::open(&Board::new(rows, cols).unwrap());
    for (spec, rule) in [
        (closed(16, 16), None),
        (closed(40, 66), None),
        (open(61, 43), Some(Rule::Warnsdorff)),
        (open(40, 41), Some(Rule::Pohl)),
        (closed(26, 60), Some(Rule::Roth)),
        (closed(90, 8), None),
        (open(7, 75), None),
        (closed(10, 48), None),
    ] {
        lanes_agree(&device, &spec, &plan(&spec, 9, rule));
    }
}

/// Checks that the lanes of the GPU give the same visit numbers and the same numbers of tries as the CPU.
fn lanes_agree(device: &GpuDevice, spec: &TourSpec, plan: &RelayPlan) {
    let rule = plan.rule();
    assert!(plan.largest() <= LANE, "{spec:?}");
    let mut expected = vec![0_u64; (plan.cells()) as usize];
    let tries = plan.fill(0..plan.rows, &mut expected).unwrap();
    for limits in [Limits::of(device), Limits { wide: true, ..Limits::of(device) }.with_bands(700)] {
        let (found, made) = by_lanes(device, plan, limits);
        assert!(found == expected, "{spec:?}, {rule:?}, seed {}", plan.seed());
        assert_eq!(made, Some(tries), "{spec:?}, {rule:?}, seed {}", plan.seed());
    }
}

#[test]
fn a_damaged_number_of_the_lanes_is_found() {
    let (device, plan) = (gpu::device(), plan(&closed(40, 48), 2, None));
    let mut lanes = GpuMosaic::relay(&device, &plan, Limits::of(&device)).unwrap();
    lanes.damage(Square::new(17, 30), 5);
    assert!(matches!(lanes.prove(&mut |_| {}), Err(EngineError::Proof(_))));
}

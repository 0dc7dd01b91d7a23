//! Tests the appearance of a grown tour. The statistics of its edges are compared with the statistics of a tour after
//! many melting passes.

use courser_board::Square;
use courser_engine::grown::{CpuGrown, Grown, GrowthPass, Passes, Planes};

use crate::tools::setup;

/// Side of the board. On such a large board, random deviations are small.
const SIDE: u32 = 600;

/// Returns the planes after `melts` melting passes, and the number of cycles.
fn molten(melts: u32, seed: u64) -> (Planes, u32) {
    let setup = setup(SIDE, SIDE, true, [None, None], seed).with_melts(melts);
    let mut grown = Grown::new(CpuGrown::new(setup).unwrap());
    while grown.step().unwrap() != Some(GrowthPass::Label) {}
    let cycles = grown.report().cycles[0][0];
    (grown.passes().planes().unwrap(), cycles)
}

/// Returns, for each combination of links, the fraction of squares with this combination. The index contains the links
/// as bits. Only 28 combinations can occur, since a square has a pair of links. Squares near the border are not
/// counted.
fn shapes(planes: &Planes) -> Vec<f64> {
    let mut counts = vec![0_u32; 256];
    for row in 8..SIDE - 8 {
        for col in 8..SIDE - 8 {
            counts[usize::from(planes.links(row, col))] += 1;
        }
    }
    let whole: u32 = counts.iter().sum();
    counts.iter().map(|&count| f64::from(count) / f64::from(whole)).collect()
}

/// Returns half the sum of the absolute differences between corresponding elements.
fn distance(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

/// Returns the correlation of the edges along axis 0 with the edges `lag` columns further right: 0 for independent
/// edges, 1 for equal edges.
fn correlation(planes: &Planes, lag: u32) -> f64 {
    let used = |row: u32, col: u32| f64::from(u8::from(planes.is_used(0, row.into(), col.into())));
    let squares: Vec<Square> =
        (8..SIDE - 8).flat_map(|row| (8..SIDE - 40).map(move |col| Square::new(row, col))).collect();
    let count = squares.len() as f64;
    let mean = squares.iter().map(|s| used(s.row, s.col)).sum::<f64>() / count;
    let product = squares.iter().map(|s| used(s.row, s.col) * used(s.row, s.col + lag)).sum::<f64>() / count;
    (product - mean * mean) / (mean * (1.0 - mean))
}

/// Returns the fraction of the edges of `one` that are also edges of `two`.
fn overlap(one: &Planes, two: &Planes) -> f64 {
    let both: u32 = one.words().iter().zip(two.words()).map(|(a, b)| (a & b).count_ones()).sum();
    let all: u32 = one.words().iter().map(|word| word.count_ones()).sum();
    f64::from(both) / f64::from(all)
}

#[test]
fn after_72_passes_the_weave_is_gone_and_the_cycles_are_few() {
    let [(start, one), (some, _), (molten_72, cycles), (long, _)] = [0, 24, 72, 400].map(|melts| molten(melts, 5));
    let balance = shapes(&long);
    let [tv_start, tv_some, tv] = [&start, &some, &molten_72].map(|planes| distance(&shapes(planes), &balance));
    let [weave_start, weave] = [&start, &molten_72].map(|planes| correlation(planes, 8));
    let kept = overlap(&molten_72, &start);
    eprintln!(
        "distance {tv_start:.4} {tv_some:.4} {tv:.4}, period {weave_start:.3} {weave:.4}, overlap {kept:.4}, {cycles} cycles"
    );
    assert_eq!(one, 1, "a mosaic is a tour");
    // On a board of 1000x1000 squares, `tv_start` is 0.26, `tv_some` is 0.020 and `tv` is 0.0035. Random deviations
    // contribute 0.003 to `tv`. The board of this test has about a third as many squares.
    assert!(tv_start > 0.15 && tv_some < 0.06 && tv < 0.012, "distances {tv_start}, {tv_some}, {tv}");
    assert!(weave_start > 0.1 && weave.abs() < 0.01, "at the period of the tiles {weave_start}, then {weave}");
    // The expected overlap of random edges is 0.252, since a square has two of eight possible edges.
    assert!((0.24..0.28).contains(&kept), "overlap {kept}");
    let squares_per_cycle = f64::from(SIDE * SIDE) / f64::from(cycles);
    assert!((110.0..170.0).contains(&squares_per_cycle), "one cycle in {squares_per_cycle} squares");
}

#[test]
fn joining_changes_few_edges_and_takes_few_rounds() {
    let setup = setup(SIDE, SIDE, true, [None, None], 9);
    let mut grown = Grown::new(CpuGrown::new(setup).unwrap());
    while grown.step().unwrap() != Some(GrowthPass::Label) {}
    let before = grown.passes().planes().unwrap();
    grown.finish(&mut |_| {}).unwrap();
    let changed = 1.0 - overlap(&before, &grown.passes().planes().unwrap());
    assert!((0.005..0.03).contains(&changed), "{changed} of the edges are others");
    let report = grown.report();
    let after_one_round = f64::from(report.cycles[0][1]) / f64::from(report.cycles[0][0]);
    // Most cycles are adjacent to the main cycle, so the first round joins most cycles.
    assert!(after_one_round < 0.25 && report.rounds() <= 12, "{:?}", report.cycles);
}

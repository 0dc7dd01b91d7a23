//! Compares the GPU with the mirror after every pass.

use courser_board::{Kind, Square, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, GpuGrown, Grown, GrowthPass, GrowthSetup, MirrorGrown};

use crate::gpu;
use crate::tools::{assert_complete, compare, lockstep, setup, shaken, written};
use crate::tours::with_and_without_holes;

/// Grows a tour on the GPU in lockstep with the mirrors. Compares this tour with a tour that [`CpuGrown`] grows
/// separately. Returns the passes of the tour on the GPU.
fn agree(gpu: GpuGrown<'_>, setup: &GrowthSetup, what: &str) -> Vec<GrowthPass> {
    let mut gpu = Grown::new(gpu.beside_mirrors().unwrap());
    let mut passes = Vec::new();
    while let Some(pass) = gpu.step().unwrap_or_else(|error| panic!("{what}: {error}")) {
        passes.push(pass);
    }
    let mut cpu = Grown::new(CpuGrown::new(setup.clone()).unwrap());
    cpu.finish(&mut |_| {}).unwrap();
    // The function `order` also proves that the numbers form a tour.
    assert_eq!(gpu.order().unwrap(), cpu.order().unwrap(), "{what}");
    passes
}

#[test]
fn gpu_and_mirror_agree_after_every_pass_on_boards_of_all_kinds() {
    let device = gpu::device();
    let gpu = |setup: &GrowthSetup| GpuGrown::new(&device, setup.clone()).unwrap();
    let square = |row, col| Some(Square::new(row, col));
    let cases = [
        (8, 8, true, [None, None]),
        (5, 31, false, [None, None]),
        (32, 32, true, [None, None]),
        (33, 65, false, [None, None]),
        (64, 63, true, [square(5, 6), None]),
        (40, 97, false, [square(2, 4), square(39, 94)]),
        (200, 129, true, [None, None]),
        // On this board, cycles are joined at random.
        (2000, 6, true, [None, None]),
        (301, 257, false, [None, square(300, 256)]),
    ];
    let mut runs = Vec::new();
    for (seed, (rows, cols, closed, ends)) in (1..).zip(cases) {
        let setup = setup(rows, cols, closed, ends, seed);
        runs.push(agree(gpu(&setup), &setup, &format!("{rows}x{cols}, closed: {closed}, {ends:?}, seed {seed}")));
    }
    runs.push(agree(gpu(&shaken()), &shaken(), "a shake"));
    assert_complete(&runs);
}

#[test]
fn boards_with_holes_agree_wherever_the_tour_ends() {
    let device = gpu::device();
    let gpu = |setup: &GrowthSetup| GpuGrown::new(&device, setup.clone()).unwrap();
    for board in with_and_without_holes() {
        for kind in [Kind::Closed, Kind::Open] {
            for end in [None, Some(Square::new(6, 3))] {
                let spec = TourSpec::new(&board, kind, None, end).unwrap();
                let setup = GrowthSetup::new(&spec, 3).unwrap();
                agree(gpu(&setup), &setup, &format!("{spec:?}"));
            }
        }
    }
}

#[test]
fn neither_the_size_of_a_workgroup_nor_the_split_of_the_cells_changes_a_bit() {
    let device = gpu::device();
    let closed = || setup(70, 90, true, [None, None], 11);
    // A split divides the list of all cells into parts. The two ends of the open tour are linked to each other,
    // although one end is in the first part and the other end is in the last part.
    let ends = [(2, 4), (68, 87)].map(|(row, col)| Some(Square::new(row, col)));
    let open = setup(70, 90, false, ends, 12);
    // On this board, a move can lead from one part of the cells, past the next part, to a third part.
    let narrow = setup(16, 30, true, [None, None], 13);
    let cases = [
        (closed(), 1, None),
        (closed(), 7, None),
        (closed(), 128, None),
        (closed(), 32, Some(10)),
        (open, 64, Some(10)),
        (narrow, 5, Some(6)),
    ];
    for (setup, width, split) in cases {
        let gpu = GpuGrown::with(&device, setup.clone(), width, split).unwrap();
        let what = format!("{}, {width} invocations in a workgroup, split {split:?}", setup.board());
        agree(gpu, &setup, &what);
    }
}

#[test]
fn a_board_that_the_bindings_do_not_take_is_refused_before_the_work() {
    let device = gpu::device();
    let error = GpuGrown::with(&device, setup(30, 30, true, [None, None], 1), 64, Some(6)).unwrap_err();
    assert!(matches!(error, EngineError::TooLarge { needed: 3840, there: 2048, .. }), "{error}");
    assert!(error.to_string().contains("eight storage bindings"), "{error}");
}

/// Damages one word after every pass, to show that the comparison can fail.
#[test]
fn the_comparer_finds_one_damaged_word_of_every_pass() {
    let setup = setup(40, 70, false, [None, None], 4);
    let layout = *setup.layout();
    let mut grown = Grown::new(MirrorGrown::new(setup.with_melts(12), 1, None));
    let mut seen = Vec::new();
    while let Some(pass) = grown.step().unwrap() {
        let whole = written(pass, grown.passes());
        assert_eq!(compare(&layout, &whole, &whole), Ok(()));
        for list in 0..whole.len() {
            let count = whole[list].1.as_ref().unwrap().len();
            for at in [0, count / 2, count - 1] {
                let mut damaged = whole.clone();
                damaged[list].1.as_mut().unwrap()[at] ^= 1 << (at % 32);
                let text = compare(&layout, &whole, &damaged).unwrap_err();
                assert!(text.contains(whole[list].0), "{pass:?}: {text}");
            }
            let mut cut = whole.clone();
            cut[list].1.as_mut().unwrap().pop();
            assert!(compare(&layout, &whole, &cut).is_err());
        }
        seen.push(pass);
    }
    assert!(GrowthPass::ALL.iter().all(|pass| *pass == GrowthPass::Dilate || seen.contains(pass)), "{seen:?}");
}

#[test]
fn other_coins_are_found_in_the_pass_in_which_they_fall() {
    let one = MirrorGrown::new(setup(20, 20, true, [None, None], 1), 1, None);
    let two = CpuGrown::new(setup(20, 20, true, [None, None], 2)).unwrap();
    let text = lockstep(&mut Grown::new(one), &mut Grown::new(two)).unwrap_err();
    assert!(text.contains("edge along axis"), "{text}");
}

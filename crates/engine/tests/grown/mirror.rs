//! Compares the mirror, which runs its invocations in any order, with the fast CPU form.

use courser_board::{Square, TourSpec};
use courser_engine::grown::{CpuGrown, Grown, GrowthSetup, MirrorGrown};

use crate::tools::{assert_complete, lockstep, setup, shaken};
use crate::tours::with_and_without_holes;

#[test]
fn the_mirror_in_any_order_and_the_fast_form_agree_after_every_pass() {
    let square = |row, col| Some(Square::new(row, col));
    let cases = [
        (8, 8, true, [None, None]),
        (9, 40, false, [None, None]),
        (33, 34, true, [None, None]),
        (31, 33, false, [square(2, 4), None]),
        (14, 66, false, [square(3, 3), square(13, 64)]),
        // On this board, melting uses two bands, with a wedge between the bands.
        (131, 12, true, [None, None]),
        // On this board, cycles are joined at random.
        (5, 2000, true, [None, None]),
    ];
    let boards = (1..).zip(cases).map(|(seed, (rows, cols, closed, ends))| setup(rows, cols, closed, ends, seed));
    let holed = with_and_without_holes().map(|board| GrowthSetup::new(&TourSpec::closed(&board), 5).unwrap());
    let mut runs = Vec::new();
    for setup in boards.chain([shaken()]).chain(holed) {
        for (key, split) in [(1, None), (2, Some(7))] {
            let mut cpu = Grown::new(CpuGrown::new(setup.clone()).unwrap());
            let mut mirror = Grown::new(MirrorGrown::new(setup.clone(), key, split));
            let what = format!("{}, {:?} to {:?}, key {key}", setup.board(), setup.start(), setup.end());
            runs.push(lockstep(&mut cpu, &mut mirror).unwrap_or_else(|text| panic!("{what}: {text}")));
            assert_eq!(cpu.order().unwrap(), mirror.order().unwrap(), "{what}");
        }
    }
    assert_complete(&runs);
}

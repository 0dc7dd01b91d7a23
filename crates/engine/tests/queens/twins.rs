//! Compares the GPU with the mirror, prefix by prefix.

use courser_engine::queens::{GpuQueens, MIN_SIDE, Queens, QueensLimits, QueensPlan, count_prefix};
use courser_gpu::GpuDevice;

use crate::gpu::device;
use crate::placements;

fn agree(device: &GpuDevice, n: u32, wanted: usize, bounds: QueensLimits) -> Vec<u64> {
    let plan = QueensPlan::new(n, wanted);
    let mut queens = GpuQueens::with(device, bounds).unwrap();
    let mut reported = 0;
    let found = queens.count(&plan, &mut |done| reported = done).unwrap();
    let expected: Vec<u64> = plan.prefixes().iter().map(|&prefix| count_prefix(n, prefix)).collect();
    assert_eq!(found, expected, "{n} queens, {bounds:?}");
    let mut beside = queens.beside_mirror();
    let twice = beside.count(&plan, &mut |_| {});
    assert_eq!(twice.unwrap_or_else(|difference| panic!("{n} queens, {bounds:?}: {difference}")), found);
    assert_eq!([beside.compared(), reported], [plan.prefixes().len() as u64; 2]);
    found
}

#[test]
fn gpu_and_mirror_count_the_same_below_every_prefix() {
    let device = device();
    let suits = QueensLimits { width: 32, groups: 32, steps: 1 << 14 };
    for (n, known) in placements(MIN_SIDE..14) {
        let found = agree(&device, n, 2000, suits);
        assert_eq!(QueensPlan::new(n, 2000).total(&found), known, "{n} queens");
    }
}

#[test]
fn neither_the_number_of_lanes_nor_that_of_steps_changes_a_result() {
    let device = device();
    for bounds in [
        QueensLimits { width: 1, groups: 1, steps: 1 << 14 },
        // The lanes stop after every few steps, save levels of the stack, and resume.
        QueensLimits { width: 7, groups: 3, steps: 5 },
        QueensLimits { width: 64, groups: 2, steps: 100 },
        QueensLimits { width: 33, groups: 100, steps: 1000 },
        // There are more lanes than prefixes.
        QueensLimits { width: 32, groups: 500, steps: 999 },
    ] {
        agree(&device, 9, 300, bounds);
    }
    // No prefix is completed in one dispatch.
    agree(&device, 12, 1, QueensLimits { width: 8, groups: 4, steps: 500 });
}

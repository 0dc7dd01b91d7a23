//! The GPU compared with the mirror, prefix by prefix.

use courser_engine::queens::{GpuQueens, MIN_SIDE, Queens, QueensLimits, QueensPlan, count_prefix, verify};
use courser_gpu::GpuDevice;

use crate::gpu::device;
use crate::placements;

fn mirror(plan: &QueensPlan) -> Vec<u64> {
    plan.prefixes().iter().map(|&prefix| count_prefix(plan.n(), prefix)).collect()
}

fn agree(device: &GpuDevice, n: u32, wanted: usize, bounds: QueensLimits) -> Vec<u64> {
    let plan = QueensPlan::new(n, wanted);
    let mut queens = GpuQueens::with(device, bounds);
    let mut reported = 0;
    let found = queens.count(&plan, &mut |done| reported = done).unwrap();
    let compared = verify(&plan, &found).unwrap_or_else(|difference| panic!("{n} queens, {bounds:?}: {difference}"));
    assert_eq!(compared, plan.prefixes().len() as u64);
    assert_eq!(reported, plan.prefixes().len() as u64);
    found
}

#[test]
fn the_comparison_names_the_prefix_that_differs() {
    let plan = QueensPlan::new(8, 100);
    let right = mirror(&plan);
    let mut wrong = right.clone();
    wrong[17] += 1;
    let error = verify(&plan, &wrong).unwrap_err().to_string();
    assert!(error.contains(&format!("prefix 17: {}, expected {}", wrong[17], right[17])), "{error}");
    assert!(verify(&plan, &right[1..]).is_err());
    assert_eq!(verify(&plan, &right).unwrap(), right.len() as u64);
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
        // The lanes stop and resume after every few steps, and must save levels of the stack.
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

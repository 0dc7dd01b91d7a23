//! The card against the mirror, prefix by prefix.

use courser_engine::queens::{Bounds, GpuQueens, MIN_SIDE, Plan, count_prefix};
use courser_gpu::Device;

use crate::card::device;
use crate::placements;

fn mirror(plan: &Plan) -> Vec<u64> {
    plan.prefixes().iter().map(|&prefix| count_prefix(plan.n(), prefix)).collect()
}

/// Compares and names the first difference.
fn compare(found: &[u64], expected: &[u64]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!("{} results for {} prefixes", found.len(), expected.len()));
    }
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        Some(at) => Err(format!("prefix {at}: {} and not {}", found[at], expected[at])),
        None => Ok(()),
    }
}

fn agree(device: &Device, n: u32, wanted: usize, bounds: Bounds) -> Vec<u64> {
    let plan = Plan::new(n, wanted);
    let queens = GpuQueens::with(device, bounds).unwrap();
    let mut told = 0;
    let found = queens.count(&plan, &mut |done| told = done).unwrap();
    compare(&found, &mirror(&plan)).unwrap_or_else(|difference| panic!("{n} queens, {bounds:?}: {difference}"));
    assert_eq!(told, plan.prefixes().len() as u64);
    found
}

#[test]
fn the_comparison_names_the_prefix_that_differs() {
    let plan = Plan::new(8, 100);
    let right = mirror(&plan);
    let mut wrong = right.clone();
    wrong[17] += 1;
    assert!(compare(&wrong, &right).unwrap_err().starts_with("prefix 17: "));
    assert!(compare(&right[1..], &right).is_err());
}

#[test]
fn card_and_mirror_count_the_same_below_every_prefix() {
    let device = device();
    let suits = Bounds { width: 32, groups: 32, steps: 1 << 14 };
    for (n, known) in placements(MIN_SIDE..14) {
        let found = agree(&device, n, 2000, suits);
        assert_eq!(Plan::new(n, 2000).total(&found), known, "{n} queens");
    }
}

#[test]
fn neither_the_number_of_lanes_nor_that_of_steps_changes_a_result() {
    let device = device();
    for bounds in [
        Bounds { width: 1, groups: 1, steps: 1 << 14 },
        // Stopped and resumed after every few steps, with levels of the stack to save.
        Bounds { width: 7, groups: 3, steps: 5 },
        Bounds { width: 64, groups: 2, steps: 100 },
        Bounds { width: 33, groups: 100, steps: 1000 },
        // More lanes than prefixes.
        Bounds { width: 32, groups: 500, steps: 999 },
    ] {
        agree(&device, 9, 300, bounds);
    }
    // No prefix is done in one dispatch.
    agree(&device, 12, 1, Bounds { width: 8, groups: 4, steps: 500 });
}

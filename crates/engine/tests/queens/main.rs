//! Tests the engine that counts, for each prefix, the placements of queens that begin with this prefix. The mirror is
//! compared with known numbers, and the GPU is compared with the mirror.

#[cfg(feature = "gpu")]
#[path = "../common/gpu.rs"]
mod gpu;
#[path = "../../../solve/tests/common/queens.rs"]
mod known;
#[cfg(feature = "gpu")]
#[path = "../common/module.rs"]
mod module;
#[cfg(feature = "gpu")]
mod shaders;
#[cfg(feature = "gpu")]
mod twins;

use courser_engine::queens::{MIN_SIDE, QueensPlan, count_prefix};

/// Returns the known numbers of placements for the boards with these sides. Each item is the side and the number.
pub(crate) fn placements(sides: std::ops::Range<u32>) -> impl Iterator<Item = (u32, u128)> {
    known::KNOWN.into_iter().filter(move |(n, ..)| sides.contains(n)).map(|(n, all, _)| (n, all.into()))
}

#[test]
fn the_mirror_counts_the_known_numbers_from_prefixes_of_any_depth() {
    for (n, known) in placements(MIN_SIDE..13) {
        for wanted in [1, 10, 1000, usize::MAX] {
            let plan = QueensPlan::new(n, wanted);
            let below: Vec<u64> = plan.prefixes().iter().map(|&prefix| count_prefix(n, prefix)).collect();
            assert_eq!(plan.total(&below), known, "{n} queens, {} prefixes", below.len());
        }
    }
}

#[test]
fn a_plan_has_as_many_prefixes_as_are_wanted_where_the_board_has_them() {
    let plan = QueensPlan::new(16, 5000);
    assert!((5000..100_000).contains(&plan.prefixes().len()), "{}", plan.prefixes().len());
    let depth = plan.prefixes()[0].down.count_ones();
    assert!(plan.prefixes().iter().all(|prefix| prefix.down.count_ones() == depth));
    // For any requested number of prefixes, each prefix leaves at least two rows empty.
    assert_eq!(QueensPlan::new(6, usize::MAX).prefixes()[0].down.count_ones(), 4);
}

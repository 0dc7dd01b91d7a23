//! Queens are counted as others have counted them.

use std::sync::atomic::{AtomicU64, Ordering};

use courser_count::queens::count;

#[path = "common/queens.rs"]
mod known;

#[test]
fn the_numbers_of_placements_are_those_known() {
    for (n, all, fundamental) in known::KNOWN {
        let ways = count(n, &|_, _| {});
        assert_eq!((ways.all(), ways.fundamental()), (all.into(), fundamental), "{n} queens");
    }
}

#[test]
fn progress_ends_when_all_is_done() {
    let (reported, whole) = (AtomicU64::new(0), AtomicU64::new(0));
    count(9, &|done, all| {
        reported.fetch_max(done, Ordering::Relaxed);
        whole.store(all, Ordering::Relaxed);
    });
    let (reported, whole) = (reported.into_inner(), whole.into_inner());
    assert!(reported == whole && whole > 100, "{reported} of {whole}");
}

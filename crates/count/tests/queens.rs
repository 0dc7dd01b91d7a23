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
    let (told, whole) = (AtomicU64::new(0), AtomicU64::new(0));
    count(9, &|done, all| {
        told.fetch_max(done, Ordering::Relaxed);
        whole.store(all, Ordering::Relaxed);
    });
    let (told, whole) = (told.into_inner(), whole.into_inner());
    assert!(told == whole && whole > 100, "{told} of {whole}");
}

//! Cutting a side of the board into bands.

use super::plan::Zone;

/// Bands of 8 and one of 6 to 13 (an even one if `length` is even) that fill `length` squares
/// from `start`; the odd size comes last.
///
/// # Panics
/// If `length` is under 6 and not 0.
pub(super) fn fill(start: u32, length: u32) -> Vec<Zone> {
    if length == 0 {
        return Vec::new();
    }
    let count = (length - 6) / 8;
    let last = length - 8 * count;
    let eights = Zone { start, size: 8, count };
    if last == 8 {
        return vec![Zone { count: count + 1, ..eights }];
    }
    let last = Zone { start: start + 8 * count, size: last, count: 1 };
    if count == 0 { vec![last] } else { vec![eights, last] }
}

/// A side that starts with a band of its own, for the root or the spine of a closed tour.
pub(super) fn closed(length: u32) -> Vec<Zone> {
    if length < 14 {
        return vec![Zone { start: 0, size: length, count: 1 }];
    }
    let mut zones = vec![Zone { start: 0, size: 8, count: 1 }];
    zones.extend(fill(8, length - 8));
    zones
}

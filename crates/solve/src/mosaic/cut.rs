//! Divides a side of the board into segments for tiles.

use std::ops::RangeInclusive;

use super::plan::Zone;

/// Divides `length` squares from `start` into segments, and returns the zones of these segments. Adjacent segments of
/// equal size form a zone. The last segment has a size of 6 to 13, with the same parity as `length`. All other segments
/// have size 8. `length` must be 0 or at least 6.
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

/// Divides a side of the board into zones for a closed tour. The first segment is a separate zone. If the segments are
/// rows of tiles, this zone contains the root, which is the first tile. If the segments are columns of tiles, this zone
/// contains the spine, which is the column of tiles to which the teeth are attached.
pub(super) fn closed(length: u32) -> Vec<Zone> {
    if length < 14 {
        return vec![Zone { start: 0, size: length, count: 1 }];
    }
    let mut zones = vec![Zone { start: 0, size: 8, count: 1 }];
    zones.extend(fill(8, length - 8));
    zones
}

/// The division of a side into zones, for the two lines `a` and `b` of [`around`]. Both lines are rows of the board, or
/// both are columns. Each of the two lines is in a zone that consists of one segment. Both lines can be in the same
/// zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) zones: Vec<Zone>,
    /// Index of the zone that contains the line `a` of [`around`].
    pub(super) a: usize,
    /// Index of the zone that contains the line `b` of [`around`].
    pub(super) b: usize,
    /// Cost of this division of the side. The cost is lower if the segments that contain the two lines are about as
    /// long as the tiles that are solved fastest.
    pub(super) price: u32,
}

impl Split {
    /// Creates a division in which the whole side is one segment.
    pub(super) fn whole(length: u32) -> Self {
        let zones = vec![Zone { start: 0, size: length, count: 1 }];
        Self { zones, a: 0, b: 0, price: 0 }
    }
}

/// The segment of odd size on a side of the board. A side of even length has no such segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Odd {
    /// The segment that contains the line `a` of [`around`].
    A,
    /// The segment that contains the line `b` of [`around`].
    B,
}

/// Returns divisions of a side into segments. In each division, one segment contains the line `a`, and one segment
/// contains the line `b`. A line is a row or a column of the board. Both lines can be in the same segment, and `a` is
/// at most `b`. The cheapest division comes first.
///
/// The lines outside the segments of `a` and `b` form up to three gaps: before, between and after these segments. The
/// length of each gap is an even number of at least 6. If the length of the side is odd, the segment selected by `odd`
/// has an odd size. All other segments have even sizes.
pub(super) fn around(length: u32, a: u32, b: u32, odd: Odd, sizes: RangeInclusive<u32>) -> impl Iterator<Item = Split> {
    let segments = |line: u32, is_odd: bool, from: u32| {
        let sizes = sizes.clone().filter(move |size| (size % 2 == 1) == is_odd);
        sizes.flat_map(move |size| {
            let starts = (line + 1).saturating_sub(size).max(from)..=line;
            starts.filter(move |start| fillable(start - from)).map(move |start| Zone { start, size, count: 1 })
        })
    };
    let odd_a = length % 2 == 1 && odd == Odd::A;
    let odd_b = length % 2 == 1 && odd == Odd::B;
    let gap = |length: u32| u32::from(!length.is_multiple_of(8));
    let mut splits = Vec::new();
    for segment in segments(a, odd_a || odd_b, 0) {
        if segment.end() <= length && b < segment.end() && fillable(length - segment.end()) {
            splits.push((segment.size.abs_diff(9) + gap(segment.start), segment, None));
        }
    }
    for first in segments(a, odd_a, 0).filter(|first| first.end() <= b) {
        for second in segments(b, odd_b, first.end()) {
            if second.end() <= length && fillable(length - second.end()) {
                // A gap before a segment is cheaper if the length of the gap is a multiple of 8. Such a gap is filled
                // with segments of size 8 only.
                let price = 6
                    + first.size.abs_diff(8)
                    + second.size.abs_diff(8)
                    + gap(first.start)
                    + gap(second.start - first.end());
                splits.push((price, first, Some(second)));
            }
        }
    }
    splits.sort_by_key(|&(price, ..)| price);
    let zones = move |(price, first, second): (u32, Zone, Option<Zone>)| {
        let mut zones = fill(0, first.start);
        let a = zones.len();
        zones.push(first);
        if let Some(second) = second {
            zones.extend(fill(first.end(), second.start - first.end()));
            zones.push(second);
        }
        let b = zones.len() - 1;
        zones.extend(fill(zones[b].end(), length - zones[b].end()));
        Split { zones, a, b, price }
    };
    splits.into_iter().map(zones)
}

/// Returns whether segments with even sizes of at least 6 can fill `length` squares.
const fn fillable(length: u32) -> bool {
    length == 0 || (length >= 6 && length.is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the zones cover the side without a gap, and that the segments of every zone have a possible tile
    /// size.
    fn assert_covers(zones: &[Zone], length: u32) {
        let mut end = 0;
        for zone in zones {
            assert_eq!(zone.start, end);
            assert!(zone.count > 0 && (5..=24).contains(&zone.size), "{zone:?} of {length}");
            end = zone.end();
        }
        assert_eq!(end, length);
        assert!(zones.iter().filter(|zone| zone.size % 2 == 1).count() as u32 == length % 2, "{zones:?}");
    }

    #[test]
    fn every_side_is_covered_by_bands_of_which_one_is_odd_if_the_side_is() {
        for length in (5..=300).chain([1 << 30]) {
            assert_covers(&closed(length), length);
        }
    }

    #[test]
    fn every_pair_of_lines_can_be_cut_around_with_either_band_odd() {
        for length in 6..=45 {
            for a in 0..length {
                for b in a..length {
                    for odd in [Odd::A, Odd::B] {
                        let mut splits = around(length, a, b, odd, 6..=13).peekable();
                        assert!(splits.peek().is_some(), "{length}: {a} and {b}");
                        let mut price = 0;
                        for split in splits {
                            assert_covers(&split.zones, length);
                            for (line, zone) in [(a, split.zones[split.a]), (b, split.zones[split.b])] {
                                assert!(zone.count == 1 && (zone.start..zone.end()).contains(&line));
                            }
                            let odd_zone = split.zones[if odd == Odd::A { split.a } else { split.b }];
                            assert_eq!(odd_zone.size % 2, length % 2);
                            assert!(price <= split.price, "the cheapest comes first");
                            price = split.price;
                        }
                    }
                }
            }
        }
    }
}

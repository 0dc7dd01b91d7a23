//! Degrees of the frontier's squares: zero, one (an open end) or two edges per square.

use super::matching::Operation;

/// The slot of the apex, the extra vertex that closes open tours. This slot comes after the slots of all squares.
pub(crate) const APEX: u32 = 1 << 31;

/// Maximum number of slots for squares.
pub(crate) const MAX_SLOTS: usize = 31;

/// The degrees of the frontier: a bit mask of the open ends, and a bit mask of the squares with two edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Degrees {
    /// Mask of the slots with one edge.
    pub(crate) ends: u32,
    /// Mask of the slots with two edges.
    pub(crate) full: u32,
}

impl Degrees {
    /// Returns both masks in one number.
    pub(crate) const fn key(self) -> u64 {
        (self.ends as u64) << 32 | self.full as u64
    }

    pub(crate) const fn from_key(key: u64) -> Self {
        Self { ends: (key >> 32) as u32, full: key as u32 }
    }

    /// Returns the number of pairs of open ends.
    pub(crate) const fn pairs(self) -> usize {
        self.ends.count_ones() as usize / 2
    }

    /// Returns whether the decided edges form a cycle, so that no further edge is allowed. The edges form a cycle if at
    /// least one edge is decided and no path has an open end.
    ///
    /// `is_decided` must be true if a square has left the frontier. The degrees do not include the edges of such a
    /// square.
    pub(crate) const fn is_closed(self, is_decided: bool) -> bool {
        self.ends == 0 && (is_decided || self.full != 0)
    }

    /// Returns the number of edges at a slot. `slot` is the bit of the slot in the masks.
    pub(crate) const fn at(self, slot: u32) -> u32 {
        (self.ends & slot != 0) as u32 + 2 * (self.full & slot != 0) as u32
    }

    /// Returns the sum of the degrees of the slots in `mask`.
    pub(crate) const fn sum(self, mask: u32) -> i32 {
        ((self.ends & mask).count_ones() + 2 * (self.full & mask).count_ones()) as i32
    }

    /// Returns a copy of the degrees in which all slots in `mask` have degree 0.
    pub(super) const fn without(self, mask: u32) -> Self {
        Self { ends: self.ends & !mask, full: self.full & !mask }
    }

    /// Adds an edge between two slots. Returns the new degrees and the operation on the matchings, or `None` if one of
    /// the slots already has two edges.
    pub(crate) fn connect(self, a: u32, b: u32) -> Option<(Self, Operation)> {
        let (low, high) = (a.min(b), a.max(b));
        if self.full & (low | high) != 0 {
            return None;
        }
        let place = |ends: u32, slot: u32| (ends & (slot - 1)).count_ones() as u8;
        let both = low | high;
        let open = self.ends & both;
        if open == both {
            let after = Self { ends: self.ends ^ both, full: self.full | both };
            return Some((after, Operation::Join(place(self.ends, low), place(self.ends, high))));
        }
        if open == 0 {
            let after = Self { ends: self.ends | both, full: self.full };
            return Some((after, Operation::Insert(place(after.ends, low), place(after.ends, high))));
        }
        let after = Self { ends: self.ends ^ both, full: self.full | open };
        Some((after, Operation::Move(place(self.ends, open), place(after.ends, both ^ open))))
    }

    /// Returns the degrees after the removal of an edge between two slots. Returns `None` if one of the slots has no
    /// edge. The degrees do not show whether the two slots are joined by an edge.
    pub(crate) fn disconnect(self, a: u32, b: u32) -> Option<Self> {
        let less = |degrees: Self, slot: u32| match degrees.at(slot) {
            2 => Some(Self { ends: degrees.ends | slot, full: degrees.full ^ slot }),
            1 => Some(Self { ends: degrees.ends ^ slot, full: degrees.full }),
            _ => None,
        };
        less(self, a).and_then(|degrees| less(degrees, b))
    }

    /// Removes the lowest slot and its square from the frontier.
    pub(crate) const fn shift(self) -> Self {
        const fn down(mask: u32) -> u32 {
            (mask & !APEX) >> 1 | mask & APEX
        }
        Self { ends: down(self.ends), full: down(self.full) }
    }

    /// Inverts [`shift`](Self::shift). The lowest slot becomes a square with two edges if `is_square` is true, and
    /// otherwise a hole.
    pub(crate) const fn unshift(self, is_square: bool) -> Self {
        const fn up(mask: u32) -> u32 {
            (mask & !APEX) << 1 | mask & APEX
        }
        Self { ends: up(self.ends), full: up(self.full) | is_square as u32 }
    }

    /// Returns the degrees that the other half must have so that each of the `squares` has two edges in total.
    pub(crate) const fn complement(self, squares: u32) -> Self {
        Self { ends: self.ends, full: squares & !(self.ends | self.full) }
    }

    /// Permutes the slots of the squares. The apex keeps its slot.
    pub(crate) fn permuted(self, place: &[u8]) -> Self {
        let permute = |mask: u32| {
            let mut rest = mask & !APEX;
            let mut after = mask & APEX;
            while rest != 0 {
                after |= 1 << place[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            after
        };
        Self { ends: permute(self.ends), full: permute(self.full) }
    }
}

//! Types of numbers for the counts of states.

use num_bigint::BigUint;

/// An unsigned number whose addition detects overflow.
pub(super) trait CheckedNumber: Clone + Send + Sync + From<u32> + Into<BigUint> {
    /// Adds `other` to `self`. Returns whether the sum fits in the type.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
}

impl CheckedNumber for u128 {
    fn add(&mut self, other: &Self) -> bool {
        self.checked_add(*other).map(|sum| *self = sum).is_some()
    }
}

impl CheckedNumber for BigUint {
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

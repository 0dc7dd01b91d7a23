//! The numbers of states, in the smallest type that holds them.

use num_bigint::BigUint;

/// A number that counts up and says when it cannot.
pub(super) trait Number: Clone + Send + Sync + From<u32> + Into<BigUint> {
    /// Adds, and returns whether the sum could be held.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
}

impl Number for u128 {
    fn add(&mut self, other: &Self) -> bool {
        self.checked_add(*other).map(|sum| *self = sum).is_some()
    }
}

impl Number for BigUint {
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

//! The numbers of states, in the smallest type that holds them.

use num_bigint::BigUint;

/// A number that counts up and says when it cannot.
pub(super) trait Number: Clone + Send + Sync {
    const ONE: fn() -> Self;

    /// Adds, and returns whether the sum could be held.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    fn big(&self) -> BigUint;
}

impl Number for u128 {
    const ONE: fn() -> Self = || 1;

    fn add(&mut self, other: &Self) -> bool {
        self.checked_add(*other).map(|sum| *self = sum).is_some()
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Number for BigUint {
    const ONE: fn() -> Self = || Self::from(1_u32);

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn big(&self) -> BigUint {
        self.clone()
    }
}

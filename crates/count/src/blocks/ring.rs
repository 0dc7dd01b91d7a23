//! The arithmetic of counts: exact numbers, or residues modulo a prime.

/// The arithmetic of a count: either exact, or modulo a prime. In arithmetic modulo a prime, a tour with k weighted
/// edges counts as `weight`^k tours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ring {
    /// The prime, below 2^62, or 0 for exact numbers.
    pub(crate) modulus: u64,
    /// The weight of an edge, ignored by exact arithmetic.
    pub(crate) weight: u64,
}

impl Ring {
    /// Returns the sum of two numbers. In modular arithmetic, this is the sum modulo the prime. In exact arithmetic,
    /// the sum must fit in 64 bits.
    #[inline]
    pub(crate) fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.modulus))
    }

    /// Returns the sum of two numbers, or `None` if it exceeds 64 bits.
    pub(super) fn checked_add(self, a: u64, b: u64) -> Option<u64> {
        a.checked_add(b).map(|sum| sum.min(sum.wrapping_sub(self.modulus)))
    }

    /// Returns the product of `a` and `b` modulo the prime. Returns `None` if this ring has no prime, since its numbers
    /// are exact.
    pub(crate) fn times(self, a: u64, b: u64) -> Option<u64> {
        (u128::from(a) * u128::from(b)).checked_rem(self.modulus.into()).map(|rest| rest as u64)
    }

    /// Returns the product of the weights of `edges` edges. `edges` must be 1 or 2.
    pub(super) fn power(self, edges: u32) -> u64 {
        match edges {
            1 => self.weight,
            _ => self.times(self.weight, self.weight).unwrap_or(1),
        }
    }
}

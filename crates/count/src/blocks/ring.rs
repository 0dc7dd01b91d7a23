//! The numbers that are added: exact, or modulo a prime.

/// How numbers are added: exactly, or modulo a prime and with a weight for each edge of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ring {
    /// The prime, below 2^62; 0 for exact numbers.
    pub(crate) modulus: u64,
    /// The weight of an edge; not used by exact numbers.
    pub(crate) weight: u64,
}

impl Ring {
    /// The sum of two numbers; an exact sum must fit 64 bits.
    #[inline]
    pub(crate) fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.modulus))
    }

    /// The sum, if it fits 64 bits.
    pub(super) fn checked_add(self, a: u64, b: u64) -> Option<u64> {
        a.checked_add(b).map(|sum| sum.min(sum.wrapping_sub(self.modulus)))
    }

    /// The product modulo the prime; `None` if numbers are exact.
    pub(crate) fn times(self, a: u64, b: u64) -> Option<u64> {
        (u128::from(a) * u128::from(b)).checked_rem(self.modulus.into()).map(|rest| rest as u64)
    }

    /// The weight of this number of edges, at most two.
    pub(super) fn power(self, edges: u32) -> u64 {
        match edges {
            1 => self.weight,
            _ => self.times(self.weight, self.weight).unwrap_or(1),
        }
    }
}

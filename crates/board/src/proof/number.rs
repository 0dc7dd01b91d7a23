//! Visit numbers of two widths.

/// A visit number in memory: `u32` for boards of fewer than 2^32 squares, `u64` for boards of any size.
///
/// The trait is sealed, so no other types can implement it.
pub trait VisitNumber: Copy + Default + Ord + Send + Sync + std::fmt::Debug + sealed::Sealed {
    /// Largest number of the type.
    const MAX: u64;

    /// Returns `number` modulo 2^w, where w is the width of the type in bits.
    fn wrap(number: u64) -> Self;

    /// Returns the number as `u64`.
    fn get(self) -> u64;

    /// Wraps a slice of this type in [`VisitNumbers`].
    fn either(numbers: &[Self]) -> VisitNumbers<'_>;
}

/// Visit numbers of some rows, row by row. The numbers have the width that the board requires: 32 or 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitNumbers<'a> {
    /// Numbers of 32 bits, for boards of fewer than 2^32 squares.
    Narrow(&'a [u32]),
    /// Numbers of 64 bits, for boards of 2^32 or more squares.
    Wide(&'a [u64]),
}

impl VisitNumbers<'_> {
    /// Returns the number of visit numbers.
    pub const fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    /// Returns whether there are no visit numbers.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number at this index, or `None` if the index is out of range.
    pub fn get(&self, index: usize) -> Option<u64> {
        match self {
            Self::Narrow(numbers) => numbers.get(index).copied().map(u64::from),
            Self::Wide(numbers) => numbers.get(index).copied(),
        }
    }

    /// Returns an iterator over the numbers.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map_while(|index| self.get(index))
    }
}

mod sealed {
    /// Arithmetic for inner loops. Results are modulo 2^w, where w is the width of the type in bits.
    pub trait Sealed {
        fn plus(self, other: Self) -> Self;
        fn and(self, other: Self) -> Self;
        /// Returns the number if `keep` is true, and 0 otherwise. The computation has no branch.
        fn only_if(self, keep: bool) -> Self;
    }
}

macro_rules! number {
    ($type:ty, $width:ident) => {
        impl VisitNumber for $type {
            const MAX: u64 = <$type>::MAX as u64;

            #[inline(always)]
            fn wrap(number: u64) -> Self {
                number as $type
            }

            #[inline(always)]
            fn get(self) -> u64 {
                self.into()
            }

            fn either(numbers: &[Self]) -> VisitNumbers<'_> {
                VisitNumbers::$width(numbers)
            }
        }

        impl sealed::Sealed for $type {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn only_if(self, keep: bool) -> Self {
                self & <$type>::from(keep).wrapping_neg()
            }
        }
    };
}

number!(u32, Narrow);
number!(u64, Wide);

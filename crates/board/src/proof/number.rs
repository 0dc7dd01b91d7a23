//! The two widths of visit numbers.

/// A visit number in memory: `u32` for boards of fewer than 2^32 squares, `u64` for all.
///
/// Sealed: these two are all there are.
pub trait Number: Copy + Default + Ord + Send + Sync + std::fmt::Debug + sealed::Sealed {
    /// The largest number that fits.
    const MAX: u64;

    /// The number modulo 2 to the power of its width.
    fn wrap(number: u64) -> Self;

    /// The number as it is.
    fn get(self) -> u64;

    /// Numbers of this width among those of either.
    fn either(numbers: &[Self]) -> Numbers<'_>;
}

/// Visit numbers of some rows, row by row, in the width that the board needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers<'a> {
    /// Numbers of 32 bits, of boards of fewer than 2^32 squares.
    Narrow(&'a [u32]),
    /// Numbers of 64 bits, of larger boards.
    Wide(&'a [u64]),
}

impl Numbers<'_> {
    /// The number of visit numbers.
    pub const fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    /// Returns whether the array is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, one after another.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|at| match self {
            Self::Narrow(numbers) => numbers[at].into(),
            Self::Wide(numbers) => numbers[at],
        })
    }
}

mod sealed {
    /// Arithmetic that inner loops need, modulo 2 to the power of the width.
    pub trait Sealed {
        fn plus(self, other: Self) -> Self;
        fn and(self, other: Self) -> Self;
        /// The number itself if `keep`, else 0; without a branch.
        fn only_if(self, keep: bool) -> Self;
    }
}

macro_rules! number {
    ($type:ty, $width:ident) => {
        impl Number for $type {
            const MAX: u64 = <$type>::MAX as u64;

            #[inline(always)]
            fn wrap(number: u64) -> Self {
                number as $type
            }

            #[inline(always)]
            fn get(self) -> u64 {
                self.into()
            }

            fn either(numbers: &[Self]) -> Numbers<'_> {
                Numbers::$width(numbers)
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

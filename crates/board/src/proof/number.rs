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
    ($type:ty) => {
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

number!(u32);
number!(u64);

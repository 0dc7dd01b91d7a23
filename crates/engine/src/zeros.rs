//! Large arrays that begin with zeros.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;

/// From so many bytes on an array asks for large pages.
#[cfg(target_os = "linux")]
const LARGE: usize = 1 << 21;

/// Numbers in memory, zeros at first.
///
/// On Linux a large array asks for pages of 2 MiB (`MADV_HUGEPAGE`), which the system may grant: touching a page for
/// the first time takes it about a microsecond, and there is one for 4 KiB else.
pub(crate) struct Zeros<T: Pod>(Held<T>);

enum Held<T> {
    Own(Vec<T>),
    #[cfg(target_os = "linux")]
    Mapped(memmap2::MmapMut),
}

impl<T: Pod> Zeros<T> {
    pub(crate) fn new(count: usize) -> Self {
        #[cfg(target_os = "linux")]
        if count * size_of::<T>() >= LARGE
            && let Ok(map) = memmap2::MmapMut::map_anon(count * size_of::<T>())
        {
            // A system that does not grant it hands out small pages.
            let _ = map.advise(memmap2::Advice::HugePage);
            return Self(Held::Mapped(map));
        }
        Self(Held::Own(vec![T::zeroed(); count]))
    }
}

impl<T: Pod> From<Vec<T>> for Zeros<T> {
    fn from(numbers: Vec<T>) -> Self {
        Self(Held::Own(numbers))
    }
}

impl<T: Pod> Deref for Zeros<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Held::Own(numbers) => numbers,
            #[cfg(target_os = "linux")]
            Held::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Zeros<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Held::Own(numbers) => numbers,
            #[cfg(target_os = "linux")]
            Held::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

impl<T: Pod> Clone for Zeros<T> {
    fn clone(&self) -> Self {
        let mut other = Self::new(self.len());
        other.copy_from_slice(self);
        other
    }
}

impl<T: Pod + PartialEq> PartialEq for Zeros<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Pod + Eq> Eq for Zeros<T> {}

impl<T: Pod> fmt::Debug for Zeros<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zeros({})", self.len())
    }
}

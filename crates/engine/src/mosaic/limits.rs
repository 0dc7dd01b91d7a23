//! The limits of a run on a machine.

#[cfg(feature = "gpu")]
use courser_gpu::GpuDevice;

/// Default number of squares in the first dispatch. Even a software adapter needs only a tenth of a second for such a
/// dispatch. Therefore the dispatch is too short for the watchdog of a desktop's GPU to intervene.
const FIRST_SQUARES: u64 = 1 << 24;

/// Maximum number of squares in a dispatch without read-back. The visit numbers of this many squares take half a
/// gigabyte of memory. The fastest GPUs compute these numbers in a millisecond.
const MAX_SQUARES: u64 = 1 << 27;

/// Minimum number of squares in a dispatch. A smaller dispatch takes longer to submit than to run.
const MIN_SQUARES: u64 = 1 << 18;

/// Limits on the resources that a run uses. Results do not depend on these limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of a storage binding in bytes.
    pub binding: u64,
    /// Minimum number of squares per dispatch, even on a slow GPU. The fields `min_squares`, `first_squares` and
    /// `max_squares` are rounded up to whole rows.
    pub min_squares: u64,
    /// Number of squares in the first dispatch. If visit numbers are read back, all later dispatches also have this
    /// number of squares.
    pub first_squares: u64,
    /// Maximum number of squares per dispatch, even on a fast GPU.
    pub max_squares: u64,
    /// Maximum number of workgroups in one dimension of a dispatch.
    pub groups: u32,
    /// True if numbers have 64 bits even on small boards. On boards of 2^32 squares or more, numbers always have 64
    /// bits.
    pub wide: bool,
    /// True if the host measures the time of each part of a run, even if the GPU has a clock.
    pub host_clock: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            binding: u64::MAX,
            min_squares: MIN_SQUARES,
            first_squares: FIRST_SQUARES,
            max_squares: MAX_SQUARES,
            groups: u32::MAX,
            wide: false,
            host_clock: false,
        }
    }
}

impl Limits {
    /// Returns the limits of a run on the device. With these limits, each band is small enough to be completed quickly.
    #[cfg(feature = "gpu")]
    pub fn of(device: &GpuDevice) -> Self {
        Self { binding: device.max_binding(), groups: device.max_groups(), ..Self::default() }
    }

    /// Sets the size of each band to `squares` squares.
    #[must_use]
    pub const fn with_bands(self, squares: u64) -> Self {
        Self { min_squares: squares, first_squares: squares, max_squares: squares, ..self }
    }
}

//! The share of a GPU that a run may take.

use courser_gpu::GpuDevice;

/// Default number of squares for the first dispatch: a tenth of a second on a software adapter, so that no watchdog of
/// a desktop's GPU triggers.
const FIRST_SQUARES: u64 = 1 << 24;

/// Maximum number of squares in a dispatch without read-back: half a gigabyte of numbers, a millisecond on the fastest
/// GPUs.
const MAX_SQUARES: u64 = 1 << 27;

/// A dispatch of fewer squares takes longer to submit than to run.
const MIN_SQUARES: u64 = 1 << 18;

/// The maximum resources of a GPU for a run. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of bytes in a storage binding.
    pub binding: u64,
    /// Minimum number of squares per dispatch, even on a slow GPU; rounded up to whole rows, like the next two.
    pub least_squares: u64,
    /// The squares that the first dispatch numbers, and all where something is read back.
    pub first_squares: u64,
    /// Maximum number of squares per dispatch, even on a fast GPU.
    pub most_squares: u64,
    /// Maximum number of workgroups in one dimension of a dispatch.
    pub groups: u32,
    /// `true` if numbers have 64 bits on small boards too. From 2^32 squares on they always have.
    pub wide: bool,
    /// `true` if the parts of a run are timed by the host even if the GPU has a clock.
    pub host_clock: bool,
}

impl Limits {
    /// Returns the limits of the device, with bands small enough to finish soon.
    pub fn of(device: &GpuDevice) -> Self {
        Self {
            binding: device.max_binding(),
            least_squares: MIN_SQUARES,
            first_squares: FIRST_SQUARES,
            most_squares: MAX_SQUARES,
            groups: device.max_groups(),
            wide: false,
            host_clock: false,
        }
    }

    /// Sets the size of all bands to `squares` squares.
    #[must_use]
    pub const fn with_bands(self, squares: u64) -> Self {
        Self { least_squares: squares, first_squares: squares, most_squares: squares, ..self }
    }
}

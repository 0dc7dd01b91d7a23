//! The share of a GPU that a run may take.

use courser_gpu::Device;

/// The squares that the first dispatch numbers, if nothing else is asked for: a tenth of a second on a software adapter,
/// so that no watchdog of a desktop's GPU ever wakes.
const FIRST_SQUARES: u64 = 1 << 24;

/// The most squares of a dispatch, where nothing is read back: half a gigabyte of numbers, of which the fastest GPUs are
/// done in a millisecond.
const MOST_SQUARES: u64 = 1 << 27;

/// A dispatch of fewer squares takes longer to submit than to run.
const LEAST_SQUARES: u64 = 1 << 18;

/// The most that a run may take of a GPU. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a storage binding.
    pub binding: u64,
    /// The fewest squares that one dispatch numbers, however slow the GPU is; rounded up to whole rows, as the next two.
    pub least_squares: u64,
    /// The squares that the first dispatch numbers, and all where something is read back.
    pub first_squares: u64,
    /// The most squares that one dispatch numbers, however fast the GPU is.
    pub most_squares: u64,
    /// The most workgroups in one dimension of a dispatch.
    pub groups: u32,
    /// `true` if numbers have 64 bits on small boards too. From 2^32 squares on they always have.
    pub wide: bool,
    /// `true` if the parts of a run are timed by the host even if the GPU has a clock.
    pub host_clock: bool,
}

impl Limits {
    /// The limits of the device, with bands so small that each is soon done.
    pub fn of(device: &Device) -> Self {
        Self {
            binding: device.max_binding(),
            least_squares: LEAST_SQUARES,
            first_squares: FIRST_SQUARES,
            most_squares: MOST_SQUARES,
            groups: device.max_groups(),
            wide: false,
            host_clock: false,
        }
    }

    /// The same limits with bands of `squares` squares each, however fast the GPU is.
    #[must_use]
    pub const fn with_bands(self, squares: u64) -> Self {
        Self { least_squares: squares, first_squares: squares, most_squares: squares, ..self }
    }
}

//! What a run may take of a card.

use courser_gpu::Device;

/// The most squares that one dispatch numbers, if nothing else is asked for: a tenth of a second on a
/// software adapter, so that no watchdog of a desktop's card ever wakes.
const BAND_SQUARES: u64 = 1 << 24;

/// States take four times the room of numbers.
pub(super) const STATE_SQUARES: u64 = BAND_SQUARES / 4;

/// What a run may take of a card. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a storage binding.
    pub binding: u64,
    /// The most squares that one dispatch numbers, rounded up to whole rows.
    pub band_squares: u64,
    /// The most workgroups in one dimension of a dispatch.
    pub groups: u32,
    /// Whether numbers have 64 bits on small boards too. From 2^32 squares on they always have.
    pub wide: bool,
    /// Whether the parts of a run are timed by the host even if the card has a clock.
    pub host_clock: bool,
}

impl Limits {
    /// All that the device gives, in bands that it is done with soon.
    pub fn of(device: &Device) -> Self {
        Self {
            binding: device.max_binding(),
            band_squares: BAND_SQUARES,
            groups: device.max_groups(),
            wide: false,
            host_clock: false,
        }
    }
}

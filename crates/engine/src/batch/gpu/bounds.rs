//! The bounds of one dispatch.

use courser_gpu::Device;

/// The bounds of the work that is done at once. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Knights that walk side by side.
    pub knights: u32,
    /// Bytes of any one buffer; never more than a storage binding of the adapter has.
    pub bytes: u64,
    /// Moves of a knight in one dispatch; the kernels have bounds of their own besides.
    pub moves: u32,
    /// Knights whose results are summed up in one tally on the GPU.
    pub slice: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { knights: 1 << 20, bytes: 1 << 30, moves: u32::MAX, slice: 1 << 12 }
    }
}

impl Bounds {
    /// No more than the device takes, and no less than something.
    pub(super) fn on(self, device: &Device) -> Self {
        Self {
            knights: self.knights.max(1),
            bytes: self.bytes.min(device.max_binding()).max(64),
            moves: self.moves.max(1),
            slice: self.slice.max(1),
        }
    }
}

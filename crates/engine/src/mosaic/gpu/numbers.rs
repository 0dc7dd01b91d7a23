//! Visit numbers as a GPU has them, and as they are handed out.

use courser_gpu::wgpu::{self, BufferUsages};

use crate::mosaic::MosaicReport;
use crate::mosaic::layout::QUAD;

/// The usages of a buffer of numbers.
pub(super) const USAGES: BufferUsages =
    BufferUsages::STORAGE.union(BufferUsages::COPY_SRC).union(BufferUsages::COPY_DST);

/// The size of a visit number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bits, for boards of fewer than 2^32 squares.
    Narrow,
    /// 64 bits, for boards of any size.
    Wide,
}

impl Width {
    /// Bytes of a number.
    pub(super) const fn bytes(self) -> u64 {
        match self {
            Self::Narrow => 4,
            Self::Wide => 8,
        }
    }
}

/// The numbers of a whole board in one buffer of the GPU, proven.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The numbers, row by row; each row is padded with zeros to `stride` numbers.
    pub numbers: wgpu::Buffer,
    /// Numbers from a row to the next: the columns, rounded up to a multiple of 4.
    pub stride: u32,
    /// The size of a number; of 64 bits the lower word comes first.
    pub width: Width,
    /// The times of making and proving the numbers.
    pub report: MosaicReport,
}

/// Bytes of a row of numbers, padded to whole quads.
pub(super) const fn row_bytes(cols: u32, width: Width) -> u64 {
    cols.div_ceil(QUAD) as u64 * QUAD as u64 * width.bytes()
}

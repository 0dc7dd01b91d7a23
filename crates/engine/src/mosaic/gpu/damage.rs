//! Damage for the tests of the check: numbers overwritten on the GPU, between numbering and checking.

use courser_board::Square;
use courser_gpu::wgpu::{self, BufferUsages};

use super::buffers::Slot;
use super::numbering::Numbering;
use super::numbers::row_bytes;
use crate::Result;
use crate::mosaic::bands::Band;

/// Numbers to be overwritten before the check.
#[derive(Default)]
pub(super) struct Damages(pub(super) Vec<(Square, u64)>);

impl Damages {
    /// Overwrites the numbers of the band that are to be damaged.
    pub(super) fn overwrite(
        &self,
        numbering: &Numbering<'_>,
        encoder: &mut wgpu::CommandEncoder,
        slot: &Slot,
        band: &Band,
    ) -> Result<()> {
        let Numbering { device, cols, width, .. } = numbering;
        for (square, number) in self.0.iter().filter(|(square, _)| band.number.contains(&square.row)) {
            let wrong = device.upload("damage", &number.to_le_bytes(), BufferUsages::COPY_SRC)?;
            let row = u64::from(square.row - band.top) * row_bytes(*cols, *width);
            let bytes = width.bytes();
            encoder.copy_buffer_to_buffer(&wrong, 0, &slot.numbers, row + u64::from(square.col) * bytes, bytes);
        }
        Ok(())
    }
}

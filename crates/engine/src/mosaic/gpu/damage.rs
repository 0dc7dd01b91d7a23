//! Damage for the tests of the check: numbers overwritten on the GPU, between numbering and checking.

use courser_board::Square;
use courser_gpu::wgpu::{self, BufferUsages};

use super::GpuMosaic;
use super::buffers::Slot;
use super::numbers::row_bytes;
use crate::EngineError;
use crate::mosaic::bands::Band;

impl GpuMosaic<'_> {
    /// Overwrites the number of `square` with `number` in every run from now on, between the passes that make the
    /// numbers and check them: for tests of the check.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[doc(hidden)]
    pub fn damage(&mut self, square: Square, number: u64) {
        assert!(square.row < self.plan.rows && square.col < self.plan.cols, "{square:?} is not on the board");
        self.damages.push((square, number));
    }

    /// Overwrites the numbers of the band that are to be damaged.
    pub(super) fn damage_band(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        slot: &Slot,
        band: &Band,
    ) -> Result<(), EngineError> {
        let bytes = self.width.bytes();
        for (square, number) in self.damages.iter().filter(|(square, _)| band.number.contains(&square.row)) {
            let wrong = self.device.upload("damage", &number.to_le_bytes(), BufferUsages::COPY_SRC)?;
            let row = u64::from(square.row - band.top) * row_bytes(self.plan.cols, self.width);
            encoder.copy_buffer_to_buffer(&wrong, 0, &slot.numbers, row + u64::from(square.col) * bytes, bytes);
        }
        Ok(())
    }
}

//! Checks that boards fit in memory.

use courser_board::Board;
use courser_engine::memory;
use courser_engine::mosaic::band_rows;

use crate::TourError;

/// Checks that a tour fits in memory. A tour takes a few numbers per square.
///
/// # Errors
/// [`TourError::Memory`] if the tour does not fit. Making the tour row by row may still be possible.
pub(crate) fn fits_in_memory(board: &Board) -> Result<(), TourError> {
    // Every computer is assumed to have enough memory for a board with fewer than 2^21 cells.
    if board.cells() < 1 << 21 {
        return Ok(());
    }
    let (needed, there) = (board.cells().saturating_mul(24), memory::available());
    if board.cells() >= u64::from(u32::MAX) || needed > there {
        return Err(TourError::Memory { board: board.clone(), needed, there });
    }
    Ok(())
}

/// Checks that a band fits in memory, together with the rows that the proof keeps. This check can fail if the rows are
/// very long. `bytes` is the size of a visit number.
///
/// # Errors
/// [`TourError::Band`] if the memory does not suffice.
pub fn band_fits(board: &Board, bytes: u8) -> Result<(), TourError> {
    let rows = u64::from(band_rows(board.cols()).next_multiple_of(8).min(board.rows()));
    let needed = (2 * rows + 4) * u64::from(board.cols()) * u64::from(bytes);
    // Every computer is assumed to have 16 MiB available.
    let there = if needed < 1 << 24 { needed } else { memory::available() };
    if needed > there {
        return Err(TourError::Band { board: board.clone(), needed, there });
    }
    Ok(())
}

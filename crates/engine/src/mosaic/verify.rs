//! A device's numbers beside the plan's own.

use std::ops::Range;

use courser_board::proof::Number;
use courser_solve::mosaic::Plan;

use crate::EngineError;

/// Compares the numbers of some rows, as a device has made them, with those that the plan makes on the CPU. Returns how many
/// were compared.
///
/// # Errors
/// [`EngineError::Differs`] has the first square that differs, and both numbers.
///
/// # Panics
/// If the rows end beyond the board.
pub fn verify<T: Number>(plan: &Plan, rows: Range<u32>, found: &[T]) -> Result<u64, EngineError> {
    let cols = plan.cols as usize;
    if found.len() != rows.len() * cols {
        return Err(EngineError::Differs(format!("{} numbers for {} squares", found.len(), rows.len() * cols)));
    }
    // Whole tiles of eight rows, so that few are worked out twice, and no band is in memory a second time.
    let mut expected = vec![T::default(); 8 * cols];
    for (first, found) in rows.clone().step_by(8).zip(found.chunks(8 * cols)) {
        let expected = &mut expected[..found.len()];
        plan.fill_rows(first..(first + 8).min(rows.end), expected);
        if let Some(at) = found.iter().zip(&*expected).position(|(found, expected)| found != expected) {
            let (row, col) = (first as usize + at / cols, at % cols);
            let (found, expected) = (found[at].get(), expected[at].get());
            return Err(EngineError::Differs(format!("row {row}, column {col} is {found}, expected {expected}")));
        }
    }
    Ok(found.len() as u64)
}

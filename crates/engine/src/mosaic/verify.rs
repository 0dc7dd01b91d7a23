//! Comparison of a device's numbers with those of the CPU.

use std::ops::Range;

use courser_board::proof::{VisitNumber, VisitNumbers};

use super::BandMaker;
use crate::{EngineError, Result};

/// Compares the numbers of a band computed by a device with the numbers computed by the CPU. Returns the number of
/// compared squares.
///
/// # Errors
/// [`EngineError::Differs`] with the first square that differs, and both numbers.
///
/// # Panics
/// If the rows end beyond the board.
pub fn verify(plan: &impl BandMaker, rows: Range<u32>, found: VisitNumbers<'_>) -> Result<u64> {
    match found {
        VisitNumbers::Narrow(found) => compare(plan, rows, found),
        VisitNumbers::Wide(found) => compare(plan, rows, found),
    }
}

fn compare<T: VisitNumber>(plan: &impl BandMaker, rows: Range<u32>, found: &[T]) -> Result<u64> {
    let cols = plan.shape().1 as usize;
    let mut expected = vec![T::default(); rows.len() * cols];
    if found.len() != expected.len() {
        return Err(EngineError::Differs(format!("{} numbers for {} squares", found.len(), expected.len())));
    }
    plan.fill(rows.clone(), &mut expected)?;
    match found.iter().zip(&expected).position(|(found, expected)| found != expected) {
        None => Ok(found.len() as u64),
        Some(at) => {
            let (row, col) = (rows.start as usize + at / cols, at % cols);
            let (found, expected) = (found[at].get(), expected[at].get());
            Err(EngineError::Differs(format!("row {row}, column {col} is {found}, expected {expected}")))
        }
    }
}

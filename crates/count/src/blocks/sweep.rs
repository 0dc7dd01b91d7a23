//! Counts the tours of many boards in one sweep. The sweep covers half of the longest board.

use num_bigint::BigUint;

use super::half::SweepBoard;
use super::layer::{Chunk, size};
use super::{Halves, Middle, ProgressReporter, WorkEstimate, advance, first_layer};
use crate::CountError;
use crate::checkpoint::CheckpointStore;
use crate::progress::CountOptions;

/// Returns the indices of the boards that one sweep can count. Each of these boards has three properties:
/// - The board is as wide as the longest board.
/// - A half turn maps the board to itself. Therefore the same steps compute both halves of the board.
/// - The steps of the board's lower half are the first steps of the longest board's lower half. Therefore one layer can
///   be the last layer of one board's upper half and of another board's lower half.
pub(crate) fn alike(layouts: &[SweepBoard]) -> Vec<usize> {
    let Some(longest) = longest(layouts) else { return Vec::new() };
    let steps = longest.steps(longest.halves().1);
    let is_alike = |layout: &SweepBoard| {
        layout.cols == longest.cols && layout.is_same_rotated() && steps.starts_with(&layout.steps(layout.halves().1))
    };
    (0..layouts.len()).filter(|&at| is_alike(&layouts[at])).collect()
}

fn longest(layouts: &[SweepBoard]) -> Option<&SweepBoard> {
    layouts.iter().max_by_key(|layout| (layout.cols, layout.rows))
}

/// Counts the tours of each of the boards, which must be [`alike`]. Reports each number as soon as it is known.
///
/// Stops early if numbers or layers become too large. The caller counts the remaining boards.
///
/// # Errors
/// Any [`CountError`], including the errors of `on_number`.
pub(crate) fn sweep(
    layouts: &[SweepBoard],
    options: &CountOptions<'_>,
    on_number: &mut dyn FnMut(usize, BigUint) -> Result<(), CountError>,
) -> Result<(), CountError> {
    let Some(longest) = longest(layouts) else { return Ok(()) };
    let rows = longest.halves().1;
    let steps = longest.steps(rows);
    let mut course = ProgressReporter { options, work: WorkEstimate::of_sweep(longest, rows, layouts), peak: 0 };
    let (mut before, mut layer): (Vec<Chunk>, Vec<Chunk>) = (Vec::new(), first_layer());
    for row in 0..=rows {
        for (at, layout) in layouts.iter().enumerate().filter(|(_, layout)| layout.halves().1 == row) {
            let upper = if layout.halves().0 == row { &layer } else { &before };
            match join(layout, upper, &layer, &mut course) {
                Ok(number) => on_number(at, number)?,
                Err(CountError::TooLarge(_)) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        before = std::mem::take(&mut layer);
        // The layer of the previous row is kept only if a board needs it. A board needs this layer if its upper half
        // has `row` rows and its lower half has `row + 1` rows.
        let is_needed = layouts.iter().any(|layout| layout.halves() == (row, row + 1));
        for (at, step) in steps.iter().enumerate().skip(row * longest.cols).take(longest.cols) {
            options.check()?;
            let is_first = at == row * longest.cols;
            layer = match advance(if is_first { &before } else { &layer }, step, longest.ring) {
                Err(CountError::TooLarge(_)) => return Ok(()),
                layer => layer?,
            };
            if is_first && !is_needed {
                before = Vec::new();
            }
            let [states, bytes] = size(&layer);
            let bytes = bytes + size(&before)[1];
            course.layer(at, [at + 1, steps.len()], [states, bytes]);
            if options.affords(bytes as f64).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn join(
    layout: &SweepBoard,
    upper: &[Chunk],
    lower: &[Chunk],
    course: &mut ProgressReporter<'_, '_>,
) -> Result<BigUint, CountError> {
    let middle = Middle::new(layout);
    let classes = middle.classes(upper, lower);
    let halves = Halves { upper, lower, classes: &classes };
    course.work.join(layout);
    let count = |class, room: &mut _| middle.count(class, &classes.lower[&class], &halves, room);
    let number = super::join(halves.sizes(), &count, &mut CheckpointStore::default(), course);
    course.work.joined();
    number
}

//! Many boards in one sweep over half of the longest.

use num_bigint::BigUint;

use super::half::Layout;
use super::layer::Chunk;
use super::{Halves, Middle, advance, first_layer};
use crate::CountError;
use crate::checkpoint::Keeper;
use crate::progress::{CountOptions, CountProgress, Stage};

/// The tours of each of the boards, reported as soon as they are known; the places of those that it leaves to others.
///
/// Both halves of a board that turning by 180° does not change are made by the same steps, and boards of the same width
/// have the same steps: one layer is the upper half of one board and the lower half of another.
///
/// # Errors
/// [`CountError`], also that of `on_number`; not [`CountError::TooLarge`], from which on all are left to others.
pub(crate) fn sweep(
    layouts: &[Layout],
    options: &CountOptions<'_>,
    on_number: &mut dyn FnMut(usize, BigUint) -> Result<(), CountError>,
) -> Result<Vec<usize>, CountError> {
    let mut left: Vec<usize> = (0..layouts.len()).collect();
    let Some(longest) = layouts.iter().max_by_key(|layout| (layout.cols, layout.rows)) else { return Ok(left) };
    let rows = longest.halves().1;
    let steps = longest.steps(rows);
    let is_alike = |layout: &Layout| {
        layout.cols == longest.cols && layout.is_same_rotated() && steps.starts_with(&layout.steps(layout.halves().1))
    };
    let alike: Vec<bool> = layouts.iter().map(is_alike).collect();
    let (mut before, mut layer): (Vec<Chunk>, Vec<Chunk>) = (Vec::new(), first_layer());
    let mut peak = 0;
    for row in 0..=rows {
        for (at, layout) in layouts.iter().enumerate().filter(|&(at, layout)| alike[at] && layout.halves().1 == row) {
            let upper = if layout.halves().0 == row { &layer } else { &before };
            match join(layout, upper, &layer, options) {
                Ok(number) => on_number(at, number)?,
                Err(CountError::TooLarge) => return Ok(left),
                Err(error) => return Err(error),
            }
            left.retain(|&other| other != at);
        }
        // Only a board with an odd number of own rows needs the layer of a row less.
        before.clone_from(&layer);
        for step in steps.iter().skip(row * longest.cols).take(longest.cols) {
            options.check()?;
            layer = match advance(&layer, step, longest.ring, &|_| true) {
                Err(CountError::TooLarge) => return Ok(left),
                layer => layer?,
            };
            let states: u64 = layer.iter().map(Chunk::states).sum();
            let bytes = layer.iter().chain(&before).map(Chunk::bytes).sum();
            peak = states.max(peak);
            let stage = Stage::Layer { at: row + 1, of: rows };
            options.report(CountProgress { stage, states, peak, bytes, done: row as f64 / rows as f64 });
            options.affords(bytes)?;
        }
    }
    Ok(left)
}

fn join(layout: &Layout, upper: &[Chunk], lower: &[Chunk], options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let middle = Middle::new(layout);
    let classes = middle.classes(upper, lower);
    let halves = Halves { upper, lower, classes: &classes };
    super::join(&middle, &halves, &mut Keeper::default(), "", options, &|_, _| ())
}

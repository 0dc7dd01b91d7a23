//! The frontier method for wide boards.

mod degrees;
mod gather;
mod half;
mod join;
mod layer;
mod matching;
mod middle;
pub(crate) mod words;

use std::sync::Mutex;

use num_bigint::BigUint;

pub(crate) use self::degrees::Degrees;
pub(crate) use self::gather::{BUCKETS, Expand, advance, bucket};
pub(crate) use self::half::{Layout, Step, colours_forbid};
pub(crate) use self::layer::{Block, Chunk};
pub(crate) use self::middle::{Halves, Middle, count_all};
use crate::CountError;
use crate::progress::{Options, Progress, Stage};

/// The layer before anything is decided.
pub(crate) fn first_layer() -> Vec<Chunk> {
    let mut chunk = Chunk::default();
    chunk.push(Degrees::default(), &[(0, 1)], 1);
    vec![chunk]
}

fn run(mut layer: Vec<Chunk>, steps: &[Step], peak: &mut u64, options: &Options<'_>) -> Result<Vec<Chunk>, CountError> {
    for (at, step) in steps.iter().enumerate() {
        options.check()?;
        layer = advance(&layer, step, &|_| true)?;
        let states: u64 = layer.iter().map(Chunk::states).sum();
        let bytes: u64 = layer.iter().map(Chunk::bytes).sum();
        *peak = states.max(*peak);
        options.tell(Progress { stage: Stage::Layer { at, of: steps.len() }, states, peak: *peak, bytes });
    }
    Ok(layer)
}

/// The tours of a board.
pub(crate) fn cycles(layout: &Layout, options: &Options<'_>) -> Result<BigUint, CountError> {
    let (above, below) = layout.halves();
    let mut peak = 0;
    let upper = run(first_layer(), &layout.steps(above), &mut peak, options)?;
    let lower = if !layout.is_same_rotated() {
        Some(run(first_layer(), &layout.rotated().steps(below), &mut peak, options)?)
    } else if above < below {
        let steps = layout.steps(below);
        Some(run(upper.clone(), &steps[layout.steps(above).len()..], &mut peak, options)?)
    } else {
        None
    };
    let lower = lower.as_ref().unwrap_or(&upper);
    let middle = Middle::new(layout);
    let classes = middle.classes(&upper, lower);
    let halves = Halves { upper: &upper, lower, classes: &classes };
    let total = Mutex::new(BigUint::ZERO);
    count_all(&middle, &halves, &|_| true, &|_, found, _, _| {
        options.check()?;
        *total.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += found;
        Ok(())
    })?;
    Ok(total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

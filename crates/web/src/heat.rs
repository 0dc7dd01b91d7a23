//! Tours in which every square finds its own number, for the heat map.

use courser_board::proof::{Numbers, Proof, prove};
use courser_board::{Board, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, Grown, Setup};
use courser_engine::mosaic::GpuMosaic;
use courser_solve::mosaic::Plan;
use courser_view::Palette;
use wasm_bindgen::prelude::*;

use crate::{device, engine, js_error};

/// The most squares of a side: the numbers are in memory twice, here and on the page.
const MOST_SIDE: u32 = 4096;

/// The 256 colours of the gradient of a tour, from its start to its end: red, green and blue, one byte each.
#[wasm_bindgen]
pub fn colours(dark: bool) -> Vec<u8> {
    let palette = if dark { Palette::Dark } else { Palette::Light };
    (0..=255).flat_map(|at: u8| palette.heat(f32::from(at) / 255.0)).collect()
}

/// The tour that is asked for.
fn spec(rows: u32, cols: u32, closed: bool) -> Result<TourSpec, JsError> {
    if rows.max(cols) > MOST_SIDE {
        return Err(js_error(
            format!("{rows}x{cols} is more than this page holds"),
            format!("choose sides up to {MOST_SIDE}"),
        ));
    }
    let board = Board::new(rows, cols).map_err(|error| js_error(&error, error.hint()))?;
    Ok(if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) })
}

/// The visit numbers of a mosaic, row by row, proven to be a tour.
///
/// # Errors
/// The board does not have such a mosaic, the device fails, or the numbers are not a tour.
#[wasm_bindgen]
pub async fn mosaic(rows: u32, cols: u32, closed: bool, seed: Option<u32>, on_gpu: bool) -> Result<Vec<u32>, JsError> {
    let spec = spec(rows, cols, closed)?;
    let plan = Plan::new(&spec, seed.map(u64::from)).map_err(|error| js_error(&error, error.hint()))?;
    let mut visits = vec![0; (rows * cols) as usize];
    if on_gpu {
        let mut mosaic = GpuMosaic::new(device()?, &plan).map_err(engine)?;
        let each = |band: std::ops::Range<u32>, numbers: Numbers<'_>| {
            if let Numbers::Narrow(numbers) = numbers {
                visits[(band.start * cols) as usize..][..numbers.len()].copy_from_slice(numbers);
            }
            Ok::<(), EngineError>(())
        };
        mosaic.for_each_band_of_async(0..rows, each).await.map_err(engine)?;
    } else {
        plan.fill(&mut visits);
        let mut proof = Proof::new(rows, cols, closed);
        proof.push(&visits)?;
        proof.finish()?;
    }
    Ok(visits)
}

/// The visit numbers of a tour that is grown by all squares at once, row by row, proven to be a tour.
///
/// # Errors
/// The board does not serve, cycles are left that nothing joins, or the numbers are not a tour.
#[wasm_bindgen]
pub fn grown(rows: u32, cols: u32, closed: bool, seed: u32) -> Result<Vec<u32>, JsError> {
    let spec = spec(rows, cols, closed)?;
    let setup = Setup::new(&spec, seed.into()).map_err(|unfit| js_error(unfit, "choose longer sides, or a mosaic"))?;
    let mut grown = Grown::new(CpuGrown::new(setup).map_err(engine)?);
    grown.finish(&mut |_| {}).map_err(engine)?;
    let mut visits = Vec::with_capacity((rows * cols) as usize);
    grown
        .for_each_band(|_, numbers| {
            visits.extend_from_slice(numbers);
            Ok::<(), EngineError>(())
        })
        .map_err(engine)?;
    prove(rows, cols, closed, &visits)?;
    Ok(visits)
}

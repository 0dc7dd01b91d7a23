//! Mosaics and grown tours, whose visit numbers the page shows as a heat map.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use courser_board::proof::VisitNumbers;
use courser_board::{Board, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, GpuGrown, Grown, GrownOn, GrowthProgress, GrowthSetup};
use courser_engine::mosaic::{CpuMosaic, GpuMosaic, Mosaic};
use courser_gpu::GpuDevice;
use courser_solve::mosaic::MosaicPlan;
use courser_view::Palette;
use courser_view::caption::{self, Growth};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::{device, engine, js_error};

/// Maximum side of a board in squares. Memory limits the side: this module and the page each store all visit numbers.
const MAX_SIDE: u32 = 4096;

/// Returns the names of all palettes.
#[wasm_bindgen]
pub fn palettes() -> Vec<String> {
    Palette::ALL.map(|palette| palette.to_string()).to_vec()
}

/// Returns the 256 colours of a palette's gradient, from the start of a tour to its end. A colour has three bytes,
/// which are red, green and blue.
///
/// # Errors
/// Returns an error if `palette` is not the name of a palette.
#[wasm_bindgen]
pub fn colours(palette: &str) -> Result<Vec<u8>, JsError> {
    let palette = palette.parse::<Palette>().map_err(js_error)?;
    Ok((0..=255).flat_map(|at: u8| palette.heat(f32::from(at) / 255.0)).collect())
}

/// The checked visit numbers of a tour, the duration of their computation, and the duration of their check.
#[wasm_bindgen]
pub struct Heat {
    visits: Vec<u32>,
    numbers: Duration,
    proof: Duration,
}

#[wasm_bindgen]
impl Heat {
    /// Computes a mosaic or a grown tour, on the GPU or on the CPU. Calls `tell` with messages about the progress.
    ///
    /// # Errors
    /// Returns an error if the board has no such tour, the device fails, or the numbers do not form a tour.
    pub async fn new(
        rows: u32,
        cols: u32,
        closed: bool,
        seed: u32,
        grown: bool,
        on_gpu: bool,
        tell: Function,
    ) -> Result<Heat, JsError> {
        if rows.max(cols) > MAX_SIDE {
            return Err(js_error(format!("{rows}x{cols} is more than this page holds: choose sides up to {MAX_SIDE}")));
        }
        let board = Board::new(rows, cols).map_err(js_error)?;
        let spec = if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) };
        let gpu = on_gpu.then(device).transpose()?;
        let mut heat = Self { visits: vec![0; (rows * cols) as usize], numbers: Duration::ZERO, proof: Duration::ZERO };
        if grown {
            let setup = GrowthSetup::new(&spec, seed.into())
                .map_err(|unfit| js_error(format!("{unfit}: choose longer sides, or a mosaic")))?;
            heat.grow(setup, gpu, &tell).await
        } else {
            let plan = MosaicPlan::new(&spec, Some(seed.into())).map_err(js_error)?;
            heat.tile(&plan, gpu).await
        }
        .map_err(engine)?;
        Ok(heat)
    }

    async fn grow(
        &mut self,
        setup: GrowthSetup,
        gpu: Option<&'static GpuDevice>,
        tell: &Function,
    ) -> Result<(), EngineError> {
        let (cols, is_open) = (setup.board().cols(), setup.end().is_some());
        let mut grown: Box<GrownOn<'_>> = match gpu {
            Some(gpu) => Box::new(Grown::new(GpuGrown::new(gpu, setup)?)),
            None => Box::new(Grown::new(CpuGrown::new(setup)?)),
        };
        let mut progress = |progress| {
            let text = match progress {
                GrowthProgress::Melting(done, all) => caption::growth(Growth::Melting(done, all), None, is_open),
                GrowthProgress::Joining(0, shakes) => caption::growth(Growth::Joining(shakes), None, is_open),
                GrowthProgress::Joining(cycles, shakes) => {
                    caption::growth(Growth::Joining(shakes), Some(cycles.into()), is_open)
                }
                GrowthProgress::Numbering => caption::growth(Growth::Numbering, None, is_open),
            };
            // An error in the callback of the page must not stop the work.
            let _ = tell.call1(&JsValue::NULL, &text.into());
        };
        grown.finish_async(&mut progress).await?;
        let mut each = |band: Range<u32>, numbers: &[u32]| {
            self.put(band, cols, VisitNumbers::Narrow(numbers));
            ControlFlow::Continue(())
        };
        grown.for_each_band_async(&mut each).await?;
        (self.numbers, self.proof) = (grown.report().passes.iter().sum(), grown.report().proof);
        Ok(())
    }

    async fn tile(&mut self, plan: &MosaicPlan, gpu: Option<&'static GpuDevice>) -> Result<(), EngineError> {
        let cols = plan.cols;
        let mut each = |band: Range<u32>, numbers: Option<VisitNumbers<'_>>| {
            self.put(band, cols, numbers.expect("the numbers are asked for"));
            ControlFlow::Continue(())
        };
        let report = match gpu {
            Some(gpu) => GpuMosaic::new(gpu, plan)?.rows(0..plan.rows, true, &mut each).await?,
            None => CpuMosaic::new(plan.clone()).run(true, &mut each)?,
        };
        (self.numbers, self.proof) = report.map(|report| (report.compute, report.check)).unwrap_or_default();
        Ok(())
    }

    fn put(&mut self, band: Range<u32>, cols: u32, numbers: VisitNumbers<'_>) {
        if let VisitNumbers::Narrow(numbers) = numbers {
            self.visits[(band.start * cols) as usize..][..numbers.len()].copy_from_slice(numbers);
        }
    }

    /// Returns the visit numbers, row by row.
    pub fn visits(&self) -> Vec<u32> {
        self.visits.clone()
    }

    /// Returns the time for computing the visit numbers. The unit is the millisecond. For a grown tour, this is the
    /// total time of the passes.
    pub fn numbers(&self) -> f64 {
        self.numbers.as_secs_f64() * 1e3
    }

    /// Returns the duration of the check of the visit numbers in milliseconds. For a grown tour, the duration includes
    /// copying the numbers.
    pub fn proof(&self) -> f64 {
        self.proof.as_secs_f64() * 1e3
    }
}

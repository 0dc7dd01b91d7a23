//! A mosaic: numbered and proven on the GPU, drawn from the buffer in which it was.

use courser::board::{Board, Square, TourSpec};
use courser::engine::mosaic::{GpuMosaic, Whole};
use courser::gpu::Device;
use courser::solve::mosaic::Plan;
use courser::view::window::{Moment, Spot, Squares};

use super::played::Known;
use crate::error::Failure;
use crate::progress::bar;

/// A board whose squares find their own numbers.
pub(super) struct Mosaic<'device> {
    device: &'device Device,
    spec: TourSpec,
    plan: Plan,
    seed: Option<u64>,
    whole: Whole,
    quiet: bool,
}

impl<'device> Mosaic<'device> {
    pub(super) fn new(
        device: &'device Device,
        spec: TourSpec,
        plan: Plan,
        seed: Option<u64>,
        quiet: bool,
    ) -> Result<Self, Failure> {
        let whole = number(device, &plan, quiet)?;
        Ok(Self { device, spec, plan, seed, whole, quiet })
    }
}

/// Numbers the board on the GPU, with a bar on the terminal meanwhile.
fn number(device: &Device, plan: &Plan, quiet: bool) -> Result<Whole, Failure> {
    let bar = bar(plan.rows.into(), "rows", quiet);
    let whole =
        GpuMosaic::new(device, plan).and_then(|mut mosaic| mosaic.whole(&mut |rows| bar.set_position(rows.into())));
    bar.finish_and_clear();
    Ok(whole?)
}

impl Known for Mosaic<'_> {
    fn board(&self) -> &Board {
        self.spec.board()
    }

    fn name(&self, _: &Moment) -> String {
        format!("{}, {} mosaic", self.spec.board(), self.spec.kind())
    }

    fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.whole.numbers, stride: self.whole.stride }
    }

    fn number(&self, spot: Spot) -> u64 {
        self.plan.visit(spot.square)
    }

    fn length(&self) -> u64 {
        self.spec.board().playable()
    }

    fn start_on(&mut self, square: Square) -> Result<Option<String>, Failure> {
        let spec = match TourSpec::new(self.spec.board(), self.spec.kind(), Some(square), None) {
            Ok(spec) => spec,
            Err(error) => return Ok(Some(error.to_string())),
        };
        let plan = match Plan::new(&spec, self.seed) {
            Ok(plan) => plan,
            Err(error) => return Ok(Some(error.to_string())),
        };
        self.whole = number(self.device, &plan, self.quiet)?;
        self.plan = plan;
        Ok(None)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        Ok(Some("a mosaic has no rule: every square finds its own number".into()))
    }
}

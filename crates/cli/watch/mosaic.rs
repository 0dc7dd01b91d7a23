//! A mosaic: numbered and proven on the card, drawn from the buffer in which it was.

use courser::board::{Board, Square};
use courser::engine::EngineError;
use courser::engine::mosaic::{GpuMosaic, Passes, Whole};
use courser::gpu::Device;
use courser::solve::mosaic::Plan;
use courser::view::window::{Spot, Squares};

use super::played::Known;
use crate::error::Failure;

/// A board whose squares find their own numbers.
pub(super) struct Mosaic<'device> {
    device: &'device Device,
    board: Board,
    plan: Plan,
    closed: bool,
    seed: Option<u64>,
    whole: Whole,
}

impl<'device> Mosaic<'device> {
    pub(super) fn new(
        device: &'device Device,
        board: Board,
        plan: Plan,
        closed: bool,
        seed: Option<u64>,
    ) -> Result<Self, Failure> {
        let whole = number(device, &plan)?;
        Ok(Self { device, board, plan, closed, seed, whole })
    }
}

fn number(device: &Device, plan: &Plan) -> Result<Whole, Failure> {
    let passes = Passes::new(device)?;
    let whole = GpuMosaic::new(&passes, plan).and_then(|mut mosaic| mosaic.whole());
    whole.map_err(|error| match error {
        error @ (EngineError::Whole { .. } | EngineError::LongRows { .. }) => Failure::input(
            &error,
            "choose a smaller board or an adapter with more memory; courser tour BOARD -o FILE.png draws any",
        ),
        error => error.into(),
    })
}

impl Known for Mosaic<'_> {
    fn board(&self) -> &Board {
        &self.board
    }

    fn name(&self) -> String {
        format!("{}, {} mosaic", self.board, if self.closed { "closed" } else { "open" })
    }

    fn squares(&self) -> Squares<'_> {
        Squares::Visits { buffer: &self.whole.numbers, stride: self.whole.stride }
    }

    fn number(&self, spot: Spot) -> u64 {
        self.plan.visit(spot.square)
    }

    fn length(&self) -> u64 {
        self.board.playable()
    }

    fn start_on(&mut self, square: Square) -> Result<Option<String>, Failure> {
        let plan = match Plan::new(&self.board, self.closed, Some(square), None, self.seed) {
            Ok(plan) => plan,
            Err(error) => return Ok(Some(error.to_string())),
        };
        self.whole = number(self.device, &plan)?;
        self.plan = plan;
        Ok(None)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        Ok(Some("a mosaic has no rule: every square finds its own number".into()))
    }
}

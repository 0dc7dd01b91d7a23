//! A relay in the window: many knights on one board, each in its own region. The GPU computes the passes of the
//! decision cycle, in which all knights move, and the window shows each state.

use courser_board::{Board, Square, TourSpec};
use courser_engine::cycle::{Cycle, GpuCycle, Schedule, Setup, Status, StatusWord};
use courser_engine::{EngineError, Result};
use courser_gpu::GpuDevice;
use courser_gpu::wgpu::{Buffer, BufferUsages};
use courser_solve::relay::{RULES, RelayChoices, RelayPlan};
use courser_view::caption;

use super::{BoardSquare, Scene, SceneEnd, SceneProgress, Squares, state, tried};

/// Approximate number of moves of the knight in the slowest region of a board. This number includes the moves of the
/// tries in which the knight got stuck.
pub(super) const MOVES: u64 = 250;

/// Number of passes between two stored states. A restarted region flashes for at least this number of passes.
const FLASH: u64 = 15;

/// Returns the setup of a relay before its first pass.
pub fn setup(spec: &TourSpec, options: &RelayChoices) -> Result<Setup> {
    let plan = RelayPlan::new(spec, options)?;
    Setup::relay_by(&plan)
}

/// A relay, shown live.
pub(super) struct RelayScene<'device> {
    device: &'device GpuDevice,
    spec: TourSpec,
    options: RelayChoices,
    cycle: GpuCycle<'device>,
    status: Status,
    /// The last two stored states, the older one first. Each state is paired with the number of restarts that preceded
    /// the state.
    earlier: [(Buffer, u32); 2],
}

impl<'device> RelayScene<'device> {
    pub(super) fn new(device: &'device GpuDevice, spec: TourSpec, options: RelayChoices) -> Result<Self> {
        let cycle = GpuCycle::new(device, setup(&spec, &options)?, Schedule::Whole)?;
        let state = state(&cycle, device)?;
        let kept = || {
            device.buffer(
                "earlier",
                state.size(),
                BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            )
        };
        let earlier = [(kept()?, 0), (kept()?, 0)];
        let mut relay = Self { earlier, device, spec, options, cycle, status: Status::default() };
        relay.begin()?;
        Ok(relay)
    }

    fn begin(&mut self) -> Result<(), EngineError> {
        self.status = self.cycle.status()?;
        self.keep();
        self.keep();
        Ok(())
    }

    /// Replaces the older of the two stored states with the current state.
    fn keep(&mut self) {
        if let Some(state) = self.cycle.present() {
            let mut encoder = self.device.encoder("keep");
            encoder.copy_buffer_to_buffer(state, 0, &self.earlier[0].0, 0, state.size());
            self.device.queue().submit([encoder.finish()]);
            self.earlier[0].1 = self.status.tries;
            self.earlier.swap(0, 1);
        }
    }

    /// Restarts with another relay. If that is impossible, returns the reason and continues the current relay.
    fn again(&mut self, spec: TourSpec, options: RelayChoices) -> Result<Option<String>> {
        tried(Self::new(self.device, spec, options).map(|relay| *self = relay))
    }
}

impl Scene for RelayScene<'_> {
    fn board(&self) -> &Board {
        self.spec.board()
    }

    fn name(&self) -> String {
        let (rule, knights) = (self.cycle.setup().walker().rule, self.cycle.setup().knights());
        format!("{}, {knights} knights by {rule}", self.board())
    }

    fn squares(&self) -> Squares<'_> {
        let now = self.cycle.present().expect("a state in several buffers was refused");
        Squares::States { now, before: None, earlier: Some(&self.earlier[0].0) }
    }

    fn progress(&self) -> SceneProgress {
        let end = (self.status.word() != StatusWord::Running).then_some(SceneEnd::Done);
        SceneProgress { passes: self.cycle.passes(), visit: self.status.visit.into(), of: self.board().playable(), end }
    }

    fn stage(&self) -> Option<String> {
        let SceneProgress { passes, visit, of, .. } = self.progress();
        let restarting = self.status.tries.saturating_sub(self.earlier[0].1);
        let relay = caption::relay(passes, Some(restarting.into()), self.cycle.setup().knights() as u64);
        let [visit, of] = [visit, of].map(caption::grouped);
        Some(format!("{relay}, {visit} of {of} squares visited"))
    }

    fn caption(&self) -> Option<String> {
        Some(caption::cycle(self.cycle.passes(), self.cycle.setup().knights() as u64, "", caption::RunState::Running))
    }

    fn advance(&mut self, passes: u64) -> Result<()> {
        let mut left = passes;
        while left > 0 && self.status.word() == StatusWord::Running {
            let part = left.min(FLASH - self.cycle.passes() % FLASH);
            self.status = self.cycle.advance(part)?;
            left -= part;
            if self.cycle.passes().is_multiple_of(FLASH) {
                self.keep();
            }
        }
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>> {
        let Some(square) = from else {
            self.cycle.restart()?;
            self.begin()?;
            return Ok(None);
        };
        match TourSpec::new(self.board(), self.spec.kind(), Some(square), None) {
            Ok(spec) => self.again(spec, self.options),
            Err(error) => Ok(Some(error.to_string())),
        }
    }

    fn next_rule(&mut self) -> Result<Option<String>> {
        let now = RULES.iter().position(|rule| self.options.rule == Some(*rule)).unwrap_or(0);
        let next = RULES[(now + 1) % RULES.len()];
        self.again(self.spec.clone(), RelayChoices { rule: Some(next), ..self.options })
    }

    fn next_seed(&mut self) -> Result<Option<String>> {
        let seed = self.options.seed.unwrap_or(0).wrapping_add(1);
        self.again(self.spec.clone(), RelayChoices { seed: Some(seed), ..self.options })
    }

    fn state(&mut self, at: BoardSquare) -> Result<[u32; 4]> {
        Ok(bytemuck::cast(self.cycle.cell(self.board().index(at.square))?))
    }
}

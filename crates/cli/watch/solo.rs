//! One knight by a rule, as the decision cycle, live on the GPU.

use courser::board::{Board, MoveOrder, Square};
use courser::engine::EngineError;
use courser::engine::cycle::{Cycle, GpuCycle, Schedule, Setup, Status, StatusWord};
use courser::gpu::Device;
use courser::gpu::wgpu::{Buffer, BufferUsages};
use courser::solve::warnsdorff::{Rule, Walker};
use courser::view::window::{End, Moment, Scene, Spot, Squares};

use crate::error::Failure;

/// The walk of a knight: board, start, rule and move order.
#[derive(Clone)]
pub(super) struct Walk {
    pub(super) board: Board,
    pub(super) start: Square,
    pub(super) rule: Rule,
    pub(super) order: MoveOrder,
    pub(super) seed: u64,
}

impl Walk {
    fn walker(&self) -> Walker {
        Walker { rule: self.rule, order: self.order, seed: self.seed, knight: 0 }
    }

    /// The run of the cycle that it is.
    pub(super) fn setup(&self) -> Result<Setup, EngineError> {
        Setup::by_rule(self.board.clone(), self.start, self.walker())
    }
}

/// One knight.
pub(super) struct Solo<'device> {
    walk: Walk,
    /// Kept for every start and rule: building its kernels takes longer than running them.
    cycle: GpuCycle<'device>,
    status: Status,
    device: &'device Device,
    /// The state before the last pass, on a board that is not too large for what has changed to be seen.
    before: Option<Buffer>,
    /// Set if `before` holds that state: before the first pass it does not.
    is_before: bool,
}

/// A state of at most as many bytes is kept before the last pass: 65,536 squares.
const MOST_KEPT: u64 = 1 << 20;

impl<'device> Solo<'device> {
    pub(super) fn new(device: &'device Device, walk: Walk) -> Result<Self, Failure> {
        let cycle = GpuCycle::new(device, walk.setup()?, Schedule::Near)?;
        let Some(state) = cycle.present() else {
            let text = format!("the state of {} is too large to be drawn from one buffer", walk.board);
            return Err(Failure::input(text, "choose a smaller board, or watch it by --method mosaic"));
        };
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let before = (state.size() <= MOST_KEPT).then(|| device.buffer("before", state.size(), usage)).transpose();
        let before = before.map_err(EngineError::from)?;
        Ok(Self { walk, cycle, status: Status::default(), device, before, is_before: false })
    }

    /// Keeps the state as it is now.
    fn keep(&mut self) {
        self.is_before = false;
        if let (Some(before), Some(state)) = (&self.before, self.cycle.present()) {
            let mut encoder = self.device.encoder("keep");
            encoder.copy_buffer_to_buffer(state, 0, before, 0, state.size());
            self.device.queue().submit([encoder.finish()]);
            self.is_before = true;
        }
    }

    /// Walks in another way; answers why that cannot be, if it cannot, and goes on as before.
    fn again(&mut self, walk: Walk) -> Result<Option<String>, Failure> {
        match self.cycle.restart_from(walk.start, walk.walker()) {
            Ok(()) => {
                self.walk = walk;
                self.status = Status::default();
                self.is_before = false;
                Ok(None)
            }
            Err(error) => Failure::from(error).refusal().map(Some),
        }
    }
}

impl Scene for Solo<'_> {
    type Error = Failure;

    fn board(&self) -> &Board {
        &self.walk.board
    }

    fn name(&self) -> String {
        match self.walk.rule {
            Rule::Warnsdorff => format!("{}, decision cycle", self.walk.board),
            rule => format!("{}, decision cycle by {rule}", self.walk.board),
        }
    }

    fn squares(&self) -> Squares<'_> {
        let now = self.cycle.present().expect("a state in several buffers was refused");
        Squares::States { now, before: self.before.as_ref().filter(|_| self.is_before) }
    }

    fn moment(&self) -> Moment {
        let (passes, of) = (self.cycle.passes(), self.walk.board.playable());
        let ended = |end| Moment { passes, visit: self.status.visit.into(), of, end: Some(end) };
        match self.status.word() {
            StatusWord::Running => Moment { passes, visit: passes / 3 + 1, of, end: None },
            StatusWord::Done => ended(End::Done),
            StatusWord::Stuck => ended(End::Stuck),
        }
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        // After the end a pass changes nothing.
        if self.status.word() == StatusWord::Running {
            // A tour has no more passes than that, whatever is asked for.
            let left = (3 * self.walk.board.playable() + 3).saturating_sub(self.cycle.passes());
            let passes = passes.min(left);
            if passes > 1 {
                self.status = self.cycle.advance(passes - 1)?;
            }
            if passes > 0 && self.status.word() == StatusWord::Running {
                self.keep();
                self.status = self.cycle.advance(1)?;
            }
        }
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        self.again(Walk { start: from.unwrap_or(self.walk.start), ..self.walk.clone() })
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        // One that cannot walk here, as squirrel-cull from any square but the corner, is passed over.
        for rule in after(self.walk.rule) {
            if self.again(Walk { rule, ..self.walk.clone() })?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can walk from here".into()))
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        let cell = self.cycle.cell(self.walk.board.index(spot.square))?;
        Ok([cell.visit, cell.phase, cell.rank, cell.next])
    }
}

/// The other rules, in their order, from the one after this.
pub(super) fn after(rule: Rule) -> impl Iterator<Item = Rule> {
    let at = Rule::ALL.iter().position(|&other| other == rule).unwrap_or(0);
    (1..Rule::ALL.len()).map(move |step| Rule::ALL[(at + step) % Rule::ALL.len()])
}

//! One knight that follows a rule in the decision cycle, live on the GPU. If the knight gets stuck, the window
//! continues with the tour that `courser tour` finds.

use courser_board::{Board, Kind, Square, TourSpec};
use courser_engine::Result;
use std::time::Duration;

use courser_engine::cycle::{Cycle, GpuCycle, PASSES, Schedule, Status, StatusWord};
use courser_gpu::GpuDevice;
use courser_gpu::wgpu::{Buffer, BufferUsages};
use courser_shaders::cycle::{FUSED, RESIDENT};
use courser_solve::warnsdorff::Rule;
use courser_view::caption;

use super::played::{KnownTours, Played};
use super::walk::Walk;
use super::{BoardSquare, Scene, SceneEnd, SceneProgress, Squares, state, tried};

/// The continuation after a walk that got stuck.
pub enum Continuation {
    /// No continuation: the walk completes a tour, or the user requested the rule or the method of this walk. A
    /// requested walk is shown even if the knight gets stuck.
    Nothing,
    /// A tour, and the method that found it.
    Tour(Box<KnownTours>, &'static str),
    /// No tour was found, for the given reason.
    NoTour(String),
}

/// A knight that follows a rule, and the tour shown after the knight gets stuck.
pub(super) struct LiveCycle<'device> {
    device: &'device GpuDevice,
    walk: Walk,
    /// Function that finds the continuation of the walk after a change of the start square. The argument contains the
    /// new start square.
    search: fn(TourSpec) -> Continuation,
    /// The decision cycle on the GPU. The cycle is reused for every start and rule, because building its kernels takes
    /// longer than running them.
    cycle: GpuCycle<'device>,
    status: Status,
    /// State before the last pass, if the board is small enough for changes to be visible.
    before: Option<Buffer>,
    /// True if `before` contains a state, which is the case after the first pass.
    is_before: bool,
    /// Tour shown after the walk got stuck, and the method that found this tour. `None` if no tour is shown after the
    /// walk.
    then: Option<(Played<'device>, &'static str)>,
    /// GPU time of the last pass, or `None` if the time is unknown. If several passes ran together, this is the mean of
    /// their times.
    pass_time: Option<Duration>,
    /// Number of passes that the window requested while the stuck walk was shown.
    held: u64,
    /// True if the tour in `then` is shown, false if the walk is shown.
    is_on: bool,
}

/// Maximum size of the state in `before`, in bytes. It suffices for 65,536 squares.
const MAX_KEPT: u64 = 1 << 20;

impl<'device> LiveCycle<'device> {
    pub(super) fn new(
        device: &'device GpuDevice,
        walk: Walk,
        next: Continuation,
        search: fn(TourSpec) -> Continuation,
    ) -> Result<Self> {
        let cycle = GpuCycle::new(device, walk.setup()?, walk.schedule)?;
        let state = state(&cycle, device)?;
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let before = (state.size() <= MAX_KEPT).then(|| device.buffer("before", state.size(), usage)).transpose();
        let before = before?;
        let status = Status::default();
        let mut live = Self {
            device,
            walk,
            search,
            cycle,
            status,
            before,
            is_before: false,
            pass_time: None,
            then: None,
            held: 0,
            is_on: false,
        };
        live.follow(next)?;
        Ok(live)
    }

    /// Sets the continuation of a new walk. Forgets the previous continuation.
    fn follow(&mut self, next: Continuation) -> Result<()> {
        (self.held, self.is_on, self.then) = (0, false, None);
        if let Continuation::Tour(path, method) = next {
            self.then = Some((Played::new(self.device, *path)?, method));
        }
        Ok(())
    }

    /// Copies the current state to `before`.
    fn keep(&mut self) {
        self.is_before = false;
        if let (Some(before), Some(state)) = (&self.before, self.cycle.present()) {
            let mut encoder = self.device.encoder("keep");
            encoder.copy_buffer_to_buffer(state, 0, before, 0, state.size());
            self.device.queue().submit([encoder.finish()]);
            self.is_before = true;
        }
    }

    /// Restarts with another walk. If that is impossible, returns the reason and continues the current walk.
    fn again(&mut self, walk: Walk) -> Result<Option<String>> {
        let restarted = self.cycle.restart_from(walk.start, walk.walker);
        tried(restarted.map(|()| (self.walk, self.status, self.is_before) = (walk, Status::default(), false)))
    }

    /// Continues the walk by up to `passes` passes.
    fn walk_on(&mut self, passes: u64) -> Result<()> {
        // After the end of the walk, a pass changes nothing.
        if self.status.word() == StatusWord::Running {
            // A tour takes at most `3 * playable + 3` passes.
            let left = (3 * self.walk.board.playable() + 3).saturating_sub(self.cycle.passes());
            let passes = passes.min(left);
            if passes > 1 {
                self.status = self.cycle.advance(passes - 1)?;
            }
            if passes > 0 && self.status.word() == StatusWord::Running {
                self.keep();
                let before = self.cycle.passes();
                let cycle = &mut self.cycle;
                let (status, time) = self.device.metered(|| cycle.advance(1))?;
                self.status = status?;
                let passes = (self.cycle.passes() - before).max(1);
                self.pass_time = time.map(|time| time / passes as u32);
            }
        }
        Ok(())
    }

    /// Returns the progress of the walk, even if the window already shows the tour instead of the walk.
    fn walked(&self) -> SceneProgress {
        let (passes, of) = (self.cycle.passes(), self.walk.board.playable());
        let ended = |end| SceneProgress { passes, visit: self.status.visit.into(), of, end: Some(end) };
        match self.status.word() {
            StatusWord::Running => SceneProgress { passes, visit: passes / 3 + 1, of, end: None },
            StatusWord::Done => ended(SceneEnd::Done),
            StatusWord::Stuck => ended(SceneEnd::Stuck),
        }
    }

    /// Returns the number of passes for which the walk remains visible after it got stuck. This is about a tenth of the
    /// passes of a tour, and a multiple of the three passes of a move.
    fn hold(&self) -> u64 {
        3 * (self.walk.board.playable() / 10).max(1)
    }

    /// Returns the index, in [`PASSES`], of the most recent pass. Returns `None` before the first pass. Also returns
    /// `None` while the window shows the tour instead of the walk.
    fn last_pass(&self) -> Option<u64> {
        let passes = self.cycle.passes().checked_sub(1).filter(|_| !self.is_on)?;
        Some(passes % PASSES.len() as u64)
    }

    /// Returns the tour that is shown after the walk got stuck. Returns `None` while the window does not show this
    /// tour.
    fn tour(&self) -> Option<&Played<'device>> {
        self.then.as_ref().filter(|_| self.is_on).map(|(tour, _)| tour)
    }
}

impl Scene for LiveCycle<'_> {
    fn board(&self) -> &Board {
        &self.walk.board
    }

    fn name(&self) -> String {
        if let Some(tour) = self.tour() {
            return format!("{} (the decision cycle got stuck at visit {})", tour.name(), self.walked().visit);
        }
        match self.walk.walker.rule {
            Rule::Warnsdorff => format!("{}, decision cycle", self.walk.board),
            rule => format!("{}, decision cycle by {rule}", self.walk.board),
        }
    }

    fn squares(&self) -> Squares<'_> {
        if let Some(tour) = self.tour() {
            return tour.squares();
        }
        let now = self.cycle.present().expect("a state in several buffers was refused");
        Squares::States { now, before: self.before.as_ref().filter(|_| self.is_before), earlier: None }
    }

    fn progress(&self) -> SceneProgress {
        let walked = self.walked();
        self.tour().map_or(walked, |tour| {
            let progress = tour.progress();
            // The displayed number of passes includes all passes before the tour: the passes of the walk, and the
            // passes for which the walk remains visible after it got stuck. A move takes three passes, so the passes of
            // the walk are rounded up to a multiple of three.
            SceneProgress { passes: walked.passes.next_multiple_of(3) + self.hold() + progress.passes, ..progress }
        })
    }

    fn goes_on(&self) -> bool {
        self.then.is_some() && !self.is_on
    }

    fn stage(&self) -> Option<String> {
        let (_, method) = self.then.as_ref().filter(|_| !self.is_on)?;
        let SceneProgress { visit, of, end, .. } = self.walked();
        (end == Some(SceneEnd::Stuck)).then(|| format!("stuck at visit {visit} of {of}: the method {method} goes on"))
    }

    fn advance(&mut self, passes: u64) -> Result<()> {
        let mut left = passes;
        if !self.is_on {
            let before = self.walked();
            self.walk_on(passes)?;
            let after = self.walked();
            if after.end != Some(SceneEnd::Stuck) || self.then.is_none() {
                return Ok(());
            }
            self.held += passes.saturating_sub(after.passes - before.passes);
            let Some(more) = self.held.checked_sub(self.hold()) else { return Ok(()) };
            (self.is_on, left) = (true, more);
        }
        self.then.as_mut().map_or(Ok(()), |(tour, _)| tour.advance(left))
    }

    fn caption(&self) -> Option<String> {
        if self.is_on {
            return None;
        }
        let run = match self.status.word() {
            StatusWord::Running => caption::RunState::Running,
            StatusWord::Done => caption::RunState::Done,
            StatusWord::Stuck => caption::RunState::Stuck,
        };
        let start = self.walk.start.name(self.walk.board.rows()).to_string();
        Some(caption::cycle(self.cycle.passes(), 1, &start, run))
    }

    fn shader(&self) -> Option<(&'static str, &'static str)> {
        let pass = &PASSES[self.last_pass()? as usize];
        Some(match self.walk.schedule {
            Schedule::Resident => ("shaders/cycle/resident.wgsl", RESIDENT),
            Schedule::Fused => ("shaders/cycle/fused.wgsl", FUSED),
            Schedule::Whole | Schedule::Near => match pass.name {
                "rank" => ("shaders/cycle/rank.wgsl", pass.own),
                "decide" => ("shaders/cycle/decide.wgsl", pass.own),
                _ => ("shaders/cycle/pull.wgsl", pass.own),
            },
        })
    }

    fn invoked(&self) -> Option<Vec<Square>> {
        let (board, pass) = (&self.walk.board, self.last_pass()?);
        match self.walk.schedule {
            // With every schedule that has three passes per move, the passes of the first move cover the whole board.
            Schedule::Near if self.cycle.passes() > PASSES.len() as u64 => {
                let at = board.at((PASSES[pass as usize].knight)(&self.status).into());
                let mut near: Vec<Square> = board.neighbours(at).collect();
                let beyond: Vec<Square> = near.iter().flat_map(|&square| board.neighbours(square)).collect();
                near.extend(beyond);
                near.push(at);
                Some(near)
            }
            Schedule::Resident => Some(vec![board.at(self.status.at.into())]),
            _ => None,
        }
    }

    fn reads(&self, square: Square) -> Vec<Square> {
        let is_invoked = self.invoked().is_none_or(|invoked| invoked.contains(&square));
        let read = self.last_pass().filter(|_| is_invoked).map(|_| self.walk.board.neighbours(square).collect());
        read.unwrap_or_default()
    }

    fn pass_time(&self) -> Option<Duration> {
        self.pass_time.filter(|_| !self.is_on)
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>> {
        let Some(start) = from else {
            (self.held, self.is_on) = (0, false);
            if let Some((tour, _)) = &mut self.then {
                tour.restart(None)?;
            }
            return self.again(self.walk.clone());
        };
        let spec = match TourSpec::new(self.board(), Kind::Open, from, None) {
            Ok(spec) => spec,
            Err(error) => return Ok(Some(error.to_string())),
        };
        let why = self.again(Walk { start, ..self.walk.clone() })?;
        if why.is_none() {
            self.follow((self.search)(spec))?;
        }
        Ok(why)
    }

    fn next_rule(&mut self) -> Result<Option<String>> {
        // Rules that cannot start on this square are skipped. For example, `squirrel-cull` can start only in the
        // corner.
        for walk in self.walk.clone().by_others() {
            if self.again(walk)?.is_none() {
                // The user requested another rule. Therefore the walk by this other rule is shown without a
                // continuation, even if the knight gets stuck.
                return self.follow(Continuation::Nothing).map(|()| None);
            }
        }
        Ok(Some("no other rule can walk from here".into()))
    }

    fn state(&mut self, at: BoardSquare) -> Result<[u32; 4]> {
        if let Some((tour, _)) = self.then.as_mut().filter(|_| self.is_on) {
            return tour.state(at);
        }
        Ok(bytemuck::cast(self.cycle.cell(self.walk.board.index(at.square))?))
    }
}

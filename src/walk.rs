//! Tours that are walked square by square: by the decision cycle, by a rule, by the first of many knights.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use courser_board::{Path, Square, Tour};
use courser_engine::batch::{Batch, BatchPlan, Cohort, CpuBatch, Goal, Verified};
use courser_engine::cycle::{CpuCycle, Cycle, LockstepError, Setup, StatusWord, lockstep, order_of};
use courser_engine::worth::Work;
use courser_solve::warnsdorff::{self, Rule, Walker};

use crate::answer::{Answer, How, NoTour, Stopped};
use crate::auto::Run;
use crate::device::Device;
use crate::request::{Compared, Note, Progress};
use crate::{Request, TourError};

impl Request<'_> {
    /// The run of the decision cycle that is asked for, ready to be made on any device.
    ///
    /// # Errors
    /// [`EngineError`](courser_engine::EngineError) if the board is too large for the cycle, or the rule is not made
    /// for it.
    pub fn cycle(&self) -> Result<Setup, TourError> {
        Ok(Setup::by_rule(self.spec.board().clone(), self.first(), self.cycle_walker())?)
    }

    /// How the cycle's knight walks.
    fn cycle_walker(&self) -> Walker {
        let rule = self.rule.unwrap_or_default();
        Walker { rule, order: self.move_order(), seed: self.seed.unwrap_or(0), knight: 0 }
    }

    /// The square on which a walk begins: the start, or the first square of the board.
    pub(crate) fn first(&self) -> Square {
        let board = self.spec.board();
        self.spec.start().or_else(|| board.squares().next()).expect("a board has a square that is not a hole")
    }

    /// The rule that is asked for.
    fn rule(&self) -> Rule {
        self.rule.unwrap_or(if self.seed.is_some() { Rule::Random } else { Rule::Warnsdorff })
    }
}

/// The decision cycle, beside the reference if a comparison is asked for.
pub(crate) fn cycle(run: &Run<'_>) -> Result<Answer, TourError> {
    let request = run.request;
    let setup = request.cycle()?;
    let schedule = request.schedule.unwrap_or_default();
    let device = run.device(Work::Cycle { schedule, squares: request.spec.board().cells() })?;
    let begun = Instant::now();
    let all = request.spec.board().playable();
    let mut cycle: Box<dyn Cycle + '_> = match &device {
        Device::Cpu => Box::new(CpuCycle::new(setup, schedule)?),
        #[cfg(feature = "gpu")]
        Device::Gpu(device) => Box::new(courser_engine::cycle::GpuCycle::new(device, setup, schedule)?),
    };
    let mut progress = |visit| request.hooks.report(Progress::Squares(visit, all));
    if request.verify {
        let states = lockstep(&mut *cycle, &mut progress).map_err(|error| match error {
            LockstepError::Engine(error) => error.into(),
            error => TourError::Differs(error),
        })?;
        let squares = request.spec.board().cells();
        let what = Compared::States { states, squares, schedule };
        request.hooks.note(Note::Compared { what, on_cpu: matches!(device, Device::Cpu) });
    } else {
        cycle.finish(&mut progress)?;
    }
    request.hooks.report(Progress::Done);
    let (done, order) = (cycle.status()?.word() == StatusWord::Done, order_of(&cycle.state()?)?);
    let how = How {
        rule: Some(request.rule.unwrap_or_default()),
        order: Some(request.move_order()),
        device: device.details(),
        ..run.how("cycle", begun)
    };
    walked(run, order, done, how)
}

/// One knight by a rule, on the CPU.
pub(crate) fn rule(run: &Run<'_>) -> Result<Answer, TourError> {
    let request = run.request;
    let (board, rule, begun) = (request.spec.board(), request.rule(), Instant::now());
    let walker = Walker { rule, order: request.move_order(), seed: request.seed.unwrap_or(0), knight: 0 };
    let mut stopped = None;
    let outcome = warnsdorff::run_with(board, request.first(), &walker, &mut |visits| {
        request.hooks.report(Progress::Squares(visits, board.playable()));
        let at = Progress::Squares(visits, board.playable());
        stopped = run.ended().map(|why| Stopped { why, at, limit: request.limit });
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    request.hooks.report(Progress::Done);
    if let Some(stopped) = stopped {
        return Ok(Answer::Stopped(stopped));
    }
    let how = How { rule: Some(rule), order: Some(walker.order), ..run.how("warnsdorff", begun) };
    walked(run, outcome.order.clone(), outcome.is_complete(), how)
}

/// One knight by Warnsdorff's rule, taking steps back, on the CPU.
pub(crate) fn backtrack(run: &Run<'_>) -> Result<Answer, TourError> {
    let request = run.request;
    let (spec, order, begun) = (&request.spec, request.move_order(), Instant::now());
    let start = request.first();
    let ends = spec.clone().starting_at(start).ok().and_then(|spec| spec.ends());
    let mut stopped = None;
    let found = warnsdorff::backtrack(spec.board(), start, ends.as_deref(), order, &mut |back, visits| {
        if back.is_multiple_of(LOOKS) {
            let at = Progress::TakenBack(back, visits);
            request.hooks.report(at);
            stopped = run.ended().map(|why| Stopped { why, at, limit: request.limit });
        }
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    request.hooks.report(Progress::Done);
    if let Some(stopped) = stopped {
        return Ok(Answer::Stopped(stopped));
    }
    if !found.outcome.is_complete() {
        let (board, taken_back) = (spec.board().clone(), found.taken_back);
        return Ok(Answer::None(NoTour::Backtracked { board, start, taken_back }));
    }
    request.hooks.note(Note::TakenBack(found.taken_back));
    let how = How { rule: Some(Rule::Warnsdorff), order: Some(order), ..run.how("backtrack", begun) };
    walked(run, found.outcome.order, true, how)
}

/// The clock is looked at once in so many steps that are taken back.
const LOOKS: u64 = 1 << 10;

/// The first of many knights that gets through, or closes; else the one that came farthest. The same on every device.
pub(crate) fn first_of(run: &Run<'_>, tries: u32) -> Result<Answer, TourError> {
    let request = run.request;
    let (spec, rule) = (&request.spec, request.rule());
    let walker = Walker { rule, order: request.move_order(), seed: request.seed.unwrap_or(0), knight: 0 };
    let device = run.device(Work::Knights { moves: u64::from(tries).saturating_mul(spec.board().playable()) })?;
    let begun = Instant::now();
    let starts: Arc<[Square]> = match spec.start() {
        Some(start) => [start].into(),
        None => spec.board().squares().collect(),
    };
    let order = walker.order;
    let plan = BatchPlan::new(spec.board().clone(), vec![Cohort { walker, starts, count: tries }])?;
    let path = match &device {
        Device::Cpu => best(run, &mut CpuBatch::new(plan), true)?,
        #[cfg(feature = "gpu")]
        Device::Gpu(device) => {
            use courser_engine::batch::{BatchKernels, GpuBatch};

            let gpu = BatchKernels::new(device);
            best(run, &mut GpuBatch::new(&gpu, plan)?, false)?
        }
    };
    request.hooks.report(Progress::Done);
    let done = path.order().len() as u64 == spec.board().playable();
    let how = How { rule: Some(rule), order: Some(order), device: device.details(), ..run.how("warnsdorff", begun) };
    walked(run, path.order().to_vec(), done, how)
}

/// The path of the first knight that meets the goal, or else of the one that came farthest.
fn best(run: &Run<'_>, batch: &mut dyn Batch, on_cpu: bool) -> Result<Path, TourError> {
    if !run.request.verify {
        return first_path(run, batch);
    }
    let mut verified = Verified::new(batch);
    let path = first_path(run, &mut verified)?;
    let what = Compared::Knights(verified.compared());
    run.request.hooks.note(Note::Compared { what, on_cpu });
    Ok(path)
}

fn first_path(run: &Run<'_>, batch: &mut dyn Batch) -> Result<Path, TourError> {
    let goal = if run.request.spec.is_closed() { Goal::Closed } else { Goal::Complete };
    let all = 0..batch.plan().knights();
    let found = batch.first(all.clone(), goal, &mut |walked| {
        run.request.hooks.report(Progress::Knights(walked, all.end));
    })?;
    let knight = match found {
        Some(knight) => knight,
        None => batch.farthest(all, &mut |_| {})?.unwrap_or(0),
    };
    Ok(batch.paths(&[knight])?.remove(0))
}

/// What a walk came to, before the judge.
fn walked(run: &Run<'_>, order: Vec<u32>, done: bool, how: How) -> Result<Answer, TourError> {
    let spec = &run.request.spec;
    if !done {
        return Ok(Answer::Stuck(Path::new(spec.board().clone(), order)?, how));
    }
    let tour = Tour::new(spec.board().clone(), order)?;
    Ok(if spec.is_met_by(&tour) { Answer::Tour(tour, how) } else { Answer::Other(tour, how) })
}

//! Tours made square by square: by the decision cycle, by one knight that follows a rule, or by many knights until one
//! of these knights completes a tour.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Instant;

use courser_board::{Path, Square, TourSpec};
use courser_engine::batch::{self, Batch, BatchPlan, Cohort, Goal, WalkResult};
use courser_engine::cycle::{self, PASSES, Schedule, Setup, StatusWord, order_of};
use courser_engine::worth::Workload;
use courser_solve::existence::{Existence, Obstruction, Reason, decide};
use courser_solve::search::StopReason;
use courser_solve::warnsdorff::{self, Pruning, Rule, Walker};

use crate::request::{Compared, Note};
use crate::run::RequestRun;
use crate::{Answer, CycleOptions, Knights, NoTour, Progress, Provenance, Request, Stopped, TourError, WalkOptions};

impl Request<'_> {
    /// Prepares the requested run of the decision cycle, for any device.
    ///
    /// # Errors
    /// [`EngineError`](courser_engine::EngineError) if the board is too large for the cycle, or if the rule does not
    /// apply to the board.
    pub fn cycle(&self) -> Result<Setup, TourError> {
        let rule = self.method.rule().unwrap_or_default();
        Ok(Setup::by_rule(self.spec.board().clone(), self.first(), self.walker(rule))?)
    }

    /// Creates the walker of a knight that uses this rule.
    fn walker(&self, rule: Rule) -> Walker {
        Walker { rule, order: self.move_order(), seed: self.seed.unwrap_or(0), knight: 0 }
    }

    /// Returns the first square of a walk: the requested start, or otherwise the first square of the board that is not
    /// the requested end.
    pub(crate) fn first(&self) -> Square {
        let (board, end) = (self.spec.board(), self.spec.end());
        let begin = || board.squares().find(|&square| Some(square) != end).or(end);
        self.spec.start().or_else(begin).expect("a board has a square that is no hole")
    }
}

/// Runs the decision cycle, and compares it with the CPU reference if requested.
pub(crate) fn cycle(run: &RequestRun<'_>, options: &CycleOptions) -> Result<Answer, TourError> {
    let request = run.request;
    let how = Provenance {
        rule: Some(options.rule.unwrap_or_default()),
        order: Some(request.move_order()),
        ..run.how("cycle", Instant::now())
    };
    passes(run, request.cycle()?, options.schedule, how)
}

/// Runs the passes of the decision cycle for one knight or many. If requested, compares the states with the CPU
/// reference.
pub(crate) fn passes(
    run: &RequestRun<'_>,
    setup: Setup,
    schedule: Schedule,
    how: Provenance,
) -> Result<Answer, TourError> {
    let request = run.request;
    let device = run.device(Workload::Cycle { schedule, squares: request.spec.board().cells() })?;
    let begun = Instant::now();
    let all = request.spec.board().playable();
    let mut cycle = match request.verify {
        true => cycle::beside(&device, setup, schedule)?,
        false => cycle::on(&device, setup, schedule)?,
    };
    let mut ended = Ok(());
    let mut go_on = |visit| {
        ended = run.go_on(Progress::Squares(visit, all));
        ended.is_ok()
    };
    if request.verify {
        // After the end of the walk, three more passes are run to show that the state no longer changes.
        if cycle.finish(&mut go_on)?.word() != StatusWord::Running {
            cycle.advance(PASSES.len() as u64)?;
        }
        let what = Compared::States { states: cycle.compared(), squares: request.spec.board().cells() };
        request.hooks.note(Note::Compared { what, on_cpu: device.is_cpu() });
    } else if let Some(look) = request.hooks.cycle {
        let mut status = cycle.status()?;
        while look(&mut *cycle)?.is_continue() && status.word() == StatusWord::Running && go_on(status.visit.into()) {
            status = cycle.advance(1)?;
        }
        if ended.is_ok() && status.word() == StatusWord::Running {
            let at = Progress::Squares(status.visit.into(), all);
            ended = Err(TourError::Stopped(Stopped { why: StopReason::Asked, at, limit: request.limit }));
        }
    } else {
        cycle.finish(&mut go_on)?;
    }
    request.hooks.report(Progress::Done);
    ended?;
    let order = order_of(&cycle.state()?)?;
    walked(run, order, Provenance { device: device.details(), work: begun.elapsed(), ..how })
}

/// Makes a tour by a rule. Either one knight walks on the CPU, or many knights walk. If many knights walk, the first
/// successful knight gives the tour.
pub(crate) fn by_rule(run: &RequestRun<'_>, options: &WalkOptions) -> Result<Answer, TourError> {
    let request = run.request;
    let rule = options.rule.unwrap_or(if request.seed.is_some() { Rule::Random } else { Rule::Warnsdorff });
    match options.knights {
        Knights::One => one(run, rule, None),
        Knights::LookingAhead(levels) => one(run, rule, Some(levels)),
        Knights::FirstOf(tries) => first_of(run, rule, tries),
    }
}

/// Lets one knight walk on the CPU: by Pohl's rule if `look_ahead` is given, and otherwise by `rule`.
fn one(run: &RequestRun<'_>, rule: Rule, look_ahead: Option<u32>) -> Result<Answer, TourError> {
    let request = run.request;
    let (board, begun) = (request.spec.board(), Instant::now());
    let walker = request.walker(rule);
    let mut ended = Ok(());
    let levels = look_ahead.unwrap_or(rule.look_ahead());
    let outcome = warnsdorff::run_ahead(board, request.first(), &walker, levels, &mut |visits| {
        ended = run.go_on(Progress::Squares(visits, board.playable()));
        if ended.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    request.hooks.report(Progress::Done);
    ended?;
    let how = Provenance { rule: Some(rule), look_ahead, order: Some(walker.order), ..run.how("warnsdorff", begun) };
    walked(run, outcome.order, how)
}

/// Lets one knight walk with backtracking on the CPU. The knight begins on the requested start. If no start is
/// requested, tries one start after another until a tour is found.
pub(crate) fn backtrack(run: &RequestRun<'_>, ways: Pruning) -> Result<Answer, TourError> {
    let (request, begun) = (run.request, Instant::now());
    let (board, order) = (request.spec.board(), request.move_order());
    let (method, rule, spec) = match ways {
        Pruning::Pruned => ("backtrack", Some(Rule::Warnsdorff), request.spec.clone()),
        // This walk keeps the unvisited squares connected with the start. Therefore, if the walk fails, no closed tour
        // exists.
        Pruning::Closable => ("closable", Some(Rule::Warnsdorff), TourSpec::closed(board)),
        Pruning::Plain { .. } => ("depth-first", None, request.spec.clone()),
    };
    // A cycle can begin on any of its squares, so one start is sufficient.
    let asked = &request.spec;
    let is_cycle = asked.is_closed() && asked.end().is_none() && asked.target().is_none();
    let starts = board.squares().filter(|&square| request.spec.start().is_none_or(|start| start == square));
    let mut back = 0;
    for start in starts.take(if is_cycle { 1 } else { usize::MAX }) {
        let Ok(from) = request.spec.clone().starting_at(start) else { continue };
        if request.spec.start().is_none() && matches!(decide(&from), Existence::None(_)) {
            continue;
        }
        let mut ended = Ok(());
        let ends = spec.clone().starting_at(start).ok().and_then(|spec| spec.ends());
        let found = warnsdorff::backtrack(board, start, ends.as_deref(), order, ways, &mut |steps, visits| {
            if steps.is_multiple_of(LOOKS) {
                ended = run.go_on(Progress::TakenBack(back + steps, visits));
            }
            if ended.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        request.hooks.report(Progress::Done);
        ended?;
        back += found.taken_back;
        if found.outcome.is_complete() {
            let steps = back + board.playable() - 1;
            request.hooks.note(Note::TakenBack { back, steps });
            let how = Provenance { rule, order: Some(order), ..run.how(method, begun) };
            return walked(run, found.outcome.order, how);
        }
    }
    Ok(Answer::None(NoTour::Proven(Reason::new(&spec, Obstruction::TakenBack(back)))))
}

/// Number of visits that backtracking undoes between two checks of the time.
const LOOKS: u64 = 1 << 10;

/// Lets many knights walk, and returns the tour of the first knight that completes the requested tour. If no knight
/// completes such a tour, returns the longest path. The result is the same on every device.
fn first_of(run: &RequestRun<'_>, rule: Rule, tries: u32) -> Result<Answer, TourError> {
    let request = run.request;
    let (spec, walker) = (&request.spec, request.walker(rule));
    let (tries_in_all, squares) = (u64::from(tries), spec.board().playable());
    let moves = tries_in_all.saturating_mul(squares);
    let device = run.device(Workload::Knights { moves, together: tries_in_all.min(side_by_side(squares)) })?;
    let begun = Instant::now();
    let starts: Arc<[Square]> = match spec.start() {
        Some(start) => [start].into(),
        None => spec.board().squares().collect(),
    };
    let plan = BatchPlan::new(spec.board().clone(), vec![Cohort { walker, starts, count: tries }])?;
    let mut batch = match request.verify {
        true => batch::beside(&device, plan)?,
        false => batch::on(&device, plan)?,
    };
    let path = first_path(run, &mut *batch)?;
    if request.verify {
        request.hooks.note(Note::Compared { what: Compared::Knights(batch.compared()), on_cpu: device.is_cpu() });
    }
    request.hooks.report(Progress::Done);
    let (rule, order) = (Some(walker.rule), Some(walker.order));
    let how = Provenance { rule, order, device: device.details(), ..run.how("warnsdorff", begun) };
    walked(run, path.order().to_vec(), how)
}

/// Number of moves that all knights together make between two checks of the time.
const MOVES: u64 = 1 << 26;

/// Returns the number of walks between two checks of the time.
fn side_by_side(squares: u64) -> u64 {
    (MOVES / squares).max(64)
}

/// Maximum number of knights that walk before their ends are compared with the requested end. On a small board,
/// `side_by_side` returns a larger number. With so many knights, the first knight with the requested end would be found
/// late.
const KNIGHTS_WITH_ENDS: u64 = 1 << 14;

/// Maximum total number of squares of the paths in memory during the search for a path with the requested end. A single
/// path can exceed this limit.
const SQUARES_OF_PATHS: u64 = 1 << 22;

/// Returns the path of the first knight that reaches the goal, or the longest path if no knight reaches the goal.
fn first_path(run: &RequestRun<'_>, batch: &mut dyn Batch) -> Result<Path, TourError> {
    let spec = &run.request.spec;
    let goal = if spec.is_closed() { Goal::Closed } else { Goal::Complete };
    let all = batch.plan().knights();
    let knights = side_by_side(spec.board().playable());
    let knights = if spec.end().is_some() { knights.min(KNIGHTS_WITH_ENDS) } else { knights };
    let parts = || (0..all).step_by(knights as usize).map(|first| first..all.min(first + knights));
    for part in parts() {
        let before = part.start;
        let mut walked = |walked| run.request.hooks.report(Progress::Knights(before + walked, all));
        let found = match spec.end() {
            Some(_) => with_end(run, batch, part.clone(), &mut walked)?,
            None => match batch.first(part.clone(), goal, &mut walked)? {
                Some(knight) => batch.paths(&[knight])?.pop(),
                None => None,
            },
        };
        if let Some(path) = found {
            return Ok(path);
        }
        run.go_on(Progress::Knights(part.end, all))?;
    }
    let mut best: Option<Path> = None;
    for part in parts() {
        run.go_on(Progress::Knights(part.start, all))?;
        let farthest = batch.farthest(part.clone(), &mut |_| {})?.unwrap_or(part.start);
        let path = batch.paths(&[farthest])?.remove(0);
        if best.as_ref().is_none_or(|best| path.order().len() > best.order().len()) {
            best = Some(path);
        }
    }
    Ok(best.expect("there is a knight"))
}

/// Returns the path of the first knight of `part` that makes the requested tour between the requested ends. The result
/// of a walk does not contain the last square. Therefore every walk that visits all squares is repeated.
fn with_end(
    run: &RequestRun<'_>,
    batch: &mut dyn Batch,
    part: Range<u64>,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Path>, TourError> {
    let spec = &run.request.spec;
    let squares = spec.board().playable();
    let walks = batch.walks(part.clone(), progress)?;
    let complete = |(walk, knight): (WalkResult, u64)| (u64::from(walk.visited()) == squares).then_some(knight);
    let knights: Vec<u64> = walks.into_iter().zip(part).filter_map(complete).collect();
    for knights in knights.chunks((SQUARES_OF_PATHS / squares).max(1) as usize) {
        let paths = batch.paths(knights)?;
        if let Some(path) = paths.into_iter().find(|path| spec.violation(path).is_none()) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Checks a walk, and returns it as an answer.
fn walked(run: &RequestRun<'_>, order: Vec<u32>, how: Provenance) -> Result<Answer, TourError> {
    let spec = &run.request.spec;
    let path = Path::new(spec.board().clone(), order)?;
    Ok(match spec.violation(&path) {
        Some(violation) => Answer::Failed { path, violation, how },
        None => run.found(spec.check(path)?, how),
    })
}

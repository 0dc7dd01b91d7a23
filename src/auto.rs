//! Which method makes the tour: chosen here and nowhere else.
//!
//! Every method has boards on which it is best and boards on which it fails. The decision cycle
//! is the fastest and the wildest, and gets stuck the more often the larger the board; the
//! mosaic never fails where it applies; narrow boards have an exact automaton; for
//! holes and other pieces there is factor and merge, which mostly succeeds, and
//! behind it the exact search, which is always right and may take for ever. [`Method::Auto`] tries
//! them in the order in which they are likely to answer, after the theorems have
//! ruled out what does not exist. The order depends on the request without its device, so that
//! every device gives the same tour. The price is that nothing is promised of
//! how long a board with holes takes: the question is NP-complete.

use std::time::Instant;

use courser_board::{Tour, TourSpec};
use courser_engine::cycle::{Schedule, Setup};
use courser_engine::numbering::Numbering;
use courser_engine::relay::LANE;
use courser_engine::worth::Work;
use courser_engine::{Device, DeviceChoice, DeviceNote, memory};
use courser_solve::Unfit;
use courser_solve::chain::{Chain, ChainError};
use courser_solve::existence::{Existence, Reason, decide};
use courser_solve::factor::{self, Stage};
use courser_solve::mosaic::{MosaicError, Plan};
use courser_solve::search::{self, Found, SearchOptions};
use courser_solve::tame::Fewest;
use courser_solve::warnsdorff::Ways;
use courser_solve::{mosaic, narrow, relay, tame};

use crate::answer::{Answer, How, NoTour, Stopped};
use crate::request::{Note, Progress, Request};
use crate::stream::{Source, Stream, band_fits, fits_in_memory};
use crate::{CycleOptions, Method, RelayOptions, RelayRun, TourError, organic, walk};

/// Above this many squares a rule gets stuck more often than not, and the others are as fast.
const RULE_CELLS: u64 = 1 << 16;

/// Rounds of factor and merge before the exact search has its turn.
const ROUNDS: u32 = 20;

/// A request that is being met.
pub(crate) struct Run<'a> {
    pub(crate) request: &'a Request<'a>,
    /// When it is to be over.
    pub(crate) deadline: Option<Instant>,
}

impl Request<'_> {
    /// Returns whether [`Method::Auto`] tries the decision cycle first: it cannot choose where it ends, it does not know a
    /// seed, and on large boards it gets stuck.
    pub fn is_walked_first(&self) -> bool {
        let spec = &self.spec;
        !spec.is_closed() && spec.end().is_none() && self.seed.is_none() && spec.board().cells() <= RULE_CELLS
    }
}

impl Run<'_> {
    /// Reports how far the work is, and returns by what it is to be ended, if it is.
    pub(crate) fn go_on(&self, at: Progress) -> Result<(), TourError> {
        self.request.hooks.go_on(at, self.deadline, self.request.limit)
    }

    /// The device for work that the CPU could do as well: under `auto` a graphics card where it is done sooner.
    ///
    /// A comparison with the CPU runs on any adapter, even a software one.
    pub(crate) fn device(&self, work: Work) -> Result<Device, TourError> {
        let choice = &self.request.device;
        let note: &dyn Fn(DeviceNote) = &|note| self.request.hooks.note(Note::Device(note));
        if *choice != DeviceChoice::Auto {
            return Ok(Device::open(choice, note)?);
        }
        if self.request.verify {
            return Ok(Device::open_any(choice, note)?);
        }
        // Numbers are made in less time than it takes to look for an adapter.
        Ok(if work.gpu_wins() || matches!(work, Work::Mosaic { .. } | Work::Grown { .. }) {
            Device::open_for(choice, work, note)?
        } else {
            Device::cpu_unless_named(note)
        })
    }

    /// Describes a tour that the CPU made since `begun`.
    pub(crate) fn how(&self, method: &'static str, begun: Instant) -> How {
        How {
            method,
            rule: None,
            look_ahead: None,
            order: None,
            seed: self.request.seed,
            device: Device::CPU.details(),
            work: begun.elapsed(),
        }
    }
}

/// Answers a request: all of `courser tour` except files and messages.
///
/// A program that tours, checks and draws:
///
/// ```
/// use courser::board::{Board, MoveOrder, Tour, TourSpec};
/// use courser::view::{Style, paint, write_png};
/// use courser::{Answer, CycleOptions, Method, Request, tour};
///
/// let board: Board = "8x8".parse()?;
/// let spec = TourSpec::open(&board).starting_at(board.square("e6")?)?;
/// let method = Method::Cycle(CycleOptions { order: Some(MoveOrder::SLIDES), ..CycleOptions::default() });
/// let request = Request { method, ..Request::new(spec) };
/// match tour(&request)? {
///     Answer::Tour(tour, how) => {
///         println!("{} tour by {} in {:?}", tour.kind(), how.method, how.work);
///         let again = Tour::new(board, tour.order().to_vec())?; // only the judge makes tours
///         assert!(request.spec.is_met_by(&again));
///         let mut png = Vec::new();
///         write_png(&paint(&tour, Some(tour.kind()), &Style::default())?, &mut png)?;
///         assert!(png.starts_with(b"\x89PNG"));
///     }
///     Answer::Stuck(path, _) => println!("stuck after {} squares", path.order().len()),
///     Answer::None(why) => println!("{why}"),
///     answer => println!("{answer:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TourError`] if the request contradicts itself or is beyond a method, or if the machine fails. That there is no
/// such tour is an [`Answer`].
pub fn tour(request: &Request<'_>) -> Result<Answer, TourError> {
    match by_method(request) {
        Err(TourError::Stopped(stopped)) => Ok(Answer::Stopped(stopped)),
        answer => answer,
    }
}

fn by_method(request: &Request<'_>) -> Result<Answer, TourError> {
    if (request.verify || request.device.asks_for_gpu()) && !request.method.runs_on_gpu() {
        return Err(TourError::CpuOnly);
    }
    let takes_back = matches!(request.method, Method::Backtrack(_) | Method::Closable(_) | Method::DepthFirst(_));
    if request.spec.target().is_some() && !takes_back {
        return by_target(request);
    }
    let run = Run { request, deadline: request.limit.and_then(|limit| Instant::now().checked_add(limit)) };
    let spec = &request.spec;
    let regions = matches!(request.method, Method::Regions(_));
    if regions && (spec.start().is_some() || spec.end().is_some()) {
        return Err(TourError::RegionEnds);
    }
    // A theorem speaks before memory and time are taken, unless a path that gets stuck is wanted.
    // Each region is decided by itself.
    if !request.method.is_partial()
        && !regions
        && let Existence::None(reason) = decide(spec)
    {
        return Ok(Answer::None(NoTour::Proven(reason)));
    }
    // The cycle and the search know their own limits; a mosaic and a grown tour need not be in memory.
    if takes_back
        || matches!(request.method, Method::Walk(_) | Method::Search(_) | Method::Regions(_))
        || matches!(request.method, Method::Auto(_)) && !mosaic::serves(spec.board())
    {
        fits_in_memory(spec.board())?;
    }
    match &request.method {
        Method::Auto(options) => auto(&run, options),
        Method::Cycle(options) => walk::cycle(&run, options),
        Method::Walk(options) => walk::by_rule(&run, options),
        Method::Backtrack(_) => walk::backtrack(&run, Ways::Pruned),
        Method::Closable(_) => walk::backtrack(&run, Ways::Closable),
        Method::DepthFirst(_) => walk::backtrack(&run, Ways::Plain { seed: request.seed }),
        Method::Search(_) => by_search(&run),
        Method::Mosaic => by_mosaic(&run),
        Method::Tame(few) => by_tame(&run, *few),
        Method::Grown => organic::grown(&run),
        Method::Organic => organic::tour(&run),
        Method::Relay(options) => by_relay(&run, options),
        Method::Regions(chain) => by_regions(&run, chain),
    }
}

/// Returns the first tour to one of the squares a move away from the target.
fn by_target(request: &Request<'_>) -> Result<Answer, TourError> {
    let begun = Instant::now();
    let (mut unmet, mut ruled_out) = (None, None);
    for end in request.spec.ends().unwrap_or_default() {
        let Ok(spec) = request.spec.clone().without_target().ending_at(end) else { continue };
        let limit = request.limit.map(|limit| limit.saturating_sub(begun.elapsed()));
        match tour(&Request { spec, limit, ..request.clone() })? {
            Answer::None(NoTour::Proven(reason)) => ruled_out = ruled_out.or(Some((end, reason))),
            failed @ (Answer::None(_) | Answer::Other(..) | Answer::Stuck(..)) => unmet = Some(failed),
            Answer::Stopped(stopped) => return Ok(Answer::Stopped(Stopped { limit: request.limit, ..stopped })),
            found => return Ok(found),
        }
    }
    Ok(unmet.unwrap_or_else(|| Answer::None(NoTour::Proven(Reason::of_target(&request.spec, ruled_out)))))
}

/// An answer for every board.
fn auto(run: &Run<'_>, options: &CycleOptions) -> Result<Answer, TourError> {
    let request = run.request;
    if request.is_walked_first() {
        let walked = walk::cycle(run, options)?;
        if matches!(walked, Answer::Tour(..) | Answer::Stopped(_)) {
            return Ok(walked);
        }
        if request.device.asks_for_gpu() || request.verify {
            request.hooks.note(Note::CycleFailed);
        }
    } else if request.device.asks_for_gpu() && !mosaic::serves(request.spec.board()) {
        request.hooks.note(Note::OnCpu);
    }
    if let Some(built) = by_construction(run)? {
        return Ok(built);
    }
    by_search(run)
}

/// Builds a tour instead of searching for one.
fn by_construction(run: &Run<'_>) -> Result<Option<Answer>, TourError> {
    let (spec, seed, begun) = (&run.request.spec, run.request.seed, Instant::now());
    let board = spec.board();
    let made = |order: Option<Vec<u32>>, method| {
        let tour = order.and_then(|order| judged(spec, order));
        tour.map(|tour| Answer::Tour(tour, run.how(method, begun)))
    };
    if narrow::serves(board) {
        fits_in_memory(board)?;
        return Ok(made(narrow::tour(spec, seed.unwrap_or(0)), "narrow"));
    }
    let by_factor = || Ok(made(by_factor(run, ROUNDS)?, "factor"));
    // A small board has few tiles to choose from, and factor and merge shows more of its tours.
    if seed.is_some()
        && board.cells() <= 1 << 10
        && let Some(built) = by_factor()?
    {
        return Ok(Some(built));
    }
    match by_mosaic(run) {
        Ok(stream) => Ok(Some(stream)),
        Err(TourError::Mosaic(
            MosaicError::Unfit(Unfit::Holes(..) | Unfit::Leaper(..) | Unfit::Small(..)) | MosaicError::Ends { .. },
        )) => by_factor(),
        Err(error) => Err(error),
    }
}

/// Factor and merge: the squares in visiting order, if a tour was found.
pub(crate) fn by_factor(run: &Run<'_>, rounds: u32) -> Result<Option<Vec<u32>>, TourError> {
    let spec = &run.request.spec;
    let mut ended = Ok(());
    let found = factor::tour_while(spec, run.request.seed.unwrap_or(0), rounds, &mut |stage| {
        ended = run.go_on(match stage {
            Stage::Covering(cells) => Progress::Covering(cells.into(), spec.board().cells()),
            Stage::Joining(cycles) => Progress::Joining(cycles),
        });
        ended.is_ok()
    });
    run.request.hooks.report(Progress::Done);
    ended.map(|()| found.ok())
}

/// Tiles: each square works out its own number.
pub(crate) fn by_mosaic(run: &Run<'_>) -> Result<Answer, TourError> {
    numbered(run, Numbering::Mosaic(Plan::new(&run.request.spec, run.request.seed)?))
}

/// The tour that follows from a plan.
fn numbered(run: &Run<'_>, plan: Numbering) -> Result<Answer, TourError> {
    let device = match &plan {
        Numbering::Relay(plan) if plan.largest() > LANE => {
            if run.request.device.asks_for_gpu() {
                run.request.hooks.note(Note::OnCpu);
            }
            Device::CPU
        }
        _ => run.device(Work::Mosaic { squares: run.request.spec.board().cells() })?,
    };
    let how =
        How { device: device.details(), rule: run.request.method.rule(), ..run.how(plan.method(), Instant::now()) };
    Ok(Answer::Stream(Box::new(Stream::new(run, Source::Numbered(Box::new(plan)), device, how))))
}

/// Lines and heels: each square looks up its own number.
fn by_tame(run: &Run<'_>, few: Fewest) -> Result<Answer, TourError> {
    let request = run.request;
    let board = request.spec.board();
    let (needed, there) = (tame::Plan::bytes(board.rows(), board.cols()), memory::available());
    if needed > there.max(1 << 24) {
        return Err(TourError::Memory { board: board.clone(), needed, there });
    }
    let plan = tame::Plan::new(&request.spec, few, request.seed)?;
    numbered(run, Numbering::Tame(plan))
}

/// Many knights, a region each.
fn by_relay(run: &Run<'_>, options: &RelayOptions) -> Result<Answer, TourError> {
    let (seed, RelayOptions { rule, region, run: ways }) = (run.request.seed, *options);
    let board = run.request.spec.board();
    if !run.request.device.asks_for_gpu() {
        // Before any list of regions is made.
        band_fits(board, if board.cells() > u64::from(u32::MAX) { 8 } else { 4 })?;
    }
    let memory = Some(memory::available());
    let plan = relay::Plan::new(&run.request.spec, &relay::Options { seed, rule, region, memory })?;
    if plan.is_regular() {
        run.request.hooks.note(Note::RegularOrder(plan.regions()));
    }
    match ways {
        RelayRun::Numbers => numbered(run, Numbering::Relay(plan)),
        RelayRun::Passes => {
            let how = How { rule, ..run.how("relay", Instant::now()) };
            walk::passes(run, Setup::relay_by(&plan)?, Schedule::Whole, how)
        }
        RelayRun::Melted(passes) => organic::melted(run, &plan, passes),
    }
}

/// Exact search.
fn by_search(run: &Run<'_>) -> Result<Answer, TourError> {
    let (request, begun) = (run.request, Instant::now());
    let progress = |nodes, deepest| request.hooks.report(Progress::Choices(nodes, deepest));
    let options = SearchOptions {
        order: request.move_order(),
        seed: request.seed.unwrap_or(0),
        limit: run.deadline.map(|deadline| deadline.saturating_duration_since(begun)),
        memory: Some(memory::available()),
        stop: request.hooks.stop,
        progress: Some(&progress),
    };
    let found = search::tour(&request.spec, &options);
    request.hooks.report(Progress::Done);
    Ok(match found? {
        Found::Tour(tour) => Answer::Tour(tour, How { order: Some(options.order), ..run.how("search", begun) }),
        Found::None(reason) => Answer::None(NoTour::Proven(reason)),
        Found::Stopped { why, nodes, deepest } => {
            Answer::Stopped(Stopped { why, at: Progress::Choices(nodes, deepest), limit: request.limit })
        }
    })
}

/// The regions of a board, one after another.
fn by_regions(run: &Run<'_>, chain: &Chain) -> Result<Answer, TourError> {
    let (begun, mut failed) = (Instant::now(), None);
    let tour = chain.tour(run.request.spec.is_closed(), &mut |region| {
        if failed.is_some() {
            return None;
        }
        let request = Request {
            seed: run.request.seed,
            limit: run.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            device: DeviceChoice::Cpu,
            hooks: crate::Hooks { note: None, ..run.request.hooks },
            ..Request::new(region.clone())
        };
        let found = tour(&request).and_then(|answer| match answer {
            Answer::Stopped(stopped) => Err(TourError::Stopped(Stopped { limit: run.request.limit, ..stopped })),
            answer => answer.into_tour(),
        });
        found.map_err(|error| failed = Some(error)).ok()?.map(|tour| tour.order().to_vec())
    });
    match (failed, tour) {
        (Some(error), _) => Err(error),
        (None, Ok(tour)) => Ok(Answer::Tour(tour, run.how("chain", begun))),
        (None, Err(error @ ChainError::NoWay { .. })) => Ok(Answer::None(NoTour::Regions(error))),
        (None, Err(error)) => Err(error.into()),
    }
}

/// Turns or reverses what a method has made so that it has the ends that are asked for, and has it judged.
pub(crate) fn judged(spec: &TourSpec, order: Vec<u32>) -> Option<Tour> {
    Tour::new(spec.board().clone(), turned(spec, order)).ok().filter(|tour| spec.is_met_by(tour))
}

/// Turns or reverses the squares of a tour, so that it has the ends that are asked for if it can.
pub fn turned(spec: &TourSpec, mut order: Vec<u32>) -> Vec<u32> {
    let [start, end] = [spec.start(), spec.end()].map(|end| Some(spec.board().index(end?) as u32));
    let at = |order: &[u32], cell: Option<u32>| order.iter().position(|&other| Some(other) == cell).unwrap_or(0);
    let is_off = |cell: Option<u32>, there: Option<&u32>| cell.is_some() && cell.as_ref() != there;
    if !spec.is_closed() {
        if is_off(start, order.first()) || is_off(end, order.last()) {
            order.reverse();
        }
        return order;
    }
    // A cycle begins anywhere, and can be walked either way.
    let first = at(&order, start);
    order.rotate_left(first);
    if is_off(end, order.last()) {
        let last = at(&order, end);
        if start.is_some() { order[1..].reverse() } else { order.rotate_left(last + 1) }
    }
    order
}

//! Selects the method for a tour.
//!
//! Each method is best on some boards and fails on others. The decision cycle is the fastest method and makes the most
//! irregular tours. However, the decision cycle gets stuck more often on larger boards. The mosaic never fails on the
//! boards to which it applies. Narrow boards are toured by an exact automaton. The method *factor and merge* tours
//! boards with holes and boards of other pieces, and usually succeeds. If this method fails, the exact search tours the
//! board. The answer of the exact search is always right, but the search can take arbitrarily long. [`Method::Auto`]
//! tries the methods in the order of their likely success, after the theorems have ruled out impossible tours. The
//! order does not depend on the device, so that every device gives the same tour. The time for a board with holes is
//! not bounded, since the problem is NP-complete.

use std::time::Instant;

use courser_board::{Symmetry, TourSpec, Wrap};
use courser_engine::cycle::{Schedule, Setup};
use courser_engine::grown::serves;
use courser_engine::numbering::StreamedTour;
use courser_engine::{DeviceChoice, memory};
use courser_solve::TilingError;
use courser_solve::chain::{Chain, ChainError};
use courser_solve::existence::{Existence, Reason, decide};
use courser_solve::search::{self, SearchOptions};
use courser_solve::symmetric::{self, PartTour, SymmetricOutcome};
use courser_solve::tame::Minimised;
use courser_solve::warnsdorff::Pruning;
use courser_solve::{mosaic, narrow, relay, tame};

use crate::memory::{band_fits, fits_in_memory};
use crate::plans::{by_factor, by_mosaic, numbered};
use crate::request::{Note, Request};
use crate::run::RequestRun;
use crate::{
    Answer, CycleOptions, Method, NoTour, Progress, Provenance, RelayOptions, RelayRun, Stopped, TourError, grown, walk,
};

/// Maximum number of squares of a board on which a rule is tried first. On larger boards a rule usually gets stuck, and
/// other methods are as fast.
const RULE_CELLS: u64 = 1 << 16;

/// Maximum number of rounds of the method *factor and merge* before the exact search is used.
const ROUNDS: u32 = 20;

impl Request<'_> {
    /// Returns whether [`Method::Auto`] tries the decision cycle first. Returns `false` if the tour must be closed, if
    /// a last square or a seed is given, or if the board is so large that the cycle usually gets stuck.
    pub fn is_walked_first(&self) -> bool {
        let spec = &self.spec;
        !spec.is_closed() && spec.end().is_none() && self.seed.is_none() && spec.board().cells() <= RULE_CELLS
    }
}

/// Answers a request. Does the same as the command `courser tour`, but writes no files and prints no messages.
///
/// This program finds, checks and draws a tour:
///
/// ```
/// use courser::board::{Board, MoveOrder, Tour, TourSpec};
/// use courser::view::{Style, paint, write_png};
/// use courser::{Answer, CycleOptions, Hooks, Method, Request, tour};
///
/// let board: Board = "8x8".parse()?;
/// let spec = TourSpec::open(&board).starting_at(board.square("e6")?)?;
/// let method = Method::Cycle(CycleOptions { order: Some(MoveOrder::SLIDES), ..CycleOptions::default() });
/// let request = Request { method, ..Request::new(spec) };
/// match tour(&request)? {
///     Answer::Found(found) => {
///         let (tour, report) = found.tour(&Hooks::default())?;
///         println!("{} tour by {} in {:?}", tour.kind(), report.how.method, report.how.work);
///         let again = Tour::new(board, tour.order().to_vec())?; // `Tour::new` checks the order
///         assert!(request.spec.is_met_by(&again));
///         let mut png = Vec::new();
///         write_png(&paint(&tour, Some(tour.kind()), &Style::default())?, &mut png)?;
///         assert!(png.starts_with(b"\x89PNG"));
///     }
///     Answer::Failed { path, violation, .. } => println!("{violation} after {} squares", path.order().len()),
///     Answer::None(why) => println!("{why}"),
///     answer => println!("{answer:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// This program finds a closed tour that is invariant under a quarter turn of the board:
///
/// ```
/// use courser::board::{Symmetry, TourSpec};
/// use courser::{Request, tour};
///
/// let spec = TourSpec::closed(&"10x10".parse()?).with_symmetry(Symmetry::QuarterTurn);
/// let tour = tour(&Request::new(spec))?.into_tour()?.expect("there is one");
/// assert!(Symmetry::QuarterTurn.is_of(&tour) && Symmetry::HalfTurn.is_of(&tour));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TourError`] if the request contradicts itself, if the method does not support it, or if the machine fails. If no
/// tour exists, the result is an [`Answer`], not an error.
pub fn tour(request: &Request<'_>) -> Result<Answer, TourError> {
    match by_method(request) {
        Err(TourError::Stopped(stopped)) => Ok(Answer::Stopped(stopped)),
        answer => answer,
    }
}

fn by_method(request: &Request<'_>) -> Result<Answer, TourError> {
    let wraps = request.spec.board().wrap() != Wrap::None;
    if (request.verify || request.device.asks_for_gpu()) && (wraps || !request.method.runs_on_gpu()) {
        return Err(TourError::CpuOnly);
    }
    let may_search = matches!(request.method, Method::Auto(_) | Method::Search(_));
    if wraps && (!may_search || request.spec.symmetry().is_some()) {
        return Err(TourError::Joined);
    }
    let takes_back = matches!(request.method, Method::Backtrack(_) | Method::Closable(_) | Method::DepthFirst(_));
    if request.spec.target().is_some() && !takes_back {
        return by_target(request);
    }
    let run = RequestRun { request, deadline: request.limit.and_then(|limit| Instant::now().checked_add(limit)) };
    let spec = &request.spec;
    if let Some(symmetry) = spec.symmetry() {
        return by_symmetry(&run, symmetry);
    }
    if spec.restricts_moves() && !may_search {
        return Err(TourError::Moves);
    }
    let must_search = spec.restricts_moves() || wraps;
    if matches!(request.method, Method::Regions(_)) && (spec.start().is_some() || spec.end().is_some()) {
        return Err(TourError::RegionEnds);
    }
    // Theorems are applied before any work that takes memory and time. They are not applied if the path of a stuck walk
    // is requested.
    if !request.method.is_partial()
        && let Existence::None(reason) = decide(spec)
    {
        return Ok(Answer::None(NoTour::Proven(reason)));
    }
    // Memory is checked here only for methods that hold the whole tour in memory. The decision cycle has its own
    // limits. Tours of the other methods, such as mosaics and grown tours, need not fit in memory.
    if takes_back
        || matches!(request.method, Method::Walk(_) | Method::Search(_) | Method::Regions(_))
        || matches!(request.method, Method::Auto(_)) && (!mosaic::serves(spec.board()) || must_search)
    {
        fits_in_memory(spec.board())?;
    }
    match &request.method {
        Method::Auto(_) if must_search => by_search(&run),
        Method::Auto(options) => auto(&run, options),
        Method::Cycle(options) => walk::cycle(&run, options),
        Method::Walk(options) => walk::by_rule(&run, options),
        Method::Backtrack(_) => walk::backtrack(&run, Pruning::Pruned),
        Method::Closable(_) => walk::backtrack(&run, Pruning::Closable),
        Method::DepthFirst(_) => walk::backtrack(&run, Pruning::Plain { seed: request.seed }),
        Method::Search(_) => by_search(&run),
        Method::Mosaic => by_mosaic(&run),
        Method::Tame(few) => by_tame(&run, *few),
        Method::Grown => grown::grown(&run),
        Method::Relay(options) => by_relay(&run, options),
        Method::Regions(chain) => by_regions(&run, chain),
    }
}

/// Searches for a tour that ends one move from the target. Tries the possible last squares one by one, and returns the
/// first tour found.
fn by_target(request: &Request<'_>) -> Result<Answer, TourError> {
    let begun = Instant::now();
    let (mut unmet, mut ruled_out) = (None, None);
    for end in request.spec.ends().unwrap_or_default() {
        let Ok(spec) = request.spec.clone().without_target().ending_at(end) else { continue };
        let limit = request.limit.map(|limit| limit.saturating_sub(begun.elapsed()));
        match tour(&Request { spec, limit, ..request.clone() })? {
            Answer::None(NoTour::Proven(reason)) => ruled_out = ruled_out.or(Some((end, reason))),
            failed @ (Answer::None(_) | Answer::Failed { .. }) => unmet = Some(failed),
            Answer::Stopped(stopped) => return Ok(Answer::Stopped(Stopped { limit: request.limit, ..stopped })),
            found => return Ok(found),
        }
    }
    Ok(unmet.unwrap_or_else(|| Answer::None(NoTour::Proven(Reason::of_target(&request.spec, ruled_out)))))
}

/// Answers a request by the best method for its board.
fn auto(run: &RequestRun<'_>, options: &CycleOptions) -> Result<Answer, TourError> {
    let request = run.request;
    if request.is_walked_first() {
        let walked = walk::cycle(run, options)?;
        if matches!(walked, Answer::Found(_) | Answer::Stopped(_)) {
            return Ok(walked);
        }
        if request.device.asks_for_gpu() || request.verify {
            request.hooks.note(Note::CycleFailed);
        }
    } else if request.device.asks_for_gpu() && !mosaic::serves(request.spec.board()) {
        request.hooks.note(Note::OnCpu);
    }
    let answer = match by_construction(run)? {
        Some(built) => built,
        None => by_search(run)?,
    };
    if request.verify && matches!(&answer, Answer::Found(found) if !found.verifies()) {
        request.hooks.note(Note::Uncompared);
    }
    Ok(answer)
}

/// Constructs a tour without a search. Returns `None` if no construction succeeds.
fn by_construction(run: &RequestRun<'_>) -> Result<Option<Answer>, TourError> {
    let (spec, seed, begun) = (&run.request.spec, run.request.seed, Instant::now());
    let board = spec.board();
    let made = |order: Option<Vec<u32>>, method| run.checked(order?, run.how(method, begun));
    if narrow::serves(board) {
        fits_in_memory(board)?;
        return Ok(made(narrow::tour(spec, seed.unwrap_or(0)), "narrow"));
    }
    let by_factor = || Ok(made(by_factor(run, ROUNDS)?, "factor"));
    // A mosaic of a small board has only a few tiles, so different seeds give only a few different mosaics. The method
    // *factor and merge* finds a greater variety of tours of such a board.
    if seed.is_some()
        && board.cells() <= 1 << 10
        && let Some(built) = by_factor()?
    {
        return Ok(Some(built));
    }
    match by_mosaic(run) {
        Ok(stream) => Ok(Some(stream)),
        Err(TourError::Tiling(
            TilingError::Holes(..) | TilingError::Leaper(..) | TilingError::Small(..) | TilingError::MosaicEnds { .. },
        )) => by_factor(),
        Err(error) => Err(error),
    }
}

/// Returns a tame tour, in which the number of every square is looked up in tables.
fn by_tame(run: &RequestRun<'_>, few: Minimised) -> Result<Answer, TourError> {
    let request = run.request;
    let board = request.spec.board();
    let (needed, there) = (tame::TamePlan::bytes(board.rows(), board.cols()), memory::available());
    if needed > there.max(1 << 24) {
        return Err(TourError::Memory { board: board.clone(), needed, there });
    }
    let plan = tame::TamePlan::new(&request.spec, few, request.seed)?;
    numbered(run, StreamedTour::Tame(plan))
}

/// Makes a tour of the board by many knights, each in its own region.
fn by_relay(run: &RequestRun<'_>, options: &RelayOptions) -> Result<Answer, TourError> {
    let (seed, RelayOptions { rule, region, run: ways }) = (run.request.seed, *options);
    let board = run.request.spec.board();
    if !run.request.device.asks_for_gpu() {
        // This check runs before any list of regions is made.
        band_fits(board, if board.cells() > u64::from(u32::MAX) { 8 } else { 4 })?;
    }
    let memory = Some(memory::available());
    let plan = relay::RelayPlan::new(&run.request.spec, &relay::RelayChoices { seed, rule, region, memory })?;
    if plan.is_regular() {
        run.request.hooks.note(Note::RegularOrder(plan.regions()));
    }
    match ways {
        RelayRun::Numbers => numbered(run, StreamedTour::Relay(plan)),
        RelayRun::Passes => {
            let how = Provenance { rule, ..run.how("relay", Instant::now()) };
            walk::passes(run, Setup::relay_by(&plan)?, Schedule::Whole, how)
        }
        RelayRun::Melted(passes) => grown::melted(run, &plan, passes),
    }
}

/// Answers a request by exact search.
fn by_search(run: &RequestRun<'_>) -> Result<Answer, TourError> {
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
        search::SearchResult::Tour(tour) => {
            let how = Provenance { order: Some(options.order), ..run.how("search", begun) };
            run.found(request.spec.check(tour.into())?, how)
        }
        search::SearchResult::None(reason) => Answer::None(NoTour::Proven(reason)),
        search::SearchResult::Stopped { why, nodes, deepest } => {
            Answer::Stopped(Stopped { why, at: Progress::Choices(nodes, deepest), limit: request.limit })
        }
    })
}

/// Returns a closed tour with a symmetry. On most boards, the requested method makes a path over a half or a quarter of
/// the board, and the images of this path complete the tour.
fn by_symmetry(run: &RequestRun<'_>, symmetry: Symmetry) -> Result<Answer, TourError> {
    let (request, begun) = (run.request, Instant::now());
    let board = request.spec.board();
    let none = |why| Ok(Answer::None(NoTour::Asymmetric { board: board.clone(), symmetry, why }));
    if let Existence::None(reason) = decide(&TourSpec::closed(board)) {
        return Ok(Answer::None(NoTour::Proven(reason)));
    }
    if let Some(why) = symmetry.ruled_out(board) {
        return none(Some(why));
    }
    if matches!(request.method, Method::Tame(_)) {
        return Err(TilingError::Symmetric.into());
    }
    fits_in_memory(board)?;
    if !symmetric::serves(board) {
        return Err(TourError::Unsearched { board: board.clone(), symmetry, limit: symmetric::MAX_SEARCHED });
    }
    let mut make = |spec: &TourSpec, is_any: bool| {
        let method = match &request.method {
            _ if is_any => Method::default(),
            Method::Auto(_) if serves(spec.board()).is_ok() => Method::Grown,
            method => method.clone(),
        };
        let is_woven = !matches!(method, Method::Auto(_) | Method::Grown);
        let (spec, device) = (spec.clone(), DeviceChoice::Cpu);
        let found = tour(&Request { spec, device, method, verify: false, ..request.clone() })?.into_tour()?;
        Ok(found.map(|tour| PartTour { tour, is_woven }))
    };
    let seed = request.seed.unwrap_or(0);
    match symmetric::tour(board, symmetry, seed, &mut make, &mut |searches| run.go_on(Progress::Choices(searches, 0)))?
    {
        SymmetricOutcome::Tour(order, method) => {
            run.checked(order, run.how(method, begun)).map_or_else(|| none(None), Ok)
        }
        SymmetricOutcome::None(why) => none(Some(why)),
        SymmetricOutcome::Unknown => none(None),
    }
}

/// Makes a tour of a board divided into regions. The regions are toured one after another.
fn by_regions(run: &RequestRun<'_>, chain: &Chain) -> Result<Answer, TourError> {
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
        (None, Ok(tour)) => Ok(run.found(run.request.spec.check(tour.into())?, run.how("chain", begun))),
        (None, Err(error @ ChainError::NoWay { .. })) => Ok(Answer::None(NoTour::Regions(error))),
        (None, Err(error)) => Err(error.into()),
    }
}

//! Reads the subject of the window from the arguments. The subject is validated before the window opens.

use std::path::Path as FilePath;

use courser::board::format::DeclaredKind;
use courser::board::words::a_board;
use courser::board::{Board, Kind, Leaper, Path, Square, TourSpec, Wrap};
use courser::engine::cycle::Schedule;
use courser::engine::grown::GrowthSetup;
use courser::solve::relay::RelayChoices;
use courser::solve::warnsdorff::Walker;
use courser::window::{Continuation, KnownTours, Subject, Walk, relay_setup};
use courser::{Answer, DeviceChoice, Hooks, Method, MethodName, NoTour, Request, TourError};

use crate::error::{Context, Failure, Result, refuse};
use crate::input;
use crate::watch::args::WatchArgs;

/// Returns the subject requested by the arguments.
pub(super) fn read(args: &WatchArgs) -> Result<Subject> {
    let no_speed = args.speed.is_some_and(|speed| !(speed.is_finite() && speed > 0.0));
    refuse(no_speed, "--speed is moves per second, more than 0", "leave it out, or give one as in 8")?;
    if let Some(path) = args.save.as_deref().filter(|path| path.as_os_str() != "-") {
        let is_png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        let text = format_args!("{}: the window saves PNG pictures", path.display());
        refuse(!is_png, text, "give a name that ends in .png")?;
    }
    let size = match &args.what {
        None => None,
        Some(text) => match text.parse::<Board>() {
            Ok(board) => Some(board),
            // The text is neither a size nor an existing file. The user probably meant a size.
            Err(error) if text != "-" && !FilePath::new(text).exists() && !looks_like_a_file(text) => {
                return Err(error.into());
            }
            Err(_) => return given(FilePath::new(text), args),
        },
    };
    let (board, marked) = match input::read_board(&args.holes, size.as_ref())? {
        Some(read) => read,
        None => (size.unwrap_or_else(|| Board::new(8, 8).expect("a chessboard is a board")), None),
    };
    let board = board.with_leaper(args.leaper.unwrap_or(Leaper::KNIGHT));
    let start = input::square(&board, &args.start, "--start")?;
    let start = start.map(|square| board.playable_square(square)).transpose().named("--start")?;
    made(board, start.or(marked), args)
}

/// Returns whether the text is probably the name of a nonexistent file.
fn looks_like_a_file(text: &str) -> bool {
    FilePath::new(text).extension().is_some() || text.contains(std::path::MAIN_SEPARATOR)
}

/// Returns the subject for the requested method.
fn made(board: Board, start: Option<Square>, args: &WatchArgs) -> Result<Subject> {
    let by_rule = args.rule().is_some() || args.knights.is_some() || args.order.is_some();
    let (is_mosaic, grows) = (args.method == MethodName::Mosaic, args.method == MethodName::Grown);
    let cure = "leave out --rule, --order and --knights";
    refuse(is_mosaic && by_rule, "a mosaic has no rule, no order and one knight only", cure)?;
    refuse(grows && by_rule, "a grown tour has no rule, no order and no knight", cure)?;
    let one_open = args.method == MethodName::Cycle && (args.closed || args.knights.is_some());
    let what = "the decision cycle moves one knight, and does not choose where it ends";
    refuse(one_open, what, "leave out --method, or --closed and --knights")?;
    let walks = args.closed && (args.knights.is_some() || args.rule().is_some());
    refuse(walks, "a rule does not choose where it ends", "leave out --closed, or --rule and --knights")?;
    let on = args.names_device();
    refuse(!grows && on, "--device cpu and gpu are for grown tours", "leave it out, or add --method grown")?;
    let is_cycle = !is_mosaic && !grows && args.method != MethodName::Relay && args.knights.is_none() && !args.closed;
    let what = "--schedule is for the decision cycle of one knight";
    refuse(args.schedule.is_some() && !is_cycle, what, "leave it out, or use --method cycle")?;
    let is_relay = args.method == MethodName::Relay;
    let by_knights = args.knights.is_some() || args.order.is_some();
    let what = "a relay has one knight per region and no move order";
    refuse(is_relay && by_knights, what, "leave out --knights and --order")?;
    let cure = "leave out --regions, or use --method relay";
    refuse(args.regions.is_some() && !is_relay, "--regions is for the method relay", cure)?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let spec = TourSpec::new(&board, kind, start, None)?;
    if is_relay {
        let options = RelayChoices { seed: args.seed, rule: args.rule(), region: args.regions, memory: None };
        // A board that has no relay is reported before the window opens.
        relay_setup(&spec, &options)?;
        return Ok(Subject::Relay(spec, options));
    }
    if grows {
        // If no tour exists, this is reported before the window opens.
        let (seed, device) = (args.seed.unwrap_or(0), args.device.clone());
        return match GrowthSetup::new(&spec, seed) {
            Ok(setup) => Ok(Subject::Growing { spec, setup: Box::new(setup), seed, device }),
            Err(_) => built(&Request {
                method: Method::Grown,
                seed: args.seed,
                device: DeviceChoice::Cpu,
                ..Request::new(spec)
            }),
        };
    }
    let method = if is_mosaic { Method::Mosaic } else { Method::default() };
    let request = Request { method, device: DeviceChoice::Cpu, ..Request::new(spec.clone()) };
    // If a rule or a method is requested, the resulting walk is shown even if the knight gets stuck.
    let is_asked_for = args.method == MethodName::Cycle || by_rule || args.schedule.is_some();
    if is_mosaic || !is_asked_for && !request.is_walked_first() {
        return built(&Request { seed: args.seed, ..request });
    }
    let everywhere = start.is_none();
    let start = start.or_else(|| board.squares().next()).expect("a board has a square that is not a hole");
    let (rule, order) = (args.rule().unwrap_or_default(), args.order.unwrap_or_default());
    let schedule = args.schedule.unwrap_or(Schedule::Near);
    let walk = Walk { schedule, start, walker: Walker { rule, order, seed: args.seed.unwrap_or(0), knight: 0 }, board };
    if let Some(count) = args.knights {
        return Ok(Subject::Known(KnownTours::Knights { walk, count, everywhere }));
    }
    // A board that is too large for the cycle is reported before the window opens.
    walk.setup()?;
    let next = if is_asked_for { Continuation::Nothing } else { search(spec)? };
    let search = |spec| search(spec).unwrap_or_else(|error| Continuation::NoTour(error.to_string()));
    Ok(Subject::Cycle { walk, next, search })
}

/// Text of an error: a search has ended without a tour and without a proof.
const NO_ANSWER: &str = "the search ended without an answer";

/// Returns the continuation after a walk. If the walk gets stuck, the continuation is the result of `courser tour` for
/// `spec`. If the walk completes a tour, the continuation is [`Continuation::Nothing`].
fn search(spec: TourSpec) -> Result<Continuation, TourError> {
    let request = Request { device: DeviceChoice::Cpu, ..Request::new(spec) };
    match courser::tour(&request)? {
        Answer::Found(found) if found.how().method == "cycle" => Ok(Continuation::Nothing),
        Answer::Found(found) => {
            let (tour, report) = found.tour(&Hooks::default())?;
            let method = report.how.method;
            Ok(Continuation::Tour(Box::new(KnownTours::of_tour(&tour, method)), method))
        }
        Answer::None(why) => Ok(Continuation::NoTour(why.to_string())),
        _ => Ok(Continuation::NoTour(NO_ANSWER.into())),
    }
}

/// Computes the tour of a request. If the tour is a mosaic, the result contains its plan, otherwise its path.
fn built(request: &Request<'_>) -> Result<Subject> {
    match courser::tour(request)? {
        Answer::Found(found) => Ok(Subject::Known(match found.plan().cloned() {
            Some(plan) => KnownTours::Mosaic { spec: Box::new(request.spec.clone()), plan, seed: request.seed },
            None => {
                let (tour, report) = found.tour(&request.hooks)?;
                KnownTours::of_tour(&tour, report.how.method)
            }
        })),
        Answer::None(NoTour::Proven(reason)) => Err(Failure::of(&reason)),
        Answer::None(why) => Err(Failure::no(why, "try another board or start")),
        _ => Err(Failure::no(NO_ANSWER, "try another board or start")),
    }
}

/// Reads a tour from a file and checks it.
fn given(file: &FilePath, args: &WatchArgs) -> Result<Subject> {
    let name = input::name(file);
    let by_rule = args.rule().is_some() || args.knights.is_some() || args.order.is_some();
    let made = by_rule || args.seed.is_some() || args.regions.is_some() || args.closed || args.start.is_some();
    let by = args.method != MethodName::Auto || args.names_device();
    let text = format_args!("{name} contains a tour, and these options compute one");
    refuse(
        made || by || args.schedule.is_some(),
        text,
        "leave these options out, or name the size of a board, as in 8x8",
    )?;
    let given = input::read_board(&args.holes, None)?;
    let found = input::tours(file, given.map(|(board, _)| board), args.leaper)?;
    let Some(found) = found.into_iter().next() else {
        return Err(Failure::input(format!("{name} holds no tour"), "give a file that courser tour wrote"));
    };
    let board = found.board;
    let text = format_args!("{} cannot be watched: its lines leave the board", a_board(&board));
    refuse(board.wrap() != Wrap::None, text, "draw it with courser draw")?;
    let text = format_args!("{} is too large to watch", a_board(&board));
    refuse(board.cells() >= u64::from(u32::MAX), text, "draw it with courser draw")?;
    let flawed =
        |flaw: &dyn std::fmt::Display| Failure::no(format!("{name} is not a tour: {flaw}"), "courser check says more");
    let mut order = Vec::with_capacity(found.squares.len());
    for square in &found.squares {
        let square = board.playable_square(*square).map_err(|error| flawed(&error))?;
        order.push(board.index(square) as u32);
    }
    refuse(order.is_empty(), format_args!("{name} holds no square"), "give a file that courser tour wrote")?;
    let whole = order.len() as u64 == board.playable();
    let path = Path::new(board, order).map_err(|flaw| flawed(&flaw))?;
    let ends = path.squares().next().zip(path.squares().last());
    let closes = ends.is_some_and(|(first, last)| path.board().neighbours(last).any(|square| square == first));
    let closed = whole && path.order().len() > 2 && closes && found.kind != Some(DeclaredKind::Open);
    Ok(Subject::Known(KnownTours::Path { name: format!("{}, {name}", path.board()), path, closed }))
}

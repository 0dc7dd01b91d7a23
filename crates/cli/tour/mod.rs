//! `courser tour`: find a tour, have it judged, write it.

mod channel;
mod cycle;
mod solve;
mod stream;
mod tries;
mod write;

use std::path::Path as FilePath;
use std::time::Instant;

use courser::board::format::{Details, Device};
use courser::board::{Board, Kind, MoveOrder, Path, Square, Tour};
use courser::engine::memory;
use courser::solve::auto;
use courser::solve::mosaic;
use courser::solve::search::Wish;
use courser::solve::warnsdorff::Rule;

use crate::args::{Method, OutputFormat, TourArgs};
use crate::device::{self, Chosen};
use crate::error::{Failure, note};
use crate::input;
use crate::output::Output;
use crate::picture;

pub(crate) use self::stream::{BAND, FEWEST, enough_memory};
use self::write::Place;

/// What a method came to: a tour, or a path that cannot go on.
enum Made {
    Tour(Tour),
    Stuck(Path),
}

/// A file of regions, read once: it may be a pipe.
struct ChainFile {
    name: String,
    text: String,
}

impl ChainFile {
    fn read(path: &FilePath) -> Result<Self, Failure> {
        Ok(Self { name: input::name(path), text: input::read_text(path)? })
    }
}

/// How it came about.
struct How {
    method: String,
    rule: Option<Rule>,
    /// The order in which neighbours were looked at, where they were.
    order: Option<MoveOrder>,
    device: Device,
}

impl How {
    fn on_cpu(method: &str) -> Self {
        Self {
            method: method.into(),
            rule: None,
            order: None,
            device: Device { name: "cpu".into(), ..Device::default() },
        }
    }

    fn by_cycle(args: &TourArgs, device: &Chosen) -> Self {
        Self {
            rule: Some(args.rule().unwrap_or_default()),
            order: Some(order(args, Method::Cycle)),
            device: device.details(),
            ..Self::on_cpu("cycle")
        }
    }
}

pub(crate) fn run(args: &TourArgs, quiet: bool) -> Result<(), Failure> {
    let chain = args.chain.as_deref().map(ChainFile::read).transpose()?;
    let (board, marked) = match &chain {
        Some(chain) => input::board_of_chain(&args.board, &chain.name, &chain.text)?,
        None => input::board(&args.board)?,
    };
    let wish = Wish {
        closed: args.closed,
        start: input::square(&board, &args.start, "--start")?.or(marked.filter(|_| chain.is_none())),
        end: input::square(&board, &args.end, "--end")?,
    };
    let format = write::chosen_format(&args.output)?;
    consistent(args, format)?;
    channel::consistent(args, format)?;
    let drawn = format.and_then(OutputFormat::picture);
    if args.channel.is_empty() {
        picture::possible(&board, &args.picture, drawn)?;
    } else {
        channel::possible(&board, args, drawn)?;
    }
    let method = args.method();
    // What a theorem knows comes before what it would take.
    if args.organic || chain.is_none() && matches!(method, Method::Auto | Method::Mosaic) {
        solve::possible(&board, &wish)?;
    }
    let streamed = matches!(method, Method::Auto | Method::Mosaic)
        && !args.organic
        && chain.is_none()
        && !args.verify_cpu
        && stream::serves(&board, format);
    // The file is opened before long work.
    let output = Output::open(args.output.output.as_deref())?;
    if drawn.is_some() {
        output.no_terminal("picture")?;
    } else if format == Some(OutputFormat::Npy) {
        output.no_terminal("array")?;
    }
    if streamed {
        return stream::run(&board, &wish, args, format, output, quiet);
    }
    fits_in_memory(&board, method)?;
    let start = wish.start.or_else(|| board.squares().next()).expect("a board has a square that is no hole");
    if let (false, Some(format)) = (args.channel.is_empty(), drawn) {
        let setup = cycle::setup(&board, start, args)?;
        let device = cycle_device(args, quiet)?;
        return channel::run(setup, args, &device, &How::by_cycle(args, &device), format, output, quiet);
    }
    let begun = Instant::now();
    let (made, how) = match &chain {
        Some(chain) => (solve::by_chain(&board, chain, args, quiet)?, How::on_cpu("chain")),
        None => make(&board, &wish, start, method, args, quiet)?,
    };
    finish(made, &how, &wish, begun.elapsed().as_secs_f64(), args, Place { output, format, quiet })
}

/// Makes the tour, by the method asked for.
fn make(
    board: &Board,
    wish: &Wish,
    start: Square,
    method: Method,
    args: &TourArgs,
    quiet: bool,
) -> Result<(Made, How), Failure> {
    if args.organic {
        return Ok((solve::organic(board, wish, args)?, How::on_cpu("organic")));
    }
    match method {
        Method::Auto => by_auto(board, wish, start, args, quiet),
        Method::Cycle => by_cycle(board, start, args, quiet),
        Method::Warnsdorff => by_rule(board, wish, start, args, quiet),
        Method::Search => {
            let how = How { order: Some(order(args, method)), ..How::on_cpu("search") };
            Ok((solve::by_search(board, wish, args, quiet)?, how))
        }
        Method::Mosaic => by_mosaic(board, wish, args, quiet),
    }
}

/// The decision cycle, on the device asked for.
fn by_cycle(board: &Board, start: Square, args: &TourArgs, quiet: bool) -> Result<(Made, How), Failure> {
    let setup = cycle::setup(board, start, args)?;
    let device = cycle_device(args, quiet)?;
    Ok((cycle::run(setup, args, &device, quiet)?, How::by_cycle(args, &device)))
}

/// A rule from square to square: one knight on the CPU, or the first of many on the device asked for.
fn by_rule(board: &Board, wish: &Wish, start: Square, args: &TourArgs, quiet: bool) -> Result<(Made, How), Failure> {
    let rule = args.rule().unwrap_or(if args.seed.is_some() { Rule::Random } else { Rule::Warnsdorff });
    let how = How { rule: Some(rule), order: Some(order(args, Method::Warnsdorff)), ..How::on_cpu("warnsdorff") };
    let Some(tries) = args.tries else {
        return Ok((solve::by_rule(board, start, rule, args, quiet)?, how));
    };
    let device = device::choose(&args.device, quiet)?;
    let how = How { device: device.details(), ..how };
    Ok((tries::run(board, wish, rule, tries, args, &device, quiet)?, how))
}

/// Tiles, on the device asked for.
fn by_mosaic(board: &Board, wish: &Wish, args: &TourArgs, quiet: bool) -> Result<(Made, How), Failure> {
    let device = mosaic_device(args, quiet)?;
    let how = How { device: device.details(), ..How::on_cpu("mosaic") };
    Ok((solve::by_mosaic(board, wish, args, &device)?, how))
}

/// The answer that is always right: the decision cycle where it is fast and can serve, else what never fails.
fn by_auto(board: &Board, wish: &Wish, start: Square, args: &TourArgs, quiet: bool) -> Result<(Made, How), Failure> {
    let cycle_may_serve = auto::rule_may_serve(board, wish, args.seed);
    if args.device.ask_for_card() && !cycle_may_serve && !args.verify_cpu && mosaic::serves(board) {
        return by_mosaic(board, wish, args, quiet);
    }
    if cycle_may_serve || args.verify_cpu || args.device.ask_for_card() {
        let (made, how) = by_cycle(board, start, args, quiet)?;
        if matches!(&made, Made::Tour(tour) if wish.is_met_by(tour)) {
            return Ok((made, how));
        }
        if args.device.ask_for_card() || args.verify_cpu {
            note(quiet, "the decision cycle finds no such tour; another method is tried, on the CPU");
        }
    }
    let (made, method) = solve::beyond_rules(board, wish, args, quiet)?;
    Ok((made, How::on_cpu(&method)))
}

/// Judges what was made against the wish, and writes it.
fn finish(made: Made, how: &How, wish: &Wish, seconds: f64, args: &TourArgs, place: Place) -> Result<(), Failure> {
    let details = Details {
        method: Some(how.method.clone()),
        rule: how.rule.map(|rule| rule.to_string()),
        order: how.order.map(|order| order.to_string()),
        seed: args.seed,
        device: Some(how.device.clone()),
        seconds: Some(seconds),
    };
    match made {
        Made::Tour(tour) if wish.is_met_by(&tour) => {
            write::write(place, &tour, Some(tour.kind()), &details, &args.picture)
        }
        Made::Tour(tour) => Err(unserved(&tour, wish, how)),
        Made::Stuck(path) => {
            if args.partial {
                write::write(place, &path, None, &details, &args.picture)?;
            }
            Err(tell_stuck(&path, how))
        }
    }
}

/// The device of the cycle. What is to be compared with the CPU runs on any card that there is, be it a software one.
fn cycle_device(args: &TourArgs, quiet: bool) -> Result<Chosen, Failure> {
    if args.verify_cpu { device::choose_any(&args.device, quiet) } else { device::choose(&args.device, quiet) }
}

/// The device of a mosaic in memory: the card only where it is asked for, since one core makes a small board
/// in less time than it takes to look for a card.
fn mosaic_device(args: &TourArgs, quiet: bool) -> Result<Chosen, Failure> {
    if args.device.ask_for_card() { device::choose(&args.device, quiet) } else { Ok(Chosen::Cpu) }
}

/// What contradicts itself in the arguments, or would be passed over in silence.
fn consistent(args: &TourArgs, format: Option<OutputFormat>) -> Result<(), Failure> {
    let refuse = |what: &str, cure: &str| Err(Failure::input(what, cure));
    let method = args.method();
    let built = args.organic || args.chain.is_some() || method == Method::Mosaic;
    let cycles = !built && matches!(method, Method::Auto | Method::Cycle);
    let walks = matches!(method, Method::Cycle | Method::Warnsdorff);
    if args.rule.is_some() && !walks {
        return refuse("--rule is for the methods warnsdorff and cycle", "leave out --rule, or the --method");
    }
    if args.look_ahead.is_some() && !walks {
        return refuse("--look-ahead is for the methods warnsdorff and cycle", "leave it out, or the --method");
    }
    if args.look_ahead.is_some() && args.rule.is_some_and(|rule| rule != Rule::Warnsdorff && rule.look_ahead() == 0) {
        return refuse("--look-ahead breaks the ties that --rule breaks in its own way", "leave one of them out");
    }
    device::consistent(&args.device)?;
    if args.tries.is_some() && method != Method::Warnsdorff {
        return refuse("--tries is for the method warnsdorff", "name a --rule, or use --method warnsdorff");
    }
    if !cycles && method != Method::Mosaic && args.tries.is_none() && args.device.ask_for_card() {
        return refuse(
            "this method runs on the CPU",
            "leave out --device and --adapter, or use --method cycle or mosaic",
        );
    }
    if !cycles && args.verify_cpu {
        return refuse("--verify-cpu is for the decision cycle", "use --method cycle, or leave it out");
    }
    if !cycles && args.schedule.is_some() {
        return refuse("--schedule is for the decision cycle", "use --method cycle, or leave it out");
    }
    if args.order.is_some() && built {
        return refuse(
            "--order has no meaning for a tour that is built",
            "leave it out, or choose a method that walks",
        );
    }
    if args.limit.is_some() && !(args.chain.is_some() || !built && matches!(method, Method::Auto | Method::Search)) {
        return refuse("--limit is for the exact search, and this method needs none", "leave it out");
    }
    if args.partial && (built || method == Method::Search) {
        return refuse("--partial is for rules that can get stuck", "leave it out, or use --method cycle or --rule");
    }
    picture::consistent(&args.picture, format.and_then(OutputFormat::picture))?;
    if args.partial && matches!(format, Some(OutputFormat::Npy | OutputFormat::Tsplib)) {
        return refuse(
            "a path that leaves squares out cannot be written as npy or tsplib",
            "leave out --partial, or choose grid, moves, csv, json or png",
        );
    }
    Ok(())
}

/// The order in which neighbours are looked at: as named, or as the seed shuffles it for the cycle and the search.
fn order(args: &TourArgs, method: Method) -> MoveOrder {
    match (args.order, args.seed) {
        (Some(order), _) => order,
        // A rule that is named uses the seed itself, or has no use for it, whichever method walks by it.
        (None, Some(seed)) if method == Method::Search || method == Method::Cycle && args.rule().is_none() => {
            shuffled(seed)
        }
        (None, _) => MoveOrder::default(),
    }
}

/// One of the 40,320 orders: the seed's digits in the factorial number system pick the codes one after another.
fn shuffled(seed: u64) -> MoveOrder {
    let mut rest = seed;
    let mut left = vec![1, 2, 3, 4, 5, 6, 7, 8];
    let codes = std::array::from_fn(|_| {
        let choices = left.len() as u64;
        let pick = (rest % choices) as usize;
        rest /= choices;
        left.remove(pick)
    });
    MoveOrder::new(codes).expect("each code was picked once")
}

/// Tours in memory take a few numbers a square; a board beyond that can be streamed.
fn fits_in_memory(board: &Board, method: Method) -> Result<(), Failure> {
    // The cycle and the search know their own limits, and say them in their own words.
    if matches!(method, Method::Cycle) || board.cells() < 1 << 26 {
        return Ok(());
    }
    let needed = board.cells().saturating_mul(24);
    let there = memory::available();
    if board.cells() >= u64::from(u32::MAX) || needed > there {
        return Err(Failure::input(
            format!("a tour of {board} in memory takes about {} GiB, and there are {}", needed >> 30, there >> 30),
            "choose a smaller board; a rectangle of five rows and columns or more is streamed with --format npy or none",
        ));
    }
    Ok(())
}

/// The tour, from the judge. What an engine makes is a tour, or a fault of courser's.
fn judged(board: Board, order: Vec<u32>) -> Result<Tour, Failure> {
    Tour::new(board, order).map_err(|flaw| Failure::wrong_tour(&flaw))
}

/// The path of a rule that cannot go on, from the judge as well.
fn stuck(board: Board, order: Vec<u32>) -> Result<Path, Failure> {
    Path::new(board, order).map_err(|flaw| Failure::wrong_tour(&flaw))
}

/// A rule has no say in where it ends.
fn unserved(tour: &Tour, wish: &Wish, how: &How) -> Failure {
    let rows = tour.board().rows();
    let name = |square: Option<Square>| square.map_or(String::new(), |square| square.name(rows).to_string());
    let ends = format!("goes from {} to {}", name(tour.squares().next()), name(tour.squares().last()));
    let lacks = match wish.closed && tour.kind() == Kind::Open {
        true => "is open",
        false => "has other ends",
    };
    Failure::no(
        format!("the tour of the method {} {lacks}: it {ends}", how.method),
        "leave out --method and --rule: then every board that has such a tour gets one",
    )
}

fn tell_stuck(path: &Path, how: &How) -> Failure {
    let board = path.board();
    let square = path.squares().last().expect("a path has a square");
    let rule = match how.rule {
        None | Some(Rule::Warnsdorff) => "Warnsdorff's rule".to_owned(),
        Some(rule) => format!("the rule {rule}"),
    };
    Failure::no(
        format!(
            "{rule} got stuck on {} at visit {} of {}: no unvisited neighbour is left",
            square.name(board.rows()),
            path.order().len(),
            board.playable()
        ),
        "leave out --method and --rule for a tour that never fails, or try another --start or --order; --partial writes the path so far",
    )
}

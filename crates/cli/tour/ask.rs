//! The arguments as a request: read once, and everything that contradicts itself is found here.

use std::path::Path;
use std::time::Duration;

use courser::board::{BoardError, Kind, Square, TourSpec};
use courser::engine::cycle::Schedule;
use courser::solve::chain::Chain;
use courser::solve::warnsdorff::Rule;
use courser::{Content, Format, Method, Request};

use super::{all, channel, making};
use crate::args::{Animate, TourArgs};
use crate::error::Failure;
use crate::{device, input, picture};

/// Turns the arguments into a request.
pub(super) fn read(args: &TourArgs, format: Option<Format>) -> Result<Request<'static>, Failure> {
    let read = |path: &Path| Ok::<_, Failure>((input::name(path), input::read_text(path)?));
    let regions = args.chain.as_deref().map(read).transpose()?;
    let (board, marked) = match &regions {
        Some((name, text)) => input::board_of_chain(&args.board, name, text)?,
        None => input::board(&args.board)?,
    };
    let start = input::square(&board, &args.start, "--start")?.or(marked.filter(|_| regions.is_none()));
    let end = input::square(&board, &args.end, "--end")?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let spec = TourSpec::new(&board, kind, start, end).map_err(|error| match error {
        // Such a tour cannot exist, but the arguments are well formed.
        BoardError::SameEnds { .. } => Failure::no(&error, error.hint()),
        error => Failure::input(&error, error.hint()),
    })?;
    let spec = match &args.target {
        Some(text) => {
            let target = Square::parse(text, board.rows()).and_then(|target| spec.aiming_at(target));
            target.map_err(|error| Failure::input(format!("--target: {error}"), error.hint()))?
        }
        None => spec,
    };
    let chain = match &regions {
        Some((name, text)) => {
            let chain = Chain::parse(text, &board);
            Some(chain.map_err(|error| Failure::input(format!("{name}: {error}"), error.hint()))?)
        }
        None => None,
    };
    channel::consistent(args, format)?;
    if all::is_asked_for(args) {
        all::consistent(args, &spec, format)?;
    }
    if args.all.layers.is_some() && !args.all.uniform && args.all.number.is_none() {
        return Err(Failure::input("--layers is for --uniform and --number", "name one of them, or leave it out"));
    }
    let method = match args.method {
        _ if args.organic => Method::Organic,
        Method::Auto if args.tame.is_some() => Method::Tame,
        Method::Auto if !args.channel.is_empty() => Method::Cycle,
        method => method,
    };
    // Every pass over the whole board is a state.
    let is_making = args.animate == Some(Animate::Making) && method == Method::Relay;
    let has_states = !args.channel.is_empty() || is_making;
    let request = Request {
        method,
        chain,
        rule: args.rule(),
        look_ahead: args.look_ahead.filter(|&levels| levels > Rule::MAX_LOOK_AHEAD),
        order: args.order,
        seed: args.seed,
        tries: args.tries,
        schedule: args.schedule.or(has_states.then_some(Schedule::Whole)),
        region: args.region,
        melts: args.melt,
        tame: args.tame,
        verify: args.verify_cpu,
        // The states of a knight that gets stuck are shown, too.
        partial: args.partial || !args.channel.is_empty() && method != Method::Relay,
        device: device::choice(&args.device)?,
        limit: args.limit.map(Duration::from),
        ..Request::new(spec)
    };
    request.check().map_err(courser::TourError::from)?;
    consistent(args, &request, format)?;
    making::consistent(args, request.method, format)?;
    Ok(request)
}

/// Refuses arguments that contradict each other: the method on one side, the format on the other.
fn consistent(args: &TourArgs, request: &Request<'_>, format: Option<Format>) -> Result<(), Failure> {
    let refuse = |what: &str, cure: &str| Err(Failure::input(what, cure));
    if args.look_ahead.is_some() && args.rule.is_some_and(|rule| rule != Rule::Warnsdorff && rule.look_ahead() == 0) {
        return refuse("--look-ahead breaks the ties that --rule breaks in its own way", "leave one of them out");
    }
    let cannot_stick = match request.method {
        Method::Grown
        | Method::Organic
        | Method::Mosaic
        | Method::Tame
        | Method::Search
        | Method::Backtrack
        | Method::Closable
        | Method::DepthFirst => request.rule.is_none(),
        method => method == Method::Relay,
    };
    if args.partial && (cannot_stick || request.chain.is_some()) {
        return refuse("--partial is for rules that can get stuck", "leave it out, or use --method cycle or --rule");
    }
    picture::consistent(&args.picture, format.filter(|format| format.is_picture()))?;
    if args.partial && args.channel.is_empty() && format.is_some_and(|format| !format.holds(Content::PartialPath)) {
        return refuse(
            "a path that leaves squares out cannot be written as npy or tsplib",
            "leave out --partial, or choose grid, moves, csv, json or png",
        );
    }
    Ok(())
}

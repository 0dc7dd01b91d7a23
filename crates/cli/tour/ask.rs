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
use crate::error::{Failure, Named, Result, refuse};
use crate::{device, input, picture};

/// Turns the arguments into a request.
pub(super) fn read(args: &TourArgs, format: Option<Format>) -> Result<Request<'static>> {
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
        error => error.into(),
    })?;
    let spec = match &args.target {
        Some(text) => Square::parse(text, board.rows()).and_then(|target| spec.aiming_at(target)).named("--target")?,
        None => spec,
    };
    let chain = regions.as_ref().map(|(name, text)| Chain::parse(text, &board).named(name)).transpose()?;
    channel::consistent(args, format)?;
    if all::is_asked_for(args) {
        all::consistent(args, &spec, format)?;
    }
    let is_layered = args.all.uniform || args.all.number.is_some();
    let (what, cure) = ("--layers is for --uniform and --number", "name one of them, or leave it out");
    refuse(args.all.layers.is_some() && !is_layered, what, cure)?;
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
fn consistent(args: &TourArgs, request: &Request<'_>, format: Option<Format>) -> Result<()> {
    let other_ties = args.rule.is_some_and(|rule| rule != Rule::Warnsdorff && rule.look_ahead() == 0);
    let what = "--look-ahead breaks the ties that --rule breaks in its own way";
    refuse(args.look_ahead.is_some() && other_ties, what, "leave one of them out")?;
    let can_stick = match request.method {
        Method::Auto | Method::Cycle | Method::Warnsdorff => true,
        method => request.rule.is_some() && method != Method::Relay,
    };
    let (what, cure) = ("--partial is for rules that can get stuck", "leave it out, or use --method cycle or --rule");
    refuse(args.partial && (!can_stick || request.chain.is_some()), what, cure)?;
    picture::consistent(&args.picture, format.filter(|format| format.is_picture()))?;
    let whole_alone = format.is_some_and(|format| !format.holds(Content::PartialPath));
    refuse(
        args.partial && args.channel.is_empty() && whole_alone,
        "a path that leaves squares out cannot be written as npy or tsplib",
        "leave out --partial, or choose grid, moves, csv, json or png",
    )
}

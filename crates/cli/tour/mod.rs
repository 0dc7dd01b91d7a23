//! Implements `courser tour`: converts the arguments to a request, and writes the answer.

pub(crate) mod args;
mod making;
mod method;
mod puzzle;

use std::time::Duration;

use courser::board::{Board, Square, TourSpec};
use courser::solve::chain::Chain;
use courser::{Answer, Content, FileFormat, NoTour, Request};

use crate::answer::{self, Destination, made};
use crate::args::BoardArgs;
use crate::error::{Context, Failure, Result, refuse};
use crate::input::GivenNumbers;
use crate::progress::shown;
use crate::tour::args::{Animate, TourArgs};
use crate::{found, input};

pub(crate) fn run(args: &TourArgs) -> Result<()> {
    let format = args.output.format(Content::Tour)?;
    answer::consistent(&args.picture, format, args.show.show)?;
    let (request, given) = read(args, format)?;
    if let (Some(Animate::Making), Some(format)) = (args.animate, format) {
        return making::run(&request, args, format);
    }
    let place = Destination::open(request.spec.board(), &args.output, format, &args.picture, args.show.show)?;
    let place = Destination { verbose: args.verbose, ..place };
    if !given.is_empty() {
        return puzzle::run(&request, given, place);
    }
    match shown(|hooks| made(&request, hooks))? {
        Answer::None(NoTour::Regions(error)) => {
            let name = args.regions_file().map(input::name).unwrap_or_default();
            Err(error).named(name)
        }
        answer => found::finish(answer, &request, place, false),
    }
}

/// Reads the request and the given visit numbers from the arguments.
///
/// # Errors
/// Returns a failure if the arguments contradict each other.
fn read(args: &TourArgs, format: Option<FileFormat>) -> Result<(Request<'static>, GivenNumbers)> {
    let method = method::name(args)?;
    let read = |path| match input::read_text(path) {
        Ok(text) => Ok((input::name(path), text)),
        Err(failure) => Err(Failure {
            hint: Some("name a file that lists regions, or the size of a region, as in 8x8".into()),
            ..failure
        }),
    };
    let regions = args.regions_file().map(read).transpose()?;
    let (board, marked, given) = match &regions {
        Some((name, text)) => {
            let (board, marked) = input::board_of_chain(&args.board, name, text)?;
            (board, marked, GivenNumbers::new())
        }
        None => {
            let BoardArgs { size, holes, leaper } = &args.board;
            let (board, marked, given) = input::numbered_board(size.as_ref(), holes, *leaper, &args.given)?;
            (args.wrap.of(board), marked, given)
        }
    };
    let spec = spec(args, &board, marked.filter(|_| regions.is_none()))?;
    let chain = regions.as_ref().map(|(name, text)| Chain::parse(text, &board).named(name)).transpose()?;
    if args.animate.is_some() {
        making::consistent(args, method, format)?;
    }
    if !given.is_empty() {
        puzzle::consistent(args, method)?;
    }
    let request = Request {
        method: method::method(args, method, chain)?,
        seed: args.seed,
        verify: args.verify_cpu,
        device: args.device.device.clone(),
        limit: args.limit.map(Duration::from),
        ..Request::new(spec)
    };
    Ok((request, given))
}

/// Returns the specification of the requested tour. `marked` is the start marked in the board file.
fn spec(args: &TourArgs, board: &Board, marked: Option<Square>) -> Result<TourSpec> {
    let spec = input::spec(board, marked, [&args.start, &args.end], args.closed)?;
    refuse(
        args.target.is_some() && args.end.is_some(),
        "--target and --end both determine the end",
        "leave one of them out",
    )?;
    let spec = match &args.target {
        Some(text) => Square::parse(text, board.rows()).and_then(|target| spec.aiming_at(target)).named("--target")?,
        None => spec,
    };
    let spec = match args.symmetry {
        Some(symmetry) => spec.with_symmetry(symmetry),
        None => spec,
    };
    let [with, without] = input::moves(spec.board(), &args.moves)?;
    Ok(spec.restricted(&with, &without)?)
}

//! Implements `courser walk`, which moves a knight by a rule.

pub(crate) mod args;
mod compare;

use std::time::Duration;

use courser::board::{Kind, TourSpec};
use courser::solve::warnsdorff::Rule;
use courser::{Content, FileFormat, Knights, Method, Request, WalkOptions};

use crate::answer::{self, Destination, made};
use crate::error::{Result, refuse};
use crate::progress::shown;
use crate::walk::args::{WalkArgs, WalkCommand};
use crate::{found, input, picture};

pub(crate) fn run(args: &WalkArgs) -> Result<()> {
    if let Some(WalkCommand::Compare(args)) = &args.command {
        return compare::run(args);
    }
    let format = args.output.format(Content::Tour)?;
    answer::consistent(&args.picture, format, args.show.show)?;
    if args.partial {
        answer::holds_partial(format)?;
    }
    let method = Method::Walk(method(args)?);
    let (board, marked) = input::board(&args.board)?;
    let start = input::square(&board, &args.start, "--start")?.or(marked);
    let end = input::square(&board, &args.end, "--end")?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let request = Request {
        method,
        seed: args.seed,
        verify: args.verify_cpu,
        device: args.device.choice()?,
        limit: args.limit.map(Duration::from),
        ..Request::new(TourSpec::new(&board, kind, start, end)?)
    };
    if let Some(format) = format.filter(|format: &FileFormat| format.is_picture()) {
        picture::possible(&board, &args.picture, format)?;
    }
    let place =
        Destination { output: answer::open(&args.output, format)?, format, show: args.show.show, verbose: false };
    let answer = shown(|hooks| made(&request, hooks))?;
    found::finish(answer, &request, place, &args.picture, args.partial)
}

/// Returns the options of the walk in the arguments.
fn method(args: &WalkArgs) -> Result<WalkOptions> {
    let far = args.look_ahead.filter(|&levels| levels > Rule::MAX_LOOK_AHEAD);
    let what = "--look-ahead from 4 on is for one knight";
    refuse(far.is_some() && args.tries.is_some(), what, "look at most 3 squares ahead, or leave out --tries")?;
    let (one, cure) = (args.tries.is_none(), "add --tries for many knights, or leave it out");
    refuse(one && args.device.asks_for_gpu(), "one knight walks on the CPU", cure)?;
    refuse(one && args.verify_cpu, "one knight walks on the CPU: there is nothing to compare", cure)?;
    let is_fixed = args.look_ahead.is_some() || args.rule.is_some_and(|rule| rule != Rule::Random);
    let cure = "leave out --seed, or use --rule random";
    refuse(args.seed.is_some() && is_fixed, "this rule makes no random choice", cure)?;
    let knights = match (args.tries, far) {
        (Some(tries), _) => Knights::FirstOf(tries),
        (None, Some(levels)) => Knights::LookingAhead(levels),
        (None, None) => Knights::One,
    };
    let ahead = args.look_ahead.map(|levels| Rule::looking_ahead(levels).unwrap_or(Rule::Pohl3));
    Ok(WalkOptions { rule: ahead.or(args.rule), order: args.order, knights, partial: args.partial })
}

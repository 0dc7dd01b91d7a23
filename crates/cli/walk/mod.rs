//! Implements `courser walk`, which moves a knight by a rule.

pub(crate) mod args;
mod compare;

use courser::solve::warnsdorff::Rule;
use courser::{Content, Knights, Method, WalkOptions};

use crate::answer::{self, Destination, made};
use crate::args::KnightArgs;
use crate::error::{Result, refuse};
use crate::progress::shown;
use crate::walk::args::{WalkArgs, WalkCommand};
use crate::{found, input};

pub(crate) fn run(args: &WalkArgs) -> Result<()> {
    if let Some(WalkCommand::Compare(args)) = &args.command {
        return compare::run(args);
    }
    let format = args.output.format(Content::Tour)?;
    answer::consistent(&args.picture, format, args.show.show)?;
    if args.knight.partial {
        answer::holds_partial(format)?;
    }
    let method = Method::Walk(method(args)?);
    let request = input::request_of_knight(method, &args.knight, &args.board, &args.device, args.verify_cpu)?;
    let place = Destination::open(request.spec.board(), &args.output, format, &args.picture, args.show.show)?;
    let answer = shown(|hooks| made(&request, hooks))?;
    found::finish(answer, &request, place, args.knight.partial)
}

/// Returns the options of the walk requested by the arguments.
fn method(args: &WalkArgs) -> Result<WalkOptions> {
    let far = args.look_ahead.filter(|&levels| levels > Rule::MAX_LOOK_AHEAD);
    let what = "--look-ahead from 4 on is for one knight";
    refuse(far.is_some() && args.tries.is_some(), what, "look at most 3 squares ahead, or leave out --tries")?;
    let (one, cure) = (args.tries.is_none(), "add --tries for many knights, or leave it out");
    refuse(one && args.device.device.asks_for_gpu(), "one knight walks on the CPU", cure)?;
    refuse(one && args.verify_cpu, "one knight walks on the CPU: there is nothing to compare", cure)?;
    let KnightArgs { rule, order, seed, partial, .. } = args.knight;
    let is_fixed = args.look_ahead.is_some() || rule.is_some_and(|rule| rule != Rule::Random);
    let cure = "leave out --seed, or use --rule random";
    refuse(seed.is_some() && is_fixed, "this rule makes no random choice", cure)?;
    let knights = match (args.tries, far) {
        (Some(tries), _) => Knights::FirstOf(tries),
        (None, Some(levels)) => Knights::LookingAhead(levels),
        (None, None) => Knights::One,
    };
    let ahead = args.look_ahead.map(|levels| Rule::looking_ahead(levels).unwrap_or(Rule::Pohl3));
    Ok(WalkOptions { rule: ahead.or(rule), order, knights, partial })
}

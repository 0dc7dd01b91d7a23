//! Implements `courser cycle`, which runs the decision cycle pass by pass.

pub(crate) mod args;
mod relay;
mod states;

use courser::engine::cycle::Schedule;
use courser::solve::warnsdorff::Rule;
use courser::{Content, CycleOptions, FileFormat, Method, RelayOptions, RelayRun};

use self::states::States;
use crate::answer::{self, Destination, made};
use crate::args::KnightArgs;
use crate::cycle::args::CycleArgs;
use crate::error::{Result, refuse};
use crate::progress::shown;
use crate::{found, input};

pub(crate) fn run(args: &CycleArgs) -> Result<()> {
    let format = args.output.format(Content::Tour)?;
    answer::consistent(&args.picture, format, args.show.show)?;
    let has_states = !args.channel.is_empty();
    if has_states {
        states::consistent(args, format)?;
    } else if args.knight.partial {
        answer::holds_partial(format)?;
    }
    let request = input::request_of_knight(method(args)?, &args.knight, &args.board, &args.device, args.verify_cpu)?;
    let board = request.spec.board();
    let film = format.filter(|format: &FileFormat| !has_states && args.regions.is_some() && format.is_animation());
    let states = format.filter(|_| has_states).map(|format| States::new(board, args, format)).transpose()?;
    if let Some(format) = film {
        return relay::run(&request, args, format);
    }
    if let Some(states) = states {
        return states::run(&request, args, states, answer::open(&args.output, format)?);
    }
    let place = Destination::open(board, &args.output, format, &args.picture, args.show.show)?;
    let answer = shown(|hooks| made(&request, hooks))?;
    found::finish(answer, &request, place, args.knight.partial)
}

/// Returns the requested method: the decision cycle of one knight, or a relay of many knights.
fn method(args: &CycleArgs) -> Result<Method> {
    let KnightArgs { rule, order, seed, partial, .. } = args.knight;
    if let Some(region) = args.regions {
        let others = [("--order", order.is_some()), ("--schedule", args.schedule.is_some()), ("--partial", partial)];
        let other = others.iter().find(|(_, is_given)| *is_given).map(|(other, _)| *other);
        let what = format_args!("{} is for one knight, and a relay has many", other.unwrap_or_default());
        refuse(other.is_some(), what, "leave it out, or leave out --regions")?;
        return Ok(Method::Relay(RelayOptions { rule, region: Some(region), run: RelayRun::Passes }));
    }
    let is_fixed = rule.map_or(order.is_some(), |rule| rule != Rule::Random);
    let cure = "leave out --seed, or use --rule random";
    refuse(seed.is_some() && is_fixed, "this rule makes no random choice in this order", cure)?;
    // If states are written, the default schedule is `whole`, so that every state is the result of a pass over the
    // whole board.
    let has_states = !args.channel.is_empty();
    let schedule = args.schedule.or(has_states.then_some(Schedule::Whole)).unwrap_or_default();
    // The states are shown even if the knight gets stuck.
    Ok(Method::Cycle(CycleOptions { rule, order, schedule, partial: partial || has_states }))
}

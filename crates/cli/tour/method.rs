//! The method of `courser tour`, with its options: the flags become a [`Method`] here and nowhere else.

use courser::engine::cycle::Schedule;
use courser::solve::chain::Chain;
use courser::solve::warnsdorff::Rule;
use courser::{CycleOptions, Knights, Method, MethodName, RelayOptions, RelayRun, WalkOptions};

use crate::args::tour::{Animate, TourArgs};
use crate::error::{Failure, Result, refuse};

/// An option that only some methods have: its name, whether it is given, and those methods.
type MethodOption = (&'static str, fn(&TourArgs) -> bool, &'static [MethodName]);

/// Every option that only some methods have.
const OPTIONS: [MethodOption; 9] = {
    use MethodName::{Auto, Backtrack, Closable, Cycle, DepthFirst, Relay, Search, Tame, Warnsdorff};
    [
        ("--rule", |args| args.rule.is_some(), &[Cycle, Relay, Warnsdorff]),
        ("--look-ahead", |args| args.look_ahead.is_some(), &[Cycle, Relay, Warnsdorff]),
        ("--tries", |args| args.tries.is_some(), &[Warnsdorff]),
        ("--order", |args| args.order.is_some(), &[Cycle, Warnsdorff, Backtrack, Closable, DepthFirst, Search, Auto]),
        ("--schedule", |args| args.schedule.is_some(), &[Cycle, Relay, Auto]),
        ("--region", |args| args.region.is_some(), &[Relay]),
        ("--melt", |args| args.melt > 0, &[Relay]),
        ("--tame", |args| args.tame.is_some(), &[Tame]),
        ("--partial", |args| args.partial, &[Cycle, Warnsdorff, Auto]),
    ]
};

/// Returns the name of the method: the given one, or the one that another option implies.
pub(super) fn name(args: &TourArgs) -> MethodName {
    match args.method {
        _ if args.organic => MethodName::Organic,
        MethodName::Auto if args.tame.is_some() => MethodName::Tame,
        MethodName::Auto if !args.channel.is_empty() => MethodName::Cycle,
        MethodName::Auto if args.rule().is_some() => MethodName::Warnsdorff,
        method => method,
    }
}

/// Returns the method with its options, and rejects options that it does not have.
pub(super) fn method(args: &TourArgs, chain: Option<Chain>) -> Result<Method> {
    let name = name(args);
    if let Some((option, _, methods)) =
        OPTIONS.iter().find(|(_, is_given, methods)| is_given(args) && (chain.is_some() || !methods.contains(&name)))
    {
        let others: Vec<_> =
            methods.iter().filter(|&&other| other != MethodName::Auto).map(|other| other.name()).collect();
        return Err(match chain {
            Some(_) => Failure::input(format!("{option} is not an option of --chain"), "leave one of the two out"),
            None => Failure::input(
                format!("{option} is not an option of the method {name}"),
                format!("leave out {option}, or use --method {}", others.join(" or ")),
            ),
        });
    }
    if let Some(chain) = chain {
        return on_device(args, Method::Regions(chain), "--chain");
    }
    let is_far = args.look_ahead.is_some_and(|levels| levels > Rule::MAX_LOOK_AHEAD);
    let what = "--look-ahead from 4 on is for one knight by the method warnsdorff";
    refuse(is_far && (name != MethodName::Warnsdorff || args.tries.is_some()), what, "look at most 3 squares ahead")?;
    // Every pass over the whole board is a state.
    let has_states = !args.channel.is_empty();
    let (rule, order) = (args.rule(), args.order);
    let schedule = args.schedule.or(has_states.then_some(Schedule::Whole)).unwrap_or_default();
    // The states of a knight that gets stuck are shown as well.
    let partial = args.partial || has_states;
    let method = match name {
        MethodName::Auto => Method::Auto(CycleOptions { rule, order, schedule, partial }),
        MethodName::Cycle => Method::Cycle(CycleOptions { rule, order, schedule, partial }),
        MethodName::Warnsdorff => {
            let knights = match (args.tries, args.look_ahead.filter(|_| is_far)) {
                (Some(tries), _) => Knights::FirstOf(tries),
                (None, Some(levels)) => Knights::LookingAhead(levels),
                (None, None) => Knights::One,
            };
            Method::Walk(WalkOptions { rule, order, knights, partial })
        }
        MethodName::Relay => Method::Relay(RelayOptions { rule, region: args.region, run: run(args)? }),
        MethodName::Backtrack => Method::Backtrack(order),
        MethodName::Closable => Method::Closable(order),
        MethodName::DepthFirst => Method::DepthFirst(order),
        MethodName::Search => Method::Search(order),
        MethodName::Tame => Method::Tame(args.tame.unwrap_or_default()),
        name => Method::from(name),
    };
    on_device(args, method, &format!("the method {name}"))
}

/// Returns how the numbers of a relay are made.
fn run(args: &TourArgs) -> Result<RelayRun> {
    let in_part = args.schedule.is_some_and(|schedule| schedule != Schedule::Whole);
    let cure = "leave out --schedule, or use --schedule whole";
    refuse(in_part, "the passes of a relay run over the whole board", cure)?;
    let has_passes = args.schedule.is_some() || !args.channel.is_empty() || args.animate == Some(Animate::Making);
    refuse(args.melt > 0 && has_passes, "--melt is for a relay without its passes", "leave out --melt")?;
    Ok(match args.melt {
        _ if has_passes => RelayRun::Passes,
        0 => RelayRun::Numbers,
        passes => RelayRun::Melted(passes),
    })
}

/// Rejects a device and a comparison for a method that runs only on the CPU.
fn on_device(args: &TourArgs, method: Method, name: &str) -> Result<Method> {
    let runs_on_cpu = !method.runs_on_gpu();
    let what = format_args!("{name} runs only on the CPU");
    let cure = "leave out --device and --adapter, or use --method cycle or mosaic";
    refuse(runs_on_cpu && args.device.choice()?.asks_for_gpu(), what, cure)?;
    let cure = "leave out --verify-cpu, or use --method cycle or mosaic";
    refuse(runs_on_cpu && args.verify_cpu, format_args!("{what}: there is nothing to compare"), cure)?;
    Ok(method)
}

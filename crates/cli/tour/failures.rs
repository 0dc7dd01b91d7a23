//! The failures of `courser tour`: what there is not, and what to do about it.

use courser::board::{Path, Violation};
use courser::solve::existence::{Existence, decide};
use courser::solve::warnsdorff::{self, Rule};
use courser::{Answer, How, NoTour, Request};

use super::ends;
use crate::args::tour::TourArgs;
use crate::error::Failure;
use crate::hints::Hinted;

/// The failure for an answer that is not the tour asked for.
pub(super) fn unanswered(answer: &Answer, request: &Request<'_>, args: &TourArgs) -> Failure {
    match answer {
        Answer::None(why) => none(why, args),
        Answer::Failed { path, violation: Violation::Flaw(_), how } => stuck(path, request, how.details().rule),
        Answer::Failed { path, violation, how } => other(path, violation, how),
        Answer::Stopped(stopped) => stopped.into(),
        answer => Failure::machine(format!("internal error: unexpected answer {answer:?}"), "please report this"),
    }
}

/// The failure for a tour that does not exist.
pub(super) fn none(why: &NoTour, args: &TourArgs) -> Failure {
    let hint: &str = match why {
        NoTour::Proven(reason) => return Failure::of(reason),
        NoTour::NotGrown => {
            "try another --seed, or leave out --organic and --method: then every board that has a tour gets one"
        }
        NoTour::Regions(error) => {
            let name = args.chain.as_deref().map(crate::input::name).unwrap_or_default();
            return Failure::no(format!("{name}: {error}"), error.hint());
        }
        NoTour::Asymmetric { why: None, .. } => {
            "try another --seed or another board; without --symmetry every board that has a tour gets one"
        }
        NoTour::Asymmetric { .. } => {
            "try another board or another --symmetry; without it every board that has a tour gets one"
        }
        _ => "try another board",
    };
    Failure::no(why, hint)
}

/// Returns the failure for a tour by a rule, which does not choose where it ends.
fn other(path: &Path, violation: &Violation, how: &How) -> Failure {
    let [from, to] = ends(path);
    let lacks = if *violation == Violation::Open { "is open" } else { "has other ends" };
    Failure::no(
        format!("the tour of the method {} {lacks}: it goes from {from} to {to}", how.method),
        "leave out --method and --rule: then every board that has such a tour gets one",
    )
}

/// The rule got stuck. The hint names the rules that get through from there.
fn stuck(path: &Path, request: &Request<'_>, rule: Option<String>) -> Failure {
    let (board, [from, to]) = (path.board(), ends(path));
    let rule = match rule {
        Some(rule) if rule != Rule::Warnsdorff.name() => format!("the rule {rule}"),
        _ => "Warnsdorff's rule".to_owned(),
    };
    let through = |rule: &Rule| {
        let walk = warnsdorff::run(board, path.squares().next()?, *rule, request.move_order(), 0).ok()?;
        request.spec.check(walk.into_path(board)).is_ok().then_some(*rule)
    };
    // Larger boards take seconds to walk.
    let tried: &[Rule] = if board.cells() <= 1 << 24 { &[Rule::Roth, Rule::SquirrelCull] } else { &[] };
    let others = tried.iter().filter_map(through).map(|rule| format!("--rule {rule}")).collect::<Vec<_>>().join(" or ");
    let others = if others.is_empty() {
        "try another --start or --order".to_owned()
    } else {
        format!("use {others}, which gets through from {from}")
    };
    Failure::no(
        format!(
            "{rule} got stuck on {to} at visit {} of {}: no unvisited neighbour is left",
            path.order().len(),
            board.playable()
        ),
        match decide(&request.spec) {
            Existence::None(reason) => format!("no method gets through: {reason}"),
            _ => format!(
                "leave out --method and --rule for a tour that never fails, or {others}; --partial writes the path so far"
            ),
        },
    )
}

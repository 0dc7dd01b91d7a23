//! Failures of the commands that search for a tour. A failure contains a hint, and the reason why the command did not
//! find the requested tour.

use courser::board::{Path, Square, Violation};
use courser::solve::existence::{Existence, decide};
use courser::solve::warnsdorff::{self, Rule};
use courser::{Answer, Knights, Method, NoTour, Provenance, Request, WalkOptions};

use crate::error::Failure;
use crate::hints::Hint;

/// Returns the failure for an answer that does not contain the requested tour.
pub(crate) fn unanswered(answer: &Answer, request: &Request<'_>) -> Failure {
    match answer {
        Answer::None(why) => none(why),
        Answer::Failed { path, violation: Violation::Flaw(_), how } => stuck(path, request, how.details().rule),
        Answer::Failed { path, violation, how } => other(path, violation, how, request),
        Answer::Stopped(stopped) => stopped.into(),
        answer => Failure::machine(format!("internal error: unexpected answer {answer:?}"), "please report this"),
    }
}

/// Returns the failure of a search that found no tour. `why` is the reason why no tour exists or why the method found
/// none.
pub(crate) fn none(why: &NoTour) -> Failure {
    let hint: &str = match why {
        NoTour::Proven(reason) => return Failure::of(reason),
        NoTour::NotGrown => {
            let hint = "try another --seed, or leave out --method: then every board that has a tour gets one";
            return Failure::undecided(why, hint);
        }
        NoTour::Asymmetric { why: None, .. } => {
            let hint = "try another --seed or another board; without --symmetry every board that has a tour gets one";
            return Failure::undecided(why, hint);
        }
        NoTour::Asymmetric { .. } => {
            "try another board or another --symmetry; without it every board that has a tour gets one"
        }
        _ => "try another board",
    };
    Failure::no(why, hint)
}

/// Returns the failure for a rule-based tour whose ends differ from the requested ends. A rule does not choose the end
/// of its tour.
fn other(path: &Path, violation: &Violation, how: &Provenance, request: &Request<'_>) -> Failure {
    let [from, to] = ends(path);
    if let Method::Walk(WalkOptions { knights: Knights::FirstOf(tries), .. }) = request.method {
        let end = request.spec.end().filter(|_| *violation != Violation::Open);
        let walk = end.map_or("closed tour".into(), |end| {
            format!("complete walk that ends on {}", end.name(path.board().rows()))
        });
        return Failure::no(
            format!("none of {tries} tries made a {walk}: the first complete walk goes from {from} to {to}"),
            "use --rule random and more --tries; courser tour finds such a tour of every board that has one",
        );
    }
    let lacks = if *violation == Violation::Open { "is open" } else { "has other ends" };
    Failure::no(
        format!("the tour of the method {} {lacks}: it goes from {from} to {to}", how.method),
        "courser tour finds such a tour of every board that has one",
    )
}

/// Returns the failure for a rule that got stuck. The hint names the rules that complete a tour from the same start.
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
    // On larger boards, no other rules are tried, since their walks would take seconds.
    let tried: &[Rule] = if board.cells() <= 1 << 24 { &[Rule::Roth, Rule::SquirrelCull] } else { &[] };
    let others = tried.iter().filter_map(through).map(|rule| format!("--rule {rule}")).collect::<Vec<_>>().join(" or ");
    let others = if others.is_empty() {
        "try another --start or --order".to_owned()
    } else {
        format!("use {others} to get through from {from}")
    };
    let tour = "use courser tour, which finds a tour of every board that has one";
    Failure::no(
        format!(
            "{rule} got stuck on {to} at visit {} of {}: no unvisited neighbour is left",
            path.order().len(),
            board.playable()
        ),
        match decide(&request.spec) {
            Existence::None(reason) => format!("no method gets through: {reason}").into(),
            _ => Hint::any([tour, &others, "add --partial to write the path so far"]),
        },
    )
}

/// Returns the names of the first and the last square of a path, or empty strings for an empty path.
pub(crate) fn ends(path: &Path) -> [String; 2] {
    let name = |square: Option<Square>| square.map_or(String::new(), |at| at.name(path.board().rows()).to_string());
    [name(path.squares().next()), name(path.squares().last())]
}

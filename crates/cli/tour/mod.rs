//! `courser tour`: the arguments become a request, and what comes back is written.

pub(crate) mod all;
mod ask;
mod channel;
pub(crate) mod making;
mod stream;
mod write;

use std::cell::RefCell;
use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;

use courser::board::{Kind, Path, Symmetry, Tour, TourSpec};
use courser::engine::cycle::Cycle;
use courser::solve::existence::{Existence, decide};
use courser::solve::search::Why;
use courser::solve::warnsdorff::{self, Rule};
use courser::{Answer, Content, Format, Hooks, How, LookAtCycle, NoTour, Progress, Request, Stopped};
use indicatif::ProgressBar;

use self::channel::States;
use self::write::Place;
use crate::args::{Animate, TourArgs};
use crate::cures::cure;
use crate::error::{Failure, Result};
use crate::output::Output;
use crate::progress::{self, LongRunNotice, bar};
use crate::{any_graph, device, interrupt, picture};

pub(crate) fn run(args: &TourArgs) -> Result<()> {
    if let Some(file) = &args.graph {
        return any_graph::tour(args, file);
    }
    let format = args.output.format(Content::Tour)?;
    let request = ask::read(args, format)?;
    let drawn = format.filter(|format| format.is_picture());
    let board = request.spec.board();
    let shows_states = format.filter(|_| !args.channel.is_empty());
    let states = shows_states.map(|format| States::new(board, args, format)).transpose()?;
    if args.animate == Some(Animate::Making) {
        making::possible(board, args)?;
    } else if states.is_none() {
        picture::possible(board, &args.picture, drawn)?;
    }
    // The file is opened before long work.
    let output = Output::open(args.output.output.as_deref())?;
    if drawn.is_some() {
        output.no_terminal("picture")?;
    } else if format == Some(Format::Npy) {
        output.no_terminal("array")?;
    }
    if let (Some(Animate::Making), Some(format)) = (args.animate, drawn) {
        return making::run(&request, args, format, output);
    }
    let place = Place { output, format };
    if all::is_asked_for(args) {
        return all::run(args, &request.spec, place);
    }
    let look =
        |cycle: &mut dyn Cycle| states.as_ref().map_or(Ok(ControlFlow::Continue(())), |states| states.look(cycle));
    let cycle = states.is_some().then_some(&look as &LookAtCycle<'_>);
    let answer = shown(|hooks| made(&request, args.symmetry, &Hooks { cycle, ..*hooks }))?;
    // Passes that are asked for may end before the tour does.
    let are_all = states.as_ref().is_some_and(States::are_all);
    let written = |place: Place, path: Option<(&Path, Option<Kind>, &How)>| match (states, path) {
        (Some(states), _) => states.write(place.output),
        (None, Some((path, kind, how))) => write::write(place, path, kind, &how.details(), &args.picture),
        (None, None) => Ok(()),
    };
    match answer {
        Answer::Tour(tour, how) => written(place, Some((&tour, Some(tour.kind()), &how))),
        Answer::Stopped(_) if are_all => written(place, None),
        Answer::Stream(_) if interrupt::asked() => interrupt::end(interrupt::CODE),
        Answer::Stream(stream) => shown(|hooks| stream::write(*stream, hooks, place, args)),
        Answer::Other(tour, how) => Err(other(&tour, &request.spec, &how)),
        Answer::Stuck(path, how) => {
            if args.partial {
                written(place, Some((&path, None, &how)))?;
            }
            Err(stuck(&path, &request, how.details().rule))
        }
        answer => Err(unanswered(&answer, args)),
    }
}

/// Asks courser; Ctrl-C and the limit end it, even where it has not begun to look at them.
fn made(request: &Request<'_>, symmetry: Option<Symmetry>, hooks: &Hooks<'_>) -> Result<Answer> {
    if let Some(limit) = request.limit {
        let stopped = Stopped { why: Why::Limit, at: Progress::Done, limit: Some(limit) };
        interrupt::end_after(limit, (&stopped).into());
    }
    let answer = interrupt::searching(|stop| {
        let request = Request { hooks: Hooks { stop: Some(stop), ..*hooks }, ..request.clone() };
        symmetry.map_or_else(|| courser::tour(&request), |symmetry| courser::symmetric(&request, symmetry))
    });
    Ok(answer?)
}

/// Shows how far the work is, and what is remarked.
fn shown<T>(work: impl FnOnce(&Hooks<'_>) -> T) -> T {
    let shown: RefCell<Option<(Discriminant<Progress>, ProgressBar, LongRunNotice)>> = RefCell::new(None);
    let show = |at: Progress| {
        let mut shown = shown.borrow_mut();
        // Another kind of work has another bar, and takes another time.
        if let Some((_, before, _)) = shown.take_if(|(kind, ..)| *kind != discriminant(&at)) {
            before.finish_and_clear();
        }
        if at == Progress::Done {
            return;
        }
        let counted = match at {
            Progress::Squares(done, all) | Progress::Covering(done, all) => Some((done, all, "squares")),
            Progress::Knights(done, all) => Some((done, all, "knights")),
            Progress::Melting(done, all) => Some((done.into(), all.into(), "passes of melting")),
            _ => None,
        };
        let (_, shown, notice) = shown.get_or_insert_with(|| {
            let shown = match (counted, at) {
                (Some((_, all, things)), _) => bar(all, things),
                (None, Progress::Choices(..) | Progress::TakenBack(..)) => {
                    progress::of(None, "{spinner} {elapsed}: {msg} (Ctrl-C stops)")
                }
                _ => progress::of(None, "{spinner} {elapsed}: {msg}"),
            };
            (discriminant(&at), shown, LongRunNotice::new())
        });
        if let Some((done, all, _)) = counted {
            shown.set_position(done);
            // Melting is followed by other work.
            if !matches!(at, Progress::Melting(..)) {
                notice.see(shown, done as f64 / all.max(1) as f64);
            }
        }
        match at {
            Progress::TakenBack(back, visits) => {
                shown.set_message(format!("{back} steps taken back, {visits} squares visited"));
            }
            Progress::Choices(choices, deepest) => {
                shown.set_message(format!("{choices} choices tried, {deepest} moves at best"));
            }
            Progress::Joining(cycles) => shown.set_message(format!("joining, {cycles} cycles left")),
            Progress::Numbering => shown.set_message("numbering"),
            _ => {}
        }
    };
    work(&Hooks { progress: Some(&show), note: Some(&device::show), ..Hooks::default() })
}

/// The failure for an answer without a path.
fn unanswered(answer: &Answer, args: &TourArgs) -> Failure {
    match answer {
        Answer::None(why) => none(why, args),
        Answer::Stopped(stopped) => stopped.into(),
        answer => Failure::machine(format!("internal error: unexpected answer {answer:?}"), "please report this"),
    }
}

/// The failure for a tour that does not exist.
fn none(why: &NoTour, args: &TourArgs) -> Failure {
    let hint = match why {
        NoTour::Proven(reason) => cure(reason),
        NoTour::NotGrown => {
            "try another --seed, or leave out --organic and --method: then every board that has a tour gets one".into()
        }
        NoTour::Regions(error) => {
            let name = args.chain.as_deref().map(crate::input::name).unwrap_or_default();
            return Failure::no(format!("{name}: {error}"), error.hint());
        }
        NoTour::Asymmetric { .. } => {
            "try another board or another --symmetry; without it every board that has a tour gets one".into()
        }
        _ => "try another board".into(),
    };
    Failure::no(why, hint)
}

/// A rule has no say in where it ends.
fn other(tour: &Tour, spec: &TourSpec, how: &How) -> Failure {
    let [from, to] = write::ends(tour);
    let lacks = if spec.is_closed() && tour.kind() == Kind::Open { "is open" } else { "has other ends" };
    Failure::no(
        format!("the tour of the method {} {lacks}: it goes from {from} to {to}", how.method),
        "leave out --method and --rule: then every board that has such a tour gets one",
    )
}

/// The rule got stuck. The hint names the rules that get through from there.
fn stuck(path: &Path, request: &Request<'_>, rule: Option<String>) -> Failure {
    let (board, [from, to]) = (path.board(), write::ends(path));
    let rule = match rule {
        Some(rule) if rule != Rule::Warnsdorff.name() => format!("the rule {rule}"),
        _ => "Warnsdorff's rule".to_owned(),
    };
    let through = |rule: &Rule| {
        let walk = warnsdorff::run(board, path.squares().next()?, *rule, request.move_order(), 0).ok()?;
        (walk.is_complete() && request.spec.is_met_by(&Tour::new(board.clone(), walk.order).ok()?)).then_some(*rule)
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

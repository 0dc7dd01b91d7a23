//! The methods of the CPU: rules, search, mosaic, grown tours, chains, and the one that picks among them.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use courser::board::{Board, Square};
use courser::engine::memory;
use courser::solve::auto::{self, Answer};
use courser::solve::chain::{Chain, ChainError};
use courser::solve::existence::{Verdict, decide};
use courser::solve::mosaic::{self, MosaicError};
use courser::solve::search::{self, Found, Options, SearchError, Why, Wish};
use courser::solve::warnsdorff::{self, Rider, Rule};

use super::{ChainFile, Made, judged, order, stuck};
use crate::args::{Method, TourArgs};
use crate::device::Chosen;
use crate::error::Failure;
use crate::interrupt;
use crate::progress::{self, bar};

/// A rule from square to square.
pub(super) fn by_rule(board: &Board, start: Square, rule: Rule, args: &TourArgs, quiet: bool) -> Result<Made, Failure> {
    let bar = bar(board.playable(), "squares", quiet);
    let rider = Rider { rule, order: order(args, Method::Warnsdorff), seed: args.seed.unwrap_or(0), knight: 0 };
    let outcome = warnsdorff::run_with(board, start, &rider, &mut |visits| {
        bar.set_position(visits);
        ControlFlow::Continue(())
    })
    .map_err(|error| Failure::input(&error, error.hint()))?;
    bar.finish_and_clear();
    if outcome.is_complete() {
        Ok(Made::Tour(judged(board.clone(), outcome.order)?))
    } else {
        Ok(Made::Stuck(stuck(board.clone(), outcome.order)?))
    }
}

/// Says why there is no tour, where a theorem or a count knows it.
pub(super) fn possible(board: &Board, wish: &Wish) -> Result<(), Failure> {
    match decide(board, wish.closed, wish.start, wish.end) {
        Verdict::None(reason) => Err(Failure::no(&reason, reason.hint())),
        _ => Ok(()),
    }
}

/// Exact search.
pub(super) fn by_search(board: &Board, wish: &Wish, args: &TourArgs, quiet: bool) -> Result<Made, Failure> {
    let found = with_options(args, quiet, |options| search::tour(board, wish, options)).map_err(search_failure)?;
    match found {
        Found::Tour(tour) => Ok(Made::Tour(tour)),
        Found::None(proof) => Err(Failure::no(
            format!("the {board} board has no such tour: {proof}"),
            "try another --start or --end, another board, or an open tour",
        )),
        Found::Stopped { why, nodes, .. } => Err(stopped(why, nodes, args)),
    }
}

/// Tiles, on the card or the CPU.
pub(super) fn by_mosaic(board: &Board, wish: &Wish, args: &TourArgs, device: &Chosen) -> Result<Made, Failure> {
    let failed = |error: MosaicError| Failure::input(&error, error.hint());
    match device {
        Chosen::Cpu => {
            mosaic::tour(board, wish.closed, wish.start, wish.end, args.seed).map(Made::Tour).map_err(failed)
        }
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => {
            use courser::engine::mosaic::{GpuMosaic, Passes};

            let plan = mosaic::Plan::new(board, wish.closed, wish.start, wish.end, args.seed).map_err(failed)?;
            let passes = Passes::new(device)?;
            let mut visits = vec![0; plan.cells() as usize];
            GpuMosaic::new(&passes, &plan)?.fill(&mut visits)?;
            let squares = plan.cells();
            let order = mosaic::order_from_visits(&visits).ok_or_else(|| failed(MosaicError::Numbers { squares }))?;
            Ok(Made::Tour(judged(board.clone(), order)?))
        }
    }
}

/// A tour that looks grown.
pub(super) fn organic(board: &Board, wish: &Wish, args: &TourArgs) -> Result<Made, Failure> {
    auto::organic(board, wish, args.seed.unwrap_or(0)).map(Made::Tour).ok_or_else(|| {
        Failure::no(
            "no grown tour was found",
            "try another --seed, or leave out --organic: then every board that has a tour gets one",
        )
    })
}

/// The regions of a file, one after another.
pub(super) fn by_chain(board: &Board, file: &ChainFile, args: &TourArgs, quiet: bool) -> Result<Made, Failure> {
    let name = &file.name;
    let failed = |error: ChainError| Failure::input(format!("{name}: {error}"), error.hint());
    let chain = Chain::parse(&file.text, board).map_err(failed)?;
    let ended = Cell::new(None);
    let tour = with_options(args, quiet, |options| {
        // One limit for the whole chain, not one a region.
        let deadline = options.limit.and_then(|limit| Instant::now().checked_add(limit));
        chain.tour(args.closed, &mut |region, from, to| {
            if ended.get().is_some() {
                return None;
            }
            let wish = if from == to { Wish::default() } else { Wish::from_to(from, to) };
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            match auto::tour(region, &wish, args.seed, &Options { limit: left, ..*options }) {
                Ok(Answer::Tour { tour, .. }) => Some(tour.order().to_vec()),
                Ok(Answer::Stopped { why, nodes }) => {
                    ended.set(Some((why, nodes)));
                    None
                }
                _ => None,
            }
        })
    });
    if let Some((why, nodes)) = ended.get() {
        return Err(stopped(why, nodes, args));
    }
    match tour {
        Ok(tour) => Ok(Made::Tour(tour)),
        Err(error @ ChainError::NoWay { .. }) => Err(Failure::no(format!("{name}: {error}"), error.hint())),
        Err(error) => Err(failed(error)),
    }
}

/// What never fails where there is a tour, after the rules. Tells the method that it was in the end.
pub(super) fn beyond_rules(
    board: &Board,
    wish: &Wish,
    args: &TourArgs,
    quiet: bool,
) -> Result<(Made, String), Failure> {
    let answer = with_options(args, quiet, |options| auto::beyond_rules(board, wish, args.seed, options))
        .map_err(search_failure)?;
    match answer {
        Answer::Tour { tour, method } => Ok((Made::Tour(tour), method.to_string())),
        Answer::None { reason, hint } => Err(Failure::no(reason, hint)),
        Answer::Stopped { why, nodes } => Err(stopped(why, nodes, args)),
        answer => Err(Failure::machine(format!("an answer that is not understood: {answer:?}"), "please report this")),
    }
}

/// Hands over the options of a search that the user can follow and stop.
fn with_options<T>(args: &TourArgs, quiet: bool, search: impl FnOnce(&Options<'_>) -> T) -> T {
    let bar = progress::of(None, "{spinner} {elapsed}: {msg} (Ctrl-C stops)", quiet);
    let progress =
        |nodes: u64, deepest: u64| bar.set_message(format!("{nodes} choices tried, {deepest} moves at best"));
    let limit = args.limit.map(Duration::from);
    if let Some(limit) = limit {
        interrupt::end_after(limit, stopped(Why::Limit, 0, args));
    }
    let result = interrupt::searching(|stop| {
        search(&Options {
            order: order(args, Method::Search),
            seed: args.seed.unwrap_or(0),
            limit,
            memory: Some(memory::available()),
            stop: Some(stop),
            progress: Some(&progress),
        })
    });
    bar.finish_and_clear();
    result
}

fn stopped(why: Why, nodes: u64, args: &TourArgs) -> Failure {
    match (why, args.limit) {
        (Why::Limit, Some(limit)) => Failure::no(
            format!("no answer within {limit}: {nodes} choices were tried, and there may be a tour or none"),
            "give it more time with --limit, or none to search until the answer is known",
        ),
        _ => Failure::interrupted(format!("stopped after {nodes} choices, without an answer")),
    }
}

fn search_failure(error: SearchError) -> Failure {
    match error {
        // A wish that cannot be, rather than a slip of the pen: as for every other method.
        SearchError::SameEnds { .. } => Failure::no(&error, error.hint()),
        error => Failure::input(&error, error.hint()),
    }
}

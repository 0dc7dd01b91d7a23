//! Implements `courser tour --given`: finds a tour with given visit numbers by exact search. The file of the board can
//! also contain visit numbers.

use std::time::Instant;

use courser::Request;
use courser::board::format::TourMetadata;
use courser::solve::puzzle::solve;
use courser::solve::search::SearchOptions;

use crate::answer::{self, Destination};
use crate::error::{Failure, Result, refuse};
use crate::input::{self, GivenNumbers};
use crate::search::searched;
use crate::tour::args::{TourArgs, TourMethod};

/// Rejects options that cannot be combined with visit numbers.
pub(super) fn consistent(args: &TourArgs, method: TourMethod) -> Result<()> {
    let is_search = matches!(method, TourMethod::Auto | TourMethod::Search);
    let what = format_args!("the method {} does not support given visit numbers", method.name());
    refuse(!is_search, what, "leave out --method")?;
    let options = [
        (args.order.is_some(), "--order"),
        (args.target.is_some(), "--target"),
        (!args.moves.with.is_empty(), "--with"),
        (!args.moves.without.is_empty(), "--without"),
        (args.symmetry.is_some(), "--symmetry"),
        (args.verify_cpu, "--verify-cpu"),
        (args.device.device.asks_for_gpu(), "--device"),
    ];
    let option = options.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
    let what = format_args!("{} cannot be combined with given visit numbers", option.unwrap_or_default());
    refuse(option.is_some(), what, format!("leave out {}", option.unwrap_or_default()))
}

/// Searches for a tour with the given visit numbers, and writes the tour.
pub(super) fn run(request: &Request<'_>, given: GivenNumbers, place: Destination<'_>) -> Result<()> {
    let (spec, begun) = (&request.spec, Instant::now());
    let puzzle = input::puzzle(spec, given)?;
    let options =
        SearchOptions { seed: request.seed.unwrap_or_default(), limit: request.limit, ..SearchOptions::default() };
    let found = searched(options, Failure::from, |options| solve(&puzzle, options))?;
    let tour = found.map_err(Failure::from)?;
    let seconds = Some(begun.elapsed().as_secs_f64());
    let details =
        TourMetadata { method: Some("search".into()), seed: request.seed, seconds, ..TourMetadata::default() };
    answer::write(place, &tour, Some(tour.kind()), &details)
}

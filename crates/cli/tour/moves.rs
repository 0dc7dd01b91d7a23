//! `courser tour --with` and `--without`: a tour with some moves and without others, by exact search.

use std::time::Instant;

use courser::board::format::Details;
use courser::board::{Kind, TourSpec};
use courser::count::{Task, Tours};
use courser::solve::existence::{Existence, decide};
use courser::solve::search::{SearchOptions, tour_with};
use courser::{NoTour, Request};

use crate::answer::{self, Place};
use crate::error::{Failure, Result};
use crate::failures::none;
use crate::input;
use crate::search::searched;
use crate::tour::args::TourArgs;

/// Finds a tour with the requested moves, and writes it.
pub(super) fn run(args: &TourArgs, request: &Request<'_>, place: Place) -> Result<()> {
    let (spec, begun) = (&request.spec, Instant::now());
    if let Existence::None(reason) = decide(spec) {
        return Err(none(&NoTour::Proven(reason)));
    }
    let task = task(args, spec)?;
    let seed = request.seed.unwrap_or_default();
    let order = args.order.unwrap_or_default();
    let options = SearchOptions { seed, order, limit: request.limit, ..SearchOptions::default() };
    let found = searched(options, Failure::from, |options| tour_with(spec, task.with(), task.without(), options))?;
    let tour = found.map_err(|_| {
        let cure = "leave out some of the moves of --with and --without";
        Failure::no("there is no such tour with these moves", cure)
    })?;
    let tour = answer::checked(tour.order().to_vec(), &task, spec)?;
    let seconds = Some(begun.elapsed().as_secs_f64());
    let details = Details { method: Some("search".into()), seed: Some(seed), seconds, ..Details::default() };
    answer::write(place, &tour, Some(tour.kind()), &details, &args.picture)
}

/// Returns the tours with the requested moves.
fn task(args: &TourArgs, spec: &TourSpec) -> Result<Task> {
    let tours = match spec.kind() {
        Kind::Closed => Tours::Closed,
        Kind::Open => Tours::Open { start: spec.start(), end: spec.end() },
    };
    let task = input::restricted(Task::new(spec.board().clone(), tours)?, &args.moves)?;
    // A closed tour with both ends given contains the move between them.
    let (Kind::Closed, Some(start), Some(end)) = (spec.kind(), spec.start(), spec.end()) else { return Ok(task) };
    let closing = [start.min(end), start.max(end)];
    if task.without().contains(&closing) {
        let [start, end] = [start, end].map(|square| square.name(spec.board().rows()));
        let text = format!("a closed tour from {start} to {end} contains the move between them, which is in --without");
        return Err(Failure::no(text, "leave that move out of --without, or leave out --end"));
    }
    let (with, without) = ([task.with(), &[closing]].concat(), task.without().to_vec());
    Ok(task.restricted(&with, &without)?)
}

//! `courser tour --uniform`, `--number`, `--with` and `--without`: tours drawn or found among all tours of the board.

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use courser::board::format::{Details, npy_header};
use courser::board::{Board, Kind, Path as Walk, Tour, TourSpec};
use courser::count::{CountError, CountOptions, Layers, Task, Tours};
use courser::solve::existence::{Existence, decide};
use courser::solve::search;
use courser::view::{self, Still};
use courser::{Format, NoTour, turned};
use rayon::prelude::*;

use super::failures::none;
use super::{Place, write};
use crate::args::VERSION;
use crate::args::tour::TourArgs;
use crate::count::watched;
use crate::error::{Failure, Result, refuse};
use crate::hints::Hinted;
use crate::output::Output;
use crate::progress::bar;
use crate::{any_graph, input, interrupt, picture};

/// Tours that are drawn and written at once.
const BATCH: u64 = 1 << 18;

/// Refuses arguments that would be ignored.
pub(super) fn consistent(args: &TourArgs, spec: &TourSpec, format: Option<Format>) -> Result<()> {
    if spec.target().is_some() || args.partial || args.verify_cpu || args.animate.is_some() {
        return Err(Failure::input(
            "a tour among all is given by its number or the seed, its ends and its kind",
            "leave out --target, --partial, --verify-cpu and --animate",
        ));
    }
    let holds_many =
        matches!(format, None | Some(Format::Moves | Format::Npy | Format::None | Format::Png | Format::Svg));
    let is_sheet = args.all.many.is_some() && matches!(format, Some(Format::Png | Format::Svg));
    let print = args.picture.print.given().into_iter().find_map(|(is_given, name)| is_given.then_some(name));
    let single = print.or_else(|| args.picture.first_of(&["--scale", "--legend", "--coordinates"]));
    let what = format_args!("{} is for the picture of one tour", single.unwrap_or_default());
    refuse(is_sheet && single.is_some(), what, "leave it out, or leave out --many")?;
    if let (true, Some(many)) = (is_sheet, args.all.many) {
        view::check_sheet(spec.board(), many, None, &args.picture.style())?;
    }
    if args.all.many.is_some() && !holds_many {
        return Err(Failure::input(
            "many tours are lines of moves, one array or a sheet",
            "write to a .moves, .npy, .png or .svg file",
        ));
    }
    Ok(())
}

/// Draws or finds tours, and writes them.
pub(super) fn run(args: &TourArgs, spec: &TourSpec, place: Place) -> Result<()> {
    let begun = Instant::now();
    if let Existence::None(reason) = decide(spec) {
        return Err(none(&NoTour::Proven(reason), args));
    }
    let tours = match spec.kind() {
        Kind::Closed => Tours::Closed,
        Kind::Open => Tours::Open { start: spec.start(), end: spec.end() },
    };
    let mut task = input::restricted(Task::new(spec.board().clone(), tours)?, &args.moves)?;
    // A closed tour with both ends given contains the move between them.
    if let (Kind::Closed, Some(start), Some(end)) = (spec.kind(), spec.start(), spec.end()) {
        let closing = [start.min(end), start.max(end)];
        if task.without().contains(&closing) {
            let [start, end] = [start, end].map(|square| square.name(spec.board().rows()));
            let text =
                format!("a closed tour from {start} to {end} contains the move between them, which is in --without");
            return Err(Failure::no(text, "leave that move out of --without, or leave out --end"));
        }
        let (with, without) = ([task.with(), &[closing]].concat(), task.without().to_vec());
        task = task.restricted(&with, &without)?;
    }
    if args.all.number.is_none() && !args.all.uniform {
        return search(args, &spec.clone().restricted(task.with(), task.without())?, place);
    }
    let spec = &spec.clone().restricted(task.with(), task.without())?;
    let layers = layers(&task, args.all.layers.as_deref())?;
    let seed = args.seed.unwrap_or_default();
    let judged = |order: Vec<u32>| checked(order, spec);
    if let Some(many) = args.all.many {
        let drawn = |range| layers.sample(seed, range)?.into_par_iter().map(&judged).collect();
        let is_sheet = place.format.is_some_and(Format::is_picture);
        return if is_sheet { sheet(place, many, args, &drawn) } else { write_many(place, spec.board(), many, &drawn) };
    }
    let (order, method, seed) = match &args.all.number {
        Some(number) => (layers.tour(number)?, "number", None),
        None => (layers.sample(seed, 0..1)?.remove(0), "uniform", Some(seed)),
    };
    put(args, place, &judged(order)?, method, seed, begun)
}

/// Returns the requested tour along these squares.
fn checked(order: Vec<u32>, spec: &TourSpec) -> Result<Tour> {
    let path = Walk::new(spec.board().clone(), turned(spec, order)).map_err(Failure::wrong_tour)?;
    spec.check(path).map_err(Failure::wrong_tour)
}

/// Finds a tour with the requested moves, by exact search.
fn search(args: &TourArgs, spec: &TourSpec, place: Place) -> Result<()> {
    let begun = Instant::now();
    let found = any_graph::searched(args, |options| search::tour(spec, options))?;
    let tour = found.map_err(|_| {
        let cure = "leave out some of the moves of --with and --without";
        Failure::no("there is no such tour with these moves", cure)
    })?;
    let tour = spec.check(tour.into()).map_err(Failure::wrong_tour)?;
    put(args, place, &tour, "search", Some(args.seed.unwrap_or_default()), begun)
}

/// Writes a tour that was found since `begun`.
fn put(args: &TourArgs, place: Place, tour: &Tour, method: &str, seed: Option<u64>, begun: Instant) -> Result<()> {
    let seconds = Some(begun.elapsed().as_secs_f64());
    let details = Details { method: Some(method.into()), seed, seconds, ..Details::default() };
    write(place, tour, Some(tour.kind()), &details, &args.picture)
}

/// The answer where the count of a task is 0.
pub(crate) fn no_tour(task: &Task) -> Failure {
    let spec = match task.tours() {
        Tours::Closed => TourSpec::new(task.board(), Kind::Closed, None, None),
        Tours::Open { start, end } => TourSpec::new(task.board(), Kind::Open, start, end),
    };
    match spec.map(|spec| decide(&spec)) {
        Ok(Existence::None(reason)) => Failure::of(&reason),
        _ if task.is_restricted() => Failure::no(
            "there is no such tour: all were counted",
            "leave out some of the moves of --with and --without",
        ),
        _ => Failure::no("there is no such tour: all were counted", "try another board, or other ends"),
    }
}

/// Reads layers from their file, or makes them and writes them there; there are tours.
pub(crate) fn layers(task: &Task, file: Option<&Path>) -> Result<Layers> {
    let is_stdout = file.is_some_and(|path| path.as_os_str() == "-");
    refuse(is_stdout, "layers are kept in a file, not in a pipe", "name a file with --layers FILE")?;
    let (layers, _) = watched(|options| {
        let options = CountOptions { build: VERSION, ..options };
        let there = file.filter(|path| path.exists());
        let is_folder = file.is_some_and(Path::is_dir);
        refuse(is_folder, "layers are kept in a file, and this is a folder", "name a file with --layers FILE")?;
        let Some(path) = there else {
            let output = file.map(|path| Output::open(Some(path))).transpose()?;
            let layers = Layers::make(task, &options)?;
            let write = |output: Output| output.put(|out| layers.write(VERSION, out));
            return output.map_or(Ok(()), write).map(|()| layers);
        };
        Layers::read(task, &options, &mut input::lines(path)?).map_err(|error| match error {
            CountError::Task { .. } => Failure::input(format!("{}: {error}", path.display()), error.hint()),
            error => error.into(),
        })
    });
    layers.and_then(|layers| if layers.count().bits() > 0 { Ok(layers) } else { Err(no_tour(task)) })
}

/// Draws tours on a contact sheet.
fn sheet(place: Place, many: u64, args: &TourArgs, drawn: &dyn Fn(Range<u64>) -> Result<Vec<Tour>>) -> Result<()> {
    let tour = |tour: Tour| (tour.path().clone(), Some(tour.kind()));
    let tours: Vec<_> = drawn(0..many)?.into_iter().map(tour).collect();
    let still = Still::tours(&tours, None, &args.picture.style());
    picture::write_still(place.output, place.format.unwrap_or(Format::Png), still)
}

/// Writes tours as an array of visit numbers of the shape (tours, rows, columns), or a line of squares each.
fn write_many(place: Place, board: &Board, many: u64, drawn: &dyn Fn(Range<u64>) -> Result<Vec<Tour>>) -> Result<()> {
    let Place { mut output, format, .. } = place;
    // The least type that holds every visit number.
    let bytes = if board.playable() <= 0xff { 1 } else { 2 };
    if format == Some(Format::Npy) {
        output.reserve(many.saturating_mul(board.cells()).saturating_mul(bytes as u64))?;
    }
    let bar = bar(many, "tours");
    let failed = |error| Failure::writing("the tours", &error);
    let put = |out: &mut dyn Write, tour: &Tour| match format {
        Some(Format::Npy) => {
            let visits = tour.visits().into_iter().flat_map(|visit| visit.to_le_bytes().into_iter().take(bytes));
            out.write_all(&visits.collect::<Vec<u8>>())
        }
        Some(Format::None) => Ok(()),
        _ => {
            let names: Vec<String> = tour.squares().map(|square| square.name(board.rows()).to_string()).collect();
            writeln!(out, "{}", names.join(" "))
        }
    };
    output.write(|out| {
        if format == Some(Format::Npy) {
            let shape = [many, board.rows().into(), board.cols().into()];
            out.write_all(&npy_header(&shape, bytes as u8)).map_err(failed)?;
        }
        for first in (0..many).step_by(BATCH as usize) {
            interrupt::end_if_asked();
            for tour in drawn(first..many.min(first + BATCH))? {
                put(out, &tour).map_err(failed)?;
                bar.inc(1);
            }
        }
        if format == Some(Format::None) {
            writeln!(out, "{many} tours of {board}, each of them checked").map_err(failed)?;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(())
}

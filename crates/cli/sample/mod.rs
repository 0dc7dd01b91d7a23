//! Implements `courser sample`, which samples the tours of a board uniformly or returns a tour by its number.

pub(crate) mod args;
mod puzzle;
mod stats;

use std::io::Write;
use std::ops::Range;
use std::time::Instant;

use courser::board::format::{TourMetadata, npy_header};
use courser::board::words::counted;
use courser::board::{Board, Tour};
use courser::view::{self, StaticPicture};
use courser::{Content, FileFormat};
use indicatif::HumanCount;
use rayon::prelude::*;

use crate::answer::{self, Destination};
use crate::args::picture::StyleArgs;
use crate::error::{Failure, Result, note, refuse, remark};
use crate::output::OutputTarget;
use crate::progress::bar;
use crate::sample::args::{SampleArgs, SampleCommand};
use crate::terminal::wrapped;
use crate::{input, interrupt, layers, picture};

/// Number of tours in a batch of samples.
const BATCH: u64 = 1 << 18;

pub(crate) fn run(args: &SampleArgs) -> Result<()> {
    if let Some(SampleCommand::Stats(args)) = &args.command {
        return stats::run(args);
    }
    let format = args.output.format(Content::Tour)?;
    answer::consistent(&args.picture, format, args.show.show)?;
    if args.puzzle {
        return puzzle::run(args, format);
    }
    let begun = Instant::now();
    let (board, marked) = input::board(&args.board)?;
    let task = input::task(board, marked, &args.tours)?;
    if !args.tours.kind.are_open() && !args.tours.kind.closed {
        note("closed tours are sampled; --open samples open ones");
    }
    let seed = args.seed.unwrap_or_default();
    let spec = task.spec();
    let checked = |order: Vec<u32>| answer::checked(order, &spec);
    if let Some(samples) = args.samples {
        holds_many(args, task.board(), samples, format)?;
        let output = answer::open(&args.output, format)?;
        let layers = layers::layers(&task, args.layers.as_deref())?;
        let drawn = |range| layers.sample(seed, range)?.into_par_iter().map(&checked).collect();
        match format.filter(|format| format.is_picture()) {
            Some(format) => sheet(output, format, samples, &args.picture, &drawn)?,
            None => write_many(output, format, task.board(), samples, &drawn)?,
        }
        let tours = counted(HumanCount(samples), &format!("{} tour", spec.kind()));
        let (board, time) = (task.board(), answer::in_units(begun.elapsed()));
        remark(format_args!("{tours} of {board}, by a uniform draw, {time}"));
        return Ok(());
    }
    let place = Destination::open(task.board(), &args.output, format, &args.picture, args.show.show)?;
    let layers = layers::layers(&task, args.layers.as_deref())?;
    let (order, method, seed) = match &args.number {
        Some(number) => (layers.tour(number)?, "number", None),
        None => (layers.sample(seed, 0..1)?.remove(0), "uniform", Some(seed)),
    };
    let tour = checked(order)?;
    let seconds = Some(begun.elapsed().as_secs_f64());
    let details = TourMetadata { method: Some(method.into()), seed, seconds, ..TourMetadata::default() };
    answer::write(place, &tour, Some(tour.kind()), &details)
}

/// Returns an error if the format cannot contain several tours, or if an option for pictures does not apply to a sheet.
fn holds_many(args: &SampleArgs, board: &Board, samples: u64, format: Option<FileFormat>) -> Result<()> {
    let holds_many = matches!(
        format,
        None | Some(FileFormat::Moves | FileFormat::Npy | FileFormat::None | FileFormat::Png | FileFormat::Svg)
    );
    let cure = "write to a .moves, .npy, .png or .svg file";
    refuse(!holds_many, "several tours can be written only as moves, as an array or as a sheet", cure)?;
    refuse(args.show.show, "--show draws one tour", "leave out --show or --samples")?;
    if !matches!(format, Some(FileFormat::Png | FileFormat::Svg)) {
        return Ok(());
    }
    let print = args.picture.print.given().into_iter().find_map(|(is_given, name)| is_given.then_some(name));
    let single = print.or_else(|| args.picture.first_of(&["--scale", "--legend", "--coordinates", "--caption"]));
    let what = format_args!("{} is for the picture of one tour", single.unwrap_or_default());
    refuse(single.is_some(), what, "leave it out, or leave out --samples")?;
    Ok(view::check_sheet(board, samples, None, &args.picture.style())?)
}

/// Draws the samples on a contact sheet.
fn sheet(
    output: OutputTarget,
    format: FileFormat,
    many: u64,
    style: &StyleArgs,
    drawn: &dyn Fn(Range<u64>) -> Result<Vec<Tour>>,
) -> Result<()> {
    let tour = |tour: Tour| (tour.path().clone(), Some(tour.kind()));
    let tours: Vec<_> = drawn(0..many)?.into_iter().map(tour).collect();
    let still = StaticPicture::tours(&tours, None, &style.style());
    picture::write_still(output, format, still)
}

/// Writes the samples as an array of visit numbers with the shape (tours, rows, columns), or as one line of squares per
/// tour.
fn write_many(
    mut output: OutputTarget,
    format: Option<FileFormat>,
    board: &Board,
    many: u64,
    drawn: &dyn Fn(Range<u64>) -> Result<Vec<Tour>>,
) -> Result<()> {
    // The element type is the smallest type that can hold all visit numbers.
    let bytes = if board.playable() <= 0xff { 1 } else { 2 };
    if format == Some(FileFormat::Npy) {
        output.reserve(many.saturating_mul(board.cells()).saturating_mul(bytes as u64))?;
    }
    let bar = bar(many, "tours");
    let columns = output.columns();
    let failed = |error| Failure::writing("the tours", &error);
    let put = |out: &mut dyn Write, tour: &Tour| match format {
        Some(FileFormat::Npy) => {
            let visits = tour.visits().into_iter().flat_map(|visit| visit.to_le_bytes().into_iter().take(bytes));
            out.write_all(&visits.collect::<Vec<u8>>())
        }
        Some(FileFormat::None) => Ok(()),
        _ => {
            let names: Vec<String> = tour.squares().map(|square| square.name(board.rows()).to_string()).collect();
            writeln!(out, "{}", names.join(" "))
        }
    };
    output.write(|out| {
        if format == Some(FileFormat::Npy) {
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
        if format == Some(FileFormat::None) {
            let line = format!("{} of {board}, all checked", counted(HumanCount(many), "tour"));
            writeln!(out, "{}", wrapped(&line, 2, columns)).map_err(failed)?;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(())
}

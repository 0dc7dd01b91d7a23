//! `courser survey`: how often a rule succeeds.

mod chart;
mod file;
mod header;
mod merge;
mod table;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use courser::board::Board;
use courser::engine::batch::{Batch, CpuBatch, Plan};
use courser::engine::survey::{Combination, Starts, Survey};

use self::chart::Chart;
use self::file::Rows;
use self::header::Header;
use crate::args::{PlotArgs, Spread, SurveyArgs, SurveyCommand};
use crate::device::{self, Chosen};
use crate::error::{Failure, note};
use crate::progress::bar;

pub(crate) fn run(args: &SurveyArgs, quiet: bool) -> Result<(), Failure> {
    match &args.command {
        Some(SurveyCommand::Merge(args)) => merge::run(args),
        Some(SurveyCommand::Plot(args)) => plot(args, quiet),
        None => survey(args, quiet),
    }
}

fn survey(args: &SurveyArgs, quiet: bool) -> Result<(), Failure> {
    let header = Header { survey: asked(args)?, shard: args.shard };
    let (tables, plots) = outputs(args)?;
    let mut chart = Chart::new(&header.survey, false);
    let mut rows = match (tables.as_slice(), plots.as_slice()) {
        ([], []) => Rows::stdout(&header)?,
        ([], _) => Rows::nowhere(),
        ([table], _) if table.as_os_str() == "-" => Rows::stdout(&header)?,
        ([table], _) => Rows::file(table, &header, &mut |board, combination, row| {
            chart.add(board, combination, row.successes, row.closed);
        })?,
        _ => return Err(Failure::input("two files for one table", "give one -o FILE.csv; plots may be several")),
    };
    let known = rows.known();
    if known > 0 {
        note(quiet, format_args!("{known} of {} rows are there already", header.rows()));
    }
    if known < header.rows() {
        ride(&header, args, &mut rows, &mut chart, quiet)?;
    }
    plots.iter().try_for_each(|file| chart.clone().write(file))
}

/// Lets the knights of all rows that are not there yet ride.
fn ride(header: &Header, args: &SurveyArgs, rows: &mut Rows, chart: &mut Chart, quiet: bool) -> Result<(), Failure> {
    let survey = &header.survey;
    let known = rows.known();
    // This shard's combinations on a board, without those that are there; `place` is that of the board's first.
    let missing = |board: &Board, place: &mut u64, before: &mut u64| -> Result<Vec<Combination>, Failure> {
        let mut combinations = survey.combinations(board)?;
        combinations.retain(|_| {
            let here = header.has(*place);
            *place += 1;
            *before += u64::from(here);
            here && *before > known
        });
        Ok(combinations)
    };
    let (mut place, mut before, mut moves) = (0, 0, 0_u64);
    for board in survey.boards_with_leaper() {
        let knights: u64 = missing(&board, &mut place, &mut before)?.iter().map(|c| u64::from(c.knights)).sum();
        moves = moves.saturating_add(knights.saturating_mul(board.playable()));
    }

    let device = device::choose(&args.device, quiet)?;
    #[cfg(feature = "gpu")]
    let card = match &device {
        Chosen::Gpu(device) => Some(courser::engine::batch::Card::new(device)),
        Chosen::Cpu => None,
    };
    let batch = |plan: Plan| -> Result<Box<dyn Batch + '_>, courser::engine::EngineError> {
        #[cfg(feature = "gpu")]
        if let Some(card) = &card {
            return Ok(Box::new(courser::engine::batch::GpuBatch::new(card, plan)?));
        }
        Ok(Box::new(CpuBatch::new(plan)))
    };
    #[cfg(not(feature = "gpu"))]
    let Chosen::Cpu = device;

    let bar = bar(moves, "moves", quiet);
    let (mut place, mut before) = (0, 0);
    for board in survey.boards_with_leaper() {
        let combinations = missing(&board, &mut place, &mut before)?;
        survey.ride(&batch, &board, &combinations, &mut |moves| bar.inc(moves), &mut |number, tally| {
            let combination = &combinations[number];
            rows.add(&table::line(&board, combination, &tally))?;
            chart.add(&board, combination, tally.complete, tally.closed);
            Ok::<(), Failure>(())
        })?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// What the arguments ask.
fn asked(args: &SurveyArgs) -> Result<Survey, Failure> {
    let starts = match (&args.start[..], args.starts) {
        ([], Spread::All) => Starts::All,
        ([], Spread::Most(most)) => Starts::Spread(most),
        (names, _) => Starts::Named(names.iter().map(|name| name.split_whitespace().collect()).collect()),
    };
    let boards = args.boards.clone().expect("clap wants the boards");
    let survey = Survey {
        leaper: args.leaper,
        starts,
        by_start: args.by_start,
        orders: args.orders.clone(),
        seeds: args.seeds.0.clone(),
        tries: args.tries,
        ..Survey::new(boards, args.rules.clone())
    };
    // A start that one of the boards does not have, or a crowd, is told before anything is written.
    for board in survey.boards_with_leaper() {
        survey.combinations(&board)?;
    }
    if survey.rows() == 0 {
        return Err(Failure::input(
            "no board and rule go together: there would be no row",
            "squirrel-cull rides from 0,0 of square boards of side 5 or more; take another rule beside it",
        ));
    }
    Ok(survey)
}

/// The files for rows, and those for plots.
fn outputs(args: &SurveyArgs) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let csv = |path: &Path| path.as_os_str() == "-" || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv"));
    let (tables, plots): (Vec<PathBuf>, Vec<PathBuf>) = args.output.iter().cloned().partition(|path| csv(path));
    for file in &plots {
        chart::picture(file).map_err(|_| {
            Failure::input(
                format!("{}: a survey is written as CSV, PNG or SVG", file.display()),
                "name the file .csv, .png or .svg; -o may be given several times",
            )
        })?;
    }
    Ok((tables, plots))
}

fn plot(args: &PlotArgs, quiet: bool) -> Result<(), Failure> {
    chart::picture(&args.output)?;
    let name = args.survey.display().to_string();
    let mut file: Box<dyn BufRead> = if args.survey.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(&args.survey).map_err(|error| Failure::reading(&name, &error))?))
    };
    let header = table::read_header(&name, &mut file)?;
    let mut chart = Chart::new(&header.survey, args.closed);
    let mut row = |_| Ok(table::read_line(&name, &mut file)?.map(|text| (name.clone(), text)));
    let rows = table::each_row(&header, &mut row, &mut |board, combination, row| {
        chart.add(board, combination, row.successes, row.closed);
        Ok(())
    })?;
    if rows < header.rows() {
        note(quiet, format_args!("{name} has {rows} of its {} rows", header.rows()));
    }
    chart.write(&args.output)
}

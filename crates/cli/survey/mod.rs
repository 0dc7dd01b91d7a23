//! Implements `courser survey`, which measures how often rules succeed.

pub(crate) mod args;
mod chart;
mod file;
mod merge;
mod table;

use std::path::{Path, PathBuf};

use courser::board::words::counted;
use courser::solve::warnsdorff::Rule;
use courser::survey::{Header, Starts, Survey};
use courser::view::Plot;
use courser::{Content, Device, FileFormat};
use indicatif::ProgressBar;

use self::chart::SurveyChart;
pub(crate) use self::chart::sides;
use self::file::RowWriter;
use crate::error::{Failure, Result, note, refuse};
use crate::output::{self, OutputTarget};
use crate::progress::{LongRunNotice, bar, remark_on_device};
use crate::survey::args::{PlotArgs, SurveyArgs, SurveyCommand};
use crate::{input, picture};

pub(crate) fn run(args: &SurveyArgs) -> Result<()> {
    match &args.command {
        Some(SurveyCommand::Merge(args)) => merge::run(args),
        Some(SurveyCommand::Plot(args)) => plot(args),
        None => survey(args),
    }
}

fn survey(args: &SurveyArgs) -> Result<()> {
    let choice = args.device.device.clone();
    let header = Header { survey: asked(args)?, shard: args.shard };
    let (table, plots) = outputs(args)?;
    // The device and the files are opened before the long computation begins. The device is opened first, so that a
    // missing device leaves no file behind.
    let device = Device::open_for(&choice, header.survey.work(), &remark_on_device)?;
    let mut chart = SurveyChart::new(&header.survey, false);
    let mut rows = RowWriter::open(table, &header, &mut chart)?;
    if rows.known > 0 {
        note(format_args!("{} of {} rows are there already", rows.known, header.rows()));
    }
    walk(&header, &device, &mut rows, &mut chart)?;
    rows.finish()?;
    let plot = chart.plot();
    plots.into_iter().try_for_each(|(format, output)| write_plot(&plot, format, output))
}

/// Runs the knights for all rows that are missing in the survey, and writes these rows.
fn walk(header: &Header, device: &Device, rows: &mut RowWriter, chart: &mut SurveyChart) -> Result<()> {
    let (survey, share, known) = (&header.survey, header.share(), rows.known);
    if known >= header.rows() {
        return Ok(());
    }
    // On a terminal, no progress bar is needed, since the printed rows show the progress.
    let all = header.moves_from(known);
    let bar = if rows.are_on_a_terminal() { ProgressBar::hidden() } else { bar(all, "moves") };
    let notice = LongRunNotice::new();
    let mut place = 0_u64;
    for board in survey.boards_with_leaper() {
        let (first, end) = (place, place.saturating_add(survey.rows_on(&board)));
        place = end;
        if share.rows_in(first..end, known).next().is_none() {
            continue;
        }
        let combinations = survey.combinations(&board)?;
        let missing = share.rows_in(first..end, known).filter_map(|row| combinations.at(row - first));
        let mut walked = |moves| {
            bar.inc(moves);
            notice.see(&bar, bar.position() as f64 / all.max(1) as f64);
        };
        survey.walk(device, &board, missing, &mut walked, &mut |combination, tally| {
            rows.add(&table::line(&board, combination, &tally))?;
            chart.add(&board, combination, tally.complete, tally.closed);
            Ok::<(), Failure>(())
        })?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Returns the survey requested by the arguments.
fn asked(args: &SurveyArgs) -> Result<Survey> {
    let starts = match &args.start[..] {
        [] => args.starts.clone(),
        names => Starts::Named(names.iter().map(|name| name.split_whitespace().collect()).collect()),
    };
    let boards = args.boards.clone().expect("clap wants the boards");
    let survey = Survey {
        leaper: args.leaper,
        starts,
        by_start: args.by_start,
        orders: args.orders.clone(),
        seeds: args.seeds.clone(),
        tries: args.tries,
        ..Survey::new(boards, args.rules.clone())
    };
    // Too many starts, and starts that do not exist on one of the boards, are reported before anything is written.
    survey.check()?;
    let cure = format!("{SQUIRREL_CULL}; take another rule beside it");
    refuse(survey.rows() == 0, "none of the rules can be used on these boards", cure)?;
    note_missing_rows(&survey);
    Ok(survey)
}

/// Boards and start squares that the rule `squirrel-cull` supports. All other rules can be used everywhere.
const SQUIRREL_CULL: &str = "squirrel-cull walks from 0,0 of square boards of side 5 or more";

/// Prints a note if the survey has no rows of the rule `squirrel-cull` for some of its boards.
fn note_missing_rows(survey: &Survey) {
    let alone = Survey { rules: vec![Rule::SquirrelCull], ..survey.clone() };
    let (mut boards, mut missing) = (0_u64, 0_u64);
    for board in alone.boards_with_leaper().filter(|_| survey.rules.contains(&Rule::SquirrelCull)) {
        boards += 1;
        missing += u64::from(alone.rows_on(&board) == 0);
    }
    if missing > 0 {
        note(format_args!("no rows of squirrel-cull for {missing} of {}: {SQUIRREL_CULL}", counted(boards, "board")));
    }
}

/// Two values. The first value is the destination of the rows: the requested CSV file, or `-` for standard output if
/// neither a CSV file nor a plot is requested. If only plots are requested, the first value is `None`. The second value
/// contains the opened files for plots.
type Outputs<'a> = (Option<&'a Path>, Vec<(FileFormat, OutputTarget)>);

/// Returns the requested destinations.
fn outputs(args: &SurveyArgs) -> Result<Outputs<'_>> {
    let is_csv =
        |path: &&PathBuf| path.as_os_str() == "-" || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv"));
    let (tables, plots): (Vec<&PathBuf>, Vec<&PathBuf>) = args.output.iter().partition(is_csv);
    refuse(tables.len() > 1, "two files for one table", "give one -o FILE.csv; plots may be several")?;
    let stdout = plots.is_empty().then_some(Path::new("-"));
    let table = tables.first().map(|path| path.as_path()).or(stdout);
    let format =
        |file: &&PathBuf| output::format_by_extension(file, Content::Survey, "; -o may be given several times");
    let formats = plots.iter().map(format).collect::<Result<Vec<_>, _>>()?;
    Ok((table, formats.into_iter().zip(OutputTarget::open_all(plots)?).collect()))
}

fn write_plot(plot: &Plot, format: FileFormat, output: OutputTarget) -> Result<()> {
    picture::write_plots(output, format, std::slice::from_ref(plot), chart::SIZE)
}

fn plot(args: &PlotArgs) -> Result<()> {
    let format = output::format_by_extension(&args.output, Content::Plot, "")?;
    let name = input::name(&args.survey);
    let mut file = input::lines(&args.survey)?;
    let header = table::read_header(&name, &mut file)?;
    let mut chart = SurveyChart::new(&header.survey, args.closed);
    let mut row = |_| Ok(table::read_line(&name, &mut file)?.map(|text| (name.clone(), text)));
    let rows = table::each_row(&header, &mut row, &mut |board, combination, row| {
        chart.add(board, combination, row.successes, row.closed);
    })?;
    if rows < header.rows() {
        note(format_args!("{name} has {rows} of its {} rows", header.rows()));
    }
    write_plot(&chart.plot(), format, OutputTarget::open(Some(&args.output))?)
}

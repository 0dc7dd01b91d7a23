//! Implements `courser count 6x1..=20`, which counts tours on many boards. Writes the number of tours of each board, in
//! the order of the boards, as soon as the number is known. Alternatively, plots the numbers of tours of all boards.

use std::io::{self, Write};

use courser::board::Board;
use courser::count::{self, BigUint, CountError, CountTask};
use courser::view::{Axis, Plot, PlotLine, PlotPoint, Scale};
use courser::{Content, FileFormat};

use crate::count::args::CountArgs;
use crate::count::in_memory;
use crate::count::number::{CSV_HEADER, CountAnswer, number};
use crate::counting::{Asked, Watch, is_ruled_out};
use crate::error::{Failure, Result, refuse};
use crate::picture;
use crate::survey::sides;
use crate::terminal::wrapped;

/// Width and height of a plot in pixels.
const SIZE: (u32, u32) = (1000, 600);

/// Counts the tours of all boards. If possible, one sweep counts the tours of several boards.
pub(super) fn run(args: &CountArgs, tasks: &[CountTask]) -> Result<()> {
    let is_of_one = args.list || args.by.is_some() || args.shard.is_some() || args.disk.is_some();
    refuse(is_of_one, "--list, --by, --shard and --disk are for one board", "leave them out, or name one board")?;
    let format = args.output.format_or_text(Content::Statistics)?;
    let output = args.output.open()?;
    let watch = Watch::new();
    watch.notice.clone().say_if_silent(format!(
        "{} boards are laid out before the first step of the sweep, which takes long; Ctrl-C ends it",
        tasks.len()
    ));
    // The output has one row per board, in the order of the boards.
    let columns = output.columns();
    let mut rows = AnswerRows { args, tasks, format, columns, found: vec![None; tasks.len()], written: 0 };
    if format.is_picture() {
        counted(args, tasks, &watch, &mut |at, number| {
            rows.found[at] = Some(number);
            Ok(())
        })?;
        watch.finish();
        return picture::write_plots(output, format, &[rows.plot()], SIZE);
    }
    let done = output.write(|out| {
        let failed = |error: io::Error| Failure::writing("the numbers", &error);
        rows.begin(out).map_err(failed)?;
        let mut broken = None;
        let counted = counted(args, tasks, &watch, &mut |at, number| {
            rows.found[at] = Some(number);
            watch.bar.suspend(|| rows.write(out)).map_err(|error| {
                broken = Some(error);
                CountError::Stopped
            })
        });
        if let Some(error) = broken {
            return Err(failed(error));
        }
        counted?;
        rows.end(out).map_err(failed)
    });
    watch.finish();
    done
}

/// Counts the tours of each board, and reports each number as soon as it is known.
fn counted(
    args: &CountArgs,
    tasks: &[CountTask],
    watch: &Watch,
    on_number: &mut dyn FnMut(usize, BigUint) -> Result<(), CountError>,
) -> Result<(), CountError> {
    let done = watch.follow(|options| {
        let (none, some): (Vec<usize>, Vec<usize>) = (0..tasks.len()).partition(|&at| is_ruled_out(&tasks[at]));
        none.into_iter().try_for_each(|at| on_number(at, BigUint::ZERO))?;
        if args.up_to_symmetry || args.symmetry.is_some() {
            return some.into_iter().try_for_each(|at| on_number(at, number(args, &tasks[at], &options)?));
        }
        let left: Vec<CountTask> = some.iter().map(|&at| tasks[at].clone()).collect();
        count::count_each(&left, &options, &mut |at, number| on_number(some[at], number))
    });
    done.map_err(in_memory)
}

/// The answer for many boards, as rows that are written one after another.
struct AnswerRows<'a> {
    args: &'a CountArgs,
    tasks: &'a [CountTask],
    format: FileFormat,
    /// Width of the terminal in characters, or `None` if the rows are not shown on a terminal.
    columns: Option<usize>,
    found: Vec<Option<BigUint>>,
    written: usize,
}

impl AnswerRows<'_> {
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            FileFormat::Csv => writeln!(out, "{CSV_HEADER}"),
            FileFormat::Json => write!(out, "["),
            _ => Ok(()),
        }
    }

    /// Writes the next known rows, up to the first unknown row.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let wide = self.tasks.iter().map(|task| task.board().to_string().len()).max().unwrap_or(0);
        while let Some(Some(number)) = self.found.get(self.written) {
            let task = &self.tasks[self.written];
            let answer = CountAnswer::new(task, self.args.up_to_symmetry, self.args.symmetry, number);
            match self.format {
                FileFormat::Csv => writeln!(out, "{}", answer.csv())?,
                FileFormat::Json => {
                    write!(out, "{}", if self.written > 0 { ",\n" } else { "\n" })?;
                    serde_json::to_writer(&mut *out, &answer)?;
                }
                _ => {
                    let row = format!("{:<wide$}  {}", task.board().to_string(), answer.count);
                    writeln!(out, "{}", wrapped(&row, 2, self.columns))?;
                }
            }
            self.written += 1;
        }
        out.flush()
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == FileFormat::Json { writeln!(out, "\n]") } else { Ok(()) }
    }

    /// Plots the numbers of tours on a logarithmic axis, and marks the boards without a tour.
    fn plot(&self) -> Plot {
        let boards: Vec<&Board> = self.tasks.iter().map(CountTask::board).collect();
        let is_square = boards.iter().all(|board| board.rows() == board.cols());
        let place = |at: usize| if is_square { f64::from(boards[at].rows()) } else { at as f64 };
        let numbers = || self.found.iter().flatten().enumerate();
        let point = |(at, number)| Some(PlotPoint::new(place(at), logarithm(number)?));
        let absent: Vec<f64> = numbers().filter(|(_, number)| number.bits() == 0).map(|(at, _)| place(at)).collect();
        let kind = Asked::of(&self.tasks[0]).kind;
        let what = match (self.args.symmetry, self.args.up_to_symmetry) {
            (Some(symmetric), _) => format!(" with the symmetry {symmetric}"),
            (None, true) => ", up to rotation and reflection".into(),
            (None, false) if self.tasks[0].is_directed() => ", in both directions".into(),
            _ => String::new(),
        };
        let names = (0..boards.len()).map(|at| (at as f64, sides(boards[at])));
        Plot {
            title: format!("The number of {kind} tours{what}"),
            subtitle: if absent.is_empty() { String::new() } else { "×: there is none.".into() },
            x: match is_square {
                true => Axis::new("squares per side", Scale::Whole),
                false => Axis::new("board, rows x columns", Scale::Whole).with_ticks(names),
            },
            y: Axis::new("tours", Scale::Powers),
            lines: vec![PlotLine::new(kind, numbers().filter_map(point).collect())],
            absent,
            mean: None,
        }
    }
}

/// Returns the decimal logarithm of a number of any size, or `None` for 0.
fn logarithm(number: &BigUint) -> Option<f64> {
    // A double is exact to 15 digits.
    let digits = number.to_string();
    let first: f64 = digits.get(..digits.len().min(15))?.parse().ok()?;
    (first > 0.0).then(|| first.log10() + digits.len().saturating_sub(15) as f64)
}

//! `courser count 6x1..=20`: many boards, a row for each as soon as it is known.

use std::io::{self, Write};

use courser::count::{self, BigUint, CountError, Task};
use courser::{Content, Format};

use super::{Answer, CSV_HEADER, Watch, is_ruled_out, number};
use crate::args::count::CountArgs;
use crate::error::{Failure, Result, refuse};

/// Counts all of them, the narrow ones in one sweep.
pub(super) fn run(args: &CountArgs, tasks: &[Task]) -> Result<()> {
    let is_of_one = args.list || args.by.is_some() || args.shard.is_some() || args.disk.is_some();
    refuse(is_of_one, "--list, --by, --shard and --disk are for one board", "leave them out, or name one board")?;
    let format = args.output.format_or_text(Content::Count)?;
    let output = args.output.open()?;
    let watch = Watch::new();
    watch.notice.clone().say_if_silent(format!(
        "{} boards are laid out before the first step of the sweep, which takes long; Ctrl-C ends it",
        tasks.len()
    ));
    // Rows are reported in the order of the boards.
    let mut rows = Rows { args, tasks, format, found: vec![None; tasks.len()], written: 0 };
    let done = output.write(|out| {
        let failed = |error: io::Error| Failure::writing("the numbers", &error);
        rows.begin(out).map_err(failed)?;
        let mut broken = None;
        let counted = watch.follow(|options| {
            let mut on_number = |at: usize, number: BigUint| {
                rows.found[at] = Some(number);
                watch.bar.suspend(|| rows.write(out)).map_err(|error| {
                    broken = Some(error);
                    CountError::Stopped
                })
            };
            let (none, some): (Vec<usize>, Vec<usize>) = (0..tasks.len()).partition(|&at| is_ruled_out(&tasks[at]));
            none.into_iter().try_for_each(|at| on_number(at, BigUint::ZERO))?;
            if args.symmetry || args.symmetric.is_some() {
                return some.into_iter().try_for_each(|at| on_number(at, number(args, &tasks[at], &options)?));
            }
            let left: Vec<Task> = some.iter().map(|&at| tasks[at].clone()).collect();
            count::count_each(&left, &options, &mut |at, number| on_number(some[at], number))
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

/// The rows of the answer.
struct Rows<'a> {
    args: &'a CountArgs,
    tasks: &'a [Task],
    format: Format,
    found: Vec<Option<BigUint>>,
    written: usize,
}

impl Rows<'_> {
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Csv => writeln!(out, "{CSV_HEADER}"),
            Format::Json => write!(out, "["),
            _ => Ok(()),
        }
    }

    /// Writes the rows that are known, up to the first that is not.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let wide = self.tasks.iter().map(|task| task.board().to_string().len()).max().unwrap_or(0);
        while let Some(Some(number)) = self.found.get(self.written) {
            let task = &self.tasks[self.written];
            let answer = Answer::new(task, self.args.symmetry, self.args.symmetric, number);
            match self.format {
                Format::Csv => writeln!(out, "{}", answer.csv())?,
                Format::Json => {
                    write!(out, "{}", if self.written > 0 { ",\n" } else { "\n" })?;
                    serde_json::to_writer(&mut *out, &answer)?;
                }
                _ => writeln!(out, "{:<wide$}  {}", task.board().to_string(), answer.count)?,
            }
            self.written += 1;
        }
        out.flush()
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Json { writeln!(out, "\n]") } else { Ok(()) }
    }
}

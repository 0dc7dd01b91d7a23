//! Implements `courser count --list`, which lists the tours themselves.

use std::io;
use std::ops::ControlFlow;

use courser::board::words::counted;
use courser::board::{Path, TourSpec};
use courser::count::{self, CountError, CountOptions, CountTask};
use courser::{Content, FileFormat};
use indicatif::HumanCount;

use crate::count::args::CountArgs;
use crate::counting::is_ruled_out;
use crate::error::{Failure, Result, refuse};
use crate::interrupt;

/// Lists all tours, one per line. Each tour is checked before it is written. If the listing is stopped, the last line
/// is still complete.
pub(super) fn run(args: &CountArgs, task: &CountTask) -> Result<()> {
    let format = args.output.format_or_text(Content::Count)?;
    refuse(format == FileFormat::Json, "a list of tours is text or CSV", "use --format csv, or .txt or .csv")?;
    let failed = |error: io::Error| Failure::writing("the list", &error);
    args.output.open()?.write(|out| {
        if format == FileFormat::Csv {
            writeln!(out, "tour,squares").map_err(failed)?;
        }
        if is_ruled_out(task) {
            return Ok(());
        }
        let (spec, mut done, mut number) = (task.spec(), Ok(()), 0_u64);
        let listed = interrupt::searching(|stop| {
            count::tours(task, &CountOptions { stop: Some(stop), ..CountOptions::default() }, &mut |order| {
                number += 1;
                done = line(&spec, order).and_then(|squares| match format {
                    FileFormat::Csv => writeln!(out, "{number},{squares}").map_err(failed),
                    _ => writeln!(out, "{squares}").map_err(failed),
                });
                if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        listed.map_err(|error| unfinished(error, number))?;
        done
    })
}

/// Returns the failure for a list that was stopped after a number of tours.
fn unfinished(error: CountError, number: u64) -> Failure {
    let found = format!("the list is incomplete: {} found", counted(HumanCount(number), "tour"));
    match interrupt::reached_limit() {
        Some(limit) => {
            let limit = humantime::format_duration(limit);
            Failure::undecided(
                format!("{found} within {limit}"),
                "give it more time with --limit, or leave out --limit",
            )
        }
        None => Failure { message: format!("{found} when it was stopped"), ..error.into() },
    }
}

/// Formats the squares of a tour as names separated by spaces.
///
/// # Errors
/// Returns an error if the squares do not form a tour that meets the specification.
fn line(spec: &TourSpec, order: &[u32]) -> Result<String> {
    let path = Path::new(spec.board().clone(), order.to_vec()).map_err(|flaw| Failure::wrong_tour(&flaw))?;
    let tour = spec.check(path).map_err(|flaw| Failure::wrong_tour(&flaw))?;
    let rows = spec.board().rows();
    Ok(tour.squares().map(|square| square.name(rows).to_string()).collect::<Vec<String>>().join(" "))
}

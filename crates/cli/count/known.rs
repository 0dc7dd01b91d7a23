//! Implements `courser count known`, which counts tours again and compares the results with the published numbers.

use std::io;
use std::time::Instant;

use courser::count::known::{Effort, KNOWN};

use crate::counting::watched;
use crate::error::{Failure, Result};
use crate::output::{OutputTarget, csv_row};

/// Counts the tours again for each published number whose effort is at most `most`. Reports each result immediately.
pub(super) fn run(most: Effort) -> Result<()> {
    let failed = |error: io::Error| Failure::writing("standard output", &error);
    let mut wrong = 0;
    OutputTarget::open(None)?.write(|out| {
        writeln!(out, "board,kind,count,verdict,seconds,states,source").map_err(failed)?;
        for row in KNOWN.iter().filter(|row| row.effort <= most) {
            let begun = Instant::now();
            let (found, states) = watched(|options| row.recount(&options));
            let found = found?.to_string();
            let is_right = found == row.count;
            wrong += usize::from(!is_right);
            let verdict = if is_right { "right" } else { "wrong" };
            let missing = row.rows * row.cols - row.squares;
            let board = match missing {
                0 => format!("{}x{}", row.rows, row.cols),
                _ => format!("{}x{} without {missing}", row.rows, row.cols),
            };
            let (kind, seconds) = (row.kind.to_string(), format!("{:.3}", begun.elapsed().as_secs_f64()));
            let reported = [&board, &kind, &found, verdict, &seconds, &states.to_string(), row.source];
            out.write_all(&csv_row(reported)).and_then(|()| out.flush()).map_err(failed)?;
        }
        Ok(())
    })?;
    if wrong > 0 {
        return Err(Failure::no(
            format!("{wrong} numbers differ from the published ones"),
            "please report this with the list",
        ));
    }
    Ok(())
}

//! Implements `courser queens N --search-space`. The command prints how the article "Eight Queens in SQL \[4\]" reduces
//! the search space.

use std::io::Write;

use courser::FileFormat;
use courser::solve::queens::{FunnelStep, funnel, joins};
use serde::Serialize;

use super::BoardJson;
use crate::error::{Result, note};
use crate::output;
use crate::queens::args::QueensArgs;
use crate::terminal::{table, wrapped};

/// Maximum N. For this N, the size of the largest search space has about 80,000 digits.
pub(super) const MAX_SIDE: u32 = 10_000;

/// Maximum N for which the output contains the number of result rows after each join of the SQL query.
const MAX_JOINS: u32 = 100;

/// Maximum number of digits of a number printed without a power of ten.
const MAX_DIGITS: usize = 40;

#[derive(Debug, Serialize)]
struct SpaceJson {
    board: BoardJson,
    steps: Vec<SpaceRow>,
    /// Number of result rows after each join of the SQL query in the article "Eight Queens in SQL \[4\]". The list is
    /// empty if N exceeds [`MAX_JOINS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joins: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SpaceRow {
    reasoning: String,
    formula: String,
    size: String,
}

pub(super) fn run(args: &QueensArgs, format: FileFormat) -> Result<()> {
    let output = args.output.open()?;
    let row =
        |FunnelStep { reasoning, formula, size }: FunnelStep| SpaceRow { reasoning, formula, size: size.to_string() };
    let joins = if args.n <= MAX_JOINS { joins(args.n) } else { Vec::new() };
    let joins = joins.iter().map(ToString::to_string).collect();
    let space = SpaceJson { board: BoardJson::square(args.n), steps: funnel(args.n).map(row).into(), joins };
    if args.n == 8 {
        note("\"Eight Queens in SQL [4]\" prints 5424 for the last step, with two digits swapped: it is 5242");
    }
    let columns = output.columns();
    output.put(|out| {
        if format == FileFormat::Json {
            return output::json(out, &space);
        }
        text(&space, columns, out)
    })
}

fn text(space: &SpaceJson, columns: Option<usize>, out: &mut dyn Write) -> std::io::Result<()> {
    let cells: Vec<Vec<String>> = space
        .steps
        .iter()
        .map(|row| {
            let exact = if row.size.len() <= MAX_DIGITS { row.size.clone() } else { "-".into() };
            vec![row.reasoning.clone(), row.formula.clone(), exact, rounded(&row.size)]
        })
        .collect();
    out.write_all(table(&[('<', 0), ('<', 0), ('>', 0), ('>', 0)], &cells, columns).as_bytes())?;
    if !space.joins.is_empty() {
        writeln!(out, "\n{}", wrapped("rows after each join of the query", 2, columns))?;
        let joins: Vec<_> =
            (1..).zip(&space.joins).map(|(queen, count)| vec![format!("q{queen}"), count.clone()]).collect();
        out.write_all(table(&[('<', 0), ('>', 0)], &joins, columns).as_bytes())?;
    }
    Ok(())
}

/// Rounds a number to three digits and writes it in the notation of the article "Eight Queens in SQL \[4\]", for
/// example as `1.78E+14`. Numbers of up to five digits are unchanged.
fn rounded(digits: &str) -> String {
    if digits.len() <= 5 {
        return digits.to_owned();
    }
    let (head, next) = (digits[..3].parse::<u32>().unwrap_or(0), digits.as_bytes()[3]);
    let head = head + u32::from(next >= b'5');
    let (head, power) = if head == 1000 { (100, digits.len()) } else { (head, digits.len() - 1) };
    format!("{}.{:02}E+{power}", head / 100, head % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_in_the_article() {
        for (digits, text) in [
            ("178462987637760", "1.78E+14"),
            ("4426165368", "4.43E+9"),
            ("16777216", "1.68E+7"),
            ("40320", "40320"),
            ("999500", "1.00E+6"),
            ("999499", "9.99E+5"),
        ] {
            assert_eq!(rounded(digits), text);
        }
    }
}

//! Writes and reads the rows of a survey.

use std::io::BufRead;

use courser::board::Board;
use courser::engine::batch::Tally;
use courser::survey::{Combination, Header, SurveyError};

use crate::error::{Failure, Result};
use crate::output::csv_row;

/// Second line of a survey: the names of the columns.
pub(super) const COLUMNS: &str =
    "rows,cols,leaper,rule,order,seed,start,starts,tries,successes,closed,mean_visited,min_visited";

/// Number of columns that describe the combination. The other columns contain the result.
const ASKED: usize = 9;

/// A row of a survey, read from a file.
pub(super) struct SurveyRow {
    /// Text of the line without its line break.
    pub(super) text: String,
    /// Number of knights with a complete tour.
    pub(super) successes: u64,
    /// Number of knights with a closed tour.
    pub(super) closed: u64,
}

/// Returns the columns that describe the combination. These columns precede the result.
fn asked(board: &Board, combination: &Combination) -> Vec<String> {
    let start = match combination.starts[..] {
        [start] => start.name(board.rows()).to_string(),
        _ => "*".into(),
    };
    vec![
        board.rows().to_string(),
        board.cols().to_string(),
        // Prints a named leaper by name: scripts would split the numeric form, such as `1,2`, into two columns.
        board.leaper().name().map_or_else(|| board.leaper().to_string(), str::to_owned),
        combination.rule.to_string(),
        combination.order.to_string(),
        combination.seed.to_string(),
        start,
        combination.starts.len().to_string(),
        combination.knights.to_string(),
    ]
}

/// Formats a row with a line break at the end.
pub(super) fn line(board: &Board, combination: &Combination, tally: &Tally) -> Vec<u8> {
    let mut fields = asked(board, combination);
    fields.extend([
        tally.complete.to_string(),
        tally.closed.to_string(),
        format!("{:.2}", tally.mean()),
        tally.min_visited.to_string(),
    ]);
    csv_row(fields)
}

/// Parses a row. Returns `None` if the row is not a result of this combination.
fn read(text: &str, board: &Board, combination: &Combination) -> Option<SurveyRow> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let record = reader.records().next()?.ok()?;
    let same = record.iter().take(ASKED).eq(asked(board, combination).iter().map(String::as_str));
    let number = |column: usize| record.get(column)?.parse::<u64>().ok();
    let (successes, closed, min_visited) = (number(ASKED)?, number(ASKED + 1)?, number(ASKED + 3)?);
    let mean: f64 = record.get(ASKED + 2)?.parse().ok()?;
    let sound = closed <= successes
        && successes <= combination.knights.into()
        && min_visited <= board.playable()
        && (0.0..=board.playable() as f64).contains(&mean);
    (same && sound && record.len() == ASKED + 4).then(|| SurveyRow { text: text.to_owned(), successes, closed })
}

/// Reads the first line of a survey's file.
pub(super) fn read_header(name: &str, file: &mut dyn BufRead) -> Result<Header> {
    let unlike = |why: &str| Failure::of(&SurveyError::Header { why: format!("{name} is not a survey: {why}") });
    let line = read_line(name, file)?.ok_or_else(|| unlike("it has no whole line"))?;
    let header: Header = line.parse().map_err(|error: SurveyError| unlike(&error.to_string()))?;
    match read_line(name, file)?.as_deref() {
        Some(COLUMNS) => Ok(header),
        _ => Err(unlike("its second line does not name the columns")),
    }
}

/// Reads the next complete line without its line break. Returns `None` at the end of the file. An incomplete last line
/// is ignored.
pub(super) fn read_line(name: &str, file: &mut dyn BufRead) -> Result<Option<String>> {
    /// The maximum length of a line in bytes. Only a header with very many starts can be nearly this long.
    const MAX_LINE_LENGTH: u64 = 1 << 24;
    let mut line = Vec::new();
    let mut file = std::io::Read::take(file, MAX_LINE_LENGTH);
    file.read_until(b'\n', &mut line).map_err(|error| Failure::reading(name, &error))?;
    if line.pop() != Some(b'\n') {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Reads the rows of the survey that belong to the shard of `header`. Returns the number of these rows.
///
/// `row` receives the index of a row in the whole survey, and returns the name of the file and the text of the row.
/// `row` returns `None` if no further row exists. `reported` receives the board, the combination that belongs to the
/// row, and the parsed row.
pub(super) fn each_row(
    header: &Header,
    row: &mut dyn FnMut(u64) -> Result<Option<(String, String)>>,
    reported: &mut dyn FnMut(&Board, &Combination, SurveyRow),
) -> Result<u64> {
    let share = header.share();
    let (mut place, mut count) = (0_u64, 0);
    for board in header.survey.boards_with_leaper() {
        let combinations = header.survey.combinations(&board)?;
        let (first, end) = (place, place.saturating_add(header.survey.rows_on(&board)));
        place = end;
        for (at, combination) in share.rows_in(first..end, 0).filter_map(|at| Some((at, combinations.at(at - first)?)))
        {
            let Some((name, text)) = row(at)? else {
                return Ok(count);
            };
            let row = read(&text, &board, &combination).ok_or_else(|| {
                Failure::input(
                    format!("{name}, row {}: another row is expected here", count + 1),
                    "rows cannot be changed or left out: remove the file, and run the survey again",
                )
            })?;
            reported(&board, &combination, row);
            count += 1;
        }
    }
    if let Some((name, _)) = row(place)? {
        let text = format!("{name} has more than its {count} rows");
        return Err(Failure::input(text, "remove the file, and run the survey again"));
    }
    Ok(count)
}

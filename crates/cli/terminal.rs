//! The width of the terminal, line breaks and tables.

use std::io::{self, IsTerminal as _};

use courser::board::words::{NO_BREAK, unbroken};
use textwrap::Options;

/// Assumed width in characters of a terminal whose width is unknown.
pub(crate) const COLUMNS: usize = 80;

/// Minimum width in characters to which text is wrapped.
const MIN_COLUMNS: usize = 20;

/// Returns the width of standard output or standard error in characters. Returns `None` if the output is not a terminal
/// and the variable COLUMNS is not set.
pub(crate) fn columns(is_terminal: bool) -> Option<usize> {
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let found = || terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| width.0.into());
    let columns: Option<usize> = named.or_else(|| is_terminal.then(found));
    columns.map(|columns| columns.max(MIN_COLUMNS))
}

/// Wraps a line between words to the width of the terminal. Continuation lines begin with `indent` spaces. A number stays
/// on the line of the word after it, which can be its unit.
pub(crate) fn wrapped(line: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return line.to_owned() };
    let indent = " ".repeat(indent.min(columns / 4));
    let options = Options::new(columns).subsequent_indent(&indent).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&unbroken(line), options).replace(NO_BREAK, " ")
}

/// Returns the width of standard output in characters, as [`columns`] does.
pub(crate) fn stdout_columns() -> Option<usize> {
    columns(io::stdout().is_terminal())
}

/// Formats the rows of a table. Columns are two spaces apart. Each has an alignment, `<` or `>`, and a width that is
/// used if the table then fits in the terminal.
///
/// If the table does not fit with columns as narrow as their cells, the rightmost columns continue on further lines,
/// which are indented by two spaces. A single cell wider than the terminal is wrapped between words.
pub(crate) fn table(columns: &[(char, usize)], rows: &[Vec<String>], terminal: Option<usize>) -> String {
    const GAP: &str = "  ";
    let cells = |column: usize| rows.iter().map(move |row| row[column].chars().count()).max().unwrap_or(0);
    let narrow: Vec<usize> = (0..columns.len()).map(cells).collect();
    let wide: Vec<usize> = columns.iter().zip(&narrow).map(|(&(_, width), &cells)| width.max(cells)).collect();
    let is_within = |width: usize| terminal.is_none_or(|terminal| width <= terminal);
    let fits = is_within(wide.iter().map(|width| width + GAP.len()).sum::<usize>() - GAP.len());
    let widths = if fits { wide } else { narrow };
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        let mut end = |line: &str| text += &(wrapped(line.trim_end(), GAP.len(), terminal) + "\n");
        for (column, cell) in row.iter().enumerate() {
            // A column wider than the terminal has no padding.
            let width = if is_within(widths[column]) { widths[column] } else { 0 };
            if column > 0 {
                if !is_within(line.chars().count() + GAP.len() + width) {
                    end(&line);
                    line.clear();
                }
                line += GAP;
            }
            line += &if columns[column].0 == '<' { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
        }
        end(&line);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_at_the_width_and_no_word_is_cut() {
        let line = "note: llvmpipe is a software adapter: --device cpu is faster";
        assert_eq!(wrapped(line, 6, None), line);
        let broken = wrapped(line, 6, Some(40));
        assert!(broken.lines().all(|line| line.len() <= 40), "{broken}");
        assert_eq!(broken.split_whitespace().collect::<Vec<_>>(), line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(wrapped("32 squares take 17 MiB of", 2, Some(20)), "32 squares take\n  17 MiB of");
        assert_eq!(
            wrapped("a/name/without/a/space/longer/than/20", 2, Some(20)),
            "a/name/without/a/space/longer/than/20"
        );
    }

    #[test]
    fn a_table_wider_than_the_terminal_is_narrowed_and_then_continued_below() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["measure", "mean", "maximum"]), row(["turns", "35.1", "36"])];
        let columns = [('<', 8), ('>', 7), ('>', 9)];
        let wide = "measure      mean    maximum\nturns        35.1         36\n";
        assert_eq!((table(&columns, &rows, None), table(&columns, &rows, Some(28))), (wide.into(), wide.into()));
        let narrow = "measure  mean  maximum\nturns    35.1       36\n";
        assert_eq!(table(&columns, &rows, Some(27)), narrow);
        let continued = "measure  mean\n  maximum\nturns    35.1\n       36\n";
        assert_eq!(table(&columns, &rows, Some(21)), continued);
    }
}

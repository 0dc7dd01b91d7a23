//! Line breaks and tables for a terminal.

use textwrap::{Options, WordSplitter};

/// Wraps a line between words to at most `columns` columns. Continuation lines begin with `indent` spaces. If a number
/// is followed by a word that can be its unit, the line is not wrapped between them. The only exception is a number
/// that does not fit on one line together with this word.
pub fn wrapped(line: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return line.to_owned() };
    let indent = indent.min(columns / 4);
    // At some spaces, the line must not be broken. Each of these spaces is replaced by `mark`, a control character that
    // does not occur in the line.
    let mark = ('\u{1}'..='\u{8}').find(|mark| !line.contains(*mark)).unwrap_or(' ');
    let (mut joined, mut words) = (String::with_capacity(line.len()), line.split(' ').peekable());
    while let Some(word) = words.next() {
        joined += word;
        if let Some(next) = words.peek() {
            let fit = indent + word.chars().count() + 1 + next.chars().count() <= columns;
            joined.push(if fit && is_number(word) && is_unit(next) { mark } else { ' ' });
        }
    }
    let indent = " ".repeat(indent);
    let options = Options::new(columns).subsequent_indent(&indent).break_words(false);
    textwrap::fill(&joined, options.word_splitter(WordSplitter::NoHyphenation)).replace(mark, " ")
}

/// Returns whether a word is a number, such as `1,000` or `0.5`.
fn is_number(word: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    word.starts_with(is_digit)
        && word.ends_with(is_digit)
        && word.chars().all(|letter| is_digit(letter) || ".,".contains(letter))
}

/// Returns whether a word after a number can be its unit.
fn is_unit(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '%')
}

/// Formats the rows of a table. Columns are two spaces apart. Each element of `columns` contains an alignment, `<` or
/// `>`, and a preferred width. The preferred widths are used if the table with these widths fits in the terminal.
///
/// If the preferred widths do not fit, each column is only as wide as its widest cell. If the table is still too wide
/// for the terminal, the rightmost columns of each row are moved to further lines, which are indented by two spaces. A
/// single cell wider than the terminal is wrapped between words.
pub fn table(columns: &[(char, usize)], rows: &[Vec<String>], terminal: Option<usize>) -> String {
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
            // If a column is wider than the terminal, the column has no padding.
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
        assert_eq!(wrapped("it is 1,000.5 % of it", 2, Some(14)), "it is\n  1,000.5 % of\n  it");
        assert_eq!(
            wrapped("a/name/without/a/space/longer/than/20", 2, Some(20)),
            "a/name/without/a/space/longer/than/20"
        );
    }

    #[test]
    fn a_number_is_parted_from_a_word_if_both_do_not_fit_on_one_line() {
        assert_eq!(wrapped("7 characterisations", 2, Some(20)), "7 characterisations");
        assert_eq!(wrapped("it has 7 characterisations", 2, Some(20)), "it has 7\n  characterisations");
        // A number is kept on one line with its unit. The texts of the next two assertions contain no unit: in the
        // first text, the number is a part of a name; in the second text, a full stop follows the number.
        assert_eq!(wrapped("the file tour-2024 is", 2, Some(19)), "the file tour-2024\n  is");
        assert_eq!(wrapped("there are 12. They all", 2, Some(18)), "there are 12. They\n  all");
    }

    #[test]
    fn no_break_spaces_of_users_are_kept() {
        let line = "wrote my\u{a0}tour.csv\u{e000}\u{1} in 40 µs";
        assert_eq!(wrapped(line, 2, Some(80)), line);
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

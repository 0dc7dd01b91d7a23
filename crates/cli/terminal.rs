//! The width of the terminal, and line breaks.

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

/// Wraps a line between words to the width of the terminal. Continuation lines begin with `indent` spaces.
pub(crate) fn wrapped(line: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return line.to_owned() };
    let indent = " ".repeat(indent.min(columns / 4));
    let options = Options::new(columns).subsequent_indent(&indent).break_words(false);
    textwrap::fill(line, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
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
        assert_eq!(
            wrapped("a/name/without/a/space/longer/than/20", 2, Some(20)),
            "a/name/without/a/space/longer/than/20"
        );
    }
}

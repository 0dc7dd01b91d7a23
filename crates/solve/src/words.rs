//! Words that the messages of this crate share.

/// The article for a number read aloud, as in "an 8x8 board".
pub(crate) fn article(number: u32) -> &'static str {
    let text = number.to_string();
    // Eight, eighty …, and eleven and eighteen, of whatever power of a thousand.
    let an = text.starts_with('8') || text.len() % 3 == 2 && (text.starts_with("11") || text.starts_with("18"));
    if an { "an" } else { "a" }
}

/// Text from outside, cut to a length that an error message can hold, with control characters escaped.
pub(crate) fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::article;

    #[test]
    fn numbers_have_the_article_they_are_read_with() {
        for (number, expected) in [
            (1, "a"),
            (8, "an"),
            (10, "a"),
            (11, "an"),
            (18, "an"),
            (80, "an"),
            (110, "a"),
            (118, "a"),
            (811, "an"),
            (1100, "a"),
            (11_000, "an"),
        ] {
            assert_eq!(article(number), expected, "{number}");
        }
    }
}

//! Helpers for the text of messages in all crates.

use std::fmt::Display;

use crate::{Board, Kind, Leaper, Wrap};

/// Returns the indefinite article that precedes a number in spoken English: "an" as in "an 8x8 board", or "a".
///
/// ```
/// use courser_board::words::article;
///
/// assert_eq!((article(8), article(10), article(18)), ("an", "a", "an"));
/// ```
pub fn article(number: u32) -> &'static str {
    let text = number.to_string();
    // "An" precedes numbers whose spoken form begins with "eight", "eighty", "eleven" or "eighteen".
    let an = text.starts_with('8') || text.len() % 3 == 2 && (text.starts_with("11") || text.starts_with("18"));
    if an { "an" } else { "a" }
}

/// Returns a text that consists of a count and the name of the counted things. The name gets an `s` unless the count is
/// 1. The count is a number, or a number formatted by the caller.
///
/// ```
/// use courser_board::words::counted;
///
/// assert_eq!((counted(1, "column"), counted(2, "column")), ("1 column".to_owned(), "2 columns".to_owned()));
/// assert_eq!(counted("1,000", "column"), "1,000 columns");
/// ```
pub fn counted(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Returns the indefinite article, the size and the shape of a board, for use in a sentence.
///
/// ```
/// use courser_board::words::a_board;
/// use courser_board::{Board, Wrap};
///
/// let board: Board = "8x8".parse().unwrap();
/// assert_eq!(a_board(&board), "an 8x8 board");
/// assert_eq!(a_board(&"3x10".parse().unwrap()), "a 3x10 board");
/// assert_eq!(a_board(&board.wrapping(Wrap::Both)), "an 8x8 torus");
/// ```
pub fn a_board(board: &Board) -> String {
    format!("{} {board} {}", article(board.rows()), shape(board.wrap()))
}

/// Returns a description of a path: the kind of the tour, the piece, and the board with its joined sides and its holes.
/// The knight, free sides and the absence of holes are not mentioned. `kind` is `None` for a path that is not a tour.
///
/// ```
/// use courser_board::words::titled;
/// use courser_board::{Board, Kind, Leaper, Square, Wrap};
///
/// let board: Board = "8x8".parse().unwrap();
/// assert_eq!(titled(Some(Kind::Closed), &board), "closed tour of 8x8");
/// assert_eq!(titled(None, &board), "path on 8x8");
/// let zebra = board.with_leaper(Leaper::new(2, 3).unwrap()).wrapping(Wrap::Both).with_holes([Square::new(0, 0)]);
/// assert_eq!(titled(Some(Kind::Open), &zebra.unwrap()), "open zebra's tour of an 8x8 torus with 1 hole");
/// ```
pub fn titled(kind: Option<Kind>, board: &Board) -> String {
    let piece = match board.leaper() {
        Leaper::KNIGHT => String::new(),
        leaper => format!("{}'s ", leaper.piece()),
    };
    let place = if board.wrap() == Wrap::None { board.to_string() } else { a_board(board) };
    let holes = match board.hole_count() {
        0 => String::new(),
        holes => format!(" with {}", counted(holes, "hole")),
    };
    match kind {
        Some(kind) => format!("{kind} {piece}tour of {place}{holes}"),
        None => format!("{piece}path on {place}{holes}"),
    }
}

/// Returns the word for a board with these joined sides.
pub fn shape(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::None => "board",
        Wrap::Rows | Wrap::Cols => "cylinder",
        Wrap::Both => "torus",
    }
}

/// Formats a size in the largest unit that does not exceed the size. `count` is the size in bytes.
///
/// ```
/// use courser_board::words::bytes;
///
/// assert_eq!((bytes(1023.0), bytes(1024.0), bytes(1.5e12)), ("1023 bytes".into(), "1.0 KiB".into(), "1.4 TiB".into()));
/// assert_eq!((bytes(1e20), bytes(f64::INFINITY)), ("86.7 EiB".into(), "more than 1,000 EiB".into()));
/// ```
pub fn bytes(count: f64) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (count.max(1.0).log2() as usize / 10).min(UNITS.len() - 1);
    let (size, unit) = (count / 1024_f64.powi(power as i32), UNITS[power]);
    match power {
        _ if size >= 1e3 && power == UNITS.len() - 1 => format!("more than 1,000 {unit}"),
        0 => format!("{size} {unit}"),
        _ => format!("{size:.1} {unit}"),
    }
}

/// Returns the message of a JSON parser in plain words, without the position at its end. Quotes from the file are
/// shortened.
///
/// ```
/// use courser_board::words::of_json;
///
/// let said = |text| of_json(&serde_json::from_str::<Vec<u32>>(text).unwrap_err());
/// assert_eq!(said("5"), "a list is expected, not 5");
/// assert_eq!(said("[1, -1]"), "a whole number from 0 to 4294967295 is expected, not -1");
/// ```
pub fn of_json(error: &serde_json::Error) -> String {
    if error.classify() == serde_json::error::Category::Eof {
        return "the file ends too early".into();
    }
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    // Some texts that the parser quotes from the input contain unescaped control characters.
    let short = |text: &str| {
        let shown = printable(&text.chars().take(40).collect::<String>());
        if text.chars().nth(40).is_some() { shown + "…" } else { shown }
    };
    // The parser writes names and most values between backquotes.
    let quoted = |text: &str| match text.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`')) {
        Some((quote, _)) => short(quote),
        None => short(text),
    };
    let found = |text: &str| match text {
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        text => quoted(text.strip_prefix("string ").unwrap_or(text)),
    };
    let required = |text: &str| match text {
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" => format!("a whole number from 0 to {}", u64::MAX),
        "f64" => "a number".into(),
        "a sequence" => "a list".into(),
        "a string" | "string" | "string or map" => "a text in quotes".into(),
        "value" => "a value".into(),
        "ident" => "a number, a text in quotes, a list, an object, true, false or null".into(),
        text => text.replace('`', "'"),
    };
    match message.rsplit_once(", expected ") {
        _ if message.starts_with("missing field") => format!("the key '{}' is missing", quoted(message)),
        _ if message.starts_with("duplicate field") => format!("the key '{}' occurs twice", quoted(message)),
        _ if message == "key must be a string" => "a key in quotes is expected".into(),
        _ if message == "trailing comma" => "a value is expected after the comma".into(),
        _ if message == "trailing characters" => "the end of the list, or of the file, is expected".into(),
        Some((start, kinds)) if start.starts_with("unknown variant") => {
            let name = start.trim_start_matches("unknown variant ").trim_matches('`');
            format!("{} is expected, not '{}'", required(kinds), short(name))
        }
        Some((start, kind)) if start.starts_with("invalid length ") => {
            let length = start.trim_start_matches("invalid length ");
            format!("{} is expected, not a list of {length}", required(kind))
        }
        Some((start, kind)) if start.starts_with("invalid ") => {
            let value = start.split_once(": ").map_or(start, |(_, value)| value);
            format!("{} is expected, not {}", required(kind), found(value))
        }
        _ => match message.strip_prefix("expected ") {
            Some(kind) => format!("{} is expected", required(kind)),
            None => short(message),
        },
    }
}

/// Shortens external text for an error message, and escapes its control characters.
///
/// ```
/// use courser_board::words::shorten;
///
/// assert_eq!(shorten("a\tb"), "a\\tb");
/// assert_eq!(shorten(&"x".repeat(1000)), "x".repeat(40) + "…");
/// ```
pub fn shorten(text: &str) -> String {
    shorten_to(40, text)
}

/// Shortens a text to at most `most` characters, as [`shorten`] does.
pub fn shorten_to(most: usize, text: &str) -> String {
    let mut short: String = text.chars().take(most).flat_map(char::escape_debug).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

/// Escapes the control characters of external text. This includes the control characters of Latin-1 (U+0080 to U+009F),
/// which a terminal would interpret.
///
/// ```
/// use courser_board::words::printable;
///
/// assert_eq!(printable("\u{9b}31m\té"), "\\u{9b}31m\\té");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || turns(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Returns whether a character changes the writing direction of the text after it.
const fn turns(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{article, bytes};

    #[test]
    fn sizes_are_reported_in_their_own_unit() {
        assert_eq!(bytes(0.0), "0 bytes");
        assert_eq!(bytes(1023.0), "1023 bytes");
        assert_eq!(bytes(1024.0), "1.0 KiB");
        assert_eq!(bytes((70_000_u64 * 70_000 * 32) as f64), "146.0 GiB");
        assert_eq!(bytes(u64::MAX as f64), "16.0 EiB");
    }

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

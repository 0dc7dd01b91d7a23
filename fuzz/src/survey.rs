//! Fuzzes the parser of the first line of a survey's file.

use courser::survey::Header;

use super::{in_a_line, text, within};

pub fn survey(bytes: &[u8]) {
    let Some(line) = text(bytes) else { return };
    // A range of seeds becomes a list of up to 65,536 entries with eight bytes each. A growing list takes three times
    // as much memory.
    let header = match within(line.len(), 64, 2 << 20, || line.parse::<Header>()) {
        Ok(header) => header,
        Err(error) => return in_a_line(&error),
    };
    assert_eq!(header.to_string(), line);
    let (rows, all) = (header.rows(), header.survey.rows());
    assert!(rows <= all && header.share().rows_before(all) == rows, "{line:?}");
    assert_eq!(header.moves_from(rows), 0, "{line:?}");
    let Some(board) = header.survey.boards_with_leaper().next() else { return };
    let combinations = header.survey.combinations(&board).expect("every board was looked at");
    for combination in combinations.iter().take(3) {
        assert!(!combination.starts.is_empty() && combination.knights > 0, "{line:?}");
    }
}

//! Fuzzes the parser of treasure maps.

use courser_solve::hunt::Map;

use super::{in_a_line, text, within};

/// Parses a treasure map with or without labels.
pub fn hunt(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let map = match within(text.len(), 64, 4096, || Map::parse(text)) {
        Ok(map) => map,
        Err(error) => return in_a_line(&error),
    };
    let board = map.board();
    assert!(board.cells() <= text.len() as u64);
    let mut drawn = String::new();
    for index in 0..board.cells() {
        let square = board.at(index);
        drawn.push(if board.is_hole(index) {
            '#'
        } else if map.treasures().iter().any(|treasure| treasure.square == square) {
            // If the map has no `N`, the knight starts on the first square. If this square is a treasure, it is drawn
            // as `x`.
            'x'
        } else if square == map.start() {
            'N'
        } else {
            '*'
        });
        if square.col + 1 == board.cols() {
            drawn.push('\n');
        }
    }
    let again = Map::parse(&drawn).unwrap_or_else(|error| panic!("{drawn:?}: {error}"));
    assert_eq!((again.board(), again.start()), (board, map.start()), "{text:?}");
    let squares = |map: &Map| map.treasures().iter().map(|treasure| treasure.square).collect::<Vec<_>>();
    assert_eq!(squares(&again), squares(&map), "{text:?}");
}

//! Fuzzes the parser of chain files, which divide a board into regions.

use std::fmt::Write as _;

use courser_board::{Board, Kind, Square, TourSpec};
use courser_solve::chain::{Chain, ChainError, ChainRegion, by_search};
use courser_solve::search::SearchOptions;

use super::{in_a_line, text, within};

/// Maximum number of squares of a board on which the fuzz target searches for the tour of a chain. A limit on the
/// number of regions would not be enough, since even a chain with few regions can have many joints.
const MAX_TOURED: u64 = 64;

/// Maximum number of searches for the tour of a chain.
const SEARCHES: u32 = 20;

/// Maximum number of squares of a searched region.
const MAX_SEARCHED: u64 = 30;

pub fn chain(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let named = text.lines().find_map(|line| line.trim().strip_prefix("board ")?.parse::<Board>().ok());
    let named = named.filter(|board| board.cells() <= 1 << 12);
    let plain = Board::new(6, 6).expect("it is a board");
    let holed = plain.clone().with_holes([Square::new(0, 0)]).expect("it is a board");
    for board in [named.as_ref().unwrap_or(&plain), &holed] {
        match within(text.len() + board.cells() as usize, 64, 4096, || Chain::parse(text, board)) {
            Ok(chain) => holds(board, &chain),
            Err(error) => in_a_line(&error),
        }
    }
}

fn holds(board: &Board, chain: &Chain) {
    let regions = chain.regions();
    let cells: u64 = regions.iter().map(|region| u64::from(region.rows) * u64::from(region.cols)).sum();
    assert!(cells >= board.playable(), "the regions leave squares of {board:?} out");

    let mut written = String::new();
    for ChainRegion { at, rows, cols, entry, exit, .. } in regions {
        write!(written, "{rows}x{cols} at {}", at.name(board.rows())).expect("a string grows");
        for (word, square) in [("from", entry), ("to", exit)] {
            if let Some(square) = square {
                write!(written, " {word} {},{}", square.row, square.col).expect("a string grows");
            }
        }
        written.push('\n');
    }
    let again = Chain::parse(&written, board).expect("what is written of a chain is one");
    // The comparison ignores line numbers. Line numbers can differ, because `written` contains neither comments nor
    // blank lines.
    let bare =
        |regions: &[ChainRegion]| regions.iter().map(|region| ChainRegion { line: 0, ..*region }).collect::<Vec<_>>();
    assert_eq!(bare(again.regions()), bare(regions));

    if board.cells() > MAX_TOURED {
        return;
    }
    for closed in [false, true] {
        let options = SearchOptions::default();
        let (mut search, mut left) = (by_search(&options), SEARCHES);
        let mut bounded = |spec: &TourSpec| {
            left = left.checked_sub(1)?;
            if spec.board().cells() > MAX_SEARCHED { None } else { search(spec) }
        };
        match chain.tour(closed, &mut bounded) {
            Ok(tour) => assert!(tour.board() == board && (!closed || tour.kind() == Kind::Closed)),
            Err(error @ ChainError::Solver(_)) => panic!("{error}"),
            Err(error) => in_a_line(&error),
        }
    }
}

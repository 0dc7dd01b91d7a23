//! Fuzzes the parsers of short texts: sizes, squares, leapers, move orders, rules, lists of boards, and drawn boards.

use courser::survey::{Boards, Survey};
use courser_board::format::read_board;
use courser_board::{Board, Leaper, MAX_SIDE, MoveOrder, Square, parse_board, parse_numbers};
use courser_solve::warnsdorff::Rule;

use super::{in_a_line, text, within};

/// Parses a word. Asserts that formatting the value and parsing the formatted text gives the same value.
macro_rules! word {
    ($bytes:ident as $what:ty, $holds:expr) => {
        let Some(text) = text($bytes) else { return };
        match within(text.len(), 64, 4096, || text.parse::<$what>()) {
            Ok(read) => {
                assert_eq!(read.to_string().parse(), Ok(read.clone()), "{text:?}");
                let holds: fn($what) = $holds;
                holds(read);
            }
            Err(error) => in_a_line(&error),
        }
    };
}

pub fn size(bytes: &[u8]) {
    word!(bytes as Board, |board: Board| {
        assert!((1..=MAX_SIDE).contains(&board.rows()) && (1..=MAX_SIDE).contains(&board.cols()), "{board}");
        assert_eq!(board.playable(), board.cells());
    });
}

pub fn leaper(bytes: &[u8]) {
    word!(bytes as Leaper, |leaper: Leaper| {
        let moves = leaper.moves(MoveOrder::SLIDES);
        assert_eq!(moves.len(), if leaper.r() == 0 || leaper.r() == leaper.s() { 4 } else { 8 }, "{leaper}");
        for by in moves {
            assert_eq!(leaper.step(by.code), (by.row, by.col), "{leaper}");
        }
        if let Some(name) = leaper.name() {
            assert_eq!(name.parse(), Ok(leaper));
        }
    });
}

pub fn order(bytes: &[u8]) {
    word!(bytes as MoveOrder, |order: MoveOrder| {
        let mut codes = order.codes();
        codes.sort_unstable();
        assert_eq!(codes, [1, 2, 3, 4, 5, 6, 7, 8]);
    });
}

pub fn rule(bytes: &[u8]) {
    word!(bytes as Rule, |rule: Rule| assert!(Rule::ALL.contains(&rule)));
}

pub fn square(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for rows in [1, 8, 27, 1000, MAX_SIDE] {
        match within(text.len(), 64, 4096, || Square::parse(text, rows)) {
            Ok(square) => {
                assert_eq!(Square::parse(&format!("{},{}", square.row, square.col), rows), Ok(square));
                // A column beyond the maximum side of a board has no name with letters.
                if square.col < MAX_SIDE {
                    assert_eq!(Square::parse(&square.name(rows).to_string(), rows), Ok(square), "{text:?} of {rows}");
                }
                let board = Board::new(rows, 1000).expect("a side is at most the longest");
                assert_eq!(board.square(text).ok(), board.contains(square).then_some(square));
            }
            Err(error) => in_a_line(&error),
        }
    }
}

/// Parses lists of boards in the format of `courser survey` and `courser bench`.
pub fn boards(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let boards = match within(text.len(), 64, 4096, || text.parse::<Boards>()) {
        Ok(boards) => boards,
        Err(error) => return in_a_line(&error),
    };
    assert_eq!(boards.to_string().parse::<Boards>().ok(), Some(boards.clone()), "{text:?}");
    let count = boards.count();
    assert_eq!(boards.each().take(100).count() as u64, count.min(100), "{text:?}");
    if count <= 100 {
        assert_eq!(boards.are_square(), boards.each().all(|board| board.rows() == board.cols()), "{text:?}");
        assert!(Survey::new(boards, Rule::ALL.to_vec()).rows() <= count * Rule::ALL.len() as u64, "{text:?}");
    }
}

/// Parses a board with holes, drawn as text.
pub fn board(bytes: &[u8]) {
    for invert in [false, true] {
        // A table needs about 50 bytes of memory per item. One byte of a drawing can stand for 16 holes, each of which
        // needs 8 bytes of memory.
        match within(bytes.len(), 400, 1 << 16, || read_board(bytes, invert)) {
            Ok(found) => drawn(&found.board, found.start),
            Err(error) => in_a_line(&error),
        }
    }
    let Some(text) = text(bytes) else { return };
    match within(text.len(), 64, 4096, || parse_board(text)) {
        Ok((board, start)) => {
            assert!(board.cells() <= text.len() as u64);
            drawn(&board, start);
        }
        Err(error) => in_a_line(&error),
    }
}

/// Parses a partly numbered board, and writes it as text again. Asserts that this text parses to the same board and
/// numbers.
pub fn numbers(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let (board, given) = match within(text.len(), 128, 4096, || parse_numbers(text)) {
        Ok(read) => read,
        Err(error) => return in_a_line(&error),
    };
    assert!(board.cells() <= text.len() as u64);
    let (mut written, mut left) = (String::new(), given.iter().peekable());
    for index in 0..board.cells() {
        let square = board.at(index);
        match left.next_if(|(_, at)| *at == square) {
            Some((visit, _)) => written.push_str(&visit.to_string()),
            None => written.push(if board.is_hole(index) { '#' } else { '.' }),
        }
        written.push(if (index + 1).is_multiple_of(board.cols().into()) { '\n' } else { ' ' });
    }
    assert_eq!(parse_numbers(&written), Ok((board, given)), "{written}");
}

/// Draws a board, and asserts that the drawing parses to the same board.
fn drawn(board: &Board, start: Option<Square>) {
    let mut drawn = String::new();
    for index in 0..board.cells() {
        let square = board.at(index);
        drawn.push(match board.is_hole(index) {
            true => '#',
            false if start == Some(square) => 'N',
            false => '.',
        });
        if square.col + 1 == board.cols() {
            drawn.push('\n');
        }
    }
    assert_eq!(parse_board(&drawn), Ok((board.clone(), start)));
}

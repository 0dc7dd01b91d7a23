//! Reads and writes `.tour` files of TSPLIB (Reinelt, "TSPLIB 95", 1995), the format of LKH, Concorde and similar
//! programs.
//!
//! A node is a square that is not a hole. Nodes are numbered row by row from 1.
//!
//! The format has no boards, so courser writes the board into comments: `courser 8x8 leaper 1,2 closed` for the board,
//! and `holes 3 9-12` for the indices of the holes, counted row by row from 0. If a solver wrote the file, the board
//! size is read from the name of the problem or from a comment, for example `knight-8x8`. The number of nodes is never
//! used to guess the size.

use std::io::{self, Write};
use std::iter;

use super::{
    DeclaredKind, FileTour, FormatError, Result, TourMetadata, TourWriter, lines, place, same_size, with_listed_holes,
    word_error, words,
};
use crate::words::shorten;
use crate::{Board, Kind, Leaper, Path, Square};

/// Keywords that identify a TSPLIB file. Other keywords can follow.
const KEYWORDS: [&str; 6] = ["NAME", "TYPE", "COMMENT", "DIMENSION", "TOUR_SECTION", "EDGE_DATA_FORMAT"];

/// Maximum length, in characters, of a comment that lists holes. Some programs read only lines of limited length.
const COMMENT_WIDTH: usize = 72;

/// Returns whether a line belongs to a TSPLIB header.
pub(super) fn begins(line: &str) -> bool {
    keyword(line).is_some_and(|(keyword, _)| KEYWORDS.contains(&keyword.as_str()))
}

/// Returns two values: the keyword of a header line, converted to capital letters, and the value after the keyword. A
/// colon may stand between the keyword and the value.
pub(crate) fn keyword(line: &str) -> Option<(String, &str)> {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(line.len());
    let (keyword, rest) = line.split_at(end);
    let value = rest.trim_start();
    let apart = rest.is_empty() || value.len() < rest.len() || value.starts_with(':');
    (end > 0 && apart).then(|| (keyword.to_ascii_uppercase(), value.strip_prefix(':').unwrap_or(value).trim()))
}

/// Writes a complete tour, one node per line.
pub(super) fn write(path: &Path, kind: Option<Kind>, out: &mut TourWriter<'_>) -> io::Result<()> {
    let board = path.board();
    write_board(board, kind, out)?;
    write!(out, "TYPE : TOUR\nDIMENSION : {}\nTOUR_SECTION\n", path.order().len())?;
    path.squares().try_for_each(|square| writeln!(out, "{}", board.number(square) + 1))?;
    out.write_all(b"-1\nEOF\n")
}

/// Writes the header lines that describe the board: its name, and courser's comments.
pub(crate) fn write_board(board: &Board, kind: Option<Kind>, out: &mut TourWriter<'_>) -> io::Result<()> {
    let leaper = board.leaper();
    writeln!(out, "NAME : {}-{board}", leaper.name().unwrap_or("leaper"))?;
    write!(out, "COMMENT : courser {board} leaper {leaper}")?;
    match kind {
        Some(kind) => writeln!(out, " {kind}")?,
        None => writeln!(out)?,
    }
    write_holes(board, out)
}

/// Writes the runs of holes. If one comment would be too long, the runs are divided among several comments.
fn write_holes(board: &Board, out: &mut TourWriter<'_>) -> io::Result<()> {
    let mut line = String::new();
    for (first, last) in hole_runs(board) {
        let run = if first == last { format!(" {first}") } else { format!(" {first}-{last}") };
        if line.len() + run.len() > COMMENT_WIDTH {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if line.is_empty() {
            line.push_str("COMMENT : holes");
        }
        line.push_str(&run);
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "{line}") }
}

/// Returns the runs of holes in order. A run consists of the indices of its first and its last hole.
fn hole_runs(board: &Board) -> impl Iterator<Item = (u64, u64)> + '_ {
    let mut holes = board.holes().map(|square| board.index(square)).peekable();
    iter::from_fn(move || {
        let first = holes.next()?;
        let mut last = first;
        while holes.next_if_eq(&(last + 1)).is_some() {
            last += 1;
        }
        Some((first, last))
    })
}

/// Reads every tour of the file twice: first to validate the text, then to pass the tour to `on_found`. A tour can lack
/// nodes or repeat nodes. This is reported later, when the tour is checked.
pub(super) fn for_each(text: &str, given: Option<&Board>, on_found: &mut dyn FnMut(FileTour)) -> Result<()> {
    each(text, given, &mut |_| {})?;
    each(text, given, on_found)
}

fn each(text: &str, given: Option<&Board>, on_found: &mut dyn FnMut(FileTour)) -> Result<()> {
    let mut header = TsplibHeader::default();
    let mut section: Option<TourSection> = None;
    for (number, line) in lines(text) {
        if let Some(section) = &mut section {
            if section.line(number, line, on_found)? {
                break;
            }
            continue;
        }
        match keyword(line) {
            Some((keyword, _)) if keyword == "TOUR_SECTION" => section = Some(header.settle(given, text.len())?),
            Some((keyword, _)) if keyword == "EOF" => break,
            Some((keyword, value)) => header.entry(number, line, &keyword, value)?,
            None => {
                let (bytes, word) = words(line).next().expect("the line is not blank");
                return Err(word_error(place(number, line, bytes), word, "TSPLIB keyword"));
            }
        }
    }
    let mut section = section.ok_or(FormatError::NoTour)?;
    section.end_of_tour(on_found);
    if section.has_tour { Ok(()) } else { Err(FormatError::NoTour) }
}

/// The header of the file, that is, the lines before the tour.
#[derive(Default)]
struct TsplibHeader<'a> {
    /// The board, in which no holes are marked yet, and the declared kind of tour. Both come from the comment that
    /// courser writes.
    ours: Option<(Board, Option<DeclaredKind>)>,
    /// Runs of holes in order. Each entry contains the indices of the first and the last hole of a run.
    holes: Vec<(u64, u64)>,
    /// Problem names, and comments written by other programs. Both can contain a board size.
    names: Vec<&'a str>,
    /// Line number and value of the entry `DIMENSION`. The value is the number of nodes.
    dimension: Option<(usize, u64)>,
}

impl<'a> TsplibHeader<'a> {
    /// Reads one line of the header.
    fn entry(&mut self, number: usize, line: &'a str, keyword: &str, value: &'a str) -> Result<()> {
        let at = |part: &str| place(number, line, part.as_ptr().addr() - line.as_ptr().addr());
        match keyword {
            "NAME" => self.names.push(value),
            "COMMENT" => match (value.strip_prefix("holes "), &self.ours) {
                (Some(runs), Some((board, _))) => {
                    for (_, run) in words(runs) {
                        let parsed = parse_run(run, self.holes.last(), board.cells());
                        self.holes.push(parsed.ok_or_else(|| word_error(at(run), run, "run of holes after the last"))?);
                    }
                }
                _ => match our_comment(value) {
                    Some(ours) if self.ours.is_none() => self.ours = Some(ours),
                    _ => self.names.push(value),
                },
            },
            "TYPE" => {
                let kind = value.split_whitespace().next().unwrap_or("");
                if !kind.eq_ignore_ascii_case("TOUR") {
                    return Err(FormatError::NotTour { line: number, text: shorten(value) });
                }
            }
            "DIMENSION" => {
                let dimension = value.parse().map_err(|_| word_error(at(value), value, "number of nodes"))?;
                self.dimension = Some((number, dimension));
            }
            // Other keywords describe graphs and weights, and are ignored.
            _ => {}
        }
        Ok(())
    }

    /// Determines the board and the numbering of its nodes before the tours are read.
    fn settle(&mut self, given: Option<&Board>, bytes: usize) -> Result<TourSection> {
        let (numbered, kind) = match (self.ours.take(), given) {
            (Some((board, kind)), _) => {
                let holes = self.holes.iter().flat_map(|&(first, last)| first..=last);
                let squares = holes.map(|index| board.at(index));
                (with_listed_holes(board.clone(), squares, bytes)?, kind)
            }
            (None, Some(given)) => (given.clone(), None),
            (None, None) => (self.named_size()?, None),
        };
        if let Some((line, dimension)) = self.dimension
            && dimension != numbered.playable()
        {
            let (rows, cols, playable) = (numbered.rows(), numbered.cols(), numbered.playable());
            return Err(FormatError::Dimension { line, dimension, rows, cols, playable });
        }
        let board = match given {
            Some(given) => same_size(&numbered, given)?,
            None => numbered.clone(),
        };
        Ok(TourSection { gaps: gaps(&numbered), numbered, board, kind, has_tour: false, current: Vec::new() })
    }

    /// Returns a board size from a name or a comment. If several sizes occur, a size whose number of squares equals the
    /// number of nodes in the file is preferred.
    fn named_size(&self) -> Result<Board> {
        let dimension = self.dimension.map(|(_, dimension)| dimension);
        let sizes = || self.names.iter().flat_map(|name| sizes(name));
        let board = sizes().find(|size| Some(size.cells()) == dimension).or_else(|| sizes().next());
        board.ok_or(FormatError::NoBoard(dimension))
    }
}

/// Parses the comment that courser writes, which does not contain the holes. Returns the board without its holes, and
/// the declared kind of tour. Returns `None` for other comments.
fn our_comment(value: &str) -> Option<(Board, Option<DeclaredKind>)> {
    let mut words = value.strip_prefix("courser ")?.split_whitespace();
    let board: Board = words.next()?.parse().ok()?;
    let leaper: Leaper = (words.next()? == "leaper").then(|| words.next())??.parse().ok()?;
    let kind = match words.next() {
        Some("open") => Some(DeclaredKind::Open),
        Some("closed") => Some(DeclaredKind::Closed),
        _ => None,
    };
    Some((board.with_leaper(leaper), kind))
}

/// Parses a run of holes, such as `3` or `9-12`. Returns `None` if the run is not on the board, or does not come after
/// the previous run.
fn parse_run(text: &str, before: Option<&(u64, u64)>, cells: u64) -> Option<(u64, u64)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    let after = before.is_none_or(|&(_, end)| first > end);
    (after && first <= last && last < cells).then_some((first, last))
}

/// Returns the board sizes in a text. A size has the form `8x8`, without a letter or digit next to it.
fn sizes(text: &str) -> impl Iterator<Item = Board> + '_ {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '×');
    // In a name or a comment, a single number is ignored because it can have any meaning. Elsewhere, a single number is
    // a board size.
    words.filter(|word| word.contains(['x', 'X', '×'])).filter_map(|word| word.parse().ok())
}

/// Returns a pair for each run of holes: the number of the node after the run, and the count of all holes before this
/// node.
fn gaps(board: &Board) -> Vec<(u64, u64)> {
    let runs = hole_runs(board);
    let gap = |skipped: &mut u64, (first, last): (u64, u64)| {
        let node = first + 1 - *skipped;
        *skipped += last + 1 - first;
        Some((node, *skipped))
    };
    runs.scan(0, gap).collect()
}

/// The section of the file that contains the tours, and the data for reading this section.
struct TourSection {
    /// Board on which the nodes were numbered.
    numbered: Board,
    /// The result of [`gaps`] for the board in the field `numbered`.
    gaps: Vec<(u64, u64)>,
    /// Board to which the tours belong.
    board: Board,
    kind: Option<DeclaredKind>,
    has_tour: bool,
    current: Vec<Square>,
}

impl TourSection {
    /// Reads one line. Returns whether the section ends on this line.
    ///
    /// The number -1 ends a tour. Another -1 or EOF ends the section.
    fn line(&mut self, number: usize, line: &str, on_found: &mut dyn FnMut(FileTour)) -> Result<bool> {
        for (bytes, word) in words(line) {
            if word == "-1" {
                if self.current.is_empty() {
                    return Ok(true);
                }
                self.end_of_tour(on_found);
            } else if word.eq_ignore_ascii_case("EOF") {
                return Ok(true);
            } else if !word.bytes().all(|b| b.is_ascii_digit()) {
                return Err(word_error(place(number, line, bytes), word, "node"));
            } else {
                let square = word.parse().ok().and_then(|node| self.square(node));
                let nodes = self.numbered.playable();
                let missing = || FormatError::Node { place: place(number, line, bytes), text: shorten(word), nodes };
                self.current.push(square.ok_or_else(missing)?);
            }
        }
        Ok(false)
    }

    /// Reports the current tour if it has squares. Removes these squares, so that the next tour can be read.
    fn end_of_tour(&mut self, on_found: &mut dyn FnMut(FileTour)) {
        let squares = std::mem::take(&mut self.current);
        if !squares.is_empty() {
            self.has_tour = true;
            on_found(FileTour {
                board: self.board.clone(),
                squares,
                details: TourMetadata::default(),
                kind: self.kind,
                note: None,
            });
        }
    }

    /// Returns the square with this node number, or `None` if no such node exists.
    fn square(&self, node: u64) -> Option<Square> {
        if node == 0 || node > self.numbered.playable() {
            return None;
        }
        let before = self.gaps.partition_point(|&(after, _)| after <= node);
        let skipped = before.checked_sub(1).map_or(0, |at| self.gaps[at].1);
        Some(self.numbered.at(node - 1 + skipped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format};
    use crate::{TourViolation, check};

    fn read(text: &str, given: Option<&Board>) -> Result<Vec<FileTour>> {
        format::read(text.as_bytes(), Some(Format::Tsplib), given)
    }

    const NODES: &str = "1 7 9 2 8 10 3 5 11 4 6 12";

    fn written(path: &Path, kind: Option<Kind>) -> String {
        let mut out = Vec::new();
        format::write(Format::Tsplib, path, kind, &TourMetadata::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn judge(text: &str, given: Option<&Board>) -> Result<Kind, TourViolation> {
        let found = read(text, given).unwrap().remove(0);
        check(&found.board, found.squares)
    }

    #[test]
    fn a_tour_is_written_as_solvers_write_it_with_the_board_in_a_comment() {
        let board = Board::new(3, 4).unwrap();
        let path = Path::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let text = written(&path, Some(Kind::Open));
        let head =
            "NAME : knight-3x4\nCOMMENT : courser 3x4 leaper 1,2 open\nTYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n";
        assert_eq!(text, format!("{head}{}\n-1\nEOF\n", NODES.replace(' ', "\n")));
        let found = read(&text, None).unwrap().remove(0);
        assert_eq!((&found.board, found.kind), (path.board(), Some(DeclaredKind::Open)));
        assert_eq!(found.squares, path.squares().collect::<Vec<_>>());
    }

    #[test]
    fn holes_are_carried_in_comments_and_are_no_nodes() {
        let odd = Leaper::new(0, 7).unwrap();
        let all = Board::new(8, 100).unwrap().with_leaper(odd);
        let kept = [0, 7, 14, 714].map(|index| all.at(index));
        let board = all.clone().with_holes(all.squares().filter(|square| !kept.contains(square))).unwrap();
        let path = Path::new(board, vec![0, 7, 14, 714]).unwrap();
        let text = written(&path, None);
        assert_eq!(
            text,
            "NAME : leaper-8x100\nCOMMENT : courser 8x100 leaper 0,7\nCOMMENT : holes 1-6 8-13 15-713 715-799\n\
             TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n2\n3\n4\n-1\nEOF\n"
        );
        let found = read(&text, None).unwrap().remove(0);
        assert_eq!((&found.board, found.squares), (path.board(), path.squares().collect()));

        let checkered = Board::new(8, 101).unwrap();
        let board = checkered.clone().with_holes(checkered.squares().filter(|s| s.colour() == 1)).unwrap();
        let mut out = Vec::new();
        write_holes(&board, &mut TourWriter::new(&mut out)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.len() <= COMMENT_WIDTH && line.starts_with("COMMENT : holes ")));
        assert_eq!(text.lines().flat_map(|line| line.split(' ').skip(3)).count(), 404);
    }

    #[test]
    fn what_solvers_write_is_read() {
        let lkh = format!(
            "NAME : knight-3x4.12.tour\nCOMMENT : Length = 12\nCOMMENT : FileTour by LKH-3 [Keld Helsgaun] Mon Jan 1\n\
             TYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n{}\n-1\nEOF\n",
            NODES.replace(' ', "\n")
        );
        assert_eq!(judge(&lkh, None), Ok(Kind::Open));
        let terse = format!("name:3X4.hcp\r\ntype:tour (3x4.hcp)\r\nDIMENSION 12\r\nTOUR_SECTION :\r\n{NODES}");
        assert_eq!(judge(&terse, None), Ok(Kind::Open));
        let several = format!("COMMENT: 9x9, or 3x4\nDIMENSION:12\nTOUR_SECTION\n{NODES} -1\n12 6 -1\n-1\nrubbish");
        let found = read(&several, None).unwrap();
        assert_eq!((found.len(), found[0].board.to_string(), found[1].squares.len()), (2, "3x4".into(), 2));
    }

    #[test]
    fn nodes_doubled_or_too_few_are_left_to_the_judge() {
        let tour = |nodes: &str| format!("NAME: 3x4\nTYPE: TOUR\nDIMENSION: 12\nTOUR_SECTION\n{nodes}\n-1\nEOF");
        assert!(matches!(judge(&tour("1 7 1"), None), Err(TourViolation::Twice { first: 1, again: 3, .. })));
        assert!(matches!(judge(&tour("1 7 9"), None), Err(TourViolation::Missing { visited: 3, .. })));
    }

    #[test]
    fn a_given_board_tells_the_nodes_of_a_file_that_has_none() {
        let hole = Board::new(3, 4).unwrap().with_holes([Square::new(0, 1)]).unwrap();
        let found = read("TYPE : TOUR\nDIMENSION : 11\nTOUR_SECTION\n1 2 11\n", Some(&hole)).unwrap();
        assert_eq!(found[0].squares, [Square::new(0, 0), Square::new(0, 2), Square::new(2, 3)]);
        // The nodes of a file written by courser are numbered on the board of the file, even if the tour is checked on
        // another board.
        let ours = "COMMENT : courser 3x4 leaper 1,2\nCOMMENT : holes 0-1\nTOUR_SECTION\n1";
        let found = read(ours, Some(&hole)).unwrap().remove(0);
        assert_eq!((found.board, found.squares), (hole.clone(), vec![Square::new(0, 2)]));
        let other = "COMMENT : courser 4x4 leaper 1,2\nTOUR_SECTION\n1";
        assert!(matches!(read(other, Some(&hole)), Err(FormatError::Size { file_rows: 4, .. })));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let errors = [
            ("TYPE : HCP\n", "line 1: the file is of type 'HCP', not TOUR"),
            ("NAME : 3x4\nTYPE : TOUR\n", "the file has no tour: no node follows TOUR_SECTION"),
            ("NAME : 3x4\nTOUR_SECTION\n-1\n", "the file has no tour: no node follows TOUR_SECTION"),
            ("NAME : a\n 12 3\n", "line 2, column 2: '12' is not a TSPLIB keyword"),
            ("DIMENSION : x\n", "line 1, column 13: 'x' is not a number of nodes"),
            ("DIMENSION : 64\nTOUR_SECTION\n1\n", "the file does not say the size of its board of 64 squares"),
            (
                "NAME : 3x4\nDIMENSION : 11\nTOUR_SECTION\n1\n",
                "line 2: DIMENSION is 11, but the 3x4 board has 12 squares to visit",
            ),
            ("NAME : 3x4\nTOUR_SECTION\n1 13\n", "line 3, column 3: 13 is not a node: the board has the nodes 1 to 12"),
            ("NAME : 3x4\nTOUR_SECTION\n0\n", "line 3, column 1: 0 is not a node: the board has the nodes 1 to 12"),
            ("NAME : 3x4\nTOUR_SECTION\n1 -2\n", "line 3, column 3: '-2' is not a node"),
            (
                "COMMENT : courser 3x4 leaper 1,2\nCOMMENT : holes 3 2-5\n",
                "line 2, column 19: '2-5' is not a run of holes after the last",
            ),
            (
                "COMMENT : courser 99999x99999 leaper 1,2\nCOMMENT : holes 3\nTOUR_SECTION\n1",
                "a file of 73 bytes claims a board with holes of 9999800001 squares, more than 1053248",
            ),
        ];
        for (text, message) in errors {
            assert_eq!(read(text, None).unwrap_err().to_string(), message, "{text:?}");
        }
    }
}

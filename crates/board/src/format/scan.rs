//! Reads tours as people and other programs write them: visit numbers, squares or pairs of numbers, with any brackets
//! and separators.
//!
//! | shape | examples | meaning |
//! |---|---|---|
//! | grid | `[[1, 4], [3, 2]]`, `1; 4`, `\| 1 \| 4 \|`; letters or numbers may label the columns, and numbers may label the rows; `-1` or `.` is an unvisited square | visit numbers, from 1 or 0 |
//! | squares | `a1, b3, c1`, `a1 -> b3`, `Na1 Nb3`, `1. a1 2. b3` | one tour per line, or per list in brackets |
//! | moves | `a1b3 b3c1`, `a1-b3, b3-c1` | squares, if each move begins where the previous one ends |
//! | pairs | `(0, 0), (1, 2)`, `[[0, 0], [1, 2]]`, lines such as `0 0` | row and column, from 0 if a 0 occurs, otherwise from 1 |
//!
//! If a grid has several innermost brackets and every item is in one of them, these brackets are the rows of the grid.
//! Otherwise, the lines are the rows. All rows must contain the same number of items. A first line that contains
//! neither numbers nor squares is a heading. The name of a function before a bracket, as in `array([1])`, is skipped.
//! Ambiguous text is rejected.

use super::{FileLocation, FileTour, FormatError, Result, TourMetadata, number, same_size};
use crate::square::{SquareNotation, parse_file};
use crate::words::shorten;
use crate::{Board, BoardError, Square};

/// Maximum length of a scanned text in bytes. Each item of the text takes about 50 bytes of memory.
pub(super) const MAX_LINE: usize = 4 << 20;

/// The kind of an item: a number, a square or a grid mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ItemKind {
    Number(u64),
    /// A number followed by a dot or a colon. Outside a grid, such an item is the number of a move.
    Ordinal(u64),
    /// A square: the index of its column, and the number of its row, counted from 1 at the bottom.
    Square(u32, u32),
    /// One or more letters, above or below a grid, that name columns as in chess.
    File,
    /// A hole of a grid.
    Hole,
    /// An unvisited square of a grid.
    Free,
}

/// An item of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScanItem {
    pub(super) kind: ItemKind,
    /// Byte offset of the item in the text.
    at: u32,
    /// Index of the item's line, from 0.
    pub(super) line: u32,
    /// Number of the innermost bracket around the item, or 0 if the item is not in brackets. Brackets are numbered from
    /// 1 in the order in which they are opened.
    bracket: u32,
    /// True if the previous item is on the same line, or in a bracket that is still open.
    goes_on: bool,
}

/// Reads the tours of a text.
pub(super) fn read(text: &str, given: Option<&Board>) -> Result<Vec<FileTour>> {
    let scan = Scanner { text, given };
    let mut items = scan.items()?;
    let is_square = |item: &ScanItem| matches!(item.kind, ItemKind::Square(..));
    if items.iter().any(is_square) {
        items.retain(|item| !matches!(item.kind, ItemKind::Ordinal(_)));
        let (squares, others): (Vec<&ScanItem>, Vec<&ScanItem>) = items.iter().partition(|item| is_square(item));
        return match (squares[0], others.first()) {
            (_, None) => scan.squares(&items),
            // If most items are numbers, the square is the wrong item.
            (square, Some(_)) if squares.len() < others.len() => Err(scan.word(square, "number")),
            (_, Some(other)) => Err(scan.word(other, "square")),
        };
    }
    let is_ordinal = |item: &ScanItem| matches!(item.kind, ItemKind::Ordinal(_));
    // In `1: (0, 0)`, the number `1:` outside the brackets is removed.
    if items.iter().any(|item| item.bracket > 0) && items.iter().all(|item| is_ordinal(item) == (item.bracket == 0)) {
        items.retain(|item| item.bracket > 0);
    }
    for item in &mut items {
        if let ItemKind::Ordinal(number) = item.kind {
            item.kind = ItemKind::Number(number);
        }
    }
    scan.numbers(items)
}

/// A text to scan, and the board if the caller gives one.
pub(super) struct Scanner<'a> {
    text: &'a str,
    given: Option<&'a Board>,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner for a text without a given board.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, given: None }
    }

    /// Reads a table of 0 and 1, or of `.` and `#`. Returns two values: the size of the board, and one flag per entry.
    /// A flag is true if the entry is 1 or `.`.
    pub(super) fn mask(&self) -> Result<(Board, Vec<bool>)> {
        let items = self.without_files(self.items()?, "0 or 1")?;
        let rows = rows(&items);
        let cols = self.width(&rows)?;
        let is_square = |item: &ScanItem| item.kind == ItemKind::Free && self.word_of(item.at as usize) == ".";
        let is_number = |item: &ScanItem| matches!(item.kind, ItemKind::Number(_) | ItemKind::Ordinal(_));
        if items.iter().any(is_square) && items.iter().any(is_number) {
            let readings = ["squares '.' and '1'", "squares '1' with '.' outside"];
            return Err(BoardError::Ambiguous { readings }.into());
        }
        let is_one = |item: &ScanItem| match item.kind {
            ItemKind::Number(1) | ItemKind::Ordinal(1) => Ok(true),
            ItemKind::Free if is_square(item) => Ok(true),
            ItemKind::Number(0) | ItemKind::Ordinal(0) | ItemKind::Hole => Ok(false),
            _ => Err(self.word(item, "0 or 1")),
        };
        let ones = items.iter().map(is_one).collect::<Result<_>>()?;
        Ok((Board::sized(rows.len() as u64, cols as u64)?, ones))
    }

    /// Removes the rows that consist of column letters. Such rows can be above and below a grid.
    ///
    /// # Errors
    /// [`FormatError::Word`] if a row contains a column letter among other items, or if no items are left. `wanted`
    /// is the name of the expected item.
    fn without_files(&self, mut items: Vec<ScanItem>, wanted: &'static str) -> Result<Vec<ScanItem>> {
        let is_file = |item: &ScanItem| item.kind == ItemKind::File;
        let stray =
            rows(&items).into_iter().filter(|row| !row.iter().all(is_file)).flatten().find(|item| is_file(item));
        if let Some(item) = stray {
            return Err(self.word(item, wanted));
        }
        let first = items[0];
        items.retain(|item| !is_file(item));
        if items.is_empty() { Err(self.word(&first, wanted)) } else { Ok(items) }
    }

    /// Returns the number of items per row, or an error if rows have different numbers of items.
    fn width(&self, rows: &[&[ScanItem]]) -> Result<usize> {
        let cols = rows.first().map_or(0, |row| row.len());
        match rows.iter().find(|row| row.len() != cols) {
            Some(row) => {
                let is_whole_line = rows.iter().filter(|other| other[0].line == row[0].line).count() == 1;
                let place = match is_whole_line {
                    true => FileLocation::Line { line: row[0].line as usize + 1 },
                    false => self.place(row[0].at as usize),
                };
                Err(FormatError::Ragged { place, found: row.len() as u64, expected: cols as u64 })
            }
            None => Ok(cols),
        }
    }

    /// Returns the items of the text, or an error if the text contains no items.
    pub(super) fn items(&self) -> Result<Vec<ScanItem>> {
        let mut items: Vec<ScanItem> = Vec::new();
        // Each open bracket is stored as its number. The bracket of a function call has the same number as the bracket
        // around the call.
        let (mut open, mut brackets) = (Vec::new(), 0);
        let mut filled = 0;
        for (line, text) in (0..).zip(self.text.lines()) {
            filled += u32::from(!text.trim().is_empty());
            if filled == 1 && is_heading(text) {
                continue;
            }
            let mut new_line = true;
            let offset = text.as_ptr().addr() - self.text.as_ptr().addr();
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let at = offset + text.len() - rest.len();
                let length = word(rest);
                if length == 0 {
                    rest = &rest[first.len_utf8()..];
                    match first {
                        '[' | '(' | '{' => {
                            brackets += 1;
                            open.push(brackets);
                        }
                        ']' | ')' | '}' if open.pop().is_none() => {
                            return Err(self.word_at(at, "bracket that is open"));
                        }
                        _ if is_separator(first) => {}
                        ']' | ')' | '}' => {}
                        _ => return Err(self.word_at(at, "number or square")),
                    }
                    continue;
                }
                let word = &rest[..length];
                rest = &rest[length..];
                if word == "dtype" {
                    // NumPy prints the type of an array before the closing bracket. The type is skipped.
                    rest = &rest[rest.find([')', ',']).unwrap_or(rest.len())..];
                    continue;
                }
                if rest.starts_with('(') && word.starts_with(|first: char| first.is_ascii_alphabetic()) {
                    open.push(open.last().copied().unwrap_or(0));
                    rest = &rest[1..];
                    continue;
                }
                let mut kinds = kinds(word).ok_or_else(|| self.word_at(at, "number or square"))?;
                if let [Some(ItemKind::Number(number)), _] = kinds
                    && rest.starts_with(':')
                {
                    kinds[0] = Some(ItemKind::Ordinal(number));
                }
                for kind in kinds.into_iter().flatten() {
                    let goes_on = !items.is_empty() && (!new_line || !open.is_empty());
                    let bracket = open.last().copied().unwrap_or(0);
                    items.push(ScanItem { kind, at: at as u32, line, bracket, goes_on });
                    new_line = false;
                }
            }
        }
        if !open.is_empty() {
            return Err(self.word_at(self.text.trim_end().len(), "closing bracket"));
        }
        if items.is_empty() {
            let (line, first) = super::lines(self.text).next().ok_or(FormatError::Empty)?;
            return Err(FormatError::Unknown { line, text: shorten(first.split_whitespace().next().unwrap_or(first)) });
        }
        Ok(items)
    }

    /// Reads tours that consist of names of squares.
    fn squares(&self, items: &[ScanItem]) -> Result<Vec<FileTour>> {
        let written: Vec<SquareNotation> = items.iter().filter_map(|item| square(item.kind)).collect();
        let (mut rows, mut cols) = (0, 0);
        for (item, square) in items.iter().zip(&written) {
            if let Some(board) = self.given
                && square.on(board.rows()).is_none()
            {
                let (place, text) = (self.place(item.at as usize), shorten(self.word_of(item.at as usize)));
                return Err(FormatError::Rank { place, text, rows: board.rows() });
            }
            (rows, cols) = (square.rows().max(rows), square.cols().max(cols));
        }
        let board = self.given.map_or_else(|| Board::sized(rows, cols), |board| Ok(board.clone()))?;
        let on = |square: &SquareNotation| square.on(board.rows()).expect("its rank is not above the board");
        let starts = (0..items.len()).filter(|&at| !items[at].goes_on);
        let mut starts: Vec<usize> = starts.chain([items.len()]).collect();
        let lengths = |length| starts.windows(2).all(|two| two[1] - two[0] == length);
        // The lines together form one tour in two cases: every line contains exactly one square, or every line contains
        // exactly one move and each move begins where the previous move ends.
        if lengths(1) || lengths(2) && broken(&written).is_none() {
            starts = vec![0, items.len()];
        }
        let tours = starts.windows(2).map(|two| two[0]..two[1]);
        tours
            .map(|tour| {
                let path = self.path(&items[tour.clone()], &written[tour])?;
                Ok(FileTour::bare(board.clone(), path.iter().map(on).collect()))
            })
            .collect()
    }

    /// Returns the squares of one tour. If the items are moves, `squares` contains each square twice, except the first
    /// and the last one.
    fn path(&self, items: &[ScanItem], squares: &[SquareNotation]) -> Result<Vec<SquareNotation>> {
        let (pairs, odd) = items.as_chunks::<2>();
        let are_words = odd.is_empty() && pairs.iter().all(|[a, b]| a.at == b.at);
        match broken(squares) {
            Some(at) if are_words => Err(self.word(&items[at], "move from where the last one ends")),
            None if odd.is_empty() => {
                Ok(squares.first().into_iter().chain(squares.iter().skip(1).step_by(2)).copied().collect())
            }
            _ => Ok(squares.to_vec()),
        }
    }

    /// Reads a grid, or a list of pairs of numbers.
    fn numbers(&self, items: Vec<ScanItem>) -> Result<Vec<FileTour>> {
        // A grid can have column letters above or below its rows, and row numbers beside its rows.
        let has_files = items.iter().any(|item| item.kind == ItemKind::File);
        let items = self.without_files(items, "number or square")?;
        let mut rows = rows(&items);
        let mut note = None;
        if has_files {
            (rows, note) = self.without_ranks(rows)?;
        } else if let Some(inner) = without_numbers(&rows) {
            (rows, note) = (inner, Some("the numbers of rows and columns around the grid are left out"));
        }
        let cols = self.width(&rows)?;
        let values = || {
            rows.iter().copied().flatten().filter_map(|item| match item.kind {
                ItemKind::Number(number) => Some(number),
                _ => None,
            })
        };
        let is_plain = values().count() == rows.len() * cols;
        let is_grid = is_each_once(values());
        match (cols, is_plain, is_grid) {
            (2, true, true) if rows.len() > 1 => Err(FormatError::Ambiguous {
                place: self.place(items[0].at as usize),
                readings: ["visit numbers of a board with 2 columns", "squares by row and column"],
            }),
            (2, true, false) => self.pairs(&rows).map(|found| vec![found]),
            _ => {
                let found = self.grid(&rows)?;
                Ok(vec![FileTour { note: note.or(found.note), ..found }])
            }
        }
    }

    /// Removes the row numbers. They are labels at the left side or the right side of a grid with column letters, or at
    /// both sides. From the top row to the bottom row, the row numbers decrease to 1, or increase from 0 or 1. If the
    /// row numbers increase from 1, the order of the rows is reversed, so that row 1 becomes the lowest row. In this
    /// case, a note about the reversal is returned.
    fn without_ranks<'i>(&self, mut rows: Vec<&'i [ScanItem]>) -> Result<(Vec<&'i [ScanItem]>, Option<&'static str>)> {
        let (left, right) = (labels(&rows, |row| row.first()), labels(&rows, |row| row.last()));
        let from_bottom = [left, right].contains(&Some(GridLabels::Up(1))) && rows.len() > 1;
        let (left, right) = (left.is_some(), right.is_some());
        for row in &mut rows {
            *row = &row[usize::from(left)..row.len().max(1) - usize::from(right && row.len() > 1)];
        }
        if rows.iter().any(|row| row.is_empty()) {
            return Err(FormatError::Empty);
        }
        if from_bottom {
            rows.reverse();
        }
        Ok((rows, from_bottom.then_some("the rows are read from the bottom: rank 1 is the first")))
    }

    fn grid(&self, rows: &[&[ScanItem]]) -> Result<FileTour> {
        let size = Board::sized(rows.len() as u64, rows[0].len() as u64)?;
        let (mut numbered, mut places, mut holes, mut partial) = (Vec::new(), Vec::new(), Vec::new(), false);
        for (row, items) in (0..).zip(rows) {
            for (col, item) in (0..).zip(*items) {
                let square = Square::new(row, col);
                match item.kind {
                    ItemKind::Number(visit) => {
                        numbered.push((visit, square));
                        places.push(item.at as usize);
                    }
                    ItemKind::Hole => holes.push(square),
                    _ => partial = true,
                }
            }
        }
        let from_zero = numbered.iter().any(|&(visit, _)| visit == 0);
        numbered.iter_mut().for_each(|(visit, _)| *visit = visit.saturating_add(from_zero.into()));
        let squares = number::in_order(&numbered, |at| self.place(places[at]))?;
        let board = match self.given {
            Some(given) => same_size(&size, given)?,
            None => size.with_holes(holes)?,
        };
        let has_minus = rows
            .iter()
            .copied()
            .flatten()
            .any(|item| item.kind == ItemKind::Free && self.text[item.at as usize..].starts_with('-'));
        let note = match (from_zero, has_minus) {
            (true, false) => Some("the visits are counted from 0"),
            (false, true) => Some("-1 is a square that is not visited"),
            (true, true) => Some("the visits are counted from 0, -1 is a square that is not visited"),
            (false, false) => None,
        };
        let kind = partial.then_some(super::DeclaredKind::Partial);
        Ok(FileTour { board, squares, details: TourMetadata::default(), kind, note })
    }

    fn pairs(&self, rows: &[&[ScanItem]]) -> Result<FileTour> {
        let pair = |row: &&[ScanItem]| match (row[0].kind, row[1].kind) {
            (ItemKind::Number(row), ItemKind::Number(col)) => Some((row, col)),
            _ => None,
        };
        let all = || rows.iter().filter_map(pair);
        let from_zero = all().any(|(row, col)| row == 0 || col == 0);
        let base = u64::from(!from_zero);
        let max = |side: fn((u64, u64)) -> u64| all().map(side).max().unwrap_or(0);
        let (last_row, last_col) = (max(|(row, _)| row), max(|(_, col)| col));
        let size = Board::sized((last_row - base).saturating_add(1), (last_col - base).saturating_add(1))?;
        let board = self.given.cloned().unwrap_or(size);
        let is_whole = rows.len() as u64 == board.playable();
        let fits_from_zero =
            self.given.is_none_or(|board| last_row < board.rows().into() && last_col < board.cols().into());
        if !from_zero && !is_whole && fits_from_zero {
            return Err(FormatError::Ambiguous {
                place: self.place(rows[0][0].at as usize),
                readings: ["squares by row and column from 0", "squares by row and column from 1"],
            });
        }
        let index = |number: u64| u32::try_from(number - base).unwrap_or(u32::MAX);
        let squares = all().map(|(row, col)| Square::new(index(row), index(col))).collect();
        let note = if from_zero {
            "the pairs are read as row and column, counted from 0"
        } else {
            "the pairs are read as row and column, counted from 1"
        };
        Ok(FileTour { note: Some(note), ..FileTour::bare(board, squares) })
    }

    fn place(&self, at: usize) -> FileLocation {
        let before = &self.text[..at];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        FileLocation::Text { line, column: before[begin..].chars().count() + 1 }
    }

    /// Returns the word at this byte offset.
    fn word_of(&self, at: usize) -> &str {
        let rest = &self.text[at..];
        match word(rest) {
            0 => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
            length => &rest[..length],
        }
    }

    fn word_at(&self, at: usize, wanted: &'static str) -> FormatError {
        FormatError::Word { place: self.place(at), text: shorten(self.word_of(at)), wanted }
    }

    pub(super) fn word(&self, item: &ScanItem, wanted: &'static str) -> FormatError {
        self.word_at(item.at as usize, wanted)
    }
}

/// Searches a list of moves for the first move that does not begin at the end of the previous move. Each move is two
/// consecutive elements of `squares`: its start and its end. Returns the index of the found move's start. Returns
/// `None` if every move begins at the end of the previous move. Returns 0 if there are fewer than three squares.
fn broken(squares: &[SquareNotation]) -> Option<usize> {
    match squares.len() {
        0..=2 => Some(0),
        length => (2..length).step_by(2).find(|&at| squares[at - 1] != squares[at]),
    }
}

/// Returns the items grouped by bracket if all items are in brackets and there are several brackets. Otherwise returns
/// the items grouped by line.
pub(super) fn rows(items: &[ScanItem]) -> Vec<&[ScanItem]> {
    let by_bracket =
        items.iter().all(|item| item.bracket > 0) && items.windows(2).any(|two| two[0].bracket != two[1].bracket);
    let same_row = |a: &ScanItem, b: &ScanItem| if by_bracket { a.bracket == b.bracket } else { a.line == b.line };
    items.chunk_by(same_row).collect()
}

/// The order of the labels beside or above a grid: ascending or descending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridLabels {
    /// The labels increase from this number.
    Up(u64),
    /// The labels decrease to 1.
    Down,
}

/// A function that returns an item at an end of a row: either the first item or the last item.
type RowEnd = fn(&[ScanItem]) -> Option<&ScanItem>;

/// Returns the order of the labels of a grid. The labels are the items selected by `item`, one per row. From row to
/// row, the labels increase by 1 or decrease by 1. Increasing labels begin with 0 or 1, and decreasing labels end with
/// 1. Returns `None` for all other labels.
fn labels(rows: &[&[ScanItem]], item: RowEnd) -> Option<GridLabels> {
    let count = rows.len() as u64;
    let counts = |mut numbers: Box<dyn Iterator<Item = u64>>| {
        rows.iter().all(|row| numbers.next().map(ItemKind::Number) == item(row).map(|item| item.kind))
    };
    if counts(Box::new((1..=count).rev())) {
        return Some(GridLabels::Down);
    }
    [1, 0].into_iter().find(|&from| counts(Box::new(from..from + count))).map(GridLabels::Up)
}

/// Removes the column numbers above a grid, the row numbers at its sides, or both. Returns the remaining rows if they
/// contain each visit number once and the original rows do not. Otherwise returns `None`.
fn without_numbers<'i>(rows: &[&'i [ScanItem]]) -> Option<Vec<&'i [ScanItem]>> {
    fn is_whole(rows: &[&[ScanItem]]) -> bool {
        let numbers = rows.iter().copied().flatten().map(|item| match item.kind {
            ItemKind::Number(number) => number,
            _ => u64::MAX,
        });
        rows.iter().all(|row| !row.is_empty() && row.len() == rows[0].len()) && is_each_once(numbers)
    }
    if is_whole(rows) {
        return None;
    }
    let ends: [RowEnd; 2] = [|row| row.first(), |row| row.last()];
    for above in [0, 1] {
        let (heads, body) = rows.split_at_checked(above)?;
        let is_head = |head: &[ScanItem]| {
            let cells: Vec<&[ScanItem]> = head.chunks(1).collect();
            matches!(labels(&cells, ends[0]), Some(GridLabels::Up(_)))
        };
        if body.len() < 2 || !heads.iter().all(|head| is_head(head)) {
            continue;
        }
        let [left, right] = ends.map(|end| labels(body, end).is_some());
        for (left, right) in [(false, false), (left, false), (false, right), (left, right)] {
            let inner = body.iter().map(|row| row.get(usize::from(left)..row.len().saturating_sub(right.into())));
            let inner: Option<Vec<&[ScanItem]>> = inner.collect();
            let has_labels = above > 0 || left || right;
            let fits = |inner: &Vec<&[ScanItem]>| heads.iter().all(|head| inner[0].len() == head.len());
            if let Some(inner) = inner.filter(|inner| has_labels && is_whole(inner) && fits(inner)) {
                return Some(inner);
            }
        }
    }
    None
}

/// Returns whether a line is a heading. A heading contains no number, no square, and at least one word that is not an
/// item.
fn is_heading(line: &str) -> bool {
    let mut has_other = false;
    // NumPy's `savetxt` begins a heading with `#`.
    let line = line.trim_start().strip_prefix("# ").unwrap_or(line);
    let has_bracket = line.contains(['[', '(', '{', '<']);
    let words =
        line.split(|character: char| character != '\'' && (character.is_whitespace() || is_separator(character)));
    let is_item = |text: &str| match kinds(text) {
        Some([Some(ItemKind::File), _]) => false,
        None => {
            has_other |= text.chars().any(char::is_alphabetic);
            false
        }
        _ => true,
    };
    !words.filter(|word| !word.is_empty()).any(is_item) && has_other && !has_bracket
}

/// Returns whether the numbers are 0 to n - 1 or 1 to n, each exactly once.
fn is_each_once(numbers: impl Iterator<Item = u64> + Clone) -> bool {
    let count = numbers.clone().count();
    let base = u64::from(!numbers.clone().any(|number| number == 0));
    let mut seen = vec![false; count];
    numbers.into_iter().all(|number| {
        let slot = usize::try_from(number - base).ok().and_then(|slot| seen.get_mut(slot));
        slot.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// Returns the length in bytes of the word at the start of a text, or 0 if the text does not begin with a word.
fn word(text: &str) -> usize {
    let is_word = |character: char| character.is_alphanumeric() || matches!(character, '.' | '+' | '#' | '_');
    // A plus sign occurs only within a word, in an exponent as in 1.0e+00.
    if text.starts_with('+') {
        return 0;
    }
    let sign = usize::from(text.starts_with('-'));
    let length = text[sign..].find(|character| !is_word(character)).unwrap_or(text.len() - sign);
    let is_negative = sign == 0 || text[1..].starts_with(|next: char| next.is_ascii_digit());
    if is_negative && length > 0 { sign + length } else { 0 }
}

fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            ',' | ';' | '|' | ':' | '-' | '>' | '+' | '=' | '"' | '\'' | '→' | '–' | '—' | '\u{2500}'..='\u{257f}'
        )
}

/// Returns the kinds of the one or two items in a word, or `None` if the word contains no item.
fn kinds(word: &str) -> Option<[Option<ItemKind>; 2]> {
    let one = |kind| Some([Some(kind), None]);
    match word {
        "#" => return one(ItemKind::Hole),
        "." | "-1" | "-1." => return one(ItemKind::Free),
        _ => {}
    }
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return one(ItemKind::Number(word.parse().ok()?));
        }
        if let Some(number) = word.strip_suffix('.').and_then(|digits| digits.parse().ok()) {
            return one(ItemKind::Ordinal(number));
        }
        // The word is a number in NumPy's notation for floats, for example 1.000e+00.
        let number = word.parse::<f64>().ok().filter(|number| number.fract() == 0.0 && *number < 1e15)?;
        return one(ItemKind::Number(number as u64));
    }
    let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = if is_of_a_knight(word) { &word[1..] } else { word };
    let file = letters(name);
    let rank = name[file..].bytes().take_while(u8::is_ascii_digit).count();
    let (first, second) = name.split_at(file + rank);
    if rank == 0 {
        let is_file = first.len() <= 2 && (first == first.to_ascii_lowercase() || first == first.to_ascii_uppercase());
        return (second.is_empty() && is_file && parse_file(first).is_some()).then_some([Some(ItemKind::File), None]);
    }
    let square = |text: &str| match SquareNotation::parse(text) {
        Ok(SquareNotation::Name { col, rank }) if rank > 0 => Some(ItemKind::Square(col, rank)),
        _ => None,
    };
    match second {
        "" => one(square(first)?),
        _ => Some([Some(square(first)?), Some(square(second)?)]),
    }
}

/// Returns whether a word consists of the letter of the knight and the name of a square, as in `Na5`.
pub(super) fn is_of_a_knight(word: &str) -> bool {
    word.strip_prefix('N').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_lowercase()))
}

fn square(kind: ItemKind) -> Option<SquareNotation> {
    match kind {
        ItemKind::Square(col, rank) => Some(SquareNotation::Name { col, rank }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind as Tour, check, format};

    /// A tour of a 3x4 board in the grid format of this crate.
    const GRID: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
    const SQUARES: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";

    /// Reads the tours of a text in any format.
    fn found(text: &str) -> Vec<FileTour> {
        let found = format::read(text.as_bytes(), None, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        for tour in &found {
            assert_eq!(check(&tour.board, tour.squares.iter().copied()), Ok(Tour::Open), "{text}");
        }
        found
    }

    fn error(text: &str) -> String {
        format::read(text.as_bytes(), None, None).unwrap_err().to_string()
    }

    #[test]
    fn grids_are_read_among_any_separators() {
        let plain = found(GRID);
        let nested = "[[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]";
        let printed = "[[ 1  4  7 10]\n [ 8 11  2  5]\n [ 3  6  9 12]]\n";
        let saved: String = GRID.lines().map(|line| line.replace(' ', ".0 ") + ".0\n").collect();
        for text in [
            &*GRID.replace(' ', ","),
            &*GRID.replace(' ', ";"),
            &*GRID.replace(' ', "\t| "),
            "+---+---+----+----+\n|  1 |  4 |  7 | 10 |\n+---+---+----+----+\n|  8 | 11 |  2 |  5 |\n|  3 |  6 |  9 | 12 |\n",
            nested,
            printed,
            &*saved,
            "1.000e+00 4.000e+00 7.000e+00 1.000e+01\n8.000e+00 1.100e+01 2.000e+00 5.000e+00\n3.000e+00 6.000e+00 9.000e+00 1.200e+01\n",
            "[[ 1.  4.  7. 10.]\n [ 8. 11.  2.  5.]\n [ 3.  6.  9. 12.]]",
            "   a  b  c  d\n3  1  4  7 10  3\n2  8 11  2  5  2\n1  3  6  9 12  1\n   a  b  c  d\n",
            "   a  b  c  d\n3  1  4  7 10\n2  8 11  2  5\n1  3  6  9 12\n",
            " a  b  c  d\n 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n",
        ] {
            assert_eq!(found(text), plain, "{text}");
        }
        for (text, note) in [
            (
                "1 a b c d\n1 3 6 9 12\n2 8 11 2 5\n3 1 4 7 10\n".replacen('1', " ", 1),
                "the rows are read from the bottom: rank 1 is the first",
            ),
            (
                "   0  1  2  3\n0  1  4  7 10\n1  8 11  2  5\n2  3  6  9 12\n".into(),
                "the numbers of rows and columns around the grid are left out",
            ),
            (
                "0,1,2,3\n1,4,7,10\n8,11,2,5\n3,6,9,12\n".into(),
                "the numbers of rows and columns around the grid are left out",
            ),
            (
                "1  1  4  7 10\n2  8 11  2  5\n3  3  6  9 12\n".into(),
                "the numbers of rows and columns around the grid are left out",
            ),
        ] {
            let found = found(&text);
            assert_eq!((&found[0].squares, found[0].note), (&plain[0].squares, Some(note)), "{text}");
        }
        for text in [
            "# a tour of 3x4\n1.0 4.0 7.0 10.0\n8.0 11.0 2.0 5.0\n3.0 6.0 9.0 12.0\n",
            "a tour of 3x4\n1 4 7 10\n8 11 2 5\n3 6 9 12\n",
            "array([[ 1,  4,  7, 10],\n       [ 8, 11,  2,  5],\n       [ 3,  6,  9, 12]], dtype=int32)",
            "{{1, 4, 7, 10}, {8, 11, 2, 5}, {3, 6, 9, 12}};",
            "┌──┬──┐\n│ 1│ 4│ 7│10│\n├──┼──┤\n│ 8│11│ 2│ 5│\n│ 3│ 6│ 9│12│\n└──┴──┘\n",
        ] {
            assert_eq!(found(text), plain, "{text}");
        }
        let partial = format::read(b"0 -1 -1\n-1 -1 1\n", None, None).unwrap().remove(0);
        assert_eq!(partial.squares, [Square::new(0, 0), Square::new(1, 2)]);
        assert_eq!(partial.note, Some("the visits are counted from 0, -1 is a square that is not visited"));
        let from_zero = "[[0, 3, 6, 9], [7, 10, 1, 4], [2, 5, 8, 11]]";
        assert_eq!(found(from_zero)[0].squares, plain[0].squares);
        assert_eq!(found(from_zero)[0].note, Some("the visits are counted from 0"));
        assert_eq!(found(&from_zero.replace(['[', ','], " ").replace(']', "\n"))[0].squares, plain[0].squares);
        for (text, message) in [
            (
                "1, 4, 7\n8, 2, 5\n3, 6, 10\n",
                "visit 9 is missing: line 3, column 7 has visit 10, but only 9 squares are numbered",
            ),
            ("1, 4, 7\n8, 5\n", "line 2 has 2 squares where the first has 3"),
            ("1, 4, 7\n8, -2, 5\n", "line 2, column 4: '-2' is not a number or square"),
            ("a tour\n1 4 7\n8 x 5\n", "line 3, column 3: 'x' is not a number or square"),
            ("[[1, 4, 7], [8, x, 5]]", "line 1, column 17: 'x' is not a number or square"),
            ("[[1, 4, q7], [8, 5, 2]]", "line 1, column 9: 'q7' is not a number"),
            ("[[1, 4, 7], [8, 5]]", "the row at line 1, column 14 has 2 squares where the first has 3"),
            ("two\nlines\n1 4 7\n", "line 2, column 1: 'lines' is not a number or square"),
            ("[1, int(4, 7]", "line 1, column 14: the file ends where a closing bracket is expected"),
            ("1 | 4 | 7\n8 | ? | 5\n", "line 2, column 5: '?' is not a number or square"),
            ("[[1, 4, 7], [8, 5, 2]", "line 1, column 22: the file ends where a closing bracket is expected"),
            ("[1, 4, 7], 8]", "line 1, column 13: ']' is not a bracket that is open"),
            (
                "[[1, 2], [3, 4]]",
                "line 1, column 3: this may be visit numbers of a board with 2 columns, or squares by row and column",
            ),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn squares_are_read_among_any_separators() {
        let plain = found(SQUARES);
        let words: Vec<&str> = SQUARES.split(' ').collect();
        let moves = |between: &str| words.windows(2).map(|two| two.join(between)).collect::<Vec<_>>();
        let numbered: String = (1..).zip(&words).map(|(number, square)| format!("{number}. N{square} ")).collect();
        for text in [
            &*words.join(", "),
            &*words.join(" -> "),
            &*words.join("-"),
            &*words.join(",\n"),
            &*format!("['{}']", words.join("', '")),
            &*format!("N{}", words.join(" N")),
            &*numbered,
            &*numbered.replace(' ', "\n"),
            &*numbered.replace(". N", ": ").replace(' ', "\n").replace(":\n", ": "),
            &*format!("Knight's tour:\n{}", words.join(" ")),
            &*moves("").join(" "),
            &*moves("-").join(", "),
            &*moves("").join("\n"),
            &*format!("N{}", moves("-").join(" N")),
        ] {
            assert_eq!(found(text), plain, "{text}");
        }
        let two = format!("{}\n{}\n", words.join(","), words.join(","));
        assert_eq!(found(&two).len(), 2);
        for (text, message) in [
            ("a3b1 b1c3 c2a1", "line 1, column 11: 'c2a1' is not a move from where the last one ends"),
            ("a3, b1, c0", "line 1, column 9: 'c0' is not a number or square"),
            ("a3, b1, 7", "line 1, column 9: '7' is not a square"),
            ("a3 -> b1 => ?", "line 1, column 13: '?' is not a number or square"),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn pairs_of_numbers_are_read_from_0_or_1() {
        let plain = found(SQUARES);
        let pairs = |base: u32, begin: &str, between: &str, end: &str, next: &str| {
            let pair = |square: &Square| format!("{begin}{}{between}{}{end}", square.row + base, square.col + base);
            plain[0].squares.iter().map(pair).collect::<Vec<_>>().join(next)
        };
        for base in [0, 1] {
            for text in [
                format!("({})", pairs(base, "(", ", ", ")", ", ")),
                format!("[{}]", pairs(base, "[", ",", "]", ",\n ")),
                pairs(base, "(", ",", ")", " "),
                pairs(base, "(", ",", ")", " -> "),
                pairs(base, "", " ", "", "\n"),
                pairs(base, "", ", ", "", "\n"),
                pairs(base, "(np.int64(", "), np.int64(", "))", ", "),
                pairs(base, "1: (", ", ", ")", "\n"),
            ] {
                let found = found(&text);
                assert_eq!((found.len(), &found[0].squares), (1, &plain[0].squares), "{text}");
                assert!(found[0].note.is_some_and(|note| note.ends_with(&base.to_string())), "{text}");
            }
        }
        for (text, message) in [
            (
                "(1, 1), (2, 3)",
                "line 1, column 2: this may be squares by row and column from 0, or squares by row and column from 1",
            ),
            ("(0, 1), (2, 3, 4)", "the row at line 1, column 10 has 3 squares where the first has 2"),
            ("(0, 1), (2, -)", "the row at line 1, column 10 has 1 square where the first has 2"),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }
}

//! Reads and writes tables of the nodes and edges of a graph. The columns are those of the article "Knight's tour in
//! HANA".

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

use csv::StringRecord;

use super::Graph;
use super::error::{GraphError, GraphFlaw};
use super::named::GraphBuilder;
use crate::words::{counted, shorten};

/// One of the two tables of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphTable {
    /// The nodes, with the columns `label,row_number,col_number`. If a path was added by [`Graph::with_path`], the
    /// column `visit` follows.
    Nodes,
    /// The edges, with the columns `label,from_node,to_node`. If a path was added by [`Graph::with_path`], the column
    /// `move` follows.
    Edges,
}

/// Writes a table with a header of column names. The last column is empty for nodes and edges that are not on the path.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_table(graph: &Graph<'_>, table: GraphTable, out: &mut dyn Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let columns = if graph.has_path() { 4 } else { 3 };
    let reported = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    match table {
        GraphTable::Nodes => {
            out.write_record(&["label", "row_number", "col_number", "visit"][..columns]).map_err(of_out)?;
            for node in graph.nodes() {
                let (row, col) = graph.numbers(node.square);
                let label = graph.label(node.square);
                out.write_record(&[label, row.to_string(), col.to_string(), reported(node.visit)][..columns])
                    .map_err(of_out)?;
            }
        }
        GraphTable::Edges => {
            out.write_record(&["label", "from_node", "to_node", "move"][..columns]).map_err(of_out)?;
            for edge in graph.edges() {
                let (from, to) = (graph.label(edge.from), graph.label(edge.to));
                out.write_record(&[format!("{from}-{to}"), from, to, reported(edge.walked)][..columns])
                    .map_err(of_out)?;
            }
        }
    }
    out.flush()
}

/// Converts the error of a CSV writer to the error of the writer's destination. The conversion provided by the library
/// would hide the kind of the error, for example that the reader of a pipe has closed the pipe.
pub(super) fn of_out(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// Possible names of the column that contains the start of an edge. Case is ignored.
const FROM: [&str; 3] = ["from_node", "source", "from"];
/// Possible names of the column that contains the end of an edge. Case is ignored.
const TO: [&str; 3] = ["to_node", "target", "to"];

/// Possible separators of columns, in order of preference. If the first row of a table contains none of them, the
/// columns are separated by blanks.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Reads the edges from a table. A header can name the columns with the start and the end of an edge. [`write_table`]
/// writes tables with such a header. Without such a header, the table must have two columns. Each row then contains the
/// two ends of an edge.
///
/// Also reads an adjacency list, in the format of networkx's `write_adjlist`.
///
/// The columns are separated by commas, semicolons, tabs or blanks. Lines that begin with `#` or `%` are comments.
/// `declared` states whether all edges are directed, as in [`GraphBuilder::edge`]. If `declared` is `None` and a
/// comment begins with "Directed graph", as in the files of the Stanford Network Analysis Project, all edges are
/// directed.
///
/// A table of two columns can also have a header that does not name the start and the end. The first row is such a
/// header if it meets three conditions:
/// - No field of the first row is a number.
/// - No field of the first row occurs in a later row.
/// - At least two rows follow, or a single row follows and consists of numbers.
pub(super) fn read(whole: &str, mut declared: Option<bool>) -> Result<GraphBuilder, GraphError> {
    let mut draft = GraphBuilder::default();
    let is_remark = |line: &str| line.trim_start().starts_with(['#', '%']);
    let declares = |line: &str| {
        let words = line.trim_start().trim_start_matches(['#', '%']).trim_start();
        is_remark(line) && words.get(..14).is_some_and(|words| words.eq_ignore_ascii_case("directed graph"))
    };
    if declared.is_none()
        && let Some(at) = whole.lines().position(declares)
    {
        declared = Some(true);
        draft.notes.push(format!("line {}: the edges have directions, as the comment says", at + 1));
    }
    let rows_of_words = || whole.lines().filter(|line| !is_remark(line) && !line.trim().is_empty());
    if lists_neighbours(rows_of_words) {
        return neighbours(draft, whole, rows_of_words(), declared);
    }
    let text: Cow<'_, str> = match whole.lines().any(is_remark) {
        // Comments are replaced by empty lines, so that the other lines keep their numbers.
        true => whole.lines().flat_map(|line| [if is_remark(line) { "" } else { line }, "\n"]).collect(),
        false => whole.into(),
    };
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let separator = SEPARATORS.into_iter().find(|&separator| first.contains(separator));
    let mut columns = None;
    // Number, byte offset and text of the current line.
    let (mut current, mut begin, mut line_text) = (0, 0, "");
    let mut lines = whole.split_inclusive('\n');
    for row in rows(&text, separator) {
        let (line, row) = row?;
        while current < line {
            begin += line_text.len();
            line_text = lines.next().unwrap_or_default();
            current += 1;
        }
        let offset = |field| begin + field_offset(line_text, &row, field, separator);
        let (from, to, width) = match columns {
            Some(columns) => columns,
            None => {
                let named = |names: [&str; 3]| {
                    row.iter().position(|field| names.iter().any(|name| name.eq_ignore_ascii_case(field)))
                };
                let header = named(FROM).zip(named(TO)).map(|(from, to)| (from, to, row.len()));
                let all = *columns.insert(header.unwrap_or((0, 1, 2)));
                if header.is_some() {
                    continue;
                }
                if is_header(&row, rows(&text, separator).skip(1)) {
                    let names = row.iter().map(shorten).collect::<Vec<_>>().join(",");
                    let note = format!("line {line} is read as a header, since no other line has its names: {names}");
                    draft.notes.push(note);
                    continue;
                }
                all
            }
        };
        let ends = row.get(from).zip(row.get(to)).filter(|_| row.len() == width);
        let (from_name, to_name) = ends.ok_or_else(|| {
            let flaw = match (row.len(), separator) {
                (3.., None) if width == 2 => "an edge with a weight, or a vertex with several neighbours".to_owned(),
                (1, None) if width == 2 => "an edge that is cut off, or a vertex without neighbours".to_owned(),
                (found, _) => format!("{}, expected {width}", counted(found, "column")),
            };
            GraphError::at(offset(row.len().min(width)), flaw, GraphFlaw::Table)
        })?;
        let (from, to) = (draft.vertex(from_name, offset(from))?, draft.vertex(to_name, offset(to))?);
        draft.edge(from, to, offset(0), declared)?;
    }
    Ok(draft)
}

/// Returns whether each row consists of a vertex and its neighbours, separated by blanks. Two conditions are tested:
/// the rows differ in length, and every vertex begins exactly one row.
///
/// Returns false if the last row has one word and every other row has two words. Such rows can also be a truncated list
/// of edges.
fn lists_neighbours<'a, I: Iterator<Item = &'a str>>(rows: impl Fn() -> I) -> bool {
    let length = |row: &str| row.split_whitespace().count();
    let Some(first) = rows().next().map(length) else { return false };
    let is_cut_off = || rows().skip_while(|row| length(row) == 2).map(length).eq([1]);
    if rows().all(|row| length(row) == first) || is_cut_off() {
        return false;
    }
    let mut vertices = HashSet::new();
    rows().all(|row| row.split_whitespace().next().is_some_and(|vertex| vertices.insert(vertex)))
        && rows().flat_map(str::split_whitespace).all(|name| vertices.contains(name))
}

/// Reads rows that consist of a vertex and its neighbours.
fn neighbours<'a>(
    mut draft: GraphBuilder,
    whole: &'a str,
    rows: impl Iterator<Item = &'a str>,
    declared: Option<bool>,
) -> Result<GraphBuilder, GraphError> {
    let offset = |word: &str| word.as_ptr().addr() - whole.as_ptr().addr();
    for row in rows {
        let mut words = row.split_whitespace();
        let Some(from) = words.next() else { continue };
        let from = draft.vertex(from, offset(from))?;
        for word in words {
            let to = draft.vertex(word, offset(word))?;
            draft.edge(from, to, offset(word), declared)?;
        }
    }
    draft.notes.push("each line is read as a vertex and its neighbours".into());
    Ok(draft)
}

/// Returns the byte offset of a field in its line, or the end of the line if the line has fewer fields.
///
/// The parser does not report positions. Therefore this function searches the line for one field after another. If a
/// field has quotes or line breaks, its parsed text can differ from the line. If the text of a field is not found, the
/// function returns the offset after the previous field and its separator.
fn field_offset(line: &str, row: &StringRecord, index: usize, separator: Option<char>) -> usize {
    let mut at = 0;
    for (number, field) in row.iter().enumerate() {
        let Some(found) = line[at..].find(field) else { return at };
        at += found;
        if number == index {
            return at;
        }
        at += field.len();
        at += separator.and_then(|separator| line[at..].find(separator)).map_or(0, |found| found + 1);
    }
    line.trim_end().len()
}

/// A row with its line number, from 1.
type CsvRow = Result<(usize, StringRecord), GraphError>;

/// Returns the rows of a table, without empty rows.
fn rows(text: &str, separator: Option<char>) -> Box<dyn Iterator<Item = CsvRow> + '_> {
    let Some(separator) = separator else {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        // networkx writes the attributes of an edge after the two ends, as in `1 2 {}`.
        return Box::new(lines.map(|(line, row)| {
            let row = row.trim_end().strip_suffix('}').and_then(|row| Some(row.split_once(" {")?.0)).unwrap_or(row);
            Ok((line, row.split_whitespace().collect()))
        }));
    };
    let mut reader = csv::ReaderBuilder::new();
    // During the comparison of the first row with the other rows, two readers exist at the same time. Therefore their
    // buffers are small.
    reader.has_headers(false).flexible(true).trim(csv::Trim::All).delimiter(separator as u8).buffer_capacity(1 << 12);
    Box::new(reader.from_reader(text.as_bytes()).into_records().map(|record| {
        let record = record.map_err(|error| GraphError::new(error.to_string(), GraphFlaw::Table))?;
        // The reader reports the line that follows the previous record, even if this line is empty.
        let (line, byte) = record.position().map_or((0, 0), |position| (position.line(), position.byte()));
        let empty = text[byte as usize..].bytes().take_while(|byte| matches!(byte, b'\n' | b'\r'));
        let line = line as usize + empty.filter(|&byte| byte == b'\n').count();
        Ok((line, record))
    }))
}

/// Returns whether the first row is a header of two names that do not occur in any other row.
fn is_header(first: &StringRecord, others: impl Iterator<Item = CsvRow>) -> bool {
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    if first.len() != 2 || first.iter().any(is_number) {
        return false;
    }
    let again = |field: &str| first.iter().any(|name| name == field);
    let (mut rows, mut are_numbers) = (0, true);
    for (_, other) in others.flatten() {
        if other.iter().any(again) {
            return false;
        }
        rows += 1;
        are_numbers &= other.iter().all(is_number);
    }
    rows > 1 || rows == 1 && are_numbers
}

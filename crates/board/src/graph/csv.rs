//! The node table and the edge table, with the columns of "Knight's tour in HANA".

use std::io::{self, Write};

use csv::StringRecord;

use super::Graph;
use super::error::{GraphError, cure};
use super::named::Draft;
use crate::words::shorten;

/// One of the two tables of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// `label,row_number,col_number`, and `visit` where a path is laid over the graph.
    Nodes,
    /// `label,from_node,to_node`, and `move` where a path is laid over the graph.
    Edges,
}

/// Writes a table with a line of column names; the last column is empty for nodes and edges outside of the path.
///
/// # Errors
/// Errors of `out`.
pub fn write_table(graph: &Graph<'_>, table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let columns = if graph.has_path() { 4 } else { 3 };
    let reported = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    match table {
        Table::Nodes => {
            out.write_record(&["label", "row_number", "col_number", "visit"][..columns])?;
            for node in graph.nodes() {
                let (row, col) = graph.numbers(node.square);
                let label = graph.label(node.square);
                out.write_record(&[label, row.to_string(), col.to_string(), reported(node.visit)][..columns])?;
            }
        }
        Table::Edges => {
            out.write_record(&["label", "from_node", "to_node", "move"][..columns])?;
            for edge in graph.edges() {
                let (from, to) = (graph.label(edge.from), graph.label(edge.to));
                out.write_record(&[format!("{from}-{to}"), from, to, reported(edge.walked)][..columns])?;
            }
        }
    }
    out.flush()
}

/// Names of the columns of an edge's ends, in any case.
const FROM: [&str; 3] = ["from_node", "source", "from"];
const TO: [&str; 3] = ["to_node", "target", "to"];

/// Reads a table of two columns, or one with a header that names the columns of the ends, as [`write_table`] writes it.
///
/// Of two columns the first row is a header if no later row has one of its names, and none of them is a number.
pub(super) fn read(text: &str) -> Result<Draft, GraphError> {
    let mut draft = Draft::default();
    let mut columns = None;
    for record in records(text) {
        let record = record?;
        let line = line(&record);
        let (from, to, width) = match columns {
            Some(columns) => columns,
            None => {
                let named = |names: [&str; 3]| {
                    record.iter().position(|field| names.iter().any(|name| name.eq_ignore_ascii_case(field)))
                };
                let header = named(FROM).zip(named(TO)).map(|(from, to)| (from, to, record.len()));
                let two = *columns.insert(header.unwrap_or((0, 1, 2)));
                if header.is_some() {
                    continue;
                }
                if is_header(text, &record) {
                    let names = record.iter().map(shorten).collect::<Vec<_>>().join(",");
                    draft
                        .notes
                        .push(format!("line {line} is read as a header, since no other line has its names: {names}"));
                    continue;
                }
                two
            }
        };
        let ends = record.get(from).zip(record.get(to)).filter(|_| record.len() == width);
        let (from, to) = ends.ok_or_else(|| {
            let flaw = format!("{} columns, expected {width}", record.len());
            GraphError::at(line, flaw, cure::TABLE)
        })?;
        let (from, to) = (draft.vertex(from, line)?, draft.vertex(to, line)?);
        draft.edge(from, to, line, None)?;
    }
    Ok(draft)
}

fn records(text: &str) -> impl Iterator<Item = Result<StringRecord, GraphError>> + '_ {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    reader.into_records().map(|record| record.map_err(|error| GraphError::new(error.to_string(), cure::TABLE)))
}

fn line(record: &StringRecord) -> usize {
    record.position().map_or(0, |position| position.line() as usize)
}

/// Returns whether the first record is a header of two names that do not occur again.
fn is_header(text: &str, first: &StringRecord) -> bool {
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    if first.len() != 2 || first.iter().any(is_number) {
        return false;
    }
    let mut others = records(text).skip(1).peekable();
    let again = |field: &str| first.iter().any(|name| name == field);
    others.peek().is_some() && !others.any(|other| other.is_ok_and(|other| other.iter().any(again)))
}

//! Writes the tables of the nodes and edges of a graph as SQL statements. SQLite, SAP HANA, PostgreSQL and other
//! databases accept the statements without changes.

use std::io::{self, Write};

use super::{Graph, GraphWriter};
use crate::Square;

/// Writes statements that create and fill the tables of the article "Knight's tour in HANA". Each `INSERT` statement
/// adds one row, since HANA does not accept several rows per statement.
pub(super) fn write(graph: &Graph<'_>, out: &mut GraphWriter<'_>) -> io::Result<()> {
    let board = graph.board();
    // The longest label is that of the square in the last column of the top row.
    let label = graph.label(Square::new(0, board.cols() - 1)).len();
    let edge = 2 * label + 1;
    let (visit, walked) = if graph.has_path() { (",\n  visit INT", ",\n  move INT") } else { ("", "") };
    writeln!(out, "-- {}: squares and moves", graph.name())?;
    write!(
        out,
        "CREATE TABLE nodes (\n  label VARCHAR({label}),\n  row_number INT NOT NULL,\n  col_number INT NOT NULL{visit},\n  \
         PRIMARY KEY (label)\n);\n\
         CREATE TABLE edges (\n  label VARCHAR({edge}) NOT NULL,\n  from_node VARCHAR({label}) NOT NULL,\n  \
         to_node VARCHAR({label}) NOT NULL{walked},\n  PRIMARY KEY (label)\n);\n"
    )?;
    let reported = |number: Option<u32>| match (graph.has_path(), number) {
        (false, _) => String::new(),
        (true, None) => ", NULL".into(),
        (true, Some(number)) => format!(", {number}"),
    };
    for node in graph.nodes() {
        let (row, col) = graph.numbers(node.square);
        writeln!(
            out,
            "INSERT INTO nodes VALUES ('{}', {row}, {col}{});",
            graph.label(node.square),
            reported(node.visit)
        )?;
    }
    for edge in graph.edges() {
        let (from, to) = (graph.label(edge.from), graph.label(edge.to));
        writeln!(out, "INSERT INTO edges VALUES ('{from}-{to}', '{from}', '{to}'{});", reported(edge.walked))?;
    }
    out.write_all(
        b"-- On SAP HANA, then:\n-- CREATE GRAPH WORKSPACE board\n--   EDGE TABLE edges SOURCE COLUMN from_node TARGET \
          COLUMN to_node KEY COLUMN label\n--   VERTEX TABLE nodes KEY COLUMN label;\n",
    )
}

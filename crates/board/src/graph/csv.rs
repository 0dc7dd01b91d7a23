//! The node table and the edge table, with the columns of "Knight's tour in HANA".

use std::io::{self, Write};

use super::Graph;

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

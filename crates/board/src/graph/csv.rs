//! The node table and the edge table of "Knight's tour in HANA GraphScript".

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

/// Writes a table with a line of column names; what the path does not come to has an empty last column.
///
/// # Errors
/// Those of `out`.
pub fn write_table(graph: &Graph<'_>, table: Table, out: &mut dyn Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let columns = if graph.has_path() { 4 } else { 3 };
    let reported = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    match table {
        Table::Nodes => {
            out.write_record(&["label", "row_number", "col_number", "visit"][..columns])?;
            for node in graph.nodes() {
                let (row, col) = (node.square.row, node.square.col);
                let label = graph.label(node.square).to_string();
                out.write_record(&[label, row.to_string(), col.to_string(), reported(node.visit)][..columns])?;
            }
        }
        Table::Edges => {
            out.write_record(&["label", "from_node", "to_node", "move"][..columns])?;
            for edge in graph.edges() {
                let (from, to) = (graph.label(edge.from).to_string(), graph.label(edge.to).to_string());
                out.write_record(&[format!("{from}-{to}"), from, to, reported(edge.walked)][..columns])?;
            }
        }
    }
    out.flush()
}

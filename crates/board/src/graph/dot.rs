//! Graphviz: `neato -n2` draws the board as it lies, other layouts as they like.

use std::io::{self, Write};

use super::{Graph, Out};

/// Points from square to square.
const PITCH: u64 = 72;

/// Writes the graph; the moves of a path that is laid over it are red and thick.
pub(super) fn write(graph: &Graph<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let (kind, arrow) = if graph.is_undirected() { ("graph", "--") } else { ("digraph", "->") };
    writeln!(out, "{kind} \"{}\" {{", graph.name())?;
    for node in graph.nodes() {
        let (row, col) = graph.numbers(node.square);
        let below = graph.board().rows() - 1 - node.square.row;
        let (x, y) = (u64::from(node.square.col) * PITCH, u64::from(below) * PITCH);
        write!(out, "  {} [row_number={row}, col_number={col}", graph.label(node.square))?;
        if let Some(visit) = node.visit {
            write!(out, ", visit={visit}")?;
        }
        writeln!(out, ", pos=\"{x},{y}!\"];")?;
    }
    for edge in graph.edges() {
        write!(out, "  {} {arrow} {}", graph.label(edge.from), graph.label(edge.to))?;
        match edge.walked {
            Some(number) => writeln!(out, " [move={number}, color=red, penwidth=3];")?,
            None => out.write_all(b";\n")?,
        }
    }
    out.write_all(b"}\n")
}

//! GraphML, as networkx, Gephi, yEd and igraph read it.
//!
//! Labels are letters, digits and hyphens: nothing in a file needs escaping.

use std::io::{self, Write};

use super::{Graph, Out};

pub(super) fn write(graph: &Graph<'_>, out: &mut Out<'_>) -> io::Result<()> {
    out.write_all(
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
          <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
          xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
          xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns \
          http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
    )?;
    let keys: &[(&str, &str)] = &[("node", "row_number"), ("node", "col_number"), ("node", "visit"), ("edge", "move")];
    for (of, key) in &keys[..if graph.has_path() { 4 } else { 2 }] {
        writeln!(out, "  <key id=\"{key}\" for=\"{of}\" attr.name=\"{key}\" attr.type=\"int\"/>")?;
    }
    let kind = if graph.is_undirected() { "undirected" } else { "directed" };
    writeln!(out, "  <graph id=\"{}\" edgedefault=\"{kind}\">", graph.name())?;
    for node in graph.nodes() {
        let (row, col) = graph.numbers(node.square);
        write!(
            out,
            "    <node id=\"{}\"><data key=\"row_number\">{row}</data><data key=\"col_number\">{col}</data>",
            graph.label(node.square)
        )?;
        if let Some(visit) = node.visit {
            write!(out, "<data key=\"visit\">{visit}</data>")?;
        }
        out.write_all(b"</node>\n")?;
    }
    for edge in graph.edges() {
        let (from, to) = (graph.label(edge.from), graph.label(edge.to));
        write!(out, "    <edge id=\"{from}-{to}\" source=\"{from}\" target=\"{to}\"")?;
        match edge.walked {
            Some(number) => writeln!(out, "><data key=\"move\">{number}</data></edge>")?,
            None => out.write_all(b"/>\n")?,
        }
    }
    out.write_all(b"  </graph>\n</graphml>\n")
}

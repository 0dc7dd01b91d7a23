//! Writes arbitrary graphs in the file formats of board graphs.

use std::io::{self, BufWriter, Write};

use super::csv::of_out;
use super::{GraphFormat, NamedGraph};

/// Writes a graph. If `pairs` is true, every undirected edge is written once. Otherwise, every undirected edge is
/// written twice, once in each direction. A directed edge is always written once. In the format `hcp`, vertices are
/// numbered from 1, in the order of the graph.
///
/// ```
/// use courser_board::graph::{GraphFormat, NamedGraph, write_named};
///
/// let graph = NamedGraph::new(["a", "b", "c"], [(0, 1), (1, 2)])?;
/// let mut out = Vec::new();
/// write_named(&graph, "path", GraphFormat::Csv, true, &mut out).unwrap();
/// assert_eq!(out, b"label,from_node,to_node\na-b,a,b\nb-c,b,c\n");
/// assert_eq!(NamedGraph::read(&out)?, graph);
/// # Ok::<(), courser_board::graph::GraphError>(())
/// ```
///
/// # Errors
/// Returns the errors of `out`, and [`io::ErrorKind::InvalidInput`] for a directed graph in `hcp`, since the edges of
/// this format have no directions.
pub fn write_named(
    graph: &NamedGraph,
    name: &str,
    format: GraphFormat,
    pairs: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if graph.is_directed() && format == GraphFormat::Hcp {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the edges of .hcp have no directions"));
    }
    let pairs = pairs && !graph.is_directed();
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let names = graph.names();
    let both = (0..names.len() as u32).flat_map(|from| graph.neighbours(from).iter().map(move |&to| (from, to)));
    let edges = both.filter(|(from, to)| !pairs || from < to);
    let edges = edges.map(|(from, to)| (&*names[from as usize], &*names[to as usize]));
    match format {
        GraphFormat::Csv => {
            let mut out = csv::Writer::from_writer(&mut out);
            out.write_record(["label", "from_node", "to_node"]).map_err(of_out)?;
            for (from, to) in edges {
                out.write_record([&*format!("{from}-{to}"), from, to]).map_err(of_out)?;
            }
            out.flush()?;
        }
        GraphFormat::Sql => {
            let text = |name: &str| name.replace('\'', "''");
            let longest = names.iter().map(String::len).max().unwrap_or_default();
            writeln!(out, "CREATE TABLE nodes (label VARCHAR({longest}), PRIMARY KEY (label));")?;
            writeln!(
                out,
                "CREATE TABLE edges (label VARCHAR({}) NOT NULL, from_node VARCHAR({longest}) NOT NULL, to_node \
                 VARCHAR({longest}) NOT NULL, PRIMARY KEY (label));",
                2 * longest + 1
            )?;
            for name in names {
                writeln!(out, "INSERT INTO nodes VALUES ('{}');", text(name))?;
            }
            for (from, to) in edges {
                let (from, to) = (text(from), text(to));
                writeln!(out, "INSERT INTO edges VALUES ('{from}-{to}', '{from}', '{to}');")?;
            }
        }
        GraphFormat::Dot => {
            let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\\\""));
            let (kind, arrow) = if pairs { ("graph", "--") } else { ("digraph", "->") };
            writeln!(out, "{kind} {} {{", quoted(name))?;
            for name in names {
                writeln!(out, "  {};", quoted(name))?;
            }
            for (from, to) in edges {
                writeln!(out, "  {} {arrow} {};", quoted(from), quoted(to))?;
            }
            out.write_all(b"}\n")?;
        }
        GraphFormat::GraphMl => {
            let text = |name: &str| quick_xml::escape::escape(name).into_owned();
            let default = if pairs { "undirected" } else { "directed" };
            writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
            writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
            writeln!(out, "  <graph id=\"{}\" edgedefault=\"{default}\">", text(name))?;
            for name in names {
                writeln!(out, "    <node id=\"{}\"/>", text(name))?;
            }
            for (from, to) in edges {
                writeln!(out, "    <edge source=\"{}\" target=\"{}\"/>", text(from), text(to))?;
            }
            out.write_all(b"  </graph>\n</graphml>\n")?;
        }
        GraphFormat::Hcp => {
            writeln!(out, "NAME : {name}\nTYPE : HCP\nDIMENSION : {}", names.len())?;
            writeln!(out, "EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION")?;
            for (from, to) in graph.edges() {
                writeln!(out, "{} {}", from + 1, to + 1)?;
            }
            out.write_all(b"-1\nEOF\n")?;
        }
    }
    out.flush()
}

//! Reads and writes GraphML files, which networkx, Gephi, yEd and igraph read.
//!
//! Labels consist of letters, digits and hyphens, so nothing in a written file needs escaping.

use std::io::{self, Write};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::{GraphError, GraphFlaw};
use super::named::{GraphBuilder, no_vertex, second_vertex};
use super::{Graph, GraphWriter};
use crate::words::{shorten, shorten_to};

pub(super) fn write(graph: &Graph<'_>, out: &mut GraphWriter<'_>) -> io::Result<()> {
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

/// Reads the nodes and edges of a file with one graph. The data of nodes and edges are ignored. The file must end with
/// `</graphml>`.
pub(super) fn read(text: &str) -> Result<GraphBuilder, GraphError> {
    let mut draft = GraphBuilder::default();
    let mut reader = Reader::from_str(text);
    // Byte offset at which the previous event ends.
    let mut end = 0;
    let (mut directed, mut declared) = (None, Vec::new());
    // Two values: the names of the open elements, and a flag that is true if the root has been closed.
    let (mut open, mut is_whole) = (Vec::new(), false);
    loop {
        let begin = end;
        let event = reader.read_event().map_err(|error| wrong_xml(begin, &error))?;
        end = (reader.buffer_position() as usize).min(text.len());
        let tag = match &event {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => tag,
            Event::End(_) => {
                open.pop();
                is_whole = open.is_empty();
                continue;
            }
            Event::Text(text) if text.iter().all(u8::is_ascii_whitespace) => continue,
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) if open.is_empty() => {
                let at = text.len() - text[begin..].trim_start().len();
                return Err(GraphError::at(at, "text outside of <graphml>", GraphFlaw::Xml));
            }
            _ => continue,
        };
        let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
        if open.is_empty() && (is_whole || name != "graphml") {
            return Err(GraphError::at(
                begin,
                format_args!("<{}> is not read, only <graphml>", shorten(&name)),
                GraphFlaw::Xml,
            ));
        }
        let value = |name| attribute(tag, name, begin);
        match &*name {
            "graph" if directed.is_some() => return Err(nested(begin)),
            "graph" => directed = Some(value("edgedefault")?.as_deref() == Some("directed")),
            "hyperedge" => return Err(nested(begin)),
            "node" => {
                let id = value("id")?.ok_or_else(|| lacks(begin, "node", "id"))?;
                let vertex = draft.vertex(&id, begin)? as usize;
                declared.resize(draft.names.len(), false);
                if std::mem::replace(&mut declared[vertex], true) {
                    return Err(second_vertex(&id, begin));
                }
            }
            "edge" => {
                let mut end = |attribute| {
                    let name = value(attribute)?.ok_or_else(|| lacks(begin, "edge", attribute))?;
                    draft.vertex(&name, begin)
                };
                let (from, to) = (end("source")?, end("target")?);
                let own = value("directed")?.map(|own| own == "true");
                draft.edge(from, to, begin, own.or(directed))?;
            }
            _ => {}
        }
        match event {
            Event::Start(_) => open.push(name),
            _ => is_whole = open.is_empty(),
        }
    }
    if let Some(name) = open.last() {
        return Err(GraphError::at(
            text.trim_end().len(),
            format_args!("the file ends within <{}>", shorten(name)),
            GraphFlaw::Whole,
        ));
    }
    declared.resize(draft.names.len(), false);
    match declared.iter().position(|declared| !declared) {
        Some(vertex) => Err(no_vertex(&draft.names[vertex])),
        None => Ok(draft),
    }
}

/// Returns the value of an attribute of a tag, or `None` if the tag does not have the attribute.
fn attribute(tag: &BytesStart<'_>, name: &str, offset: usize) -> Result<Option<String>, GraphError> {
    // The check for repeated names is disabled, since it takes quadratic time.
    let mut all = tag.attributes();
    let found =
        all.with_checks(false).find(|found| found.as_ref().is_ok_and(|found| found.key.as_ref() == name.as_bytes()));
    let Some(Ok(found)) = found else { return Ok(None) };
    let value = found.normalized_value(XmlVersion::Implicit1_0);
    value.map(|value| Some(value.into_owned())).map_err(|error| wrong_xml(offset, &error))
}

fn lacks(offset: usize, what: &str, attribute: &str) -> GraphError {
    GraphError::at(offset, format_args!("{what} without '{attribute}'"), GraphFlaw::Xml)
}

fn nested(offset: usize) -> GraphError {
    let flaw = "only one graph of nodes and edges is read, without nested graphs and hyperedges";
    GraphError::at(offset, flaw, GraphFlaw::Xml)
}

/// Converts an error of the XML parser. The message is shortened, because it can contain long text from the file.
fn wrong_xml(offset: usize, error: &dyn std::error::Error) -> GraphError {
    GraphError::at(offset, shorten_to(120, &error.to_string()), GraphFlaw::Xml)
}

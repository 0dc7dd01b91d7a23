//! Reads and writes Hamiltonian cycle problems in the TSPLIB format, for LKH, Concorde and similar programs.

use std::io::{self, Write};

use super::error::{GraphError, GraphFlaw};
use super::named::{GraphBuilder, MAX_ISOLATED, MAX_VERTICES, too_large};
use super::{Graph, GraphWriter};
use crate::format::{tsplib_keyword as keyword, write_tsplib_board};
use crate::words::shorten;

/// Writes one edge for each pair of squares that are one move apart. The file begins with the name of the problem, for
/// example `knight-8x8`. `courser check` recognises the board by this name.
pub(super) fn write(graph: &Graph<'_>, out: &mut GraphWriter<'_>) -> io::Result<()> {
    let board = graph.board();
    write_tsplib_board(board, None, out)?;
    write!(out, "TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n", board.playable())?;
    // A tour has no direction in this format. Therefore each edge is written once, even if the graph is directed.
    for edge in graph.edges().filter(|edge| edge.from < edge.to) {
        writeln!(out, "{} {}", board.number(edge.from) + 1, board.number(edge.to) + 1)?;
    }
    out.write_all(b"-1\nEOF\n")
}

/// Returns whether a line shows that the file is a Hamiltonian cycle problem.
pub(super) fn begins(line: &str) -> bool {
    keyword(line).is_some_and(|(keyword, value)| match &*keyword {
        "EDGE_DATA_SECTION" => true,
        "TYPE" => line.contains(':') && !value.is_empty(),
        _ => false,
    })
}

/// Reads a problem with a list of edges, or with a list of the neighbours of each vertex.
///
/// The list must end with `-1` or `EOF`, and only `EOF` may follow.
pub(super) fn read(text: &str) -> Result<GraphBuilder, GraphError> {
    let mut draft = GraphBuilder::default();
    let offset = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let by_neighbours = header(&mut lines, text, &mut draft)?;
    let (mut from, mut end) = (None, None);
    for line in lines {
        for word in line.split_whitespace() {
            match (word, end) {
                ("EOF", None | Some("-1")) | ("-1", None) if from.is_none() => end = Some(word),
                (_, Some(_)) => return Err(not_read(offset(line), line)),
                ("-1", None) if by_neighbours => from = None,
                ("-1" | "EOF", None) => {
                    return Err(GraphError::at(offset(word), "the last edge has one vertex", GraphFlaw::Whole));
                }
                _ => {
                    let to = vertex(word, &draft, offset(word))?;
                    if let Some(from) = from {
                        draft.edge(from, to, offset(word), Some(false))?;
                    }
                    from = if by_neighbours { from.or(Some(to)) } else { from.xor(Some(to)) };
                }
            }
        }
    }
    if end.is_none() {
        let end = text.trim_end().len();
        return Err(GraphError::at(end, "the list of edges has no end: neither -1 nor EOF follows", GraphFlaw::Whole));
    }
    Ok(draft)
}

/// Reads the lines that precede the edges. Returns whether the edges are given as a list of the neighbours of each
/// vertex.
fn header<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    whole: &'a str,
    draft: &mut GraphBuilder,
) -> Result<bool, GraphError> {
    let (mut by_neighbours, mut known) = (false, Vec::new());
    let bytes = whole.len();
    for text in lines {
        // Byte offset of the line.
        let line = text.as_ptr().addr() - whole.as_ptr().addr();
        let (keyword, value) = keyword(text).ok_or_else(|| not_read(line, text))?;
        if known.contains(&keyword) {
            return Err(GraphError::at(line, format_args!("a second {keyword}"), GraphFlaw::Problem));
        }
        match &*keyword {
            "TYPE" if value != "HCP" => return Err(not_read(line, text)),
            "TYPE" => {}
            "EDGE_DATA_FORMAT" if !matches!(value, "EDGE_LIST" | "ADJ_LIST") => return Err(not_read(line, text)),
            "EDGE_DATA_FORMAT" => by_neighbours = value == "ADJ_LIST",
            "DIMENSION" => {
                let vertices: usize = value.parse().map_err(|_| not_read(line, text))?;
                if vertices > MAX_VERTICES {
                    return Err(too_large(MAX_VERTICES, "vertices"));
                }
                // An edge takes more than two bytes of the file and has two ends. Therefore, if there are more vertices
                // than bytes, some vertex has no edge.
                if vertices > MAX_ISOLATED + bytes {
                    let flaw = format!("{vertices} vertices in {bytes} bytes: some have no edge");
                    return Err(GraphError::at(line, flaw, GraphFlaw::Edge));
                }
                draft.names = (1..=vertices).map(|number| number.to_string()).collect();
            }
            "EDGE_DATA_SECTION" if draft.names.is_empty() => {
                return Err(GraphError::at(line, "EDGE_DATA_SECTION before DIMENSION", GraphFlaw::Problem));
            }
            "EDGE_DATA_SECTION" => return Ok(by_neighbours),
            section if section.ends_with("_SECTION") => return Err(not_read(line, text)),
            _ => continue,
        }
        known.push(keyword);
    }
    Err(GraphError::new("the file has no EDGE_DATA_SECTION", GraphFlaw::Problem))
}

fn vertex(word: &str, draft: &GraphBuilder, offset: usize) -> Result<u32, GraphError> {
    let number = word.parse::<usize>().ok().filter(|number| (1..=draft.names.len()).contains(number));
    number.map(|number| number as u32 - 1).ok_or_else(|| {
        let (found, max) = (shorten(word), draft.names.len());
        GraphError::at(offset, format_args!("'{found}' is not a vertex; valid are 1 to {max}"), GraphFlaw::Number)
    })
}

/// Creates the error for a line that this reader does not support. `offset` is the byte offset of the line.
fn not_read(offset: usize, line: &str) -> GraphError {
    let offset = offset + line.len() - line.trim_start().len();
    GraphError::at(offset, format_args!("'{}' is not read", shorten(line.trim())), GraphFlaw::Problem)
}

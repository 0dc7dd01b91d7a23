//! Reads graph6, digraph6 and sparse6 (B. McKay, "Description of graph6, sparse6 and digraph6 encodings"). Each of
//! these formats encodes a graph in one line of printable characters, with six bits per character.
//!
//! The line begins with the number of vertices. The rest depends on the format:
//! - graph6: the part of the adjacency matrix above the diagonal, column by column;
//! - digraph6: the whole adjacency matrix, row by row;
//! - sparse6: a list of edges.

use super::error::{GraphError, GraphFlaw};
use super::named::{GraphBuilder, MAX_ISOLATED, MAX_VERTICES, too_large};
use crate::words::counted;

/// One of the formats graph6, digraph6 and sparse6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Graph6,
    Digraph6,
    Sparse6,
}

impl Code {
    /// Returns three values: the format of a file, a flag that is true if the header or the first character identifies
    /// this format, and the text after the optional header.
    fn of(text: &str) -> (Self, bool, &str) {
        let all = [(Self::Graph6, ">>graph6<<"), (Self::Digraph6, ">>digraph6<<"), (Self::Sparse6, ">>sparse6<<")];
        let headed = all.iter().find_map(|&(code, header)| Some((code, true, text.strip_prefix(header)?)));
        let (code, has_header, rest) = headed.unwrap_or((Self::Graph6, false, text));
        match (code, rest.chars().next()) {
            (Self::Graph6, Some('&')) => (Self::Digraph6, true, &rest[1..]),
            (Self::Graph6, Some(':')) => (Self::Sparse6, true, &rest[1..]),
            (Self::Digraph6, Some('&')) | (Self::Sparse6, Some(':')) => (code, true, &rest[1..]),
            _ => (code, has_header, rest),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Graph6 => "graph6",
            Self::Digraph6 => "digraph6",
            Self::Sparse6 => "sparse6",
        }
    }
}

/// Returns whether the first characters or the length of the content show that the content consists of graphs in
/// graph6, digraph6 or sparse6.
pub(super) fn begins(text: &str) -> bool {
    let (code, is_marked, rest) = Code::of(text);
    let first = rest.lines().next().unwrap_or_default().trim_end();
    match Graph6Bits::new(first) {
        Some(bits) => is_marked || bits.has_length(code),
        None => is_marked && (text.starts_with(">>") || !first.contains([' ', ',', ';', '\t'])),
    }
}

/// Reads a file with one graph. Its vertices are numbered from 0, as in networkx.
pub(super) fn read(text: &str) -> Result<GraphBuilder, GraphError> {
    let (code, _, rest) = Code::of(text);
    let begin = text.len() - rest.len();
    let text = rest.trim_end();
    let end = begin + text.len();
    if let Some(second) = text.lines().nth(1) {
        let flaw = format!("a second graph '{}'", crate::words::shorten(second));
        let at = second.as_ptr().addr() - text.as_ptr().addr();
        return Err(GraphError::at(begin + at, flaw, GraphFlaw::One));
    }
    let wrong = |at: usize, flaw: String| GraphError::at(at, flaw, GraphFlaw::Graph6);
    let bits = Graph6Bits::new(text).ok_or_else(|| {
        let at = text.bytes().position(|byte| !(63..=126).contains(&byte)).unwrap_or(text.len());
        wrong(begin + at, format!("a character or a number that {} does not have", code.name()))
    })?;
    if bits.vertices > MAX_VERTICES as u64 {
        return Err(too_large(MAX_VERTICES, "vertices"));
    }
    if code != Code::Sparse6 && !bits.has_length(code) {
        let (found, expected) = (bits.matrix.len(), bits.characters(code));
        let characters = counted(found, "character");
        let follow = if found == 1 { "follows" } else { "follow" };
        let flaw = format!("{characters} {follow} the number of vertices {}, not {expected}", bits.vertices);
        // The error is at the end of the line if characters are missing, and otherwise at the first surplus character.
        let surplus = (found as u128).saturating_sub(expected) as usize;
        return Err(wrong(end - surplus, flaw));
    }
    let vertices = bits.vertices as u32;
    // An edge takes `1 + width` bits and has two ends. If the vertices outnumber the ends of edges, some vertex has no
    // edge.
    let joined = 12 * bits.matrix.len() / (1 + bits.width());
    if code == Code::Sparse6 && vertices as usize > MAX_ISOLATED + joined {
        let flaw = format!("{vertices} vertices in {} characters: some have no edge", bits.matrix.len());
        return Err(GraphError::at(begin, flaw, GraphFlaw::Edge));
    }
    let mut draft = GraphBuilder::default();
    draft.names = (0..vertices).map(|number| number.to_string()).collect();
    draft.notes.push(format!("{}: the vertices are numbered from 0", code.name()));
    let number_length = text.len() - bits.matrix.len();
    let mut at = 0;
    let padding = match code {
        Code::Graph6 => {
            for to in 1..vertices {
                for from in 0..to {
                    if bits.at(at) {
                        draft.edge(from, to, begin + number_length + at / 6, Some(false))?;
                    }
                    at += 1;
                }
            }
            false
        }
        Code::Digraph6 => {
            for from in 0..vertices {
                for to in 0..vertices {
                    if bits.at(at) {
                        draft.edge(from, to, begin + number_length + at / 6, Some(true))?;
                    }
                    at += 1;
                }
            }
            false
        }
        Code::Sparse6 => {
            let (width, mut vertex) = (bits.width(), 0);
            while at + 1 + width <= 6 * bits.matrix.len() {
                let number = (1..=width).fold(0, |number, bit| number << 1 | u32::from(bits.at(at + bit)));
                let next = vertex + u32::from(bits.at(at));
                // The last character is padded with bits of value 1, in some cases after one bit of value 0. This
                // padding can be mistaken for a vertex that does not exist.
                if next.max(number) >= vertices {
                    break;
                }
                at += 1 + width;
                if number > next {
                    vertex = number;
                } else {
                    vertex = next;
                    draft.edge(number, next, begin + number_length + (at - 1) / 6, Some(false))?;
                }
            }
            let has_zero = at < 6 * bits.matrix.len() && !bits.at(at);
            at += usize::from(has_zero);
            true
        }
    };
    let is_padded = (at..6 * bits.matrix.len()).all(|at| bits.at(at) == padding);
    match (is_padded, code) {
        (true, _) => Ok(draft),
        (false, Code::Sparse6) => Err(wrong(end - 1, "a vertex that the graph does not have".into())),
        (false, _) => Err(wrong(end - 1, "the bits behind the last pair of vertices are not 0".into())),
    }
}

/// The number of vertices, and the characters that follow it.
struct Graph6Bits<'a> {
    vertices: u64,
    matrix: &'a [u8],
}

impl<'a> Graph6Bits<'a> {
    /// Reads the number of vertices. Returns `None` if the line does not begin with such a number, or if a character
    /// does not belong to the format.
    fn new(line: &'a str) -> Option<Self> {
        let bytes = line.as_bytes();
        if !bytes.iter().all(|byte| (63..=126).contains(byte)) {
            return None;
        }
        let (number, matrix) = match bytes {
            [126, 126, rest @ ..] => rest.split_at_checked(6)?,
            [126, rest @ ..] => rest.split_at_checked(3)?,
            all => all.split_at_checked(1)?,
        };
        let vertices = number.iter().fold(0, |vertices, &byte| vertices << 6 | u64::from(byte - 63));
        Some(Self { vertices, matrix })
    }

    /// Returns the length of the adjacency matrix in characters.
    fn characters(&self, code: Code) -> u128 {
        let vertices = u128::from(self.vertices);
        let bits = if code == Code::Digraph6 { vertices * vertices } else { vertices * vertices.saturating_sub(1) / 2 };
        bits.div_ceil(6)
    }

    fn has_length(&self, code: Code) -> bool {
        self.characters(code) == self.matrix.len() as u128
    }

    /// Returns the number of bits per vertex in a list of edges.
    fn width(&self) -> usize {
        (u64::BITS - self.vertices.saturating_sub(1).leading_zeros()) as usize
    }

    fn at(&self, bit: usize) -> bool {
        (self.matrix[bit / 6] - 63) >> (5 - bit % 6) & 1 == 1
    }
}

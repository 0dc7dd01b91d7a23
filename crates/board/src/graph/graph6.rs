//! graph6 (B. McKay, "graph6 and sparse6 graph formats"): a graph in one line of printable characters, six bits each.
//!
//! The line begins with the number of vertices, followed by the adjacency matrix above the diagonal, column by column.

use super::error::{GraphError, GraphFlaw};
use super::named::{Draft, MAX_VERTICES, too_large};

/// The optional first characters of a file.
const HEADER: &str = ">>graph6<<";

/// Returns whether the length of the content shows that it is one or several graphs of this format.
pub(super) fn begins(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default().trim_end();
    text.starts_with(HEADER) || matches!(Bits::new(first), Some(bits) if bits.has_its_length())
}

/// Reads the only graph of a file. Its vertices are numbered from 0, as in networkx.
pub(super) fn read(text: &str) -> Result<Draft, GraphError> {
    let text = text.strip_prefix(HEADER).unwrap_or(text).trim_end();
    if let Some(line) = text.lines().nth(1) {
        let flaw = format!("a second graph '{}'", crate::words::shorten(line));
        return Err(GraphError::at(2, flaw, GraphFlaw::One));
    }
    let wrong = |flaw: String| GraphError::at(1, flaw, GraphFlaw::Graph6);
    let bits = Bits::new(text).ok_or_else(|| wrong("a character or a number that graph6 does not have".into()))?;
    if bits.vertices > MAX_VERTICES as u64 {
        return Err(too_large(MAX_VERTICES, "vertices"));
    }
    if !bits.has_its_length() {
        let (found, expected) = (bits.matrix.len(), bits.characters());
        return Err(wrong(format!(
            "{found} characters follow the number of vertices {}, not {expected}",
            bits.vertices
        )));
    }
    let mut draft = Draft::default();
    draft.names = (0..bits.vertices).map(|number| number.to_string()).collect();
    draft.notes.push("graph6: the vertices are numbered from 0".into());
    let mut at = 0;
    for to in 1..bits.vertices as u32 {
        for from in 0..to {
            if bits.at(at) {
                draft.edge(from, to, 1, Some(false))?;
            }
            at += 1;
        }
    }
    let is_padded = (at..6 * bits.matrix.len()).all(|at| !bits.at(at));
    if is_padded { Ok(draft) } else { Err(wrong("the bits behind the last pair of vertices are not 0".into())) }
}

/// The number of vertices, and the characters that follow it.
struct Bits<'a> {
    vertices: u64,
    matrix: &'a [u8],
}

impl<'a> Bits<'a> {
    /// Reads the number. Returns `None` if it is missing, or a character does not belong to the format.
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

    /// Returns the number of characters of the matrix.
    fn characters(&self) -> u128 {
        let vertices = u128::from(self.vertices);
        (vertices * vertices.saturating_sub(1) / 2).div_ceil(6)
    }

    fn has_its_length(&self) -> bool {
        self.characters() == self.matrix.len() as u128
    }

    fn at(&self, bit: usize) -> bool {
        (self.matrix[bit / 6] - 63) >> (5 - bit % 6) & 1 == 1
    }
}

//! Hamiltonian cycle problems of TSPLIB, for LKH, Concorde and their kin.

use std::io::{self, Write};

use super::{Graph, Out};
use crate::format::write_tsplib_board;

/// Writes every pair of squares a move apart once. From the name `courser check` knows the board again.
pub(super) fn write(graph: &Graph<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let board = graph.board();
    write_tsplib_board(board, None, out)?;
    write!(out, "TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n", board.playable())?;
    // A tour has no direction here, whatever the graph has.
    for edge in graph.edges().filter(|edge| edge.from < edge.to) {
        writeln!(out, "{} {}", board.number(edge.from) + 1, board.number(edge.to) + 1)?;
    }
    out.write_all(b"-1\nEOF\n")
}

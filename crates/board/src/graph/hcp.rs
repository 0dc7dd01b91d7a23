//! Hamiltonian cycle problems of TSPLIB, for LKH, Concorde and their kin.

use std::io::{self, Write};

use super::{Graph, Out};
use crate::format::write_tsplib_board;
use crate::{Board, Square};

/// Squares from one entry of [`Numbering`] to the next.
const STRIDE: u64 = 64;

/// Writes every pair of squares a move apart once. From the name `courser check` knows the board again.
pub(super) fn write(graph: &Graph<'_>, out: &mut Out<'_>) -> io::Result<()> {
    let board = graph.board();
    write_tsplib_board(board, None, out)?;
    write!(out, "TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n", board.playable())?;
    let numbering = Numbering::new(board);
    // A tour has no direction here, whatever the graph has.
    for edge in graph.edges().filter(|edge| edge.from < edge.to) {
        writeln!(out, "{} {}", numbering.node(edge.from), numbering.node(edge.to))?;
    }
    out.write_all(b"-1\nEOF\n")
}

/// The numbers of the squares that are not holes, row by row from 1.
struct Numbering<'a> {
    board: &'a Board,
    /// Holes before square 0, [`STRIDE`], twice [`STRIDE`] …; empty where there are none at all.
    holes: Vec<u64>,
}

impl<'a> Numbering<'a> {
    fn new(board: &'a Board) -> Self {
        let mut holes = Vec::new();
        if board.hole_count() > 0 {
            let mut before = 0;
            for index in 0..board.cells() {
                if index % STRIDE == 0 {
                    holes.push(before);
                }
                before += u64::from(board.is_hole(index));
            }
        }
        Self { board, holes }
    }

    fn node(&self, square: Square) -> u64 {
        let index = self.board.index(square);
        let Some(before) = self.holes.get((index / STRIDE) as usize) else {
            return index + 1;
        };
        let since = (index - index % STRIDE..index).filter(|&index| self.board.is_hole(index)).count() as u64;
        index + 1 - before - since
    }
}

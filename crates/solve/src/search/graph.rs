//! The board as a graph: the squares that are not holes, numbered row by row, and their moves.

use courser_board::{Board, MoveOrder, Square};

/// No square, no move.
pub(super) const NONE: u32 = u32::MAX;

/// Squares by number, each with up to eight moves in the order asked for.
pub(super) struct Graph {
    /// By square and slot: where the move in that slot leads, or [`NONE`].
    pub(super) to: Vec<[u32; 8]>,
    /// By slot: the slot of the same move the other way.
    pub(super) back: [u8; 8],
    /// By square: one bit per slot that leads somewhere.
    pub(super) moves: Vec<u8>,
    /// By square: its side of the graph, which every move changes.
    ///
    /// Every leaper's graph has two sides: with r + s odd a move changes the chess
    /// colour; with both odd, the row's parity; and a leaper with both even is one
    /// of half the jump on each of four boards.
    pub(super) side: Vec<u8>,
    /// By square: its index on the board.
    pub(super) index: Vec<u32>,
    /// A square that cannot be reached from square 0, if there is one.
    pub(super) apart: Option<u32>,
    rows: u32,
    cols: u32,
}

impl Graph {
    pub(super) fn new(board: &Board, order: MoveOrder) -> Self {
        let index: Vec<u32> =
            (0..board.cells()).filter(|&index| !board.is_hole(index)).map(|index| index as u32).collect();
        let number_of = |square: Square| -> u32 {
            let at = board.index(square) as u32;
            if board.hole_count() == 0 {
                return at;
            }
            index.binary_search(&at).expect("a square to stand on is not a hole") as u32
        };
        let by = board.leaper().moves(order);
        let mut back = [0; 8];
        for (slot, forth) in by.iter().enumerate() {
            let reverse = by.iter().position(|m| (m.row, m.col) == (-forth.row, -forth.col));
            back[slot] = reverse.expect("every move has its reverse") as u8;
        }
        let mut to = vec![[NONE; 8]; index.len()];
        let mut moves = vec![0; index.len()];
        for (number, &at) in index.iter().enumerate() {
            let from = board.at(at.into());
            for (slot, &by) in by.iter().enumerate() {
                if let Some(square) = board.step(from, by) {
                    to[number][slot] = number_of(square);
                    moves[number] |= 1 << slot;
                }
            }
        }
        let mut graph =
            Self { to, back, moves, side: Vec::new(), index, apart: None, rows: board.rows(), cols: board.cols() };
        graph.take_sides();
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// The number of a square of the board that is not a hole.
    pub(super) fn number(&self, index: u64) -> u32 {
        let found = self.index.binary_search(&(index as u32));
        found.expect("a square to stand on is not a hole") as u32
    }

    /// Four times the squared distance between a square and the centre of the board.
    pub(super) fn off_centre(&self, square: u32) -> u64 {
        let index = self.index[square as usize];
        let off = |at: u32, side: u32| u64::from(2 * at).abs_diff(u64::from(side) - 1);
        let (row, col) = (off(index / self.cols, self.rows), off(index % self.cols, self.cols));
        row * row + col * col
    }

    /// The slot of the move from one square to another, if there is one.
    pub(super) fn slot(&self, from: u32, to: u32) -> Option<u8> {
        let slot = self.to[from as usize].iter().position(|&next| next == to)?;
        Some(slot as u8)
    }

    /// Flood from square 0: sides, and whether it reaches all.
    fn take_sides(&mut self) {
        const UNSEEN: u8 = 2;
        self.side = vec![UNSEEN; self.len()];
        self.side[0] = 0;
        let mut wave = vec![0_u32];
        while let Some(from) = wave.pop() {
            let other = 1 - self.side[from as usize];
            for &to in self.to[from as usize].iter().filter(|&&to| to != NONE) {
                let side = &mut self.side[to as usize];
                if *side == UNSEEN {
                    *side = other;
                    wave.push(to);
                }
            }
        }
        self.apart = self.side.iter().position(|&side| side == UNSEEN).map(|at| at as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leapers_moves_change_the_side() {
        for leaper in ["1,2", "1,3", "0,1", "1,1", "0,2", "2,2", "2,3", "2,4", "3,3", "0,4"] {
            let board: Board = "9x11".parse().unwrap();
            let board = board.with_leaper(leaper.parse().unwrap());
            let graph = Graph::new(&board, MoveOrder::CLOCKWISE);
            for (from, moves) in graph.to.iter().enumerate() {
                for (slot, &to) in moves.iter().enumerate().filter(|&(_, &to)| to != NONE) {
                    let back = graph.to[to as usize][usize::from(graph.back[slot])];
                    assert_eq!(back, from as u32);
                    let sides = (graph.side[from], graph.side[to as usize]);
                    assert!(sides.0 > 1 || sides.0 + sides.1 == 1, "{leaper}: {from} to {to}");
                }
            }
        }
    }
}

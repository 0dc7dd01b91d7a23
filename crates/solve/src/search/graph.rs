//! The board as a graph: the squares that are not holes, in row-major order, and their moves.

use std::fmt::Debug;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use courser_board::{Board, MoveOrder};
use num_traits::PrimInt;

use crate::factor::graph::bits;

/// Sentinel for no square or no move.
pub(super) const NONE: u32 = u32::MAX;

/// Maximum degree of a square or vertex. A mask has one bit per move.
pub const MAX_DEGREE: usize = 64;

/// A set of slots, with one bit per slot: 8 bits on a board, and 64 bits in any other graph.
pub(super) trait Slots:
    Default + PrimInt + Into<u64> + BitAndAssign + BitOrAssign + BitXorAssign + Debug + Send + Sync
{
    /// Number of slots per square, or `None` if it depends on the graph.
    const WIDTH: Option<usize>;

    fn bit(slot: u8) -> Self {
        Self::one() << usize::from(slot)
    }

    fn has(self, slot: u8) -> bool {
        (self >> usize::from(slot)).into() & 1 == 1
    }
}

impl Slots for u8 {
    const WIDTH: Option<usize> = Some(8);
}

impl Slots for u64 {
    const WIDTH: Option<usize> = None;
}

/// The squares of a board, each with its moves in the requested order, or the vertices of any other graph.
pub(super) struct SquareGraph<S> {
    width: usize,
    /// For each square and slot, the target of the move in this slot, or [`NONE`].
    to: Vec<u32>,
    /// Slot of the opposite move, for each square and slot. The opposite move leads from the target back to the square.
    /// On a board, the table has a single row for all squares.
    back: Vec<u8>,
    /// The used slots of each square, as a mask.
    pub(super) moves: Vec<S>,
    /// For each square, its side of the bipartite graph, 0 or 1. All squares are on side 0 if the graph is not
    /// bipartite.
    ///
    /// Every leaper's graph is bipartite. Let the leaper be the (r,s)-leaper. If r + s is odd, a move changes the chess
    /// colour of the square. If r and s are both odd, a move changes the parity of the row. If r and s are both even,
    /// the board consists of four separate boards, on which the leaper moves like the (r/2,s/2)-leaper.
    side: Vec<u8>,
    is_bipartite: bool,
    /// For each square of the graph, its index on the board.
    pub(super) index: Vec<u32>,
    /// A square that cannot be reached from square 0, or `None` if all squares can be reached.
    pub(super) apart: Option<u32>,
    rows: u32,
    cols: u32,
}

/// The sides of a bipartite graph.
///
/// Only [`SquareGraph::two_sided`] creates this type. A function whose reasoning is valid only for bipartite graphs has
/// a parameter of this type, so that it cannot be called for other graphs.
#[derive(Clone, Copy)]
pub(super) struct TwoSided<'a> {
    side: &'a [u8],
}

impl TwoSided<'_> {
    /// Returns the side of the bipartite graph on which a square lies, 0 or 1.
    #[inline]
    pub(super) fn side(&self, square: u32) -> u8 {
        self.side[square as usize]
    }

    /// Returns two values: the number of squares on side 0 and the number of squares on side 1 of the bipartite graph.
    pub(super) fn sizes(&self) -> [u64; 2] {
        let ones = self.side.iter().filter(|&&side| side == 1).count();
        [self.side.len() - ones, ones].map(|size| size as u64)
    }
}

impl SquareGraph<u8> {
    pub(super) fn new(board: &Board, order: MoveOrder) -> Self {
        let index: Vec<u32> =
            (0..board.cells()).filter(|&index| !board.is_hole(index)).map(|index| index as u32).collect();
        let by = board.leaper().moves(order);
        let back = by.iter().map(|forth| {
            let reverse = by.iter().position(|m| (m.row, m.col) == (-forth.row, -forth.col));
            reverse.expect("every move has its reverse") as u8
        });
        let back = back.collect();
        let mut to = vec![NONE; 8 * index.len()];
        let mut moves = vec![0; index.len()];
        for (number, &at) in index.iter().enumerate() {
            let from = board.at(at.into());
            for (slot, &step) in by.iter().enumerate() {
                if let Some(square) = board.step(from, step) {
                    to[8 * number + slot] = board.number(square) as u32;
                    moves[number] |= 1 << slot;
                }
            }
        }
        Self::with_sides(8, to, back, moves, index, (board.rows(), board.cols()))
    }
}

impl SquareGraph<u64> {
    /// Creates a graph from the neighbours of each vertex. The graph can be any undirected graph. Its vertices are
    /// treated as the squares of a board with one row. `near` returns the neighbours of a vertex in the order of the
    /// vertex's slots. A vertex has at most [`MAX_DEGREE`] neighbours.
    pub(super) fn of<'a>(vertices: u32, near: impl Fn(u32) -> &'a [u32]) -> Self {
        let width = (0..vertices).map(|vertex| near(vertex).len()).max().unwrap_or(0);
        let (mut to, mut back) = (vec![NONE; width * vertices as usize], vec![0; width * vertices as usize]);
        let mut moves = vec![0; vertices as usize];
        for vertex in 0..vertices {
            for (slot, &other) in near(vertex).iter().enumerate() {
                let reverse = near(other).iter().position(|&back| back == vertex);
                let reverse = reverse.expect("every edge has its reverse");
                let at = vertex as usize * width + slot;
                (to[at], back[at]) = (other, reverse as u8);
                moves[vertex as usize] |= 1 << slot;
            }
        }
        Self::with_sides(width, to, back, moves, (0..vertices).collect(), (1, vertices))
    }
}

impl SquareGraph<u64> {
    /// Creates the graph of a board with joined sides. On such a board, a slot does not always stand for the same jump.
    /// If several jumps join the same two squares, only the first jump is a move.
    pub(super) fn wrapping(board: &Board, order: MoveOrder) -> Self {
        let number = |to| board.number(to) as u32;
        let near: Vec<Vec<u32>> =
            board.squares().map(|from| board.neighbours_in(from, order).map(number).collect()).collect();
        let index = board.squares().map(|square| board.index(square) as u32).collect();
        let graph = Self::of(near.len() as u32, |square| &near[square as usize]);
        Self { index, rows: board.rows(), cols: board.cols(), ..graph }
    }
}

impl<S: Slots> SquareGraph<S> {
    fn with_sides(
        width: usize,
        to: Vec<u32>,
        back: Vec<u8>,
        moves: Vec<S>,
        index: Vec<u32>,
        (rows, cols): (u32, u32),
    ) -> Self {
        let (side, is_bipartite, apart) = (Vec::new(), true, None);
        let mut graph = Self { width, to, back, moves, side, is_bipartite, index, apart, rows, cols };
        graph.take_sides();
        graph
    }

    /// Returns the two sides of the graph, or `None` if the graph is not bipartite.
    pub(super) fn two_sided(&self) -> Option<TwoSided<'_>> {
        self.is_bipartite.then_some(TwoSided { side: &self.side })
    }

    /// Returns the side of the bipartite graph to which a square belongs, 0 or 1. If the graph is not bipartite, all
    /// squares are on side 0. The search counts the ends of an open tour separately for each side.
    #[inline]
    pub(super) fn side(&self, square: u32) -> usize {
        usize::from(self.side[square as usize])
    }

    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns the number of slots per square, which is the maximum degree.
    #[inline]
    pub(super) fn width(&self) -> usize {
        S::WIDTH.unwrap_or(self.width)
    }

    /// Returns the square that the move in slot `slot` reaches from the square `from`.
    #[inline]
    pub(super) fn to(&self, from: u32, slot: u8) -> u32 {
        self.to[from as usize * self.width() + usize::from(slot)]
    }

    /// Returns the slot of the opposite move. The opposite move leads from the square `to(from, slot)` back to the
    /// square `from`.
    #[inline]
    pub(super) fn back(&self, from: u32, slot: u8) -> u8 {
        let row = if S::WIDTH.is_some() { 0 } else { from as usize * self.width };
        self.back[row + usize::from(slot)]
    }

    /// Returns four times the squared distance between a square and the centre of the board.
    pub(super) fn off_centre(&self, square: u32) -> u64 {
        let index = self.index[square as usize];
        let off = |at: u32, side: u32| u64::from(2 * at).abs_diff(u64::from(side) - 1);
        let (row, col) = (off(index / self.cols, self.rows), off(index % self.cols, self.cols));
        row * row + col * col
    }

    /// Returns the slot of the move from one square to another, or `None` if no move joins the two squares.
    pub(super) fn slot(&self, from: u32, to: u32) -> Option<u8> {
        let row = &self.to[from as usize * self.width()..][..self.width()];
        row.iter().position(|&next| next == to).map(|slot| slot as u8)
    }

    /// Assigns every square to one of the two sides of the bipartite graph, by a flood fill of each component. Also
    /// finds a square that cannot be reached from square 0, if any.
    fn take_sides(&mut self) {
        const UNSEEN: u8 = 2;
        self.side = vec![UNSEEN; self.len()];
        let mut wave = Vec::new();
        for root in 0..self.len() as u32 {
            if self.side[root as usize] != UNSEEN {
                continue;
            }
            if root > 0 && self.apart.is_none() {
                self.apart = Some(root);
            }
            self.side[root as usize] = 0;
            wave.push(root);
            while let Some(from) = wave.pop() {
                let here = self.side[from as usize];
                for slot in bits(self.moves[from as usize]) {
                    let to = self.to(from, slot);
                    let side = &mut self.side[to as usize];
                    self.is_bipartite &= *side != here;
                    if *side == UNSEEN {
                        *side = 1 - here;
                        wave.push(to);
                    }
                }
            }
        }
        if !self.is_bipartite {
            self.side.fill(0);
        }
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
            let graph = SquareGraph::new(&board, MoveOrder::CLOCKWISE);
            let sides = graph.two_sided().unwrap_or_else(|| panic!("{leaper}"));
            for from in 0..graph.len() as u32 {
                for slot in bits(graph.moves[from as usize]) {
                    let to = graph.to(from, slot);
                    assert_eq!(graph.to(to, graph.back(from, slot)), from);
                    assert_eq!(sides.side(from) + sides.side(to), 1, "{leaper}: {from} to {to}");
                }
            }
        }
    }
    #[test]
    fn a_graph_with_an_odd_cycle_has_no_two_sides() {
        let near: [&[u32]; 6] = [&[1, 2], &[0, 2], &[0, 1], &[4], &[3, 5], &[4]];
        let triangle = SquareGraph::of(3, |vertex| near[vertex as usize]);
        assert!(triangle.two_sided().is_none() && triangle.apart.is_none());
        let both = SquareGraph::of(6, |vertex| near[vertex as usize]);
        assert!(both.two_sided().is_none());
        assert_eq!(both.apart, Some(3));
        let path = SquareGraph::of(3, |vertex| [&[1][..], &[0, 2], &[1]][vertex as usize]);
        assert_eq!(path.two_sided().unwrap().sizes(), [2, 1]);
    }
}

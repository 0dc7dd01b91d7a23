//! A board as a graph, stored as one mask of moves per cell.

use courser_board::{Board, Leaper};

/// A pair of cells one move apart.
pub(super) type JumpOffset = (u32, u32);

/// The move code of each bit of a mask. The order is fixed here, so that the tours of a seed do not depend on the
/// numbering of move codes.
const CODES: [u8; 8] = [1, 3, 2, 4, 5, 7, 6, 8];

/// Returns the jump (rows down, columns right) that a bit of a mask stands for.
pub(super) const fn jump(leaper: Leaper, bit: u8) -> (i32, i32) {
    leaper.step(CODES[bit as usize])
}

/// Converts a mask of this module into a mask in which bit `k` stands for move code `k + 1`.
pub(super) fn by_code(mask: u8) -> u8 {
    bits(mask).map(|bit| 1 << (CODES[usize::from(bit)] - 1)).sum()
}

/// The moves of one leaper on one board, as one mask per cell.
///
/// A *cell* is a row-major index, including holes. Bit `k` of a mask stands for move code [`CODES`]`[k]`. The graph
/// contains the edges that a search can add or remove. It contains neither required nor excluded edges.
///
/// Every leaper's graph is bipartite, even if the leaper keeps the colour of its square. Divide the jump (r, s) by its
/// greatest common divisor g. If r/g + s/g is odd, each move changes the parity of row/g + column/g. Otherwise r/g and
/// s/g are both odd, and each move changes the parity of row/g. This parity is [`MoveGraph::side`].
#[derive(Clone, Debug)]
pub(crate) struct MoveGraph {
    /// Number of columns of the board.
    pub(crate) cols: u32,
    /// Amount that each move adds to the index of a cell.
    jumps: [i32; 8],
    /// Bit of the opposite move, indexed by the bit of a move.
    back: [u8; 8],
    /// A mask with exactly one bit of each pair of opposite moves. With this mask, a scan that removes edges visits
    /// every edge once.
    pub(super) half: u8,
    /// The moves from each cell, as a mask.
    pub(super) exits: Vec<u8>,
    /// Greatest common divisor of r and s, the two components of the jump (r, s).
    grain: u32,
    /// True if r and s, divided by `grain`, are both odd.
    odd: bool,
    /// Number of cells that are not holes.
    pub(crate) vertices: u32,
    /// Number of cells that are not holes and have no move.
    pub(crate) lonely: u32,
    /// Index of the first cell, in row-major order, that is not a hole.
    pub(crate) first: u32,
}

/// Maximum number of cells of a board in this module. The cell indices and their differences must fit in an `i32`.
pub const MAX_CELLS: u64 = i32::MAX as u64;

impl MoveGraph {
    /// Returns the graph of a board, or `None` if it has more than [`MAX_CELLS`] cells.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        if board.cells() > MAX_CELLS {
            return None;
        }
        let holes = |cell: u32| board.is_hole(cell.into());
        let mut graph = Self::rectangle(board.rows(), board.cols(), board.leaper());
        if board.hole_count() > 0 {
            for cell in 0..graph.exits.len() as u32 {
                if holes(cell) {
                    graph.exits[cell as usize] = 0;
                    continue;
                }
                let mut kept = 0;
                for code in bits(graph.exits[cell as usize]) {
                    kept |= u8::from(!holes(graph.step(cell, code))) << code;
                }
                graph.exits[cell as usize] = kept;
            }
            graph.vertices = board.playable() as u32;
            graph.first = (0..graph.cells()).find(|&cell| !holes(cell)).unwrap_or(0);
            let moving = graph.exits.iter().filter(|&&exits| exits != 0).count();
            graph.lonely = graph.vertices - moving as u32;
        }
        Some(graph)
    }

    /// Returns the graph of a board without holes.
    pub(super) fn rectangle(rows: u32, cols: u32, leaper: Leaper) -> Self {
        let steps: [(i32, i32); 8] = std::array::from_fn(|bit| jump(leaper, bit as u8));
        let first = |step: (i32, i32)| steps.iter().position(|&other| other == step).unwrap_or(0);
        let back = steps.map(|(row, col)| first((-row, -col)) as u8);
        // A jump that does not fit in an `i32` is longer than the board, and therefore is in no mask.
        let jumps = steps.map(|(row, col)| (i64::from(row) * i64::from(cols) + i64::from(col)) as i32);
        // Two indices of `steps` can have the same jump. In this case, only the lower index is used.
        let codes: u8 = (0..8).map(|code| u8::from(first(steps[code]) == code) << code).sum();
        let half = (0..8).map(|code| u8::from(code <= back[code as usize]) << code).sum();
        // The moves that stay on the board are computed separately for rows and for columns. The moves of a cell are
        // the intersection of the mask of its row and the mask of its column.
        let stays = |at: u32, by: i32, side: u32| at.checked_add_signed(by).is_some_and(|to| to < side);
        let mask = |at: u32, side: u32, part: fn(&(i32, i32)) -> i32| -> u8 {
            (0..8).map(|code| u8::from(stays(at, part(&steps[code]), side)) << code).sum()
        };
        let by_col: Vec<u8> = (0..cols).map(|col| mask(col, cols, |step| step.1)).collect();
        let mut exits = Vec::with_capacity((rows * cols) as usize);
        for row in 0..rows {
            let by_row = mask(row, rows, |step| step.0) & codes;
            exits.extend(by_col.iter().map(|by_col| by_col & by_row));
        }
        let grain = gcd(leaper.r(), leaper.s());
        let odd = (leaper.r() / grain + leaper.s() / grain).is_multiple_of(2);
        let lonely = exits.iter().filter(|&&exits| exits == 0).count() as u32;
        Self { cols, jumps, back, half, exits, grain, odd, vertices: rows * cols, lonely, first: 0 }
    }

    /// Returns the number of cells, including holes.
    pub(crate) fn cells(&self) -> u32 {
        self.exits.len() as u32
    }

    /// Returns the moves from `cell`, as a mask.
    #[inline]
    pub(crate) fn exits(&self, cell: u32) -> u8 {
        self.exits[cell as usize]
    }

    /// Returns the cell that the move with bit `code` reaches from `cell`.
    #[inline]
    pub(crate) fn step(&self, cell: u32, code: u8) -> u32 {
        cell.wrapping_add_signed(self.jumps[code as usize])
    }

    /// Returns the cell from which the move with bit `code` leads to `cell`.
    #[inline]
    pub(super) fn unstep(&self, cell: u32, code: u8) -> u32 {
        cell.wrapping_add_signed(-self.jumps[code as usize])
    }

    /// Returns the bit of the move opposite to the move with bit `code`.
    #[inline]
    pub(crate) fn back(&self, code: u8) -> u8 {
        self.back[code as usize]
    }

    /// Returns the side of the bipartition to which `cell` belongs.
    #[inline]
    pub(crate) fn side(&self, cell: u32) -> bool {
        let (row, col) = (cell / self.cols / self.grain, cell % self.cols / self.grain);
        (if self.odd { row } else { row + col }) % 2 == 1
    }

    /// Returns the bit of the move from one cell to another, or `None` if no move joins them.
    pub(crate) fn code(&self, from: u32, to: u32) -> Option<u8> {
        bits(self.exits(from)).find(|&code| self.step(from, code) == to)
    }

    /// Removes an edge from the masks of both cells that it joins.
    pub(super) fn close(&mut self, from: u32, code: u8) {
        let to = self.step(from, code);
        self.exits[from as usize] &= !(1 << code);
        self.exits[to as usize] &= !(1 << self.back(code));
    }
}

/// Returns the indices of the set bits of a mask, in ascending order.
#[inline]
pub(crate) fn bits(mask: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut mask = mask.into();
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as u8;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// Returns the indices of the set bits of a mask in cyclic order, starting with bit `first`.
#[inline]
pub(super) fn bits_from(mask: u8, first: u32) -> impl Iterator<Item = u8> {
    bits(mask.rotate_right(first)).map(move |bit| (bit + first as u8) & 7)
}

/// Returns the greatest common divisor of `a` and `b`.
pub(crate) const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use courser_board::Square;

    use super::*;

    #[test]
    fn the_graph_has_the_moves_of_its_board_and_each_changes_side() {
        for leaper in ["1,2", "0,1", "1,1", "0,2", "2,2", "1,3", "2,3", "2,4", "3,3"] {
            for (rows, cols) in [(1, 1), (3, 3), (3, 8), (6, 5), (9, 4)] {
                let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
                for holes in [vec![], vec![Square::new(rows / 2, cols / 3), Square::new(rows - 1, cols - 1)]] {
                    let Ok(board) = board.clone().with_holes(holes) else {
                        continue;
                    };
                    let graph = MoveGraph::new(&board).unwrap();
                    for cell in 0..graph.cells() {
                        let at = board.at(cell.into());
                        let mut expected: Vec<u32> = Vec::new();
                        if board.is_playable(at) {
                            expected.extend(board.neighbours(at).map(|to| board.index(to) as u32));
                        }
                        let mut found: Vec<u32> = bits(graph.exits(cell)).map(|code| graph.step(cell, code)).collect();
                        expected.sort_unstable();
                        found.sort_unstable();
                        assert_eq!(found, expected, "{board:?} from cell {cell}");
                        for code in bits(graph.exits(cell)) {
                            let to = graph.step(cell, code);
                            assert_eq!(graph.step(to, graph.back(code)), cell, "{board:?} from cell {cell}");
                            assert_ne!(graph.side(to), graph.side(cell), "{board:?} from cell {cell}");
                        }
                    }
                }
            }
        }
    }
}

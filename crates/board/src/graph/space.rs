//! Graphs of the moves of a leaper on boards whose sides are joined, and on boards of several layers.

use std::fmt;
use std::str::FromStr;

use super::{GraphError, NamedGraph};
use crate::words::shorten;
use crate::{Board, BoardError, Square, Wrap};

/// A board of one or more stacked layers. The sides of the board may be joined.
///
/// A leaper jumps along two of the three directions. On a board of one layer, squares have their usual names; the
/// squares of layer 2 have names such as `a1:2`.
///
/// ```
/// use courser_board::Wrap;
/// use courser_board::graph::Space;
///
/// let cube: Space = "4x4x4".parse().unwrap();
/// let graph = cube.graph().unwrap();
/// assert_eq!((graph.names().len(), graph.edges().count()), (64, 288));
/// assert_eq!(graph.names()[63], "d1:4");
///
/// // On a torus every square has eight moves.
/// let torus = "5x6".parse::<Space>().unwrap().wrapping(Wrap::Both);
/// assert_eq!(torus.graph().unwrap().edges().count(), 4 * 5 * 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    board: Board,
    layers: u32,
}

impl Space {
    /// Creates a space of one layer.
    pub const fn new(board: Board) -> Self {
        Self { board, layers: 1 }
    }

    /// Returns the same space with the given sides joined.
    #[must_use]
    pub fn wrapping(self, wrap: Wrap) -> Self {
        Self { board: self.board.wrapping(wrap), ..self }
    }

    /// Returns the same space with `board` as the board of every layer.
    #[must_use]
    pub fn with_board(self, board: Board) -> Self {
        Self { board, ..self }
    }

    /// Returns the board, which is the same in every layer.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of layers.
    pub const fn layers(&self) -> u32 {
        self.layers
    }

    /// Returns whether the space is a plain board, which has one layer and no joined sides.
    pub fn is_plain(&self) -> bool {
        self.layers == 1 && self.board.wrap() == Wrap::None
    }

    /// Returns the graph of the moves. Its vertices are the squares, layer by layer and row by row.
    ///
    /// # Errors
    /// [`GraphError`] if the graph is too large.
    pub fn graph(&self) -> Result<NamedGraph, GraphError> {
        let max = super::MAX_VERTICES;
        if self.board.playable().saturating_mul(self.layers.into()) > max as u64 {
            return Err(super::named::too_large(max, "vertices"));
        }
        let squares: Vec<Square> = self.board.squares().collect();
        let all = || (0..self.layers).flat_map(|layer| squares.iter().map(move |&square| (layer, square)));
        let name = |(layer, square): (u32, Square)| {
            let name = square.name(self.board.rows());
            if self.layers == 1 { name.to_string() } else { format!("{name}:{}", layer + 1) }
        };
        let number = |(layer, square)| layer * squares.len() as u32 + self.board.number(square) as u32;
        let mut edges = Vec::new();
        for from in all() {
            let mut near: Vec<u32> = self.neighbours(from).map(number).filter(|&to| to > number(from)).collect();
            // On a small torus, several moves from a square can lead to the same neighbour.
            near.sort_unstable();
            near.dedup();
            edges.extend(near.into_iter().map(|to| (number(from), to)));
        }
        NamedGraph::new(all().map(name), edges)
    }

    /// Returns the squares that are one move away from a square of a layer. A square can occur several times in the
    /// result.
    fn neighbours(&self, (layer, square): (u32, Square)) -> impl Iterator<Item = (u32, Square)> + '_ {
        let (r, s) = (i64::from(self.board.leaper().r()), i64::from(self.board.leaper().s()));
        let axes = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        let jumps = axes.into_iter().flat_map(move |[one, other]| {
            [(r, s), (r, -s), (-r, s), (-r, -s)].map(|(r, s)| {
                let mut jump = [0; 3];
                (jump[one], jump[other]) = (r, s);
                jump
            })
        });
        let wrap = self.board.wrap();
        let sides = [
            (square.row, self.board.rows(), wrap.has_cols()),
            (square.col, self.board.cols(), wrap.has_rows()),
            (layer, self.layers, false),
        ];
        jumps.filter_map(move |jump| {
            let mut to = [0; 3];
            for (axis, (at, side, wraps)) in sides.into_iter().enumerate() {
                let end = i64::from(at) + jump[axis];
                let end = if wraps { end.rem_euclid(side.into()) } else { end };
                to[axis] = u32::try_from(end).ok().filter(|&end| end < side)?;
            }
            let [row, col, layer] = to;
            let square = Square::new(row, col);
            self.board.is_playable(square).then_some((layer, square))
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)?;
        if self.layers > 1 {
            write!(f, "x{}", self.layers)?;
        }
        Ok(())
    }
}

impl FromStr for Space {
    type Err = BoardError;

    /// Reads a board size such as `4x4`, optionally followed by a number of layers, as in `4x4x3`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let parts: Vec<&str> = text.trim().split(['x', 'X', '×']).collect();
        let [rows, cols, layers] = parts[..] else {
            return if parts.len() > 3 { Err(BoardError::Layers(shorten(text))) } else { Ok(Self::new(text.parse()?)) };
        };
        let wrong = |_| BoardError::Layers(shorten(text));
        let board: Board = format!("{rows}x{cols}").parse().map_err(wrong)?;
        // The number of layers is parsed like the side of a board, so that the same limits apply.
        let layers: Board = format!("{layers}x1").parse().map_err(wrong)?;
        Ok(Self { board, layers: layers.rows() })
    }
}

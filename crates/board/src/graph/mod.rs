//! Boards as graphs. A square that is not a hole is a node, and a move is an edge.
//!
//! | format | content of a file | edges |
//! |---|---|---|
//! | [`Csv`](GraphFormat::Csv) | a table of the nodes or of the edges | directed or undirected |
//! | [`Sql`](GraphFormat::Sql) | statements that create and fill a table of the nodes and a table of the edges | directed or undirected |
//! | [`Dot`](GraphFormat::Dot) | a graph for Graphviz, with the positions of the nodes | directed or undirected |
//! | [`GraphMl`](GraphFormat::GraphMl) | GraphML (U. Brandes and others, 2002) | directed or undirected |
//! | [`Hcp`](GraphFormat::Hcp) | a Hamiltonian cycle problem of TSPLIB (Reinelt, "TSPLIB 95", 1995) | undirected |
//!
//! Every move is a directed edge. An undirected edge stands for the two moves between two squares.
//!
//! The tables have the same columns as the tables in the article "Knight's tour in HANA". By default, nodes have the
//! same labels and numbers as the squares of tours, so that a table of nodes can be joined with a table of visits. For
//! example, the node `e6` of an 8x8 board has row 2 and column 4, counted from 0 at the top left, and the edge from
//! `a1` to `c2` has the label `a1-c2`. [`Labels::Hana`] selects the labels and numbers of the article instead.
//!
//! In TSPLIB, nodes are numbered row by row from 1 at the top left. In the TSPLIB tours of [`format`](crate::format),
//! the squares have the same numbers. Therefore a tour that a solver finds in the graph can be checked.
//!
//! A [`Space`] is a board whose sides are joined, or a board of several layers. [`NamedGraph`] reads graphs of any
//! kind, including the files that this module writes.
//!
//! The writers store nothing. Nodes and edges are written as they are generated, square by square, so a graph can be
//! larger than memory. For this reason no file states its number of edges in advance.
//!
//! ```
//! use courser_board::Board;
//! use courser_board::graph::{GraphFormat, Graph, write};
//!
//! let board = Board::new(8, 8).unwrap();
//! let graph = Graph::new(&board);
//! assert_eq!((graph.nodes().count(), graph.edges().count()), (64, 336));
//! let mut out = Vec::new();
//! write(&graph, GraphFormat::Hcp, &mut out).unwrap();
//! assert!(out.starts_with(b"NAME : knight-8x8\n"));
//! ```

mod csv;
mod dot;
mod error;
mod graph6;
mod graphml;
mod hcp;
mod named;
mod plain;
mod space;
mod sql;

use std::io::{self, BufWriter, Write};

use crate::{Board, Kind, Move, MoveOrder, Path, Square, check};

pub use self::csv::{GraphTable, write_table};
pub use self::error::{GraphError, GraphFlaw};
pub use self::named::{MAX_EDGES, MAX_VERTICES, NamedGraph, PathFlaw};
pub use self::plain::write_named;
pub use self::space::Space;

/// The output of all formats. It is buffered since formats write many small pieces.
type GraphWriter<'a> = BufWriter<&'a mut dyn Write>;

/// A board as a graph, optionally with a path.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    board: &'a Board,
    moves: Vec<Move>,
    pairs: bool,
    labels: Labels,
    laid: Option<PathOverlay>,
}

/// The scheme by which nodes are labelled and numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// Labels as in tours. Rows and columns are counted from 0 at the top left: on a chessboard, `a1` is row 7, column
    /// 0.
    #[default]
    Board,
    /// Labels as in "Knight's tour in HANA". Rows and columns are counted from 1 at the bottom left: `A1` is row 1,
    /// column 1.
    Hana,
}

/// A path in the graph.
#[derive(Clone, Debug)]
struct PathOverlay {
    /// Visit number of every square, row by row, or 0 for an unvisited square.
    visits: Vec<u32>,
    /// Visit number of the last square if the closing move leads back to the first square, otherwise `None`.
    closes_at: Option<u32>,
}

/// A node of the graph: a square that is not a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Square of the node.
    pub square: Square,
    /// Visit number of the square in the path, from 1, or `None` if the path does not visit the square.
    pub visit: Option<u32>,
}

/// An edge of the graph, which is a move between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Square at which the move starts.
    pub from: Square,
    /// Square at which the move ends.
    pub to: Square,
    /// Number of the move in the path, from 1, or `None` if the path does not contain the move.
    pub walked: Option<u32>,
}

impl<'a> Graph<'a> {
    /// Returns the directed graph of a board. Two squares that are one move apart are joined by two edges, one in each
    /// direction.
    pub fn new(board: &'a Board) -> Self {
        let mut moves = board.leaper().moves(MoveOrder::SLIDES);
        moves.sort_unstable_by_key(|by| (by.row, by.col));
        Self { board, moves, pairs: false, labels: Labels::Board, laid: None }
    }

    /// Makes the graph undirected. Two squares that are one move apart are then joined by a single edge. This edge
    /// starts at the upper square, or at the left square if both squares are in the same row.
    #[must_use]
    pub fn undirected(self) -> Self {
        Self { pairs: true, ..self }
    }

    /// Changes the labels and numbers of the nodes.
    #[must_use]
    pub fn labelled(self, labels: Labels) -> Self {
        Self { labels, ..self }
    }

    /// Adds a path to the graph. If the path is a closed tour, its closing move is also added.
    ///
    /// # Panics
    /// Panics if the board of the path has another size.
    #[must_use]
    pub fn with_path(self, path: &Path) -> Self {
        let sides = |board: &Board| (board.rows(), board.cols());
        assert_eq!(sides(path.board()), sides(self.board), "the path is on another board");
        let closes = check(path.board(), path.squares()) == Ok(Kind::Closed);
        let closes_at = closes.then(|| path.order().len() as u32);
        Self { laid: Some(PathOverlay { visits: path.visits(), closes_at }), ..self }
    }

    /// Returns the board whose squares are the nodes.
    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns whether edges have no direction.
    pub const fn is_undirected(&self) -> bool {
        self.pairs
    }

    /// Returns whether a path has been added to the graph by [`with_path`](Self::with_path).
    pub const fn has_path(&self) -> bool {
        self.laid.is_some()
    }

    /// Returns the nodes, row by row from the top.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        let visit = |square| self.laid.as_ref().map(|laid| laid.visit(self.board, square)).filter(|&visit| visit > 0);
        self.board.squares().map(move |square| Node { square, visit: visit(square) })
    }

    /// Returns the edges, sorted by the square at which they start, then by the square at which they end.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.board.squares().flat_map(move |from| {
            let to = self.moves.iter().filter_map(move |&by| self.board.step(from, by));
            let to = to.filter(move |&to| !self.pairs || from < to);
            to.map(move |to| Edge { from, to, walked: self.walked(from, to) })
        })
    }

    fn walked(&self, from: Square, to: Square) -> Option<u32> {
        let laid = self.laid.as_ref()?;
        let there = laid.walked(self.board, from, to);
        if self.pairs { there.or_else(|| laid.walked(self.board, to, from)) } else { there }
    }

    /// Returns the label of a square, for example `e6`.
    fn label(&self, square: Square) -> String {
        let name = square.name(self.board.rows()).to_string();
        if self.labels == Labels::Hana { name.to_ascii_uppercase() } else { name }
    }

    /// Returns the row number and the column number of a square.
    fn numbers(&self, square: Square) -> (u32, u32) {
        match self.labels {
            Labels::Board => (square.row, square.col),
            Labels::Hana => (self.board.rows() - square.row, square.col + 1),
        }
    }

    /// Returns the name of the graph, for example `knight-8x8`.
    fn name(&self) -> String {
        format!("{}-{}", self.board.leaper().name().unwrap_or("leaper"), self.board)
    }
}

impl PathOverlay {
    fn visit(&self, board: &Board, square: Square) -> u32 {
        self.visits[board.index(square) as usize]
    }

    fn walked(&self, board: &Board, from: Square, to: Square) -> Option<u32> {
        let (from, to) = (self.visit(board, from), self.visit(board, to));
        let goes_on = from > 0 && to == from + 1;
        let closes = to == 1 && self.closes_at == Some(from);
        (goes_on || closes).then_some(from)
    }
}

/// The file formats for graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphFormat {
    /// CSV with the table of the edges. [`write_table`] also writes the table of the nodes.
    Csv,
    /// SQL statements that create and fill the table of the nodes and the table of the edges.
    Sql,
    /// DOT, the language of Graphviz.
    Dot,
    /// GraphML, an XML format that most graph tools read.
    GraphMl,
    /// A Hamiltonian cycle problem of TSPLIB.
    Hcp,
}

/// Writes a graph and its path. The format `hcp` cannot represent a path and omits it.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write(graph: &Graph<'_>, format: GraphFormat, out: &mut dyn Write) -> io::Result<()> {
    if format == GraphFormat::Csv {
        return write_table(graph, GraphTable::Edges, out);
    }
    let mut out = BufWriter::with_capacity(1 << 16, out);
    match format {
        GraphFormat::Csv | GraphFormat::Sql => sql::write(graph, &mut out),
        GraphFormat::Dot => dot::write(graph, &mut out),
        GraphFormat::GraphMl => graphml::write(graph, &mut out),
        GraphFormat::Hcp => hcp::write(graph, &mut out),
    }?;
    out.flush()
}

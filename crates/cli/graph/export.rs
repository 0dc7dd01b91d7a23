//! Implements `courser graph export`, which writes a board as a graph.

use std::io::{self, IsTerminal};
use std::path::Path as FilePath;

use courser::board::graph::{self, Graph, GraphFormat, GraphTable, Labels, Space};
use courser::board::words::a_board;
use courser::board::{Board, Leaper, MoveOrder, Path, Square, TourViolation, Wrap, check_path};
use courser::{Content, FileFormat};
use indicatif::ProgressBar;

use crate::error::{Failure, Result, refuse};
use crate::graph::args::ExportArgs;
use crate::output::{self, OutputTarget};
use crate::{input, progress};

/// Maximum number of squares of a graph that is written without the option `--yes`.
const MAX_UNASKED: u64 = 1 << 24;

pub(super) fn run(args: &ExportArgs) -> Result<()> {
    let format = output::format_named(args.format, args.output.as_deref(), Content::Graph)?;
    let format = format.and_then(FileFormat::graph_format).unwrap_or(GraphFormat::Csv);
    let (is_csv, is_hcp) = (format == GraphFormat::Csv, format == GraphFormat::Hcp);
    let nodes_cure = "leave it out: the other formats hold the nodes";
    refuse(args.nodes.is_some() && !is_csv, "--nodes is for the format csv", nodes_cure)?;
    refuse(args.tour.is_some() && is_hcp, "the format hcp cannot contain a tour", "leave out --tour")?;
    refuse(args.undirected && is_hcp, "the edges of the format hcp have no direction", "leave out --undirected")?;
    let is_labelled = args.labels != Labels::Board;
    refuse(is_labelled && is_hcp, "the nodes of the format hcp have numbers instead of labels", "leave out --labels")?;
    let is_stdout = |path: &Option<std::path::PathBuf>| path.as_ref().is_none_or(|path| path.as_os_str() == "-");
    let both = args.nodes.is_some() && is_stdout(&args.nodes) && is_stdout(&args.output);
    refuse(both, "both tables cannot go to standard output", "write one of them to a file")?;
    let space = args.size.clone();
    let leaper = args.moves.leaper.unwrap_or(Leaper::KNIGHT);
    let (board, _) = input::board_of(space.as_ref().map(Space::board), &args.holes, leaper)?;
    let board = args.moves.wrap.of(board);
    let space = space.unwrap_or_else(|| Space::new(board.clone())).with_board(board.clone());
    if !space.is_plain() {
        return export_space(args, &space, format);
    }
    if board.cells() > MAX_UNASKED && !args.yes {
        let edges = edges(&board) / if args.undirected || is_hcp { 2 } else { 1 };
        let (nodes, most) = (board.playable(), if board.hole_count() > 0 { "at most " } else { "" });
        let text = format!("the graph of {board} has {nodes} nodes and {most}{edges} edges, a line each");
        return Err(Failure::input(text, "write it nevertheless with --yes, or choose a smaller board"));
    }
    if let Some(alone) = without_moves(&board).filter(|_| is_csv && args.nodes.is_none()) {
        let text = format!("{} has no move, so a table of edges would omit it", alone.name(board.rows()));
        let cure = "add --nodes FILE for the table of nodes, or write a .graphml, .hcp, .sql or .dot";
        return Err(Failure::input(text, cure));
    }
    let path = args.tour.as_deref().map(|file| read_path(file, &board)).transpose()?;
    let mut graph = Graph::new(&board).labelled(args.labels);
    if args.undirected {
        graph = graph.undirected();
    }
    if let Some(path) = &path {
        graph = graph.with_path(path);
    }
    let failed = |error: io::Error| Failure::writing("the graph", &error);
    let mut nodes = args.nodes.as_deref().map(|file| OutputTarget::open(Some(file))).transpose()?;
    let mut output = OutputTarget::open(args.output.as_deref())?;
    // On a terminal, no progress bar is needed, since the written lines show the progress.
    let bar = match is_stdout(&args.output) && io::stdout().is_terminal() {
        true => ProgressBar::hidden(),
        false => progress::of(None, "{spinner} {binary_bytes} written, {binary_bytes_per_sec}, {elapsed}"),
    };
    // Both files are completely written before either of them gets its final name. If the disk is full, neither of the
    // two files is created.
    if let Some(nodes) = &mut nodes {
        nodes.fill(|out| graph::write_table(&graph, GraphTable::Nodes, &mut bar.wrap_write(out)).map_err(failed))?;
    }
    output.fill(|out| graph::write(&graph, format, &mut bar.wrap_write(out)).map_err(failed))?;
    bar.finish_and_clear();
    nodes.map_or(Ok(()), OutputTarget::finish)?;
    output.finish()
}

/// Writes the graph of a board with joined sides or with several layers.
fn export_space(args: &ExportArgs, space: &Space, format: GraphFormat) -> Result<()> {
    let cure = "leave it out, or write the graph of a board of one layer without joined sides";
    refuse(args.nodes.is_some(), "--nodes is for the table of a board's squares", cure)?;
    refuse(args.tour.is_some(), "--tour is for a board of one layer without joined sides", cure)?;
    refuse(args.labels != Labels::Board, "--labels is for a board of one layer without joined sides", cure)?;
    let graph = space.graph()?;
    let alone = (0..graph.names().len()).find(|&vertex| graph.neighbours(vertex as u32).is_empty());
    if let Some(alone) = alone.filter(|_| format == GraphFormat::Csv) {
        let text = format!("{} has no move, so a table of edges would omit it", graph.names()[alone]);
        return Err(Failure::input(text, "write a .graphml, .hcp, .sql or .dot"));
    }
    let piece = space.board().leaper().name().unwrap_or("leaper");
    let sides = match space.board().wrap() {
        Wrap::None => "",
        Wrap::Rows => "-rows",
        Wrap::Cols => "-cols",
        Wrap::Both => "-torus",
    };
    let name = format!("{piece}-{space}{sides}");
    OutputTarget::open(args.output.as_deref())?
        .put(|out| graph::write_named(&graph, &name, format, args.undirected, out))
}

/// Returns a square without moves, or `None` if every square has a move. On a board without holes, it is enough to test
/// the square in the middle.
fn without_moves(board: &Board) -> Option<Square> {
    let is_alone = |&square: &Square| board.neighbours(square).next().is_none();
    if board.hole_count() == 0 {
        return Some(Square::new(board.rows() / 2, board.cols() / 2)).filter(is_alone);
    }
    board.squares().find(is_alone)
}

/// Returns the number of moves on the board, counted as if the board had no holes.
fn edges(board: &Board) -> u64 {
    let along = |side: u32, by: i64| u64::from(side).saturating_sub(by.unsigned_abs());
    let moves = board.leaper().moves(MoveOrder::SLIDES);
    moves.iter().map(|by| along(board.rows(), by.row.into()).saturating_mul(along(board.cols(), by.col.into()))).sum()
}

/// Reads the squares of a path from a file, and checks that they form a path on the given board.
fn read_path(file: &FilePath, board: &Board) -> Result<Path> {
    // The path in the graph takes four bytes per square of the board, whether the square is visited or not.
    let most = u64::from(u32::MAX);
    refuse(
        board.cells() > most,
        format_args!("{} is too large for a tour over its graph", a_board(board)),
        format!("choose a board of at most {most} squares, or leave out --tour"),
    )?;
    let found = input::tours(file, Some(board.clone()), None)?;
    let squares = found.into_iter().next().map(|found| found.squares).unwrap_or_default();
    let wrong = |flaw: TourViolation| {
        let message = format!("{}: {flaw}", input::name(file));
        Failure::input(message, "give a tour of this board; courser check says whether it is one")
    };
    check_path(board, squares.iter().copied()).map_err(wrong)?;
    let order = squares.iter().map(|&square| board.index(square) as u32).collect();
    Path::new(board.clone(), order).map_err(wrong)
}

//! Options of the commands of `courser graph`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use courser::board::Leaper;
use courser::board::graph::{Labels, Space};
use courser::{Content, FileFormat};

use crate::args::{HolesArgs, KindArgs, OutputArgs, WrapArgs, formats, one_named};

const EXAMPLES: &str = "\
Examples:
  courser graph tour edges.csv --closed               a Hamiltonian cycle of any graph
  courser graph count edges.csv                       the number of its Hamiltonian cycles
  courser graph check edges.csv tour.moves            check a Hamiltonian path or cycle
  courser graph export 8x8 -o board.graphml           the board as a graph";

/// Find, count and check tours of any graph, and write a board as a graph
///
/// A graph is a file with a list of edges, or a GraphML, DOT, graph6 or TSPLIB HCP file; `-` is stdin.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct GraphArgs {
    #[command(subcommand)]
    pub(crate) command: GraphCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GraphCommand {
    Tour(GraphTourArgs),
    Count(GraphCountArgs),
    Check(GraphCheckArgs),
    Export(ExportArgs),
}

/// A graph from a file, or the graph of a board.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// The graph: a file, or a board such as 8x8 or 4x4x4
    ///
    /// A file is a list of edges, GraphML, DOT, graph6 or a TSPLIB HCP; `-` is stdin. The vertices of a board are named
    /// after its squares, such as e6. If the board has layers, the name ends with the layer: a1:2 is in layer 2 of
    /// 4x4x4.
    #[arg(value_name = "GRAPH")]
    pub(crate) graph: PathBuf,

    #[command(flatten)]
    pub(crate) moves: SpaceArgs,

    /// The edges of a list have directions, from the first vertex to the second
    ///
    /// The other formats declare whether edges have directions. If every edge has its reverse, the graph is undirected.
    #[arg(long)]
    pub(crate) arcs: bool,
}

/// The options for the moves on a board. The moves are the edges of the board's graph.
#[derive(Debug, Args)]
pub(crate) struct SpaceArgs {
    #[command(flatten)]
    pub(crate) wrap: WrapArgs,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    /// [default: knight]
    #[arg(hide_short_help = true, long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,
}

const TOUR_EXAMPLES: &str = "\
Examples:
  courser graph tour edges.csv                        a Hamiltonian path, a vertex per line
  courser graph tour petersen.g6 --start 0 --json     from a vertex, with the size of the graph
  courser graph tour board.hcp --closed -o tour.csv   a Hamiltonian cycle, as a table
  courser graph tour one-way.csv --arcs               a path along directed edges
  courser graph tour 4x4x4 --closed                   a closed tour of a cube
  courser graph tour 5x5 --wrap both --closed         a closed tour of a torus";

/// Find a Hamiltonian path or cycle
///
/// Uses an exact search, for graphs with at most 64 edges per vertex, or 63 in each direction of a directed graph.
/// Prints one vertex name per line.
#[derive(Debug, Args)]
#[command(after_long_help = TOUR_EXAMPLES)]
#[command(mut_arg("format", formats(Content::Vertices)))]
pub(crate) struct GraphTourArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// Find a cycle: the last vertex is adjacent to the first
    #[arg(long)]
    pub(crate) closed: bool,

    /// The first vertex of the path
    #[arg(long, value_name = "NAME")]
    pub(crate) start: Option<String>,

    /// The last vertex of the path
    #[arg(long, value_name = "NAME")]
    pub(crate) end: Option<String>,

    /// Seed: another number gives another tour
    #[arg(hide_short_help = true, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Stop after this time, for example 60s or 5min (exit code 4)
    #[arg(hide_short_help = true, long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

const COUNT_EXAMPLES: &str = "\
Examples:
  courser graph count edges.csv                       Hamiltonian cycles
  courser graph count edges.csv --open --directed     Hamiltonian paths, in both directions
  courser graph count edges.csv --start a --end b     paths from a vertex to a vertex
  courser graph count 4x4 --wrap both                 closed tours of a torus: 1344";

/// Count the Hamiltonian cycles or paths, exactly
#[derive(Debug, Args)]
#[command(after_long_help = COUNT_EXAMPLES)]
#[command(mut_arg("format", formats(Content::Count)))]
pub(crate) struct GraphCountArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,

    #[command(flatten)]
    pub(crate) kind: KindArgs,

    /// Count a path and its reverse as two, as is always done in a directed graph
    #[arg(long)]
    pub(crate) directed: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  courser graph tour edges.csv | courser graph check edges.csv -
  courser graph check edges.csv tour.json --closed";

/// Check a Hamiltonian path or cycle of a graph
///
/// Reads a tour as written by `graph tour`, in CSV, in JSON, or with one vertex per line. Prints `open tour` or `closed
/// tour` if the tour is valid. Otherwise prints the first violation and exits with 1.
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub(crate) struct GraphCheckArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// The tour: one vertex per line, or the CSV or JSON of `graph tour`; `-` is stdin
    #[arg(value_name = "TOUR")]
    pub(crate) tour: PathBuf,

    /// Accept cycles only
    #[arg(long)]
    pub(crate) closed: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  courser graph export 8x8 -o edges.csv --nodes nodes.csv  tables of the edges and the nodes
  courser graph export 8x8 -o board.sql               the same as SQL: sqlite3 board.db < board.sql
  courser graph export 8x8 --labels hana -o hana.sql  the tables of \"Knight's tour in HANA\"
  courser tour 8x8 -o t.json; courser graph export 8x8 --tour t.json -o tour.graphml
                                                      with a tour as attributes of nodes and edges
  courser graph export 8x8 -o knight.hcp              for a solver; then: courser check its.tour
  courser graph export 4x4x4 -o cube.graphml          four layers: their squares are a1:1 to d4:4
  courser graph export 8x8 --undirected -o knight.dot for Graphviz: neato -n2 -Tpng knight.dot

Nodes have the labels and numbers of tours: e6 is row 2, column 4, counted from 0 at the top left;
with --labels hana E6 is row 6, column 5, counted from 1 at the bottom left.
In .hcp they are the squares that are not holes, row by row from 1 at the top left,
as in TSPLIB tours that courser reads and writes.";

/// Write a board as a graph: each square is a vertex, each move an edge
///
/// The formats are CSV and SQL tables, DOT for Graphviz, GraphML, and the Hamiltonian cycle problem of TSPLIB.
#[derive(Debug, Args)]
#[command(after_long_help = EXPORT_EXAMPLES)]
#[command(mut_arg("format", formats(Content::Graph)))]
pub(crate) struct ExportArgs {
    /// The board: rows x columns, one number for a square board, or rows x columns x layers, as 4x4x4
    #[arg(value_name = "BOARD")]
    pub(crate) size: Option<Space>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    #[command(flatten)]
    pub(crate) moves: SpaceArgs,

    /// Allow graphs of more than 16,777,216 squares
    #[arg(hide_short_help = true, long)]
    pub(crate) yes: bool,

    /// Write one edge per pair of squares instead of one per move
    #[arg(long)]
    pub(crate) undirected: bool,

    /// The labels and numbers of the vertices
    ///
    /// In the article "Knight's tour in HANA", the formulas for Roth's rule and for the rules `center` and `bottom`
    /// count rows and columns from 1 at the bottom left.
    #[arg(hide_short_help = true, long, value_name = "LABELS", default_value = "board", ignore_case = true, value_parser = labels())]
    pub(crate) labels: Labels,

    /// Number the vertices (`visit`) and edges (`move`) of the tour or path in FILE; `-` is stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) tour: Option<PathBuf>,

    /// With the format csv, write the table of vertices to FILE; the edges go to --output
    #[arg(long, value_name = "FILE")]
    pub(crate) nodes: Option<PathBuf>,

    /// Write to FILE, in the format of its extension (.csv, .sql, .dot, .graphml, .hcp); `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, regardless of the file's extension
    #[arg(long)]
    pub(crate) format: Option<FileFormat>,
}

/// Returns the parser for the labels of the nodes.
fn labels() -> impl TypedValueParser<Value = Labels> {
    one_named([
        ("board", "As in tours: e6 is row 2, column 4, counted from 0 at the top left", Labels::Board),
        (
            "hana",
            "As in \"Knight's tour in HANA\": E6 is row 6, column 5, counted from 1 at the bottom left",
            Labels::Hana,
        ),
    ])
}

//! Hints about errors, in terms of the options of the command line.
//!
//! The errors of libraries contain values and an [`ErrorClass`], but no names of options. The hints for all errors of
//! libraries are in this module. A hint is a list of alternatives. Alternatives that the running command does not offer
//! are left out when the hint is printed.

use courser::TourError;
use courser::board::format::{Format as TourFormat, FormatError};
use courser::board::graph::{GraphError, GraphFlaw};
use courser::board::{Board, BoardError, ErrorClass, Leaper, MAX_SIDE, ShardError, Square, TourViolation, Wrap, check};
use courser::count::{CountError, TaskFlaw};
use courser::engine::EngineError;
use courser::engine::grown::GrowError;
use courser::solve::TilingError;
use courser::solve::chain::ChainError;
use courser::solve::existence::{Obstruction, Reason, Remedy};
use courser::solve::hunt::HuntError;
use courser::solve::mosaic;
use courser::solve::puzzle::{PuzzleError, Unsolvable};
use courser::solve::search::SearchError;
use courser::solve::warnsdorff::{Rule, RuleError};
use courser::survey::SurveyError;
use courser::view::{MAX_SQUARE, MaskError, ViewError};

const CPU: &str = "use --device cpu";
const ADAPTER: &str = "choose another adapter with --device";
const DRIVER: &str = "update the graphics driver";
const SMALLER: &str = "choose a smaller board";
const MORE_MEMORY: &str = "use a machine or an adapter with more memory";
const REPORT: &str = "this is a mistake in courser: please report it with the command";

/// The remedy for an error, with one or several alternatives.
#[derive(Clone, Debug)]
pub(crate) enum Hint {
    /// A complete sentence from a command.
    Sentence(String),
    /// A list of alternatives. Each alternative is a list of forms. From each alternative, the first form that fits the
    /// options of the command is printed.
    Ways(Vec<Vec<String>>),
}

impl Hint {
    /// Returns a hint with several alternatives. Alternatives that do not fit the options of the command are left out
    /// when the hint is printed.
    pub(crate) fn any<T: Into<String>>(ways: impl IntoIterator<Item = T>) -> Self {
        Self::Ways(ways.into_iter().map(|way| vec![way.into()]).collect())
    }

    /// Returns the hint as one sentence that fits the options of the command.
    pub(crate) fn sentence(&self, options: &Options) -> String {
        let ways = match self {
            Self::Sentence(text) => return text.clone(),
            Self::Ways(ways) => ways,
        };
        let offered = |way: &Vec<String>| way.iter().find(|form| options.offer(form)).cloned();
        let mut offers: Vec<String> = ways.iter().filter_map(offered).collect();
        let last = offers.pop().unwrap_or_else(|| "see courser help".into());
        if offers.is_empty() { last } else { format!("{}, or {last}", offers.join(", ")) }
    }
}

impl From<String> for Hint {
    fn from(hint: String) -> Self {
        Self::Sentence(hint)
    }
}

impl From<&str> for Hint {
    fn from(hint: &str) -> Self {
        Self::Sentence(hint.to_owned())
    }
}

/// The options of the running command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Names of all options, without hyphens.
    pub(crate) all: Vec<String>,
    /// Names of the options that do not conflict with any option on the command line.
    pub(crate) known: Vec<String>,
    /// Names of the options on the command line.
    pub(crate) given: Vec<String>,
    /// True if the command always needs an adapter, for example to open a window. Such a command cannot use the CPU
    /// instead.
    pub(crate) needs_adapter: bool,
}

impl Options {
    /// Returns whether `known` contains all options that occur in a text.
    pub(crate) fn know(&self, text: &str) -> bool {
        named(text).all(|name| self.known.iter().any(|option| option == name))
    }

    /// Returns whether a hint can offer the alternative `way`. Usually, `known` must contain every option in `way`. If
    /// `way` begins with "leave out", `given` must also contain all these options. If `way` begins with "add", `given`
    /// must contain none of them.
    fn offer(&self, way: &str) -> bool {
        let is_given = |name: &str| self.given.iter().any(|option| option == name);
        // An alternative can name an option that replaces an option on the command line. The alternative is offered
        // even if the two options conflict.
        if let Some((_, replaced)) = way.split_once(" instead of --") {
            let is_known = |name: &str| self.all.iter().any(|option| option == name);
            return named(way).all(is_known) && is_given(replaced);
        }
        let is_missing = way == CPU && self.needs_adapter || way.starts_with("leave out ") && !named(way).all(is_given);
        let is_there = way.starts_with("add ") && named(way).any(is_given);
        self.know(way) && !is_missing && !is_there
    }
}

/// Returns the forms of one alternative of a hint.
fn forms(forms: &[&str]) -> Vec<String> {
    forms.iter().map(|&form| form.to_owned()).collect()
}

/// Returns the options that occur in a text. The two hyphens before each name are removed.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter_map(|word| word.trim_end_matches([',', ';', ':']).strip_prefix("--"))
}

/// A library error that courser can report with a hint.
pub(crate) trait Hinted: std::fmt::Display {
    /// Returns the class of the error, which determines the exit code.
    fn class(&self) -> ErrorClass;

    /// Returns the hint for the error.
    fn hint(&self) -> Hint;
}

/// Implements [`Hinted`] for errors whose hints are returned by functions of this module.
macro_rules! hinted {
    ($($error:ty => $hint:ident),* $(,)?) => {$(
        impl Hinted for $error {
            fn class(&self) -> ErrorClass {
                Self::class(self)
            }

            fn hint(&self) -> Hint {
                $hint(self)
            }
        }
    )*};
}

hinted! {
    PuzzleError => of_puzzle,
    Unsolvable => of_unsolvable,
    BoardError => of_board,
    ShardError => of_shard,
    GraphError => of_graph,
    FormatError => of_format,
    CountError => of_count,
    EngineError => of_engine,
    GrowError => of_grow,
    TilingError => of_tiling,
    SearchError => of_search,
    ChainError => of_chain,
    RuleError => of_rule,
    HuntError => of_hunt,
    SurveyError => of_survey,
    ViewError => of_view,
    MaskError => of_mask,
    Reason => of_reason,
    TourError => of_tour,
}

/// Returns the hint for a [`BoardError`].
fn of_board(error: &BoardError) -> Hint {
    match error {
        BoardError::Size { .. } | BoardError::Side { .. } | BoardError::Digits { .. } => {
            "write rows x columns, as in 8x8 or 3x10, or one number for a square board".into()
        }
        BoardError::Layers { .. } => format!(
            "write rows x columns x layers, as in 4x4x4, each from 1 to {MAX_SIDE}, or rows x columns, as in 8x8"
        )
        .into(),
        BoardError::Square { .. } => {
            "write file and rank, as in e6, or row,col counted from 0 at the top left, as in 2,4".into()
        }
        BoardError::Rank { rows, .. } => format!("ranks are counted from the bottom, 1 to {rows}").into(),
        BoardError::File { last, .. } => format!("files are counted from the left, a to {last}").into(),
        BoardError::FileAndRank { last, rows, .. } => format!("choose a square from a1 to {last}{rows}").into(),
        BoardError::Outside { rows, cols, .. } => {
            format!("choose a square from a1 to {}", Square::new(0, cols - 1).name(*rows)).into()
        }
        BoardError::Hole { .. } => "choose a square that is not a hole".into(),
        BoardError::SameEnds { .. } => "choose another end, or leave it out".into(),
        BoardError::Move { .. } => "name moves by both their squares, as in a1-b3".into(),
        BoardError::ForcedAndForbidden { .. } => "leave it out of one of the lists".into(),
        BoardError::ForcedMoves { .. } => "a tour has two moves at a square, and one at an end".into(),
        BoardError::ForcedCycle => "leave out one move of the cycle".into(),
        BoardError::Leaper { .. } => format!(
            "write two numbers up to {MAX_SIDE}, not both 0, as in 1,2, or a name: knight, camel, zebra, giraffe"
        )
        .into(),
        BoardError::Order { .. } => {
            "choose slides, clockwise or lexicographic, or write each of the codes 1 to 8 once, as in 12345678".into()
        }
        BoardError::FewOfDigits { inverted: false, .. } => {
            Hint::any(["if 0 is a square, use --invert", "write '.' for a square and '#' for a hole"])
        }
        BoardError::FewOfDigits { .. } => {
            Hint::any(["if 1 is a square, leave out --invert", "write '.' for a square and '#' for a hole"])
        }
        BoardError::Ambiguous { .. } => {
            "write '.' for a square, '#' for a hole and 'N' for the start, or visit numbers between blanks".into()
        }
        BoardError::NoSquares => "leave at least one square open".into(),
        BoardError::TooManyForHoles { max, .. } => {
            format!("use a board of at most {max} squares, or one without holes").into()
        }
        BoardError::Ragged { .. } => "give every line the same number of squares".into(),
        BoardError::Character { .. } => {
            "write '.' or '1' for a square, '#' or '0' for a hole, 'N' for the start".into()
        }
        BoardError::Entry { .. } => {
            "separate squares by blanks: a visit number, '.' for a square without one, '#' for a hole".into()
        }
        BoardError::SecondStart { .. } => "mark one square with 'N', or none".into(),
        BoardError::Empty => "write one line per row, '.' for a square and '#' for a hole".into(),
        _ => "choose another board".into(),
    }
}

/// Returns the hint for a [`ShardError`].
fn of_shard(error: &ShardError) -> Hint {
    match error {
        ShardError::Text(..) => "write I/N, as in 0/4 for the first of four".into(),
        ShardError::Twice(..) => "give each shard once".into(),
        ShardError::Missing(shard) => format!("make shard {shard} with the options of the others").into(),
        _ => "give shards of one question, which differ in nothing but their numbers".into(),
    }
}

/// Returns the hint for a [`GraphError`].
fn of_graph(error: &GraphError) -> Hint {
    match error.flaw() {
        GraphFlaw::Table => {
            "give an edge per line, as in a,b, a table with the columns from_node and to_node, or source and target, or a \
             line for each vertex, with its neighbours"
        }
        GraphFlaw::Xml => "give GraphML with one <graph>, each <node> with an id, each <edge> with source and target",
        GraphFlaw::Whole => "the file is cut off or damaged: make it again",
        GraphFlaw::Dot => "give one graph without subgraphs and ports: a; a -- b; or a -> b;",
        GraphFlaw::Graph6 => "write the graph again: the line is cut off or damaged",
        GraphFlaw::One => "give a file with one graph",
        GraphFlaw::Problem => {
            "give TYPE : HCP, DIMENSION, and EDGE_DATA_FORMAT : EDGE_LIST or ADJ_LIST, without fixed edges"
        }
        GraphFlaw::Edge => "give every vertex an edge: without one there is no tour",
        GraphFlaw::Number => "number the vertices from 1 to DIMENSION, and end the list with -1",
        GraphFlaw::Name => "give every vertex a short name of its own",
        GraphFlaw::Loop => "remove the edge: no tour goes from a vertex to itself",
        GraphFlaw::Twice => "list every edge once, or every edge of the graph once in each direction",
        GraphFlaw::Directed => {
            "add --arcs if the edges have directions; if not, list every edge once, or every edge in both directions"
        }
        GraphFlaw::Declared => "leave out --arcs, or give a list of edges",
        GraphFlaw::Smaller => "give a smaller graph",
        GraphFlaw::Vertex => "use the name of a vertex of the file",
        _ => "give another graph",
    }
    .into()
}

/// Returns the hint for a [`FormatError`].
fn of_format(error: &FormatError) -> Hint {
    match error {
        FormatError::Io(_) => "check that the file can be read and written, and that the disk has space".into(),
        FormatError::Board(error) => error.hint(),
        FormatError::Name { .. } => {
            format!("choose one of {}", TourFormat::ALL.map(TourFormat::name).join(", ")).into()
        }
        FormatError::Partial { .. } => "choose grid, moves, csv or json for a path that leaves squares out".into(),
        FormatError::TooLarge { .. } => "choose moves, csv or json: they write visited squares only".into(),
        FormatError::Empty => "give a file with a tour in it".into(),
        FormatError::Binary { .. } => "give a text in UTF-8, or an array that numpy.save has written".into(),
        FormatError::Unknown { .. } => {
            "begin with visit numbers, squares as in e6, the header visit,row,col,square, a '{', or a TSPLIB header"
                .into()
        }
        FormatError::Word { text, .. } if !text.is_empty() && text.chars().all(|square| ".#".contains(square)) => {
            Hint::any(["separate the squares by blanks", "if the file is a board, give it with --board FILE"])
        }
        FormatError::Word { text, .. } if !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit()) => {
            "number the visited squares from 1, each number once".into()
        }
        FormatError::Word { wanted, .. } => in_format(format!("write a {wanted} there")),
        FormatError::Column { column, .. } => {
            in_format(format!("add the column '{column}' to the header and the rows"))
        }
        FormatError::Fields { expected, .. } => in_format(format!("give the line {expected} fields")),
        FormatError::Ambiguous { .. } => {
            Hint::any(["give the whole tour", "write squares as in a1", "give the size of the board with --size"])
        }
        FormatError::Ragged { .. } => "give every line the same number of squares".into(),
        FormatError::Visit { .. } | FormatError::Doubled { .. } | FormatError::Missing { .. } => {
            "number the visited squares from 1, each number once".into()
        }
        FormatError::FromZero { .. } => {
            Hint::any(["count visits from 1", "if it is a hole, give the board with its hole with --board FILE"])
        }
        FormatError::Rank { rows, .. } => format!("ranks are counted from the bottom, 1 to {rows}").into(),
        FormatError::Size { file_rows, file_cols, .. } => {
            let size = format!("{file_rows}x{file_cols}");
            Hint::Ways(vec![vec![format!("use --size {size}, or leave it out"), format!("give the board {size}")]])
        }
        FormatError::NoBoard { .. } => {
            Hint::Ways(vec![forms(&["use --size, as in --size 8x8", "give the board, as in 8x8"])])
        }
        FormatError::Claim { .. } => "if the board is right, give it yourself".into(),
        FormatError::Disagree { .. } => {
            "correct the square, or leave out the column 'square': row and col say the same".into()
        }
        FormatError::Json { .. } => {
            "write an object with the keys board (rows, cols, leaper, holes) and squares, a list of [row, col]".into()
        }
        FormatError::Header { .. } | FormatError::Length { .. } => "write the array again with numpy.save".into(),
        FormatError::Shape { .. } => {
            "save an array of rows x columns, one visit number per square, or several of them as one array".into()
        }
        FormatError::Type { .. } => "save integers, as in numpy.save(file, visits.astype('u4'))".into(),
        FormatError::NotTour { .. } | FormatError::NoTour => {
            "give the tour that a solver wrote, not the graph that it read".into()
        }
        FormatError::Dimension { .. } => "give the board, with its holes, on which the nodes were numbered".into(),
        FormatError::Node { .. } => "nodes are the squares that are not holes, numbered row by row from 1".into(),
        _ => "give a file that courser tour wrote".into(),
    }
}

/// Returns the hint for a file that may be in another format. `change` describes how to correct the file if the file
/// is in the expected format.
fn in_format(change: String) -> Hint {
    Hint::any([change, "name the format with --input-format if the file is in another one".into()])
}

/// Returns the hint for an input file whose squares do not form a path on the board.
pub(crate) fn of_squares(board: &Board, squares: &[Square], flaw: &TourViolation) -> Hint {
    match flaw {
        TourViolation::Jump { .. } => match other_moves(board, squares) {
            Some(option) => return format!("use {option}").into(),
            None => "correct the file, or name another piece with --leaper or joined sides with --wrap",
        },
        TourViolation::Twice { .. } => "correct the file: a path visits every square at most once",
        _ => "correct the file, or name another board with --size or --board",
    }
    .into()
}

/// Returns the option with which the squares form a path. The option selects another piece, or joins sides of the
/// board. Returns `None` if there is no such option, or if the first violation is not a wrong move.
pub(crate) fn other_moves(board: &Board, squares: &[Square]) -> Option<String> {
    let is_path =
        |board: &Board| matches!(check(board, squares.iter().copied()), Ok(_) | Err(TourViolation::Missing { .. }));
    if !matches!(check(board, squares.iter().copied()), Err(TourViolation::Jump { .. })) {
        return None;
    }
    let [from, to] = *squares.first_chunk()?;
    let leaper = Leaper::new(from.row.abs_diff(to.row), from.col.abs_diff(to.col)).ok()?;
    if is_path(&board.clone().with_leaper(leaper)) {
        return Some(format!("--leaper {}", leaper.name().map_or_else(|| leaper.to_string(), str::to_owned)));
    }
    let joined = [Wrap::Rows, Wrap::Cols, Wrap::Both].into_iter().find(|&wrap| is_path(&board.clone().wrapping(wrap)));
    joined.map(|wrap| format!("--wrap {wrap}"))
}

/// Returns the hint for a [`CountError`].
fn of_count(error: &CountError) -> Hint {
    match error {
        CountError::Task { flaw, .. } => of_task(*flaw),
        CountError::Board(error) => error.hint(),
        CountError::Memory { can_use_disk: true, .. } => {
            Hint::any(["count a smaller board", "keep its layers on a disk with --disk"])
        }
        CountError::Memory { .. } => "count a smaller board".into(),
        CountError::OnDisk { .. } => Hint::any(["count a smaller board", "choose a --disk folder with more room"]),
        CountError::Stopped => {
            Hint::any(["with --disk DIR the same command goes on from where it was stopped", "count it again"])
        }
        CountError::Classes { .. } => {
            Hint::any(["choose another board", "leave out --up-to-symmetry", "leave out --symmetry"])
        }
        CountError::Checkpoint { .. } => "give a folder that only this count uses, or an empty one".into(),
        CountError::Disk { .. } => "make room on the disk, or choose a folder that may be written to".into(),
        CountError::Shard(error) => error.hint(),
        CountError::TooLarge(_) => Hint::any([SMALLER, "leave out --shard"]),
        _ => SMALLER.into(),
    }
}

/// Returns the hint for a flaw of a counting task.
fn of_task(flaw: TaskFlaw) -> Hint {
    match flaw {
        TaskFlaw::NoLayers => "name a file of layers, or a new one, which is then written",
        TaskFlaw::StaleLayers => "name another file, or delete this one, and the layers are made again",
        TaskFlaw::SmallBoard => "choose a larger board",
        TaskFlaw::Number => "choose a smaller number",
        TaskFlaw::NoTour => "choose another board",
        TaskFlaw::NotOfLayers => "check the tour, its kind and its ends",
        TaskFlaw::Folder => "leave out --disk",
        TaskFlaw::Joined => return Hint::any(["leave out --wrap", "leave out --number"]),
        TaskFlaw::Wide => "choose a narrower board, or another leaper",
        TaskFlaw::Symmetric => "ask for all closed tours of the board",
        TaskFlaw::Parts => "count the shards again, all by one program",
        TaskFlaw::Part => "give a file that count --shard has written, or count the shard again",
        TaskFlaw::Version => "count and merge with one version",
        TaskFlaw::LargeGraph => "choose a smaller graph",
        TaskFlaw::End => "choose another end, or leave it out",
        _ => SMALLER,
    }
    .into()
}

/// Returns the hint for an [`EngineError`].
fn of_engine(error: &EngineError) -> Hint {
    match error {
        EngineError::Start(error) => error.hint(),
        EngineError::Rule(error) => error.hint(),
        EngineError::Grow(error) => error.hint(),
        EngineError::Tiling(error) => error.hint(),
        #[cfg(feature = "gpu")]
        EngineError::Gpu(error) => of_gpu(error),
        EngineError::NoGpu => Hint::any(["build courser with the feature gpu", CPU]),
        EngineError::TooLarge { .. } | EngineError::Dispatch { .. } | EngineError::CycleSize { .. } => {
            Hint::any([SMALLER, MORE_MEMORY])
        }
        EngineError::RothSides { .. } => "choose a shorter board, or another rule".into(),
        EngineError::NoStart { .. } => "give at least one square to begin on".into(),
        EngineError::BatchBoard { .. } => SMALLER.into(),
        EngineError::BatchMemory { .. } | EngineError::KnightOnly { .. } => Hint::any([SMALLER, CPU]),
        EngineError::LongRows { rows, cols, .. } if rows > cols => Hint::any(["choose a board with shorter rows", CPU]),
        EngineError::LongRows { rows, cols, .. } => Hint::any([&format!("swap the sides, {cols}x{rows}"), CPU]),
        EngineError::OneBinding { .. } => {
            Hint::any([SMALLER, "draw it from the command line: courser tour BOARD -o FILE.png"])
        }
        EngineError::Memory { .. } => "choose a smaller board, or write the result to a file".into(),
        EngineError::Lockstep(_) => Hint::any([DRIVER, ADAPTER, CPU]),
        EngineError::Damaged(_) | EngineError::Proof(_) | EngineError::Unseen { .. } => {
            Hint::any(["try again", DRIVER, CPU])
        }
        _ => REPORT.into(),
    }
}

/// Returns the hint for a graphics adapter that is missing or has failed.
#[cfg(feature = "gpu")]
pub(crate) fn of_gpu(error: &courser::gpu::GpuError) -> Hint {
    use courser::gpu::GpuError;

    match error {
        GpuError::NoAdapter => Hint::any([
            "install a Vulkan driver (Debian, Ubuntu: apt install mesa-vulkan-drivers)",
            "try WGPU_BACKEND=gl",
            CPU,
        ]),
        GpuError::NoMatch { .. } => {
            "use gpu for any adapter, or name one by its number or a part of its name: courser devices lists them"
                .into()
        }
        GpuError::Backend { .. } => "unset it, or use vulkan, gl, metal or dx12".into(),
        GpuError::NoSurface { .. } => Hint::any(["try WGPU_BACKEND=gl", ADAPTER]),
        GpuError::OutOfMemory { .. } => Hint::any([SMALLER, ADAPTER, CPU]),
        GpuError::Bindings { .. } | GpuError::Build { .. } => Hint::any([DRIVER, ADAPTER, CPU]),
        _ => Hint::any(["try again", ADAPTER, CPU]),
    }
}

/// Returns the hint for a [`GrowError`].
fn of_grow(error: &GrowError) -> Hint {
    match error {
        GrowError::Crowded { .. } | GrowError::Unjoined { .. } => {
            Hint::any(["try another --seed", "use another method"])
        }
        _ => "choose another board".into(),
    }
}

/// Returns the hint for a [`TilingError`].
fn of_tiling(error: &TilingError) -> Hint {
    match error {
        TilingError::Small(_, board, _) if mosaic::serves(board) => {
            Hint::any(["choose a larger board", "use --method mosaic or search"])
        }
        TilingError::Small(..) => Hint::any(["choose a larger board", "use --method search"]),
        TilingError::None(reason) => reason.hint(),
        TilingError::Holes(..) | TilingError::Leaper(..) => Hint::any(["choose another board", "use --method search"]),
        TilingError::MosaicEnds { .. } => Hint::any(["choose another end", "use --method search"]),
        TilingError::TameEnds { .. } => {
            let ends = ["leave out --start and --end", "leave out --start", "leave out --end"];
            Hint::Ways([&ends[..], &["use --method mosaic instead of a tame tour"]].map(forms).into())
        }
        TilingError::Symmetric => Hint::any(["leave out --symmetry", "use --method mosaic instead of a tame tour"]),
        TilingError::Crossings { .. } => Hint::any(["use --method tame", "choose a board with even sides from 22"]),
        TilingError::NoCorners { .. } => Hint::any(["choose a larger board", "use --method mosaic"]),
        TilingError::Region { .. } => "choose a region between 6x6 and 12x12, such as 8x8".into(),
        TilingError::Rule { .. } => "choose random, warnsdorff, pohl or roth".into(),
        TilingError::RelayEnds => {
            "leave out the start or the end, try another seed, or choose the method mosaic".into()
        }
        TilingError::Memory { .. } => "choose a smaller board, or the method mosaic".into(),
        _ => "try another seed or another size of the regions".into(),
    }
}

/// Returns the hint for a [`SearchError`].
fn of_search(error: &SearchError) -> Hint {
    match error {
        SearchError::Degree { vertex, .. } => {
            format!("leave out edges of {vertex}: a path that is found without them is one of the whole graph").into()
        }
        SearchError::SameEnds => "choose another end, or leave it out".into(),
        _ => "use a smaller board, or the mosaic for a knight's rectangle".into(),
    }
}

/// Returns the hint for a [`ChainError`].
fn of_chain(error: &ChainError) -> Hint {
    match error {
        ChainError::Unclear { .. } | ChainError::Empty => {
            "write one line per region: rows x columns, its top left square, and if they matter its first and last square, as in 5x5 at a10 from e6 to e8"
        }
        ChainError::Board { error, .. } => return error.hint(),
        ChainError::OtherBoard { made_for, .. } => {
            return format!("ask for a tour of {made_for}, or change the line").into();
        }
        ChainError::TooLarge { .. } => "use a smaller board, or the mosaic",
        ChainError::Outside { .. } => "name the top left square after 'at', and rows before columns",
        ChainError::OnlyHoles { .. } => "leave the region out",
        ChainError::Overlap { .. } | ChainError::Uncovered { .. } => {
            "make the regions cover the board, each square once; 'at' names the top left square"
        }
        ChainError::Elsewhere { .. } => "'from' and 'to' name squares of the whole board that lie in the line's region",
        ChainError::Joint { .. } => "leave out one of the two, which is then chosen",
        ChainError::Closing { .. } => "leave out one of the two, or do not ask for a closed tour",
        ChainError::NoWay { .. } => {
            "leave out its 'from' or 'to' or that of a neighbour; a region needs its ends on the right colours, and sides of 5 or more are easiest"
        }
        _ => REPORT,
    }
    .into()
}

/// Returns the hint for a [`RuleError`].
fn of_rule(error: &RuleError) -> Hint {
    match error {
        RuleError::Unknown { .. } => format!("choose {}", Rule::ALL.map(|rule| rule.to_string()).join(", ")).into(),
        RuleError::Start(error) => error.hint(),
        RuleError::SquirrelCull { corner, rows, .. } => format!(
            "it needs a knight on a square board of side 5 or more without holes, starting at {}; elsewhere try roth",
            corner.name(*rows)
        )
        .into(),
        _ => "use a smaller board, or the mosaic".into(),
    }
}

/// Returns the hint for a [`HuntError`].
fn of_hunt(error: &HuntError) -> Hint {
    match error {
        HuntError::Empty => "write one line per row: N for the knight, x for a treasure, * for any other square".into(),
        HuntError::Ragged { .. } => "give every row the same number of squares".into(),
        HuntError::Character { .. } => {
            "write N for the knight, x for a treasure, * for any other square, # for one that cannot be entered".into()
        }
        HuntError::SecondKnight { .. } => "mark one square with N".into(),
        HuntError::Twice { .. } => "name every square once".into(),
        HuntError::Board(error) => error.hint(),
        HuntError::Label { .. } => {
            "ranks count down to 1 on the last row, files are a, b, c …; labels may be left out".into()
        }
        HuntError::Unreachable { .. } => "take the treasure away, or open a way to it".into(),
        HuntError::TooLarge { .. } => "cut the map to the part with the treasures".into(),
        HuntError::TooManyForExact { .. } => {
            Hint::any(["take treasures away", "use --fast for a good path and its maximum excess over the shortest"])
        }
        HuntError::TooMany { .. } => "take treasures away, or make several maps".into(),
        _ => "ask for one shortest path, or cut the map to fewer treasures".into(),
    }
}

/// Returns the hint for a [`SurveyError`].
fn of_survey(error: &SurveyError) -> Hint {
    match error {
        SurveyError::Board(error) => error.hint(),
        SurveyError::Shard(error) => error.hint(),
        SurveyError::Engine(error) => error.hint(),
        SurveyError::Boards { .. } => "write sizes as 8, 6x10, 5..=100 or 10..=100:10, with commas between them".into(),
        SurveyError::Seeds { .. } => {
            "write numbers as 0,7 or 0..=9, with commas between them; to walk more often with one seed, use more tries"
                .into()
        }
        SurveyError::Starts(_) => "give a number from 1 on, or all".into(),
        SurveyError::NoKnights => "let at least one walk from each start".into(),
        SurveyError::Crowd { .. } => "choose fewer starts or fewer tries, or another seed for the rest".into(),
        _ => "give a CSV file that a survey has written".into(),
    }
}

/// Returns the hint for a [`ViewError`].
fn of_view(error: &ViewError) -> Hint {
    match error {
        ViewError::Square { .. } => format!("choose 1 to {MAX_SQUARE} pixels, or leave the size out").into(),
        ViewError::Joined => "leave out --stroke: other pictures show lines that leave the board".into(),
        ViewError::TooLarge { largest: 0, .. } => "leave the size out: the board is then averaged down".into(),
        ViewError::TooLarge { largest, .. } => format!("choose at most {largest} pixels, or leave the size out").into(),
        ViewError::TooSmall { largest: (rows, cols), .. } => {
            format!("choose a smaller board: {rows}x{cols} is the largest of this shape").into()
        }
        ViewError::TooFine { needed, .. } => {
            format!("draw a heat map, or choose squares of {needed} pixels or more where there is room").into()
        }
        ViewError::Name { names, .. } => format!("choose one of {names}").into(),
        ViewError::Pace { min, max, .. } => format!("choose a number from {min} to {max}").into(),
        ViewError::TooLong { min_speed: Some(speed), .. } => {
            format!("choose a speed of {speed} or more moves per second, or fewer frames per second").into()
        }
        ViewError::TooManyMoves { max, .. } => {
            let side = max.isqrt();
            Hint::any([format!("choose a board of at most {side}x{side}").as_str(), "write to a .png"])
        }
        ViewError::TooLong { max, .. } => format!("choose at most {} steps", max - 1).into(),
        ViewError::TooWide { .. } => "choose smaller squares, or leave their size out".into(),
        ViewError::TooFewSquares { smallest, .. } => {
            format!("choose {smallest} squares per pixel, or leave them out: they are then chosen for the board").into()
        }
        ViewError::Numbers { needed, .. } => {
            format!("choose squares of {needed} pixels or more, or leave the numbers out where they do not fit").into()
        }
        ViewError::Legend { .. } => {
            "leave out --legend, or make the picture larger with --square or a smaller --scale".into()
        }
        ViewError::Caption { .. } => {
            "leave out --caption, or make the picture larger with --square or a smaller --scale".into()
        }
        ViewError::Paper(_) => "choose A0 to A10, letter, legal or tabloid, or sides, as in 210x297mm".into(),
        ViewError::Length(_) => "give a number of mm, cm or in, as in 10mm".into(),
        ViewError::Margin { .. } => "choose smaller margins, or larger paper".into(),
        ViewError::Pen { .. } => "choose a pen such as 0.3mm".into(),
        ViewError::Sheet { .. } => "choose another --dpi, smaller margins, or an SVG, which has no pixels".into(),
        ViewError::Layers { moves, .. } => format!("choose 1 to {}", moves.max(&1)).into(),
        ViewError::Sizes { .. } => "draw them one by one, with --pick".into(),
        ViewError::TooMany { .. } => "choose fewer boards, or smaller squares".into(),
        ViewError::NoPoints => "plot at least one measured value".into(),
        // The other errors arise only from calls that no command makes.
        _ => REPORT.into(),
    }
}

/// Returns the hint for a [`MaskError`].
fn of_mask(error: &MaskError) -> Hint {
    match error {
        MaskError::Board(_) => Hint::any(["make some pixels light: they are squares", "use --invert"]),
        MaskError::TooLarge { .. } => "name a smaller board, as in 1000x1000: the picture is scaled to it".into(),
        MaskError::List(_) => "the file is damaged: save the picture again, as PNG".into(),
        _ => "give a picture as PNG, JPEG, GIF, WebP, BMP, PNM or TIFF, of at most some 10,000 pixels per side".into(),
    }
}

/// Returns the hint for a [`Reason`].
fn of_reason(reason: &Reason) -> Hint {
    if reason.spec().restricts_moves() && matches!(reason.because(), Obstruction::Forced | Obstruction::Searched(_)) {
        return "leave out some of the moves of --with and --without".into();
    }
    if matches!(reason.because(), Obstruction::ClosingMove { .. }) {
        return Hint::any(["leave that move out of --without", "leave out --end"]);
    }
    let way = |remedy: &Remedy| {
        let mut forms = vec![remedy.to_string()];
        if remedy.is_open {
            let change = remedy.change.as_ref().map_or(String::new(), |change| format!(", and {change}"));
            forms.splice(
                ..0,
                [
                    "use --open instead of --closed".into(),
                    format!("add --open{change}"),
                    format!("leave out --closed{change}"),
                ],
            );
        }
        forms
    };
    Hint::Ways(reason.remedies().iter().map(way).collect())
}

/// Returns the hint for a [`TourError`].
fn of_tour(error: &TourError) -> Hint {
    match error {
        TourError::Rule(error) => error.hint(),
        TourError::Tiling(error) => error.hint(),
        TourError::Melt(_) => Hint::any(["choose another board", "leave out --melt"]),
        TourError::Search(error) => error.hint(),
        TourError::Regions(error) => error.hint(),
        TourError::Engine(error) => error.hint(),
        TourError::Memory { board, .. } if mosaic::serves(board) => {
            let streamed = "use --method mosaic with --format npy or none";
            let instead = format!("{streamed} instead of --symmetry");
            Hint::Ways([&[SMALLER][..], &[&instead, streamed]].map(forms).into())
        }
        TourError::Memory { .. } => SMALLER.into(),
        TourError::Band { .. } => "choose a board with shorter rows: a band is as wide as the board".into(),
        TourError::Unsearched { .. } => "choose a smaller board, or the knight and no holes".into(),
        // Only bugs in courser cause the remaining errors. Some of these errors report a contradictory request, but
        // every command rejects such a request before it calls the library.
        _ => REPORT.into(),
    }
}

/// Returns the hint for a [`PuzzleError`].
fn of_puzzle(error: &PuzzleError) -> Hint {
    match error {
        PuzzleError::Board(error) => error.hint(),
        PuzzleError::Number { .. } => "number the squares in the order of the tour, from 1".into(),
        PuzzleError::SameNumber { .. } | PuzzleError::SameSquare { .. } => "leave out one of the two".into(),
        PuzzleError::Unsolvable(reason) => reason.hint(),
        _ => SMALLER.into(),
    }
}

/// Returns the hint for visit numbers without a solution.
fn of_unsolvable(error: &Unsolvable) -> Hint {
    match error {
        Unsolvable::Tour(reason) => reason.hint(),
        Unsolvable::Gap(gap) if gap.from.is_some() && gap.to.is_some() => {
            "change or leave out one of these two numbers".into()
        }
        Unsolvable::Gap(_) => "change or leave out this number".into(),
        _ => "change or leave out some of the numbers".into(),
    }
}

#[cfg(test)]
mod tests {
    use courser::board::TourSpec;
    use courser::engine::machine::Difference;
    use courser::solve::existence::{Existence, decide};

    use super::*;

    /// Returns example errors of all types. The list includes the errors whose hints name options.
    fn errors() -> Vec<Box<dyn Hinted>> {
        let board: Board = "8x8".parse().unwrap();
        let adapter = || "an adapter".to_owned();
        let (needed, there) = (1 << 40, 1 << 30);
        let mut errors: Vec<Box<dyn Hinted>> = vec![
            Box::new(EngineError::NoGpu),
            Box::new(EngineError::Damaged("a word".into())),
            Box::new(EngineError::Unseen { seen: 1, squares: 2 }),
            Box::new(EngineError::Memory { what: "a tour".into(), needed }),
            Box::new(EngineError::KnightOnly { kernel: "a kernel", leaper: board.leaper() }),
            Box::new(EngineError::LongRows { rows: 8, cols: 9, needed, adapter: adapter(), there }),
            Box::new(EngineError::LongRows { rows: 9, cols: 8, needed, adapter: adapter(), there }),
            Box::new(EngineError::OneBinding { rows: 8, cols: 9, needed, adapter: adapter(), there }),
            Box::new(CountError::Memory { needed: 1e12, available: 1, can_use_disk: true }),
            Box::new(CountError::Stopped),
            Box::new(CountError::Classes { reason: "a reason".into() }),
            Box::new(CountError::TooLarge("a limit")),
            Box::new(TourError::Melt(board.clone())),
            Box::new(TourError::Memory { board, needed, there }),
            Box::new(TilingError::Symmetric),
            Box::new(EngineError::from(Difference {
                when: "submission 1".into(),
                kernel: "a kernel".into(),
                buffer: "a buffer",
                index: 7,
                found: 1,
                expected: 2,
                place: None,
            })),
        ];
        for size in ["3x3", "4x4", "5x5", "2x8", "1x4", "3x6"] {
            if let Existence::None(reason) = decide(&TourSpec::closed(&size.parse().unwrap())) {
                errors.push(Box::new(reason));
            }
        }
        #[cfg(feature = "gpu")]
        errors.push(Box::new(EngineError::from(courser::gpu::GpuError::NoAdapter)));
        errors
    }

    #[test]
    fn no_hint_names_an_option_that_the_command_does_not_have() {
        let sets = [&["closed", "device", "method", "disk"][..], &["open", "symmetry"], &[]];
        let mut count = 0;
        for known in sets {
            let names = || known.iter().map(|&name| name.to_owned()).collect();
            for given in [names(), Vec::new()] {
                let options = Options { all: names(), known: names(), given, needs_adapter: false };
                for error in errors() {
                    let sentence = error.hint().sentence(&options);
                    assert!(!sentence.is_empty(), "{error}");
                    if let Hint::Ways(_) = error.hint() {
                        assert!(options.know(&sentence), "{known:?}: {sentence}");
                        count += usize::from(sentence.contains("--"));
                    }
                }
            }
        }
        assert!(count > 10, "{count} hints name options");
    }

    #[test]
    fn a_way_out_that_the_command_does_not_offer_is_left_out() {
        let options = |known: &[&str], given: &[&str]| {
            let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
            Options { all: names(known), known: names(known), given: names(given), needs_adapter: false }
        };
        let hint = Hint::any([SMALLER, ADAPTER, CPU]);
        let sentence = |known: &[&str]| hint.sentence(&options(known, &[]));
        assert_eq!(sentence(&["device"]), format!("{SMALLER}, {ADAPTER}, or use --device cpu"));
        assert_eq!(sentence(&[]), SMALLER);
        let of_window = Options { needs_adapter: true, ..options(&["device"], &[]) };
        assert_eq!(hint.sentence(&of_window), format!("{SMALLER}, or {ADAPTER}"));
        let Existence::None(reason) = decide(&TourSpec::closed(&"5x5".parse().unwrap())) else { panic!() };
        let sentence = |known: &[&str], given: &[&str]| reason.hint().sentence(&options(known, given));
        assert_eq!(sentence(&["closed"], &["closed"]), "leave out --closed, or try 6x6");
        assert_eq!(sentence(&["closed", "open"], &[]), "add --open, or try 6x6");
        assert_eq!(sentence(&["closed", "open"], &["closed"]), "use --open instead of --closed, or try 6x6");
        assert_eq!(sentence(&["closed"], &[]), "ask for an open tour, or try 6x6");
    }

    #[test]
    fn hints_fit_the_sides_the_adapter_and_the_size_of_the_board() {
        let names = || vec!["device".to_owned(), "method".to_owned()];
        let options = Options { all: names(), known: names(), given: Vec::new(), needs_adapter: false };
        let long = |rows, cols| {
            let error = EngineError::LongRows { rows, cols, needed: 2, adapter: "an adapter".into(), there: 1 };
            error.hint().sentence(&options)
        };
        assert!(long(100, 101).contains("101x100") && !long(101, 100).contains("100x101"));
        #[cfg(feature = "gpu")]
        {
            let error = courser::gpu::GpuError::Bindings {
                label: "a kernel".into(),
                needed: 3,
                adapter: "an adapter".into(),
                there: 2,
            };
            assert!(EngineError::from(error).hint().sentence(&options).contains(CPU));
        }
        // The hint suggests leaving out exactly the given ends.
        let ends = |given: &[&str]| {
            let given: Vec<String> = given.iter().map(|&name| name.to_owned()).collect();
            let all = [&given[..], &names()].concat();
            let error = TilingError::TameEnds { rows: 20, cols: 20, square: Square::new(0, 0) };
            error.hint().sentence(&Options { all: all.clone(), known: all, given, needs_adapter: false })
        };
        let mosaic = ", or use --method mosaic instead of a tame tour";
        assert_eq!(ends(&["start", "end"]), format!("leave out --start and --end{mosaic}"));
        assert_eq!(ends(&["end"]), format!("leave out --end{mosaic}"));
        let spec = TourSpec::closed(&"4x9".parse().unwrap());
        let error = mosaic::MosaicPlan::new(&spec, None).unwrap_err();
        assert!(!error.hint().sentence(&options).contains("mosaic"), "{error}");
    }
}

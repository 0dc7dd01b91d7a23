//! Options that several commands share.

pub(crate) mod picture;

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use courser::board::{Board, Leaper, MoveOrder, Symmetry, Wrap};
use courser::solve::warnsdorff::Rule;
use courser::{Content, DeviceChoice, FileFormat};

/// The version of courser, and the commit if it is known.
pub(crate) const VERSION: &str = match env!("COURSER_COMMIT").is_empty() {
    true => env!("CARGO_PKG_VERSION"),
    false => concat!(env!("CARGO_PKG_VERSION"), " (", env!("COURSER_COMMIT"), ")"),
};

/// A file with a tour, and the facts about its board that the file does not contain.
#[derive(Debug, Args)]
pub(crate) struct TourFileArgs {
    /// The file with the tour: any format that `tour` writes, or a grid or list from another program; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The size of the board, if the file does not contain it
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    pub(crate) size: Option<Board>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece, if the file does not name it
    #[arg(hide_short_help = true, long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

    #[command(flatten)]
    pub(crate) wrap: WrapArgs,
}

/// The board of a command. The parser accepts a command without a board, since some commands have other ways to name
/// the board. The function `input::board` reports a missing board.
#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The board: rows x columns, or one number for a square board
    #[arg(value_name = "BOARD")]
    pub(crate) size: Option<Board>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,
}

/// A board with holes, from a file.
#[derive(Debug, Args)]
pub(crate) struct HolesArgs {
    /// A board with holes, from a text file or a picture
    ///
    /// A text file has one line per row: `.` is a square, `#` is a hole, `N` is the start; or `1` is a square, `0` is a
    /// hole. Tables and NumPy arrays of 0 and 1 are also accepted. Drawings are also accepted: `0` is a square, `1` is
    /// the start and a blank is a hole. If the file contains digits, stderr reports the numbers of squares and holes.
    /// In a picture (PNG, JPEG, GIF, WebP, BMP, PNM, TIFF) light pixels are squares. A picture has one pixel per
    /// square, or is scaled to the size given as BOARD.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Read dark pixels of a picture, or 0 in a table or an array, as squares
    #[arg(hide_short_help = true, long, requires = "board")]
    pub(crate) invert: bool,

    /// Remove the outer rows and columns of --board that have only holes
    ///
    /// Square names then refer to the smaller board. Its size is reported on stderr.
    #[arg(hide_short_help = true, long, requires = "board")]
    pub(crate) trim: bool,
}

/// The joined sides of a board.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct WrapArgs {
    /// The joined sides of the board: none (the default), rows, cols or both
    ///
    /// `rows`: every row is a ring, so a move beyond the right side enters on the left. `cols`: every column is a ring.
    /// `both`: the board is a torus.
    #[arg(hide_short_help = true, long, value_name = "SIDES", value_parser = wrap())]
    pub(crate) wrap: Option<Wrap>,
}

impl WrapArgs {
    /// Returns whether sides are joined.
    pub(crate) fn joins(self) -> bool {
        self.wrap.is_some_and(|wrap| wrap != Wrap::None)
    }

    /// Returns the board with the requested joined sides. Without the option, the joined sides of `board` are
    /// unchanged.
    pub(crate) fn of(self, board: Board) -> Board {
        let wrap = self.wrap.unwrap_or(board.wrap());
        board.wrapping(wrap)
    }
}

/// Returns the parser for the choice of joined sides of a board.
fn wrap() -> impl TypedValueParser<Value = Wrap> {
    one_named([
        ("none", "No sides", Wrap::None),
        ("rows", "The left and the right side: every row is a ring", Wrap::Rows),
        ("cols", "The upper and the lower side: every column is a ring", Wrap::Cols),
        ("both", "All sides: the board is a torus", Wrap::Both),
    ])
}

/// The requested tours: closed ones, or open ones with or without given ends.
#[derive(Debug, Args)]
pub(crate) struct KindArgs {
    /// Closed tours: their ends are a move apart [default]
    #[arg(long, conflicts_with_all = ["open", "start", "end"])]
    pub(crate) closed: bool,

    /// Open tours, including those whose ends are a move apart
    #[arg(long)]
    pub(crate) open: bool,

    /// The start of open tours, as e6 or row,col from 0
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Open tours that end on this square
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) end: Option<String>,
}

impl KindArgs {
    /// Returns whether open tours are requested.
    pub(crate) const fn are_open(&self) -> bool {
        self.open || self.start.is_some() || self.end.is_some()
    }
}

/// The requested tours of a board.
#[derive(Debug, Args)]
pub(crate) struct ToursArgs {
    #[command(flatten)]
    pub(crate) kind: KindArgs,

    #[command(flatten)]
    pub(crate) moves: MovesArgs,
}

/// Moves that a tour must use, and moves that a tour must not use.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// Only tours that use these moves, for example a1-b3,c2-e1
    #[arg(hide_short_help = true, long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) with: Vec<String>,

    /// Only tours that do not use these moves
    #[arg(hide_short_help = true, long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

impl MovesArgs {
    /// Returns whether no moves are given.
    pub(crate) const fn are_empty(&self) -> bool {
        self.with.is_empty() && self.without.is_empty()
    }
}

/// A knight that moves by a rule: its start, the rule, the options of the rule, and the required end and kind of the
/// tour.
#[derive(Debug, Args)]
pub(crate) struct KnightArgs {
    /// The start, as e6 or as row,col counted from 0
    ///
    /// The default is the square marked N in --board, or the first square if none is marked.
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Accept only a tour that ends here
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    /// Accept only a closed tour: its last square is a move away from its first
    #[arg(hide_short_help = true, long)]
    pub(crate) closed: bool,

    /// The rule that selects the next square, for example roth
    ///
    /// warnsdorff (the default), pohl, pohl-2, pohl-3, roth, random, squirrel-cull, bottom or center.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// The order in which neighbours are examined: slides (the default), clockwise, lexicographic, or eight codes
    ///
    /// The codes 1 to 8 are the moves (rows down, columns right) (2,1) (-2,1) (2,-1) (-2,-1)
    /// (1,2) (-1,2) (1,-2) (-1,-2).
    #[arg(hide_short_help = true, long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// Seed of the random choices
    ///
    /// Without --rule, a seed selects a rule: for `walk`, the rule `random`; for `cycle`, the rule `warnsdorff` with a
    /// random move order.
    #[arg(hide_short_help = true, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// If the rule gets stuck, write the path up to there
    ///
    /// The exit code is still 1.
    #[arg(long)]
    pub(crate) partial: bool,

    /// Stop after this time, for example 60s or 5min (exit code 4)
    #[arg(hide_short_help = true, long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,
}

#[derive(Debug, Args)]
pub(crate) struct DeviceArgs {
    /// The device: auto, gpu, cpu, or an adapter by its number or a part of its name
    ///
    /// `auto` selects a graphics card if one is available and faster than the CPU, otherwise the CPU. `gpu` selects the
    /// best graphics adapter, including software adapters. `courser devices` lists the adapters with their numbers.
    #[arg(long, value_parser = DeviceParser, default_value = "auto", hide_possible_values = true)]
    pub(crate) device: DeviceChoice,
}

/// The destination and the format of an answer. A command lists its formats with [`formats`].
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE, in the format of its extension
    ///
    /// `-` is stdout.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, regardless of the file's extension
    #[arg(hide_short_help = true, long, group = "written")]
    pub(crate) format: Option<FileFormat>,

    /// The same as --format json
    #[arg(hide_short_help = true, long, group = "written")]
    pub(crate) json: bool,
}

/// Returns a function that restricts an argument to these values and lists them in the help.
pub(crate) fn one_of<T>(values: impl IntoIterator<Item = T>) -> impl FnOnce(Arg) -> Arg
where
    T: ValueEnum + Send + Sync + 'static,
{
    let names: Vec<_> = values.into_iter().filter_map(|value| value.to_possible_value()).collect();
    let parser = PossibleValuesParser::new(names).map(|name| T::from_str(&name, false).expect("the name of a value"));
    |argument| argument.value_parser(parser)
}

/// Returns a parser that converts a name to a value of a library type. Each element of `values` consists of the name,
/// the help text and the value.
pub(crate) fn one_named<T, const N: usize>(
    values: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = values.each_ref().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(move |name| {
        let known = |(known, ..): &&(&str, &str, T)| known.eq_ignore_ascii_case(&name);
        let (.., value) = values.iter().find(known).expect("the name of a value");
        value.clone()
    })
}

/// Parses the device on which a command runs: `auto`, `gpu`, `cpu` or the name of an adapter.
#[derive(Clone)]
pub(crate) struct DeviceParser;

impl TypedValueParser for DeviceParser {
    type Value = DeviceChoice;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<DeviceChoice, clap::Error> {
        let name = NonEmptyStringValueParser::new().parse_ref(command, arg, value)?;
        Ok(name.as_str().into())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = [
            ("auto", "A real graphics card if there is one and it is faster, otherwise the CPU"),
            ("gpu", "A graphics adapter, even a software one"),
            ("cpu", "The CPU"),
        ];
        Some(Box::new(values.into_iter().map(|(name, help)| PossibleValue::new(name).help(help))))
    }
}

/// Returns the parser for the name of a symmetry.
pub(crate) fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(<&str>::from)).try_map(|name| name.parse::<Symmetry>())
}

/// Parses numbers of rows and columns, such as 8x8.
pub(crate) fn region(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X']).and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    sides.ok_or_else(|| "not rows and columns, as in 8x8".into())
}

/// Returns a function that restricts an argument to the formats that can contain this content.
pub(crate) fn formats(content: Content) -> impl FnOnce(Arg) -> Arg {
    one_of(content.formats())
}

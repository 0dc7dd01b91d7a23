//! Options of `courser watch`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use courser::board::{Leaper, MoveOrder};
use courser::engine::cycle::Schedule;
use courser::solve::warnsdorff::Rule;
use courser::view::Channel;
use courser::{DeviceChoice, MethodName};

use crate::args::{DeviceParser, HolesArgs, one_of, region};

const EXAMPLES: &str = "\
Examples:
  courser watch                                       the decision cycle on the chessboard
  courser watch 8x8 --channel r,g,b,a --paused        pass by pass: the key p is one pass, m a move
  courser watch 8x8 --rule bottom --start d4          a greedy rule that gets stuck
  courser watch tour.csv                              a tour from a file, in any format
  courser watch 8x8 --knights 64                      a wall of boards, a knight on each
  courser watch 2000x2000 --method mosaic             four million squares; the wheel zooms in
  courser watch 60x60 --closed --method grown         a mosaic breaks into cycles, which join
  courser watch 64x64 --method relay                  64 knights on one board, one per region

Keys: space plays, m a move, p a pass, j and o one move and one pass back, + and - faster and
slower, b to the start, r next rule, n next seed, a all channels, c one of them, l numbers, line or
heat, w the shader of the pass, s saves a PNG, ? shows all. A click starts on that square.";

/// Watch a tour being made, in a window
///
/// Shows a tour from a file, many knights side by side, a mosaic of millions of squares, or the decision cycle as it
/// runs on the GPU, pass by pass or at a million moves per second. The key `?` lists the keys.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("method", one_of([MethodName::Auto, MethodName::Cycle, MethodName::Relay, MethodName::Mosaic, MethodName::Grown])))]
pub(crate) struct WatchArgs {
    /// The board, as rows x columns or one number for a square board; or a file with a tour, `-` for stdin [default:
    /// 8x8]
    #[arg(value_name = "BOARD|FILE")]
    pub(crate) what: Option<String>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

    /// The start, as e6 or as row,col counted from 0
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// A closed tour: its last square is a move away from its first
    #[arg(hide_short_help = true, long)]
    pub(crate) closed: bool,

    /// The method that makes the tour
    #[arg(long, default_value_t)]
    pub(crate) method: MethodName,

    /// The rule of the decision cycle: warnsdorff, pohl, pohl-2, pohl-3, roth, random, squirrel-cull, bottom, center
    #[arg(hide_short_help = true, long, value_name = "RULE", group = "ties")]
    pub(crate) rule: Option<Rule>,

    /// Break ties by looking N squares ahead: 0 (rule warnsdorff), 1 (pohl), 2 (pohl-2) or 3 (pohl-3)
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(Rule::MAX_LOOK_AHEAD)), group = "ties")]
    pub(crate) look_ahead: Option<u32>,

    /// The order in which neighbours are examined: slides (the default), clockwise, lexicographic, or eight codes
    #[arg(hide_short_help = true, long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// The squares that each pass of the decision cycle computes: whole, near (the default), fused or resident
    ///
    /// In a paused window, the squares computed by the last pass are marked; in a channel, the other squares are pale.
    #[arg(hide_short_help = true, long, value_name = "SCHEDULE")]
    pub(crate) schedule: Option<Schedule>,

    /// Approximate rows and columns of each region of a relay, 6 to 12 each [default: 8x8]
    #[arg(hide_short_help = true, long, value_name = "ROWSxCOLS", value_parser = region)]
    pub(crate) regions: Option<(u32, u32)>,

    /// Seed for the rule `random`, and for relays, mosaics and grown tours
    #[arg(hide_short_help = true, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Watch N knights, each on its own board; they start on consecutive squares, or all on --start
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) knights: Option<u32>,

    /// Moves per second [default: the whole tour in about 15 seconds]
    #[arg(long, value_name = "MOVES")]
    pub(crate) speed: Option<f64>,

    /// Start paused
    #[arg(long)]
    pub(crate) paused: bool,

    /// The initial style of the squares
    #[arg(hide_short_help = true, long, value_enum, default_value_t = WatchLook::Numbers, group = "squares")]
    pub(crate) look: WatchLook,

    /// Instead of the tour, show channels of the state side by side: r,g,b,a or visit,phase,rank,next
    #[arg(hide_short_help = true, long, value_name = "CHANNELS", value_delimiter = ',', group = "squares")]
    pub(crate) channel: Vec<Channel>,

    /// Draw light lines on dark squares; the key d selects other palettes
    #[arg(hide_short_help = true, long)]
    pub(crate) dark: bool,

    /// Width and height of the window, in pixels of a display of scale 1
    #[arg(hide_short_help = true, long, value_name = "WxH", default_value = "900x800", value_parser = window)]
    pub(crate) window: (u32, u32),

    /// The file to which the key s saves a picture [default: courser-BOARD.png]
    #[arg(hide_short_help = true, long, value_name = "FILE.png")]
    pub(crate) save: Option<PathBuf>,

    /// The adapter that draws the window, by its number or a part of its name; or the device that computes a grown tour
    ///
    /// `auto` draws the window on the best adapter, and computes a grown tour there if the adapter is a graphics card.
    /// `gpu` and `cpu` determine where a grown tour is computed. A named adapter also computes the grown tour.
    /// `courser devices` lists the adapters with their numbers.
    #[arg(hide_short_help = true, long, value_parser = DeviceParser, default_value = "auto", hide_possible_values = true)]
    pub(crate) device: DeviceChoice,
}

#[cfg(feature = "window")]
impl WatchArgs {
    /// Returns whether the arguments name `cpu` or `gpu` as the device that computes a grown tour.
    pub(crate) fn names_device(&self) -> bool {
        matches!(self.device, DeviceChoice::Cpu | DeviceChoice::Gpu)
    }

    /// Returns the requested rule, or `None` if no rule is requested. A rule is requested by its name or by the depth
    /// of its look-ahead.
    pub(crate) fn rule(&self) -> Option<Rule> {
        self.look_ahead.and_then(Rule::looking_ahead).or(self.rule)
    }
}

/// The look of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatchLook {
    /// The line, with visit numbers if they are legible
    Numbers,
    /// Only the line
    Line,
    /// The visit number as colour
    Heat,
}

/// Parses the width and the height of a window.
fn window(text: &str) -> Result<(u32, u32), String> {
    let sides =
        text.split_once(['x', 'X']).and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides
        .filter(|&(width, height)| (1..=16_384).contains(&width) && (1..=16_384).contains(&height))
        .ok_or_else(|| "a window is width x height, 1 to 16384 pixels each, as in 900x800".to_owned())
}

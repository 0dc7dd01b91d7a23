//! Options of `courser cycle`.

use clap::Args;
use courser::Content;
use courser::engine::cycle::Schedule;
use courser::view::Channel;

use crate::args::picture::{ShowArgs, StyleArgs};
use crate::args::{BoardArgs, DeviceArgs, KnightArgs, OutputArgs, formats, region};

const EXAMPLES: &str = "\
Examples:
  courser cycle 8x8 --start 2,4                       the tour of \"Knight's Tour in Cg\" (2007)
  courser cycle 8x8 --channel r,g,b,a -o cycle.gif    what every square knows, pass by pass
  courser cycle 8x8 --channel rank --passes 30 -o rank.png   the ranks after ten moves
  courser cycle 8x8 --channel visit,rank -o states.npy  every state, as an array
  courser cycle 100x100 --rule roth --schedule near   another rule, fewer squares per pass
  courser cycle 64x64 --regions 8x8 -o relay.gif      a relay: a knight in each of 64 regions
  courser cycle 64x64 --device gpu --verify-cpu       every pass compared with the CPU's";

/// Run the decision cycle pass by pass
///
/// Every square ranks its neighbours, the knight's square decides, and the chosen square pulls the knight onto itself:
/// three passes per move, each over all squares at once. The cycle cannot lead the knight to a given last square. If a
/// knight gets stuck, the exit code is 1. With --regions, a relay of many knights runs in the same passes.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Tour)))]
pub(crate) struct CycleArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    #[command(flatten)]
    pub(crate) knight: KnightArgs,

    /// The squares that each pass computes; does not change the tour
    ///
    /// `whole`: three passes per move over the whole board, as in the slides of "Knight's Tour in Cg". `near`: three
    /// passes over the squares that the move can change. `fused`: the three passes in one kernel, over the whole board,
    /// as in the program of these slides. `resident` (the default): many moves in one dispatch.
    #[arg(hide_short_help = true, long, value_name = "SCHEDULE")]
    pub(crate) schedule: Option<Schedule>,

    /// Run a relay: a knight in each region of about this size
    ///
    /// A region has 6 to 12 rows and columns. A relay finds closed tours and tours to --end, even if a single knight
    /// does not find them. It supports the rules random, warnsdorff, pohl and roth. Each knight's first try is by the
    /// rule, and its later tries are random.
    #[arg(long, value_name = "ROWSxCOLS", value_parser = region)]
    pub(crate) regions: Option<(u32, u32)>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Compare every state with the CPU's; stop at the first difference
    #[arg(hide_short_help = true, long)]
    pub(crate) verify_cpu: bool,

    /// Write these channels of the squares' states, for example r,g,b,a
    ///
    /// The channels are visit, phase, rank and next, or r, g, b and a for short. A still picture shows the last state,
    /// or the state after --passes passes; an animation shows the state after every pass. The formats npy and csv
    /// contain every state as numbers: npy as an array of shape (states, rows, columns, channels), csv as a table.
    #[arg(long, value_name = "CHANNELS", value_delimiter = ',')]
    pub(crate) channel: Vec<Channel>,

    /// With --channel, the number of passes, three per move [default: all]
    #[arg(hide_short_help = true, long, value_name = "N", requires = "channel")]
    pub(crate) passes: Option<u64>,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) picture: StyleArgs,
}

//! Options of `courser bench`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use courser::DeviceChoice;
use courser::bench::BenchMethod;
use courser::survey::Boards;

use crate::args::DeviceParser;

const EXAMPLES: &str = "\
Examples:
  courser bench --quick                                 a first look, in half a minute
  courser bench -o bench.json -o bench.png              all times, and a plot of them
  courser bench --methods cycle,batch --boards 8,32 --runs 50
  courser bench --methods depth-first,search,warnsdorff --boards 5..=8
  courser bench --device cpu --device 0 --device 1       the CPU and two adapters
  courser bench --from bench.json -o table.md           tables and plots of an earlier run
  courser bench --from bench.json --boards 8,1000       a part of it";

/// Measure the speed of methods on boards, on the CPU and the GPU
///
/// Each case is warmed up and then timed in rounds with the others until its mean time is known. Every timed result is
/// checked. The first run, during which a driver compiles, is reported separately.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Methods to measure, by default cycle,warnsdorff,batch,mosaic; also depth-first, search, regions, factor, grown, relay and auto
    #[arg(long, value_name = "METHOD,…", value_parser = methods(), value_delimiter = ',', hide_possible_values = true)]
    pub(crate) methods: Vec<String>,

    /// The boards: sizes such as 8 or 6x10 and ranges such as 8..=64:8, separated by commas
    #[arg(long, value_name = "BOARDS")]
    pub(crate) boards: Option<Boards>,

    /// A device: cpu, gpu, or an adapter by its number or a part of its name; may be repeated [default: auto]
    ///
    /// `auto` is the CPU and a graphics adapter, which may be a software adapter. `courser devices` lists the adapters
    /// with their numbers.
    #[arg(long, value_parser = DeviceParser, hide_possible_values = true)]
    pub(crate) device: Vec<DeviceChoice>,

    /// Measure few boards, within half a minute
    #[arg(long, group = "amount")]
    pub(crate) quick: bool,

    /// Measure every method on many boards, up to 16000x16000, within ten minutes
    #[arg(long, group = "amount")]
    pub(crate) full: bool,

    /// Run each case exactly N times [default: until its mean time is known]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) runs: Option<u32>,

    /// Measure nothing: print and plot a report stored as JSON, or only the part for --boards and --methods
    #[arg(long, value_name = "FILE", conflicts_with_all = ["quick", "full", "runs", "device"])]
    pub(crate) from: Option<PathBuf>,

    /// Write to FILE.json (with the time of each run), .csv, .md, .png or .svg; may be repeated
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,

    /// Show all columns of the table (about 160 characters)
    #[arg(long, group = "printed")]
    pub(crate) wide: bool,

    /// Print JSON instead of a table
    #[arg(hide_short_help = true, long, group = "printed")]
    pub(crate) json: bool,
}

/// Returns the names of the methods that can be measured. The decision cycle has the same name for all schedules.
fn methods() -> PossibleValuesParser {
    let mut names: Vec<&str> = BenchMethod::ALL.iter().map(|method| method.family()).collect();
    names.dedup();
    PossibleValuesParser::new(names)
}

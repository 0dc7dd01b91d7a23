//! Options of `courser devices`.

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  courser devices
  courser devices --verbose                where the time of a start goes
  WGPU_BACKEND=gl courser devices --json";

/// List the graphics adapters, their limits, and what --device auto takes
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct DevicesArgs {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Open every adapter, and time each part of that
    ///
    /// The parts: loading the drivers, asking them for their adapters, opening the device, and the first pass of the
    /// decision cycle, whose kernels are built for it. A driver that keeps kernels on disk takes longer the first time.
    #[arg(long)]
    pub(crate) verbose: bool,
}

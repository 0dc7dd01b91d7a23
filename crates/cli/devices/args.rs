//! Options of `courser devices`.

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  courser devices
  courser devices --verbose                how long each step of the start takes
  WGPU_BACKEND=gl courser devices --json";

/// List the graphics adapters, their limits, and the choice of --device auto
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct DevicesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Open every adapter, and print how long each step takes
    ///
    /// The steps are: load the drivers, list their adapters, open the device, and run the first pass of the decision
    /// cycle. The last step includes compiling the kernels of the cycle. A driver that caches kernels on disk
    /// takes longer the first time.
    #[arg(long)]
    pub(crate) verbose: bool,
}

//! `courser devices`: its options.

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  courser devices
  WGPU_BACKEND=gl courser devices --json";

#[derive(Debug, Args)]
pub(crate) struct DevicesArgs {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

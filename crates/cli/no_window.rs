//! The command `courser watch` in builds without the feature `window`. The command only prints an error.

#[path = "watch/args.rs"]
pub(crate) mod args;

use crate::error::{Failure, Result};
use crate::watch::args::WatchArgs;

pub(crate) fn run(_: &WatchArgs) -> Result<()> {
    Err(Failure::machine(
        "this courser is built without a window",
        "build it with the feature window, or use courser draw for pictures",
    ))
}

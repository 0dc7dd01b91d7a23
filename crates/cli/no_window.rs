//! `courser watch`, built without the feature `window`: there is none.

use crate::args::watch::WatchArgs;
use crate::error::{Failure, Result};

pub(crate) fn run(_: &WatchArgs) -> Result<()> {
    Err(Failure::machine(
        "this courser is built without a window",
        "build it with the feature window, or use courser draw for pictures",
    ))
}

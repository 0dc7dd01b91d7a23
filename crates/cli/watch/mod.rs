//! Implements `courser watch`, which opens a live window.

pub(crate) mod args;
mod ask;
#[cfg(unix)]
mod display;
mod stage;

use crate::error::Result;
use crate::watch::args::WatchArgs;

/// Opens the window and runs it until it is closed.
pub(crate) fn run(args: &WatchArgs) -> Result<()> {
    let subject = ask::read(args)?;
    #[cfg(unix)]
    let _guard = display::ExitGuard::begin();
    stage::run(subject, args)
}

//! `courser watch`: a live window.

mod ask;
mod cycle;
#[cfg(unix)]
mod display;
mod growing;
mod played;
mod relay;
mod stage;

use crate::args::WatchArgs;
use crate::error::Result;

/// Opens the window, and keeps it open until it is closed.
pub(crate) fn run(args: &WatchArgs) -> Result<()> {
    let subject = ask::read(args)?;
    #[cfg(unix)]
    let _guard = display::ExitGuard::begin();
    stage::run(subject, args)
}

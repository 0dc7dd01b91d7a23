//! `courser watch`: a live window.

pub(crate) mod args;
mod ask;
mod cycle;
#[cfg(unix)]
mod display;
mod growing;
mod played;
mod relay;
mod stage;
mod walk;

use crate::error::{Failure, Result};
use crate::watch::args::WatchArgs;

/// Opens the window, and keeps it open until it is closed.
pub(crate) fn run(args: &WatchArgs) -> Result<()> {
    let subject = ask::read(args)?;
    #[cfg(unix)]
    let _guard = display::ExitGuard::begin();
    stage::run(subject, args)
}

/// Returns why it could not be done as asked, where that is the input's fault: the window says so and stays.
fn tried(done: Result<()>) -> Result<Option<String>> {
    match done {
        Ok(()) => Ok(None),
        Err(Failure { code: 2, message, .. }) => Ok(Some(message)),
        Err(failure) => Err(failure),
    }
}

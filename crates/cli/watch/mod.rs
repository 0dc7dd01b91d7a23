//! Implements `courser watch`, which opens a live window.

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

/// Opens the window and runs it until it is closed.
pub(crate) fn run(args: &WatchArgs) -> Result<()> {
    let subject = ask::read(args)?;
    #[cfg(unix)]
    let _guard = display::ExitGuard::begin();
    stage::run(subject, args)
}

/// Returns the message of a failure caused by the input, so that the window can show the message and stay open.
///
/// # Errors
/// Any other failure.
fn tried(done: Result<()>) -> Result<Option<String>> {
    match done {
        Ok(()) => Ok(None),
        Err(Failure { code: 2, message, .. }) => Ok(Some(message)),
        Err(failure) => Err(failure),
    }
}

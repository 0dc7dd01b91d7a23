//! `courser watch`: a live window.

#[cfg(feature = "window")]
mod ask;
#[cfg(feature = "window")]
mod cycle;
#[cfg(all(feature = "window", unix))]
mod display;
#[cfg(feature = "window")]
mod growing;
#[cfg(feature = "window")]
mod played;
#[cfg(feature = "window")]
mod relay;
#[cfg(feature = "window")]
mod stage;

use crate::args::WatchArgs;
use crate::error::Failure;

/// Opens the window, and keeps it open until it is closed.
#[cfg(feature = "window")]
pub(crate) fn run(args: &WatchArgs, quiet: bool) -> Result<(), Failure> {
    let subject = ask::read(args)?;
    #[cfg(unix)]
    let _guard = display::ExitGuard::begin();
    stage::run(subject, args, quiet)
}

/// Built without the feature `window`, there is none.
#[cfg(not(feature = "window"))]
pub(crate) fn run(_: &WatchArgs, _: bool) -> Result<(), Failure> {
    Err(Failure::machine(
        "this courser is built without a window",
        "build it with the feature window, or use courser draw for pictures",
    ))
}

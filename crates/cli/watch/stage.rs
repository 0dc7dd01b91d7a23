//! The window and its contents.

use std::path::PathBuf;

use courser::engine::EngineError;
use courser::gpu::{AdapterChoice, GpuError};
use courser::view::{Palette, Picture};
use courser::window::{self, NumberStyle, Subject, WindowError, WindowHost, WindowOptions};
use courser::{DeviceChoice, DeviceNote};

use crate::error::{Failure, Result, note, warn};
use crate::output::OutputTarget;
use crate::watch::args::{WatchArgs, WatchLook};
use crate::{picture, progress};

/// Approximate duration of a tour in seconds, if the option --speed is not given.
const SECONDS: f64 = 15.0;

/// Packages of Debian and Ubuntu that a window needs.
const PACKAGES: &str = "libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libxcb-xkb1";

/// The host of the window: saves pictures, and reports notes on stderr.
struct StageHost {
    /// Path of the PNG file to which pictures are written.
    save: PathBuf,
}

/// Opens the window and runs it until it is closed.
pub(super) fn run(subject: Subject, args: &WatchArgs) -> Result<()> {
    let options = WindowOptions {
        adapter: match &args.device {
            DeviceChoice::Adapter(name) => AdapterChoice::from(name.as_str()),
            _ => AdapterChoice::Auto,
        },
        size: args.window,
        speed: args.speed.unwrap_or((subject.moves() as f64 / SECONDS).max(4.0)),
        playing: !args.paused,
        look: match args.look {
            WatchLook::Numbers => NumberStyle::Numbers,
            WatchLook::Line => NumberStyle::Line,
            WatchLook::Heat => NumberStyle::Heat,
        },
        channels: args.channel.clone(),
        palette: if args.dark { Palette::Dark } else { Palette::Light },
    };
    let save = args.save.clone().unwrap_or_else(|| format!("courser-{}.png", subject.board()).into());
    window::run(subject, &options, &mut StageHost { save }).map_err(failure)
}

impl WindowHost for StageHost {
    fn note(&mut self, note: DeviceNote) {
        progress::remark_on_device(note);
    }

    fn no_tour(&mut self, why: &str) {
        note(format_args!("{why}; the rule is shown as far as it goes"));
    }

    fn save(&mut self, picture: &Picture) -> String {
        let name = self.save.display();
        let saved = OutputTarget::open(Some(&self.save)).and_then(|output| picture::write_png(output, picture));
        match saved {
            Ok(()) => {
                note(format_args!("saved {name}"));
                format!("saved {name}")
            }
            // The window stays open, so that its contents are not lost.
            Err(failure) => {
                warn(&failure.message);
                failure.message
            }
        }
    }
}

/// Converts an error of the window to a failure. The hint names an alternative that does not need a window.
fn failure(error: WindowError) -> Failure {
    const DRAW: &str = "on a machine with a display use courser watch, on this one courser draw for pictures";
    match error {
        WindowError::Engine(error) => error.into(),
        WindowError::Gpu(error @ GpuError::NoAdapter) => Failure::machine(
            &error,
            "install a Vulkan driver (Debian, Ubuntu: apt install mesa-vulkan-drivers), or try WGPU_BACKEND=gl; \
             courser draw makes pictures without a GPU",
        ),
        WindowError::Gpu(error) => EngineError::from(error).into(),
        error @ WindowError::NoDisplay { .. } => Failure::machine(&error, DRAW),
        error @ WindowError::Library { .. } => Failure::machine(
            &error,
            format!("Debian, Ubuntu: apt install {PACKAGES}; courser draw makes pictures without a window"),
        ),
        error => Failure::machine(&error, DRAW),
    }
}

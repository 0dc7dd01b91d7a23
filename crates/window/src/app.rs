//! Opens the window, passes the system's events to the window, and closes the window.

use std::cell::OnceCell;
use std::panic;
use std::sync::Arc;

use courser_engine::EngineError;
use courser_gpu::{AdapterChoice, Adapters, GpuDevice, GpuError};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

use crate::open::WindowState;
use crate::scene::{Subject, WindowHost};
use crate::shown::NumberStyle;
use courser_view::{Channel, Palette};

/// Minimum size of the window, in logical pixels.
const MIN_SIZE: (u32, u32) = (240, 180);

/// The options of a window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// Choice of the adapter that draws the window.
    pub adapter: AdapterChoice,
    /// Inner width and height of the window, in logical pixels.
    pub size: (u32, u32),
    /// Speed of playback, in moves per second.
    pub speed: f64,
    /// True if playback begins immediately.
    pub playing: bool,
    /// Style of the visit numbers.
    pub look: NumberStyle,
    /// Channels shown side by side instead of the tour. An empty list shows the tour.
    pub channels: Vec<Channel>,
    /// Palette of the picture.
    pub palette: Palette,
}

/// The reason why a window could not be opened or was closed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WindowError {
    /// The display is missing or does not respond. Contains the message of the system.
    #[error("there is no display to open a window on: {0}")]
    NoDisplay(String),
    /// A library of the window system is not installed. Contains the message of the system, which names the library.
    #[error("a library that windows need cannot be loaded: {0}")]
    Library(String),
    /// The system cannot open the window, or cannot keep it open. Contains the message of the system.
    #[error("the window cannot be kept open: {0}")]
    Window(String),
    /// The GPU cannot draw.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The engine of the scene has failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Opens a window on `subject` and runs it until it is closed. This function must be called on the main thread, once
/// per process.
///
/// # Errors
/// [`WindowError`] if no window can be opened, or if the GPU or the scene fails.
pub fn run(subject: Subject, options: &WindowOptions, host: &mut dyn WindowHost) -> Result<(), WindowError> {
    let event_loop = event_loop()?;
    // The device must outlive the app, whose scene borrows the device.
    let device = OnceCell::new();
    let mut app = App { subject: Some(subject), host, options, device: &device, open: None, fault: None };
    let ended = event_loop.run_app(&mut app);
    if let Some(fault) = app.fault.take() {
        return Err(fault);
    }
    ended.map_err(|error| WindowError::Window(plain(&error.to_string())))
}

/// Creates winit's event loop. A panic of winit about a missing library is converted to an error.
fn event_loop() -> Result<EventLoop<()>, WindowError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let made = panic::catch_unwind(EventLoop::new);
    panic::set_hook(hook);
    match made {
        Ok(made) => made.map_err(|error| {
            let reason = plain(&error.to_string());
            // If libX11 itself is missing, winit does not panic but returns an error.
            let is_library = reason.contains("shared librar");
            if is_library { WindowError::Library(reason) } else { WindowError::NoDisplay(reason) }
        }),
        Err(said) => {
            let text = said.downcast_ref::<String>().cloned();
            let text = text.or_else(|| said.downcast_ref::<&str>().map(|&text| text.to_owned()));
            Err(WindowError::Library(text.unwrap_or_else(|| "winit does not say which".into())))
        }
    }
}

/// Additional width and height for the frame of a window and the bars of a desktop, in logical pixels.
const AROUND: (u32, u32) = (8, 64);

/// Returns `size`, reduced if necessary so that the window fits on the primary screen. Sizes are in logical pixels. If
/// the system does not report a primary screen, the largest screen is used.
fn fitting(size: (u32, u32), event_loop: &ActiveEventLoop) -> (u32, u32) {
    let screens = event_loop.available_monitors().map(|screen| {
        let size = screen.size().to_logical::<u32>(screen.scale_factor());
        (size.width, size.height)
    });
    let largest = event_loop.primary_monitor().map(|screen| {
        let size = screen.size().to_logical::<u32>(screen.scale_factor());
        (size.width, size.height)
    });
    match largest.or_else(|| screens.max_by_key(|&(width, height)| u64::from(width) * u64::from(height))) {
        Some(screen) if screen.0 > 0 && screen.1 > 0 => within(size, screen),
        _ => size,
    }
}

/// Returns the window size `size`, reduced if the window with its frame would not fit on a screen of size `screen`.
fn within(size: (u32, u32), screen: (u32, u32)) -> (u32, u32) {
    let side =
        |size: u32, screen: u32, around: u32, min: u32| size.min(screen.saturating_sub(around).max(min.min(screen)));
    (side(size.0, screen.0, AROUND.0, MIN_SIZE.0), side(size.1, screen.1, AROUND.1, MIN_SIZE.1))
}

/// Returns the message of winit without its source location.
fn plain(error: &str) -> String {
    let said = error.strip_prefix("os error at ").and_then(|rest| rest.split_once(": "));
    said.map_or(error, |(_, said)| said).to_owned()
}

struct App<'run, 'device> {
    /// Subject of the window, or `None` if the window has been opened.
    subject: Option<Subject>,
    host: &'run mut dyn WindowHost,
    options: &'run WindowOptions,
    device: &'device OnceCell<GpuDevice>,
    open: Option<WindowState<'device>>,
    fault: Option<WindowError>,
}

impl<'device> App<'_, 'device> {
    fn open(&mut self, event_loop: &ActiveEventLoop, subject: Subject) -> Result<WindowState<'device>, WindowError> {
        let (width, height) = fitting(self.options.size, event_loop);
        let attributes = Window::default_attributes()
            .with_title("courser")
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(MIN_SIZE.0, MIN_SIZE.1));
        let window = event_loop.create_window(attributes);
        let window = Arc::new(window.map_err(|error| WindowError::Window(plain(&error.to_string())))?);
        let adapters = Adapters::find_on(&|| Box::new(event_loop.owned_display_handle()));
        let (device, surface) = adapters.open_on(&self.options.adapter, &window, window.inner_size().into())?;
        let device = self.device.get_or_init(|| device);
        let scene = subject.scene(device, self.host)?;
        Ok(WindowState::new(window, surface, device, scene, self.options)?)
    }

    /// Calls `work` with the open window. If `work` fails, the error is stored and the event loop ends.
    fn with(
        &mut self,
        event_loop: &ActiveEventLoop,
        work: impl FnOnce(&mut WindowState<'device>, &mut dyn WindowHost) -> Result<bool, WindowError>,
    ) {
        let Some(open) = &mut self.open else { return };
        match work(open, self.host) {
            Ok(true) => {}
            Ok(false) => event_loop.exit(),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                event_loop.exit();
            }
        }
    }
}

impl ApplicationHandler for App<'_, '_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        // On phones, the system suspends and resumes the window. On other systems, this method is called once.
        let Some(subject) = self.subject.take() else { return };
        match self.open(event_loop, subject) {
            Ok(open) => self.open = Some(open),
            Err(fault) => {
                self.fault = Some(fault);
                event_loop.exit();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if event == WindowEvent::RedrawRequested {
            self.with(event_loop, |open, _| open.frame().map(|()| true));
        } else {
            self.with(event_loop, |open, host| open.event(event, host));
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // The surface must be dropped before its display.
        self.open = None;
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let mut next = None;
        self.with(event_loop, |open, _| {
            next = open.tick()?;
            Ok(true)
        });
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_fits_the_screen_and_is_no_smaller_than_it_needs_to_be() {
        assert_eq!(within((900, 800), (1280, 1024)), (900, 800));
        assert_eq!(within((900, 800), (1280, 800)), (900, 736));
        assert_eq!(within((900, 760), (1280, 800)), (900, 736));
        assert_eq!(within((900, 800), (800, 600)), (792, 536));
        assert_eq!(within((900, 800), (100, 50)), (100, 50));
    }

    #[test]
    fn the_place_in_the_source_is_left_out() {
        assert_eq!(plain("os error at /home/winit/mod.rs:788: no server"), "no server");
        assert_eq!(plain("Exit Failure: 1"), "Exit Failure: 1");
    }
}

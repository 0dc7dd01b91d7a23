//! Opens windows on a separate display, and simulates keys and clicks.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use image::RgbImage;

use crate::command::{Folder, courser};

/// Maximum time to wait, sufficient for the slowest machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(900);

/// An X server without a screen. The server is stopped at the end of the test.
pub(crate) struct Display {
    pub(crate) server: Child,
    name: String,
}

impl Display {
    pub(crate) fn new() -> Self {
        Self::of_size((1280, 1024))
    }

    /// Starts a display of the given size in pixels.
    pub(crate) fn of_size((width, height): (u32, u32)) -> Self {
        let screen = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is there: tests/run installs it");
        let mut number = String::new();
        let out = server.stdout.take().expect("its output is piped");
        BufReader::new(out).read_line(&mut number).expect("Xvfb says which display it is");
        Self { server, name: format!(":{}", number.trim()) }
    }

    pub(crate) fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool").args(arguments).env("DISPLAY", &self.name).output();
        String::from_utf8_lossy(&output.expect("xdotool is there: tests/run installs it").stdout).trim().to_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A `courser watch` process with an open window.
pub(crate) struct Watch<'display> {
    display: &'display Display,
    pub(crate) process: Child,
    pub(crate) window: String,
    pub(crate) folder: Folder,
}

impl<'display> Watch<'display> {
    /// Opens `courser watch` with the space-separated arguments in `arguments`. `{}` stands for a temporary folder.
    pub(crate) fn open(display: &'display Display, arguments: &str) -> Self {
        Self::open_in(display, Folder::new(), arguments)
    }

    pub(crate) fn open_in(display: &'display Display, folder: Folder, arguments: &str) -> Self {
        let here = folder.path("");
        let bare = courser();
        let mut command = Command::new(bare.get_program());
        let stderr = fs::File::create(folder.path("stderr")).expect("a file for stderr");
        command.arg("watch").args(arguments.split_whitespace()).current_dir(&here).stderr(stderr);
        // Some drivers need a folder for their sockets.
        command.env("DISPLAY", &display.name).env("XDG_RUNTIME_DIR", &here).env_remove("WAYLAND_DISPLAY");
        for variable in ["WGPU_BACKEND", "WGPU_ADAPTER_NAME", "WGPU_POWER_PREF"] {
            command.env_remove(variable);
        }
        let process = command.spawn().expect("the binary runs");
        let mut watch = Self { display, process, window: String::new(), folder };
        watch.wait("a window", |watch| {
            watch.window = display.xdotool(&["search", "--name", "^courser: "]).lines().last().unwrap_or("").to_owned();
            !watch.window.is_empty()
        });
        // There is no window manager that would set the focus.
        display.xdotool(&["windowfocus", "--sync", &watch.window]);
        watch
    }

    /// Waits until a condition holds. Polls the condition instead of waiting for a fixed time.
    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, mut is_so: impl FnMut(&mut Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            let ended = self.process.try_wait().expect("the process is ours");
            let late = begun.elapsed() > DEADLINE;
            if late || ended.is_some() {
                let (title, said) = (self.title(), self.said());
                panic!("waiting for {what}: '{title}', ended: {ended:?}, stderr: {said}");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn title(&self) -> String {
        self.display.xdotool(&["getwindowname", &self.window])
    }

    pub(crate) fn said(&self) -> String {
        fs::read_to_string(self.folder.path("stderr")).unwrap_or_default()
    }

    /// Waits until the title of the window ends with `end`.
    #[track_caller]
    pub(crate) fn title_ends(&mut self, end: &str) {
        self.wait(end, |watch| watch.title().ends_with(end));
    }

    pub(crate) fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["key", "--delay", "30"];
        arguments.extend(keys);
        self.display.xdotool(&arguments);
    }

    /// Clicks on a pixel of the window.
    pub(crate) fn click(&self, (x, y): (u32, u32)) {
        let (x, y) = (x.to_string(), y.to_string());
        self.display.xdotool(&["mousemove", "--sync", "--window", &self.window, &x, &y, "click", "1"]);
    }

    /// Presses the key s, and returns the picture saved by the window.
    #[track_caller]
    pub(crate) fn saved(&mut self, name: &str) -> RgbImage {
        let path = self.folder.path(name);
        let _ = fs::remove_file(&path);
        self.keys(&["s"]);
        self.wait("a saved picture", |_| path.exists());
        image::open(&path).expect("it is whole when it is there").into_rgb8()
    }

    /// Waits for the end of the process, and asserts its exit code.
    #[track_caller]
    pub(crate) fn ends(&mut self, code: i32) -> String {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("the process is ours") {
                assert_eq!(status.code(), Some(code), "{}", self.said());
                return self.said();
            }
            assert!(begun.elapsed() < DEADLINE, "it does not end: '{}'", self.title());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

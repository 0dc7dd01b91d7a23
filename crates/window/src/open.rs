//! An open window and its contents.

use std::sync::Arc;
use std::time::{Duration, Instant};

use courser_engine::Result;
use courser_gpu::{GpuDevice, Surface};
use winit::window::Window;

use crate::app::{WindowError, WindowOptions};
use crate::camera::{BoardGrid, Camera};
use crate::hud::{self, Bar, EM, words_height};
use crate::keys::Keys;
use crate::painter::Painter;
use crate::panels::{Panel, panels};
use crate::player::Player;
use crate::scene::{BoardSquare, Scene, Squares};
use crate::shown::{FrameInputs, NumberStyle};
use crate::words;
use courser_board::Square;
use courser_view::{Area, Channel, Overlay, Palette};

/// Display time of a note.
const NOTE: Duration = Duration::from_secs(6);

/// Maximum time played between two frames. If more time has passed, the computer was asleep or the window was hidden,
/// and only this maximum is played.
const MAX_FRAME: Duration = Duration::from_millis(250);

/// Minimum time between changes of the title during playback.
const TITLE: Duration = Duration::from_millis(100);

/// An open window.
pub(crate) struct WindowState<'device> {
    pub(crate) window: Arc<Window>,
    pub(crate) surface: Surface,
    pub(crate) painter: Painter,
    pub(crate) device: &'device GpuDevice,
    pub(crate) scene: Box<dyn Scene + 'device>,
    pub(crate) player: Player,
    pub(crate) wall: BoardGrid,
    pub(crate) camera: Camera,
    /// Size of the panels, in pixels, at the time of the last adjustment of the camera.
    pub(crate) fitted_to: (u32, u32),
    pub(crate) look: NumberStyle,
    /// Channels shown side by side. An empty list shows the tour.
    pub(crate) channels: Vec<Channel>,
    pub(crate) palette: Palette,
    /// True if the shader of the last pass is shown next to the boards.
    pub(crate) shows_shader: bool,
    /// Index of the open help page, which lists keys and their actions. `None` if no help page is open.
    pub(crate) help: Option<usize>,
    /// Position of the pointer in pixels, or `None` outside the window.
    pub(crate) pointer: Option<(f64, f64)>,
    /// Position where the button was pressed, and a flag that is true if the pointer has moved since then. The value is
    /// `None` while the button is not pressed.
    pub(crate) pressed: Option<((f64, f64), bool)>,
    pub(crate) note: Option<(String, Instant)>,
    title: (String, Instant),
    /// True if something has changed since the last frame.
    pub(crate) changed: bool,
    /// Time of the next attempt to draw. `None` if the last attempt was successful or no attempt has been made.
    retry: Option<Instant>,
    /// True if the window is hidden.
    pub(crate) hidden: bool,
    /// Time between frames, determined by the refresh rate of the display.
    interval: Duration,
    /// Point in time up to which the passes have been played, or `None` while the scene is paused.
    played: Option<Instant>,
}

impl<'device> WindowState<'device> {
    pub(crate) fn new(
        window: Arc<Window>,
        surface: Surface,
        device: &'device GpuDevice,
        scene: Box<dyn Scene + 'device>,
        options: &WindowOptions,
    ) -> Result<Self> {
        let painter = Painter::new(device, surface.format())?;
        let millihertz = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        let hertz = f64::from(millihertz.unwrap_or(60_000).clamp(30_000, 240_000)) / 1000.0;
        let size = surface.size();
        let wall = BoardGrid::new(scene.board(), scene.boards(), size);
        let mut open = Self {
            camera: Camera::whole(&wall, scene.board(), size),
            wall,
            fitted_to: size,
            window,
            surface,
            painter,
            device,
            scene,
            player: Player::new(options.speed, options.playing),
            look: options.look,
            channels: options.channels.clone(),
            palette: options.palette,
            shows_shader: false,
            help: None,
            pointer: None,
            pressed: None,
            note: None,
            title: (String::new(), Instant::now()),
            changed: true,
            retry: None,
            hidden: false,
            interval: Duration::from_secs_f64(1.0 / hertz),
            played: None,
        };
        open.fit();
        open.entitle();
        Ok(open)
    }

    /// Returns the font size of the text in pixels per em.
    pub(crate) fn em(&self) -> f32 {
        EM * self.window.scale_factor() as f32
    }

    /// Returns the size in pixels of the area for the boards, which is the window without the lines of text.
    pub(crate) fn room(&self) -> (u32, u32) {
        let (width, height) = self.surface.size();
        (self.board_width(width), height.saturating_sub(words_height(self.em(), height)).max(1))
    }

    /// Returns the width in pixels of the area for the boards, which is smaller if a shader is shown.
    fn board_width(&self, width: u32) -> u32 {
        if self.shows_shader { (width / 2).max(1) } else { width }
    }

    pub(crate) fn fit(&mut self) {
        let room = self.sides();
        self.wall = BoardGrid::new(self.scene.board(), self.scene.boards(), room);
        self.camera = Camera::whole(&self.wall, self.scene.board(), room);
        self.fitted_to = room;
    }

    /// Returns one panel for each channel in `self.channels`. If this list is empty or the scene has no channels,
    /// returns a single panel without a channel.
    pub(crate) fn panels(&self) -> Vec<Panel> {
        let channels = if self.has_channels() { &*self.channels } else { &[] };
        panels(channels, self.scene.board(), self.room(), self.em())
    }

    /// Returns whether the scene has channels. Cycles that are not yet joined into a tour have no channels.
    pub(crate) fn has_channels(&self) -> bool {
        !matches!(self.scene.squares(), Squares::Cycles(_))
    }

    /// Returns the width and the height of each panel in pixels.
    pub(crate) fn sides(&self) -> (u32, u32) {
        let area = self.panels()[0].area;
        (area.width, area.height)
    }

    /// Converts a position in the window to a position in the panel that contains it. Returns `None` outside the
    /// panels.
    pub(crate) fn local(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let local = |area: Area| (x - f64::from(area.left), y - f64::from(area.top));
        let within = |&(x, y): &(f64, f64), area: Area| {
            (0.0..f64::from(area.width)).contains(&x) && (0.0..f64::from(area.height)).contains(&y)
        };
        self.panels().iter().find_map(|panel| Some(local(panel.area)).filter(|at| within(at, panel.area)))
    }

    /// Plays the passes that are due, and requests a frame if something has changed. Returns the time of the next tick,
    /// or `None` if nothing moves.
    pub(crate) fn tick(&mut self) -> Result<Option<Instant>, WindowError> {
        if self.hidden {
            self.played = None;
            return Ok(None);
        }
        let mut next = None;
        if self.player.playing {
            let now = Instant::now();
            let before = *self.played.get_or_insert(now);
            if now >= before + self.interval {
                self.played = Some(now);
                let elapsed = (now - before).min(MAX_FRAME);
                self.changed |= self.player.play(&mut *self.scene, elapsed)?;
                // Playback stops at the end of the scene, and the text must show this.
                self.changed |= !self.player.playing;
                self.entitle();
            }
            next = self.played.map(|played| played + self.interval);
        }
        if !self.player.playing {
            self.played = None;
            next = self.note.as_ref().map(|(_, since)| *since + NOTE);
        }
        if self.note.as_ref().is_some_and(|(_, since)| since.elapsed() >= NOTE) {
            (self.note, self.changed) = (None, true);
        }
        if self.changed {
            match self.retry.filter(|&retry| Instant::now() < retry) {
                Some(retry) => next = Some(next.map_or(retry, |next| next.min(retry))),
                None => self.window.request_redraw(),
            }
        }
        Ok(next)
    }

    /// Draws a frame.
    pub(crate) fn frame(&mut self) -> Result<(), WindowError> {
        self.entitle();
        // Channels become available when the cycles have become a tour. The panels then have another size.
        if self.fitted_to != self.sides() {
            self.fit();
        }
        // `changed` stays true until a frame has been drawn.
        let Some(frame) = self.surface.frame(self.device)? else {
            self.retry = Some(Instant::now() + MAX_FRAME);
            return Ok(());
        };
        (self.changed, self.retry) = (false, None);
        let words = self.all_words()?;
        let size = (frame.texture.width(), frame.texture.height());
        let (panels, taught) = (self.panels(), self.taught());
        let scenes = shown(&*self.scene, &panels, (self.wall, self.camera), (self.look, self.palette), &taught);
        let write = |overlay: &mut Overlay| words.write(overlay, &scenes, size);
        self.painter.paint(self.device, &frame.texture, &scenes, &write)?;
        self.window.pre_present_notify();
        self.surface.show(self.device, frame);
        Ok(self.device.check()?)
    }

    /// Returns the name of the style. Returns an empty string for the default style, or if channels are shown.
    fn showing(&self) -> &'static str {
        match self.look {
            _ if !self.channels.is_empty() => "",
            NumberStyle::Numbers => "",
            NumberStyle::Line => "line",
            NumberStyle::Heat => "heat",
        }
    }

    /// Returns the name and the progress of the scene as text.
    fn words(&self) -> String {
        let stage = self.scene.stage();
        words::of_progress(&self.scene.name(), stage.as_deref(), &self.scene.progress(), self.player.playing)
    }

    /// Returns all text around the boards.
    fn all_words(&mut self) -> Result<Words> {
        let hover = self.hover()?;
        let (progress, stage) = (self.scene.progress(), self.scene.stage());
        let left = match &self.note {
            Some((note, _)) => vec![note.clone()],
            None => {
                let unnamed = words::of_progress("", stage.as_deref(), &progress, self.player.playing);
                vec![self.words(), unnamed, String::new()]
            }
        };
        let speed = words::of_speed(self.player.speed, self.player.measured(), self.scene.moves());
        let time = self.scene.pass_time().map(words::of_time).unwrap_or_default();
        let caption = self.scene.caption().filter(|_| !self.player.playing);
        let name = caption.as_ref().map(|caption| caption.split(':').next().unwrap_or(caption).to_owned());
        let keys = Some("? keys".to_owned());
        let showing = Some(self.showing().to_owned()).filter(|showing| !showing.is_empty());
        let speed = Some(speed);
        let join = |parts: &[&Option<String>]| {
            let parts: Vec<&str> = parts.iter().filter_map(|part| part.as_deref()).collect();
            parts.join("   ")
        };
        let mut right = vec![
            join(&[&caption, &showing, &speed, &keys]),
            join(&[&caption, &speed]),
            join(&[&caption]),
            join(&[&name]),
        ];
        if caption.is_none() {
            right = vec![join(&[&showing, &speed, &keys]), join(&[&speed, &keys]), join(&[&keys])];
        }
        let shader = self.scene.shader().filter(|_| self.shows_shader);
        let room = self.room();
        Ok(Words { em: self.em(), palette: self.palette, hover, time, left, right, shader, room, help: self.help })
    }

    /// Returns the explanation of a paused pass. If the invocations of only some squares ran in the pass, the
    /// explanation contains these squares. The explanation also contains the squares read by the invocation under the
    /// pointer.
    pub(crate) fn taught(&self) -> Taught {
        if self.player.playing || self.scene.progress().end.is_some() {
            return Taught::default();
        }
        let reads = self.under_pointer().map(|at| (at, self.scene.reads(at.square)));
        Taught { invoked: self.scene.invoked(), reads: reads.filter(|(_, read)| !read.is_empty()) }
    }

    /// Returns two descriptions of the square under the pointer: the full description, and a shorter one for a narrow
    /// window. The list is empty if the pointer is not on a square.
    fn hover(&mut self) -> Result<Vec<String>> {
        let Some(at) = self.under_pointer() else { return Ok(Vec::new()) };
        let described = match self.scene.words(at) {
            Some(words) => words,
            None => {
                let state = self.scene.state(at)?;
                words::of_state(self.scene.board(), at.square, state, &self.scene.progress())
            }
        };
        let board = if self.wall.boards > 1 { format!("board {}, ", at.board + 1) } else { String::new() };
        Ok(vec![format!("{board}{described}"), format!("{board}{}", words::short(&described))])
    }

    pub(crate) fn under_pointer(&self) -> Option<BoardSquare> {
        let (row, col) = self.camera.place(self.local(self.pointer?)?);
        self.wall.at(row, col)
    }

    /// Updates the title of the window with the progress of the tour.
    fn entitle(&mut self) {
        let title = format!("courser: {}", self.words());
        let soon = self.player.playing && !self.title.0.is_empty() && self.title.1.elapsed() < TITLE;
        if title != self.title.0 && !soon {
            self.window.set_title(&title);
            self.title = (title, Instant::now());
        }
    }

    pub(crate) fn say(&mut self, note: impl Into<String>) {
        self.note = Some((note.into(), Instant::now()));
    }
}

/// All text around the boards.
struct Words {
    em: f32,
    palette: Palette,
    /// Versions of the description of the square under the pointer, from the longest to the shortest. Empty if no
    /// square is described.
    hover: Vec<String>,
    /// GPU time of the last pass as text; empty if the time is unknown.
    time: String,
    left: Vec<String>,
    right: Vec<String>,
    /// Name and text of the shader shown next to the boards, or `None` if no shader is shown.
    shader: Option<(&'static str, &'static str)>,
    /// Size in pixels of the area for the boards.
    room: (u32, u32),
    /// Index of the open page that lists the keys, or `None` if no such page is open.
    help: Option<usize>,
}

impl Words {
    fn write(&self, overlay: &mut Overlay, scenes: &[FrameInputs<'_>], size: (u32, u32)) {
        hud::titles(overlay, self.em, scenes);
        if let Some(shader) = self.shader {
            let (left, height) = self.room;
            let area = Area { left, top: 0, width: size.0.saturating_sub(left), height };
            hud::shader(overlay, area, self.palette, self.em, shader);
        }
        let two_lines = words_height(self.em, size.1) > hud::line_height(self.em) as u32;
        if two_lines || !self.hover.is_empty() {
            let [left, right] = [&self.hover[..], std::slice::from_ref(&self.time)]
                .map(|versions| [versions, &[String::new()]].concat());
            let bar = Bar { left: &left, right: &right };
            bar.write(overlay, self.em, self.palette, if two_lines { 2.0 } else { 1.0 });
        }
        if two_lines || self.hover.is_empty() {
            Bar { left: &self.left, right: &self.right }.write(overlay, self.em, self.palette, 1.0);
        }
        if let Some(page) = self.help {
            Keys::new(self.em, size).write(page, self.palette, overlay);
        }
    }
}

/// The explanation of a paused pass: the squares that have an invocation, and the squares that one invocation reads.
#[derive(Default)]
pub(crate) struct Taught {
    invoked: Option<Vec<Square>>,
    reads: Option<(BoardSquare, Vec<Square>)>,
}

/// Returns the inputs of a frame for each panel.
pub(crate) fn shown<'a>(
    scene: &'a dyn Scene,
    panels: &[Panel],
    (wall, camera): (BoardGrid, Camera),
    (look, palette): (NumberStyle, Palette),
    taught: &'a Taught,
) -> Vec<FrameInputs<'a>> {
    let shown = |&Panel { channel, area, has_title }: &Panel| FrameInputs {
        board: scene.board(),
        wall,
        camera,
        squares: scene.squares(),
        progress: scene.progress(),
        look,
        channel,
        palette,
        walks: scene.walks(),
        invoked: taught.invoked.as_deref(),
        reads: taught.reads.as_ref().map(|(at, read)| (*at, &**read)),
        has_title,
        area,
    };
    panels.iter().map(shown).collect()
}

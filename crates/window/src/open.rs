//! An open window: what it shows.

use std::sync::Arc;
use std::time::{Duration, Instant};

use courser_gpu::{Device, Result, Surface};
use winit::window::Window;

use crate::app::{Options, WindowError};
use crate::atlas::{Face, Letter};
use crate::camera::{Camera, Wall};
use crate::hud::{self, EM, words_height};
use crate::keys::Keys;
use crate::painter::Painter;
use crate::panels::{Panel, panels};
use crate::player::Player;
use crate::scene::{BoardSquare, Scene, Squares};
use crate::shown::{Look, Shown};
use crate::words;
use courser_view::{Area, Channel, Palette};

/// The time for which a note is shown.
const NOTE: Duration = Duration::from_secs(6);

/// Longer than this the clock stood still: the machine slept, or the window could not be seen.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

/// The title changes no oftener than this while the tour runs.
const TITLE: Duration = Duration::from_millis(100);

/// An open window.
pub(crate) struct Open<'device, E> {
    pub(crate) window: Arc<Window>,
    pub(crate) surface: Surface,
    pub(crate) painter: Painter,
    pub(crate) device: &'device Device,
    pub(crate) scene: Box<dyn Scene<Error = E> + 'device>,
    pub(crate) player: Player,
    pub(crate) wall: Wall,
    pub(crate) camera: Camera,
    /// Width and height of the panels that the camera is for.
    pub(crate) fitted_to: (u32, u32),
    pub(crate) look: Look,
    /// The channels that are shown side by side; none for the tour.
    pub(crate) channels: Vec<Channel>,
    pub(crate) palette: Palette,
    /// The page of keys that is on top.
    pub(crate) help: Option<usize>,
    /// The position of the pointer, in pixels.
    pub(crate) pointer: Option<(f64, f64)>,
    /// The position where the button was pressed, and whether the pointer has moved away since.
    pub(crate) pressed: Option<((f64, f64), bool)>,
    pub(crate) note: Option<(String, Instant)>,
    title: (String, Instant),
    /// Set if something has changed since the last frame was shown.
    pub(crate) changed: bool,
    /// When to try again, if the display had no frame to draw on.
    retry: Option<Instant>,
    /// Set if the window cannot be seen.
    pub(crate) hidden: bool,
    /// Time between frames: what the display shows.
    interval: Duration,
    /// Up to when passes are played; none while it pauses.
    played: Option<Instant>,
}

impl<'device, E> Open<'device, E> {
    pub(crate) fn new(
        window: Arc<Window>,
        surface: Surface,
        device: &'device Device,
        scene: Box<dyn Scene<Error = E> + 'device>,
        options: &Options,
    ) -> Result<Self> {
        let painter = Painter::new(device, surface.format())?;
        let millihertz = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        let hertz = f64::from(millihertz.unwrap_or(60_000).clamp(30_000, 240_000)) / 1000.0;
        let size = surface.size();
        let wall = Wall::new(scene.board(), scene.boards(), size);
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

    /// Pixels that an em of words has.
    pub(crate) fn em(&self) -> f32 {
        EM * self.window.scale_factor() as f32
    }

    /// The pixels of the window that the board may take: those above the two lines of words.
    pub(crate) fn room(&self) -> (u32, u32) {
        let (width, height) = self.surface.size();
        (width, height.saturating_sub(words_height(self.em())).max(1))
    }

    pub(crate) fn fit(&mut self) {
        let room = self.sides();
        self.wall = Wall::new(self.scene.board(), self.scene.boards(), room);
        self.camera = Camera::whole(&self.wall, self.scene.board(), room);
        self.fitted_to = room;
    }

    /// Returns the panels side by side. Channels are shown once the knight walks.
    pub(crate) fn panels(&self) -> Vec<Panel> {
        let channels = if self.has_channels() { &*self.channels } else { &[] };
        panels(channels, self.scene.board(), self.room(), self.em())
    }

    /// Returns whether channels can be shown: cycles that are not yet a tour do not have any.
    pub(crate) fn has_channels(&self) -> bool {
        !matches!(self.scene.squares(), Squares::Cycles(_))
    }

    /// Width and height of each panel.
    pub(crate) fn sides(&self) -> (u32, u32) {
        let area = self.panels()[0].area;
        (area.width, area.height)
    }

    /// A pixel of the window as one of the panel that it lies in.
    pub(crate) fn local(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let local = |area: Area| (x - f64::from(area.left), y - f64::from(area.top));
        let within = |&(x, y): &(f64, f64), area: Area| {
            (0.0..f64::from(area.width)).contains(&x) && (0.0..f64::from(area.height)).contains(&y)
        };
        self.panels().iter().find_map(|panel| Some(local(panel.area)).filter(|at| within(at, panel.area)))
    }

    /// Plays what has come due, asks for a frame where something has changed, and says when to look again:
    /// never where nothing moves.
    pub(crate) fn tick(&mut self) -> Result<Option<Instant>, WindowError<E>> {
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
                let elapsed = (now - before).min(LONGEST_FRAME);
                self.changed |= self.player.play(&mut *self.scene, elapsed).map_err(WindowError::Scene)?;
                // At the end it stops by itself, and the words say so.
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

    /// Draws.
    pub(crate) fn frame(&mut self) -> Result<(), WindowError<E>> {
        self.entitle();
        // Where cycles have become a tour there are channels to be shown.
        if self.fitted_to != self.sides() {
            self.fit();
        }
        // The change stays noted until a frame shows it.
        let Some(frame) = self.surface.frame(self.device)? else {
            self.retry = Some(Instant::now() + LONGEST_FRAME);
            return Ok(());
        };
        (self.changed, self.retry) = (false, None);
        let hover = self.hover().map_err(WindowError::Scene)?;
        let speed = words::of_speed(self.player.speed, self.player.measured(), self.scene.moves());
        let left = match &self.note {
            Some((note, _)) => note.clone(),
            None => self.words(),
        };
        let progress = self.scene.progress();
        let stands = self.scene.stage().is_none() && matches!(self.scene.squares(), Squares::States { .. });
        let pass = if stands && !self.player.playing { words::of_pass(progress.passes) + "   " } else { String::new() };
        let right = format!("{pass}{}{speed}   ? keys", self.showing());
        let size = (frame.texture.width(), frame.texture.height());
        let (help, palette) = (self.help, self.palette);
        let em = self.em();
        let panels = self.panels();
        let scenes = shown(&*self.scene, &panels, (self.wall, self.camera), self.look, self.palette);
        let write = |face: &Face, letters: &mut Vec<Letter>| {
            hud::titles(face, &scenes, letters);
            if let Some(hover) = &hover {
                hud::bar(face, palette, size, 2.0, [hover, ""], letters);
            }
            hud::bar(face, palette, size, 1.0, [&left, &right], letters);
            if let Some(page) = help {
                Keys::new(face, size).write(page, palette, letters);
            }
        };
        self.painter.paint(self.device, &frame.texture, &scenes, em, &write)?;
        self.window.pre_present_notify();
        self.surface.show(self.device, frame);
        Ok(self.device.check()?)
    }

    /// Returns the look in words, unless it is the default.
    fn showing(&self) -> &'static str {
        match self.look {
            _ if !self.channels.is_empty() => "",
            Look::Numbers => "",
            Look::Line => "line   ",
            Look::Heat => "heat   ",
        }
    }

    /// Returns the scene and its progress in words.
    fn words(&self) -> String {
        let stage = self.scene.stage();
        words::of_progress(&self.scene.name(), stage.as_deref(), &self.scene.progress(), self.player.playing)
    }

    /// The state under the pointer, in words.
    fn hover(&mut self) -> Result<Option<String>, E> {
        let Some(at) = self.under_pointer() else { return Ok(None) };
        if let words @ Some(_) = self.scene.words(at) {
            return Ok(words);
        }
        let state = self.scene.state(at)?;
        let words = words::of_state(self.scene.board(), at.square, state, &self.scene.progress());
        Ok(Some(if self.wall.boards > 1 { format!("board {}, {words}", at.board + 1) } else { words }))
    }

    pub(crate) fn under_pointer(&self) -> Option<BoardSquare> {
        let (row, col) = self.camera.place(self.local(self.pointer?)?);
        self.wall.at(row, col)
    }

    /// The title says where the tour stands.
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

/// A scene as it is to be drawn, once in each panel.
pub(crate) fn shown<'a, E>(
    scene: &'a (dyn Scene<Error = E> + '_),
    panels: &[Panel],
    (wall, camera): (Wall, Camera),
    look: Look,
    palette: Palette,
) -> Vec<Shown<'a>> {
    let shown = |&Panel { channel, area }: &Panel| Shown {
        board: scene.board(),
        wall,
        camera,
        squares: scene.squares(),
        progress: scene.progress(),
        look,
        channel,
        palette,
        walks: scene.walks(),
        area,
    };
    panels.iter().map(shown).collect()
}

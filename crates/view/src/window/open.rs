//! An open window: what it shows, what it is told, what it does about it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use courser_gpu::{Device, GpuError, Surface};
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
use winit::window::{Fullscreen, Window};

use super::app::{Options, WindowError};
use super::atlas::{Face, Letter};
use super::camera::{Camera, Wall};
use super::controls::{self, Action};
use super::hud::{EM, Hud, words_height};
use super::painter::{Channel, Look, Over, Painter, Shown};
use super::player::Player;
use super::scene::{Scene, Spot, Stage};
use super::words;
use crate::Palette;

/// How much a step of the wheel zooms.
const ZOOM: f64 = 1.2;

/// How far an arrow key pans: this part of the window.
const PAN: f64 = 0.1;

/// A pointer that moves less than this between press and release has clicked, in pixels of a display of scale 1.
const CLICK: f64 = 4.0;

/// How long a note stays.
const NOTE: Duration = Duration::from_secs(6);

/// Longer than this the clock stood still: the machine slept, or the window could not be seen.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

/// The title changes no oftener than this while the tour runs.
const TITLE: Duration = Duration::from_millis(100);

/// An open window.
pub(super) struct Open<'device, E> {
    window: Arc<Window>,
    surface: Surface,
    painter: Painter,
    device: &'device Device,
    scene: Box<dyn Scene<Error = E> + 'device>,
    player: Player,
    wall: Wall,
    camera: Camera,
    look: Look,
    channel: Option<Channel>,
    palette: Palette,
    help: bool,
    /// Where the pointer is, in pixels.
    pointer: Option<(f64, f64)>,
    /// Where the button was pressed, and whether the pointer has moved away since.
    pressed: Option<((f64, f64), bool)>,
    note: Option<(String, Instant)>,
    title: (String, Instant),
    /// Whether something has changed since the last frame.
    changed: bool,
    /// Whether the window cannot be seen.
    hidden: bool,
    /// Time between frames: what the display shows.
    interval: Duration,
    /// Up to when passes are played; none while it pauses.
    played: Option<Instant>,
}

impl<'device, E> Open<'device, E> {
    pub(super) fn new(
        window: Arc<Window>,
        surface: Surface,
        device: &'device Device,
        scene: Box<dyn Scene<Error = E> + 'device>,
        options: &Options,
    ) -> Result<Self, GpuError> {
        let painter = Painter::new(device, surface.format())?;
        let millihertz = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        let hertz = f64::from(millihertz.unwrap_or(60_000).clamp(30_000, 240_000)) / 1000.0;
        let size = surface.size();
        let wall = Wall::new(scene.board(), scene.boards(), size);
        let mut open = Self {
            camera: Camera::whole(&wall, scene.board(), size),
            wall,
            window,
            surface,
            painter,
            device,
            scene,
            player: Player::new(options.speed, options.playing),
            look: options.look,
            channel: None,
            palette: options.palette,
            help: false,
            pointer: None,
            pressed: None,
            note: None,
            title: (String::new(), Instant::now()),
            changed: true,
            hidden: false,
            interval: Duration::from_secs_f64(1.0 / hertz),
            played: None,
        };
        open.fit();
        open.entitle();
        Ok(open)
    }

    /// Pixels that an em of words has.
    fn em(&self) -> f32 {
        EM * self.window.scale_factor() as f32
    }

    /// The pixels of the window that the board may take: those above the two lines of words.
    fn room(&self) -> (u32, u32) {
        let (width, height) = self.surface.size();
        (width, height.saturating_sub(words_height(self.em())).max(1))
    }

    fn fit(&mut self) {
        let room = self.room();
        self.wall = Wall::new(self.scene.board(), self.scene.boards(), room);
        self.camera = Camera::whole(&self.wall, self.scene.board(), room);
    }

    /// Plays what has come due, asks for a frame where something has changed, and tells when to look again:
    /// never where nothing moves.
    pub(super) fn tick(&mut self) -> Result<Option<Instant>, WindowError<E>> {
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
            self.window.request_redraw();
        }
        Ok(next)
    }

    /// Draws.
    pub(super) fn frame(&mut self) -> Result<(), WindowError<E>> {
        self.entitle();
        self.changed = false;
        let Some(frame) = self.surface.frame(self.device)? else { return Ok(()) };
        let hover = self.hover().map_err(WindowError::Scene)?;
        let speed = self.player.speed();
        let pace = if speed < 10.0 { format!("{speed:.2}") } else { format!("{speed:.0}") };
        let left = match &self.note {
            Some((note, _)) => note.clone(),
            None => words::of_moment(&self.scene.name(), &self.scene.moment(), self.player.playing),
        };
        let right = format!("{}{pace} moves/s   ? keys", self.showing());
        let size = (frame.texture.width(), frame.texture.height());
        let (help, palette) = (self.help, self.palette);
        let em = self.em();
        let shown = shown(&*self.scene, self.wall, self.camera, self.look, self.channel, self.palette);
        let write = |face: &Face, letters: &mut Vec<Letter>| {
            let hud = Hud { face, palette, size };
            if let Some(hover) = &hover {
                hud.hover(hover, letters);
            }
            hud.status(&left, &right, letters);
            if help {
                hud.help(letters);
            }
        };
        let over = Over { em, high: words_height(em), write: &write };
        self.painter.paint(self.device, &frame.texture, &shown, &over)?;
        self.window.pre_present_notify();
        self.surface.show(self.device, frame);
        Ok(self.device.check()?)
    }

    /// What squares show, if that is not what they show at first.
    fn showing(&self) -> &'static str {
        match (self.channel, self.look) {
            (Some(Channel::Red), _) => "R visit   ",
            (Some(Channel::Green), _) => "G phase   ",
            (Some(Channel::Blue), _) => "B rank   ",
            (Some(Channel::Alpha), _) => "A next   ",
            (None, Look::Numbers) => "",
            (None, Look::Line) => "line   ",
            (None, Look::Heat) => "heat   ",
        }
    }

    /// The state under the pointer, in words.
    fn hover(&mut self) -> Result<Option<String>, E> {
        let Some(spot) = self.spot_under_pointer() else { return Ok(None) };
        let state = self.scene.state(spot)?;
        let of = self.scene.moment().of;
        let words = words::of_state(self.scene.board(), spot.square, state, of);
        Ok(Some(if self.wall.boards > 1 { format!("board {}, {words}", spot.board + 1) } else { words }))
    }

    fn spot_under_pointer(&self) -> Option<Spot> {
        let (row, col) = self.camera.place(self.pointer?);
        self.wall.spot(row, col)
    }

    /// The title says where the tour stands.
    fn entitle(&mut self) {
        let moment = self.scene.moment();
        let title = format!("courser: {}", words::of_moment(&self.scene.name(), &moment, self.player.playing));
        let soon = self.player.playing && !self.title.0.is_empty() && self.title.1.elapsed() < TITLE;
        if title != self.title.0 && !soon {
            self.window.set_title(&title);
            self.title = (title, Instant::now());
        }
    }

    fn say(&mut self, note: impl Into<String>) {
        self.note = Some((note.into(), Instant::now()));
    }

    /// Does what an event asks for; false closes the window.
    pub(super) fn event<S: Stage<Error = E>>(
        &mut self,
        event: WindowEvent,
        stage: &mut S,
    ) -> Result<bool, WindowError<E>> {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return Ok(false),
            WindowEvent::Resized(size) => self.resize(size.into()),
            WindowEvent::ScaleFactorChanged { .. } => self.resize(self.window.inner_size().into()),
            WindowEvent::Occluded(hidden) => self.hidden = hidden || self.window.inner_size().width == 0,
            // Synthetic are the keys that were down already when the window was given the keyboard.
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } if event.state == ElementState::Pressed => {
                let action = controls::action(&event.logical_key);
                if let Some(action) = action.filter(|action| !event.repeat || action.repeats()) {
                    self.changed = true;
                    return self.act(action, stage);
                }
                return Ok(true);
            }
            WindowEvent::CursorMoved { position, .. } => self.point((position.x, position.y)),
            WindowEvent::CursorLeft { .. } => (self.pointer, self.pressed) = (None, None),
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                if state == ElementState::Pressed {
                    self.pressed = self.pointer.map(|at| (at, false));
                } else if let Some((_, false)) = self.pressed.take() {
                    self.click().map_err(WindowError::Scene)?;
                }
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let steps = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => lines.into(),
                    MouseScrollDelta::PixelDelta(pixels) => pixels.y / 40.0,
                };
                self.zoom(ZOOM.powf(steps));
            }
            WindowEvent::PinchGesture { delta, .. } => self.zoom((1.0 + delta).max(0.1)),
            _ => return Ok(true),
        }
        self.changed = true;
        Ok(true)
    }

    fn resize(&mut self, size: (u32, u32)) {
        let before = self.surface.size();
        self.hidden = size.0 == 0 || size.1 == 0;
        self.surface.resize(self.device, size);
        if self.hidden {
            return;
        }
        if self.camera.is_fitted() {
            self.fit();
        } else {
            let by = |new: u32, old: u32| (f64::from(new) - f64::from(old)) / 2.0;
            self.camera.pan(&self.wall, (by(size.0, before.0), by(size.1, before.1)), size);
        }
    }

    /// The pointer is elsewhere; with the button down it takes the board along.
    fn point(&mut self, at: (f64, f64)) {
        let before = self.pointer.replace(at).unwrap_or(at);
        if let Some((from, moved)) = &mut self.pressed {
            let far = (at.0 - from.0).hypot(at.1 - from.1) > CLICK * self.window.scale_factor();
            let by = if *moved { (at.0 - before.0, at.1 - before.1) } else { (at.0 - from.0, at.1 - from.1) };
            if *moved || far {
                *moved = true;
                self.camera.pan(&self.wall, by, self.surface.size());
            }
        }
    }

    /// Start there.
    fn click(&mut self) -> Result<(), E> {
        if std::mem::take(&mut self.help) {
            return Ok(());
        }
        if let Some(spot) = self.spot_under_pointer() {
            match self.scene.restart(Some(spot.square))? {
                Some(why) => self.say(why),
                None => {
                    let square = spot.square.name(self.wall.rows);
                    self.say(format!("from {square}"));
                    self.player.playing = true;
                }
            }
        }
        Ok(())
    }

    fn zoom(&mut self, factor: f64) {
        let (width, height) = self.surface.size();
        let at = self.pointer.unwrap_or((f64::from(width) / 2.0, f64::from(height) / 2.0));
        self.camera.zoom(&self.wall, at, factor);
    }

    /// Does what a key asks for; false closes the window.
    fn act<S: Stage<Error = E>>(&mut self, action: Action, stage: &mut S) -> Result<bool, WindowError<E>> {
        let (width, height) = self.surface.size();
        match action {
            Action::Play => self.play().map_err(WindowError::Scene)?,
            Action::Pass => self.step(1).map_err(WindowError::Scene)?,
            Action::Move => {
                // To the next move's same place in the cycle.
                self.step(3).map_err(WindowError::Scene)?;
            }
            Action::Faster | Action::Slower => {
                self.player.hurry(if action == Action::Faster { 2.0 } else { 0.5 });
                self.note = None;
            }
            Action::Back => {
                let why = self.scene.restart(None).map_err(WindowError::Scene)?;
                self.player.playing = false;
                self.note = why.map(|why| (why, Instant::now()));
            }
            Action::Rule => match self.scene.next_rule().map_err(WindowError::Scene)? {
                Some(why) => self.say(why),
                None => {
                    self.note = None;
                    self.player.playing = true;
                }
            },
            Action::Channel => {
                self.channel = match self.channel {
                    None => Some(Channel::Red),
                    Some(Channel::Red) => Some(Channel::Green),
                    Some(Channel::Green) => Some(Channel::Blue),
                    Some(Channel::Blue) => Some(Channel::Alpha),
                    Some(Channel::Alpha) => None,
                };
            }
            Action::Look => {
                self.channel = None;
                self.look = match self.look {
                    Look::Numbers => Look::Line,
                    Look::Line => Look::Heat,
                    Look::Heat => Look::Numbers,
                };
            }
            Action::Palette => {
                let now = Palette::ALL.iter().position(|&palette| palette == self.palette).unwrap_or(0);
                self.palette = Palette::ALL[(now + 1) % Palette::ALL.len()];
            }
            Action::Nearer => self.zoom(ZOOM.powi(2)),
            Action::Farther => self.zoom(ZOOM.powi(-2)),
            Action::Pan(right, down) => {
                let by = (-f64::from(right) * PAN * f64::from(width), -f64::from(down) * PAN * f64::from(height));
                self.camera.pan(&self.wall, by, (width, height));
            }
            Action::Fit => self.fit(),
            Action::FullScreen => self.full_screen(self.window.fullscreen().is_none()),
            Action::Save => {
                let size = self.surface.size();
                let shown = shown(&*self.scene, self.wall, self.camera, self.look, self.channel, self.palette);
                let picture = self.painter.picture(self.device, size, &shown)?;
                let said = stage.save(&picture, &self.scene.name());
                self.say(said);
            }
            Action::Help => self.help = !self.help,
            Action::Escape if self.help => self.help = false,
            Action::Escape if self.window.fullscreen().is_some() => self.full_screen(false),
            Action::Escape | Action::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn full_screen(&self, full: bool) {
        self.window.set_fullscreen(full.then_some(Fullscreen::Borderless(None)));
    }

    /// Play or pause; at the end of the tour, once more from the start.
    fn play(&mut self) -> Result<(), E> {
        self.note = None;
        if self.scene.moment().end.is_some() {
            if let Some(why) = self.scene.restart(None)? {
                self.say(why);
            }
            self.player.playing = true;
        } else {
            self.player.playing = !self.player.playing;
        }
        Ok(())
    }

    /// So many passes on, and a halt.
    fn step(&mut self, passes: u64) -> Result<(), E> {
        self.player.playing = false;
        self.note = None;
        self.scene.advance(passes)
    }
}

fn shown<'a, E>(
    scene: &'a (dyn Scene<Error = E> + '_),
    wall: Wall,
    camera: Camera,
    look: Look,
    channel: Option<Channel>,
    palette: Palette,
) -> Shown<'a> {
    Shown {
        board: scene.board(),
        wall,
        camera,
        squares: scene.squares(),
        moment: scene.moment(),
        look,
        channel,
        palette,
    }
}

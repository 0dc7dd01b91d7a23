//! Handles the events of an open window.

use std::time::Instant;

use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
use winit::window::Fullscreen;

use crate::app::WindowError;
use crate::controls::{self, Action};
use crate::hud;
use crate::keys::Keys;
use crate::open::{WindowState, shown};
use crate::player::has_ended;
use crate::scene::WindowHost;
use crate::shown::NumberStyle;
use courser_engine::Result;
use courser_view::{Channel, Overlay, Palette};

/// Zoom factor per step of the mouse wheel.
const ZOOM: f64 = 1.2;

/// Panning distance of an arrow key, as a fraction of the window size.
const PAN: f64 = 0.1;

/// Maximum number of passes recomputed for one step back.
const FARTHEST_BACK: u64 = 30_000;

/// Maximum movement of the pointer during a click, in logical pixels.
const CLICK: f64 = 4.0;

impl WindowState<'_> {
    /// Handles an event. Returns whether the window stays open.
    pub(crate) fn event(&mut self, event: WindowEvent, host: &mut dyn WindowHost) -> Result<bool, WindowError> {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return Ok(false),
            WindowEvent::Resized(size) => self.resize(size.into()),
            WindowEvent::ScaleFactorChanged { .. } => self.resize(self.window.inner_size().into()),
            WindowEvent::Occluded(hidden) => self.hidden = hidden || self.window.inner_size().width == 0,
            // A synthetic event reports a key that was already down when the window received the focus. Such an event
            // is ignored.
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } if event.state == ElementState::Pressed => {
                let action = controls::action(&event.logical_key);
                if let Some(action) = action.filter(|action| !event.repeat || action.repeats()) {
                    self.changed = true;
                    return self.act(action, host);
                }
                return Ok(true);
            }
            WindowEvent::CursorMoved { position, .. } => self.point((position.x, position.y)),
            WindowEvent::CursorLeft { .. } => (self.pointer, self.pressed) = (None, None),
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                if state == ElementState::Pressed {
                    self.pressed = self.pointer.map(|at| (at, false));
                } else if let Some((_, false)) = self.pressed.take() {
                    self.click()?;
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
        self.hidden = size.0 == 0 || size.1 == 0;
        let before = self.fitted_to;
        self.surface.resize(self.device, size);
        if self.hidden {
            return;
        }
        if self.camera.is_fitted() {
            self.fit();
        } else {
            let now = self.sides();
            let by = |new: u32, old: u32| (f64::from(new) - f64::from(old)) / 2.0;
            self.camera.pan(&self.wall, (by(now.0, before.0), by(now.1, before.1)), now);
            self.fitted_to = now;
        }
    }

    /// Updates the position of the pointer. While the button is down, drags the board.
    fn point(&mut self, at: (f64, f64)) {
        let before = self.pointer.replace(at).unwrap_or(at);
        if let Some((from, moved)) = &mut self.pressed {
            let far = (at.0 - from.0).hypot(at.1 - from.1) > CLICK * self.window.scale_factor();
            let by = if *moved { (at.0 - before.0, at.1 - before.1) } else { (at.0 - from.0, at.1 - from.1) };
            if *moved || far {
                *moved = true;
                self.camera.pan(&self.wall, by, self.fitted_to);
            }
        }
    }

    /// Restarts the scene from the square under the pointer. If a help page is open, only closes this page.
    fn click(&mut self) -> Result<()> {
        if self.help.take().is_some() {
            return Ok(());
        }
        if let Some(at) = self.under_pointer() {
            match self.scene.restart(Some(at.square))? {
                Some(why) => self.say(why),
                None => {
                    let square = at.square.name(self.wall.rows);
                    self.say(format!("from {square}"));
                }
            }
        }
        Ok(())
    }

    fn zoom(&mut self, factor: f64) {
        let (width, height) = self.fitted_to;
        let at = self.pointer.and_then(|at| self.local(at));
        let at = at.unwrap_or((f64::from(width) / 2.0, f64::from(height) / 2.0));
        self.camera.zoom(&self.wall, at, factor);
    }

    /// Performs the action of a key. Returns whether the window stays open.
    fn act(&mut self, action: Action, host: &mut dyn WindowHost) -> Result<bool, WindowError> {
        match action {
            Action::Save => {
                let size = self.surface.size();
                let panels = self.panels();
                let (taught, em) = (self.taught(), self.em());
                let scenes = shown(&*self.scene, &panels, (self.wall, self.camera), (self.look, self.palette), &taught);
                let write = |overlay: &mut Overlay| hud::titles(overlay, em, &scenes);
                let picture = self.painter.picture_with(self.device, size, &scenes, &write)?;
                let said = host.save(&picture);
                self.say(said);
            }
            Action::Escape if self.help.is_some() => self.help = None,
            Action::Escape if self.window.fullscreen().is_some() => self.full_screen(false),
            Action::Escape | Action::Quit => return Ok(false),
            action => self.change(action)?,
        }
        Ok(true)
    }

    /// Performs the action of a key that affects the scene or its view.
    fn change(&mut self, action: Action) -> Result<()> {
        let (width, height) = self.fitted_to;
        match action {
            Action::Play => self.play()?,
            Action::Pass => self.step(1)?,
            Action::Move => self.step(3)?,
            Action::PassBack => self.step_back(1)?,
            Action::MoveBack => self.step_back(3)?,
            Action::Faster | Action::Slower => {
                self.player.hurry(if action == Action::Faster { 2.0 } else { 0.5 });
                self.note = None;
            }
            Action::Back => {
                let why = self.scene.restart(None)?;
                self.player.playing = false;
                self.note = why.map(|why| (why, Instant::now()));
            }
            Action::Rule | Action::Seed => {
                let next = if action == Action::Rule { self.scene.next_rule() } else { self.scene.next_seed() };
                match next? {
                    Some(why) => self.say(why),
                    None => (self.note, self.player.playing) = (None, true),
                }
            }
            Action::Channel => {
                let next = if let [one] = self.channels[..] { one as usize + 1 } else { 0 };
                self.show(Channel::ALL.get(next).copied().into_iter().collect());
            }
            Action::Channels => {
                let all = if self.channels.len() == Channel::ALL.len() { Vec::new() } else { Channel::ALL.into() };
                self.show(all);
            }
            Action::Look => {
                self.show(Vec::new());
                self.look = match self.look {
                    NumberStyle::Numbers => NumberStyle::Line,
                    NumberStyle::Line => NumberStyle::Heat,
                    NumberStyle::Heat => NumberStyle::Numbers,
                };
            }
            Action::Shader => {
                if !self.shows_shader && self.scene.shader().is_none() {
                    self.say("no shader is at work here, or no pass is done yet");
                } else {
                    self.shows_shader = !self.shows_shader;
                    self.fit();
                }
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
            Action::Help => {
                let size = self.surface.size();
                let pages = Keys::new(self.em(), size).pages();
                let next = self.help.map_or(0, |page| page + 1);
                self.help = (next < pages).then_some(next);
            }
            Action::Save | Action::Escape | Action::Quit => {}
        }
        Ok(())
    }

    /// Shows the given channels side by side. If the list is empty, shows the tour.
    fn show(&mut self, channels: Vec<Channel>) {
        if !self.has_channels() {
            self.say("cycles that are no tour yet have no channels");
            return;
        }
        let is_as_many = self.channels.len() == channels.len();
        self.channels = channels;
        if !is_as_many {
            self.fit();
        }
    }

    fn full_screen(&self, full: bool) {
        self.window.set_fullscreen(full.then_some(Fullscreen::Borderless(None)));
    }

    /// Plays or pauses the scene. If the tour has ended, restarts the scene.
    fn play(&mut self) -> Result<()> {
        self.note = None;
        if has_ended(&*self.scene) {
            if let Some(why) = self.scene.restart(None)? {
                self.say(why);
            }
            self.player.playing = true;
        } else {
            self.player.playing = !self.player.playing;
        }
        Ok(())
    }

    /// Goes back by `passes` passes and pauses. Since passes cannot be undone, the scene is replayed from the start.
    fn step_back(&mut self, passes: u64) -> Result<()> {
        self.player.playing = false;
        self.note = None;
        let at = self.scene.progress().passes;
        let to = at.saturating_sub(passes);
        if to > FARTHEST_BACK {
            self.say(format!("{at} passes are too many to be made again: b goes back to the start"));
        } else if at > 0 {
            match self.scene.restart(None)? {
                Some(why) => self.say(why),
                None => self.scene.advance(to)?,
            }
        }
        Ok(())
    }

    /// Advances the scene by `passes` passes, and pauses it.
    fn step(&mut self, passes: u64) -> Result<()> {
        self.player.playing = false;
        self.note = None;
        self.scene.advance(passes)
    }
}

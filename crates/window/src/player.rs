//! Playback: computes the number of due passes, and the number of passes that fit in a frame.

use std::time::{Duration, Instant};

use courser_engine::Result;

use crate::scene::Scene;

/// Number of passes per move.
const A_MOVE: f64 = 3.0;

/// Maximum time for the passes in a frame. At 60 frames per second, this leaves time for drawing.
const BUDGET: Duration = Duration::from_millis(10);

/// Minimum and maximum speed in moves per second.
const SPEEDS: (f64, f64) = (0.01, 1e12);

/// The state of playback of a scene.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) playing: bool,
    /// Requested speed in moves per second.
    pub(crate) speed: f64,
    /// Number of due passes, which can be fractional.
    due: f64,
    /// Maximum number of passes per call of `Scene::advance`, adapted so that a call takes only a fraction of the time
    /// for a frame.
    chunk: u64,
    /// Start of the current measurement and number of passes since then, or `None` between measurements.
    counted: Option<(Instant, u64)>,
    /// Last measured speed in moves per second, or `None` before the first measurement.
    measured: Option<f64>,
}

/// Duration of one measurement of the speed.
const STRETCH: Duration = Duration::from_millis(500);

impl Player {
    pub(crate) fn new(speed: f64, playing: bool) -> Self {
        Self { playing, speed: speed.clamp(SPEEDS.0, SPEEDS.1), due: 0.0, chunk: 3, counted: None, measured: None }
    }

    /// Returns the measured speed in moves per second, or `None` while the scene is paused or before the first
    /// measurement.
    pub(crate) fn measured(&self) -> Option<f64> {
        self.measured.filter(|_| self.playing)
    }

    /// Adds passes to the current measurement.
    fn count(&mut self, passes: u64) {
        let (since, counted) = self.counted.get_or_insert_with(|| (Instant::now(), 0));
        *counted += passes;
        let elapsed = since.elapsed();
        if elapsed >= STRETCH {
            self.measured = Some(*counted as f64 / A_MOVE / elapsed.as_secs_f64());
            self.counted = None;
        }
    }

    /// Multiplies the requested speed by `factor`.
    pub(crate) fn hurry(&mut self, factor: f64) {
        (self.counted, self.measured) = (None, None);
        self.speed = (self.speed * factor).clamp(SPEEDS.0, SPEEDS.1);
    }

    /// Performs the passes that are due after the time `elapsed`. Stops at the end of the tour, or when the maximum
    /// time for a frame has passed. The passes that are then still due are not made up later. Playback is then slower
    /// than requested, but the window stays responsive. Returns whether the scene has changed.
    pub(crate) fn play(&mut self, scene: &mut dyn Scene, elapsed: Duration) -> Result<bool> {
        if !self.playing {
            (self.counted, self.measured) = (None, None);
            return Ok(false);
        }
        self.due += elapsed.as_secs_f64() * self.speed * A_MOVE;
        let begun = Instant::now();
        let mut played = 0;
        while self.due >= 1.0 && !has_ended(scene) {
            let passes = (self.due as u64).min(self.chunk);
            let at = Instant::now();
            scene.advance(passes)?;
            played += passes;
            self.due -= passes as f64;
            if at.elapsed() < BUDGET / 8 && passes == self.chunk {
                self.chunk = self.chunk.saturating_mul(2);
            } else if at.elapsed() > BUDGET / 2 {
                self.chunk = (self.chunk / 2).max(1);
            }
            if begun.elapsed() > BUDGET {
                self.due = self.due.fract();
            }
        }
        if has_ended(scene) {
            self.playing = false;
            self.due = 0.0;
        }
        self.count(played);
        Ok(played > 0)
    }
}

/// Returns whether the scene has ended and does not continue.
pub(crate) fn has_ended(scene: &dyn Scene) -> bool {
    scene.progress().end.is_some() && !scene.goes_on()
}

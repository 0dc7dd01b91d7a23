//! Playing: how many passes are due, and how many a frame has time for.

use std::time::{Duration, Instant};

use crate::scene::Scene;

/// Passes in a move.
const A_MOVE: f64 = 3.0;

/// The time per frame for passes; at 60 frames per second this leaves time to draw.
const BUDGET: Duration = Duration::from_millis(10);

/// Moves per second, at least and at most.
const SPEEDS: (f64, f64) = (0.01, 1e12);

/// The player of a scene, and its speed.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) playing: bool,
    /// Moves per second.
    pub(crate) speed: f64,
    /// Passes that should have been done by now, in parts too.
    due: f64,
    /// Passes per call: these take a part of the budget.
    chunk: u64,
    /// Since when passes are counted, and how many there were.
    counted: Option<(Instant, u64)>,
    /// Moves per second, as counted over the last stretch.
    measured: Option<f64>,
}

/// The time for which passes are counted before their speed is reported.
const STRETCH: Duration = Duration::from_millis(500);

impl Player {
    pub(crate) fn new(speed: f64, playing: bool) -> Self {
        Self { playing, speed: speed.clamp(SPEEDS.0, SPEEDS.1), due: 0.0, chunk: 3, counted: None, measured: None }
    }

    /// Returns the moves per second made recently, or `None` while paused and before they are counted.
    pub(crate) fn measured(&self) -> Option<f64> {
        self.measured.filter(|_| self.playing)
    }

    /// Counts passes.
    fn count(&mut self, passes: u64) {
        let (since, counted) = self.counted.get_or_insert_with(|| (Instant::now(), 0));
        *counted += passes;
        let elapsed = since.elapsed();
        if elapsed >= STRETCH {
            self.measured = Some(*counted as f64 / A_MOVE / elapsed.as_secs_f64());
            self.counted = None;
        }
    }

    /// Multiplies the speed.
    pub(crate) fn hurry(&mut self, factor: f64) {
        (self.counted, self.measured) = (None, None);
        self.speed = (self.speed * factor).clamp(SPEEDS.0, SPEEDS.1);
    }

    /// Performs the passes that are due after `elapsed`, as far as the time of a frame allows. Stops at the end of the
    /// tour. Excess passes are dropped: the tour is then slower than requested, and the window stays responsive.
    pub(crate) fn play<E>(&mut self, scene: &mut (dyn Scene<Error = E> + '_), elapsed: Duration) -> Result<bool, E> {
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

/// Returns whether the scene has ended and nothing follows.
pub(crate) fn has_ended<E>(scene: &(dyn Scene<Error = E> + '_)) -> bool {
    scene.progress().end.is_some() && !scene.goes_on()
}

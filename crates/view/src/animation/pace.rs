//! The speed and the length of an animation.

use crate::{Result, ViewError};

/// Maximum number of frames of an animation. At 25 frames per second, the animation takes nearly seven minutes.
pub const MAX_FRAMES: u32 = 10_000;

/// Default speed for small boards, in moves per second.
const SPEED: f64 = 4.0;

/// Default duration of an animation of a large board, in seconds.
const SECONDS: f64 = 20.0;

/// Maximum speed in moves per second.
const MAX_SPEED: f64 = 1e6;

/// Minimum number of frames per move for an eased motion. With fewer frames per move, the motion is linear.
const EASED_FRAMES: f64 = 3.0;

/// The speed and the timing options of an animation.
///
/// ```
/// use courser_view::Pace;
///
/// // At the default 4 moves per second, 63 moves take 15.75 seconds. At 25 frames per second, these are 394 frames,
/// // followed by the last frame.
/// assert_eq!(Pace::default().timing(63).unwrap().frames, 395);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Moves per second, 0.01 to 1,000,000. `None` selects 4 moves per second, or a higher speed if the animation would
    /// otherwise exceed 20 seconds.
    pub speed: Option<f64>,
    /// Frames per second, 1 to 60.
    pub fps: u32,
    /// Duration of the last frame in seconds, 0 to 60.
    pub hold: f64,
    /// Motion of the knight between two squares.
    pub easing: Easing,
}

impl Default for Pace {
    fn default() -> Self {
        Self { speed: None, fps: 25, hold: 3.0, easing: Easing::Smooth }
    }
}

/// The motion of the knight between two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = unknown)]
pub enum Easing {
    /// The knight moves slowly near the squares and fast between them. The speed is constant if a move has fewer than
    /// three frames.
    #[default]
    Smooth,
    /// The knight has constant speed.
    Linear,
}

impl Easing {
    /// Both kinds of easing, in the order in which they are listed to users.
    pub const ALL: [Self; 2] = [Self::Smooth, Self::Linear];
}

/// Returns the error for an unknown kind of easing.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("kind of easing", text, &Easing::ALL)
}

/// The timing of an animation: the number of frames and their durations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Number of frames, 1 to [`MAX_FRAMES`]. The last frame is the still picture.
    pub frames: u32,
    /// Frames per second.
    pub fps: u32,
    /// Duration of the last frame in seconds, at least the duration of any other frame.
    pub hold: f64,
}

impl Timing {
    /// Returns the time at which a frame ends, in seconds from the start.
    pub fn end(&self, frame: u32) -> f64 {
        let fps = f64::from(self.fps);
        if frame + 1 < self.frames { f64::from(frame + 1) / fps } else { f64::from(self.frames - 1) / fps + self.hold }
    }

    /// Returns the duration of a frame in units of 1 / `units` seconds. The rounding error is carried over to the next
    /// frame.
    pub(crate) fn delay(&self, frame: u32, units: f64) -> u64 {
        let end = |frame: u32| (self.end(frame) * units).round() as u64;
        end(frame) - if frame > 0 { end(frame - 1) } else { 0 }
    }
}

impl Pace {
    /// Returns the timing of an animation of `moves` moves.
    ///
    /// # Errors
    /// [`ViewError::Pace`] for a value out of range, [`ViewError::TooLong`] for too many frames.
    pub fn timing(&self, moves: u64) -> Result<Timing> {
        let speed = self.speed(moves);
        let max = (SECONDS * MAX_SPEED) as u64;
        if self.speed.is_none() && moves > max {
            return Err(ViewError::TooManyMoves { moves, max });
        }
        within("the speed in moves per second", speed, 0.01, MAX_SPEED)?;
        let min_speed = moves as f64 * f64::from(self.fps) / f64::from(MAX_FRAMES - 1);
        self.of(moves as f64 / speed, Some(min_speed.ceil()))
    }

    /// Returns the timing of an animation with one frame per step.
    ///
    /// # Errors
    /// Returns the errors of [`timing`](Self::timing).
    pub(crate) fn stepwise(&self, steps: u64) -> Result<Timing> {
        self.of(steps as f64 / f64::from(self.fps), None)
    }

    fn of(&self, seconds: f64, min_speed: Option<f64>) -> Result<Timing> {
        within("the number of frames per second", self.fps.into(), 1.0, 60.0)?;
        within("the time of the last frame in seconds", self.hold, 0.0, 60.0)?;
        // If the exact number of frames is an integer, a rounding error must not make `ceil` return the next integer.
        // Therefore a small amount is subtracted.
        let frames = (seconds * f64::from(self.fps) - 1e-6).ceil().max(0.0) as u64 + 1;
        match u32::try_from(frames) {
            Ok(frames) if frames <= MAX_FRAMES => {
                Ok(Timing { frames, fps: self.fps, hold: self.hold.max(1.0 / f64::from(self.fps)) })
            }
            _ => Err(ViewError::TooLong { frames, max: MAX_FRAMES, min_speed }),
        }
    }

    fn speed(&self, moves: u64) -> f64 {
        self.speed.unwrap_or_else(|| SPEED.max(moves as f64 / SECONDS))
    }

    /// Returns the number of completed moves at a frame. The fractional part of this number is the progress of the
    /// current move.
    pub(crate) fn moment(&self, frame: u32, moves: u64) -> f64 {
        let speed = self.speed(moves);
        let done = (f64::from(frame) * speed / f64::from(self.fps)).min(moves as f64);
        if self.easing == Easing::Linear || f64::from(self.fps) / speed < EASED_FRAMES {
            return done;
        }
        let part = done.fract();
        done.floor() + part * part * (3.0 - 2.0 * part)
    }
}

pub(crate) fn within(what: &'static str, value: f64, min: f64, max: f64) -> Result<()> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(ViewError::Pace { what, value, min, max }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_an_animation_is_that_of_its_moves_and_of_the_last_frame() {
        for (speed, fps, hold, moves, frames) in
            [(4.0, 25, 3.0, 63, 395), (1.0, 10, 0.0, 3, 31), (100.0, 25, 1.0, 1000, 251), (3.0, 50, 2.5, 0, 1)]
        {
            let pace = Pace { speed: Some(speed), fps, hold, easing: Easing::Linear };
            let timing = pace.timing(moves).unwrap();
            assert_eq!(timing.frames, frames);
            let units: u64 = (0..frames).map(|frame| timing.delay(frame, 100.0)).sum();
            let seconds = f64::from(frames - 1) / f64::from(fps) + timing.hold;
            assert_eq!(units, (seconds * 100.0).round() as u64);
            assert!(timing.hold >= hold && timing.end(frames - 1) >= moves as f64 / speed + hold);
            assert_eq!(pace.moment(frames, moves), moves as f64);
        }
    }

    #[test]
    fn a_speed_left_open_makes_no_animation_last_longer_than_20_seconds_or_so() {
        for moves in [1, 63, 80, 81, 1000, 1 << 40] {
            let timing = Pace::default().timing(moves);
            match moves {
                0..=20_000_000 => assert!(timing.unwrap().frames <= 501, "{moves}"),
                _ => assert!(matches!(timing, Err(ViewError::TooManyMoves { max: 20_000_000, .. })), "{moves}"),
            }
        }
    }

    #[test]
    fn easing_goes_on_all_the_time_and_rests_on_the_squares() {
        let pace = Pace { speed: Some(1.0), fps: 50, ..Pace::default() };
        let moments: Vec<f64> = (0..=150).map(|frame| pace.moment(frame, 3)).collect();
        assert!(moments.is_sorted() && moments[50] == 1.0 && moments[75] == 1.5 && moments[150] == 3.0);
        assert!(moments[1] < 0.01 && moments[26] - moments[25] > 0.025);
        let linear = Pace { easing: Easing::Linear, ..pace };
        assert_eq!(linear.moment(10, 3), 0.2);
    }

    #[test]
    fn a_pace_that_cannot_be_is_refused_with_one_that_can() {
        for pace in [
            Pace { speed: Some(0.0), ..Pace::default() },
            Pace { speed: Some(f64::NAN), ..Pace::default() },
            Pace { fps: 0, ..Pace::default() },
            Pace { fps: 61, ..Pace::default() },
            Pace { hold: -1.0, ..Pace::default() },
            Pace { hold: f64::INFINITY, ..Pace::default() },
        ] {
            assert!(matches!(pace.timing(63), Err(ViewError::Pace { .. })), "{pace:?}");
        }
        let error = Pace { speed: Some(1.0), ..Pace::default() }.timing(1000).unwrap_err();
        assert_eq!(error.to_string(), "an animation of 25001 frames is too long: at most 10000");
        assert!(Pace { speed: Some(3.0), ..Pace::default() }.timing(1000).is_ok());
    }
}

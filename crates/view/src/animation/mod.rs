//! Animations: sequences of pictures, and their writers.
//!
//! A [`Animation`] knows its number of frames in advance, paints them one at a time, and can be played again. Only a few
//! pictures are in memory, for an animation of any length. A writer that needs all colours in advance plays the
//! animation twice. A GIF is therefore painted twice.

mod pace;
mod screen;
mod tour;

pub use pace::{Easing, MAX_FRAMES, Pace, Timing};
pub(crate) use screen::Screen;
pub use tour::TourFilm;

use crate::canvas::{Canvas, Raster};
use crate::geometry::Area;
use crate::{Picture, Result, Style, ViewError};

/// Maximum number of pixels of a frame.
pub const MAX_FRAME_PIXELS: u64 = 1 << 23;

/// Maximum side in pixels of an animation without a requested size.
const MAX_SIDE: u32 = 1080;

/// Returns the style for the layout of an animation.
pub(crate) fn bounded(style: &Style) -> Style {
    Style { longest: style.longest.min(MAX_SIDE), least: 0, lens: false, ..style.clone() }
}

/// Checks the size of frames.
pub(crate) fn check_size((width, height): (u32, u32)) -> Result<()> {
    if u64::from(width) * u64::from(height) > MAX_FRAME_PIXELS {
        return Err(ViewError::TooWide { width, height, most: MAX_FRAME_PIXELS });
    }
    Ok(())
}

/// Receives a frame: its number from 0, the complete picture, and the area that may differ from the previous frame.
pub type FrameSink<'a> = dyn FnMut(u32, &Picture, Area) -> Result<()> + 'a;

/// An animation, painted frame by frame.
pub trait Animation {
    /// Returns width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// Returns the number of frames and their durations.
    fn timing(&self) -> Timing;

    /// Calls `sink` with every `every`th frame and the last one, in order.
    ///
    /// # Errors
    /// [`ViewError`] if a frame cannot be painted, or the error of `sink`.
    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()>;
}

/// Plays an animation whose frames are drawn independently.
pub(crate) fn play_drawn(
    film: &impl Animation,
    every: u32,
    sink: &mut FrameSink<'_>,
    draw: impl Fn(&mut dyn Canvas, u32),
) -> Result<()> {
    let (size, last) = (film.size(), film.timing().frames - 1);
    let mut screen = Screen::new(size);
    for frame in (0..=last).filter(|frame| frame % every.max(1) == 0 || *frame == last) {
        let mut raster = Raster::new(size);
        draw(&mut raster, frame);
        let changed = screen.show::<4>(Area::whole(size), raster.rgba());
        sink(frame, &screen.picture, changed)?;
    }
    Ok(())
}

//! Animations as sequences of pictures, and the writers of their file formats.
//!
//! The number of frames of an [`Animation`] is known in advance. Frames are painted one at a time, and only a few
//! pictures are in memory at the same time. An animation can be played again: a writer that must know all colours in
//! advance, such as the GIF writer, plays the animation twice.

mod pace;
mod screen;
mod tour;

pub(crate) use pace::within;
pub use pace::{Easing, MAX_FRAMES, Pace, Timing};
pub(crate) use screen::Screen;
pub use tour::TourFilm;

use crate::canvas::{Canvas, Raster};
use crate::geometry::Area;
use crate::{Picture, Result, Style, ViewError};

/// Maximum number of pixels per frame.
pub const MAX_FRAME_PIXELS: u64 = 1 << 23;

/// Maximum side of an animation in pixels, used if the style sets no size.
const MAX_SIDE: u32 = 1080;

/// Returns a copy of the style for an animation. The copy has the size limits of an animation, and no strip of enlarged
/// squares.
pub(crate) fn bounded(style: &Style) -> Style {
    Style { max_side: style.max_side.min(MAX_SIDE), min_side: 0, lens: false, ..style.clone() }
}

/// Returns an error if a frame of this size has more than [`MAX_FRAME_PIXELS`] pixels.
pub(crate) fn check_size((width, height): (u32, u32)) -> Result<()> {
    if u64::from(width) * u64::from(height) > MAX_FRAME_PIXELS {
        return Err(ViewError::TooWide { width, height, max: MAX_FRAME_PIXELS });
    }
    Ok(())
}

/// A function that receives each frame. Its arguments are the number of the frame (counted from 0), the complete
/// picture, and the area that can differ from the previous frame.
pub type FrameSink<'a> = dyn FnMut(u32, &Picture, Area) -> Result<()> + 'a;

/// An animation, painted frame by frame.
pub trait Animation {
    /// Returns the width and the height in pixels.
    fn size(&self) -> (u32, u32);

    /// Returns the number of frames and their durations.
    fn timing(&self) -> Timing;

    /// Calls `sink` for every frame whose number is a multiple of `every`, and for the last frame, in ascending order.
    ///
    /// # Errors
    /// [`ViewError`] if a frame cannot be painted, or the error of `sink`.
    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()>;
}

/// Plays an animation in which each frame is drawn independently of the previous frame.
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

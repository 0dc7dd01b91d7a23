//! Animations: pictures one after another, and what writes them.
//!
//! A [`Film`] knows how many frames it has before it paints the first, paints them
//! one at a time, and can be played again: a writer that needs to know all colours
//! beforehand plays it twice. So no more than a few pictures are in memory,
//! however long an animation is. The price is that a GIF takes twice the painting.

mod area;
mod pace;
mod screen;
mod tour;

pub use area::Area;
pub use pace::{Easing, MAX_FRAME_PIXELS, MAX_FRAMES, Pace, Timing};
pub(crate) use screen::Screen;
pub use tour::TourFilm;

use crate::{Picture, ViewError};

/// Receives a frame: its number from 0, the whole picture, and the part of it that may differ from the frame before.
pub type Sink<'a> = dyn FnMut(u32, &Picture, Area) -> Result<(), ViewError> + 'a;

/// A moving picture.
pub trait Film {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// How many frames there are, and how long each is shown.
    fn timing(&self) -> Timing;

    /// Shows every `every`th frame and the last, in their order.
    ///
    /// # Errors
    /// [`ViewError`] if a frame cannot be painted, or what `sink` returns.
    fn play(&mut self, every: u32, sink: &mut Sink<'_>) -> Result<(), ViewError>;
}

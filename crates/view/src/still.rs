//! Pictures of boards without a tour. Each picture can be painted or written as SVG.

use std::io::Write;

use crate::canvas::{Canvas, Raster};
use crate::svg::Svg;
use crate::{Picture, Result};

/// A function that draws a picture on any canvas.
type Draw<'a> = Box<dyn Fn(&mut dyn Canvas) + 'a>;

/// A picture of a board with pieces, moves, or the state of the decision cycle. Such a picture is painted as pixels or
/// written as SVG.
pub struct StaticPicture<'a> {
    size: (u32, u32),
    title: String,
    draw: Draw<'a>,
}

impl<'a> StaticPicture<'a> {
    pub(crate) fn new(size: (u32, u32), title: String, draw: impl Fn(&mut dyn Canvas) + 'a) -> Self {
        Self { size, title, draw: Box::new(draw) }
    }

    /// Paints the picture.
    pub fn paint(&self) -> Picture {
        let mut raster = Raster::new(self.size);
        (self.draw)(&mut raster);
        raster.finish()
    }

    /// Writes the picture as SVG. Does not flush `out`.
    ///
    /// # Errors
    /// [`ViewError::Write`](crate::ViewError::Write) if writing to `out` fails.
    pub fn write_svg(&self, out: &mut dyn Write) -> Result<()> {
        let mut svg = Svg::new(self.size);
        (self.draw)(&mut svg);
        svg.write(&self.title, out)
    }
}

impl std::fmt::Debug for StaticPicture<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Still({})", self.title)
    }
}

//! Pictures made of pixels.

use crate::Rgb;
use crate::geometry::Area;
use crate::palette::mix;

/// A picture of opaque pixels, stored row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    /// Creates a picture of one colour.
    pub(crate) fn new(width: u32, height: u32, colour: Rgb) -> Self {
        Self { width, height, rgb: colour.repeat(width as usize * height as usize) }
    }

    /// Creates a picture from RGBA pixels. The alpha values are ignored.
    pub fn from_rgba(width: u32, height: u32, rgba: &[u8]) -> Self {
        let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
        rgba.chunks_exact(4).for_each(|pixel| rgb.extend_from_slice(&pixel[..3]));
        Self { width, height, rgb }
    }

    /// Returns the width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns red, green and blue of every pixel, one byte each. The length is `width * height * 3`.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    pub(crate) fn rgb_mut(&mut self) -> &mut [u8] {
        &mut self.rgb
    }

    /// Returns the colour of a pixel.
    ///
    /// # Panics
    /// Panics if the pixel is outside the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Rgb {
        let at = self.at(x, y);
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Copies the pixels of an area from another picture. Both pictures have the same size.
    pub(crate) fn take(&mut self, area: Area, from: &Self) {
        for y in area.top..area.bottom() {
            let row = self.at(area.left, y)..self.at(area.right() - 1, y) + 3;
            self.rgb[row.clone()].copy_from_slice(&from.rgb[row]);
        }
    }

    /// Fills a row of squares that touch each other. A square has a side of `side` pixels and the colour given in
    /// `colours`. The squares must be inside the picture.
    pub(crate) fn fill_row(&mut self, (left, top): (u32, u32), side: u32, colours: &[Rgb]) {
        let bytes = 3 * side as usize;
        for y in top..top + side {
            let from = self.at(left, y);
            let row = &mut self.rgb[from..from + bytes * colours.len()];
            for (pixels, colour) in row.chunks_exact_mut(bytes).zip(colours) {
                pixels.as_chunks_mut().0.fill(*colour);
            }
        }
    }

    /// Blends a colour over a pixel. `part` is the opacity of the colour, 0 to 1. Pixels outside the picture are
    /// ignored.
    pub(crate) fn blend(&mut self, x: i32, y: i32, colour: Rgb, part: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if x < self.width && y < self.height {
            let at = self.at(x, y);
            let mixed = mix(self.pixel(x, y), colour, part);
            self.rgb[at..at + 3].copy_from_slice(&mixed);
        }
    }

    fn at(&self, x: u32, y: u32) -> usize {
        assert!(x < self.width && y < self.height, "pixel {x},{y} of a {}x{} picture", self.width, self.height);
        3 * (y as usize * self.width as usize + x as usize)
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}x{})", self.width, self.height)
    }
}

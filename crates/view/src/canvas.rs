//! Canvases that consist of pixels. The canvas that writes SVG is in `svg.rs`. Both kinds implement the trait
//! [`Canvas`].

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, StrokeDash,
    Transform,
};

use crate::geometry::{Area, PixelPoint};
pub(crate) use crate::limits::DETAILED_SQUARE;
use crate::palette::mix;
use crate::{Picture, Rgb, font};

/// The pen of a line. The corners of the line are round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    /// Width in pixels.
    pub(crate) width: f32,
    /// True if the ends of the line are round. If `false`, the ends are flat.
    pub(crate) round: bool,
    /// Lengths of dashes and gaps in pixels; `None` for a solid line.
    pub(crate) dash: Option<[f32; 2]>,
}

impl Pen {
    /// Returns the pen for the outline of a knight of `size` pixels.
    pub(crate) fn of_outline(size: f32) -> Self {
        Self { width: (0.14 * size).max(1.5), round: true, dash: None }
    }
}

/// A picture under construction. Later shapes cover earlier shapes.
pub(crate) trait Canvas {
    /// Draws a rectangle of whole pixels within the picture.
    fn rect(&mut self, corner: (u32, u32), size: (u32, u32), colour: Rgb);

    /// Fills a square with diagonal stripes, from the lower left to the upper right. `side` is the side of the square
    /// in pixels, at least [`DETAILED_SQUARE`].
    fn hatch(&mut self, corner: (u32, u32), side: u32, colour: Rgb);

    /// Draws a line.
    fn stroke(&mut self, line: &Path, pen: &Pen, colour: Rgb);

    /// Fills the area enclosed by a line.
    fn fill(&mut self, shape: &Path, colour: Rgb);

    /// Draws a text centred at `centre`: horizontally by its width, and vertically by the height of its digits.
    fn text(&mut self, text: &str, em: f32, centre: PixelPoint, colour: Rgb);

    /// Fills a polygon.
    fn polygon(&mut self, corners: &[PixelPoint], colour: Rgb) {
        let mut shape = PathBuilder::new();
        for (corner, &(x, y)) in corners.iter().enumerate() {
            if corner == 0 { shape.move_to(x, y) } else { shape.line_to(x, y) }
        }
        shape.close();
        if let Some(shape) = shape.finish() {
            self.fill(&shape, colour);
        }
    }

    /// Fills a disc.
    fn disc(&mut self, (x, y): PixelPoint, radius: f32, colour: Rgb) {
        if let Some(disc) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&disc, colour);
        }
    }

    /// Draws separate line segments, whose ends are either round or flat.
    fn lines(&mut self, pieces: &[(PixelPoint, PixelPoint)], width: f32, round: bool, colour: Rgb) {
        let mut line = PathBuilder::new();
        for &(from, to) in pieces {
            line.move_to(from.0, from.1);
            line.line_to(to.0, to.1);
        }
        if let Some(line) = line.finish() {
            self.stroke(&line, &Pen { width, round, dash: None }, colour);
        }
    }
}

/// A canvas of pixels.
pub(crate) trait PixelCanvas: Canvas {
    /// Draws a picture that has the same size as the canvas.
    fn picture(&mut self, picture: &Picture);
}

/// A view of another canvas, with the origin moved to the pixel `shift` of that canvas.
pub(crate) struct Shifted<'a> {
    pub(crate) canvas: &'a mut dyn Canvas,
    pub(crate) shift: (u32, u32),
}

impl Shifted<'_> {
    fn place(&self, (x, y): (u32, u32)) -> (u32, u32) {
        (x + self.shift.0, y + self.shift.1)
    }

    fn moved(&self, path: &Path) -> Path {
        let by = Transform::from_translate(self.shift.0 as f32, self.shift.1 as f32);
        path.clone().transform(by).expect("a path within a picture stays finite")
    }
}

impl Canvas for Shifted<'_> {
    fn rect(&mut self, corner: (u32, u32), size: (u32, u32), colour: Rgb) {
        self.canvas.rect(self.place(corner), size, colour);
    }

    fn hatch(&mut self, corner: (u32, u32), side: u32, colour: Rgb) {
        self.canvas.hatch(self.place(corner), side, colour);
    }

    fn stroke(&mut self, line: &Path, pen: &Pen, colour: Rgb) {
        let line = self.moved(line);
        self.canvas.stroke(&line, pen, colour);
    }

    fn fill(&mut self, shape: &Path, colour: Rgb) {
        let shape = self.moved(shape);
        self.canvas.fill(&shape, colour);
    }

    fn text(&mut self, text: &str, em: f32, centre: PixelPoint, colour: Rgb) {
        self.canvas.text(text, em, (centre.0 + self.shift.0 as f32, centre.1 + self.shift.1 as f32), colour);
    }
}

/// Returns the period and the width of the stripes of a square, in pixels. The period is measured along a side of the
/// square, and the width at right angles to the stripe. A side of the square has `side` pixels.
pub(crate) fn stripes(side: u32) -> (f32, f32) {
    let period = (side as f32 / 6.0).max(4.0);
    (period, period * 0.28)
}

/// A canvas of pixels, opaque or transparent.
pub(crate) struct Raster {
    /// Premultiplied pixels. The pixels of a picture are opaque, so their premultiplied and plain colours are equal.
    pixmap: Pixmap,
    /// Pixel coordinates of the origin of the drawing, which can lie outside the canvas.
    pub(crate) shift: (i32, i32),
}

impl Raster {
    /// Creates a canvas of black pixels. `width` and `height` must come from a layout, so that they are neither 0 nor
    /// beyond the limits.
    pub(crate) fn new((width, height): (u32, u32)) -> Self {
        let mut raster = Self::clear((width, height));
        raster.pixmap.fill(Color::BLACK);
        raster
    }

    /// Creates a canvas of transparent pixels.
    pub(crate) fn clear((width, height): (u32, u32)) -> Self {
        let pixmap = Pixmap::new(width, height).expect("a layout is neither empty nor beyond its limits");
        Self { pixmap, shift: (0, 0) }
    }

    /// Returns the width and the height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// Draws another raster over this raster, with the top left pixel of the other raster at `corner`.
    pub(crate) fn lay(&mut self, over: &Self, (left, top): (u32, u32)) {
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(left as i32, top as i32, over.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    /// Fills a rectangle with a colour of the given opacity, 0 to 1.
    pub(crate) fn tint(&mut self, (left, top): PixelPoint, (width, height): PixelPoint, [r, g, b]: Rgb, opacity: f32) {
        let mut paint = Paint { anti_alias: false, ..Paint::default() };
        paint.set_color(Color::from_rgba8(r, g, b, (opacity * 255.0) as u8));
        if let Some(rect) = Rect::from_xywh(left, top, width, height) {
            self.pixmap.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }

    fn moved(&self) -> Transform {
        Transform::from_translate(self.shift.0 as f32, self.shift.1 as f32)
    }

    pub(crate) fn finish(self) -> Picture {
        Picture::from_rgba(self.pixmap.width(), self.pixmap.height(), self.pixmap.data())
    }

    /// Returns red, green, blue and alpha of every pixel, row by row. All pixels of a picture are opaque.
    pub(crate) fn rgba(&self) -> &[u8] {
        self.pixmap.data()
    }

    /// Copies an area from another raster. Both rasters have the same size.
    pub(crate) fn copy(&mut self, from: &Self, area: Area) {
        let across = self.pixmap.width() as usize;
        for y in area.top as usize..area.bottom() as usize {
            let at = 4 * (y * across + area.left as usize);
            let row = at..at + 4 * area.width as usize;
            self.pixmap.data_mut()[row.clone()].copy_from_slice(&from.pixmap.data()[row]);
        }
    }

    /// Blends a colour over a pixel. The opacity of the colour is from 0 to 1. Pixels outside the canvas are ignored.
    fn blend(&mut self, x: i32, y: i32, colour: Rgb, opacity: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x + self.shift.0), u32::try_from(y + self.shift.1)) else {
            return;
        };
        if x < self.pixmap.width() && y < self.pixmap.height() {
            let at = 4 * (y as usize * self.pixmap.width() as usize + x as usize);
            let pixel = &mut self.pixmap.data_mut()[at..at + 4];
            let mixed = mix([pixel[0], pixel[1], pixel[2]], colour, opacity);
            let [alpha, ..] = mix([pixel[3]; 3], [u8::MAX; 3], opacity);
            pixel[..3].copy_from_slice(&mixed);
            pixel[3] = alpha;
        }
    }
}

impl Canvas for Raster {
    fn rect(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), [r, g, b]: Rgb) {
        let across = self.pixmap.width() as usize;
        for y in top as usize..(top + height) as usize {
            let from = 4 * (y * across + left as usize);
            for pixel in self.pixmap.data_mut()[from..from + 4 * width as usize].as_chunks_mut().0 {
                *pixel = [r, g, b, u8::MAX];
            }
        }
    }

    fn hatch(&mut self, (left, top): (u32, u32), side: u32, colour: Rgb) {
        let (period, width) = stripes(side);
        for y in 0..side {
            for x in 0..side {
                // Computes the coverage across a stripe, whose edges are softened over one pixel.
                let across = ((x + y) as f32 + 0.5).rem_euclid(period) - period / 2.0;
                let part = (width / 2.0 + 0.5 - across.abs() * std::f32::consts::FRAC_1_SQRT_2).clamp(0.0, 1.0);
                self.blend((left + x) as i32, (top + y) as i32, colour, part);
            }
        }
    }

    fn stroke(&mut self, line: &Path, pen: &Pen, colour: Rgb) {
        let pen = Stroke {
            width: pen.width,
            line_cap: if pen.round { LineCap::Round } else { LineCap::Butt },
            line_join: LineJoin::Round,
            dash: pen.dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0)),
            ..Stroke::default()
        };
        self.pixmap.stroke_path(line, &ink(colour), &pen, self.moved(), None);
    }

    fn fill(&mut self, shape: &Path, colour: Rgb) {
        self.pixmap.fill_path(shape, &ink(colour), FillRule::Winding, self.moved(), None);
    }

    fn text(&mut self, text: &str, em: f32, centre: PixelPoint, colour: Rgb) {
        font::draw(text, em, centre, |x, y, part| self.blend(x, y, colour, part));
    }
}

impl PixelCanvas for Raster {
    fn picture(&mut self, picture: &Picture) {
        let pixels = self.pixmap.data_mut().as_chunks_mut().0;
        for (pixel, &[r, g, b]) in pixels.iter_mut().zip(picture.rgb().as_chunks().0) {
            *pixel = [r, g, b, u8::MAX];
        }
    }
}

fn ink([r, g, b]: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(r, g, b, u8::MAX));
    paint
}

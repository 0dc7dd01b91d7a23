//! The font: DejaVu Sans, printable ASCII only; see assets/README.md.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

static FACE: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../assets/DejaVuSans-ascii.ttf")).expect("the font in assets is a font")
});

/// Height of digits and capitals, in ems.
pub(crate) const DIGIT_HEIGHT: f32 = 0.729;

/// Width of a digit, in ems: all ten are equally wide.
pub(crate) const DIGIT_WIDTH: f32 = 0.636;

/// Width of the widest small letter, `m`, in ems.
pub(crate) const LETTER_WIDTH: f32 = 0.974;

/// A scale at which an em is `size` pixels (ab_glyph's own unit is ascent to descent).
fn scale(size: f32) -> PxScale {
    let units = FACE.units_per_em().expect("the font in assets has an em");
    PxScale::from(size * FACE.height_unscaled() / units)
}

/// The width of a text in pixels, an em being `size` pixels.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let face = FACE.as_scaled(scale(size));
    text.chars().map(|c| face.h_advance(face.glyph_id(c))).sum()
}

/// Rasters a text around `centre`: centred by its width and by the height of digits.
///
/// `put` receives each pixel that is touched and the part of it that is covered, 0 to 1.
pub(crate) fn draw(text: &str, size: f32, centre: (f32, f32), mut put: impl FnMut(i32, i32, f32)) {
    let scale = scale(size);
    let face = FACE.as_scaled(scale);
    let mut x = centre.0 - width(text, size) / 2.0;
    // On a whole pixel, so that the feet of the digits are sharp.
    let baseline = (centre.1 + size * DIGIT_HEIGHT / 2.0).round();
    for character in text.chars() {
        let id = face.glyph_id(character);
        if let Some(glyph) = face.outline_glyph(id.with_scale_and_position(scale, point(x, baseline))) {
            let corner = glyph.px_bounds().min;
            glyph.draw(|dx, dy, part| {
                if part > 0.0 {
                    put(corner.x as i32 + dx as i32, corner.y as i32 + dy as i32, part.min(1.0));
                }
            });
        }
        x += face.h_advance(id);
    }
}

/// One character as pixels, for a pen that stands on a whole one.
#[cfg(feature = "window")]
pub(crate) struct Raster {
    /// Columns, and rows.
    pub(crate) size: (u32, u32),
    /// From the pen to the top left pixel: right, and down from the baseline (mostly less than 0).
    pub(crate) corner: (f32, f32),
    /// How far the pen moves on.
    pub(crate) advance: f32,
    /// How much of each pixel is covered, row by row.
    pub(crate) coverage: Vec<u8>,
}

/// Rasters a character, an em being `size` pixels.
#[cfg(feature = "window")]
pub(crate) fn raster(character: char, size: f32) -> Raster {
    let scale = scale(size);
    let id = FACE.glyph_id(character);
    let mut raster =
        Raster { size: (0, 0), corner: (0.0, 0.0), advance: FACE.as_scaled(scale).h_advance(id), coverage: Vec::new() };
    if let Some(glyph) = FACE.outline_glyph(id.with_scale(scale)) {
        let bounds = glyph.px_bounds();
        raster.size = (bounds.width() as u32, bounds.height() as u32);
        raster.corner = (bounds.min.x, bounds.min.y);
        raster.coverage = vec![0; (raster.size.0 * raster.size.1) as usize];
        glyph.draw(|x, y, part| {
            if let Some(covered) = raster.coverage.get_mut((y * raster.size.0 + x) as usize) {
                *covered = (part.min(1.0) * 255.0 + 0.5) as u8;
            }
        });
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_printable_character_of_ascii() {
        for character in ' '..='~' {
            assert_ne!(FACE.glyph_id(character).0, 0, "{character:?}");
        }
    }

    #[test]
    fn the_widths_that_layouts_count_on_are_those_of_the_font() {
        for digit in '0'..='9' {
            assert!((width(&digit.to_string(), 1000.0) - 1000.0 * DIGIT_WIDTH).abs() < 1.0);
        }
        for letter in 'a'..='z' {
            assert!(width(&letter.to_string(), 1000.0) < 1000.0 * LETTER_WIDTH + 1.0);
        }
    }

    #[test]
    fn digits_are_centred_on_the_given_point() {
        let (mut left, mut right, mut top, mut bottom) = (i32::MAX, 0, i32::MAX, 0);
        draw("0", 100.0, (100.0, 80.0), |x, y, _| {
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        });
        assert!((left + right - 200).abs() <= 2 && (top + bottom - 160).abs() <= 4, "{left}-{right}, {top}-{bottom}");
        assert!((70..=78).contains(&(bottom - top)));
    }
}

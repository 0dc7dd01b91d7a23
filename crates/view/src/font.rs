//! The font DejaVu Sans with printable ASCII, a few signs and a knight. See assets/README.md for its source.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve, PxScale, ScaleFont, point};
use tiny_skia::{Path, PathBuilder, Transform};

use crate::geometry::PixelPoint;

static FACE: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../assets/DejaVuSans-ascii.ttf")).expect("the font in assets is a font")
});

/// Height of digits and capital letters in ems.
pub(crate) const DIGIT_HEIGHT: f32 = 0.729;

/// Width of every digit in ems.
pub(crate) const DIGIT_WIDTH: f32 = 0.636;

/// Width of the widest lower case letter, `m`, in ems.
pub(crate) const LETTER_WIDTH: f32 = 0.974;

/// Returns the scale for a font size of `size` pixels per em. The unit of ab_glyph is the distance between ascent and
/// descent.
fn scale(size: f32) -> PxScale {
    PxScale::from(size * FACE.height_unscaled() / units())
}

/// Returns the width of a text in pixels, for a font size of `size` pixels per em.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let face = FACE.as_scaled(scale(size));
    text.chars().map(|c| face.h_advance(face.glyph_id(c))).sum()
}

/// Rasterises a text. The text is centred at `centre`: horizontally by its width, vertically by the height of a digit.
///
/// Calls `put` for each covered pixel with the covered fraction, 0 to 1.
pub(crate) fn draw(text: &str, size: f32, centre: (f32, f32), mut put: impl FnMut(i32, i32, f32)) {
    let scale = scale(size);
    let face = FACE.as_scaled(scale);
    for (character, (x, baseline)) in feet(text, size, centre) {
        let id = face.glyph_id(character);
        if let Some(glyph) = face.outline_glyph(id.with_scale_and_position(scale, point(x, baseline))) {
            let corner = glyph.px_bounds().min;
            glyph.draw(|dx, dy, part| {
                if part > 0.0 {
                    put(corner.x as i32 + dx as i32, corner.y as i32 + dy as i32, part.min(1.0));
                }
            });
        }
    }
}

/// Returns the outline of a character in font units ([`units`] per em), or `None` for a space. The origin of the
/// outline is the start of the character on the baseline.
pub(crate) fn outline(character: char) -> Option<Path> {
    let curves = FACE.outline(FACE.glyph_id(character))?.curves;
    let mut shape = PathBuilder::new();
    let mut at = None;
    for curve in curves {
        let (from, to) = match curve {
            OutlineCurve::Line(a, b) | OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => (a, b),
        };
        if at != Some(from) {
            if at.is_some() {
                shape.close();
            }
            shape.move_to(from.x, -from.y);
        }
        match curve {
            OutlineCurve::Line(..) => shape.line_to(to.x, -to.y),
            OutlineCurve::Quad(_, by, _) => shape.quad_to(by.x, -by.y, to.x, -to.y),
            OutlineCurve::Cubic(_, by, on, _) => shape.cubic_to(by.x, -by.y, on.x, -on.y, to.x, -to.y),
        }
        at = Some(to);
    }
    shape.close();
    shape.finish()
}

/// Returns the number of font units per em in [`outline`].
pub(crate) fn units() -> f32 {
    FACE.units_per_em().expect("the font in assets has an em")
}

/// Returns each character of a text, together with its origin. The origins are on the baseline, and the characters are
/// at the same positions as in [`draw`]. `size` is the font size in pixels per em.
pub(crate) fn feet(text: &str, size: f32, centre: PixelPoint) -> impl Iterator<Item = (char, PixelPoint)> {
    let face = FACE.as_scaled(scale(size));
    let mut x = centre.0 - width(text, size) / 2.0;
    // The baseline is at a whole pixel, so that the lower edges of digits are sharp.
    let baseline = (centre.1 + size * DIGIT_HEIGHT / 2.0).round();
    text.chars().map(move |character| {
        let foot = (x, baseline);
        x += face.h_advance(face.glyph_id(character));
        (character, foot)
    })
}

/// Returns the knight of the font, scaled to a square of `size` pixels around `centre`. Returns `None` if the font
/// contains no knight.
pub(crate) fn knight(size: f32, centre: PixelPoint) -> Option<Path> {
    let shape = outline('\u{265e}')?;
    let bounds = shape.bounds();
    let scale = size * 0.86 / bounds.width().max(bounds.height());
    let middle = ((bounds.left() + bounds.right()) / 2.0, (bounds.top() + bounds.bottom()) / 2.0);
    let place = Transform::from_row(scale, 0.0, 0.0, scale, centre.0 - scale * middle.0, centre.1 - scale * middle.1);
    shape.transform(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_printable_character_of_ascii_and_a_knight() {
        for character in (' '..='~').chain(['±', 'µ', '×', '–', '…', '\u{265e}']) {
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

//! Glyphs as pixels for the GPU: printable ASCII for words, digits for the numbers in squares.

use bytemuck::{Pod, Zeroable};

use courser_view::Rgb;
use courser_view::for_window::{KNIGHT, SIGN};
use courser_view::for_window::{Raster, font};

/// Numbers are rastered up to this em; larger ones are scaled.
const LARGEST_EM: f32 = 96.0;

/// A glyph in the coverage: `Glyph` in `shaders/view/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Glyph {
    /// Its first byte.
    pub offset: u32,
    /// Columns.
    pub wide: u32,
    /// Rows.
    pub high: u32,
    /// From the pen to its left edge, in its own pixels.
    pub left: f32,
    /// From the baseline to its top edge, in its own pixels; mostly less than 0.
    pub top: f32,
    /// Pixels of the picture per pixel of the glyph.
    pub scale: f32,
    /// From its pen to that of the next glyph, in its own pixels.
    pub advance: f32,
}

/// A letter, or a filled box: `Letter` in `shaders/view/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Letter {
    /// Its top left pixel, across and down.
    pub corner: [f32; 2],
    /// Pixels across and down.
    pub size: [f32; 2],
    /// Its first byte in the coverage, or [`Letter::SOLID`].
    pub offset: u32,
    /// Columns.
    pub wide: u32,
    /// Rows.
    pub high: u32,
    /// Red, green, blue, alpha, a byte each from the lowest.
    pub colour: u32,
}

impl Letter {
    /// No glyph: all of the box is filled.
    pub const SOLID: u32 = u32::MAX;

    /// A filled box.
    pub(crate) fn filled(corner: (f32, f32), size: (f32, f32), [r, g, b]: Rgb, alpha: u8) -> Self {
        let colour = u32::from_le_bytes([r, g, b, alpha]);
        Self { corner: corner.into(), size: size.into(), offset: Self::SOLID, wide: 0, high: 0, colour }
    }
}

/// The ems of an atlas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ems {
    /// The size of words.
    pub(crate) words: f32,
    /// The size of coordinates.
    pub(crate) labels: f32,
    /// The size of the numbers in squares.
    pub(crate) numbers: f32,
}

/// The coverage of all glyphs, and where each is.
pub(crate) struct Atlas {
    /// One byte per pixel; a whole number of words.
    pub(crate) coverage: Vec<u8>,
    /// The signs in squares: the ten digits, the question mark, the letters of the phases, a knight's outline and the
    /// knight.
    pub(crate) signs: [Glyph; SIGNS],
    pub(crate) ems: Ems,
    /// For words.
    pub(crate) words: Face,
    /// For coordinates.
    pub(crate) labels: Face,
}

/// The printable characters of ASCII at one size.
pub(crate) struct Face {
    /// An em in pixels.
    pub(crate) em: f32,
    letters: Vec<Glyph>,
}

/// The number of glyphs for squares.
pub(crate) const SIGNS: usize = 17;

/// The glyphs that the font has, in their order.
const CHARACTERS: [char; SIGNS - 2] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '?', 'A', 'K', 'D', 'L'];

const FIRST: char = ' ';
const LAST: char = '~';

impl Atlas {
    /// The glyphs at these sizes.
    pub(crate) fn new(ems: Ems) -> Self {
        let mut coverage = Vec::new();
        let mut add = |Raster { size, corner, advance, coverage: bytes }: Raster, scale: f32| {
            let offset = coverage.len() as u32;
            coverage.extend(bytes);
            Glyph { offset, wide: size.0, high: size.1, left: corner.0, top: corner.1, scale, advance }
        };
        let [words, labels] = [ems.words, ems.labels].map(|em| {
            let letters = (FIRST..=LAST).map(|character| add(font::raster(character, em), 1.0));
            Face { em, letters: letters.collect() }
        });
        let em = ems.numbers.clamp(1.0, LARGEST_EM);
        let scale = if ems.numbers > em { ems.numbers / em } else { 1.0 };
        let [outline, knight] = font::raster_knight(KNIGHT * em / SIGN).map(|knight| add(knight, scale));
        let signs = std::array::from_fn(|at| match CHARACTERS.get(at) {
            Some(&character) => add(font::raster(character, em), scale),
            None if at == CHARACTERS.len() => outline,
            None => knight,
        });
        coverage.resize(coverage.len().next_multiple_of(4).max(4), 0);
        Self { coverage, signs, ems, words, labels }
    }
}

impl Face {
    fn letter(&self, character: char) -> Glyph {
        let at = |character: char| self.letters[character as usize - FIRST as usize];
        if (FIRST..=LAST).contains(&character) { at(character) } else { at('?') }
    }

    /// The width of a text in pixels.
    pub(crate) fn width(&self, text: &str) -> f32 {
        text.chars().map(|character| self.letter(character).advance).sum()
    }

    /// Writes a text from `left` on a baseline. Characters that the font does not have become question marks.
    pub(crate) fn write(&self, text: &str, left: f32, baseline: f32, [r, g, b]: Rgb, into: &mut Vec<Letter>) {
        let colour = u32::from_le_bytes([r, g, b, u8::MAX]);
        let baseline = baseline.round();
        let mut pen = left;
        for character in text.chars() {
            let glyph = self.letter(character);
            if glyph.wide > 0 {
                into.push(Letter {
                    corner: [pen.round() + glyph.left, baseline + glyph.top],
                    size: [glyph.wide as f32, glyph.high as f32],
                    offset: glyph.offset,
                    wide: glyph.wide,
                    high: glyph.high,
                    colour,
                });
            }
            pen += glyph.advance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_wide_as_in_painted_pictures() {
        let atlas = Atlas::new(Ems { words: 14.0, labels: 10.0, numbers: 20.0 });
        assert!((atlas.words.width("courser 64") - font::width("courser 64", 14.0)).abs() < 0.01);
    }

    #[test]
    fn every_glyph_lies_within_the_coverage() {
        for numbers in [0.0, 9.0, 500.0] {
            let atlas = Atlas::new(Ems { words: 13.0, labels: 10.0, numbers });
            let words = atlas.words.letters.iter().chain(&atlas.labels.letters);
            for glyph in words.chain(&atlas.signs) {
                assert!((glyph.offset + glyph.wide * glyph.high) as usize <= atlas.coverage.len(), "{glyph:?}");
            }
            assert_eq!(atlas.coverage.len() % 4, 0);
            // Digits are there at every size, and as large as asked for.
            let zero = atlas.signs[0];
            let high = zero.high as f32 * zero.scale;
            assert!((high - 0.75 * numbers.max(1.0)).abs() <= 2.0 + numbers / 50.0, "{zero:?}");
        }
    }

    #[test]
    fn what_the_font_has_not_is_a_question_mark() {
        let atlas = Atlas::new(Ems { words: 14.0, labels: 10.0, numbers: 20.0 });
        let letters = |text: &str| {
            let mut letters = Vec::new();
            atlas.words.write(text, 0.0, 20.0, [0; 3], &mut letters);
            letters
        };
        assert_eq!(letters("ä"), letters("?"));
        assert_eq!(letters(" "), []);
    }
}

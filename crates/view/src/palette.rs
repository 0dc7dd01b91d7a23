//! The colours of boards and paths.

use crate::ViewError;

/// A colour as red, green and blue of sRGB, 0 to 255 each.
pub type Rgb = [u8; 3];

/// A colour map: 256 colours of three bytes, from dark to light.
type ColourMap = [u8; 768];

/// The colour map viridis, which is perceptually uniform and readable to colour-blind people (Nathaniel Smith, Stéfan
/// van der Walt, matplotlib 2015, CC0). See assets/README.md.
static VIRIDIS: &ColourMap = include_bytes!("../assets/viridis.rgb");
/// The colour map plasma, which has the same properties and authors as viridis.
static PLASMA: &ColourMap = include_bytes!("../assets/plasma.rgb");

/// The colour map cividis, which looks nearly the same to people with and without red-green blindness (Nuñez, Anderton
/// and Renslow, "Optimizing colormaps with consideration for color vision deficiency", 2018).
static CIVIDIS: &ColourMap = include_bytes!("../assets/cividis.rgb");

/// A set of colours that go well together. Colour-blind people can read all palettes.
///
/// ```
/// use courser_view::Palette;
///
/// assert_eq!("dark".parse::<Palette>().unwrap(), Palette::Dark);
/// assert!("beige".parse::<Palette>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = unknown)]
pub enum Palette {
    /// A dark line on light squares. This palette is suitable for paper and bright pages.
    #[default]
    Light,
    /// A bright line on dark squares.
    Dark,
    /// A line whose colour changes from blue to yellow, on light squares. People with and without colour blindness see
    /// nearly the same colours.
    Cividis,
    /// A line whose colour changes from violet to yellow, on nearly black squares.
    Ember,
    /// A black and grey line on white squares, suitable for printers.
    Paper,
}

impl Palette {
    /// All palettes, in the order in which they are listed to users.
    pub const ALL: [Self; 5] = [Self::Light, Self::Dark, Self::Cividis, Self::Ember, Self::Paper];
}

/// Returns the error for an unknown palette name.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("palette", text, &Palette::ALL)
}

/// The colours of a palette that do not change along the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Colour of the area around the board. Holes also have this colour. The start is marked with a disc, and the
    /// number in the disc has this colour. The end is marked with a ring, and the inside of the ring has this colour.
    pub background: Rgb,
    /// Colours of the squares. Squares with an even sum of row and column have the colour at index 0. Squares with an
    /// odd sum have the colour at index 1.
    pub squares: [Rgb; 2],
    /// Colours of unvisited squares, with the same indices as in `squares`.
    pub unvisited: [Rgb; 2],
    /// Colour of the stripes of an unvisited square.
    pub hatch: Rgb,
    /// Colour of the rim around the board.
    pub rim: Rgb,
    /// Colour of the coordinates.
    pub label: Rgb,
    /// Colour of the disc at the start and of the ring at the end.
    pub ink: Rgb,
    /// Colour of a line without a gradient ([`Colouring::Plain`](crate::Colouring::Plain)).
    pub line: Rgb,
    /// Colour of the closing move of a tour.
    pub closing: Rgb,
    /// Colour of unvisited squares in a heat map. It differs from all colours of visited squares.
    pub cold: Rgb,
}

impl Colours {
    /// Returns the colour of the gaps at crossings of lines.
    pub fn casing(&self) -> Rgb {
        mix(self.squares[0], self.squares[1], 0.5)
    }
}

impl Palette {
    /// Returns the colours of the board, the marks and the labels.
    pub fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &Colours {
                background: [255, 255, 255],
                squares: [[243, 240, 233], [228, 222, 210]],
                unvisited: [[252, 230, 226], [244, 214, 209]],
                hatch: [222, 160, 155],
                rim: [120, 112, 100],
                label: [95, 90, 84],
                ink: [24, 26, 36],
                line: [49, 62, 140],
                closing: [120, 116, 112],
                cold: [244, 180, 176],
            },
            Self::Dark => &Colours {
                background: [19, 21, 27],
                squares: [[52, 57, 69], [40, 44, 55]],
                unvisited: [[84, 46, 54], [70, 36, 45]],
                hatch: [130, 66, 76],
                rim: [104, 112, 130],
                label: [168, 174, 186],
                ink: [250, 250, 250],
                line: [122, 200, 240],
                closing: [158, 164, 176],
                cold: [128, 46, 60],
            },
            Self::Cividis => &Colours {
                background: [255, 255, 255],
                squares: [[240, 241, 244], [221, 224, 230]],
                unvisited: [[250, 226, 205], [242, 211, 184]],
                hatch: [210, 148, 104],
                rim: [104, 108, 118],
                label: [84, 88, 98],
                ink: [16, 24, 44],
                line: [0, 52, 112],
                closing: [112, 114, 120],
                cold: [240, 176, 132],
            },
            Self::Ember => &Colours {
                background: [14, 11, 20],
                squares: [[46, 38, 58], [34, 28, 44]],
                unvisited: [[34, 62, 78], [24, 50, 66]],
                hatch: [66, 112, 134],
                rim: [110, 98, 128],
                label: [178, 166, 190],
                ink: [252, 250, 255],
                line: [250, 158, 60],
                closing: [166, 156, 176],
                cold: [38, 86, 110],
            },
            Self::Paper => &Colours {
                background: [255, 255, 255],
                squares: [[255, 255, 255], [226, 226, 226]],
                unvisited: [[246, 246, 246], [216, 216, 216]],
                hatch: [150, 150, 150],
                rim: [60, 60, 60],
                label: [40, 40, 40],
                ink: [0, 0, 0],
                line: [48, 48, 48],
                closing: [110, 110, 110],
                cold: [226, 226, 226],
            },
        }
    }

    /// Returns the colour of a line at the position `at`, which is 0 at the start of the tour and 1 at its end.
    ///
    /// If the colours at one end of a colour map are too similar to the colours of the squares, the gradient omits the
    /// similar colours.
    pub fn gradient(self, at: f32) -> Rgb {
        match self {
            Self::Light => sample(PLASMA, at * 0.7),
            Self::Dark => sample(VIRIDIS, 0.4 + at * 0.6),
            Self::Cividis => sample(CIVIDIS, at * 0.66),
            Self::Ember => sample(PLASMA, 0.4 + at * 0.6),
            Self::Paper => grey(at * 0.58),
        }
    }

    /// Returns the colour of a heat map at the position `at`, which is 0 at the start of the tour and 1 at its end. The
    /// lightness increases with `at`.
    pub fn heat(self, at: f32) -> Rgb {
        match self {
            Self::Light | Self::Dark => sample(VIRIDIS, at),
            Self::Cividis => sample(CIVIDIS, at),
            Self::Ember => sample(PLASMA, at),
            // The lightest greys are for unvisited squares and for the background.
            Self::Paper => grey(at * 0.75),
        }
    }
}

fn grey(at: f32) -> Rgb {
    [(at.clamp(0.0, 1.0) * 255.0 + 0.5) as u8; 3]
}

fn sample(map: &ColourMap, at: f32) -> Rgb {
    // A value halfway between two integers is rounded up, as in `mix`.
    let index = (at.clamp(0.0, 1.0) * 255.0 + 0.5) as usize;
    [map[3 * index], map[3 * index + 1], map[3 * index + 2]]
}

/// Mixes two colours. `part` is the fraction of `over` in the result, from 0 to 1.
pub(crate) fn mix(under: Rgb, over: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|i| {
        let (under, over) = (f32::from(under[i]), f32::from(over[i]));
        // A value halfway between two integers is rounded up. The function `round` is not used, since it calls a
        // library function on plain x86-64.
        (under + (over - under) * part + 0.5) as u8
    })
}

/// Returns black or white, whichever is more legible on `background` by the contrast ratio of WCAG 2.
pub(crate) fn text_on(background: Rgb) -> Rgb {
    // At a luminance of 0.179, the contrast with black equals the contrast with white.
    if luminance(background) > 0.179 { [0, 0, 0] } else { [255, 255, 255] }
}

/// Returns the relative luminance, 0 to 1.
fn luminance(colour: Rgb) -> f32 {
    let linear = colour.map(|c| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_are_those_of_matplotlib() {
        // The expected values are the first and last colours in matplotlib's _cm_listed.py, multiplied by 255.
        assert_eq!((sample(VIRIDIS, 0.0), sample(VIRIDIS, 1.0)), ([68, 1, 84], [253, 231, 37]));
        assert_eq!((sample(PLASMA, 0.0), sample(PLASMA, 1.0)), ([13, 8, 135], [240, 249, 33]));
        assert_eq!((sample(CIVIDIS, 0.0), sample(CIVIDIS, 1.0)), ([0, 34, 78], [254, 232, 56]));
    }

    #[test]
    fn the_line_stands_out_from_the_squares_along_its_whole_length() {
        for palette in Palette::ALL {
            let colours = palette.colours();
            for square in colours.squares.iter().chain(&colours.unvisited) {
                for step in 0..=100 {
                    let (line, square) = (luminance(palette.gradient(step as f32 / 100.0)), luminance(*square));
                    let contrast = (line.max(square) + 0.05) / (line.min(square) + 0.05);
                    assert!(contrast > 1.85, "{palette:?} at {step} %: {contrast}");
                }
            }
        }
    }

    #[test]
    fn who_sees_no_colour_still_sees_where_the_line_leads() {
        for palette in Palette::ALL {
            let lights: Vec<f32> = (0..=20).map(|step| luminance(palette.heat(step as f32 / 20.0))).collect();
            assert!(lights.is_sorted(), "{palette:?}: {lights:?}");
            assert!(lights[20] > lights[0] + 0.5, "{palette:?}: {lights:?}");
            let [start, end] = [0.0, 1.0].map(|at| luminance(palette.gradient(at)));
            assert!((end + 0.05) / (start + 0.05) > 1.8, "{palette:?}: {start} to {end}");
        }
    }

    #[test]
    fn the_palette_for_printers_is_grey_and_unvisited_squares_have_a_grey_of_their_own() {
        let colours = Palette::Paper.colours();
        let Colours { background, squares, unvisited, hatch, rim, label, ink, line, closing, cold } = *colours;
        let scale =
            |colour: fn(Palette, f32) -> Rgb| (0..=100).map(move |step| colour(Palette::Paper, step as f32 / 100.0));
        let fixed =
            [background, hatch, rim, label, ink, line, closing, cold].into_iter().chain(squares).chain(unvisited);
        for [red, green, blue] in fixed.chain(scale(Palette::heat)).chain(scale(Palette::gradient)) {
            assert!(red == green && green == blue, "{red} {green} {blue}");
        }
        let lightest = scale(Palette::heat).max().unwrap();
        assert!(lightest[0] + 30 < cold[0] && cold[0] + 20 < background[0]);
    }

    #[test]
    fn a_palette_is_called_by_its_name() {
        for palette in Palette::ALL {
            assert_eq!(palette.to_string().to_uppercase().parse::<Palette>().unwrap(), palette);
        }
        assert!("".parse::<Palette>().is_err());
    }

    #[test]
    fn text_is_read_on_every_colour_of_the_gradient() {
        assert_eq!(text_on([255, 255, 0]), [0, 0, 0]);
        assert_eq!(text_on([0, 0, 140]), [255, 255, 255]);
    }
}

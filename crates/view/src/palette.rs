//! Colours: those of the board, and those along a tour.

/// Red, green and blue, sRGB, 0 to 255 each.
pub type Rgb = [u8; 3];

/// 256 colours, three bytes each, dark to light.
type Map = [u8; 768];

/// Viridis and plasma: perceptually uniform and readable to colour-blind people
/// (Nathaniel Smith, Stéfan van der Walt, matplotlib 2015, CC0); see assets/README.md.
static VIRIDIS: &Map = include_bytes!("../assets/viridis.rgb");
static PLASMA: &Map = include_bytes!("../assets/plasma.rgb");

/// A set of colours that go together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// A dark line on light squares, for paper and bright pages.
    #[default]
    Light,
    /// A bright line on dark squares.
    Dark,
}

/// The colours of a palette that do not depend on the course of a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Around the board, and where it has holes.
    pub background: Rgb,
    /// The squares by chess colour: row + column even, odd.
    pub squares: [Rgb; 2],
    /// The same for squares not visited.
    pub unvisited: [Rgb; 2],
    /// The stripes that hatch a square not visited.
    pub hatch: Rgb,
    /// The rim between squares and what is no square.
    pub rim: Rgb,
    /// Coordinates.
    pub label: Rgb,
    /// The disc at the start, the ring at the end.
    pub ink: Rgb,
    /// What shines through the ring, and the number in the disc.
    pub paper: Rgb,
    /// The line where it has one colour.
    pub line: Rgb,
    /// The move that closes a tour.
    pub closing: Rgb,
    /// A square not visited, in a heat map: no colour of the map.
    pub cold: Rgb,
}

static LIGHT: Colours = Colours {
    background: [255, 255, 255],
    squares: [[243, 240, 233], [228, 222, 210]],
    unvisited: [[252, 230, 226], [244, 214, 209]],
    hatch: [222, 160, 155],
    rim: [120, 112, 100],
    label: [95, 90, 84],
    ink: [24, 26, 36],
    paper: [255, 255, 255],
    line: [49, 62, 140],
    closing: [120, 116, 112],
    cold: [244, 180, 176],
};

static DARK: Colours = Colours {
    background: [19, 21, 27],
    squares: [[52, 57, 69], [40, 44, 55]],
    unvisited: [[84, 46, 54], [70, 36, 45]],
    hatch: [130, 66, 76],
    rim: [104, 112, 130],
    label: [168, 174, 186],
    ink: [250, 250, 250],
    paper: [19, 21, 27],
    line: [122, 200, 240],
    closing: [158, 164, 176],
    cold: [128, 46, 60],
};

impl Palette {
    /// The colours of board, marks and labels.
    pub fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }

    /// The colour of the line at `at`, 0 at the start of the tour and 1 at its end.
    ///
    /// The ends of the maps that would vanish against the squares are left out.
    pub fn course(self, at: f32) -> Rgb {
        match self {
            Self::Light => sample(PLASMA, at * 0.7),
            Self::Dark => sample(VIRIDIS, 0.4 + at * 0.6),
        }
    }

    /// The colour of a heat map at `at`, 0 at the start of the tour and 1 at its end.
    pub fn heat(self, at: f32) -> Rgb {
        sample(VIRIDIS, at)
    }
}

fn sample(map: &Map, at: f32) -> Rgb {
    // Half up by hand, as in `mix`.
    let index = (at.clamp(0.0, 1.0) * 255.0 + 0.5) as usize;
    [map[3 * index], map[3 * index + 1], map[3 * index + 2]]
}

/// `part` of `over` on the rest of `under`, 0 to 1.
pub(crate) fn mix(under: Rgb, over: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|i| {
        let (under, over) = (f32::from(under[i]), f32::from(over[i]));
        // Half up by hand: `round` is a call into the mathematics library on plain x86-64.
        (under + (over - under) * part + 0.5) as u8
    })
}

/// Black or white, whichever is read more easily on `background` (contrast ratio of WCAG 2).
pub(crate) fn text_on(background: Rgb) -> Rgb {
    // 0.179 is where the contrast to black and the contrast to white are equal.
    if luminance(background) > 0.179 { [0, 0, 0] } else { [255, 255, 255] }
}

/// Relative luminance, 0 to 1.
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
        // First and last colours as in matplotlib's _cm_listed.py, times 255.
        assert_eq!((sample(VIRIDIS, 0.0), sample(VIRIDIS, 1.0)), ([68, 1, 84], [253, 231, 37]));
        assert_eq!((sample(PLASMA, 0.0), sample(PLASMA, 1.0)), ([13, 8, 135], [240, 249, 33]));
    }

    #[test]
    fn the_line_stands_out_from_the_squares_along_its_whole_course() {
        for palette in [Palette::Light, Palette::Dark] {
            let colours = palette.colours();
            for square in colours.squares.iter().chain(&colours.unvisited) {
                for step in 0..=100 {
                    let (line, square) = (luminance(palette.course(step as f32 / 100.0)), luminance(*square));
                    let contrast = (line.max(square) + 0.05) / (line.min(square) + 0.05);
                    assert!(contrast > 1.85, "{palette:?} at {step} %: {contrast}");
                }
            }
        }
    }

    #[test]
    fn text_is_read_on_every_colour_of_the_course() {
        assert_eq!(text_on([255, 255, 0]), [0, 0, 0]);
        assert_eq!(text_on([0, 0, 140]), [255, 255, 255]);
    }
}

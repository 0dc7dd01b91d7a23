//! The formats of answers, and the content that each format can hold.

use std::ffi::OsStr;
use std::path::Path;

use courser_board::format::Format as TourFormat;
use courser_board::graph::GraphFormat;

use crate::TourError;

/// The format of an answer.
///
/// ```
/// use courser::{Content, FileFormat};
///
/// assert_eq!("npy".parse::<FileFormat>()?, FileFormat::Npy);
/// assert!(FileFormat::Npy.holds(Content::Tour) && !FileFormat::Npy.holds(Content::Count));
/// assert_eq!(Content::Graph.format_of("knight.gv".as_ref()), Some(FileFormat::Dot));
/// # Ok::<(), courser::TourError>(())
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
#[strum(parse_err_ty = TourError, parse_err_fn = unknown)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum), value(rename_all = "lower"))]
#[non_exhaustive]
pub enum FileFormat {
    /// Words and numbers for people and scripts.
    Text,
    /// Visit numbers, with one line per row of the board.
    Grid,
    /// Squares on one line, such as `a1 c2 …`.
    Moves,
    /// JSON object with the answer and information about the run.
    Json,
    /// CSV table with a header line.
    Csv,
    /// NumPy array.
    Npy,
    /// TSPLIB tour; nodes are numbered from 1 in row-major order.
    Tsplib,
    /// SQL tables of nodes and edges (SQLite, SAP HANA, PostgreSQL).
    Sql,
    /// Graph for Graphviz.
    Dot,
    /// GraphML graph for networkx, Gephi and yEd.
    GraphMl,
    /// Hamiltonian cycle problem in TSPLIB format.
    Hcp,
    /// Markdown table.
    Md,
    /// Still image in pixels.
    Png,
    /// Still image as vector graphics.
    Svg,
    /// Animation with 255 colours.
    Gif,
    /// Animation in full colour.
    Apng,
    /// Raw video for other programs, as in `| ffmpeg -i - tour.mp4`.
    Y4m,
    /// No output except one line that summarises the result.
    None,
}

/// The kinds of content of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[non_exhaustive]
pub enum Content {
    /// A tour.
    #[strum(to_string = "a tour")]
    Tour,
    /// A path that leaves some squares unvisited.
    #[strum(to_string = "a path that leaves squares out")]
    PartialPath,
    /// States of the decision cycle.
    #[strum(to_string = "a sequence of states")]
    States,
    /// A picture, still or animated.
    #[strum(to_string = "a picture")]
    Picture,
    /// One or several counts of tours.
    #[strum(to_string = "a count")]
    Count,
    /// Statistics of tours, or a plot of these statistics.
    #[strum(to_string = "statistics")]
    Statistics,
    /// A path that collects the treasures of a map.
    #[strum(to_string = "a hunt")]
    Hunt,
    /// A placement of queens, or the number of placements.
    #[strum(to_string = "a placement of queens")]
    Queens,
    /// An SQL query for placements of queens.
    #[strum(to_string = "a query")]
    Query,
    /// Paths found by several rules, for comparison.
    #[strum(to_string = "a comparison of rules")]
    Rules,
    /// A graph.
    #[strum(to_string = "a graph")]
    Graph,
    /// A tour of a graph, as a list of vertex names.
    #[strum(to_string = "a tour of a graph")]
    Vertices,
    /// Measured times.
    #[strum(to_string = "a report")]
    Report,
    /// A plot of measured or counted values.
    #[strum(to_string = "a plot")]
    Plot,
    /// The counts of a survey, or a plot of these counts.
    #[strum(to_string = "a survey")]
    Survey,
}

impl FileFormat {
    /// All formats, in the order in which messages list them.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the file extensions of this format. The usual extension comes first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["txt"],
            Self::Grid => &["txt", "grid"],
            Self::Tsplib => &["tour", "tsp", "tsplib"],
            Self::Dot => &["dot", "gv"],
            Self::GraphMl => &["graphml", "xml"],
            Self::None => &[],
            named => std::slice::from_ref(&<Self as strum::VariantNames>::VARIANTS[named as usize]),
        }
    }

    /// Returns whether this format is for pictures. Animations are pictures, too.
    pub const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Svg) || self.is_animation()
    }

    /// Returns whether this format is an animation.
    pub const fn is_animation(self) -> bool {
        matches!(self, Self::Gif | Self::Apng | Self::Y4m)
    }

    /// Returns whether this format can hold the content.
    pub const fn holds(self, content: Content) -> bool {
        match content {
            Content::Tour => self.tour_format().is_some() || self.is_picture() || matches!(self, Self::None),
            Content::PartialPath => match self.tour_format() {
                Some(format) => format.can_hold_partial(),
                None => self.holds(Content::Tour),
            },
            Content::States => self.is_picture() || matches!(self, Self::Csv | Self::Npy),
            Content::Picture => self.is_picture(),
            Content::Count => matches!(self, Self::Text | Self::Csv | Self::Json),
            Content::Statistics => self.holds(Content::Count) || self.holds(Content::Plot),
            Content::Hunt => matches!(self, Self::Text | Self::Json) || self.is_picture(),
            Content::Queens => matches!(self, Self::Text | Self::Json | Self::Png | Self::Svg),
            Content::Query => matches!(self, Self::Text | Self::Sql),
            Content::Rules => matches!(self, Self::Text | Self::Json),
            Content::Graph => self.graph_format().is_some(),
            Content::Vertices => matches!(self, Self::Moves | Self::Json | Self::Csv),
            Content::Report => matches!(self, Self::Json | Self::Csv | Self::Md | Self::Png | Self::Svg),
            Content::Plot => matches!(self, Self::Png | Self::Svg),
            Content::Survey => matches!(self, Self::Csv | Self::Png | Self::Svg),
        }
    }

    /// Returns the corresponding format of tour files, or `None` if a tour cannot be read back from this format.
    pub const fn tour_format(self) -> Option<TourFormat> {
        Some(match self {
            Self::Grid => TourFormat::Grid,
            Self::Moves => TourFormat::Moves,
            Self::Json => TourFormat::Json,
            Self::Csv => TourFormat::Csv,
            Self::Npy => TourFormat::Npy,
            Self::Tsplib => TourFormat::Tsplib,
            _ => return None,
        })
    }

    /// Returns whether files of the format have this extension, in upper or lower case.
    fn has_extension(self, extension: &OsStr) -> bool {
        self.extensions().iter().any(|known| extension.eq_ignore_ascii_case(known))
    }

    /// Returns the extension of a file whose whole name is the extension of a format, as in `.png`. Returns `None` for
    /// other names.
    pub fn bare_extension(file: &Path) -> Option<&str> {
        let name = file.file_name()?.to_str()?.strip_prefix('.')?;
        Self::ALL.iter().any(|format| format.has_extension(name.as_ref())).then_some(name)
    }

    /// Returns the corresponding format of graphs, or `None` if this format cannot contain a graph.
    pub const fn graph_format(self) -> Option<GraphFormat> {
        Some(match self {
            Self::Csv => GraphFormat::Csv,
            Self::Sql => GraphFormat::Sql,
            Self::Dot => GraphFormat::Dot,
            Self::GraphMl => GraphFormat::GraphMl,
            Self::Hcp => GraphFormat::Hcp,
            _ => return None,
        })
    }
}

impl Content {
    /// Returns the formats that can represent this content.
    pub fn formats(self) -> impl Iterator<Item = FileFormat> {
        FileFormat::ALL.iter().copied().filter(move |format| format.holds(self))
    }

    /// Returns the format for a file name, by its extension. A name without an extension means plain text. Returns
    /// `None` if no format of this content fits the name. Also returns `None` if the name is only the extension of a
    /// format, such as `.png`.
    pub fn format_of(self, file: &Path) -> Option<FileFormat> {
        match file.extension() {
            Some(extension) => self.formats().find(|format| format.has_extension(extension)),
            None if FileFormat::bare_extension(file).is_some() => None,
            None => self.formats().find(|format| matches!(format, FileFormat::Text | FileFormat::Grid)),
        }
    }
}

/// Returns the error for an unknown format name.
fn unknown(text: &str) -> TourError {
    TourError::unknown("a format", text, <FileFormat as strum::VariantNames>::VARIANTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gets_the_format_of_its_extension_if_it_can_hold_the_content() {
        for (content, file, format) in [
            (Content::Tour, "a.txt", Some(FileFormat::Grid)),
            (Content::Tour, "a.grid", Some(FileFormat::Grid)),
            (Content::Tour, "a", Some(FileFormat::Grid)),
            (Content::Tour, "a.CSV", Some(FileFormat::Csv)),
            (Content::Tour, "a.b.json", Some(FileFormat::Json)),
            (Content::Tour, "a.tsp", Some(FileFormat::Tsplib)),
            (Content::Tour, "a.y4m", Some(FileFormat::Y4m)),
            (Content::Tour, ".png", None),
            (Content::Tour, "a/.TXT", None),
            (Content::Tour, ".hidden", Some(FileFormat::Grid)),
            (Content::Tour, "a.sql", None),
            (Content::Tour, "a.none", None),
            (Content::PartialPath, "a.npy", None),
            (Content::Count, "a.txt", Some(FileFormat::Text)),
            (Content::Count, "a", Some(FileFormat::Text)),
            (Content::Count, "a.png", None),
            (Content::Graph, "a.xml", Some(FileFormat::GraphMl)),
            (Content::Graph, "a", None),
            (Content::Plot, "a.gif", None),
        ] {
            assert_eq!(content.format_of(file.as_ref()), format, "{content} in {file}");
        }
    }

    #[test]
    fn every_format_is_found_by_its_name_and_holds_something() {
        let contents =
            [Content::Tour, Content::Picture, Content::Count, Content::Hunt, Content::Graph, Content::Report];
        for &format in FileFormat::ALL {
            assert_eq!(format.name().parse::<FileFormat>().unwrap(), format);
            assert!(contents.iter().any(|&content| format.holds(content)), "{format}");
        }
    }
}

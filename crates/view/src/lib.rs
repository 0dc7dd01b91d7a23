//! Pictures of tours, of treasure hunts, and of queens.
//!
//! A path is painted in one of two ways, selected by the [`Style`] or otherwise by the [`Layout`]. If the squares are
//! large enough to be distinguished, the picture shows a *line* through their centres. Beyond about 400 squares per
//! side the picture is a *heat map*, in which the colour of a pixel is the visit number. The size of every picture is
//! bounded for boards of any size. A long thin board is folded like a line of text in a paragraph. A board whose
//! picture would exceed [`MAX_PICTURE_SIDE`] or [`MAX_PICTURE_PIXELS`] is averaged down: each pixel shows the mean of a
//! block with [`Layout::squares_a_cell`] squares per side.
//!
//! | | still | moving |
//! |---|---|---|
//! | a path | [`paint`], [`write_png`], [`write_svg`] | [`TourFilm`] |
//! | a path on paper, several paths in one picture | [`Sheet`], [`StaticPicture::tours`] | |
//! | cycles that become a tour | | [`MakingFilm`] |
//! | the decision cycle, hunts, queens, moves, plots | [`StaticPicture`] | [`ChannelFilm`], [`HuntFilm`] |
//!
//! PNG and SVG are drawn by the same code on two canvases, and differ only in the antialiasing of edges. An
//! [`Animation`] is written frame by frame by [`write_gif`], [`write_apng`] or [`write_y4m`]. An animation is never
//! completely in memory, and has at most [`MAX_FRAMES`] frames.
//!
//! [`HeatStream`] paints a heat map of a board that is never completely in memory, one band of rows at a time.
//!
//! The colours along a tour come from perceptually uniform maps that colour-blind people can read. All information is
//! also shown without colour: the start is a disc, the end is a ring, the closing move is dashed, and unvisited squares
//! are hatched.
//!
//! The same path, style and version of the program produce the same bytes.
//!
//! With the feature `masks`, `board_of_picture` converts a picture to a board: light pixels are squares, dark pixels
//! are holes.
//!
//! ```
//! use courser_board::{Board, Tour};
//! use courser_view::{Style, paint, write_png};
//!
//! let board: Board = "3x4".parse().unwrap();
//! let tour = Tour::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
//! let picture = paint(tour.path(), Some(tour.kind()), &Style::default()).unwrap();
//! let mut file = Vec::new();
//! write_png(&picture, &mut file).unwrap();
//! assert!(file.starts_with(b"\x89PNG"));
//! ```

mod animation;
mod background;
mod canvas;
pub mod caption;
mod channels;
mod contact;
mod coordinates;
mod curve;
mod error;
mod font;
mod geometry;
mod gif;
mod heat;
mod heat_stream;
mod hunt;
mod layout;
mod legend;
mod lens;
mod limits;
mod line;
mod making;
#[cfg(feature = "masks")]
mod mask;
mod moves;
mod overlay;
mod paint;
mod palette;
mod picture;
mod plot;
mod png;
mod queens;
mod repeat;
mod sheet;
mod still;
mod style;
mod svg;
pub mod terminal;
mod y4m;

pub use animation::{Animation, Easing, FrameSink, MAX_FRAME_PIXELS, MAX_FRAMES, Pace, Timing, TourFilm};
pub use channels::{CHANGED, CellState, Channel, ChannelFilm, ChannelFrame, PHASES, check_channels};
pub use contact::check_sheet;
pub use error::{Result, ViewError};
pub use geometry::Area;
pub use gif::{check_gif_fps, write_gif};
pub use heat_stream::HeatStream;
pub use hunt::HuntFilm;
pub use layout::{Drawing, Layout};
pub use limits::{DETAILED_SQUARE, MAX_CHEQUERED, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MAX_SQUARE, MIN_LINE_SQUARE};
pub use making::{CycleColour, CycleColours, CycleSquare, MakingFilm, MakingFrame};
#[cfg(feature = "masks")]
pub use mask::{MaskError, board_of_picture, is_picture};
pub use moves::UsedMove;
pub use overlay::{Ground, Overlay};
pub use paint::{paint, paint_scaled};
pub use palette::{Colours, Palette, Rgb};
pub use picture::Picture;
pub use plot::{Axis, Plot, PlotLine, PlotPoint, Scale, Stroke};
pub use png::{write_apng, write_png, write_png_at};
pub use sheet::{Length, Paper, Sheet, SingleStroke};
pub use still::StaticPicture;
pub use style::{Colouring, PathStyle, Style, Visibility};
pub use svg::{write_svg, write_svg_on};
pub use y4m::write_y4m;

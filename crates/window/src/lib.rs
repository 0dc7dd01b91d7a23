//! The live window: a scene drawn straight from the buffer in which an engine keeps its squares.
//!
//! | drawing | by | what it draws |
//! |---|---|---|
//! | cells | `shaders/view/board.wgsl` | squares, heat, one channel of the state |
//! | line | `shaders/view/line.wgsl` | the moves made |
//! | overlay | [`Overlay`](courser_view::Overlay), laid over both by `shaders/view/overlay.wgsl` | numbers, marks, arrows, knights, words |
//!
//! Squares and lines are drawn from the engine's own buffer: a pixel looks up its square there, and a move is drawn by the
//! square that it leads from. A frame costs what is in sight, whatever the size of the board. The overlay is painted on the
//! host by the painter of pictures, from the squares in sight, which are read back where they are large enough for
//! anything but a colour. Squares and lines are drawn a second time by [`paint`](courser_view::paint), without a GPU; a test
//! compares the two.
//!
//! The window does not know what plays: a [`Scene`] is a cycle that runs, a tour from a file, many knights
//! or a mosaic, and the window asks it for passes.

mod act;
mod app;
mod camera;
mod controls;
mod hud;
mod keys;
mod open;
mod painter;
mod panels;
mod pipelines;
mod player;
mod replay;
mod scene;
mod shown;
mod sight;
mod view;
mod words;

pub use app::{Options, WindowError, run};
pub use camera::{Camera, Wall};
pub use painter::Painter;
pub use replay::Replay;
pub use scene::{BoardSquare, End, Progress, Scene, Squares, Stage};
pub use shown::{Look, Shown};
pub use view::View;

/// The shader of many moves in one dispatch, as [`Scene::shader`] names it.
pub use courser_shaders::cycle::own::RESIDENT as RESIDENT_SHADER;

//! The live window: a scene drawn straight from the buffer in which an engine keeps its squares.
//!
//! | drawing | shader | what it draws |
//! |---|---|---|
//! | board | `shaders/view/board.wgsl` | squares, heat, one channel of the state |
//! | line | `shaders/view/line.wgsl` | the moves made |
//! | mark | `shaders/view/mark.wgsl` | beads under numbers, or start and end |
//! | cell | `shaders/view/cell.wgsl` | squares of one channel: colours, stripes, frames |
//! | arrow | `shaders/view/arrow.wgsl` | the next moves |
//! | text | `shaders/view/text.wgsl` | numbers in squares, knights, words |
//!
//! The main decision: nothing that is drawn comes back to the host first. A pixel looks up its square in the
//! engine's own buffer, and a move is drawn by the square that it leads from; so a frame costs what is in
//! sight, and not what the board is large. The price is that the picture of a tour is drawn twice in this crate, here by
//! the GPU and in [`paint`](courser_view::paint) without one; a test compares them.
//!
//! The window does not know what plays: a [`Scene`] is a cycle that runs, a tour from a file, many knights
//! or a mosaic, and the window asks it for passes.

mod act;
mod app;
mod atlas;
mod boards;
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
mod view;
mod words;

pub use app::{Options, WindowError, run};
pub use atlas::{Glyph, Letter};
pub use camera::{Camera, Wall};
pub use painter::Painter;
pub use replay::Replay;
pub use scene::{BoardSquare, End, Progress, Scene, Squares, Stage};
pub use shown::{Look, Shown};
pub use view::View;

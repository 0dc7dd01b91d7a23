//! The live window, which draws a scene directly from the engine's buffer of squares.
//!
//! | drawing | drawn by | content |
//! |---|---|---|
//! | cells | `shaders/view/board.wgsl` | squares, heat, one channel of the state |
//! | line | `shaders/view/line.wgsl` | the moves made |
//! | overlay | [`Overlay`](courser_view::Overlay), laid over cells and line by `shaders/view/overlay.wgsl` | numbers, marks, arrows, knights, words |
//!
//! Squares and lines are drawn from the engine's own buffer. For each pixel, a shader reads the square at this pixel.
//! For each visible square, another shader draws the move from this square. The cost of a frame depends on the number
//! of visible squares and not on the size of the board.
//!
//! The host paints the overlay with the functions that also draw pictures. If the visible squares are large enough for
//! numbers and marks, the host reads these squares back. [`paint`](courser_view::paint) draws the same squares and
//! lines without a GPU, and a test compares the two drawings.
//!
//! A [`Subject`] is a running cycle, a relay, a tour from a file, many knights, a mosaic or a growing tour. The window
//! creates a scene from the subject. The scene runs the passes that the window requests.

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

pub use app::{WindowError, WindowOptions, run};
pub use camera::{BoardGrid, Camera};
pub use painter::Painter;
pub use replay::Replay;
pub use scene::{
    BoardSquare, Continuation, KnownTours, SceneEnd, SceneProgress, Squares, Subject, Walk, WindowHost, relay_setup,
};
pub use shown::{FrameInputs, NumberStyle};
pub use view::View;

//! The view, as the shaders read it.

use bytemuck::{Pod, Zeroable};
use courser_board::MoveOrder;
use courser_view::{PHASES, Rgb};

use crate::scene::Squares;
use crate::shown::{Parts, Shown};

/// The view as the shaders read it: `View` in `shaders/view/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct View {
    /// Pixels of the picture, across and down.
    pub size: [f32; 2],
    /// The pixel of the top left corner of `first`, across and down.
    pub origin: [f32; 2],
    /// The first visible row and column of the grid.
    pub first: [i32; 2],
    /// Rows and columns in sight from there.
    pub seen: [u32; 2],
    /// Pixels per side of a square.
    pub side: f32,
    /// Larger visit numbers are not visited yet.
    pub now: u32,
    /// The phase of the knight of that number in its cycle: 1 to 3.
    pub phase: u32,
    /// The visit number at which the gradient ends.
    pub last: u32,
    /// Squares from a row to the next in the buffer.
    pub stride: u32,
    /// Rows of a board.
    pub rows: u32,
    /// Columns of a board.
    pub cols: u32,
    /// Squares between boards.
    pub gap: u32,
    /// Boards side by side.
    pub across: u32,
    /// The number of boards.
    pub boards: u32,
    /// 1 if a move leads from the last square to the first.
    pub closed: u32,
    /// 1 if the picture stores light, not colours as they are written down.
    pub linear: u32,
    /// The squares that a tour visits.
    pub whole: u32,
    /// A walk of at most this many visits that is no tour has ended by now.
    pub stuck: u32,
    /// Fills the row of 16 bytes.
    pub unused_0: u32,
    /// Fills the row of 16 bytes, too.
    pub unused_1: u32,
    /// Rows down and columns right of each used move code; 0 is none.
    pub moves: [[i32; 4]; 9],
    /// Background, two squares, two unvisited, hatch, rim, ink, closing move, cold, casing, line, four phases, the lines of
    /// knights that are stuck and of those that are through.
    pub colours: [[f32; 4]; 18],
}

impl View {
    pub(crate) fn new(shown: &Shown<'_>, parts: Parts, size: (u32, u32), linear: bool) -> Self {
        let leaper = shown.board.leaper();
        let reach = leaper.r().max(leaper.s()).min(shown.wall.rows.max(shown.wall.cols));
        let area = shown.area;
        // Lines come in from outside.
        let sight = shown.camera.sight(&shown.wall, (area.width, area.height), if parts.line { reach } else { 0 });
        let colours = shown.palette.colours();
        let casing = colours.casing();
        let [light, dark] = colours.squares;
        let [light_left, dark_left] = colours.unvisited;
        // As in an animation, a square is shown as left out only when the path has ended.
        let cold = if shown.progress.end.is_some() || !shown.walks.is_empty() { colours.cold } else { casing };
        let now = match shown.squares {
            Squares::Visits { .. } => shown.progress.visit as u32,
            _ => u32::MAX - 1,
        };
        let last = shown.last();
        let mut view = Self {
            size: [size.0 as f32, size.1 as f32],
            origin: [sight.origin[0] + area.left as f32, sight.origin[1] + area.top as f32],
            first: sight.first,
            seen: sight.seen,
            side: sight.side,
            now,
            phase: shown.progress.phase(),
            last: last as u32,
            stride: shown.words().1,
            rows: shown.wall.rows,
            cols: shown.wall.cols,
            gap: shown.wall.gap,
            across: shown.wall.across,
            boards: shown.wall.boards,
            closed: u32::from(last == shown.board.playable() && last > 2),
            linear: u32::from(linear),
            whole: shown.progress.of as u32,
            stuck: shown.progress.stuck_by_now(),
            unused_0: 0,
            unused_1: 0,
            moves: [[0; 4]; 9],
            colours: [
                colours.background,
                light,
                dark,
                light_left,
                dark_left,
                colours.hatch,
                colours.rim,
                colours.ink,
                colours.closing,
                cold,
                casing,
                colours.line,
                PHASES[1],
                PHASES[2],
                PHASES[3],
                PHASES[4],
                // Two colours that colour-blind people can distinguish.
                PHASES[3],
                colours.line,
            ]
            .map(parts_of),
        };
        // If two codes stand for the same jump, one is used, so that a neighbour is counted once.
        for by in leaper.moves(MoveOrder::SLIDES) {
            view.moves[usize::from(by.code)] = [by.row, by.col, 0, 0];
        }
        view
    }
}

/// Returns a colour as fractions of 1.
fn parts_of([r, g, b]: Rgb) -> [f32; 4] {
    [r, g, b, u8::MAX].map(|channel| f32::from(channel) / 255.0)
}

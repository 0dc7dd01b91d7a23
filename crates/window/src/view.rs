//! The view data passed to the shaders.

use bytemuck::{Pod, Zeroable};
use courser_board::MoveOrder;
use courser_view::{PHASES, Rgb};

use crate::scene::Squares;
use crate::shown::{FrameInputs, SceneParts};

/// The uniform `View` of `shaders/view/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct View {
    /// Width and height of the picture in pixels.
    pub size: [f32; 2],
    /// Position of the top left corner of the square `first`, in pixels from the top left corner of the picture: the
    /// distance to the right, then the distance down.
    pub origin: [f32; 2],
    /// First visible row and first visible column of the grid.
    pub first: [i32; 2],
    /// Number of visible rows, and number of visible columns. The field `first` contains the first visible row and the
    /// first visible column.
    pub seen: [u32; 2],
    /// Side of a square in pixels.
    pub side: f32,
    /// Current visit number. Squares with larger numbers are not visited yet.
    pub now: u32,
    /// Phase of the knight's square at the current visit, 1 to 3.
    pub phase: u32,
    /// Visit number at the end of the gradient.
    pub last: u32,
    /// Distance between adjacent rows of the buffer, in squares.
    pub stride: u32,
    /// Number of rows of a board.
    pub rows: u32,
    /// Number of columns of a board.
    pub cols: u32,
    /// Width of the gap between boards, in squares.
    pub gap: u32,
    /// Number of boards in a row of the grid.
    pub across: u32,
    /// Number of boards.
    pub boards: u32,
    /// 1 if the last square is one move from the first, otherwise 0.
    pub closed: u32,
    /// 1 if the picture stores linear colours, 0 if it stores sRGB.
    pub linear: u32,
    /// Number of squares of a complete tour.
    pub whole: u32,
    /// Number of completed decide passes. The number of visits of each whole walk is known in advance. A knight is
    /// stuck if its whole walk has at most `stuck` visits, and still walking if its whole walk has more visits. The
    /// knight of a tour is never stuck.
    pub stuck: u32,
    /// 1 if so many squares are visible that drawing their colours would hide the line, otherwise 0.
    pub dense: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused: u32,
    /// Moves, indexed by their codes. A move is a number of rows down and a number of columns to the right. Code 0
    /// stands for no move. The elements of code 0 and of unused codes contain zeros.
    pub moves: [[i32; 4]; 9],
    /// Colours in this order: background, two colours of squares, two colours of unvisited squares, hatching, rim, ink,
    /// closing move, unvisited squares of a heat map, gaps at crossings of lines (casing), line, four phases, lines of
    /// stuck knights, and lines of tours.
    pub colours: [[f32; 4]; 18],
}

impl View {
    pub(crate) fn new(shown: &FrameInputs<'_>, parts: SceneParts, size: (u32, u32), linear: bool) -> Self {
        let leaper = shown.board.leaper();
        let reach = leaper.r().max(leaper.s()).min(shown.wall.rows.max(shown.wall.cols));
        let area = shown.area;
        // A move that starts outside the visible area can extend into the visible area.
        let sight = shown.camera.sight(&shown.wall, (area.width, area.height), if parts.line { reach } else { 0 });
        let colours = shown.palette.colours();
        let casing = colours.casing();
        let [light, dark] = colours.squares;
        let [light_left, dark_left] = colours.unvisited;
        // As in an animation, unvisited squares are marked only after the path has ended.
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
            dense: u32::from(parts.line && shown.is_dense(sight.seen)),
            unused: 0,
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
                // Colour-blind people can distinguish the line colours of stuck knights and of tours.
                PHASES[3],
                colours.line,
            ]
            .map(parts_of),
        };
        // If two codes stand for the same move, only one of them is used, so that a neighbour is counted once.
        for by in leaper.moves(MoveOrder::SLIDES) {
            view.moves[usize::from(by.code)] = [by.row, by.col, 0, 0];
        }
        view
    }
}

/// Returns a colour as fractions of the maximum, with full opacity.
fn parts_of([r, g, b]: Rgb) -> [f32; 4] {
    [r, g, b, u8::MAX].map(|channel| f32::from(channel) / 255.0)
}

//! Reads the visible squares back from the engine's buffer, and paints the numbers, marks and channels of these
//! squares.
//!
//! A window of four million pixels shows at most a few hundred thousand distinguishable squares. On a board of any
//! size, a frame therefore reads back only a few megabytes.

use std::ops::Range;

use courser_board::{Board, MoveOrder, Square};
use courser_gpu::wgpu::{Buffer, CommandEncoder};
use courser_gpu::{GpuDevice, Result, block_on};
use courser_view::{CellState, Channel, Ground, MIN_LINE_SQUARE, Overlay};

use crate::scene::{SceneProgress, Squares};
use crate::shown::{FrameInputs, digits, parts};

/// Visit number of a hole, as in `shaders/view/view.wgsl`.
const HOLE: u32 = u32::MAX;

/// Phase of a square that the knight has left.
const LEFT: u32 = 4;

/// The visible part of a board. Contains the data of each visible square, and of the squares one move away from a
/// visible square.
struct VisiblePart {
    /// Index of the board.
    board: u32,
    /// Ranges of visible rows and columns.
    rows: Range<u32>,
    cols: Range<u32>,
    /// Ranges of rows and columns to read back.
    read: (Range<u32>, Range<u32>),
    now: Vec<u32>,
    before: Vec<u32>,
}

/// Paints the overlay of a scene. The overlay has the size of the scene's area.
pub(crate) fn paint(device: &GpuDevice, staging: &mut Option<Buffer>, shown: &FrameInputs<'_>) -> Result<Overlay> {
    let area = shown.area;
    let mut overlay = Overlay::new((area.width.max(1), area.height.max(1)));
    if shown.side() < f64::from(MIN_LINE_SQUARE) {
        return Ok(overlay);
    }
    let drawn = parts(shown);
    let mut all = parts_of(shown);
    if drawn.cells || drawn.marks {
        read(device, staging, shown, &mut all)?;
    }
    for part in &all {
        let ground = part.ground(shown);
        if let Some(channel) = shown.channel.filter(|_| drawn.cells) {
            let squares: Vec<_> = part.squares(shown.board).map(|at| (at, part.cell(shown, at))).collect();
            overlay.cells(&ground, channel, &squares);
        } else if drawn.marks {
            let em = shown
                .numbers()
                .then(|| Overlay::number_em(ground.board, digits(shown.progress.of), ground.side))
                .flatten();
            let marked = part.squares(shown.board).filter_map(|at| part.visit(shown, at));
            overlay.visits(&ground, em, shown.last(), marked);
        }
        teach(&mut overlay, shown, &ground, part.board);
        // A grid of several boards has no space for coordinates.
        if shown.wall.boards == 1 {
            overlay.coordinates(&ground);
        }
    }
    Ok(overlay)
}

/// Marks the squares that had an invocation in the last pass. If a channel is shown, squares without a mark become
/// paler. If an invocation is selected, draws lines to the squares that this invocation reads.
fn teach(overlay: &mut Overlay, shown: &FrameInputs<'_>, ground: &Ground<'_>, board: u32) {
    let colours = shown.palette.colours();
    if let Some(invoked) = shown.invoked {
        let mut is_invoked = vec![false; shown.board.cells() as usize];
        invoked.iter().for_each(|&square| is_invoked[shown.board.index(square) as usize] = true);
        let (side, half) = (ground.side as f32, ground.side as f32 / 2.0);
        let mark = (0.14 * side).max(2.0).round();
        for square in shown.board.squares() {
            let (x, y) = ground.centre(square);
            let corner = (x - half, y - half);
            if is_invoked[shown.board.index(square) as usize] {
                overlay.fill((corner.0 + 1.0, corner.1 + 1.0), (mark, mark), colours.label, 1.0);
            } else if shown.channel.is_some() {
                overlay.fill(corner, (side, side), colours.background, 0.6);
            }
        }
    }
    if let Some((at, read)) = shown.reads.filter(|(at, _)| at.board == board) {
        let width = (0.06 * ground.side as f32).max(1.5);
        let (begin, half) = (ground.centre(at.square), ground.side as f32 / 2.0);
        for &square in read {
            // The line goes from the edge of one square to the edge of the other square, so that the contents of the
            // two squares stay visible.
            let end = ground.centre(square);
            let by = (end.0 - begin.0, end.1 - begin.1);
            let part = half / by.0.abs().max(by.1.abs());
            let (from, to) =
                ((begin.0 + part * by.0, begin.1 + part * by.1), (end.0 - part * by.0, end.1 - part * by.1));
            overlay.line(from, to, 2.0 * width, colours.background);
            overlay.line(from, to, width, colours.closing);
            overlay.frame(ground, square, width, colours.closing);
        }
        overlay.frame(ground, at.square, width, colours.ink);
    }
}

/// Returns the visible parts of all boards. The words of the squares are not read yet, so the lists `now` and `before`
/// of each part are empty.
fn parts_of(shown: &FrameInputs<'_>) -> Vec<VisiblePart> {
    let wall = &shown.wall;
    let leaper = shown.board.leaper();
    let reach = leaper.r().max(leaper.s());
    // Arrows and frames that belong to squares outside the visible area can extend into this area.
    let margin = if shown.channel.is_some() { reach.min(wall.rows.max(wall.cols)) } else { 0 };
    let sight = shown.camera.sight(wall, (shown.area.width, shown.area.height), margin);
    let along = |axis: usize, squares: u32| {
        let (first, pitch) = (sight.first[axis].unsigned_abs(), squares + wall.gap);
        let end = first + sight.seen[axis];
        let seen = move |nth: u32| {
            let begin = nth * pitch;
            (nth, first.saturating_sub(begin)..end.saturating_sub(begin).min(squares))
        };
        (first / pitch..end.div_ceil(pitch)).map(seen).filter(|(_, range)| !range.is_empty())
    };
    let around = |range: &Range<u32>, squares: u32| range.start.saturating_sub(reach)..(range.end + reach).min(squares);
    let mut all = Vec::new();
    for (down, rows) in along(0, wall.rows) {
        for (right, cols) in along(1, wall.cols) {
            let board = down * wall.across + right;
            if right < wall.across && board < wall.boards {
                let read = (around(&rows, wall.rows), around(&cols, wall.cols));
                let rows = rows.clone();
                all.push(VisiblePart { board, rows, cols, read, now: Vec::new(), before: Vec::new() });
            }
        }
    }
    all
}

/// Copies the data of the squares in all visible parts from the GPU to the host.
fn read(
    device: &GpuDevice,
    staging: &mut Option<Buffer>,
    shown: &FrameInputs<'_>,
    all: &mut [VisiblePart],
) -> Result<()> {
    let (words, stride) = shown.words();
    let (now, before) = match shown.squares {
        Squares::States { now, before, .. } => (now, before.filter(|_| shown.channel.is_some())),
        Squares::Visits { buffer, .. } | Squares::Cycles(buffer) => (buffer, None),
    };
    let count = |part: &VisiblePart| part.read.0.len() as u64 * part.read.1.len() as u64 * u64::from(words);
    let bytes = 4 * all.iter().map(count).sum::<u64>();
    for (buffer, is_now) in [(Some(now), true), (before, false)] {
        let Some(buffer) = buffer else { continue };
        let into = match staging.take().filter(|staging| staging.size() >= bytes) {
            Some(staging) => staging,
            None => device.staging("sight", bytes)?,
        };
        let mut encoder = device.encoder("sight");
        let mut at = 0;
        for part in &*all {
            part.copy(&mut encoder, buffer, &into, &mut at, (shown.wall.rows, stride, words));
        }
        block_on(device.read_after(encoder, &into, bytes, |bytes| {
            let mut rest = bytes;
            for part in &mut *all {
                let (own, after) = rest.split_at(4 * count(part) as usize);
                let read = own.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
                *if is_now { &mut part.now } else { &mut part.before } = read;
                rest = after;
            }
        }))?;
        *staging = Some(into);
    }
    Ok(())
}

impl VisiblePart {
    /// Copies the words of this part from a buffer of the GPU to a buffer that the host can read. `at` is the byte
    /// offset of the first copied word in the second buffer. The function increases `at` by the number of copied bytes.
    fn copy(
        &self,
        encoder: &mut CommandEncoder,
        from: &Buffer,
        into: &Buffer,
        at: &mut u64,
        (high, stride, words): (u32, u32, u32),
    ) {
        let (rows, cols) = &self.read;
        let word = |row: u32| {
            let square = (u64::from(self.board) * u64::from(high) + u64::from(row)) * u64::from(stride);
            4 * u64::from(words) * (square + u64::from(cols.start))
        };
        let bytes = 4 * u64::from(words) * cols.len() as u64;
        if cols.len() == stride as usize {
            // Whole rows are contiguous and can be copied at once.
            encoder.copy_buffer_to_buffer(from, word(rows.start), into, *at, bytes * rows.len() as u64);
            *at += bytes * rows.len() as u64;
            return;
        }
        for row in rows.clone() {
            encoder.copy_buffer_to_buffer(from, word(row), into, *at, bytes);
            *at += bytes;
        }
    }

    /// Returns the visible squares that are not holes.
    fn squares<'a>(&self, board: &'a Board) -> impl Iterator<Item = Square> + use<'a> {
        let cols = self.cols.clone();
        let squares = self.rows.clone().flat_map(move |row| cols.clone().map(move |col| Square::new(row, col)));
        squares.filter(|&square| board.is_playable(square))
    }

    fn ground<'a>(&self, shown: &FrameInputs<'a>) -> Ground<'a> {
        let wall = &shown.wall;
        let (down, right) = (self.board / wall.across, self.board % wall.across);
        let first = Square::new(self.read.0.start, self.read.1.start);
        let (x, y) = shown.camera.corner();
        let pixel = |corner: f64, nth: u32, squares: u32, first: u32| {
            let place = f64::from(nth) * f64::from(squares + wall.gap) + f64::from(first);
            (corner + shown.side() * place).round() as i32
        };
        let corner = (pixel(x, right, wall.cols, first.col), pixel(y, down, wall.rows, first.row));
        Ground { board: shown.board, palette: shown.palette, first, corner, side: shown.side() as u32 }
    }

    /// Returns the words that contain the state of a square. `all` contains the words of the squares in `self.read`, in
    /// row-major order. `words` is the number of words per square.
    fn words<'a>(&self, all: &'a [u32], words: u32, square: Square) -> &'a [u32] {
        let (rows, cols) = &self.read;
        let at = (square.row - rows.start) as usize * cols.len() + (square.col - cols.start) as usize;
        &all[at * words as usize..][..words as usize]
    }

    /// Returns the visit number of a square, or 0 if the square has no visit number. On a known path, the number can be
    /// greater than the current visit.
    fn number(&self, shown: &FrameInputs<'_>, square: Square) -> u64 {
        match self.words(&self.now, shown.words().0, square)[0] {
            HOLE => 0,
            number => number.into(),
        }
    }

    /// Returns three values: the square, its visit number, and a flag that is true if a knight ends its path on the
    /// square. Returns `None` if the square is unvisited.
    fn visit(&self, shown: &FrameInputs<'_>, square: Square) -> Option<(Square, u64, bool)> {
        let visit = self.number(shown, square);
        let follows = || shown.board.neighbours(square).any(|next| self.number(shown, next) == visit + 1);
        let is_end = match shown.squares {
            Squares::States { earlier, .. } => {
                let phase = self.words(&self.now, 4, square)[1];
                // In a relay, a square is not the end of a path if the next knight continues from this square.
                phase != LEFT && !(earlier.is_some() && follows())
            }
            // In a grid of boards, the knights can stop at different times. A square is the end of a path if none of
            // its neighbours has the next visit number.
            _ => visit == shown.progress.visit || shown.wall.boards > 1 && !follows(),
        };
        let is_visited =
            visit > 0 && (matches!(shown.squares, Squares::States { .. }) || visit <= shown.progress.visit);
        is_visited.then_some((square, visit, is_end))
    }

    /// Returns the state of a square as its four channels R, G, B and A, or `None` if the state is unknown. The state
    /// is the current state if `is_now` is true, and otherwise the state before the last pass.
    fn state(&self, shown: &FrameInputs<'_>, square: Square, is_now: bool) -> Option<[u32; 4]> {
        let progress = &shown.progress;
        if let Squares::States { .. } = shown.squares {
            let all = if is_now { &self.now } else { &self.before };
            return (!all.is_empty()).then(|| self.words(all, 4, square).try_into().expect("a state is four words"));
        }
        let number = |square| self.number(shown, square);
        if is_now {
            return Some(progress.state(shown.board, square, number));
        }
        // After a path has ended, no previous state is returned, since the last pass has changed no square.
        let passes = progress.passes.checked_sub(1).filter(|_| progress.end.is_none())?;
        let before = SceneProgress { passes, visit: passes / 3 + 1, ..*progress };
        Some(before.state(shown.board, square, number))
    }

    /// Returns the state of a square as a `CellState`, from which the pictures of channels are drawn.
    fn cell(&self, shown: &FrameInputs<'_>, square: Square) -> CellState {
        let [visit, phase, rank, next] = self.state(shown, square, true).expect("the present state is known");
        let before = self.state(shown, square, false);
        let now = [visit, phase, rank, next];
        let (is_relay, visits) = match shown.squares {
            Squares::States { earlier, .. } => (earlier.is_some(), u64::MAX),
            _ => (false, shown.progress.visit),
        };
        let free = |square: &Square| !(1..=visits).contains(&self.number(shown, *square));
        let step = shown.board.leaper().moves(MoveOrder::SLIDES).into_iter().find(|by| u32::from(by.code) == next);
        CellState {
            visit,
            phase,
            rank,
            // In a relay, a rank counts only squares of the same region. Since the regions are unknown here, the ranks
            // of a relay are not checked.
            is_rank_right: is_relay || shown.board.neighbours(square).filter(free).count() as u32 == rank,
            next: step.map(|by| (by.row, by.col)),
            changed: std::array::from_fn(|word| before.is_some_and(|before| before[word] != now[word])),
        }
    }
}

/// Returns the letter of a channel.
pub(crate) const fn letter(channel: Channel) -> &'static str {
    ["R", "G", "B", "A"][channel as usize]
}

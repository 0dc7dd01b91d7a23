//! Draws the panel of one channel after one pass.

use std::collections::HashSet;

use courser_board::Square;
use tiny_skia::{PathBuilder, Rect};

use crate::background::{self, Fill};
use crate::canvas::{Canvas, DETAILED_SQUARE, Pen};
use crate::channels::{CHANGED, CellState, Channel, ChannelFrame, ChannelSheet, KNIGHT, PHASES, SIGN, WORDY_SQUARE};
use crate::geometry::PixelPoint;
use crate::line::MIN_EM;
use crate::palette::{mix, text_on};
use crate::{Rgb, font};

const LETTERS: [&str; 5] = ["", "A", "K", "D", "L"];

/// Draws the squares, their values, the changes since the previous frame, and the knights.
pub(super) fn draw(
    canvas: &mut dyn Canvas,
    sheet: &ChannelSheet,
    channel: Channel,
    moment: &ChannelFrame,
    before: Option<&ChannelFrame>,
) {
    let ChannelSheet { board, layout, style, .. } = sheet;
    let panel = ChannelPanel { sheet, channel, side: layout.square as f32 };
    let known = |square: Square| {
        let place = board.index(square) as usize;
        let now = moment.squares[place];
        let changed = |before: &ChannelFrame| Channel::ALL.map(|channel| !before.squares[place].is_same(&now, channel));
        CellState { changed: before.map_or(now.changed, changed), ..now }
    };
    background::draw(canvas, board, layout, style.palette.colours(), |square| panel.fill(square, &known(square)));
    let squares: Vec<_> = board.squares().map(|square| (square, known(square))).collect();
    over(canvas, sheet, channel, &squares, false);
}

/// Draws the values of squares, and the knights. If `striped` is true, also draws the stripes of the squares.
pub(super) fn over(
    canvas: &mut dyn Canvas,
    sheet: &ChannelSheet,
    channel: Channel,
    squares: &[(Square, CellState)],
    striped: bool,
) {
    let panel = ChannelPanel { sheet, channel, side: sheet.layout.square as f32 };
    for (square, known) in squares {
        if let Some(stripes) = panel.fill(*square, known).stripes.filter(|_| striped && panel.is_detailed()) {
            canvas.hatch(sheet.layout.corner(*square), sheet.layout.square, stripes);
        }
        panel.content(canvas, *square, known);
    }
    let departs = squares.iter().filter(|(_, known)| known.phase == 3);
    let targets: HashSet<Square> = departs.filter_map(|(square, known)| square.offset(known.next?)).collect();
    for (square, known) in squares {
        panel.frames(canvas, *square, known, targets.contains(square));
    }
    for (square, known) in squares.iter().filter(|(_, known)| known.has_knight()) {
        panel.knight(canvas, *square);
        // The move that the knight follows is drawn over the knight.
        if channel == Channel::Next {
            panel.next(canvas, *square, known);
        }
    }
}

struct ChannelPanel<'a> {
    sheet: &'a ChannelSheet,
    channel: Channel,
    /// Side of a square in pixels.
    side: f32,
}

impl ChannelPanel<'_> {
    fn fill(&self, square: Square, known: &CellState) -> Fill {
        let colours = self.sheet.style.palette.colours();
        let plain = Fill::plain(square, colours);
        match self.channel {
            Channel::Visit if known.visit > 0 => {
                let last = self.sheet.board.playable().max(2) - 1;
                let at = (f64::from(known.visit - 1) / last as f64) as f32;
                Fill { colour: self.sheet.style.palette.heat(at), stripes: None }
            }
            Channel::Phase if known.phase > 0 => {
                let phase = PHASES[known.phase.min(4) as usize];
                // After the knight leaves a square, the square has a pale colour.
                let part = if known.phase == 4 { 0.35 } else { 1.0 };
                Fill { colour: mix(plain.colour, phase, part), stripes: None }
            }
            Channel::Rank if known.visit == 0 => {
                // Lower ranks are brighter, since the knight prefers them.
                let colour = self.sheet.style.palette.heat(1.0 - known.rank.min(8) as f32 / 8.0);
                let stripes = (!known.is_rank_right).then_some(colours.hatch);
                Fill { colour, stripes }
            }
            Channel::Rank if !known.is_rank_right => Fill { stripes: Some(colours.hatch), ..plain },
            _ => plain,
        }
    }

    fn content(&self, canvas: &mut dyn Canvas, square: Square, known: &CellState) {
        if self.channel == Channel::Next {
            return self.next(canvas, square, known);
        }
        let text = match self.channel {
            Channel::Visit if known.visit == 0 => return,
            Channel::Visit => known.visit.to_string(),
            Channel::Phase => LETTERS[known.phase.min(4) as usize].to_owned(),
            Channel::Rank | Channel::Next => {
                format!("{}{}", known.rank, if known.is_rank_right { "" } else { "?" })
            }
        };
        if text.is_empty() || self.sheet.layout.square < WORDY_SQUARE {
            return;
        }
        let Fill { colour, stripes } = self.fill(square, known);
        // The rank of a visited square is no longer used.
        let over = self.channel == Channel::Rank && known.visit > 0 && !known.has_knight();
        let ink = if over { mix(colour, text_on(colour), 0.45) } else { text_on(colour) };
        // If the knight is on the square, the value is drawn in the lower part of the square.
        let (high, down) = if known.has_knight() { (0.27, 0.27 * self.side) } else { (SIGN, 0.0) };
        // All numbers of a panel have the size at which the longest number fits.
        let widest = match self.channel {
            Channel::Visit => font::width(&self.sheet.board.playable().to_string(), 1.0),
            _ => font::width(&text, 1.0),
        };
        let em = (high * self.side).min(0.8 * self.side / widest);
        if em < MIN_EM {
            return;
        }
        let (x, y) = self.sheet.layout.centre(square);
        let centre = (x, y + down);
        if stripes.is_some() && self.is_detailed() {
            // Text on stripes would be hard to read.
            let half = (font::width(&text, em) / 2.0 + 0.2 * em, 0.62 * em);
            let plate = [(-half.0, -half.1), (half.0, -half.1), (half.0, half.1), (-half.0, half.1)];
            canvas.polygon(&plate.map(|(right, lower)| (centre.0 + right, centre.1 + lower)), colour);
        }
        canvas.text(&text, em, centre, ink);
    }

    /// Draws the move from a square. If the knight follows the move, the arrow ends at the target; otherwise the arrow
    /// is short.
    fn next(&self, canvas: &mut dyn Canvas, square: Square, known: &CellState) {
        let colours = self.sheet.style.palette.colours();
        let from = self.sheet.layout.centre(square);
        let plain = Fill::plain(square, colours).colour;
        let Some((down, right)) = known.next else {
            return;
        };
        let (dx, dy) = (right as f32 * self.side, down as f32 * self.side);
        let length = dx.hypot(dy);
        let at = |part: f32| (from.0 + dx * part, from.1 + dy * part);
        if known.has_knight() && known.is_followed() {
            self.arrow(canvas, at(0.08), at(0.86), 0.15, colours.background);
            self.arrow(canvas, at(0.1), at(0.84), 0.1, colours.line);
        } else {
            let reach = 0.38 * self.side / length.max(1.0);
            let colour = if known.is_followed() { colours.line } else { mix(plain, colours.ink, 0.38) };
            self.arrow(canvas, at(-reach), at(reach), 0.055, colour);
        }
    }

    fn arrow(&self, canvas: &mut dyn Canvas, from: PixelPoint, to: PixelPoint, width: f32, colour: Rgb) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = x.hypot(y).max(1.0);
        let (dx, dy) = (x / length, y / length);
        let head = (2.8 * width * self.side).min(length * 0.6);
        let foot = (to.0 - dx * head, to.1 - dy * head);
        let shaft = (from, (foot.0 + dx * head * 0.3, foot.1 + dy * head * 0.3));
        let half = head * 0.5;
        let point = [to, (foot.0 - dy * half, foot.1 + dx * half), (foot.0 + dy * half, foot.1 - dx * half)];
        canvas.lines(&[shaft], (width * self.side).max(1.0), false, colour);
        canvas.polygon(&point, colour);
    }

    /// Returns whether the squares are large enough for stripes.
    fn is_detailed(&self) -> bool {
        self.sheet.layout.square >= DETAILED_SQUARE
    }

    /// Draws the frame of a square: a solid frame for the square of a knight, a dashed frame for the knight's target,
    /// or a frame in a separate colour for a square that the last pass changed. A square has at most one frame.
    fn frames(&self, canvas: &mut dyn Canvas, square: Square, known: &CellState, is_target: bool) {
        let dash = (is_target && !known.has_knight()).then_some([0.14 * self.side, 0.09 * self.side]);
        match known.changed[self.channel as usize] {
            true => self.frame(canvas, square, dash, CHANGED),
            false if known.has_knight() || is_target => {
                self.frame(canvas, square, dash, self.sheet.style.palette.colours().ink);
            }
            false => {}
        }
    }

    /// Draws the knight.
    fn knight(&self, canvas: &mut dyn Canvas, square: Square) {
        let colours = self.sheet.style.palette.colours();
        if self.sheet.layout.square < WORDY_SQUARE {
            return;
        }
        let (x, y) = self.sheet.layout.centre(square);
        let size = KNIGHT * self.side;
        if let Some(knight) = font::knight(size, (x, y - 0.13 * self.side)) {
            canvas.stroke(&knight, &Pen::of_outline(size), colours.background);
            canvas.fill(&knight, colours.ink);
        }
    }

    fn frame(&self, canvas: &mut dyn Canvas, square: Square, dash: Option<[f32; 2]>, colour: Rgb) {
        let colours = self.sheet.style.palette.colours();
        let (left, top) = self.sheet.layout.corner(square);
        let width = (0.075 * self.side).max(1.5);
        // An outline in the colour `CHANGED` is a whole number of pixels wide, so that this colour is not mixed with
        // other colours.
        let width = if colour == CHANGED { width.round() } else { width };
        let (left, top) = (left as f32 + width / 2.0, top as f32 + width / 2.0);
        let (right, bottom) = (left + self.side - width, top + self.side - width);
        if let Some(frame) = Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect) {
            canvas.stroke(&frame, &Pen { width: width * 1.6, round: false, dash }, colours.background);
            canvas.stroke(&frame, &Pen { width, round: false, dash }, colour);
        }
    }
}

//! The legend of a heat map: the size of the board, the colour of unvisited squares, and the colours from the first
//! visit to the last.

use courser_board::Board;

use crate::caption::grouped;
use crate::{Picture, Rgb, font};

/// Minimum height of a line of the legend in pixels. A wide picture is viewed from farther away and has a taller
/// legend.
const LINE: u32 = 30;

/// Maximum ratio of the width of a picture to the height of a line of its legend.
const LINES_ACROSS: u32 = 40;

/// Font size, as a fraction of the height of a line.
const EM: f32 = 0.42;

/// Label at the start of the colour bar, if the bar shows the visit numbers of the whole path.
pub(crate) const FIRST: &str = "visit 1";

/// Label at the start of the colour bar in a narrow picture.
const SHORT_FIRST: &str = "1";

/// Label of the colour of unvisited squares.
const UNVISITED: &str = "unvisited";

/// Distance between the colour bar and its labels, in ems.
const GAP: f32 = 0.6;

/// Distance between separate parts of the legend, in ems.
const PART_GAP: f32 = 2.0;

/// Minimum length of the colour bar, in ems.
const MIN_BAR: f32 = 4.0;

/// Minimum length of the colour bar in a narrow picture, in ems.
const SHORT_BAR: f32 = 2.0;

/// The size of a legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LegendSize {
    /// Height of a line in pixels.
    line: u32,
    /// Number of lines: 0 without a legend, otherwise 1 or 2. The second line is used if the colour bar does not fit
    /// beside the text that states the size of the board.
    lines: u32,
}

impl LegendSize {
    /// Returns the size of the legend below a heat map of `width` pixels. The text of the legend is about as large as
    /// the coordinates, or larger. `coordinate_em` is the font size of the coordinates in pixels per em, or 0 without
    /// coordinates. The error is the minimum width of a picture whose legend fits.
    pub(crate) fn new(board: &Board, width: u32, coordinate_em: f32) -> Result<Self, u32> {
        let line = LINE.max(width / LINES_ACROSS).max((coordinate_em / EM) as u32);
        let em = em(line);
        let last = grouped(board.playable());
        let size = font::width(&board.to_string(), em);
        let beside = size + PART_GAP * em + Bar { first: FIRST, length: MIN_BAR * em, em }.width(&last);
        let below = Bar { first: SHORT_FIRST, length: SHORT_BAR * em, em }.width(&last);
        let inside = width as f32 - 2.0 * em;
        match inside {
            _ if inside >= beside => Ok(Self { line, lines: 1 }),
            _ if inside >= below => Ok(Self { line, lines: 2 }),
            _ => Err((below + 2.0 * em).ceil() as u32),
        }
    }

    /// Returns the height of the legend in pixels.
    pub(crate) const fn height(self) -> u32 {
        self.line * self.lines
    }

    /// Returns the ratio of the size of the legend to the minimum size.
    pub(crate) fn scale(self) -> f32 {
        self.line as f32 / LINE as f32
    }
}

/// Returns the font size in pixels per em for lines of this height.
fn em(line: u32) -> f32 {
    line as f32 * EM
}

/// The colour bar with its labels.
#[derive(Clone, Copy)]
struct Bar {
    /// Label of the first visit.
    first: &'static str,
    /// Length in pixels, without the labels.
    length: f32,
    em: f32,
}

impl Bar {
    /// Returns the width in pixels of the bar and its labels. `last` is the label of the last visit.
    fn width(&self, last: &str) -> f32 {
        font::width(self.first, self.em) + font::width(last, self.em) + self.length + 2.0 * GAP * self.em
    }
}

/// The content of a legend.
pub(crate) struct Legend<'a> {
    /// Descriptions of the board, from the shortest to the longest. The longest that fits is written.
    pub(crate) notes: &'a [String],
    /// Label at the start of the colour bar.
    pub(crate) first: &'static str,
    /// Visit number at the end of the colour bar. The first visit has the number 1.
    pub(crate) last: u64,
    /// Colour of unvisited squares, or `None` if every square is visited.
    pub(crate) unvisited: Option<Rgb>,
    /// Colour of the text.
    pub(crate) ink: Rgb,
}

/// A part of a legend.
struct Part<'a> {
    content: Content<'a>,
    /// Distance in pixels from the left edge of the picture to the left edge of the part.
    left: f32,
    /// Width in pixels.
    width: f32,
    /// Index of the line, counted from the bottom.
    line: u32,
}

/// The content of a part of a legend.
enum Content<'a> {
    Text(&'a str),
    /// The colour of unvisited squares.
    Unvisited(Rgb),
    /// The colours from the first visit to the last.
    Colours,
}

impl Legend<'_> {
    /// Writes the legend. Its lower edge is at the height `bottom`. `heat` returns the colour of a position along the
    /// path. Positions run from 0 at the start of the path to 1 at its end.
    pub(crate) fn draw(&self, picture: &mut Picture, size: LegendSize, bottom: u32, heat: impl Fn(f32) -> Rgb) {
        let (em, last) = (em(size.line), grouped(self.last));
        for Part { content, left, width, line } in self.parts(size, picture.width(), &last) {
            let middle = bottom as f32 - (line as f32 + 0.5) * size.line as f32;
            match content {
                Content::Text(text) => font::draw(text, em, (left + width / 2.0, middle), |x, y, part| {
                    picture.blend(x, y, self.ink, part);
                }),
                Content::Unvisited(colour) => fill(picture, (left, middle), (width, em), |_| colour),
                Content::Colours => fill(picture, (left, middle), (width, em), &heat),
            }
        }
    }

    /// Returns the parts of the legend in a picture of `width` pixels. `last` is the label of the last visit.
    fn parts<'b>(&'b self, size: LegendSize, width: u32, last: &'b str) -> Vec<Part<'b>> {
        let (em, width) = (em(size.line), width as f32);
        let inside = width - 2.0 * em;
        let is_below = size.lines > 1;
        let swatch = (1.0 + GAP) * em + font::width(UNVISITED, em);
        // `taken` returns the width of the left part of the legend. `space` returns the width available for this part.
        let taken = |note: &str| match (note.is_empty(), self.unvisited) {
            (_, None) => font::width(note, em),
            (true, _) => swatch,
            (false, _) => font::width(note, em) + PART_GAP * em + swatch,
        };
        let space = |bar: Bar| if is_below { inside } else { inside - bar.width(last) - PART_GAP * em };
        // If the longest description does not fit, a shorter description or a shorter bar is selected.
        let bar = |first, length| Bar { first, length, em };
        let usual = bar(self.first, (width * 0.25).min(256.0 * size.scale()).max(MIN_BAR * em));
        let (short, shortest) = (bar(self.first, MIN_BAR * em), bar(SHORT_FIRST, SHORT_BAR * em));
        let notes = self.notes.iter().map(String::as_str);
        let size_only = notes.clone().next().unwrap_or_default();
        let mut last_choices = [(short, size_only), (shortest, size_only), (short, ""), (shortest, "")];
        if self.first != FIRST {
            // A label that explains the parts of a symmetric tour is more important than the size of the board.
            last_choices.swap(1, 2);
        }
        let choices = notes.rev().map(|note| (usual, note)).chain(last_choices);
        let fits = |&(bar, note): &(Bar, &str)| bar.width(last) <= inside && taken(note) <= space(bar);
        let (mut bar, note) = { choices }.find(fits).unwrap_or((shortest, ""));
        bar.length += if is_below {
            inside - bar.width(last)
        } else {
            (space(bar) - taken(note)).min(usual.length - bar.length).max(0.0)
        };

        let mut parts = Vec::new();
        let mut add = |content, left: f32, width: f32, line| {
            parts.push(Part { content, left, width, line });
            left + width
        };
        let text = |text: &'b str| (Content::Text(text), font::width(text, em));
        let top = size.lines.saturating_sub(1);
        let mut left = em;
        if !note.is_empty() {
            let (note, width) = text(note);
            left = add(note, left, width, top) + PART_GAP * em;
        }
        if let Some(colour) = self.unvisited.filter(|_| taken(note) <= space(bar)) {
            let right = add(Content::Unvisited(colour), left, em, top);
            let (label, width) = text(UNVISITED);
            add(label, right + GAP * em, width, top);
        }
        let (first, first_width) = text(bar.first);
        let right = add(first, width - em - bar.width(last), first_width, 0);
        let right = add(Content::Colours, right + GAP * em, bar.length, 0);
        let (last, last_width) = text(last);
        add(last, right + GAP * em, last_width, 0);
        parts
    }
}

/// Fills a bar. `left` is the x coordinate of its left edge, and `middle` is the y coordinate of its centre. `colour`
/// returns the colour at a position along the bar, from 0 to 1.
fn fill(picture: &mut Picture, (left, middle): (f32, f32), (width, height): (f32, f32), colour: impl Fn(f32) -> Rgb) {
    let (left, top) = (left.round() as i32, (middle - height / 2.0).round() as i32);
    let width = width.round() as i32;
    for x in 0..width {
        let colour = colour(x as f32 / (width - 1).max(1) as f32);
        for y in 0..height.round() as i32 {
            picture.blend(left + x, top + y, colour, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_tour_has_a_legend_that_names_its_parts() {
        let board = Board::new(6, 6).unwrap();
        let first = "visit of each quarter 1";
        for width in 320..900 {
            let legend = Legend { notes: &["6x6".into()], first, last: 9, unvisited: None, ink: [0; 3] };
            let parts = legend.parts(LegendSize::new(&board, width, 0.0).unwrap(), width, "9");
            let texts: Vec<&str> = parts
                .iter()
                .filter_map(|part| if let Content::Text(text) = part.content { Some(text) } else { None })
                .collect();
            assert_eq!(texts, ["6x6", first, "9"], "{width}");
        }
    }

    #[test]
    fn the_parts_of_a_legend_neither_overlap_nor_leave_the_picture() {
        let mut lines = Vec::new();
        for (rows, cols) in [(8, 8), (100, 100), (1000, 1000), (20_000, 20_000)] {
            let board = Board::new(rows, cols).unwrap();
            let size = board.to_string();
            let notes = [size.clone(), format!("{size}, the framed 16x96 squares enlarged")];
            let narrowest = LegendSize::new(&board, 1, 0.0).unwrap_err();
            for width in (narrowest..narrowest + 700).step_by(7) {
                let legend_size = LegendSize::new(&board, width, 0.0).unwrap();
                lines.push(legend_size.lines);
                for unvisited in [None, Some([9; 3])] {
                    let last = board.playable();
                    let legend = Legend { notes: &notes, first: FIRST, last, unvisited, ink: [0; 3] };
                    let last = grouped(last);
                    let parts = legend.parts(legend_size, width, &last);
                    for (nth, part) in parts.iter().enumerate() {
                        let right = part.left + part.width;
                        assert!(part.left >= 0.0 && right <= width as f32, "{size} in {width}: part {nth}");
                        let is_apart = |other: &Part<'_>| {
                            other.line != part.line || other.left > right || other.left + other.width < part.left
                        };
                        let others = parts[nth + 1..].iter();
                        assert!({ others }.all(is_apart), "{size} in {width}: part {nth} overlaps another");
                    }
                    // Automatic legends are drawn only if the picture is at least 320 pixels wide.
                    if width >= 320 && board.playable() <= 1_000_000 {
                        let has_swatch = parts.iter().any(|part| matches!(part.content, Content::Unvisited(_)));
                        assert_eq!(has_swatch, unvisited.is_some(), "{size} in {width}");
                    }
                    if unvisited.is_none() || width >= 400 {
                        let is_size =
                            |part: &Part<'_>| matches!(part.content, Content::Text(text) if text.starts_with(&size));
                        assert!(parts.iter().any(is_size), "{size} in {width}");
                    }
                }
            }
        }
        assert!(lines.contains(&1) && lines.contains(&2));
    }
}

//! The words around the board: coordinates, titles of panels, the line at the lower edge, the state under the pointer.

use crate::atlas::{Face, Letter};
use crate::shown::Shown;
use courser_view::MIN_LINE_SQUARE;
use courser_view::Palette;
use courser_view::for_window::DIGIT_HEIGHT;
use courser_view::for_window::{Labels, file};

/// A word's em in pixels on a display of scale 1.
pub(crate) const EM: f32 = 14.0;

/// Writes words at the left and at the right across a window of `size` pixels, on a background that they can be read on:
/// on the `nth` line from its lower edge, counted from 1.
pub(crate) fn bar(face: &Face, palette: Palette, size: (u32, u32), nth: f32, words: [&str; 2], into: &mut Vec<Letter>) {
    let (colours, [left, right]) = (palette.colours(), words);
    let (em, line, width) = (face.em, line_height(face.em), size.0 as f32);
    let top = size.1 as f32 - nth * line;
    into.push(Letter::filled((0.0, top), (width, line), colours.background, 225));
    let baseline = top + (line + em * DIGIT_HEIGHT) / 2.0;
    face.write(left, em * 0.6, baseline, colours.ink, into);
    let start = width - em * 0.6 - face.width(right);
    // Where both do not fit, the left one is written.
    if start > em * 2.0 + face.width(left) {
        face.write(right, start, baseline, colours.label, into);
    }
}

/// Pixels that a line of words takes, an em being `em` pixels.
pub(crate) fn line_height(em: f32) -> f32 {
    (em * 1.6).round()
}

/// Pixels at the window's lower edge that are for words: what is under the pointer, and where the tour stands.
pub(crate) fn words_height(em: f32) -> u32 {
    2 * line_height(em) as u32
}

/// Writes the title of every scene that shows a channel, where there is a line for it above the scene; a short one where
/// the long one does not fit.
pub(crate) fn titles(face: &Face, scenes: &[Shown<'_>], into: &mut Vec<Letter>) {
    let line = line_height(face.em);
    for (channel, shown) in scenes.iter().filter_map(|shown| Some((shown.channel?, shown))) {
        let (area, title) = (shown.area, channel.title());
        if (area.top as f32) < line {
            continue;
        }
        let short = format!("{}: {channel}", title.split([':', ';', ',']).next().unwrap_or(title));
        let text = if face.width(title) <= area.width as f32 - face.em { title } else { &short };
        let left = area.left as f32 + (area.width as f32 - face.width(text)) / 2.0;
        let baseline = area.top as f32 - line + (line + face.em * DIGIT_HEIGHT) / 2.0;
        face.write(text, left, baseline, shown.palette.colours().label, into);
    }
}

/// Writes file letters below a single board, ranks at its left, as in a painted picture; where that place is out
/// of sight, at the window's edge.
pub(crate) fn coordinates(face: &Face, shown: &Shown<'_>, size: (u32, u32), into: &mut Vec<Letter>) {
    let (board, side) = (shown.board, shown.camera.side());
    // A wall has too many boards, and a heat map of small squares has no room.
    if shown.wall.boards > 1 || side < f64::from(MIN_LINE_SQUARE) {
        return;
    }
    let Labels { files, ranks, .. } = Labels::new(board, side as f32);
    let em = f64::from(face.em);
    let (left, top) = shown.camera.corner();
    let (wide, high) = (f64::from(size.0), f64::from(size.1));
    let colours = shown.palette.colours();
    let mut write = |text: &str, (x, y): (f64, f64), stuck: bool| {
        let width = f64::from(face.width(text));
        if stuck {
            let (corner, size) = ((x - width / 2.0 - 0.2 * em, y - 0.6 * em), (width + 0.4 * em, 1.2 * em));
            let pixels = |(x, y): (f64, f64)| (x as f32, y as f32);
            into.push(Letter::filled(pixels(corner), pixels(size), colours.background, 200));
        }
        let baseline = y as f32 + face.em * DIGIT_HEIGHT / 2.0;
        face.write(text, (x - width / 2.0) as f32, baseline, colours.label, into);
    };
    let below = top + side * f64::from(board.rows()) + em * 0.85;
    let y = below.min(high - em * 0.75);
    for number in multiples(files, board.cols(), left, side, wide) {
        write(&file(number - 1), (left + side * (f64::from(number) - 0.5), y), y < below);
    }
    // Ranks count upwards: seen from the lower edge of the board they are files.
    let bottom = high - (top + side * f64::from(board.rows()));
    for rank in multiples(ranks, board.rows(), bottom, side, high) {
        let text = rank.to_string();
        let half = f64::from(face.width(&text)) / 2.0;
        let x = left - 0.45 * em - half;
        let stuck = x.max(half + 0.3 * em);
        write(&text, (stuck, top + side * (f64::from(board.rows() - rank) + 0.5)), stuck > x);
    }
}

/// The multiples of `step` up to `count` whose squares lie in the window along one axis.
fn multiples(step: u32, count: u32, corner: f64, side: f64, pixels: f64) -> impl Iterator<Item = u32> {
    let each = step.max(1);
    let first = ((-corner / side).floor().max(0.0) as u32).min(count) / each;
    let last = if step == 0 { 0.0 } else { ((pixels - corner) / side).ceil().clamp(0.0, count.into()) };
    (first.max(1)..).map(move |nth| nth.saturating_mul(each)).take_while(move |&number| f64::from(number) <= last)
}

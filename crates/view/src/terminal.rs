//! Draws tours in a terminal: as a picture in the protocol of kitty or iTerm2, as a path drawn with Braille dots, or as
//! a heat map drawn with half blocks.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use courser_board::{Path, Wrap};

use crate::{Palette, Picture, Result, Rgb, write_png};

/// Maximum number of base64 bytes per command in the protocol of kitty.
const CHUNK: usize = 4096;

/// Maximum and minimum side of a square in dots. In smaller squares, the lines would not be legible.
const DOTS: (u32, u32) = (8, 3);

/// Bits of a Braille character, by row and column of the dots.
const BRAILLE: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Returns a picture in the graphics protocol of kitty, with a final line break.
///
/// # Errors
/// Returns the errors of [`write_png`].
pub fn kitty(picture: &Picture) -> Result<String> {
    let data = STANDARD.encode(png(picture)?);
    let mut text = String::new();
    let chunks: Vec<&[u8]> = data.as_bytes().chunks(CHUNK).collect();
    for (nth, chunk) in chunks.iter().enumerate() {
        let head = if nth == 0 { "a=T,f=100," } else { "" };
        let more = u8::from(nth + 1 < chunks.len());
        let chunk = std::str::from_utf8(chunk).expect("base64 is ASCII");
        let _ = write!(text, "\u{1b}_G{head}m={more};{chunk}\u{1b}\\");
    }
    Ok(text + "\n")
}

/// Returns a picture in the iTerm2 protocol for inline images, with a final line break.
///
/// # Errors
/// Returns the errors of [`write_png`].
pub fn iterm2(picture: &Picture) -> Result<String> {
    let png = png(picture)?;
    Ok(format!("\u{1b}]1337;File=inline=1;size={}:{}\u{7}\n", png.len(), STANDARD.encode(png)))
}

fn png(picture: &Picture) -> Result<Vec<u8>> {
    let mut png = Vec::new();
    write_png(picture, &mut png)?;
    Ok(png)
}

/// Draws a path with Braille dots. Each line of text is at most `columns` characters wide. If a palette is given, the
/// dots are coloured along the path. If `closed` is true, the move from the last square to the first is also drawn.
/// Returns `None` if the board is too wide for distinguishable moves, or has joined sides.
///
/// ```
/// use courser_board::{Board, Path};
/// use courser_view::terminal::braille;
///
/// let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6, 8, 1]).unwrap();
/// let text = braille(&path, false, None, 80).unwrap();
/// // Squares of 8 x 8 dots, in characters of 2 x 4 dots.
/// assert_eq!(text.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [16; 6]);
/// assert!(braille(&path, false, None, 5).is_none());
/// ```
pub fn braille(path: &Path, closed: bool, palette: Option<Palette>, columns: u32) -> Option<String> {
    let board = path.board();
    let side = (columns.saturating_mul(2) / board.cols()).min(DOTS.0);
    if side < DOTS.1 || board.wrap() != Wrap::None {
        return None;
    }
    let (wide, high) = ((board.cols() * side).div_ceil(2) as usize, (board.rows() * side).div_ceil(4) as usize);
    let mut cells = vec![(0_u32, [0_u8; 3]); wide * high];
    let mut dot = |x: u32, y: u32, colour: Rgb| {
        let cell = &mut cells[(y / 4) as usize * wide + (x / 2) as usize];
        *cell = (cell.0 | BRAILLE[(y % 4) as usize][(x % 2) as usize], colour);
    };
    let middle = |at: u32| at * side + side / 2;
    let squares: Vec<(u32, u32)> = path.squares().map(|square| (middle(square.col), middle(square.row))).collect();
    let back = squares.first().filter(|_| closed).copied();
    let ends: Vec<(u32, u32)> = squares.iter().copied().chain(back).collect();
    let moves = ends.len().saturating_sub(1).max(1) as f32;
    let colour = |nth: usize| palette.map_or([0; 3], |palette| palette.gradient(nth as f32 / moves));
    if let [(x, y)] = ends[..] {
        dot(x, y, colour(0));
    }
    for (nth, pair) in ends.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        for step in 0..=steps {
            let part = |from: u32, to: u32| {
                (f64::from(from) + (f64::from(to) - f64::from(from)) * f64::from(step) / f64::from(steps)).round()
                    as u32
            };
            dot(part(from.0, to.0), part(from.1, to.1), colour(nth));
        }
    }
    let mut text = String::new();
    for row in cells.chunks(wide) {
        let mut last = None;
        for &(bits, colour) in row {
            if palette.is_some() && bits > 0 && last != Some(colour) {
                let [r, g, b] = colour;
                let _ = write!(text, "\u{1b}[38;2;{r};{g};{b}m");
                last = Some(colour);
            }
            text.push(char::from_u32(0x2800 + bits).expect("Braille patterns are characters"));
        }
        text += if last.is_some() { "\u{1b}[0m\n" } else { "\n" };
    }
    Some(text)
}

/// Draws a picture in 24-bit colours, with two pixels per character.
pub fn half_blocks(picture: &Picture) -> String {
    let mut text = String::new();
    for top in (0..picture.height()).step_by(2) {
        for x in 0..picture.width() {
            let [r, g, b] = picture.pixel(x, top);
            let _ = write!(text, "\u{1b}[38;2;{r};{g};{b}m");
            if top + 1 < picture.height() {
                let [r, g, b] = picture.pixel(x, top + 1);
                let _ = write!(text, "\u{1b}[48;2;{r};{g};{b}m");
            }
            text.push('\u{2580}');
        }
        text += "\u{1b}[0m\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use courser_board::Board;

    use super::*;

    #[test]
    fn a_move_is_a_row_of_dots_in_its_colour() {
        let path = Path::new(Board::new(2, 3).unwrap(), vec![0, 5]).unwrap();
        let text = braille(&path, false, Some(Palette::Ember), 80).unwrap();
        let [r, g, b] = Palette::Ember.gradient(0.0);
        assert!(text.contains(&format!("\u{1b}[38;2;{r};{g};{b}m")), "{text:?}");
        let dots: u32 = text.chars().filter_map(|c| (c as u32).checked_sub(0x2800)).map(u32::count_ones).sum();
        // The line from the centre of a square to the centre of a square two columns and one row away has 17 dots.
        assert_eq!(dots, 17);
    }

    #[test]
    fn a_board_that_is_too_wide_has_no_dots() {
        let path = |cols| Path::new(Board::new(5, cols).unwrap(), vec![0]).unwrap();
        assert!(braille(&path(53), false, None, 80).is_some() && braille(&path(54), false, None, 80).is_none());
    }

    #[test]
    fn pictures_come_whole_in_both_protocols() {
        let picture = Picture::new(90, 60, [7, 90, 200]);
        let png = png(&picture).unwrap();
        let inline = iterm2(&picture).unwrap();
        let data = inline.rsplit(':').next().unwrap().trim_end_matches(['\u{7}', '\n']);
        assert_eq!(STANDARD.decode(data).unwrap(), png);
        let chunks = kitty(&picture).unwrap();
        let parts = chunks.split("\u{1b}\\").filter_map(|part| part.split_once(';'));
        let data: String = parts.map(|(_, data)| data).collect();
        assert_eq!(STANDARD.decode(data).unwrap(), png);
        assert_eq!(half_blocks(&picture).lines().count(), 30);
    }
}

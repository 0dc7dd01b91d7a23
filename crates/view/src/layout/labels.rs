//! Sizes and positions of the labels of columns and rows.

use courser_board::{Board, Square};

use crate::font;

/// The column letters and row numbers beside a board, and the size of the space for these labels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CoordinateLabels {
    /// Font size in pixels.
    pub(crate) size: f32,
    /// Distance in squares from one labelled column to the next, or 0 for no labels.
    pub(crate) files: u32,
    /// Distance in squares from one labelled row to the next, or 0 for no labels.
    pub(crate) ranks: u32,
    /// Width, in pixels, of the space for the labels to the left of a fold. A fold is the whole board, or a part of a
    /// divided long board.
    pub(crate) left: u32,
    /// Height, in pixels, of the space for the labels below a fold.
    pub(crate) below: u32,
    /// Number of rows of the board.
    pub(crate) rows: u32,
    /// Number of columns of the board.
    pub(crate) cols: u32,
}

impl CoordinateLabels {
    /// Creates the labels for a board whose squares have `square` pixels per side, possibly less than one. The longest
    /// side of the picture has `longest` pixels.
    ///
    /// If a slightly smaller font allows a label for every column and every row, the font is reduced. If a side would
    /// otherwise have no label, the font is reduced as far as necessary.
    pub(crate) fn new(board: &Board, square: f32, longest: f32) -> Self {
        let size = em(square, longest);
        let sizes = (0..20).map(|step| size * (1.0 - 0.05 * step as f32)).filter(|&size| size >= MIN_EM);
        let mut labels = sizes.map(|size| Self::of_size(board, square, size));
        let is_every = |labels: &Self| labels.files == 1 && labels.ranks == 1;
        let is_both = |labels: &Self| labels.files > 0 && labels.ranks > 0;
        let every = labels.clone().take(SMALLER + 1).find(is_every);
        every.or_else(|| labels.find(is_both)).unwrap_or_else(|| Self::of_size(board, square, size))
    }

    fn of_size(board: &Board, square: f32, size: f32) -> Self {
        let mut last = file(board.cols() - 1);
        last.pop();
        let file_width = font::width(&last, size) + font::LETTER_WIDTH * size;
        let rank_width = board.rows().to_string().len() as f32 * font::DIGIT_WIDTH * size;
        let (mut files, mut ranks) =
            (step(file_width + 0.4 * size, square, board.cols()), step(1.2 * size, square, board.rows()));
        // The larger of the label distance for columns and the label distance for rows. Columns and rows both get this
        // distance if it fits on both sides of the board.
        let both = files.max(ranks);
        if files > 0 && ranks > 0 && both <= board.rows().min(board.cols()) {
            (files, ranks) = (both, both);
        }
        let mut left = if ranks > 0 { (rank_width + 0.6 * size).ceil() as u32 } else { 0 };
        let mut below = if files > 0 { (1.5 * size).ceil() as u32 } else { 0 };
        if board.rows() == board.cols() {
            // The picture of a square board must be square.
            (left, below) = (left.max(below), left.max(below));
        }
        Self { size, files, ranks, left, below, rows: board.rows(), cols: board.cols() }
    }
}

/// Minimum font size in pixels per em.
const MIN_EM: f32 = 10.0;

/// Maximum number of steps in which the font is reduced to give every column and every row a label. A step is 5 % of
/// the original font size.
const SMALLER: usize = 6;

/// Maximum ratio of the longest side of a picture to the font size of its text.
const EMS_ALONG: f32 = 90.0;

/// Returns the font size, in pixels per em, for text beside a board. The squares have `square` pixels per side, and the
/// longest side of the picture has `longest` pixels.
pub(crate) fn em(square: f32, longest: f32) -> f32 {
    (square * 0.3).clamp(MIN_EM, 18.0).max(longest / EMS_ALONG)
}

/// Returns the minimum distance between labels, in squares: 1, 2, 5, 10, 20 …, or 0 if no label fits. `label` is the
/// length of a label in pixels.
///
/// If the distance is more than 1, it is at least twice the length of a label.
fn step(label: f32, square: f32, squares: u32) -> u32 {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_u32.pow(zeros)));
    let room = |step: u32| if step == 1 { label } else { 2.0 * label };
    let fits = |&step: &u32| step as f32 * square >= room(step);
    steps.take_while(|&step| step <= squares).find(fits).unwrap_or(0)
}

/// Returns the letters of a column, computed as the name of a square without its row number.
pub(crate) fn file(col: u32) -> String {
    let mut name = Square::new(0, col).name(1).to_string();
    name.pop();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_thin_out_before_they_touch() {
        assert_eq!(step(10.0, 48.0, 8), 1);
        assert_eq!(step(12.0, 12.0, 31), 1);
        assert_eq!(step(13.0, 13.0 - 0.1, 30), 5);
        assert_eq!(step(13.0, 6.0, 120), 5);
        assert_eq!(step(13.0, 1.5, 400), 20);
        assert_eq!(step(13.0, 5.0, 100), 10);
        assert_eq!(step(13.0, 6.0, 4), 0);
        assert_eq!(step(13.0, 0.001, u32::MAX), 50_000);
    }

    #[test]
    fn files_and_ranks_have_labels_at_the_same_steps() {
        let steps = |board: &str, square| {
            let board: Board = board.parse().unwrap();
            let labels = CoordinateLabels::new(&board, square, square * board.rows().max(board.cols()) as f32);
            (labels.files, labels.ranks, labels.left == labels.below)
        };
        assert_eq!(steps("8x8", 96.0), (1, 1, true));
        // The letters aa … dp of the columns need more space than the numbers of the rows.
        assert_eq!(steps("120x120", 19.0), (10, 10, true));
        assert_eq!(steps("52x52", 46.0), (1, 1, true));
        assert_eq!(steps("28x30", 13.0), (5, 5, false));
        // The picture of a 3x100 board is so long that text of the usual size is higher than one row of squares.
        assert_eq!(steps("3x100", 30.0), (5, 1, false));
        assert_eq!(steps("100x3", 30.0), (1, 1, false));
        // The rows have no labels here, because the text of the labels would be too small to be legible.
        assert_eq!(steps("3x100", 9.0), (5, 0, false));
    }

    #[test]
    fn text_grows_with_the_picture_and_shrinks_a_little_so_that_every_file_has_a_label() {
        let size = |board: &str, square: f32| {
            let board: Board = board.parse().unwrap();
            let labels = CoordinateLabels::new(&board, square, square * board.cols() as f32);
            (labels.size.round(), labels.files)
        };
        assert_eq!([size("8x8", 96.0), size("8x8", 48.0)], [(18.0, 1), (14.0, 1)]);
        // The pictures of these boards are 1920 and 2392 pixels wide.
        assert_eq!([size("40x40", 48.0), size("104x104", 23.0)], [(21.0, 1), (27.0, 5)]);
        assert_eq!(size("40x40", 96.0), (43.0, 1));
    }

    #[test]
    fn files_are_named_without_their_rank() {
        assert_eq!([0, 25, 26].map(file), ["a", "z", "aa"]);
    }
}

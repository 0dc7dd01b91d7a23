//! The labels of files and ranks, and the space that they need.

use courser_board::{Board, Square};

use crate::font;

/// The labels of files and ranks, and the space that they need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Labels {
    /// Font size in pixels.
    pub(crate) size: f32,
    /// Distance between labelled files in squares; 0 for no labels. `ranks` is the same for ranks.
    pub(crate) files: u32,
    pub(crate) ranks: u32,
    /// Width of the labels to the left of a fold in pixels.
    pub(crate) left: u32,
    /// Height of the labels below a fold in pixels.
    pub(crate) below: u32,
    /// Rows of the board; `cols` are its columns.
    pub(crate) rows: u32,
    pub(crate) cols: u32,
}

impl Labels {
    /// The labels of a board whose squares have `square` pixels, perhaps less than one.
    pub(crate) fn new(board: &Board, square: f32) -> Self {
        let size = (square * 0.3).clamp(10.0, 18.0);
        let last = file(board.cols() - 1);
        let file_width = last.len() as f32 * font::LETTER_WIDTH * size;
        let rank_width = board.rows().to_string().len() as f32 * font::DIGIT_WIDTH * size;
        let (mut files, mut ranks) =
            (step(file_width + 0.4 * size, square, board.cols()), step(1.2 * size, square, board.rows()));
        // Files and ranks have the same distance between labels, if it fits both sides.
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

/// A side has no more labels than this: they are to be counted from, not to be read one after another.
const MOST_LABELS: u32 = 30;

/// Every how many squares a label of this length has room: 1, 2, 5, 10, 20 …, or 0 if not even once.
///
/// If not every square has a label, the gap between labels is doubled.
fn step(label: f32, square: f32, squares: u32) -> u32 {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_u32.pow(zeros)));
    let room = |step: u32| if step == 1 { label } else { 2.0 * label };
    let fits = |&step: &u32| step as f32 * square >= room(step) && squares / step <= MOST_LABELS;
    steps.take_while(|&step| step <= squares).find(fits).unwrap_or(0)
}

/// Returns the letters of a file: the name of its square on a board of one row, without the rank.
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
        assert_eq!(step(12.0, 12.0, 30), 1);
        assert_eq!(step(12.0, 12.0, 31), 2);
        assert_eq!(step(13.0, 13.0 - 0.1, 30), 5);
        assert_eq!(step(13.0, 6.0, 120), 5);
        assert_eq!(step(13.0, 6.0, 400), 20);
        assert_eq!(step(13.0, 5.0, 100), 10);
        assert_eq!(step(13.0, 6.0, 4), 0);
        assert_eq!(step(13.0, 0.001, u32::MAX), 200_000_000);
    }

    #[test]
    fn files_and_ranks_have_labels_at_the_same_steps() {
        let steps = |board: &str, square| {
            let labels = Labels::new(&board.parse().unwrap(), square);
            (labels.files, labels.ranks, labels.left == labels.below)
        };
        assert_eq!(steps("8x8", 96.0), (1, 1, true));
        // The file letters aa … dp need more room than the ranks.
        assert_eq!(steps("120x120", 19.0), (5, 5, true));
        assert_eq!(steps("52x52", 46.0), (2, 2, true));
        assert_eq!(steps("28x30", 13.0), (5, 5, false));
        assert_eq!(steps("3x100", 30.0), (5, 1, false));
    }

    #[test]
    fn files_are_named_without_their_rank() {
        assert_eq!([0, 25, 26].map(file), ["a", "z", "aa"]);
    }
}

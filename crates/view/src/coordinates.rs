//! The labels of a picture: file letters below the board, rank numbers to the left of the board, and the caption at the
//! bottom.

use courser_board::Square;

use crate::font;
use crate::geometry::PixelPoint;
use crate::layout::{Layout, file};

/// Calls `write` for each coordinate of every fold, and for the caption. The arguments are the text, its font size in
/// pixels, and the centre of the text.
pub(crate) fn draw(layout: &Layout, mut write: impl FnMut(&str, f32, PixelPoint)) {
    if let Some((text, em, centre)) = layout.captioned() {
        write(text, em, centre);
    }
    let labels = &layout.labels;
    if labels.files == 0 && labels.ranks == 0 {
        return;
    }
    let half = layout.square as f32 / 2.0;
    let squares = layout.squares_a_cell;
    for fold in 0..layout.folds() {
        let (first_row, first_col, rows, cols) = layout.fold_cells(fold);
        let (_, last_top) = layout.cell_corner(first_row + rows - 1, first_col);
        let y = (last_top + layout.square) as f32 + labels.size * 0.85;
        let files = (cols * squares).min(labels.cols - first_col * squares);
        for number in multiples(labels.files, first_col * squares, files) {
            let (left, _) = layout.corner(Square::new(first_row * squares, number - 1));
            write(&file(number - 1), labels.size, (left as f32 + half, y));
        }
        // Ranks are numbered upwards. The lowest rank of this fold is the number of rows below the fold plus 1.
        let below = labels.rows.saturating_sub((first_row + rows) * squares);
        let top_rank = labels.rows - first_row * squares;
        for rank in multiples(labels.ranks, below, top_rank - below) {
            let row = labels.rows - rank;
            let (left, top) = layout.corner(Square::new(row, first_col * squares));
            let text = rank.to_string();
            let x = left as f32 - 0.45 * labels.size - font::width(&text, labels.size) / 2.0;
            write(&text, labels.size, (x, top as f32 + half));
        }
    }
}

/// Returns the multiples of `step` in the range from `before` + 1 to `before` + `count`, or none if `step` is 0.
fn multiples(step: u32, before: u32, count: u32) -> impl Iterator<Item = u32> {
    let last = if step > 0 { before + count } else { 0 };
    let step = step.max(1);
    (1..).map(move |n| (before / step + n) * step).take_while(move |&number| number <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_are_those_within_the_range() {
        assert_eq!(multiples(5, 4, 7).collect::<Vec<_>>(), [5, 10]);
        assert!(multiples(5, 5, 4).next().is_none());
        assert_eq!(multiples(1, 0, 3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(multiples(0, 0, 3).count(), 0);
    }
}

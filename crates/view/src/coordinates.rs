//! The labels of a picture: column letters below the board, row numbers to the left of the board, and the caption at
//! the bottom.

use courser_board::Square;

use crate::font;
use crate::geometry::PixelPoint;
use crate::layout::{Layout, file};

/// Calls `write` for each column letter and row number of every [fold](Layout::folds), and for the caption. The
/// arguments are the text, its font size in pixels, and the centre of the text.
pub(crate) fn draw(layout: &Layout, mut write: impl FnMut(&str, f32, PixelPoint)) {
    if let Some((text, em, centre)) = layout.captioned() {
        write(text, em, centre);
    }
    each(layout, write);
}

/// Calls `write` as [`draw`] does, but not for the caption.
fn each(layout: &Layout, mut write: impl FnMut(&str, f32, PixelPoint)) {
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
        // Rows are numbered upwards. The lowest row number of this fold is the number of rows below the fold plus 1.
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

/// Returns the maximum number of pixels by which a coordinate extends beyond the left, upper or right edge of the
/// picture. The space below the board is always sufficient.
pub(crate) fn overhang(layout: &Layout) -> u32 {
    let mut cut = 0.0_f32;
    each(layout, |text, em, (x, y)| {
        let (half_width, half_height) = (font::width(text, em) / 2.0, em * font::DIGIT_HEIGHT / 2.0);
        // The antialiased edges of a text extend one pixel beyond its measured width and height.
        let beyond = [half_width - x, half_height - y, x + half_width - layout.width as f32].map(|beyond| beyond + 1.0);
        cut = beyond.into_iter().fold(cut, f32::max);
    });
    cut.ceil() as u32
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
    use crate::{PathStyle, Style, Visibility};

    #[test]
    fn no_coordinate_leaves_the_picture_or_touches_another() {
        let mut labels = 0;
        for (rows, cols) in [(8, 8), (300, 300), (100, 400), (400, 100), (3, 700), (700, 3), (27, 40), (200, 200)] {
            for (look, square) in [(PathStyle::Line, None), (PathStyle::Line, Some(7)), (PathStyle::Heat, Some(3))] {
                let board = courser_board::Board::new(rows, cols).unwrap();
                let style = Style { look, square, coordinates: Visibility::Always, ..Style::default() };
                let layout = Layout::new(&board, &style).unwrap();
                let mut boxes: Vec<[f32; 4]> = Vec::new();
                draw(&layout, |text, em, (x, y)| {
                    let (wide, high) = (font::width(text, em) / 2.0, em * font::DIGIT_HEIGHT / 2.0);
                    boxes.push([x - wide, y - high, x + wide, y + high]);
                });
                for (nth, [left, top, right, bottom]) in boxes.iter().enumerate() {
                    let is_inside = *left >= 0.0 && *top >= 0.0 && *right <= layout.width as f32;
                    assert!(is_inside && *bottom <= layout.height as f32, "{board}, {square:?}: label {nth}");
                    let is_apart = |other: &[f32; 4]| {
                        other[0] >= *right || other[2] <= *left || other[1] >= *bottom || other[3] <= *top
                    };
                    assert!(boxes[..nth].iter().all(is_apart), "{board}, {square:?}: label {nth} touches another");
                }
                labels += boxes.len();
            }
        }
        assert!(labels > 500, "{labels}");
    }

    #[test]
    fn multiples_are_those_within_the_range() {
        assert_eq!(multiples(5, 4, 7).collect::<Vec<_>>(), [5, 10]);
        assert!(multiples(5, 5, 4).next().is_none());
        assert_eq!(multiples(1, 0, 3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(multiples(0, 0, 3).count(), 0);
    }
}

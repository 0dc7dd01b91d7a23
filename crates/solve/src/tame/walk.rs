//! Follows a tour along its moves. Each step passes a single square or a straight line of squares.

use super::shape::STEPS;

/// The location of a square's number in the tables. The number is the index of the square in the tour.
pub(super) enum NumberLocation {
    /// The square is not part of a line. Contains the index of the square in the table of single squares.
    Square(usize),
    /// The square is part of a line. Contains the index of the line in the table of lines, and the number of the square
    /// along the line.
    Line(usize, i64),
}

/// Access to the moves and to the [`NumberLocation`] of each square of a board.
pub(super) trait MoveTable {
    /// Returns the moves of a square, with one bit for each element of [`STEPS`].
    fn moves(&self, row: i64, col: i64) -> u8;

    /// Returns the location of a square's number in the tables.
    fn place(&self, row: i64, col: i64) -> NumberLocation;

    /// Returns two values for the straight line that leads from this square in the direction of a step: the number of
    /// squares to the end of the line, and a flag that is true if the numbers along the line increase in this
    /// direction.
    fn ahead(&self, row: i64, col: i64, step: u32) -> (i64, bool);

    /// Walks along the tour from the square `start`. The walk ends when it returns to `start` or reaches a square
    /// without a further move. The square `start` must be a single square, that is, a square that is not part of a
    /// line. Returns the number of visited squares. For each single square, `on_square` is called with the index of the
    /// square in the table of single squares and the index of the square in the tour. For each line, `on_line` is
    /// called with the index of the line in the table of lines and the number to store for the line. The field `lines`
    /// of [`TamePlan`](super::TamePlan) describes this number.
    fn walk(
        &self,
        start: (i64, i64),
        mut on_square: impl FnMut(usize, u64),
        mut on_line: impl FnMut(usize, u64),
    ) -> u64 {
        let (mut row, mut col) = start;
        let (mut index, mut from) = (0_u64, 0);
        loop {
            let place = self.place(row, col);
            if let NumberLocation::Square(at) = place {
                on_square(at, index);
            }
            let onward = self.moves(row, col) & !from;
            if onward == 0 {
                return index + 1;
            }
            let step = onward.trailing_zeros();
            let mut squares = 1;
            if let NumberLocation::Line(at, along) = place {
                let rises;
                (squares, rises) = self.ahead(row, col, step);
                let first = if rises { index.wrapping_sub(along as u64) } else { index + along as u64 };
                on_line(at, first << 1 | u64::from(!rises));
            }
            (row, col) = (row + squares * STEPS[step as usize].0, col + squares * STEPS[step as usize].1);
            index += squares as u64;
            from = (1_u8 << step).rotate_left(4);
            if (row, col) == start {
                return index;
            }
        }
    }

    /// Checks that no move leads off the board, and that every move is listed at both squares that it joins.
    ///
    /// # Panics
    /// Panics if a move is wrong.
    #[cfg(test)]
    fn check_moves(&self, rows: i64, cols: i64) {
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let moves = self.moves(row, col);
            for (at, (down, right)) in STEPS.iter().enumerate().filter(|(at, _)| moves >> at & 1 == 1) {
                let (to_row, to_col) = (row + down, col + right);
                assert!((0..rows).contains(&to_row) && (0..cols).contains(&to_col), "{rows}x{cols} {row},{col} {at}");
                let back = self.moves(to_row, to_col) >> ((at + 4) % 8) & 1;
                assert_eq!(back, 1, "{rows}x{cols} {row},{col} {at}");
            }
        }
    }
}

//! Gates: where a knight leaves its region, and where the next one begins.
//!
//! Not every pair of squares of the right colours has a tour between them that Warnsdorff's rule finds, so gates are not
//! chosen at random: there is one for each length of a border and each colour, and every region between two of them is
//! toured by at least one try in seven.

use super::region::Rect;

/// The sides of a region: above, right, below, left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Right,
    Below,
    Left,
}

impl Side {
    pub(super) const ALL: [Self; 4] = [Self::Above, Self::Right, Self::Below, Self::Left];

    pub(super) const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The side where rows and columns are exchanged.
    pub(super) const fn transposed(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// The place in a grid on this side of a place.
    pub(super) const fn step(self, (row, col): (usize, usize)) -> (usize, usize) {
        match self {
            Self::Above => (row - 1, col),
            Self::Right => (row, col + 1),
            Self::Below => (row + 1, col),
            Self::Left => (row, col - 1),
        }
    }

    /// Returns whether the border runs along a row.
    pub(super) const fn is_level(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }
}

/// A gate in a border: from an exit to an entry on the other side.
#[derive(Clone, Copy, Debug)]
struct Gate {
    /// Squares along the border before the exit.
    along: u32,
    /// Squares between the exit and the border, and between the entry and the border.
    depth: (u32, u32),
    /// From the exit to the entry, along the border.
    shift: i32,
}

const fn gate(along: u32, depth: (u32, u32), shift: i32) -> Gate {
    Gate { along, depth, shift }
}

/// For borders of 6 to 12 squares: the gates whose exit has `along + depth` even, and odd.
const GATES: [[Gate; 2]; 7] = [
    [gate(1, (1, 0), -1), gate(4, (1, 0), 1)],
    [gate(3, (1, 0), -1), gate(3, (0, 0), 2)],
    [gate(3, (1, 0), 1), gate(4, (1, 0), -1)],
    [gate(1, (1, 0), -1), gate(1, (0, 1), 1)],
    [gate(5, (1, 0), 1), gate(4, (1, 0), -1)],
    [gate(6, (0, 1), 1), gate(4, (1, 0), -1)],
    [gate(6, (0, 1), 1), gate(5, (0, 1), -1)],
];

/// The gate in a border of a region whose exits have this colour. `line` is the row or column of the exit's region
/// that touches the border.
fn find(rect: &Rect, side: Side, line: u32, exit_color: u32) -> Gate {
    let (length, before) = if side.is_level() { (rect.cols, rect.left) } else { (rect.rows, rect.top) };
    GATES[length as usize - 6][((exit_color + before + line) & 1) as usize]
}

/// The square of `rect` this far along a side and this deep behind it.
pub(super) fn square(rect: &Rect, side: Side, along: u32, depth: u32) -> u32 {
    match side {
        Side::Above => rect.local(depth, along),
        Side::Right => rect.local(along, rect.cols - 1 - depth),
        Side::Below => rect.local(rect.rows - 1 - depth, along),
        Side::Left => rect.local(along, depth),
    }
}

/// The square of this colour by which the region is left through a side.
pub(super) fn exit(rect: &Rect, side: Side, color: u32) -> u32 {
    let line = match side {
        Side::Above => rect.top,
        Side::Right => rect.left + rect.cols - 1,
        Side::Below => rect.top + rect.rows - 1,
        Side::Left => rect.left,
    };
    let gate = find(rect, side, line, color);
    square(rect, side, gate.along, gate.depth.0)
}

/// The square of this colour by which the region is entered through a side.
pub(super) fn entry(rect: &Rect, side: Side, color: u32) -> u32 {
    // Of the region before: the exit has the other colour.
    let line = match side {
        Side::Above => rect.top - 1,
        Side::Right => rect.left + rect.cols,
        Side::Below => rect.top + rect.rows,
        Side::Left => rect.left - 1,
    };
    let gate = find(rect, side, line, 1 - color);
    square(rect, side, gate.along.wrapping_add_signed(gate.shift), gate.depth.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_one_move_from_the_exit_before_it_and_has_the_other_colour() {
        for ((rows, cols), (top, left)) in (6..=12)
            .flat_map(|rows| (6..=12).map(move |cols| (rows, cols)))
            .flat_map(|sides| [(24, 24), (24, 25), (25, 24)].map(|corner| (sides, corner)))
        {
            let here = Rect { top, left, rows, cols };
            for side in Side::ALL {
                let there = match side {
                    Side::Above => Rect { top: top - 8, rows: 8, ..here },
                    Side::Right => Rect { left: left + cols, cols: 9, ..here },
                    Side::Below => Rect { top: top + rows, rows: 7, ..here },
                    Side::Left => Rect { left: left - 12, cols: 12, ..here },
                };
                for color in [0, 1] {
                    let (exit, entry) = (exit(&here, side, color), entry(&there, side.opposite(), 1 - color));
                    let (exit, entry) = (here.square(exit), there.square(entry));
                    assert_eq!((exit.row + exit.col) % 2, color);
                    let away = (exit.row.abs_diff(entry.row), exit.col.abs_diff(entry.col));
                    assert!(matches!(away, (1, 2) | (2, 1)), "{here:?} {side:?}: {exit:?} to {entry:?}");
                }
            }
        }
    }
}

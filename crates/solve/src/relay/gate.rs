//! Gates: the exit of a region and the entry of the next one.
//!
//! For some pairs of squares with suitable colours, Warnsdorff's rule finds no tour from one square to the other.
//! Therefore gates are not random. A border of `n` squares between two regions has two gates, one for each colour of
//! the exit. Each gate is the best of all pairs of squares in the four lines nearest to the border (two lines in each
//! region). The pairs were compared in regions of two sizes: `n` x 8 and `n` x `n`. An attempt to tour a region from
//! gate to gate succeeds in 83 of 100 cases on 8x8, and in 28 of 100 in the worst case (7x11).

use super::region::Rect;

/// The sides of a region, clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionSide {
    Above,
    Right,
    Below,
    Left,
}

impl RegionSide {
    pub(super) const ALL: [Self; 4] = [Self::Above, Self::Right, Self::Below, Self::Left];

    pub(super) const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Returns the side after rows and columns are swapped.
    pub(super) const fn transposed(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Returns the grid position next to a given grid position. The side `self` is the direction of the step.
    pub(super) const fn step(self, (row, col): (usize, usize)) -> (usize, usize) {
        match self {
            Self::Above => (row.wrapping_sub(1), col),
            Self::Right => (row, col + 1),
            Self::Below => (row + 1, col),
            Self::Left => (row, col.wrapping_sub(1)),
        }
    }

    /// Returns the number of squares of a region along this side.
    pub(super) const fn length(self, rect: &Rect) -> u32 {
        if matches!(self, Self::Above | Self::Below) { rect.cols } else { rect.rows }
    }
}

/// The position of a square relative to a side: the distance along the side from its first corner, and the depth inside
/// the region, which is 0 for the squares next to the side.
pub(super) type SidePosition = (u32, u32);

/// The two gates for each border length from 6 to 12 squares. A gate consists of two squares: an exit and an entry. The
/// sum `along + depth` of the exit is even in the first gate and odd in the second.
const GATES: [[[SidePosition; 2]; 2]; 7] = [
    [[(1, 1), (0, 0)], [(4, 1), (5, 0)]],
    [[(2, 0), (0, 0)], [(3, 0), (5, 0)]],
    [[(3, 1), (2, 0)], [(4, 1), (5, 0)]],
    [[(4, 0), (6, 0)], [(4, 1), (5, 0)]],
    [[(5, 1), (4, 0)], [(4, 1), (5, 0)]],
    [[(7, 1), (8, 0)], [(6, 1), (5, 0)]],
    [[(5, 1), (6, 0)], [(6, 1), (5, 0)]],
];

/// Returns the square at this position of a side, as an index within `rect`.
pub(super) fn square(rect: &Rect, side: RegionSide, (along, depth): SidePosition) -> u32 {
    match side {
        RegionSide::Above => rect.local(depth, along),
        RegionSide::Right => rect.local(along, rect.cols - 1 - depth),
        RegionSide::Below => rect.local(rect.rows - 1 - depth, along),
        RegionSide::Left => rect.local(along, depth),
    }
}

/// The choice of a border's gate: the best gate, or another gate if the best one does not fit the ends of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    Best,
    Nth(usize),
}

impl Gate {
    /// Returns all values to try, beginning with [`Gate::Best`].
    pub(super) fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Best).chain((0..20).map(Self::Nth))
    }

    /// Returns the two squares of the gate on a side of a region, as positions: first the exit, then the entry. One of
    /// the two squares is in the region, and the other is in the adjacent region. `color` is the colour of the square
    /// in the region.
    ///
    /// The exit and the entry of a gate have different colours. Each of the two regions has a corner square at its
    /// position (0, 0), and these two corner squares also have different colours. Therefore both regions choose the
    /// same gate.
    fn places(self, rect: &Rect, side: RegionSide, color: u32) -> [SidePosition; 2] {
        let (corner, length) = (rect.square(square(rect, side, (0, 0))), side.length(rect));
        let parity = (color + corner.row + corner.col) % 2;
        let Self::Nth(nth) = self else { return GATES[length as usize - 6][parity as usize] };
        let all = (0..length).flat_map(|along| [(along, 0), (along, 1)]).filter(|exit| (exit.0 + exit.1) % 2 == parity);
        let entries = |(along, depth): SidePosition| {
            let aside = if depth == 0 { vec![(2, 0), (1, 1)] } else { vec![(1, 0)] };
            let both =
                aside.into_iter().flat_map(move |(by, to)| [(along.checked_sub(by), to), (Some(along + by), to)]);
            both.filter_map(move |(to, depth)| Some((to.filter(|&to| to < length)?, depth)))
        };
        let all: Vec<_> = all.flat_map(|exit| entries(exit).map(move |entry| [exit, entry])).collect();
        all[nth % all.len()]
    }

    /// Returns the exit on a side of the region. The exit has the colour `color`.
    pub(super) fn exit(self, rect: &Rect, side: RegionSide, color: u32) -> u32 {
        square(rect, side, self.places(rect, side, color)[0])
    }

    /// Returns the entry of colour `color` on a side of the region.
    pub(super) fn entry(self, rect: &Rect, side: RegionSide, color: u32) -> u32 {
        square(rect, side, self.places(rect, side, color)[1])
    }
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
            for side in RegionSide::ALL {
                let there = match side {
                    RegionSide::Above => Rect { top: top - 8, rows: 8, ..here },
                    RegionSide::Right => Rect { left: left + cols, cols: 9, ..here },
                    RegionSide::Below => Rect { top: top + rows, rows: 7, ..here },
                    RegionSide::Left => Rect { left: left - 12, cols: 12, ..here },
                };
                for (color, gate) in Gate::all().flat_map(|gate| [(0, gate), (1, gate)]) {
                    let (exit, entry) = (gate.exit(&here, side, color), gate.entry(&there, side.opposite(), 1 - color));
                    let (exit, entry) = (here.square(exit), there.square(entry));
                    assert_eq!((exit.row + exit.col) % 2, color);
                    let away = (exit.row.abs_diff(entry.row), exit.col.abs_diff(entry.col));
                    assert!(matches!(away, (1, 2) | (2, 1)), "{here:?} {side:?}: {exit:?} to {entry:?}");
                }
            }
        }
    }
}

//! A cursor that walks from splitter to splitter. This is the mirror of `shaders/grown/walk.wgsl`.

use super::gadget::AXES;
use super::job::Piece;
use super::memory::GrowthMemory;
use super::planes::SPLIT;

/// Position of a walk.
#[derive(Clone, Copy)]
pub(super) struct CellCursor {
    row: u32,
    col: u32,
    /// Links of the square.
    pub(super) links: u32,
    /// Link by which the walk arrived at the square, as a bit; 0 for the link between the ends of an open tour.
    came: u32,
}

const fn low_bit(links: u32) -> u32 {
    links & links.wrapping_neg()
}

impl CellCursor {
    pub(super) const fn cell(&self, m: &GrowthMemory) -> u32 {
        self.row * m.job.pitch + self.col
    }

    /// Creates a cursor that leaves a splitter by a half-edge. If the splitter is a hole, the cursor has no links.
    pub(super) fn leave(m: &GrowthMemory, half: u32) -> Self {
        let splitter = half / 2;
        let (mut row, mut col) = (splitter / m.job.across * SPLIT, splitter % m.job.across * SPLIT);
        if splitter == m.job.splitters {
            (row, col) = (m.job.extra / m.job.pitch, m.job.extra % m.job.pitch);
        }
        let links = m.links_of(row, col);
        let low = low_bit(links);
        // A cursor stores the link by which it arrived at its square. A cursor that leaves by one of the two links is
        // created as if it had arrived by the other link.
        Self { row, col, links, came: if half & 1 == 0 { links ^ low } else { low } }
    }

    pub(super) fn stepped(self, m: &GrowthMemory) -> Self {
        let onward = self.links ^ self.came;
        if onward == 0 {
            let [one, two] = m.job.ends;
            let there = if self.cell(m) == one { two } else { one };
            let (row, col) = (there / m.job.pitch, there % m.job.pitch);
            return Self { row, col, links: m.links_of(row, col), came: 0 };
        }
        let link = onward.trailing_zeros();
        let (down, right) = AXES[(link & 3) as usize];
        let (row, col) = match link >= 4 {
            true => (self.row - down, self.col.wrapping_add_signed(-right)),
            false => (self.row + down, self.col.wrapping_add_signed(right)),
        };
        Self { row, col, links: m.links_of(row, col), came: 1 << (link ^ 4) }
    }

    /// Returns the half-edge by which the cursor has arrived at a splitter, or [`Piece::NOWHERE`] if the cursor is not
    /// on a splitter.
    pub(super) fn arrived(&self, m: &GrowthMemory) -> u32 {
        let mut splitter = self.row / SPLIT * m.job.across + self.col / SPLIT;
        if !(self.row | self.col).is_multiple_of(SPLIT) {
            if self.cell(m) != m.job.extra {
                return Piece::NOWHERE;
            }
            splitter = m.job.splitters;
        }
        2 * splitter + u32::from(low_bit(self.links) != self.came)
    }
}

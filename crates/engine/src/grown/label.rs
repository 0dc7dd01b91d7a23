//! Label: finds the cycle of each square. This is the mirror of `shaders/grown/label.wgsl`.
//!
//! The label of a cycle is the lowest cell index in the cycle, for any order of the invocations. Each invocation
//! processes one square, and joins the trees that the square's edges connect, as ECL-CC does (Jaiganesh and Burtscher,
//! "A high-performance connected components implementation for GPUs", 2018). The link between the ends of an open tour
//! counts as an edge.

use super::job::{GrownStatus, GrowthJob, MAX_ROUNDS, NO_LABEL, NO_OFFER, NUMBERED, Pick};
use super::memory::GrowthMemory;

/// Returns the root of a cell's tree, and shortens the path to the root. Each visited cell then points at the former
/// parent of its parent.
fn root_of(m: &mut GrowthMemory, cell: u32) -> u32 {
    let mut here = cell;
    let mut up = m.cell_at(here);
    while up != here && m.rounds < MAX_ROUNDS {
        m.rounds += 1;
        let above = m.cell_at(up);
        if above != up {
            m.set_cell(here, above);
        }
        here = up;
        up = above;
    }
    here
}

fn unite(m: &mut GrowthMemory, one: u32, two: u32) {
    let mut a = root_of(m, one);
    let mut b = root_of(m, two);
    while a != b && m.rounds < MAX_ROUNDS {
        m.rounds += 1;
        let (high, low) = (a.max(b), a.min(b));
        if m.cell_at(high) == high {
            m.set_cell(high, low);
            return;
        }
        a = root_of(m, high);
        b = root_of(m, low);
    }
}

/// Returns the links of a cell; 0 if the cell is not a square.
fn links_at(m: &GrowthMemory, cell: u32) -> u32 {
    let col = cell % m.job.pitch;
    if col >= m.job.cols { 0 } else { m.links_of(cell / m.job.pitch, col) }
}

/// Returns the lowest and the highest earlier neighbour of this cell. An earlier neighbour is adjacent to this cell
/// along the cycle, and its index is lower but at least `job.base`. If the cell has no earlier neighbour, returns the
/// cell itself twice.
fn before(m: &GrowthMemory, cell: u32, links: u32) -> (u32, u32) {
    let (mut least, mut most) = (cell, 0);
    for axis in 0..4 {
        let other = cell.wrapping_sub(m.jump_of(axis));
        if links >> (4 + axis) & 1 == 1 && other >= m.job.base {
            least = least.min(other);
            most = most.max(other);
        }
    }
    let [one, two] = m.job.ends;
    let end = one.min(two);
    if one != GrowthJob::NO_CELL && cell == one.max(two) && end >= m.job.base {
        least = least.min(end);
        most = most.max(end);
    }
    (least, least.max(most))
}

/// Requests a repetition of the pass if a loop stopped at its maximum number of iterations.
fn report(m: &mut GrowthMemory) {
    if m.rounds >= MAX_ROUNDS {
        m.status.flags |= GrownStatus::AGAIN;
    }
}

/// Makes a cell point to the lowest of three cells: the cell itself and its two neighbours on the cycle.
pub(super) fn prepare(m: &mut GrowthMemory, cell: u32) {
    let links = links_at(m, cell);
    if links == 0 {
        return m.set_cell(cell, NO_LABEL);
    }
    let (least, _) = before(m, cell, links);
    m.set_cell(cell, least);
}

/// Joins the tree of a cell with the tree of one of its earlier neighbours, if the cell has two earlier neighbours. The
/// joined neighbour is the one with the higher index. The cell already points at the other neighbour.
pub(super) fn hook(m: &mut GrowthMemory, cell: u32) {
    let (least, most) = before(m, cell, links_at(m, cell));
    if least != most {
        unite(m, cell, most);
    }
    report(m);
}

/// Joins the tree of a cell with the trees of its earlier neighbours. An earlier neighbour has a lower index, and is
/// adjacent to the cell along the cycle. The neighbour can be in another part of the board.
pub(super) fn tie(m: &mut GrowthMemory, cell: u32) {
    let (least, most) = before(m, cell, links_at(m, cell));
    if least != cell {
        unite(m, cell, least);
        unite(m, cell, most);
    }
    report(m);
}

/// Assigns a number to a root.
pub(super) fn number(m: &mut GrowthMemory, cell: u32) {
    if m.cell_at(cell) != cell {
        return;
    }
    let cycle = m.status.cycles;
    m.status.cycles += 1;
    if cycle < m.job.room {
        for (place, value) in [
            (m.root_place(cycle), cell),
            (m.joined_place(cycle), 0),
            (m.best_place(cycle), NO_OFFER),
            (m.gadget_place(cycle), Pick::NO_GADGET),
        ] {
            m.cycles[place] = value;
        }
        m.set_cell(cell, NUMBERED | cycle);
    }
}

/// Writes the number of a cell's root into the cell.
pub(super) fn compress(m: &mut GrowthMemory, cell: u32) {
    let mut slot = m.cell_at(cell);
    // The loop also ends at NO_LABEL, which has the bit NUMBERED.
    while slot & NUMBERED == 0 && m.rounds < MAX_ROUNDS {
        m.rounds += 1;
        slot = m.cell_at(slot);
    }
    m.set_cell(cell, slot);
    report(m);
}

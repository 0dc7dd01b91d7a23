//! Rearranges the seam of a symmetric tour composed of a path and its images.
//!
//! A switch replaces two edges by two other edges. All images of a switch are made at the same time, so the cover stays
//! symmetric. A switch is made only if its four cells belong to four different orbits.
//!
//! The *quotient* is the board with each orbit as one cell. The cover is also a cover of the quotient. On the board, a
//! cycle of the quotient leads from a cell to an image of this cell. The *shift* of the cycle is the number of times
//! that the symmetry must be applied to the cell to get this image. The shift of the original tour is odd. The four
//! edges of a switch form a cycle on the board, whose shift is zero. Therefore a switch preserves the parity of the sum
//! of the shifts of all cycles of the quotient. As soon as the cover of the quotient is a single cycle again, the shift
//! of this cycle is odd. The order of the symmetry is 2 or 4, so the cover of the board is then also a single cycle.
//!
//! If two moves through the centre of the board are their own images, the quotient has a path between these two moves
//! instead of a cycle. No switch changes the two moves.
//!
//! Only the cells of the strip along the seam, and the cells one move away from the strip, are processed. Links between
//! these cells represent the rest of the tour.

use std::ops::Range;

use courser_board::Board;
use courser_board::symmetry::Isometry;

use super::cover::UsedEdges;
use super::graph::{MoveGraph, bits};
use super::images::Seam;
use super::merge::{CellCycles, switch};
use super::rng::Rng;

/// Number of random switches that the search tries per orbit. With this number, each possible switch in the strip is
/// tried once or twice on average.
const TRIES: usize = 16;

/// Maximum number of rearrangements before the search gives up.
const MELTS: u32 = 64;

/// Rearranges the parts of a symmetric closed tour that lie in a strip. The strip consists of the given rows and
/// columns. The rearrangement divides the tour into cycles, which are then joined into one tour. Returns `None` if the
/// cycles cannot be joined.
///
/// The tour is invariant under the symmetry `image`, and so are the rows and the columns of the strip. `tour` contains
/// the cells in visiting order and begins in the strip.
///
/// # Panics
/// Panics if `tour` is not a closed knight's tour of the board.
pub fn melt_seam(
    board: &Board,
    image: Isometry,
    tour: &[u32],
    (rows, cols): (Range<u32>, Range<u32>),
    seed: u64,
) -> Option<Vec<u32>> {
    let mut cover = UsedEdges::new(MoveGraph::new(board)?, &[], &[]).ok()?;
    let mut seam = Seam::new(board, image);
    let mut is_near = vec![false; tour.len()];
    for (row, line) in (0..).zip(is_near.chunks_exact_mut(board.cols() as usize)) {
        let cols = if rows.contains(&row) { 0..board.cols() } else { cols.clone() };
        line[cols.start as usize..cols.end as usize].fill(true);
    }
    let mut through_centre = Vec::new();
    // A section is a part of the tour outside the strip. `begun` is the index of the first cell of the current section.
    // `is_next` is true if the cell at which the next move begins is in the strip.
    let (mut begun, mut is_next) = (0, true);
    for (at, &to) in tour[1..].iter().chain(&tour[..1]).enumerate() {
        let (is_from, is_to) = (is_next, is_near[to as usize]);
        is_next = is_to;
        if !is_from && !is_to {
            continue;
        }
        let from = tour[at];
        let code = cover.graph.code(from, to).expect("a tour is made of moves");
        cover.flip(from, code);
        if seam.next(from, code).0 == to {
            through_centre.push((from, code));
        }
        if !is_to {
            begun = at + 1;
        } else if !is_from {
            seam.links.extend([(tour[begun], (from, begun)), (from, (tour[begun], at))]);
        }
    }
    through_centre.into_iter().for_each(|(from, code)| cover.graph.close(from, code));
    for (exits, _) in cover.graph.exits.iter_mut().zip(&is_near).filter(|(_, is_near)| !**is_near) {
        *exits = 0;
    }
    let strip: Vec<u32> = (0..cover.graph.cells()).filter(|&cell| is_near[cell as usize]).collect();
    let mut melted = strip.clone();
    let order = seam.image.order();
    cover.seam = Some(seam);
    let (mut rng, mut cycles) = (Rng::new(seed), CellCycles::new());
    for _ in 0..MELTS {
        (0..TRIES * melted.len() / order).for_each(|_| melt(&mut cover, &melted, &mut rng));
        cycles.tell_apart(&cover, strip.iter().copied());
        while cycles.count > 1 && cycles.sweep(&mut cover, strip.iter().copied(), &mut rng) {}
        if cycles.count == 1 {
            return Some(unfolded(&cover, tour));
        }
        melted = strip.iter().copied().filter(|&cell| cycles.is_border(&cover, cell)).collect();
    }
    None
}

/// Selects a random cell of `cells` and a random switch at this cell. The switch changes edges of this cell and of
/// three other cells. If these four cells allow the switch, makes the switch together with its images under the
/// symmetry.
fn melt(cover: &mut UsedEdges, cells: &[u32], rng: &mut Rng) {
    let dice = rng.next();
    let a = cells[(((dice >> 32) * cells.len() as u64) >> 32) as usize];
    let drops = cover.drops(a);
    let Some(k) = bits(drops).nth((dice & 1) as usize) else { return };
    let j = (dice >> 1 & 7) as u8;
    if cover.adds(a) >> j & 1 == 0 {
        return;
    }
    let (b, c) = (cover.graph.step(a, k), cover.graph.step(a, j));
    if cover.adds(b) >> j & 1 == 0 || cover.drops(c) >> k & 1 == 0 {
        return;
    }
    let d = cover.graph.step(c, k);
    let meets = |cell| cover.seam.iter().flat_map(|seam| seam.others(cell, k)).any(|(at, _)| at == c || at == d);
    if !meets(a) && !meets(b) {
        switch(cover, a, k, j);
    }
}

/// Returns the cells of the new tour in visiting order. The new tour follows the single cycle of `cover`. Outside the
/// strip, the cycle contains the two ends of each section of the old tour `tour`, but not the cells between these ends.
/// These cells are copied from `tour`.
fn unfolded(cover: &UsedEdges, tour: &[u32]) -> Vec<u32> {
    let mut order = Vec::with_capacity(tour.len());
    let mut cells = cover.cycle(tour[0]);
    while let Some(cell) = cells.next() {
        match cover.seam.as_ref().and_then(|seam| seam.links.get(&cell)) {
            Some(&(other, first)) if other != cell => {
                cells.next();
                let last = cover.seam.as_ref().map_or(first, |seam| seam.links[&other].1);
                if first < last {
                    order.extend_from_slice(&tour[first..=last]);
                } else {
                    order.extend(tour[last..=first].iter().rev());
                }
            }
            _ => order.push(cell),
        }
    }
    order
}

//! Label: which cycle each square is on. The mirror of `shaders/grown/label.wgsl`.
//!
//! The label of a cycle is the least cell on it, whatever the order in which it is found. On the GPU one invocation
//! is one square, and joins its edges to trees as ECL-CC does (Jaiganesh and Burtscher, "A high-performance
//! connected components implementation for GPUs", 2018). A CPU is faster when it follows the cycles from splitter to
//! splitter: all cores at once, and then only the splitters one after another.
//!
//! The link between the ends of an open tour counts as an edge.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Layout;
use super::walk::{NOWHERE, Net};

/// The label of a cell that is no square.
pub const NO_LABEL: u32 = u32::MAX;

/// In the cell that is its cycle's label: the rest of the word is the cycle's number. In other cells there is the label.
pub(crate) const ROOT: u32 = 1 << 31;

/// Half-edges, or cells, of a job.
const JOB: usize = 1 << 14;

/// Labels every square and numbers the cycles. Gives the labels by rising number.
pub(super) fn label(links: &[u8], layout: &Layout, ends: Option<[u32; 2]>, cells: &mut [AtomicU32]) -> Vec<u32> {
    let net = Net::new(links, *layout, ends, None);
    cells.par_chunks_mut(JOB).for_each(|cells| cells.iter_mut().for_each(|cell| *cell.get_mut() = NO_LABEL));
    let pieces = pieces(&net, cells);
    short_cycles(&net, links, cells);
    // Now a cell has its label, or the half-edge of a walk that came by.
    let found: Vec<Vec<u32>> = cells
        .par_chunks_mut(JOB)
        .zip(0..u32::MAX)
        .map(|(cells, nth)| {
            let mut roots = Vec::new();
            for (cell, slot) in (nth * JOB as u32..).zip(cells) {
                let slot = slot.get_mut();
                if *slot & ROOT != 0 && *slot != NO_LABEL {
                    *slot = pieces[(*slot ^ ROOT) as usize];
                }
                if *slot == cell {
                    roots.push(cell);
                }
            }
            roots
        })
        .collect();
    let roots = found.concat();
    for (number, &root) in (0_u32..).zip(&roots) {
        *cells[root as usize].get_mut() = ROOT | number;
    }
    roots
}

/// Walks from all splitters, leaves the half-edge of the walk in every cell, and gives the label of each half-edge.
fn pieces(net: &Net<'_>, cells: &[AtomicU32]) -> Vec<u32> {
    let halves = net.halves();
    let to: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(NOWHERE)).collect();
    let least: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(NO_LABEL)).collect();
    (0..halves.div_ceil(JOB as u32)).into_par_iter().for_each(|nth| {
        let first = nth * JOB as u32;
        net.walk(
            first..(first + JOB as u32).min(halves),
            |half| {
                // The walk the other way has been here, or will have been: both find the same.
                if to[half as usize].load(Relaxed) != NOWHERE {
                    return None;
                }
                let walker = net.leave(half)?;
                cells[walker.cell as usize].store(ROOT | half, Relaxed);
                Some(walker)
            },
            |walker| {
                cells[walker.cell as usize].store(ROOT | walker.half, Relaxed);
                walker.note = walker.note.min(walker.cell);
            },
            |walker, half| {
                let note = walker.note.min(walker.cell);
                // Nobody may ever leave from here: both walks may come in.
                cells[walker.cell as usize].store(ROOT | walker.half, Relaxed);
                for (from, into) in [(walker.half, half), (half, walker.half)] {
                    to[from as usize].store(into, Relaxed);
                    least[from as usize].store(note, Relaxed);
                }
            },
        );
    });
    let (to, least) = (plain(to), plain(least));
    let mut labels = vec![NO_LABEL; halves as usize];
    for first in 0..halves {
        if labels[first as usize] != NO_LABEL || to[first as usize] == NOWHERE {
            continue;
        }
        let label = ring(&to, first).map(|half| least[half as usize]).min().unwrap_or(NO_LABEL);
        // A splitter is on the walk that leaves it and on the one that comes in: both directions are labelled.
        for half in ring(&to, first) {
            labels[half as usize] = label;
            labels[(half ^ 1) as usize] = label;
        }
    }
    labels
}

/// The half-edges by which a cycle leaves its splitters, from one of them on; `to` says where a walk comes in.
fn ring(to: &[u32], first: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(first);
    std::iter::from_fn(move || {
        let half = next?;
        let then = to[half as usize] ^ 1;
        next = (then != first).then_some(then);
        Some(half)
    })
}

fn plain(words: Vec<AtomicU32>) -> Vec<u32> {
    words.into_iter().map(AtomicU32::into_inner).collect()
}

/// Labels the cycles that have no splitter: they are short. Whoever finds the least cell of one first labels all.
fn short_cycles(net: &Net<'_>, links: &[u8], cells: &[AtomicU32]) {
    cells.par_chunks(JOB).zip(0..u32::MAX).for_each(|(chunk, nth)| {
        for (cell, slot) in (nth * JOB as u32..).zip(chunk) {
            if slot.load(Relaxed) != NO_LABEL || links[cell as usize] == 0 {
                continue;
            }
            if net.cycle(cell).all(|other| other >= cell) {
                net.cycle(cell).for_each(|other| cells[other as usize].store(cell, Relaxed));
            }
        }
    });
}

/// The label of a cell, whether or not it is a root.
#[inline]
pub(crate) fn label_of(cell: u32, slot: u32) -> u32 {
    if slot & ROOT != 0 && slot != NO_LABEL { cell } else { slot }
}

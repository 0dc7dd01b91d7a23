//! Label: which cycle each square is on. The mirror of `shaders/grown/label.wgsl`.
//!
//! The label of a cycle is the least cell on it, whatever the order in which it is found. On the GPU one invocation
//! is one square, and joins its edges to trees as ECL-CC does (Jaiganesh and Burtscher, "A high-performance
//! connected components implementation for GPUs", 2018). A CPU is faster when it follows the cycles from splitter to
//! splitter: all cores at once, and then only the splitters one after another.
//!
//! The link between the ends of an open tour counts as an edge.
//!
//! A cell on the CPU holds a name that belongs to one cycle: a half-edge of the piece that it is on, or, without a
//! splitter, the first number after those and the short cycles before this one. On the GPU it holds the number.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::scan::Cycles;
use super::walk::{NOWHERE, Net, Walker};

/// The label of a cell that is not a square.
pub const NO_LABEL: u32 = u32::MAX;

/// Cells of a job.
const JOB: usize = 1 << 14;

/// Leaves in every cell a name of its cycle, and numbers the cycles by rising label. What is no square is left as it is.
pub(super) fn label(net: &Net<'_>, cells: &mut [AtomicU32]) -> Cycles {
    cells.par_chunks_mut(JOB).for_each(|cells| cells.iter_mut().for_each(|cell| *cell.get_mut() = NO_LABEL));
    let (mut names, rings) = pieces(net, cells);
    let short = short_cycles(net, cells, names.len() as u32);
    // Both by rising label: the short cycles are found so.
    let rings = (0..).zip(rings).map(|(ring, label)| (label, ring));
    let mut roots: Vec<(u32, u32)> = short.iter().map(|&label| (label, NOWHERE)).chain(rings).collect();
    roots.sort();
    let mut numbers = vec![0; roots.len() - short.len()];
    for (number, &(_, ring)) in (0..).zip(&roots) {
        match ring {
            NOWHERE => names.push(number),
            _ => numbers[ring as usize] = number,
        }
    }
    let halves = &mut names[..net.halves() as usize];
    halves.iter_mut().filter(|ring| **ring != NOWHERE).for_each(|ring| *ring = numbers[*ring as usize]);
    Cycles::new(roots.into_iter().map(|(label, _)| label).collect(), names)
}

/// Walks from all splitters and leaves the half-edge of the walk in every cell. Gives for each half-edge the ring that
/// it is on, and the label of each ring.
fn pieces(net: &Net<'_>, cells: &[AtomicU32]) -> (Vec<u32>, Vec<u32>) {
    let halves = net.halves();
    let to: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(NOWHERE)).collect();
    let least: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(NO_LABEL)).collect();
    net.jobs(cells).for_each(|halves| {
        net.walk(
            halves,
            |half| {
                // The walk the other way has been here, or will have been: both find the same.
                if to[half as usize].load(Relaxed) != NOWHERE {
                    return None;
                }
                let (walker, from) = net.leave(half)?;
                cells[from as usize].store(half, Relaxed);
                Some(Walker { note: from, ..walker })
            },
            |walker| {
                cells[walker.cell as usize].store(walker.half, Relaxed);
                walker.note = walker.note.min(walker.cell);
            },
            |walker, half| {
                // Nobody may ever leave from here: both walks may come in.
                cells[walker.cell as usize].store(walker.half, Relaxed);
                let note = walker.note.min(walker.cell);
                for (from, into) in [(walker.half, half), (half, walker.half)] {
                    to[from as usize].store(into, Relaxed);
                    least[from as usize].store(note, Relaxed);
                }
            },
        );
    });
    let (to, least) = (plain(to), plain(least));
    let (mut on, mut rings) = (vec![NOWHERE; halves as usize], Vec::new());
    for first in 0..halves {
        if on[first as usize] != NOWHERE || to[first as usize] == NOWHERE {
            continue;
        }
        let mut label = NO_LABEL;
        // A splitter is on the walk that leaves it and on the one that comes in: both directions are on the ring.
        for half in ring(&to, first) {
            label = label.min(least[half as usize]);
            on[half as usize] = rings.len() as u32;
            on[(half ^ 1) as usize] = rings.len() as u32;
        }
        rings.push(label);
    }
    (on, rings)
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

/// Names the cycles that have no splitter, which are short, from `first` on. Gives their labels, which rise.
fn short_cycles(net: &Net<'_>, cells: &[AtomicU32], first: u32) -> Vec<u32> {
    // The least cell of each, in jobs: whoever finds one leaves something in all its cells.
    let found: Vec<Vec<u32>> = cells
        .par_chunks(JOB)
        .zip(0..u32::MAX)
        .map(|(chunk, nth)| {
            let cells_of_job = (nth * JOB as u32..).zip(chunk);
            let is_new = |&(cell, slot): &(u32, &AtomicU32)| slot.load(Relaxed) == NO_LABEL && !net.is_hole(cell);
            let is_least = |cell: u32| net.cycle(cell).all(|other| other >= cell);
            let leasts = cells_of_job.filter(is_new).map(|(cell, _)| cell).filter(|&cell| is_least(cell));
            leasts.inspect(|&cell| net.cycle(cell).for_each(|other| cells[other as usize].store(0, Relaxed))).collect()
        })
        .collect();
    let mut before = first;
    let firsts: Vec<u32> = found.iter().map(|found| (before, before += found.len() as u32).0).collect();
    found.par_iter().zip(firsts).for_each(|(found, first)| {
        for (name, &cell) in (first..).zip(found) {
            net.cycle(cell).for_each(|other| cells[other as usize].store(name, Relaxed));
        }
    });
    found.concat()
}

//! Label: which cycle each square is on. The mirror of `shaders/grown/label.wgsl`.
//!
//! The label of a cycle is the least cell on it, whatever the order in which it is found. On the GPU one invocation
//! is one square, and joins its edges to trees as ECL-CC does (Jaiganesh and Burtscher, "A high-performance
//! connected components implementation for GPUs", 2018). A CPU is faster when it follows the cycles from splitter to
//! splitter: all cores at once, and then only the splitters one after another.
//!
//! The link between the ends of an open tour counts as an edge.
//!
//! A cell on the CPU holds the number of its cycle, by rising label; on the GPU, where nobody counts the labels below
//! one, it holds the label.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Layout;
use super::walk::{NOWHERE, Net};

/// The label of a cell that is not a square.
pub const NO_LABEL: u32 = u32::MAX;

/// In a cell while it is labelled: the rest of the word is the half-edge of a walk that came by; without it the word is
/// the name of a cycle without a splitter. On the GPU, in the cell that is its cycle's label: the rest of the word is
/// the cycle's number.
pub(crate) const ROOT: u32 = 1 << 31;

/// Half-edges, or cells, of a job.
const JOB: usize = 1 << 14;

/// Numbers the cycles, and every square by its cycle. Gives the labels by rising number.
pub(super) fn label(links: &[u8], layout: &Layout, ends: Option<[u32; 2]>, cells: &mut [AtomicU32]) -> Vec<u32> {
    let net = Net::new(links, *layout, ends, None);
    cells.par_chunks_mut(JOB).for_each(|cells| cells.iter_mut().for_each(|cell| *cell.get_mut() = NO_LABEL));
    let (mut halves, rings) = pieces(&net, cells);
    let short = short_cycles(&net, links, cells);
    // Of each job's cycles, where their numbers begin.
    let mut firsts = Vec::with_capacity(short.len());
    let mut named = 0;
    for labels in &short {
        firsts.push(named);
        named += labels.len();
    }
    let short = short.concat();
    let mut roots: Vec<u32> = short.iter().chain(&rings).copied().collect();
    roots.par_sort_unstable();
    let number_of = |label: &u32| roots.binary_search(label).expect("every label is a root") as u32;
    let (short, rings): (Vec<u32>, Vec<u32>) = (
        short.par_iter().with_min_len(JOB).map(number_of).collect(),
        rings.par_iter().with_min_len(JOB).map(number_of).collect(),
    );
    halves.par_iter_mut().with_min_len(JOB).filter(|half| **half != NOWHERE).for_each(|half| {
        *half = rings[*half as usize];
    });
    cells.par_chunks_mut(JOB).for_each(|cells| {
        for slot in cells.iter_mut().map(AtomicU32::get_mut).filter(|slot| **slot != NO_LABEL) {
            *slot = match *slot & ROOT {
                0 => short[firsts[*slot as usize / JOB] + *slot as usize % JOB],
                _ => halves[(*slot ^ ROOT) as usize],
            };
        }
    });
    roots
}

/// Walks from all splitters and leaves the half-edge of the walk in every cell. Gives for each half-edge the ring that
/// it is on, and the label of each ring.
fn pieces(net: &Net<'_>, cells: &[AtomicU32]) -> (Vec<u32>, Vec<u32>) {
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

/// Names the cycles that have no splitter: they are short. Whoever finds the least cell of one leaves its name in all:
/// the first cell of the job and how many the job had found before. Gives the labels that each job has found.
fn short_cycles(net: &Net<'_>, links: &[u8], cells: &[AtomicU32]) -> Vec<Vec<u32>> {
    let jobs = cells.par_chunks(JOB).zip(0..u32::MAX).map(|(chunk, nth)| {
        let mut found = Vec::new();
        for (cell, slot) in (nth * JOB as u32..).zip(chunk) {
            if slot.load(Relaxed) != NO_LABEL || links[cell as usize] == 0 {
                continue;
            }
            if net.cycle(cell).all(|other| other >= cell) {
                let name = nth * JOB as u32 + found.len() as u32;
                net.cycle(cell).for_each(|other| cells[other as usize].store(name, Relaxed));
                found.push(cell);
            }
        }
        found
    });
    jobs.collect()
}

/// The label of a cell on the GPU, whether or not it is a root.
#[cfg(feature = "gpu")]
#[inline]
pub(crate) fn label_of(cell: u32, slot: u32) -> u32 {
    if slot & ROOT != 0 && slot != NO_LABEL { cell } else { slot }
}

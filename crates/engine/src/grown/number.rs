//! Number: every square gets its visit number. The mirror of `shaders/grown/number.wgsl`.
//!
//! One invocation is one half-edge of a splitter, if the tour leaves by it: it knows how far the start is, walks to the
//! next splitter once more, and writes the numbers of the squares that it comes by.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::splitters::Piece;
use super::walk::Net;

/// Half-edges of a job.
const JOB: u32 = 1 << 12;

/// Writes the numbers, 1 at the start, along the half-edges whose way ends where the tour began. `squares` are the
/// board's.
pub(super) fn number(net: &Net<'_>, pieces: &[Piece], squares: u32, cells: &[AtomicU32]) {
    let halves = net.halves();
    (0..halves.div_ceil(JOB)).into_par_iter().for_each(|nth| {
        net.walk(
            nth * JOB..((nth + 1) * JOB).min(halves),
            |half| {
                let Piece { next, steps } = pieces[half as usize];
                if next != Piece::START {
                    return None;
                }
                let mut walker = net.leave(half)?;
                walker.note = squares.wrapping_sub(steps).wrapping_add(1);
                cells[walker.cell as usize].store(walker.note, Relaxed);
                Some(walker)
            },
            |walker| cells[walker.cell as usize].store(walker.note.wrapping_add(walker.steps), Relaxed),
            |_, _| {},
        );
    });
}

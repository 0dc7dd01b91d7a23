//! Number: every square gets its visit number. The mirror of `shaders/grown/number.wgsl`.
//!
//! One invocation is one half-edge of a splitter, if the tour leaves by it: it knows how far the start is, walks to the
//! next splitter once more, and writes the numbers of the squares that it comes by.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::splitters::Piece;
use super::walk::{Net, Walker};

/// Writes the numbers, 1 at the start, along the half-edges whose way ends where the tour began. `squares` are the
/// board's.
pub(super) fn number(net: &Net<'_>, pieces: &[Piece], squares: u32, cells: &[AtomicU32]) {
    net.jobs(cells).for_each(|halves| {
        net.walk(
            halves,
            |half| {
                let Piece { next, steps } = pieces[half as usize];
                if next != Piece::START {
                    return None;
                }
                let (walker, from) = net.leave(half)?;
                let number = squares.wrapping_sub(steps).wrapping_add(1);
                cells[from as usize].store(number, Relaxed);
                Some(Walker { note: number.wrapping_add(1), ..walker })
            },
            |walker| {
                cells[walker.cell as usize].store(walker.note, Relaxed);
                walker.note = walker.note.wrapping_add(1);
            },
            |_, _| {},
        );
    });
}

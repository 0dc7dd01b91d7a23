//! Fused: the one rule of the slides' own program. In every pass every square ranks, picks and pulls.
//!
//! A pass reads what the pass before has written: so a knight that has arrived is acknowledged by its neighbours in the first
//! pass of a move, chooses by their ranks in the second, and is pulled in the third. After each third pass the state is
//! the one that *rank*, *decide* and *pull* have made.

use crate::cycle::{Cell, Setup, Status, decide, pull, rank};

/// Returns the new state of `square`: the mirror of `shaders/cycle/fused.wgsl`.
pub(crate) fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let old = before[square as usize];
    let [ranked, decided, pulled] =
        [rank::mirror, decide::mirror, pull::mirror].map(|mirror| mirror(setup, before, square, status));
    // A square is in one phase, and one of the three moves it on.
    let moved = [ranked, decided, pulled].into_iter().find(|cell| cell.phase != old.phase).unwrap_or(old);
    Cell { visit: pulled.visit, phase: moved.phase, rank: ranked.rank, next: decided.next }
}

//! Fused: every square ranks, decides and pulls in every pass, as a single update rule. The program of the slides
//! "Knight's Tour in Cg" (2007) also consists of a single update rule.
//!
//! A pass reads the state that the previous pass has written. In the first pass of a move, the neighbours of the
//! knight's square acknowledge the knight. In the second pass, the knight chooses by the ranks of these neighbours. In
//! the third pass, the chosen square pulls the knight. After each third pass, the state is the same as after *rank*,
//! *decide* and *pull*.

use crate::cycle::{Cell, Setup, Status, decide, pull, rank};

/// Returns the new state of `square`. This function is the mirror of `shaders/cycle/fused.wgsl`.
pub(crate) fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let old = before[square as usize];
    let [ranked, decided, pulled] =
        [rank::mirror, decide::mirror, pull::mirror].map(|mirror| mirror(setup, before, square, status));
    // A square is in one phase, and at most one of the three functions changes this phase.
    let moved = [ranked, decided, pulled].into_iter().find(|cell| cell.phase != old.phase).unwrap_or(old);
    Cell { visit: pulled.visit, phase: moved.phase, rank: ranked.rank, next: decided.next }
}

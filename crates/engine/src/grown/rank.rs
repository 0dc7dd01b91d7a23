//! Rank: how far it is from each splitter to the start. The mirror of `shaders/grown/rank.wgsl`.
//!
//! On the GPU, pointer jumping (Wyllie 1979): one invocation is one half-edge in each of some twenty dispatches, and
//! appends to its piece the piece that follows. On the CPU the few splitters are followed one after another.

use super::splitters::Piece;

/// Makes of each piece the way to the start: all its steps, and the half-edge by which the start would be left.
/// What does not come to the start is left as it is.
pub(super) fn rank(pieces: &mut [Piece], start: u32) {
    for first in [start, start + 1] {
        // The half-edges in the order in which the tour leaves by them.
        let mut halves = vec![first];
        let mut end = first;
        loop {
            end = pieces[end as usize].next;
            if end >= Piece::START || halves.len() > pieces.len() {
                break;
            }
            halves.push(end);
        }
        let mut steps = 0;
        for half in halves.into_iter().rev() {
            steps += pieces[half as usize].steps;
            pieces[half as usize] = Piece { next: end, steps };
        }
    }
}

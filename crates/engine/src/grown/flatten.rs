//! Flatten: every cycle learns which one speaks for all that it is joined with. The mirror of
//! `shaders/grown/flatten.wgsl`.
//!
//! One invocation is one cycle: it follows the notes of [`apply`](super::apply) to their end, which is there since
//! picks are a forest, and writes its own note only. What another invocation does meanwhile shortens its way.

use super::scan::Cycles;

/// Follows all notes, and gives how many cycles are left.
pub(super) fn flatten(cycles: &mut Cycles) -> u32 {
    let mut left = 0;
    for cycle in 0..cycles.joined.len() {
        let mut last = cycles.joined[cycle];
        while cycles.joined[last as usize] != last {
            last = cycles.joined[last as usize];
        }
        cycles.joined[cycle] = last;
        left += u32::from(last == cycle as u32);
    }
    cycles.rename();
    left
}

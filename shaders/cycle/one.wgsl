// Functions for one knight on the whole board. For several knights, each with its own region, the host replaces this
// file by `relay.wgsl`, which defines the same functions.

// Index of the knight whose status a pass writes.
const knight: u32 = 0u;

// Selects the knight to which a square belongs. Every pass calls this function first. With only one knight, the
// function does nothing.
fn enter(square: u32) {}

// Returns whether the square `there` is in the knight's area.
fn inside(there: vec2<i32>) -> bool {
    return (there.x >= 0) && (there.y >= 0) && (there.x < i32(board.rows)) && (there.y < i32(board.cols));
}

// Returns the size of the knight's area as (rows, columns).
fn extent() -> vec2<i32> {
    return vec2<i32>(i32(board.rows), i32(board.cols));
}

// Returns whether a stuck knight starts again.
fn is_cleared() -> bool {
    return false;
}

// Returns the state of a square before the first pass. This state is used if a stuck knight starts again. With the
// functions of this file, no knight starts again.
fn cleared(square: u32) -> vec4<u32> {
    return vec4<u32>(0u);
}

// Returns the visit number that follows `visit`.
fn after_visit(visit: u32) -> u32 {
    return visit + 1u;
}

// Returns whether the square with visit number `visit` is the last on the knight's path.
fn is_last(visit: u32) -> bool {
    return visit == board.playable;
}

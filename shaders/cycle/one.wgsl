// One knight on the whole board. For several knights with a region each, the host replaces this file by `relay.wgsl`,
// with the same functions.

// Index of the knight whose status a pass writes.
const knight: u32 = 0u;

// Called first by every pass: selects the knight of a square.
fn enter(square: u32) {}

// Returns true for squares in the knight's area.
fn inside(there: vec2<i32>) -> bool {
    return (there.x >= 0) && (there.y >= 0) && (there.x < i32(board.rows)) && (there.y < i32(board.cols));
}

// Returns (rows, columns) of the knight's area.
fn extent() -> vec2<i32> {
    return vec2<i32>(i32(board.rows), i32(board.cols));
}

// Returns true if a stuck knight starts again.
fn is_cleared() -> bool {
    return false;
}

// Returns the state of a square before the first pass, for knights that start again.
fn cleared(square: u32) -> vec4<u32> {
    return vec4<u32>(0u);
}

// Returns the visit number after this one.
fn after_visit(visit: u32) -> u32 {
    return visit + 1u;
}

// Returns true if the square with this visit number is the knight's last.
fn is_last(visit: u32) -> bool {
    return visit == board.playable;
}

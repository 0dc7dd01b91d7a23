// Functions for several knights, each with its own region. The host uses this file instead of `one.wgsl`.
//
// A region has an entry and an exit. The exit is reserved: ranks count the exit as an unvisited neighbour, but only the
// last move may enter it. If the exit has only one unvisited neighbour, that neighbour is reserved for the penultimate
// move. If a knight is stuck, the next `pull` clears its region, and the knight starts again with new random bits.

// The plan has three sections. The first section has one value per row of the board, followed by one value per column.
// The sum of the values of a square's row and column is the number of the square's region. The second section has a
// record per region (see RECORD). The third section has the given paths of knights, as indices of squares.
@group(0) @binding(2) var<storage, read> plan: array<u32>;

// Number of words in a record. The words are:
//
// - top, left, bottom and right of the region (bottom and right exclusive);
// - indices of the entry and the exit;
// - number of squares that the tour visits before the region;
// - number of squares in the region;
// - for each of four gaps, the last position before the gap, and the number of squares in the gap modulo 2^32;
// - offset at which the knight's given path begins in `plan`; 0 if the knight has no given path.
const RECORD: u32 = 17u;

// Index of the knight whose status a pass writes. This index is also the number of the knight's region.
var<private> knight: u32;
// Offset in `plan` at which the record of the knight's region begins.
var<private> record: u32;
var<private> area: vec4<i32>;

// Selects the knight of a square. Every pass calls this function first.
fn enter(square: u32) {
    let here = place(square);
    knight = plan[here.x] + plan[i32(board.rows) + here.y];
    record = board.rows + board.cols + (RECORD * knight);
    area = vec4<i32>(i32(plan[record]), i32(plan[record + 1u]), i32(plan[record + 2u]), i32(plan[record + 3u]));
}

// Returns whether the square `there` is in the knight's area.
fn inside(there: vec2<i32>) -> bool {
    return all(there >= area.xy) && all(there < area.zw);
}

// Returns the size of the knight's area as (rows, columns).
fn extent() -> vec2<i32> {
    return area.zw - area.xy;
}

// Returns the position of a square on the knight's path, counted from 0. `visit` is the visit number of the square.
fn position(visit: u32) -> u32 {
    var at = visit - 1u - plan[record + 6u];
    for (var gap = record + 8u; gap < (record + 16u); gap += 2u) {
        at -= select(0u, plan[gap + 1u], at > plan[gap]);
    }
    return at;
}

fn visit_at(position: u32) -> u32 {
    var index = plan[record + 6u] + position;
    for (var gap = record + 8u; gap < (record + 16u); gap += 2u) {
        index += select(0u, plan[gap + 1u], position > plan[gap]);
    }
    return index + 1u;
}

// Returns whether the knight is stuck. For a stuck knight, the pass `pull` clears the region and puts the knight on the
// entry.
fn is_cleared() -> bool {
    return status[knight].word == STUCK;
}

// Returns the state of a square before the first pass. A square has the same state after a restart of its region's
// knight.
fn cleared(square: u32) -> vec4<u32> {
    return select(vec4<u32>(0u), vec4<u32>(visit_at(0u), ARRIVED, 0u, 0u), square == plan[record + 4u]);
}

// Returns the visit number that follows `visit`.
fn after_visit(visit: u32) -> u32 {
    return visit_at(position(visit) + 1u);
}

// Returns whether the square with visit number `visit` is the last on the knight's path.
fn is_last(visit: u32) -> bool {
    return (position(visit) + 1u) == plan[record + 7u];
}

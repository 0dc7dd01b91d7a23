// Functions for many knights, each in a region. Replaces `one.wgsl`.
//
// A region has an entry and an exit. The exit is reserved: it counts in ranks, but is entered only by the last move.
// The last unvisited square from which it can be entered is also reserved. If a knight is stuck, the next `pull` clears
// its region, and the knight starts again with new random bits.

// A number for every row and for every column of the board, whose sum is that of the square's region; then a record per
// region, see below; then the given paths of knights, as indices of squares.
@group(0) @binding(2) var<storage, read> plan: array<u32>;

// Words of a record: top, left, bottom, right (exclusive); indices of the entry and the exit; number of squares of the
// tour before the region; number of squares of the region; four times the last position before a gap and the number of
// squares in the gap, modulo 2^32; offset in `plan` of the knight's given path, 0 if there is none.
const RECORD: u32 = 17u;

// Index of the knight whose status a pass writes, which is the number of the region.
var<private> knight: u32;
// Offset of its record in `plan`.
var<private> record: u32;
var<private> area: vec4<i32>;

// Called first by every pass: selects the knight of a square.
fn enter(square: u32) {
    let here = place(square);
    knight = plan[here.x] + plan[i32(board.rows) + here.y];
    record = board.rows + board.cols + (RECORD * knight);
    area = vec4<i32>(i32(plan[record]), i32(plan[record + 1u]), i32(plan[record + 2u]), i32(plan[record + 3u]));
}

// Returns true for squares in the knight's area.
fn inside(there: vec2<i32>) -> bool {
    return all(there >= area.xy) && all(there < area.zw);
}

// Returns (rows, columns) of the knight's area.
fn extent() -> vec2<i32> {
    return area.zw - area.xy;
}

// Returns the position on the knight's path, from 0, of the square with this visit number.
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

// Returns true if a stuck knight starts again.
fn is_cleared() -> bool {
    return status[knight].word == STUCK;
}

// Returns the state of a square before the first pass, for knights that start again.
fn cleared(square: u32) -> vec4<u32> {
    return select(vec4<u32>(0u), vec4<u32>(visit_at(0u), ARRIVED, 0u, 0u), square == plan[record + 4u]);
}

// Returns the visit number after this one.
fn after_visit(visit: u32) -> u32 {
    return visit_at(position(visit) + 1u);
}

// Returns true if the square with this visit number is the knight's last.
fn is_last(visit: u32) -> bool {
    return (position(visit) + 1u) == plan[record + 7u];
}

// Many knights, a region each: what a pass asks about a square's knight. It takes the place of `one.wgsl`.
//
// A region has an entry and an exit. The exit is reserved: it counts in ranks, and is entered by the last move only. So is
// the last square from which it can be entered. A knight that is stuck has its region cleared by the next `pull`, and starts
// again with new dice.

// For every row and for every column of the board a number, whose sum is that of the square's region; then a record per
// region, see below; then the paths that knights follow, as indices of squares.
@group(0) @binding(4) var<storage, read> plan: array<u32>;

// Words of a record: top, left, bottom, right (exclusive); the squares with these indices: entry, exit; squares of the
// tour before the first; squares of the region; four times: the last position before a gap, squares in the gap, modulo 2^32;
// where the path begins in `plan` that the knight follows, 0 if it finds its own.
const RECORD: u32 = 17u;

// Whose status a pass writes: the number of the region.
var<private> knight: u32;
// Where its record begins in `plan`.
var<private> record: u32;
var<private> area: vec4<i32>;

// Called by a pass before anything else: the square is one of the knight's.
fn enter(square: u32) {
    let here = place(square);
    knight = plan[here.x] + plan[i32(board.rows) + here.y];
    record = board.rows + board.cols + (RECORD * knight);
    area = vec4<i32>(i32(plan[record]), i32(plan[record + 1u]), i32(plan[record + 2u]), i32(plan[record + 3u]));
}

// Whether a square is one of the knight's.
fn inside(there: vec2<i32>) -> bool {
    return all(there >= area.xy) && all(there < area.zw);
}

// (rows, columns) of what the knight tours.
fn extent() -> vec2<i32> {
    return area.zw - area.xy;
}

// The position on the knight's path, from 0, of the square with this visit number.
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

// Whether a knight that is stuck starts again.
fn is_cleared() -> bool {
    return status[knight].word == STUCK;
}

// The state of a square before the first pass, where knights start again.
fn cleared(square: u32) -> vec4<u32> {
    return select(vec4<u32>(0u), vec4<u32>(visit_at(0u), ARRIVED, 0u, 0u), square == plan[record + 4u]);
}

// The visit number after this one.
fn after_visit(visit: u32) -> u32 {
    return visit_at(position(visit) + 1u);
}

// Whether the square with this visit number is the knight's last.
fn is_last(visit: u32) -> bool {
    return (position(visit) + 1u) == plan[record + 7u];
}

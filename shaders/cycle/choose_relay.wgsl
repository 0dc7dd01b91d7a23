// Functions that return the data with which a knight chooses its move. The host uses this file instead of
// `choose_one.wgsl` if each knight has its own region.

// Returns the data for the knight's choice. The first try uses the rule. Later tries are random and depend on the
// region, the number of the try and the position.
fn chooser(here: vec2<i32>, visit: u32, order: u32) -> Chooser {
    let tries = status[knight].tries;
    let dice = (position(visit) + 1u) | (tries << 8u);
    // Roth's rule uses the position of the square within the region.
    let seat = select(here, here - area.xy, RULE == ROTH);
    return Chooser(seat, order, dice, knight, board.seed_low, board.seed_high, tries > 0u);
}

// Returns the ranks of the allowed moves from the square `here`. `visit` is the visit number of `here`, or 0 if `here`
// is unvisited. A move to the exit is allowed only as the last move. If the exit has exactly one unvisited neighbour, a
// move to this neighbour is allowed only as the second-to-last move.
fn open_ways(here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    let exit = plan[record + 5u];
    let exit_at = place(exit);
    var left = plan[record + 7u];
    if visit != 0u {
        left -= position(visit) + 1u;
    }
    let is_one_left = present(exit).b == 1u;
    var open = ranks;
    for (var way = 0u; way < board.move_count; way += 1u) {
        let there = here + jump(way);
        let by = abs(there - exit_at);
        let is_exit = (left > 1u) && all(there == exit_at);
        let is_kept = (left > 2u) && is_one_left && ((by.x * by.y) == 2);
        open |= select(0u, TAKEN << (4u * way), is_exit || is_kept);
    }
    return open;
}

// Returns the index of the move from `here` to the next square of the knight's given path. Returns NO_SLOT if the
// knight has no given path, or if `here` is the last square of the path.
fn given_way(here: vec2<i32>, visit: u32) -> u32 {
    let path = plan[record + 16u];
    let next = position(visit) + 1u;
    if (path == 0u) || (next == plan[record + 7u]) {
        return NO_SLOT;
    }
    let by = place(plan[path + next]) - here;
    var way = 0u;
    while (way < board.move_count) && any(jump(way) != by) {
        way += 1u;
    }
    return way;
}

// Counts a try when the knight is stuck.
fn count_try() {
    status[knight].tries += 1u;
}

// What a knight knows when it chooses, where each has a region. It takes the place of `choose_one.wgsl`.

// The first try is by the rule, later ones are by the dice: those of a region, a try and a position.
fn chooser(here: vec2<i32>, visit: u32, order: u32) -> Chooser {
    let tries = status[knight].tries;
    let dice = (position(visit) + 1u) | (tries << 8u);
    // Roth's rule looks at a place within the region.
    let seat = select(here, here - area.xy, RULE == ROTH);
    return Chooser(seat, order, dice, knight, board.seed_low, board.seed_high, tries > 0u);
}

// The ways from a square with this visit number, 0 if it is unvisited, that may be taken: not to the exit, but by the
// last move.
fn open_ways(here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    if (visit != 0u) && ((position(visit) + 2u) == plan[record + 7u]) {
        return ranks;
    }
    var open = ranks;
    for (var way = 0u; way < board.move_count; way += 1u) {
        let is_exit = neighbour(here, jump(way)) == plan[record + 5u];
        open |= select(0u, TAKEN << (4u * way), is_exit);
    }
    return open;
}

// The knight is stuck.
fn count_try() {
    status[knight].tries += 1u;
}

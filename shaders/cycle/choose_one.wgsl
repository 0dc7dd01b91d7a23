// The data of a choice by one knight on the whole board. For several knights, the host replaces this file by
// `choose_relay.wgsl`, with the same functions.

fn chooser(here: vec2<i32>, visit: u32, order: u32) -> Chooser {
    return Chooser(here, order, visit, board.number, board.seed_low, board.seed_high, false);
}

// Returns the ranks of the allowed moves from a square with this visit number, 0 if it is unvisited. All moves are
// allowed.
fn open_ways(here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    return ranks;
}

// Returns the move to the next square of a given path, NO_SLOT if the knight has no path.
fn given_way(here: vec2<i32>, visit: u32) -> u32 {
    return NO_SLOT;
}

// Called when the knight is stuck.
fn count_try() {}

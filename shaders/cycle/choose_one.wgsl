// Functions that return the data with which a single knight on a board chooses its move. For several knights, the host
// replaces this file with `choose_relay.wgsl`, which defines the same functions.

fn chooser(here: vec2<i32>, visit: u32, order: u32) -> Chooser {
    return Chooser(here, order, visit, board.number, board.seed_low, board.seed_high, false);
}

// Returns the ranks of the allowed moves from the square `here`. For one knight on the whole board, all moves are
// allowed. `visit` is the visit number of `here`, or 0 if `here` is unvisited.
fn open_ways(here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    return ranks;
}

// Returns NO_SLOT, since a single knight that tours the whole board has no given path. In `choose_relay.wgsl`, the same
// function returns the index of the next move on a given path.
fn given_way(here: vec2<i32>, visit: u32) -> u32 {
    return NO_SLOT;
}

// Does nothing. Called when the knight is stuck.
fn count_try() {}

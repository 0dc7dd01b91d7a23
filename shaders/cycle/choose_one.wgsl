// The data of a choice by one knight on the whole board. Where there are many, the host puts `choose_relay.wgsl` in the
// place of this file, with the same functions.

fn chooser(here: vec2<i32>, visit: u32, order: u32) -> Chooser {
    return Chooser(here, order, visit, board.number, board.seed_low, board.seed_high, false);
}

// The ways from a square with this visit number, 0 if it is unvisited, that may be taken: all.
fn open_ways(here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    return ranks;
}

// The way to the next square of a path that the knight follows, NO_SLOT if it finds its own.
fn given_way(here: vec2<i32>, visit: u32) -> u32 {
    return NO_SLOT;
}

// The knight is stuck.
fn count_try() {}

// Computes the cost of a square for the rules `pohl-2` and `pohl-3`, which look two and three moves ahead. In a shader,
// this file comes after `rules.wgsl`. Kernels for other rules use `not_ahead.wgsl` instead, since a driver needs more
// time to build `ahead.wgsl` than to build all other files together.

fn ahead(there: vec2<i32>, behind: vec2<i32>) -> u32 {
    if RULE == POHL_2 {
        return word_of_2(there, behind);
    }
    return word_of_3(there, behind);
}

// Returns the lowest rank of the unvisited neighbours of `here`, except `behind`, or NO_WAY if no such neighbour
// exists.
fn word_of_1(here: vec2<i32>, behind: vec2<i32>) -> u32 {
    let ranks = ranks_around(here);
    var least = NO_WAY;
    for (var way = 0u; way < 8u; way += 1u) {
        let rank = (ranks >> (4u * way)) & TAKEN;
        if any((here + jump(way)) != behind) {
            least = min(least, rank);
        }
    }
    return least;
}

// Encodes each path of two moves from `here` as a word, which consists of the ranks of the path's two squares. Returns
// the smallest of these words. A path visits only unvisited squares, and its first square is not `behind`.
fn word_of_2(here: vec2<i32>, behind: vec2<i32>) -> u32 {
    let ranks = ranks_around(here);
    var least = NO_WAY << 4u;
    for (var way = 0u; way < 8u; way += 1u) {
        let rank = (ranks >> (4u * way)) & TAKEN;
        let there = here + jump(way);
        if (rank <= (least >> 4u)) && (rank < NO_WAY) && any(there != behind) {
            least = min(least, (rank << 4u) | word_of_1(there, here));
        }
    }
    return least;
}

// Encodes each path of three moves from `here` as a word, which consists of the ranks of the path's three squares.
// Returns the smallest of these words. A path visits only unvisited squares, and its first square is not `behind`.
fn word_of_3(here: vec2<i32>, behind: vec2<i32>) -> u32 {
    let ranks = ranks_around(here);
    var least = NO_WAY << 8u;
    for (var way = 0u; way < 8u; way += 1u) {
        let rank = (ranks >> (4u * way)) & TAKEN;
        let there = here + jump(way);
        if (rank <= (least >> 8u)) && (rank < NO_WAY) && any(there != behind) {
            least = min(least, (rank << 8u) | word_of_2(there, here));
        }
    }
    return least;
}

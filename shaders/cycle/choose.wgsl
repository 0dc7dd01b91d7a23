// Functions that choose the knight's move. The kernels `decide`, `resident` and `fused` share these functions. The host
// prepends `rules.wgsl` to this file. After this file, the host appends a file with the function `present`, which
// returns the current state of a square.

// The move order in which slot w contains move w. Moves are numbered by their indices in `board.moves`.
const OWN_ORDER: u32 = 0xfac688u;

// Returns the index in `board.legs` of the leg in which the knight chooses its next move. The knight was on the leg
// with the index `leg`, and has moved to `square`. A leg is a section of a tour with one move order. The last leg does
// not end.
fn leg_at(leg: u32, square: u32) -> u32 {
    var at = leg;
    while board.legs[at].z == square {
        at += 1u;
    }
    return at;
}

// Returns the knight's move from `here`, as an index in `board.moves`. If the knight has a given path, the move follows
// this path; otherwise the rule selects the move. Returns NO_SLOT if the knight cannot move. `ranks` contains the ranks
// of the squares around `here`.
fn choice(here: vec2<i32>, visit: u32, leg: u32, ranks: u32) -> u32 {
    let given = given_way(here, visit);
    if given != NO_SLOT {
        return given;
    }
    let order = board.legs[leg].x;
    let slot = pick(chooser(here, visit, order), ranks, board.legs[leg].y);
    return select(way_in(order, slot & 7u), NO_SLOT, slot == NO_SLOT);
}

// Returns the ranks of the unvisited neighbours of `here`, four bits per move. If the target of a move cannot be
// entered, the four bits of this move have the value TAKEN.
fn ranks_around(here: vec2<i32>) -> u32 {
    var ranks = 0xffffffffu;
    for (var way = 0u; way < board.move_count; way += 1u) {
        let there = neighbour(here, jump(way));
        if there != NOWHERE {
            let other = present(there);
            if other.r == 0u {
                ranks ^= (TAKEN ^ other.b) << (4u * way);
            }
        }
    }
    return ranks;
}

// Returns the lowest rank of the unvisited neighbours of a square, or NO_WAY if the square has no such neighbour.
fn ways_on(there: vec2<i32>) -> u32 {
    return min(NO_WAY, first_lowest(ranks_around(there), 0u) >> 3u);
}

// Resident: one invocation keeps cycling inside a dispatch, pull - rank - decide, for at most `board.budget` moves.
//
// Reads:  the state after, and `status`.
// Writes: the state after, in place: R, G and A of the squares that the knight takes, B of their
//         neighbours; `status`.
// No race: there is one invocation.
//
// It begins and ends between decide and pull: the knight is departing, or the tour is over. Ranks
// are exact all along, since a visit takes one from each neighbour. The untrusted choices of the
// other squares are not kept up: a `decide` over the whole board afterwards makes them what they
// would have been, as they are a function of visits and ranks.

fn present(square: u32) -> vec4<u32> {
    return held(square);
}

// The knight has arrived on `knight`, at `here`, and left `old`: the rank of each neighbour decreases by one. Returns
// their ranks, four bits per way; TAKEN for squares that cannot be entered.
fn look_around(knight: u32, here: vec2<i32>, old: u32) -> u32 {
    // All are read before the first is written. A missing neighbour is replaced by the knight's own square, so that no
    // read waits for another.
    var squares: array<u32, 8>;
    var cells: array<vec4<u32>, 8>;
    for (var way = 0u; way < 8u; way += 1u) {
        squares[way] = select(NOWHERE, neighbour(here, jump(way)), way < board.move_count);
        cells[way] = held(select(squares[way], knight, squares[way] == NOWHERE));
    }
    var ranks = 0xffffffffu;
    for (var way = 0u; way < 8u; way += 1u) {
        let there = squares[way];
        var cell = cells[way];
        if (there == NOWHERE) || (cell.r == HOLE) {
            continue;
        }
        cell.b -= 1u;
        // The square that the knight has left is one of the neighbours.
        if there == old {
            cell.g = LEFT;
        }
        keep(there, cell);
        ranks ^= select(0u, (TAKEN ^ cell.b) << (4u * way), cell.r == 0u);
    }
    return ranks;
}

// The leg that the knight is on.
var<private> leg: u32;

// The knight is on `knight` with visit number `visit`. Returns the index of its target, its own square if it stays.
fn choose(knight: u32, here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    var cell = held(knight);
    cell.r = visit;
    // A rule that looks ahead must not come back to it.
    keep(knight, cell);
    leg = leg_at(leg, knight);
    let way = choice(here, visit, leg, ranks);
    if way == NO_SLOT {
        cell.g = ACKNOWLEDGED;
        cell.a = NONE;
        keep(knight, cell);
        return knight;
    }
    cell.g = DEPARTING;
    cell.a = u32(board.moves[way].z);
    keep(knight, cell);
    return neighbour(here, jump(way));
}

fn report(at: u32, to: u32, visit: u32) {
    status[0].at = at;
    status[0].to = to;
    status[0].visit = visit;
    status[0].leg = leg;
    if at == to {
        status[0].word = select(STUCK, DONE, is_last(visit));
    }
}

@compute @workgroup_size(1)
fn moves() {
    var at = status[0].at;
    var to = status[0].to;
    var visit = status[0].visit;
    leg = status[0].leg;
    if status[0].word != RUNNING {
        return;
    }
    for (var made = 0u; (made < board.budget) && (at != to); made += 1u) {
        visit += 1u;
        let here = place(to);
        let ranks = look_around(to, here, at);
        at = to;
        to = choose(at, here, visit, ranks);
    }
    report(at, to, visit);
}

// Resident: one workgroup keeps cycling inside a dispatch, pull - rank - decide, for at most `board.budget` moves.
//
// `alone` is one invocation that looks at the eight neighbours one after another; `together` is
// LANES invocations, each looking at every LANES-th neighbour, divided by barriers. Which one is faster depends
// on the adapter: the host times both over the first moves.
// Reads:  the state after, and `status`.
// Writes: the state after, in place: R, G and A of the squares that the knight takes, B of their
//         neighbours; `status`.
// No race: a move's neighbours are distinct squares, each with one lane; the knight's own square is
// lane 0's alone; barriers divide looking from choosing, and the moves.
//
// It begins and ends between decide and pull: the knight is departing, or the tour is over. Ranks
// are exact all along, since a visit takes one from each neighbour. The untrusted choices of the
// other squares are not kept up: a `decide` over the whole board afterwards makes them what they
// would have been, as they are a function of visits and ranks.

override LANES: u32 = 8u;

// The most lanes that `together` may have: one per neighbour.
const MAX_LANES: u32 = 8u;

fn present(square: u32) -> vec4<u32> {
    return held(square);
}

// The knight has arrived on `here` and left `old`: the neighbour by `way` has one rank less. Its rank, in the four
// bits of the way, to be flipped out of ones.
fn look(here: vec2<i32>, way: u32, old: u32) -> u32 {
    let there = neighbour(here, jump(way));
    if there == NOWHERE {
        return 0u;
    }
    var cell = held(there);
    if cell.r == HOLE {
        return 0u;
    }
    cell.b -= 1u;
    // The square that the knight has left is one of the neighbours.
    if there == old {
        cell.g = LEFT;
    }
    keep(there, cell);
    return select(0u, (TAKEN ^ cell.b) << (4u * way), cell.r == 0u);
}

// The leg that the knight is on.
var<private> leg: u32;

// The knight is on `knight` as its visit number `visit`; the index of the square that it goes to, its own if it stays.
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
fn alone() {
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
        var ranks = 0xffffffffu;
        for (var way = 0u; way < board.move_count; way += 1u) {
            ranks ^= look(here, way, at);
        }
        at = to;
        to = choose(at, here, visit, ranks);
    }
    report(at, to, visit);
}

var<workgroup> looked: array<u32, MAX_LANES>;
var<workgroup> origin: u32;
var<workgroup> goal: u32;

@compute @workgroup_size(LANES)
fn together(@builtin(local_invocation_index) lane: u32) {
    // Only what a uniform load gives may steer a loop with barriers in it.
    if lane == 0u {
        origin = status[0].at;
        goal = select(status[0].at, status[0].to, status[0].word == RUNNING);
    }
    var at = workgroupUniformLoad(&origin);
    var to = workgroupUniformLoad(&goal);
    var visit = status[0].visit;
    leg = status[0].leg;
    for (var made = 0u; (made < board.budget) && (at != to); made += 1u) {
        visit += 1u;
        let here = place(to);
        var ranks = 0u;
        for (var way = lane; way < board.move_count; way += LANES) {
            ranks ^= look(here, way, at);
        }
        looked[lane] = ranks;
        workgroupBarrier();
        // A rule that looks ahead reads what the other lanes have written.
        storageBarrier();
        at = to;
        if lane == 0u {
            ranks ^= 0xffffffffu;
            for (var other = 1u; other < LANES; other += 1u) {
                ranks ^= looked[other];
            }
            goal = choose(at, here, visit, ranks);
        }
        storageBarrier();
        to = workgroupUniformLoad(&goal);
    }
    if lane == 0u {
        if status[0].word == RUNNING {
            report(at, to, visit);
        }
    }
}

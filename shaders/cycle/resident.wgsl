// Resident: one workgroup keeps cycling inside a dispatch, pull - rank - decide, for at most `board.budget` moves.
//
// `alone` is one invocation that looks at the eight candidates one after another; `together` is
// LANES invocations, each looking at every LANES-th candidate.
// courser uses `alone`: on the software adapter barriers are dearer than looking one after another.
// On a real card a few lanes may win; the benchmark times both.
// Reads:  `after` and `status`.
// Writes: `after`, in place: R, G and A of the squares that the knight takes, B of their
//         neighbours; `status`.
// No race: a move's neighbours are distinct squares, each with one lane; the knight's own square is
// lane 0's alone; barriers divide looking from choosing, and the moves.
//
// It begins and ends between decide and pull: the knight is departing, or the tour is over. Ranks
// are exact all along, since a visit takes one from each neighbour. The untrusted choices of the
// other squares are not kept up: a `decide` over the whole board afterwards makes them what they
// would have been, as they are a function of visits and ranks.

override LANES: u32 = 8u;

// The most lanes that `together` may have: one a candidate.
const MAX_LANES: u32 = 8u;

// Candidates are compared as rank * 8 + slot, so the least is the first lowest-ranking one.
const NO_CANDIDATE: u32 = 0xffffffffu;

// The knight has arrived on `here` and left `old`: the neighbour in `slot` has one rank less; tells the candidate.
fn look(here: vec2<i32>, slot: u32, old: u32) -> u32 {
    let there = neighbour(here, board.moves[slot].xy);
    if there == NOWHERE {
        return NO_CANDIDATE;
    }
    var cell = after[there];
    if cell.r == HOLE {
        return NO_CANDIDATE;
    }
    cell.b -= 1u;
    // The square that the knight has left is one of the neighbours.
    if there == old {
        cell.g = LEFT;
    }
    after[there] = cell;
    return select(NO_CANDIDATE, (cell.b * 8u) + slot, cell.r == 0u);
}

// The knight is on `knight` as its visit number `visit` and has chosen `candidate`; tells where that leads.
fn choose(knight: u32, here: vec2<i32>, visit: u32, candidate: u32) -> u32 {
    var cell = after[knight];
    cell.r = visit;
    if candidate == NO_CANDIDATE {
        cell.g = ACKNOWLEDGED;
        cell.a = NONE;
        after[knight] = cell;
        return knight;
    }
    let jump = board.moves[candidate % 8u];
    cell.g = DEPARTING;
    cell.a = u32(jump.z);
    after[knight] = cell;
    return neighbour(here, jump.xy);
}

fn report(at: u32, to: u32, visit: u32) {
    status.at = at;
    status.to = to;
    status.visit = visit;
    if at == to {
        status.word = select(STUCK, DONE, visit == board.playable);
    }
}

@compute @workgroup_size(1)
fn alone() {
    var at = status.at;
    var to = status.to;
    var visit = status.visit;
    if status.word != RUNNING {
        return;
    }
    for (var made = 0u; (made < board.budget) && (at != to); made += 1u) {
        visit += 1u;
        let here = place(to);
        var candidate = NO_CANDIDATE;
        for (var slot = 0u; slot < board.move_count; slot += 1u) {
            candidate = min(candidate, look(here, slot, at));
        }
        at = to;
        to = choose(at, here, visit, candidate);
    }
    report(at, to, visit);
}

var<workgroup> candidates: array<u32, MAX_LANES>;
var<workgroup> chosen: u32;
var<workgroup> goal: u32;

@compute @workgroup_size(LANES)
fn together(@builtin(local_invocation_index) lane: u32) {
    // Only what a uniform load gives may steer a loop with barriers in it.
    if lane == 0u {
        chosen = status.at;
        goal = select(status.at, status.to, status.word == RUNNING);
    }
    var at = workgroupUniformLoad(&chosen);
    var to = workgroupUniformLoad(&goal);
    var visit = status.visit;
    for (var made = 0u; (made < board.budget) && (at != to); made += 1u) {
        visit += 1u;
        let here = place(to);
        var candidate = NO_CANDIDATE;
        for (var slot = lane; slot < board.move_count; slot += LANES) {
            candidate = min(candidate, look(here, slot, at));
        }
        candidates[lane] = candidate;
        workgroupBarrier();
        at = to;
        if lane == 0u {
            for (var other = 1u; other < LANES; other += 1u) {
                candidate = min(candidate, candidates[other]);
            }
            goal = choose(at, here, visit, candidate);
        }
        storageBarrier();
        to = workgroupUniformLoad(&goal);
    }
    if lane == 0u {
        if status.word == RUNNING {
            report(at, to, visit);
        }
    }
}

// Group: a knight a workgroup, his board in workgroup memory: eight candidates times eight neighbours ranked at once.
//
// One invocation is one lane of a knight: it looks at every WIDTH-th of the 64 pairs of a candidate
// and a neighbour of it. At most `budget` moves a dispatch, then resumed by the next.
// Reads:  the knight's element of `knights`, his board in `cells`.
// Writes: the same in place; when his tour is over his element of `results`; his column of `paths`.
// No race: every knight has one workgroup; lane 0 alone chooses and writes; barriers divide looking
// from choosing, and the moves.

@group(0) @binding(4) var<storage, read_write> knights: array<Knight>;
@group(0) @binding(5) var<storage, read_write> cells: array<u32>;

override WIDTH: u32 = 64u;

// Words of workgroup memory for the board: at least `params.words`.
override WORDS: u32 = 64u;

// A candidate that is there at all; its rank is added.
const THERE: u32 = 16u;

// A bit a square, set where it is unvisited and no hole.
var<workgroup> unvisited: array<u32, WORDS>;
// For every code THERE and its candidate's rank, 0 if it leads to no unvisited square.
var<workgroup> ranks: array<atomic<u32>, 8>;
// For every code the least rank of its candidate's unvisited neighbours; by the rule pohl only.
var<workgroup> ways: array<atomic<u32>, 8>;
// Where the knight goes next, NOWHERE when his tour is over.
var<workgroup> goal: u32;

fn is_free(here: vec2<i32>) -> bool {
    if !inside(here) {
        return false;
    }
    let square = index(here);
    return ((unvisited[square >> 5u] >> (square & 31u)) & 1u) != 0u;
}

fn rank_of(here: vec2<i32>) -> u32 {
    var rank = 0u;
    for (var code = 0u; code < 8u; code += 1u) {
        rank += select(0u, 1u, in_use(code) && is_free(here + jump(code)));
    }
    return rank;
}

// The ranks of the unvisited neighbours of a square, four bits a code; TAKEN for what is not one.
fn ranks_around(there: vec2<i32>) -> u32 {
    var around = 0xffffffffu;
    for (var code = 0u; code < 8u; code += 1u) {
        let beyond = there + jump(code);
        if in_use(code) && is_free(beyond) {
            around ^= (TAKEN ^ rank_of(beyond)) << (4u * code);
        }
    }
    return around;
}

// The knight's own place, for the question below.
var<private> stand: vec2<i32>;

// The lowest rank of the unvisited neighbours of a candidate, 9 if there are none: all lanes have counted it.
fn ways_on(there: vec2<i32>) -> u32 {
    let by = there - stand;
    for (var code = 0u; code < 8u; code += 1u) {
        if in_use(code) && all(jump(code) == by) {
            return atomicLoad(&ways[code]);
        }
    }
    return NO_WAY;
}

// One pair: candidate `code`, and its neighbour by `beyond`.
fn look(here: vec2<i32>, code: u32, beyond: u32) {
    let there = here + jump(code);
    if in_use(code) && is_free(there) {
        let past = there + jump(beyond);
        let counts = in_use(beyond) && is_free(past);
        atomicAdd(&ranks[code], select(0u, THERE, beyond == 0u) + select(0u, 1u, counts));
        if (RULE == POHL) && counts {
            atomicMin(&ways[code], rank_of(past));
        }
    }
}

// All lanes have looked: the next square, or NOWHERE. It is taken at once.
fn choose(knight: ptr<function, Knight>, here: vec2<i32>) -> u32 {
    var lowest = THERE;
    var ties = 0u;
    var open = 0u;
    for (var slot = 0u; slot < params.move_count; slot += 1u) {
        let seen = atomicLoad(&ranks[code_in((*knight).order, slot)]);
        if seen >= THERE {
            let rank = seen - THERE;
            open |= 1u << slot;
            if rank < lowest {
                lowest = rank;
                ties = 0u;
            }
            ties |= select(0u, 1u << slot, rank == lowest);
        }
    }
    if open == 0u {
        return NOWHERE;
    }
    stand = here;
    let square = index(here + jump(code_in((*knight).order, settle(chooser(*knight, here), ties, open))));
    take(square);
    return square;
}

fn take(square: u32) {
    unvisited[square >> 5u] &= ~(1u << (square & 31u));
    for (var code = 0u; code < 8u; code += 1u) {
        atomicStore(&ranks[code], 0u);
        atomicStore(&ways[code], NO_WAY);
    }
}

@compute @workgroup_size(WIDTH)
fn group(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let k = id.x;
    let base = k * params.words;
    for (var word = lane; word < params.words; word += WIDTH) {
        unvisited[word] = cells[base + word];
    }
    var knight = knights[k];
    workgroupBarrier();
    if lane == 0u {
        goal = knight.at;
        if knight.at != NOWHERE {
            take(knight.at);
        }
    }
    // Only what a uniform load gives may steer a loop with barriers in it.
    var at = workgroupUniformLoad(&goal);
    for (var made = 0u; (made < params.budget) && (at != NOWHERE); made += 1u) {
        let here = place(at);
        for (var pair = lane; pair < 64u; pair += WIDTH) {
            look(here, pair >> 3u, pair & 7u);
        }
        workgroupBarrier();
        if lane == 0u {
            take_over(&knight);
            write_down(k, knight.visits, at);
            knight.visits += 1u;
            knight.at = choose(&knight, here);
            if knight.at == NOWHERE {
                results[k] = result(knight.start, at, knight.visits);
            }
            goal = knight.at;
        }
        at = workgroupUniformLoad(&goal);
    }
    if lane == 0u {
        knights[k] = knight;
    }
    for (var word = lane; word < params.words; word += WIDTH) {
        cells[base + word] = unvisited[word];
    }
}

// The rules: which of the squares that a knight can go to he takes. Shared by the kernels that ride.
//
// A slot is a place in the knight's move order; squares to choose from come as bits, one a slot. The
// kernel says how many ways there are on from a square: `ways_on`.

override RULE: u32 = 0u;

const WARNSDORFF: u32 = 0u;
const POHL: u32 = 1u;
const ROTH: u32 = 2u;
const RANDOM: u32 = 3u;
const SQUIRREL_CULL: u32 = 4u;
const BOTTOM: u32 = 5u;
const CENTER: u32 = 6u;

// 1 where every square is written down.
override PATHS: u32 = 0u;

// The result of every knight; where squares are written down, after these the squares of every knight in visiting
// order: visit v of knight k, from 0, at (v + 1) * knights + k.
@group(0) @binding(3) var<storage, read_write> results: array<u32>;

fn write_down(k: u32, visit: u32, square: u32) {
    if PATHS == 1u {
        results[((visit + 1u) * params.knights) + k] = square;
    }
}

// The move code, less 1, in a slot of an order.
fn code_in(order: u32, slot: u32) -> u32 {
    return (order >> (3u * slot)) & 7u;
}

// The slot of each code: the order turned round, three bits a code.
fn slots_of(order: u32) -> u32 {
    var slots = 0u;
    for (var slot = 0u; slot < params.move_count; slot += 1u) {
        slots |= slot << (3u * code_in(order, slot));
    }
    return slots;
}

// By squirrel-cull: brings leg and order of a knight who has come to `at` up to date.
fn take_over(knight: ptr<function, Knight>) {
    if RULE == SQUIRREL_CULL {
        // The last leg has no end.
        while params.legs[(*knight).leg].y == (*knight).at {
            (*knight).leg += 1u;
        }
        (*knight).order = params.legs[(*knight).leg].x;
    }
}

// The dice: the first word of pcg4d (Jarzynski and Olano 2020) of seed, knight and visit.
fn roll(knight: Knight) -> u32 {
    var v = (vec4<u32>(knight.seed_low, knight.seed_high, knight.number, knight.visits) * 1664525u) + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v = v ^ (v >> vec4<u32>(16u));
    return v.x + (v.y * v.w);
}

// The slot that the knight takes. `lowest` are the unvisited neighbours of lowest rank, `open` all
// unvisited ones; there is at least one.
fn settle(knight: Knight, here: vec2<i32>, lowest: u32, open: u32) -> u32 {
    if (RULE == WARNSDORFF) || (RULE == SQUIRREL_CULL) {
        return firstTrailingBit(lowest);
    }
    if RULE == RANDOM {
        var ties = lowest;
        var skip = ((roll(knight) >> 16u) * countOneBits(ties)) >> 16u;
        while skip > 0u {
            ties &= ties - 1u;
            skip -= 1u;
        }
        return firstTrailingBit(ties);
    }
    var among = select(lowest, open, (RULE == BOTTOM) || (RULE == CENTER));
    var best = firstTrailingBit(among);
    var least = cost(knight, here, best);
    among &= among - 1u;
    while among != 0u {
        let slot = firstTrailingBit(among);
        among &= among - 1u;
        let other = cost(knight, here, slot);
        if other < least {
            least = other;
            best = slot;
        }
    }
    return best;
}

// The rank of no square to go to: visited, a hole, or off the board. Above any other.
const TAKEN: u32 = 15u;

// No slot.
const NO_SLOT: u32 = 8u;

// The slot that the knight takes by the ranks around him, NO_SLOT if there is none. `ranks` has four
// bits a code: the rank of an unvisited neighbour, or TAKEN.
fn decide(knight: Knight, here: vec2<i32>, ranks: u32, slots: u32) -> u32 {
    // Rank and slot of the first lowest-ranking neighbour.
    var least = (TAKEN << 3u) | 7u;
    for (var code = 0u; code < 8u; code += 1u) {
        least = min(least, (((ranks >> (4u * code)) & TAKEN) << 3u) | ((slots >> (3u * code)) & 7u));
    }
    let lowest = least >> 3u;
    if lowest == TAKEN {
        return NO_SLOT;
    }
    if (RULE == WARNSDORFF) || (RULE == SQUIRREL_CULL) {
        return least & 7u;
    }
    var ties = 0u;
    var open = 0u;
    for (var code = 0u; code < 8u; code += 1u) {
        let rank = (ranks >> (4u * code)) & TAKEN;
        let slot = 1u << ((slots >> (3u * code)) & 7u);
        ties |= select(0u, slot, rank == lowest);
        open |= select(0u, slot, rank != TAKEN);
    }
    return settle(knight, here, ties, open);
}

// What the rule holds against the square in `slot`.
fn cost(knight: Knight, here: vec2<i32>, slot: u32) -> u32 {
    let there = here + jump(code_in(knight.order, slot));
    if RULE == POHL {
        return ways_on(there);
    }
    if RULE == BOTTOM {
        return ((params.rows - 1u - u32(there.x)) * params.cols) + u32(there.y);
    }
    // Twice the way from the centre: whole numbers on every board.
    let away = vec2<u32>(abs((2 * there) - vec2<i32>(i32(params.rows) - 1, i32(params.cols) - 1)));
    if RULE == CENTER {
        return away.x + away.y;
    }
    return 0xffffffffu - ((away.x * away.x) + (away.y * away.y));
}

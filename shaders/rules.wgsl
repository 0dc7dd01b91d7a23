// The rules: the choice of a knight's next square. The passes of the cycle and the kernels of the batch share this
// file.
//
// A way is a move's index in the kernel's own list of moves. A slot is a move's index in the order in which moves are
// examined. Ranks around a square have four bits per way.
//
// The code before this file defines two functions: `extent` returns the size of the knight's area, and `jump` returns
// the move of a way. The code after this file defines `ways_on`, which returns the lowest rank around a square. For
// rules that look further ahead, the code after this file also defines `ranks_around` and `ahead`.

override RULE: u32 = 0u;

const WARNSDORFF: u32 = 0u;
const POHL: u32 = 1u;
const ROTH: u32 = 2u;
const RANDOM: u32 = 3u;
const SQUIRREL_CULL: u32 = 4u;
const BOTTOM: u32 = 5u;
const CENTER: u32 = 6u;
const POHL_2: u32 = 7u;
const POHL_3: u32 = 8u;

// Rank of a square that cannot be entered: a visited square, a hole, or a square off the board. This rank is above all
// other ranks.
const TAKEN: u32 = 15u;

// Value that a rule with look-ahead uses as the rank of a dead end. This value is above the ranks of all unvisited
// squares.
const NO_WAY: u32 = 9u;

// Sentinel for no slot.
const NO_SLOT: u32 = 8u;

// A value above the cost of every square.
const NO_COST: u32 = 0xffffffffu;

// Maximum side of a board on which every squared distance fits in 32 bits.
const MAX_SIDE: i32 = 46340;

// The data that determine a knight's choice, except the ranks.
struct Chooser {
    here: vec2<i32>,
    // The move order: the index of the move in each slot, three bits per slot.
    order: u32,
    // `visit`: visit number of the knight's square. `number`: number of the knight. `seed_low` and `seed_high`: seed.
    // The random bits follow from these values.
    visit: u32,
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // True if ties are broken at random, regardless of the rule.
    by_dice: bool,
}

// Returns the index of the move in the slot `slot` of the move order `order`.
fn way_in(order: u32, slot: u32) -> u32 {
    return (order >> (3u * slot)) & 7u;
}

// Returns the first word of pcg4d (Jarzynski and Olano 2020) for the seed, the knight's number and the visit number.
fn roll(chooser: Chooser) -> u32 {
    var v = (vec4<u32>(chooser.seed_low, chooser.seed_high, chooser.number, chooser.visit) * 1664525u) + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v = v ^ (v >> vec4<u32>(16u));
    return v.x + (v.y * v.w);
}

// Returns 8 * rank + slot for the first square with the lowest rank.
fn first_lowest(ranks: u32, slots: u32) -> u32 {
    var least = (TAKEN << 3u) | 7u;
    for (var way = 0u; way < 8u; way += 1u) {
        least = min(least, (((ranks >> (4u * way)) & TAKEN) << 3u) | ((slots >> (3u * way)) & 7u));
    }
    return least;
}

// Returns the slot of the knight's choice. `ranks` contains the ranks around the knight. Returns NO_SLOT if no square
// can be entered.
fn pick(chooser: Chooser, ranks: u32, slots: u32) -> u32 {
    let least = first_lowest(ranks, slots);
    let lowest = least >> 3u;
    if lowest == TAKEN {
        return NO_SLOT;
    }
    if !chooser.by_dice && ((RULE == WARNSDORFF) || (RULE == SQUIRREL_CULL)) {
        return least & 7u;
    }
    var ties = 0u;
    var open = 0u;
    for (var way = 0u; way < 8u; way += 1u) {
        let rank = (ranks >> (4u * way)) & TAKEN;
        let slot = 1u << ((slots >> (3u * way)) & 7u);
        ties |= select(0u, slot, rank == lowest);
        open |= select(0u, slot, rank != TAKEN);
    }
    return settle(chooser, ties, open);
}

// Returns the slot of the knight's choice. `lowest` contains, as bits, the slots of the unvisited neighbours with the
// lowest rank. `open` contains the slots of all unvisited neighbours, and must not be 0.
fn settle(chooser: Chooser, lowest: u32, open: u32) -> u32 {
    if !chooser.by_dice && ((RULE == WARNSDORFF) || (RULE == SQUIRREL_CULL)) {
        return firstTrailingBit(lowest);
    }
    if chooser.by_dice || (RULE == RANDOM) {
        var ties = lowest;
        var skip = ((roll(chooser) >> 16u) * countOneBits(ties)) >> 16u;
        while skip > 0u {
            ties &= ties - 1u;
            skip -= 1u;
        }
        return firstTrailingBit(ties);
    }
    var among = select(lowest, open, (RULE == BOTTOM) || (RULE == CENTER));
    var best = firstTrailingBit(among);
    if (among & (among - 1u)) == 0u {
        return best;
    }
    // The cost is computed at only one point of the code, since a driver compiles the code of the cost again for each
    // call.
    var least = NO_COST;
    while among != 0u {
        let slot = firstTrailingBit(among);
        among &= among - 1u;
        let other = cost(chooser, slot);
        if other < least {
            least = other;
            best = slot;
        }
    }
    return best;
}

// Returns the rule's cost for the target of the move in `slot`.
fn cost(chooser: Chooser, slot: u32) -> u32 {
    return cost_of(chooser, jump(way_in(chooser.order, slot)));
}

// Returns the cost of the square at the offset `by`, which counts rows down and columns to the right. The cost is less
// than NO_COST.
fn cost_of(chooser: Chooser, by: vec2<i32>) -> u32 {
    let there = chooser.here + by;
    if RULE == POHL {
        return ways_on(there);
    }
    if (RULE == POHL_2) || (RULE == POHL_3) {
        return ahead(there, chooser.here);
    }
    let size = extent();
    if RULE == BOTTOM {
        return (u32(there.x) * u32(size.y)) + u32(size.y - 1 - there.y);
    }
    // Twice the offset of the square from the centre is a whole number on every board.
    let away = vec2<u32>(abs((2 * there) - (size - 1)));
    if RULE == CENTER {
        return away.x + away.y;
    }
    // By Roth's rule, the square farthest from the centre has the lowest cost. The square in the exact centre has a
    // distance of 0.
    if all(size <= vec2<i32>(MAX_SIDE)) {
        return (NO_COST - 1u) - ((away.x * away.x) + (away.y * away.y));
    }
    // Let d be twice the distance from the centre. Then d(target)^2 - d(knight)^2 is four times `gain`.
    let gain = dot((2 * chooser.here) - (size - 1), by) + dot(by, by);
    return u32(0x40000000 - gain);
}

// Steps: makes the moves of a knight over several dispatches. The board of the knight is in a buffer. The kernels
// `bitboard` and `lane` share this file. Each kernel defines two functions: `ranks_around`, and `arrive`, which visits
// a square and returns the ranks around this square.

@group(0) @binding(4) var<storage, read_write> knights: array<Knight>;
@group(0) @binding(5) var<storage, read_write> cells: array<u32>;

override WIDTH: u32 = 32u;

// Offset of the knight's board in `cells`.
var<private> base: u32;

// Returns the lowest rank of the unvisited neighbours of a square, or NO_WAY if the square has no such neighbour.
fn ways_on(there: vec2<i32>) -> u32 {
    return min(NO_WAY, first_lowest(ranks_around(there), 0u) >> 3u);
}

// Makes at most `budget` moves of knight `k`.
fn walk(k: u32) {
    if k >= params.knights {
        return;
    }
    var knight = knights[k];
    if knight.at == NOWHERE {
        return;
    }
    base = k * params.words;
    take_over(&knight);
    var slots = slots_of(knight.order);
    var here = place(knight.at);
    for (var made = 0u; made < params.budget; made += 1u) {
        write_down(k, knight.visits, knight.at);
        knight.visits += 1u;
        let ranks = arrive(knight.at, here);
        let slot = pick(chooser(knight, here), ranks, slots);
        if slot == NO_SLOT {
            results[k] = result(knight.start, knight.at, knight.visits);
            knight.at = NOWHERE;
            break;
        }
        here += jump(way_in(knight.order, slot));
        knight.at = index(here);
        if RULE == SQUIRREL_CULL {
            take_over(&knight);
            slots = slots_of(knight.order);
        }
    }
    knights[k] = knight;
}

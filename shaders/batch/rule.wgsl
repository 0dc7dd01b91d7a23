// Functions with which the kernels of a batch apply the rules to their knights and record the visited squares. In a
// shader, this file comes after `rules.wgsl`.
//
// A slot is an index in the knight's move order. Candidate squares are bits, one per slot.

// 1 if every visited square is recorded, otherwise 0.
override PATHS: u32 = 0u;

// Results, one per knight. If squares are recorded, they are stored after the results, ordered by visit and then by
// knight. Visits and knights are counted from 0: visit v of knight k has the index (v + 1) * knights + k.
@group(0) @binding(6) var<storage, read_write> results: array<u32>;

fn write_down(k: u32, visit: u32, square: u32) {
    if PATHS == 1u {
        results[((visit + 1u) * params.knights) + k] = square;
    }
}

// Returns the inverse of a move order: the slot of each code, three bits per code.
fn slots_of(order: u32) -> u32 {
    var slots = 0u;
    for (var slot = 0u; slot < params.move_count; slot += 1u) {
        slots |= slot << (3u * way_in(order, slot));
    }
    return slots;
}

// Updates the fields `leg` and `order` of a knight that has reached the square `at`. Does nothing unless the rule is
// `squirrel-cull`.
fn take_over(knight: ptr<function, Knight>) {
    if RULE == SQUIRREL_CULL {
        // The end of the last leg is NOWHERE, so the loop stops at that leg.
        while params.legs[(*knight).leg].y == (*knight).at {
            (*knight).leg += 1u;
        }
        (*knight).order = params.legs[(*knight).leg].x;
    }
}

// Returns the data that determine a knight's choice, except the ranks. The field `order` contains ways, and a way is a
// move code minus 1.
fn chooser(knight: Knight, here: vec2<i32>) -> Chooser {
    return Chooser(here, knight.order, knight.visits, knight.number, knight.seed_low, knight.seed_high, false);
}

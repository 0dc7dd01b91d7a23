// Tally: sums the results of the knights of each slice.
//
// Each workgroup processes one slice. Each invocation processes every TALLY_WIDTH-th knight of the slice.
// Reads:  `slices`, `results`.
// Writes: the slice's element of `tallies`.
// No race: every slice has one workgroup, and only lane 0 writes; barriers separate the steps of the reduction.

// Sentinel index for no knight.
const NOBODY: u32 = 0xffffffffu;

struct SliceTally {
    complete: u32,
    closed: u32,
    // Total number of visited squares, summed over all knights of the slice: a low and a high word.
    visited_low: u32,
    visited_high: u32,
    // Smallest number of squares that a knight of the slice visited.
    min_visited: u32,
    // `first_complete`: index, within the slice, of the first knight that visited all squares. `first_closed`: index of
    // the first knight that closed its tour. Each is NOBODY if no such knight exists.
    first_complete: u32,
    first_closed: u32,
}

@group(0) @binding(7) var<storage, read_write> tallies: array<SliceTally>;
// Results, one per knight.
@group(0) @binding(6) var<storage, read> results: array<u32>;

const TALLY_WIDTH: u32 = 64u;

var<workgroup> shares: array<SliceTally, TALLY_WIDTH>;

fn both(a: SliceTally, b: SliceTally) -> SliceTally {
    let low = a.visited_low + b.visited_low;
    let carry = select(0u, 1u, low < a.visited_low);
    return SliceTally(
        a.complete + b.complete,
        a.closed + b.closed,
        low,
        a.visited_high + b.visited_high + carry,
        min(a.min_visited, b.min_visited),
        min(a.first_complete, b.first_complete),
        min(a.first_closed, b.first_closed),
    );
}

@compute @workgroup_size(TALLY_WIDTH)
fn tally(
    @builtin(workgroup_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let which = (id.y * groups.x) + id.x;
    var share = SliceTally(0u, 0u, 0u, 0u, NOBODY, NOBODY, NOBODY);
    if which < params.slices {
        let slice = slices[which];
        for (var i = lane; i < slice.count; i += TALLY_WIDTH) {
            let result = results[slice.first + i];
            let visits = result & ~CLOSED;
            let complete = visits == params.playable;
            let closed = (result & CLOSED) != 0u;
            share = both(share, SliceTally(
                select(0u, 1u, complete),
                select(0u, 1u, closed),
                visits,
                0u,
                visits,
                select(NOBODY, i, complete),
                select(NOBODY, i, closed),
            ));
        }
    }
    shares[lane] = share;
    for (var half = TALLY_WIDTH / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lane < half {
            shares[lane] = both(shares[lane], shares[lane + half]);
        }
    }
    if (lane == 0u) && (which < params.slices) {
        tallies[which] = shares[0];
    }
}

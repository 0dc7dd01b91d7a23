// Apply: switches the picked gadgets, class by class. A class consists of the gadgets with the same shape whose anchors
// have the same colour.
//
// The pass has twelve dispatches, one for each class. Each invocation processes one cycle. If the cycle's pick belongs
// to the class of the dispatch and the edges of the gadget have not changed since the scan, the invocation switches the
// edges. This joins the cycle with another cycle. If an earlier class has changed one of the edges, the pick is
// dropped.
// Reads:  the cycle's pick, the four edges of the gadget.
// Writes: the same four edges; the joined flag of the cycle; in the status, the number of switched picks.
// No race: gadgets of one class share no edge. Words shared by several gadgets are written by atomics.

@group(0) @binding(1) var<storage, read_write> planes: array<atomic<u32>>;

// Returns the index of the word that contains a square's bit in a plane, and a mask with only that bit.
fn place_of(axis: u32, row: u32, col: u32) -> vec2<u32> {
    return vec2<u32>(edge_word(axis, row, col / 32u), 1u << (col & 31u));
}

fn is_used(place: vec2<u32>) -> bool {
    return (atomicLoad(&planes[place.x]) & place.y) != 0u;
}

@compute @workgroup_size(WIDTH)
fn apply(me: Invocation) {
    let cycle = number_of(me);
    if cycle >= job.end {
        return;
    }
    let gadget = atomicLoad(&cycles[gadget_place(cycle)]);
    let anchor = gadget / 6u;
    let row = anchor / job.pitch;
    let col = anchor % job.pitch;
    if gadget == NO_GADGET || gadget % 6u != job.shape || ((row + col) & 1u) != job.colour {
        return;
    }
    let axes = axes_of(job.shape);
    let i = axes.x;
    let j = axes.y;
    let near_i = place_of(i, row, col);
    let near_j = place_of(j, row, col);
    let far_i = place_of(i, row + down_of(j), col + u32(right_of(j)));
    let far_j = place_of(j, row + down_of(i), col + u32(right_of(i)));
    let first = atomicLoad(&cycles[state_place(cycle)]) == 0u;
    if is_used(near_i) != first || is_used(far_i) != first || is_used(near_j) == first || is_used(far_j) == first {
        return;
    }
    atomicXor(&planes[near_i.x], near_i.y);
    atomicXor(&planes[far_i.x], far_i.y);
    atomicXor(&planes[near_j.x], near_j.y);
    atomicXor(&planes[far_j.x], far_j.y);
    atomicStore(&cycles[joined_place(cycle)], 1u);
    atomicAdd(&status.switched, 1u);
}

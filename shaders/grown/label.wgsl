// Label: which cycle each square is on. The label of a cycle is the least cell on it.
//
// One invocation is one cell. Four dispatches, as in ECL-CC (Jaiganesh and Burtscher, "A high-performance connected
// components implementation for GPUs", 2018): `prepare` points every cell at the least square next to it on its cycle;
// `hook` joins the trees that an edge connects, the larger root under the smaller; `compress` points every cell at its
// root; `number` gives every root a number.
// Reads:  the links of its square; the cells on the way to the roots.
// Writes: its own cell; in `hook` a root's cell, by compare-and-exchange, and cells on the way to it.
// No race: a root's cell is written once, by whoever finds it unchanged; a cell on the way is only ever pointed at a
// square further up the same tree. The least cell is the root, whatever the order. Which number a root gets does
// depend on it, and nothing depends on the number but where the cycle's data are.

// Rounds that this invocation's loops have made.
var<private> rounds: u32 = 0u;

// The root of the tree that a cell is in. On the way every other cell is pointed one further.
fn root_of(cell: u32) -> u32 {
    var here = cell;
    var up = cell_at(here);
    while up != here && rounds < MOST_ROUNDS {
        rounds += 1u;
        let above = cell_at(up);
        if above != up {
            set_cell(here, above);
        }
        here = up;
        up = above;
    }
    return here;
}

fn unite(one: u32, two: u32) {
    var a = root_of(one);
    var b = root_of(two);
    while a != b && rounds < MOST_ROUNDS {
        rounds += 1u;
        let high = max(a, b);
        let low = min(a, b);
        if exchange_cell(high, high, low) {
            return;
        }
        a = root_of(high);
        b = root_of(low);
    }
}

// The other end of an open tour, if the cell is the later end of one, else the cell itself.
fn over_link(cell: u32) -> u32 {
    if job.ends.x != NO_CELL && cell == max(job.ends.x, job.ends.y) {
        return min(job.ends.x, job.ends.y);
    }
    return cell;
}

// The cell that the link back along an axis leads to, or the cell itself if there is no link.
fn back_along(axis: u32, links: u32, cell: u32) -> u32 {
    return select(cell, cell - jump_of(axis), ((links >> (4u + axis)) & 1u) == 1u);
}

// The cell's number in this pass, or NO_CELL if there is nothing to do.
fn own_cell(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
    let cell = invocation(group, groups, lane);
    return select(NO_CELL, cell, cell < job.end);
}

@compute @workgroup_size(WIDTH)
fn prepare(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cell = own_cell(group, groups, lane);
    if cell == NO_CELL {
        return;
    }
    let col = cell % job.pitch;
    var links = 0u;
    if col < job.cols {
        links = links_of(cell / job.pitch, col);
    }
    if links == 0u {
        set_cell(cell, NO_LABEL);
        return;
    }
    let near = min(back_along(0u, links, cell), back_along(1u, links, cell));
    let far = min(back_along(2u, links, cell), back_along(3u, links, cell));
    set_cell(cell, min(min(near, far), over_link(cell)));
}

@compute @workgroup_size(WIDTH)
fn hook(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cell = own_cell(group, groups, lane);
    if cell == NO_CELL || cell_at(cell) == NO_LABEL {
        return;
    }
    let links = links_of(cell / job.pitch, cell % job.pitch);
    for (var axis = 0u; axis < 4u; axis += 1u) {
        let other = back_along(axis, links, cell);
        if other != cell {
            unite(cell, other);
        }
    }
    let other = over_link(cell);
    if other != cell {
        unite(cell, other);
    }
    if rounds >= MOST_ROUNDS {
        atomicOr(&status.flags, AGAIN);
    }
}

@compute @workgroup_size(WIDTH)
fn compress(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cell = own_cell(group, groups, lane);
    if cell == NO_CELL || cell_at(cell) == NO_LABEL {
        return;
    }
    set_cell(cell, root_of(cell));
    if rounds >= MOST_ROUNDS {
        atomicOr(&status.flags, AGAIN);
    }
}

@compute @workgroup_size(WIDTH)
fn number(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cell = own_cell(group, groups, lane);
    if cell == NO_CELL || cell_at(cell) != cell {
        return;
    }
    let cycle = atomicAdd(&status.cycles, 1u);
    if cycle < job.room {
        atomicStore(&cycles[root_place(cycle)], cell);
        atomicStore(&cycles[joined_place(cycle)], cycle);
        atomicStore(&cycles[best_place(cycle)], NO_OFFER);
        atomicStore(&cycles[gadget_place(cycle)], NO_GADGET);
        set_cell(cell, ROOT | cycle);
    }
}

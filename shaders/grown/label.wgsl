// Label: finds the cycle of each square. The label of a cycle is its lowest cell.
//
// Each invocation processes one cell. There are four dispatches, as in ECL-CC (Jaiganesh and Burtscher, "A
// high-performance connected components implementation for GPUs", 2018):
// - `prepare` points every cell at the lowest of three cells: itself and its two neighbours on the cycle.
// - `hook` joins the trees connected by the remaining edges: it points the larger root at the smaller root.
// - `number` gives every root a number.
// - `compress` gives every cell the number of its root.
//
// The cells can be divided into parts, each in its own binding. Then `prepare` and `hook` process the cells of one
// part, and make trees inside this part. Afterwards `tie` joins the trees of different parts. `tie` processes only
// cells that can have a neighbour in an earlier part: the cells at the beginning of every part except the first, and
// the higher end of an open tour.
// Reads:  the links of the cell's square; the cells on the path to the roots.
// Writes: the invocation's own cell; in `hook` and `tie`, the cell of a root, by compare-and-exchange, and cells on the
// path to the root.
// No race: the cell of a root is written once, by the invocation that finds it unchanged. Any other cell on the path
// changes in two ways only: it is pointed at a cell further up the same tree, and in the end it is replaced by the
// number of its root. The root is the lowest cell for any order of execution. The number of a root depends on the
// order, but this number determines only the location of the cycle's data.

// Number of loop iterations of this invocation.
var<private> rounds: u32 = 0u;

// Returns the root of a cell's tree. Shortens the path to the root: the grandparent of each cell on the path becomes
// the parent of the cell.
fn root_of(cell: u32) -> u32 {
    var here = cell;
    var up = cell_at(here);
    while up != here && rounds < MAX_ROUNDS {
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
    while a != b && rounds < MAX_ROUNDS {
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

// Returns the links of a cell; 0 if the cell is not a square.
fn links_at(cell: u32) -> u32 {
    let col = cell % job.pitch;
    if col >= job.cols {
        return 0u;
    }
    return links_of(cell / job.pitch, col);
}

// Returns the lowest and the highest earlier neighbour of a cell. An earlier neighbour is adjacent to the cell on its
// cycle, has a lower index, and is not below `job.base`. If the cell has no earlier neighbour, returns the cell itself
// twice. The ends of an open tour count as adjacent.
fn before(cell: u32, links: u32) -> vec2<u32> {
    var least = cell;
    var most = 0u;
    for (var axis = 0u; axis < 4u; axis += 1u) {
        let other = cell - jump_of(axis);
        if ((links >> (4u + axis)) & 1u) == 1u && other >= job.base {
            least = min(least, other);
            most = max(most, other);
        }
    }
    let end = min(job.ends.x, job.ends.y);
    if job.ends.x != NO_CELL && cell == max(job.ends.x, job.ends.y) && end >= job.base {
        least = min(least, end);
        most = max(most, end);
    }
    return vec2<u32>(least, max(least, most));
}

// Requests a repetition of the pass if a loop stopped at its maximum number of iterations.
fn report() {
    if rounds >= MAX_ROUNDS {
        atomicOr(&status.flags, AGAIN);
    }
}

@compute @workgroup_size(WIDTH)
fn prepare(me: Invocation) {
    let cell = number_of(me);
    if cell >= job.end {
        return;
    }
    let links = links_at(cell);
    if links == 0u {
        set_cell(cell, NO_LABEL);
        return;
    }
    set_cell(cell, before(cell, links).x);
}

@compute @workgroup_size(WIDTH)
fn hook(me: Invocation) {
    let cell = number_of(me);
    if cell >= job.end {
        return;
    }
    // The cell already points at its lowest earlier neighbour, `others.x`. Here the cell is joined with its highest
    // earlier neighbour.
    let others = before(cell, links_at(cell));
    if others.x != others.y {
        unite(cell, others.y);
    }
    report();
}

@compute @workgroup_size(WIDTH)
fn tie(me: Invocation) {
    let cell = number_of(me);
    if cell >= job.end {
        return;
    }
    let others = before(cell, links_at(cell));
    if others.x != cell {
        unite(cell, others.x);
        unite(cell, others.y);
    }
    report();
}

@compute @workgroup_size(WIDTH)
fn number(me: Invocation) {
    let cell = number_of(me);
    if cell >= job.end || cell_at(cell) != cell {
        return;
    }
    let cycle = atomicAdd(&status.cycles, 1u);
    if cycle < job.room {
        atomicStore(&cycles[root_place(cycle)], cell);
        atomicStore(&cycles[joined_place(cycle)], 0u);
        atomicStore(&cycles[best_place(cycle)], NO_OFFER);
        atomicStore(&cycles[gadget_place(cycle)], NO_GADGET);
        set_cell(cell, NUMBERED | cycle);
    }
}

@compute @workgroup_size(WIDTH)
fn compress(me: Invocation) {
    let cell = number_of(me);
    if cell >= job.end {
        return;
    }
    var slot = cell_at(cell);
    // A cell that is not a square of the board contains NO_LABEL, which has the bit NUMBERED. Therefore the loop does
    // not change such a cell.
    while (slot & NUMBERED) == 0u && rounds < MAX_ROUNDS {
        rounds += 1u;
        slot = cell_at(slot);
    }
    set_cell(cell, slot);
    report();
}

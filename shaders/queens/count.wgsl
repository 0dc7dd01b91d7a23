// Count: the number of ways to fill the rows below a prefix with nonattacking queens.
//
// One invocation is one lane: it takes a prefix, searches everything below it, writes the number, and takes the next.
// It makes at most `budget` steps per dispatch, and the next dispatch resumes it. A step places one queen, or
// backtracks, or takes a prefix.
// Reads:  `prefixes`, its column of `saved`.
// Writes: the results of its prefixes, its column of `saved`.
// No race: an atomic gives a prefix to one lane; every lane has its own column of `saved` and of the workgroup's
// memory.

// As in `crates/engine/src/queens/gpu.rs`.
struct Params {
    // One bit per column of the board.
    all: u32,
    // The row that is filled without a separate step: its one free square is counted when the row above is filled.
    last: u32,
    // Prefixes.
    prefixes: u32,
    // Lanes of all workgroups.
    lanes: u32,
    // Steps that a dispatch makes at most.
    budget: u32,
    unused1: u32,
    unused2: u32,
    unused3: u32,
}

// Rows filled by the host: what their queens attack in the row to come.
struct Prefix {
    // Along diagonals to the left.
    left: u32,
    // In columns; one bit per row filled.
    down: u32,
    // Along diagonals to the right.
    right: u32,
    unused: u32,
}

struct Status {
    // The first free prefix; beyond `prefixes` when all are taken.
    next: atomic<u32>,
    // Number of prefixes with results.
    finished: atomic<u32>,
    // Lanes that had a prefix at the end of a dispatch.
    busy: atomic<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> prefixes: array<Prefix>;
@group(0) @binding(2) var<storage, read_write> status: Status;
// Word w of lane l at `w * lanes + l`.
@group(0) @binding(3) var<storage, read_write> saved: array<u32>;
// Low word, high word.
@group(0) @binding(4) var<storage, read_write> results: array<vec2<u32>>;

// Lanes of a workgroup.
override WIDTH: u32 = 32u;

// Words of a workgroup's stack: WIDTH times LEVEL times the rows between the prefix and the last two.
override STACK: u32 = 3584u;

// No prefix.
const NOBODY: u32 = 0xffffffffu;

// Words of `saved` before the stack: prefix, left, down, right, free, height, low, high.
const HEAD: u32 = 8u;

// Words of a level of the stack: left, down, right, free.
const LEVEL: u32 = 4u;

// Rows to which the search will come back: word w of a lane at `w * WIDTH + lane`.
var<workgroup> stack: array<u32, STACK>;

@compute @workgroup_size(WIDTH)
fn count(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let column = id.x;
    let lanes = params.lanes;
    var prefix = saved[column];
    var left = saved[lanes + column];
    var down = saved[(2u * lanes) + column];
    var right = saved[(3u * lanes) + column];
    // The squares of the row to come that are still to be tried.
    var free = saved[(4u * lanes) + column];
    var height = saved[(5u * lanes) + column];
    var low = saved[(6u * lanes) + column];
    var high = saved[(7u * lanes) + column];
    for (var word = 0u; word < (LEVEL * height); word += 1u) {
        stack[(word * WIDTH) + lane] = saved[((HEAD + word) * lanes) + column];
    }

    for (var made = 0u; made < params.budget; made += 1u) {
        if free == 0u {
            if height > 0u {
                height -= 1u;
                let at = (LEVEL * height * WIDTH) + lane;
                left = stack[at];
                down = stack[at + WIDTH];
                right = stack[at + (2u * WIDTH)];
                free = stack[at + (3u * WIDTH)];
                continue;
            }
            if prefix != NOBODY {
                results[prefix] = vec2<u32>(low, high);
                atomicAdd(&status.finished, 1u);
                prefix = NOBODY;
            }
            // Asked first, so that idle lanes do not count `next` up for ever, and round to 0.
            if atomicLoad(&status.next) >= params.prefixes {
                break;
            }
            let taken = atomicAdd(&status.next, 1u);
            if taken >= params.prefixes {
                break;
            }
            prefix = taken;
            left = prefixes[prefix].left;
            down = prefixes[prefix].down;
            right = prefixes[prefix].right;
            free = params.all & ~(left | down | right);
            low = 0u;
            high = 0u;
            continue;
        }
        let queen = free & (~free + 1u);
        free ^= queen;
        let next_left = (left | queen) << 1u;
        let next_down = down | queen;
        let next_right = (right | queen) >> 1u;
        let next_free = params.all & ~(next_left | next_down | next_right);
        if next_free == 0u {
            continue;
        }
        if countOneBits(next_down) == params.last {
            low += 1u;
            high += select(0u, 1u, low == 0u);
            continue;
        }
        if free != 0u {
            let at = (LEVEL * height * WIDTH) + lane;
            stack[at] = left;
            stack[at + WIDTH] = down;
            stack[at + (2u * WIDTH)] = right;
            stack[at + (3u * WIDTH)] = free;
            height += 1u;
        }
        left = next_left;
        down = next_down;
        right = next_right;
        free = next_free;
    }

    if prefix != NOBODY {
        atomicAdd(&status.busy, 1u);
    }
    saved[column] = prefix;
    saved[lanes + column] = left;
    saved[(2u * lanes) + column] = down;
    saved[(3u * lanes) + column] = right;
    saved[(4u * lanes) + column] = free;
    saved[(5u * lanes) + column] = height;
    saved[(6u * lanes) + column] = low;
    saved[(7u * lanes) + column] = high;
    for (var word = 0u; word < (LEVEL * height); word += 1u) {
        saved[((HEAD + word) * lanes) + column] = stack[(word * WIDTH) + lane];
    }
}

// Count: counts the placements of nonattacking queens in the rows below a prefix.
//
// Each invocation is a lane. The lane repeatedly fetches a prefix, searches all placements below the prefix, and writes
// the number of these placements. A lane makes at most `budget` steps per dispatch, and the next dispatch resumes the
// lane. A step places one queen, backtracks, or fetches a prefix.
// Reads:  `prefixes`, the lane's column of `saved`.
// Writes: the results of the lane's prefixes, the lane's column of `saved`.
// No race: an atomic counter assigns each prefix to only one lane; every lane has its own column of `saved` and of the
// workgroup's memory.

// Parameters, as in `crates/engine/src/queens/kernels.rs`.
struct Params {
    // Mask of all columns of the board, with one bit per column.
    all: u32,
    // Index of the last row. The last row needs no separate step: its only possible square is counted when the row
    // above is filled.
    last: u32,
    // Number of prefixes.
    prefixes: u32,
    // Total number of lanes of all workgroups.
    lanes: u32,
    // Maximum number of steps per dispatch.
    budget: u32,
    unused1: u32,
    unused2: u32,
    unused3: u32,
}

// The queens that the host has placed in the first rows. The fields are masks of the attacked squares in the next row,
// with one bit per column.
struct Prefix {
    // Squares attacked along diagonals to the left.
    left: u32,
    // Squares attacked along columns. The number of set bits is the number of filled rows.
    down: u32,
    // Squares attacked along diagonals to the right.
    right: u32,
    unused: u32,
}

struct Status {
    // Index of the next free prefix; at least `prefixes` if no prefix is free.
    next: atomic<u32>,
    // Number of prefixes with results.
    finished: atomic<u32>,
    // Number of lanes that still have a prefix when the dispatch ends.
    busy: atomic<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> prefixes: array<Prefix>;
@group(0) @binding(2) var<storage, read_write> status: Status;
// Saved states of the lanes. Word w of lane l has the index `w * lanes + l`.
@group(0) @binding(3) var<storage, read_write> saved: array<u32>;
// Results, each with the low word first.
@group(0) @binding(4) var<storage, read_write> results: array<vec2<u32>>;

// Number of lanes in a workgroup.
override WIDTH: u32 = 32u;

// Number of words in a workgroup's stack: WIDTH times LEVEL times the number of rows between the prefix and the last
// two rows.
override STACK: u32 = 3584u;

// Sentinel index for no prefix.
const NOBODY: u32 = 0xffffffffu;

// Number of words of `saved` before the stack: prefix, left, down, right, free, height, low, high.
const HEAD: u32 = 8u;

// Number of words in a level of the stack: left, down, right, free.
const LEVEL: u32 = 4u;

// One stack per lane, which contains the rows to which the search will return. Word w of a lane's stack has the index
// `w * WIDTH + lane`.
var<workgroup> stack: array<u32, STACK>;

@compute @workgroup_size(WIDTH)
fn count(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let column = id.x;
    let lanes = params.lanes;
    var prefix = saved[column];
    var left = saved[lanes + column];
    var down = saved[(2u * lanes) + column];
    var right = saved[(3u * lanes) + column];
    // The untried squares of the next row.
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
            // Idle lanes do not increment `next`, which would otherwise overflow.
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

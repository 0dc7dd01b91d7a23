// Shared by all passes of a grown tour: the board, the job of a dispatch, and the positions of edges and marks.
//
// The host puts this file before each pass. Integers only.
//
// An edge belongs to one of four axes, (rows down, columns to the right): (1,2) (1,-2) (2,1) (2,-1). Each axis has a
// bit plane. A square's bit is set if the edge from the square along the axis is used. A row of a plane has a word of
// zeros before and after its words, and there are two rows of zeros above and below the board, so that edges need no
// test for the border. The planes are interleaved by rows: a row of the first, the same row of the second, and so on. A
// cell is a square's index in an array of words, row by row, with `pitch` cells per row.

struct Job {
    // Rows of the board.
    rows: u32,
    // Columns of the board.
    cols: u32,
    // Distance between rows in cells.
    pitch: u32,
    // Number of words with squares in a row of a bit plane.
    words: u32,
    // Distance between rows of a bit plane in words.
    stride: u32,
    // First cell of the part of this dispatch, 0 if the dispatch processes all cells.
    base: u32,
    // Number of the first invocation of the dispatch in the whole pass.
    first: u32,
    // Number after the last invocation of the pass.
    end: u32,
    // The shape of the gadgets of this dispatch, 0 to 5.
    shape: u32,
    // The colour of their anchors: row plus column, modulo 2.
    colour: u32,
    // The keys of the random bits.
    coins: vec2<u32>,
    // 1 if only gadgets inside the dilated marks are switched, else 0.
    inside: u32,
    // 1 if all squares are marked again, else 0.
    afresh: u32,
    // The number of the main cycle; NO_CYCLE if cycles are marked at random.
    main: u32,
    // The key of the round's random bits or offers.
    key: u32,
    // The cells of an open tour's ends; both NO_CELL if the tour is closed.
    ends: vec2<u32>,
    // The capacity of the lists of cycles.
    room: u32,
    // Number of squares that are not holes.
    squares: u32,
    // Number of splitters in a row with splitters.
    across: u32,
    // Number of squares that are splitters by their position.
    splitters: u32,
    // The cell of an additional splitter, or NO_CELL.
    extra: u32,
    // The first of the two half-edges of the start.
    start: u32,
    // Number of half-edges of all splitters.
    halves: u32,
    // 1 if a pass reads the second half of the pieces and writes the first, 0 for the reverse.
    turned: u32,
}

// Number of invocations in a workgroup.
override WIDTH: u32 = 64u;

const NO_CELL: u32 = 0xffffffffu;
const NO_CYCLE: u32 = 0xffffffffu;

@group(0) @binding(0) var<uniform> job: Job;

// The index of an invocation in its dispatch.
struct Invocation {
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
}

// Returns the number of an invocation in its pass. There may be more invocations than work.
fn number_of(at: Invocation) -> u32 {
    return job.first + ((((at.group.y * at.groups.x) + at.group.x) * WIDTH) + at.lane);
}

// Maximum number of loop iterations of an invocation. A driver may end longer loops without an error.
const MAX_ROUNDS: u32 = 16384u;

// Returns the rows down of an axis.
fn down_of(axis: u32) -> u32 {
    return 1u + (axis >> 1u);
}

fn right_of(axis: u32) -> i32 {
    let columns = i32(2u - (axis >> 1u));
    return select(columns, -columns, (axis & 1u) == 1u);
}

// Returns the offset of an axis in cells.
fn jump_of(axis: u32) -> u32 {
    return (down_of(axis) * job.pitch) + u32(right_of(axis));
}

// Returns the two axes of a shape.
fn axes_of(shape: u32) -> vec2<u32> {
    if shape < 3u {
        return vec2<u32>(0u, shape + 1u);
    }
    if shape < 5u {
        return vec2<u32>(1u, shape - 1u);
    }
    return vec2<u32>(2u, 3u);
}

// Returns the index of a word of a row of a plane. The row may be up to two above or below the board.
fn edge_word(axis: u32, row: u32, word: u32) -> u32 {
    return (((((row + 2u) * 4u) + axis) * job.stride) + 1u) + word;
}

// Returns the index of a word of a row of the marks.
fn mark_word(row: u32, word: u32) -> u32 {
    return (((row + 2u) * job.stride) + 1u) + word;
}

// Returns the index of a word of a row of the dilated marks, in a plane after the marks.
fn wide_word(row: u32, word: u32) -> u32 {
    return mark_word((job.rows + 4u) + row, word);
}

// Returns a word shifted by `by` columns: bit c of the result is column c + by.
fn ahead(before: u32, here: u32, after: u32, by: i32) -> u32 {
    if by >= 0 {
        return (here >> u32(by)) | (after << (32u - u32(by)));
    }
    return (here << u32(-by)) | (before >> (32u - u32(-by)));
}

// Hashes a word by lowbias32 (Chris Wellons, 2018), which is a bijection.
fn mix(word: u32) -> u32 {
    var x = word;
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return x ^ (x >> 16u);
}

// Returns the inverse of `mix`.
fn unmix(word: u32) -> u32 {
    var x = word;
    x = (x ^ (x >> 16u)) * 0x43021123u;
    x = ((x ^ (x >> 15u)) ^ (x >> 30u)) * 0x1d69e2a5u;
    return x ^ (x >> 16u);
}

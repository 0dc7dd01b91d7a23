// Definitions for all passes of a grown tour: the board, the job of a dispatch, and the memory layout of edges and
// marks.
//
// The host prepends this file to the source of each pass. The passes use only integers.
//
// An edge belongs to one of four axes: (1,2), (1,-2), (2,1) or (2,-1). The first number counts rows down, and the
// second number counts columns to the right. Each axis has a bit plane. In the plane, the bit of a square is set if the
// edge from the square along the axis is used. Each row of a plane begins and ends with a word of zeros. Each plane
// begins and ends with two rows of zeros. Therefore reading an edge needs no test for the border. The planes are
// interleaved by rows: a row of the first plane, the same row of the second, and so on. The labels and the visit
// numbers are in an array with one word per square. In this array, each row of squares begins at a multiple of `pitch`.
// A cell is the index of a square in this array.

struct Job {
    // Number of rows of the board.
    rows: u32,
    // Number of columns of the board.
    cols: u32,
    // Row stride of the cells: the distance between successive rows, in cells.
    pitch: u32,
    // Number of words that the squares of one board row occupy in a bit plane.
    words: u32,
    // Row stride of a bit plane: the distance between successive rows, in words.
    stride: u32,
    // First cell of the part processed by this dispatch; 0 if the dispatch processes all cells.
    base: u32,
    // Index of the dispatch's first invocation within the pass.
    first: u32,
    // Index of the pass's last invocation, plus 1.
    end: u32,
    // Shape of the gadgets of this dispatch, 0 to 5.
    shape: u32,
    // Colour of the anchors of the dispatch's gadgets: (row + column) modulo 2.
    colour: u32,
    // Keys of the random bits.
    coins: vec2<u32>,
    // 1 if only gadgets whose anchors have dilated marks are switched, otherwise 0.
    inside: u32,
    // 1 if the marks of all squares are computed again, otherwise 0.
    afresh: u32,
    // Number of the main cycle; NO_CYCLE if cycles are marked at random.
    main: u32,
    // Key of the current round. The random bits of cycles and the keys of gadgets are computed from this key.
    key: u32,
    // Cells of the two ends of an open tour; both are NO_CELL if the tour is closed.
    ends: vec2<u32>,
    // Maximum number of cycles in each list of cycles.
    room: u32,
    // Number of squares that are not holes.
    squares: u32,
    // Number of splitters in a row that has splitters.
    across: u32,
    // Number of splitters whose row and column are multiples of 8.
    splitters: u32,
    // Cell of an additional splitter, or NO_CELL.
    extra: u32,
    // Index of the first half-edge of the tour's first square. This square is a splitter.
    start: u32,
    // Number of half-edges of all splitters.
    halves: u32,
    // 1 if a pass reads the second half of the pieces and writes the first half; 0 if it reads the first half and
    // writes the second.
    turned: u32,
}

// Number of invocations in a workgroup.
override WIDTH: u32 = 64u;

const NO_CELL: u32 = 0xffffffffu;
const NO_CYCLE: u32 = 0xffffffffu;

@group(0) @binding(0) var<uniform> job: Job;

// Position of an invocation in its dispatch.
struct Invocation {
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
}

// Returns the index of an invocation within its pass. An invocation has no work if its index is `job.end` or higher.
fn number_of(at: Invocation) -> u32 {
    return job.first + ((((at.group.y * at.groups.x) + at.group.x) * WIDTH) + at.lane);
}

// Maximum number of loop iterations of an invocation. Some drivers end a longer loop without reporting an error.
const MAX_ROUNDS: u32 = 16384u;

// Returns how many rows a move along the axis goes down.
fn down_of(axis: u32) -> u32 {
    return 1u + (axis >> 1u);
}

fn right_of(axis: u32) -> i32 {
    let columns = i32(2u - (axis >> 1u));
    return select(columns, -columns, (axis & 1u) == 1u);
}

// Returns the difference between the cell indices of two squares that are one move apart along the given axis.
fn jump_of(axis: u32) -> u32 {
    return (down_of(axis) * job.pitch) + u32(right_of(axis));
}

// Returns the two axes along which the edges of a gadget with this shape lie.
fn axes_of(shape: u32) -> vec2<u32> {
    if shape < 3u {
        return vec2<u32>(0u, shape + 1u);
    }
    if shape < 5u {
        return vec2<u32>(1u, shape - 1u);
    }
    return vec2<u32>(2u, 3u);
}

// Returns the index of word `word` in row `row` of a plane. The row can be up to two rows above or below the board.
fn edge_word(axis: u32, row: u32, word: u32) -> u32 {
    return (((((row + 2u) * 4u) + axis) * job.stride) + 1u) + word;
}

// Returns the index of word `word` in row `row` of the marks.
fn mark_word(row: u32, word: u32) -> u32 {
    return (((row + 2u) * job.stride) + 1u) + word;
}

// Returns the buffer index of a word of the dilated marks. The dilated marks are stored after the marks.
fn wide_word(row: u32, word: u32) -> u32 {
    return mark_word((job.rows + 4u) + row, word);
}

// Returns the word `here` shifted by `by` columns. Bit c of the result is the bit of column c + by, counted from the
// first column of `here`. The bits of columns outside `here` come from the words `before` and `after`.
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

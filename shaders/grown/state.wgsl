// Shared by every pass of a grown tour: the board, the job of a dispatch, the positions of a square's edges and marks.
//
// The host puts this file in front of each pass. Integers only.
//
// An edge belongs to one of four axes, (rows down, columns to the right): (1,2) (1,-2) (2,1) (2,-1). Each axis has a
// bit plane: a square's bit is set if the edge from the square to the one an axis further is used. A row of a plane has
// a word of zeros before and after its words, and two rows of zeros lie above and below the board, so that edges need
// no test for the board's border. The planes are interleaved by rows: a row of the first, the same row of the second,
// and so on. A cell is a square's index in an array of words, row by row, with `pitch` cells per row.

struct Job {
    // Rows of the board.
    rows: u32,
    // Columns of the board.
    cols: u32,
    // Cells from a row to the next.
    pitch: u32,
    // Words of a row of a bit plane that hold squares.
    words: u32,
    // Words from a row of a bit plane to the next.
    stride: u32,
    // The first cell of the part that the dispatch works on, 0 if it works on all cells.
    base: u32,
    // The first invocation of the dispatch, in the numbers of the whole pass.
    first: u32,
    // The number after the last invocation of the pass.
    end: u32,
    // The shape of the gadgets of this dispatch, 0 to 5.
    shape: u32,
    // The colour of their anchors: row plus column, modulo 2.
    colour: u32,
    // The keys of the coins.
    coins: vec2<u32>,
    // 1 if only gadgets inside the widened marks are switched, else 0.
    inside: u32,
    // 1 if all squares are marked afresh, else 0.
    afresh: u32,
    // The number of the main cycle; NO_CYCLE if cycles are marked by coins.
    main: u32,
    // The key of the round: of its coins, or of its offers.
    key: u32,
    // The cells of an open tour's ends; both NO_CELL if the tour is closed.
    ends: vec2<u32>,
    // The capacity of the lists of cycles.
    room: u32,
    // Squares of the board that are not holes.
    squares: u32,
    // Splitters in a row that has any.
    across: u32,
    // Number of squares that are splitters by their position.
    splitters: u32,
    // The cell of an additional splitter, or NO_CELL.
    extra: u32,
    // The first of the two half-edges of the start.
    start: u32,
    // Half-edges of all splitters.
    halves: u32,
    // 1 if a pass reads the second half of the pieces and writes the first, 0 if the other way round.
    turned: u32,
}

// Invocations in a workgroup.
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

// The number of an invocation in its pass. There may be more invocations than work for them.
fn number_of(at: Invocation) -> u32 {
    return job.first + ((((at.group.y * at.groups.x) + at.group.x) * WIDTH) + at.lane);
}

// Rounds of all loops that an invocation may make: a driver may leave longer loops without a report.
const MOST_ROUNDS: u32 = 16384u;

// Rows and columns that an axis leads.
fn down_of(axis: u32) -> u32 {
    return 1u + (axis >> 1u);
}

fn right_of(axis: u32) -> i32 {
    let columns = i32(2u - (axis >> 1u));
    return select(columns, -columns, (axis & 1u) == 1u);
}

// Cells that an axis leads.
fn jump_of(axis: u32) -> u32 {
    return (down_of(axis) * job.pitch) + u32(right_of(axis));
}

// The two axes of a shape.
fn axes_of(shape: u32) -> vec2<u32> {
    if shape < 3u {
        return vec2<u32>(0u, shape + 1u);
    }
    if shape < 5u {
        return vec2<u32>(1u, shape - 1u);
    }
    return vec2<u32>(2u, 3u);
}

// Where a word of a row of a plane is. The row may be two above the board or below it.
fn edge_word(axis: u32, row: u32, word: u32) -> u32 {
    return (((((row + 2u) * 4u) + axis) * job.stride) + 1u) + word;
}

// Where a word of a row of the marks is.
fn mark_word(row: u32, word: u32) -> u32 {
    return (((row + 2u) * job.stride) + 1u) + word;
}

// The index of a word of a row of the dilated marks, in a plane after the marks.
fn wide_word(row: u32, word: u32) -> u32 {
    return mark_word((job.rows + 4u) + row, word);
}

// A word as if its bits were `by` columns further left: bit c of the result is column c + by.
fn ahead(before: u32, here: u32, after: u32, by: i32) -> u32 {
    if by >= 0 {
        return (here >> u32(by)) | (after << (32u - u32(by)));
    }
    return (here << u32(-by)) | (before >> (32u - u32(-by)));
}

// lowbias32 by Chris Wellons (2018): a bijection.
fn mix(word: u32) -> u32 {
    var x = word;
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return x ^ (x >> 16u);
}

// The word from which mix makes this one.
fn unmix(word: u32) -> u32 {
    var x = word;
    x = (x ^ (x >> 16u)) * 0x43021123u;
    x = ((x ^ (x >> 15u)) ^ (x >> 30u)) * 0x1d69e2a5u;
    return x ^ (x >> 16u);
}

// Shared by all passes of the mosaic: the rows of the board in a buffer, and the offset of a square's number.
//
// The host puts this file before each pass. Integers only.
//
// A board may be much larger than a buffer, so a buffer contains a *window* of whole rows. A row is padded to whole
// quads of four adjacent squares, so that every quad begins at a multiple of 16 bytes. A visit number has one word or,
// on boards of 2^32 squares or more, two words, the lower first. A quad is therefore one vec4<u32> in a narrow buffer
// and two in a wide one. The padding contains 0, which is not a square's number.

struct RowWindow {
    // Rows of the board.
    rows: u32,
    // Columns of the board.
    cols: u32,
    // Number of squares of the board, as two words.
    cells: vec2<u32>,
    // Quads per row.
    quads: u32,
    // The first row in the buffer.
    top: u32,
    // The first row to number.
    number_first: u32,
    // The row after the last one to number.
    number_end: u32,
    // The first row of tiles to number, counted from the top of the board.
    tile_row: u32,
    // Number of rows of tiles to number. The first and the last may be incomplete.
    tile_rows: u32,
    // The first row to check, or to compute the state of.
    check_first: u32,
    // The row after the last one to check.
    check_end: u32,
    // 1 if the tour is closed, else 0.
    closed: u32,
    // First quad of a row to number in this dispatch, and number of such quads.
    span_first: u32,
    span_quads: u32,
    // Number of invocations that share the quads of a row; each processes every span_step-th quad.
    span_step: u32,
}

// Number of invocations in a workgroup.
const WIDTH: u32 = 64u;

// True for numbers of two words, with the lower word first.
override WIDE: bool = false;

@group(0) @binding(0) var<uniform> window: RowWindow;

// The lower and the higher words of four numbers.
struct Four {
    low: vec4<u32>,
    high: vec4<u32>,
}

// Returns a sum modulo 2^64.
fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, (a.y + b.y) + select(0u, 1u, low < a.x));
}

// Returns the number of an invocation in its dispatch. Workgroups are arranged in two dimensions, because a single one
// may be too long. There may be more invocations than work.
fn invocation(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
    return (((group.y * groups.x) + group.x) * WIDTH) + lane;
}

// The work of one invocation: a quad in several rows, or no rows past the last quad.
struct Spot {
    quad: u32,
    first: u32,
    end: u32,
}

// Returns the offset of a quad of a row in the buffer, in quads.
fn quad_at(row: u32, quad: u32) -> u32 {
    return ((row - window.top) * window.quads) + quad;
}

// Returns masks for the four columns from `col`: all ones for columns on the board, otherwise zeros.
fn on_board(col: u32) -> vec4<u32> {
    let cols = vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u);
    return select(vec4<u32>(0u), vec4<u32>(0xffffffffu), cols < vec4<u32>(window.cols));
}

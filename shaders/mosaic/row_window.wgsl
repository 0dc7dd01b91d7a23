// Shared by every pass of the mosaic: the rows of the board in a buffer, and the offset of a square's number.
//
// The host puts this file in front of each pass. Integers only.
//
// A board may be far larger than a buffer, so a buffer holds a *window* of whole rows. A row is padded to whole quads,
// four adjacent squares, so that every quad begins at a multiple of 16 bytes. A visit number has one word or, on boards
// of 2^32 squares or more, two: the lower first. So a quad is one vec4<u32> in a narrow buffer and two in a wide one.
// The padding holds 0, which is not a square's number.

struct RowWindow {
    // Rows of the board.
    rows: u32,
    // Columns of the board.
    cols: u32,
    // Squares of the board, as two words.
    cells: vec2<u32>,
    // Quads in a row.
    quads: u32,
    // The row that the buffer begins with.
    top: u32,
    // The first row to number.
    number_first: u32,
    // The row after the last one to number.
    number_end: u32,
    // The first row of tiles to number, counted from the top of the board.
    tile_row: u32,
    // Rows of tiles to number; of the first and the last of them maybe not all rows.
    tile_rows: u32,
    // The first row to check, or to make the state of.
    check_first: u32,
    // The row after the last one to check.
    check_end: u32,
    // 1 if the last square is followed by the first, else 0.
    closed: u32,
    // The quads of a row that this dispatch numbers: the first of them, and how many.
    span_first: u32,
    span_quads: u32,
    // Invocations that share the quads of a row, each with every span_step-th of them.
    span_step: u32,
}

// Invocations in a workgroup.
const WIDTH: u32 = 64u;

// True for numbers of two words, of which the lower comes first.
override WIDE: bool = false;

@group(0) @binding(0) var<uniform> window: RowWindow;

// The lower and the higher words of four numbers.
struct Four {
    low: vec4<u32>,
    high: vec4<u32>,
}

// A sum modulo 2^64.
fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, (a.y + b.y) + select(0u, 1u, low < a.x));
}

// The number of an invocation in its dispatch. Its workgroups are folded so that no dimension is too long. There may be
// more invocations than work.
fn invocation(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
    return (((group.y * groups.x) + group.x) * WIDTH) + lane;
}

// The work of one invocation: a quad in several rows, or no rows past the last quad.
struct Spot {
    quad: u32,
    first: u32,
    end: u32,
}

// The offset in the buffer of this quad of this row of the board, counted in quads.
fn quad_at(row: u32, quad: u32) -> u32 {
    return ((row - window.top) * window.quads) + quad;
}

// The columns of the four from `col` that are on the board, as masks of all ones or zeros.
fn on_board(col: u32) -> vec4<u32> {
    let cols = vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u);
    return select(vec4<u32>(0u), vec4<u32>(0xffffffffu), cols < vec4<u32>(window.cols));
}

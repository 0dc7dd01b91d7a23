// Definitions for all passes of the mosaic: the board rows in a buffer, and the offset of a square's number.
//
// The host prepends this file to the source of each pass. All values are integers.
//
// A board can be much larger than a buffer, so a buffer contains a *window* of whole rows. A row is padded to whole
// quads of four adjacent squares, so that every quad begins at a multiple of 16 bytes. A visit number has one word. On
// boards of 2^32 squares or more, it has two words, the lower first. A quad is therefore one vec4<u32> if a number has
// one word, and two vec4<u32> if a number has two words. The padding contains 0, which is not a square's number.

struct RowWindow {
    // Number of rows of the board.
    rows: u32,
    // Number of columns of the board.
    cols: u32,
    // Number of squares of the board, as two words.
    cells: vec2<u32>,
    // Number of quads per row.
    quads: u32,
    // First row in the buffer.
    top: u32,
    // First row whose visit numbers are computed.
    number_first: u32,
    // Last row whose visit numbers are computed, plus 1.
    number_end: u32,
    // First row of tiles whose visit numbers are computed, counted from the top of the board.
    tile_row: u32,
    // Number of rows of tiles whose visit numbers are computed. The first and the last row of tiles can be incomplete.
    tile_rows: u32,
    // First row to check.
    check_first: u32,
    // Last row to check, plus 1.
    check_end: u32,
    // 1 if the tour is closed, otherwise 0.
    closed: u32,
    // `span_first`: first quad, in each row, that this dispatch processes. `span_quads`: number of quads per row that
    // the dispatch processes.
    span_first: u32,
    span_quads: u32,
    // Number of invocations that share the quads of a row. Each invocation processes every span_step-th quad.
    span_step: u32,
    plan: Plan,
}

// The part of the plan that applies to the whole board. The kernel that checks the visit numbers does not use this
// part.
struct Plan {
    // Number subtracted from the index of every square, so that the first square of the tour has index 0. The squares
    // with lower indices than this number come at the end of the tour. Two words, the lower word first.
    shift: vec2<u32>,
    // Seed that determines the variant of each tile of a mosaic.
    seed: u32,
    // `row_zones`: number of row zones of a mosaic. `col_zones`: number of column zones of a mosaic. In the array
    // `zones`, the row zones precede the column zones.
    row_zones: u32,
    col_zones: u32,
    // Number of rows and number of columns of a tame tour's board. Both numbers are for the board in the orientation of
    // the tables.
    rows: u32,
    cols: u32,
    // 1 if the rows of the board of a tame tour are the columns of the tables, otherwise 0.
    transposed: u32,
    // 1 if the board of a tame tour is folded, otherwise 0.
    folded: u32,
    unused: u32,
    unused_too: u32,
    unused_as_well: u32,
}

// Number of invocations in a workgroup.
const WIDTH: u32 = 64u;

// True if a number has two words. The lower word comes first.
override WIDE: bool = false;

@group(0) @binding(0) var<uniform> window: RowWindow;

// The lower words and the higher words of four numbers.
struct Four {
    low: vec4<u32>,
    high: vec4<u32>,
}

// Returns a sum modulo 2^64.
fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, (a.y + b.y) + select(0u, 1u, low < a.x));
}

// Returns the number of an invocation in its dispatch. Workgroups are arranged in two dimensions, because the number of
// workgroups can exceed the maximum of one dimension. The last invocations possibly have no work.
fn invocation(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
    return (((group.y * groups.x) + group.x) * WIDTH) + lane;
}

// The work of one invocation: the quad with index `quad` in each row from `first` to `end` - 1. For an invocation
// without work, `end` is at most `first`.
struct Spot {
    quad: u32,
    first: u32,
    end: u32,
}

// Converts `quad`, the index of a quad in the row `row`, to the index of this quad in the buffer. Both indices count
// quads.
fn quad_at(row: u32, quad: u32) -> u32 {
    return ((row - window.top) * window.quads) + quad;
}

// Returns masks for the four columns from `col`: all ones for columns on the board, otherwise zeros.
fn on_board(col: u32) -> vec4<u32> {
    let cols = vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u);
    return select(vec4<u32>(0u), vec4<u32>(0xffffffffu), cols < vec4<u32>(window.cols));
}

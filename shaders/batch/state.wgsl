// Shared by every kernel of the batch: the board, a knight, and its result.
//
// The host puts this file in front of each kernel. Integers only.

// Where a knight cannot be: the index of no square.
const NOWHERE: u32 = 0xffffffffu;

// In a result: the knight closed its tour. The other bits are the squares that it visited.
const CLOSED: u32 = 0x80000000u;

struct Params {
    rows: u32,
    cols: u32,
    // Squares that are not holes.
    playable: u32,
    // Moves in use: 8, or 4 for a leaper with r = 0 or r = s.
    move_count: u32,
    // Bit c is set where move code c + 1 is in use.
    codes: u32,
    // The parts of the leaper's jump, r <= s.
    r: i32,
    s: i32,
    // Knights of this dispatch.
    knights: u32,
    // Slices of this dispatch.
    slices: u32,
    // Words of one knight's board in `cells`.
    words: u32,
    // Moves that a dispatch makes at most.
    budget: u32,
    // Words of one row of a board, for `bitboard`.
    row_words: u32,
    // Boards of at most 64 squares: squares that are not holes, low word, high word, 0, 0.
    free: vec4<u32>,
    // Boards of at most 64 squares: bit p of every square's rank as low and high word; two p per row.
    planes: array<vec4<u32>, 2>,
    // The rule squirrel-cull: (packed order, the square where the next leg takes over or NOWHERE, 0, 0).
    legs: array<vec4<u32>, 8>,
}

// A knight between two dispatches.
struct Knight {
    // Its current square, not yet counted; NOWHERE after the end of its tour.
    at: u32,
    // Squares counted so far.
    visits: u32,
    start: u32,
    order: u32,
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // The leg that it walks, by the rule squirrel-cull.
    leg: u32,
}

@group(0) @binding(0) var<uniform> params: Params;

// (rows, columns) of the board.
fn extent() -> vec2<i32> {
    return vec2<i32>(i32(params.rows), i32(params.cols));
}

// (row, column) of a square.
fn place(square: u32) -> vec2<i32> {
    return vec2<i32>(i32(square / params.cols), i32(square % params.cols));
}

fn index(here: vec2<i32>) -> u32 {
    return (u32(here.x) * params.cols) + u32(here.y);
}

fn inside(here: vec2<i32>) -> bool {
    // A negative one is a large one without its sign.
    return (u32(here.x) < params.rows) && (u32(here.y) < params.cols);
}

// Returns true if move code `code` + 1 is one of the leaper's, and its jump is not that of another code.
fn in_use(code: u32) -> bool {
    return ((params.codes >> code) & 1u) != 0u;
}

// (rows down, columns right) of move code `code` + 1.
fn jump(code: u32) -> vec2<i32> {
    let tall = code < 4u;
    let down = select(params.r, params.s, tall);
    let right = select(params.s, params.r, tall);
    return vec2<i32>(select(down, -down, (code & 1u) != 0u), select(right, -right, (code & 2u) != 0u));
}

// The result of a tour from `start` to `last`.
fn result(start: u32, last: u32, visits: u32) -> u32 {
    let away = abs(place(last) - place(start));
    let a_move = (min(away.x, away.y) == params.r) && (max(away.x, away.y) == params.s);
    return visits | select(0u, CLOSED, a_move && (visits == params.playable) && (visits > 2u));
}

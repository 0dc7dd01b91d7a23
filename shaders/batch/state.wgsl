// Definitions for all kernels of the batch: the board, a knight, and its result.
//
// The host prepends this file to the source of each kernel. All values are integers.

// Sentinel for no square.
const NOWHERE: u32 = 0xffffffffu;

// Flag of a result whose tour is closed. The other bits of a result are the number of visited squares.
const CLOSED: u32 = 0x80000000u;

struct Params {
    rows: u32,
    cols: u32,
    // Number of squares that are not holes.
    playable: u32,
    // Number of moves in use: 8, or 4 for an (r,s)-leaper with r = 0 or r = s.
    move_count: u32,
    // The move codes in use, as bits: bit c is set if move code c + 1 is used.
    codes: u32,
    // Offsets r and s of the leaper's move, with r <= s.
    r: i32,
    s: i32,
    // Number of knights in this dispatch.
    knights: u32,
    // Number of slices in this dispatch.
    slices: u32,
    // Number of words of a board in `cells`.
    words: u32,
    // Maximum number of moves per knight and dispatch.
    budget: u32,
    // Number of words per row of a board, for `bitboard`.
    row_words: u32,
    // Mask of the squares that are not holes, as (low word, high word, 0, 0). Used only for boards of at most 64
    // squares.
    free: vec4<u32>,
    // Planes of the initial ranks. Plane p contains bit p of every square's rank. A plane has two words, the lower word
    // first, and a vector contains two planes. Used only for boards of at most 64 squares.
    planes: array<vec4<u32>, 2>,
    // The legs of the rule `squirrel-cull`. `x`: the move order of the leg, packed. `y`: the square at which the next
    // leg begins, or NOWHERE for the last leg. `z` and `w`: 0.
    legs: array<vec4<u32>, 8>,
}

// The stored state of a knight between two dispatches.
struct Knight {
    // The current square, not yet counted as visited; NOWHERE after the end of the tour.
    at: u32,
    // Number of visited squares, without the current square.
    visits: u32,
    start: u32,
    order: u32,
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // Index of the current leg, for the rule `squirrel-cull`.
    leg: u32,
}

@group(0) @binding(0) var<uniform> params: Params;

// Returns the size of the board as (rows, columns).
fn extent() -> vec2<i32> {
    return vec2<i32>(i32(params.rows), i32(params.cols));
}

// Returns the position of a square as (row, column).
fn place(square: u32) -> vec2<i32> {
    return vec2<i32>(i32(square / params.cols), i32(square % params.cols));
}

fn index(here: vec2<i32>) -> u32 {
    return (u32(here.x) * params.cols) + u32(here.y);
}

fn inside(here: vec2<i32>) -> bool {
    // A negative coordinate becomes a large unsigned number.
    return (u32(here.x) < params.rows) && (u32(here.y) < params.cols);
}

// Returns whether the move code `code + 1` is used. If two codes stand for the same move, only one of them is used.
fn in_use(code: u32) -> bool {
    return ((params.codes >> code) & 1u) != 0u;
}

// Returns the offset of the move with the code `code + 1`, as (rows down, columns right).
fn jump(code: u32) -> vec2<i32> {
    let tall = code < 4u;
    let down = select(params.r, params.s, tall);
    let right = select(params.s, params.r, tall);
    return vec2<i32>(select(down, -down, (code & 1u) != 0u), select(right, -right, (code & 2u) != 0u));
}

// Returns the result of a tour from `start` to `last` with `visits` visited squares.
fn result(start: u32, last: u32, visits: u32) -> u32 {
    let away = abs(place(last) - place(start));
    let a_move = (min(away.x, away.y) == params.r) && (max(away.x, away.y) == params.s);
    return visits | select(0u, CLOSED, a_move && (visits == params.playable) && (visits > 2u));
}

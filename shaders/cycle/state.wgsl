// Shared by all passes of the decision cycle: the state of a square, the board, the status.
//
// It precedes each pass and follows the file with the states, which defines how to read and write a square: `seen` (the
// state before), `held` and `keep` (the state after). It is followed by the functions about a square's knight. Integers
// only.
//
// A square is a vec4<u32>, named after the RGBA of the slides:
//   R visit  the knight's visit number here: 0 if unvisited, 1..n, HOLE
//   G phase  the phase of the square in the cycle: EMPTY .. LEFT
//   B rank   unvisited neighbours, 0..8
//   A next   code of the move from here: NONE, 1..8

const HOLE: u32 = 0xffffffffu;

const EMPTY: u32 = 0u;
const ARRIVED: u32 = 1u;
const ACKNOWLEDGED: u32 = 2u;
const DEPARTING: u32 = 3u;
const LEFT: u32 = 4u;

const NONE: u32 = 0u;

// Values of `Status.word`.
const RUNNING: u32 = 0u;
const DONE: u32 = 1u;
const STUCK: u32 = 2u;

// The index of squares off the board.
const NOWHERE: u32 = 0xffffffffu;

struct Board {
    rows: u32,
    cols: u32,
    // Number of squares that are not holes.
    playable: u32,
    // Number of used moves: 8, or 4 for a leaper with r = 0 or r = s.
    move_count: u32,
    // Number of squares at most two moves away, including the knight's own: at most 41.
    ball_count: u32,
    // Number of workgroups in a row of a dispatch over the whole board.
    groups: u32,
    // Maximum number of moves per resident dispatch.
    budget: u32,
    // For the rule random: the knight's number and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    unused1: u32,
    unused2: u32,
    // (rows down, columns right, move code, 0), in the move order.
    moves: array<vec4<i32>, 8>,
    // (rows down, columns right, 0, 0), each offset once.
    ball: array<vec4<i32>, 41>,
    // The successive orders in which the knight examines `moves`: (order, its slots, the square at which the next one
    // begins or NOWHERE, 0). Only the rule squirrel-cull has more than one.
    legs: array<vec4<u32>, 8>,
}

struct Status {
    // RUNNING, DONE or STUCK.
    word: u32,
    // Visit number of the square where the knight last decided.
    visit: u32,
    // Index of the knight's square.
    at: u32,
    // Index of the knight's next square; the same as `at` if the knight stays.
    to: u32,
    // Index of the knight's current leg in `legs`.
    leg: u32,
    // Number of restarts of the knight after it was stuck in its region.
    tries: u32,
}

@group(0) @binding(0) var<uniform> board: Board;
// One per knight.
@group(0) @binding(1) var<storage, read_write> status: array<Status>;

const WHOLE_WIDTH: u32 = 64u;
const NEAR_WIDTH: u32 = 64u;

// Returns (row, column) of a square.
fn place(square: u32) -> vec2<i32> {
    return vec2<i32>(i32(square / board.cols), i32(square % board.cols));
}

// Returns the index of the square at `here` + `jump`, NOWHERE if it is not in the knight's area.
fn neighbour(here: vec2<i32>, jump: vec2<i32>) -> u32 {
    let there = here + jump;
    if !inside(there) {
        return NOWHERE;
    }
    return (u32(there.x) * board.cols) + u32(there.y);
}

// Returns the square of an invocation over the whole board, NOWHERE beyond the last square.
fn square_of_whole(group: vec3<u32>, lane: u32) -> u32 {
    let square = (((group.y * board.groups) + group.x) * WHOLE_WIDTH) + lane;
    return select(NOWHERE, square, square < (board.rows * board.cols));
}

// Returns the square of an invocation near the knight: at the lane's offset from `knight`.
fn square_of_near(knight: u32, lane: u32) -> u32 {
    if lane >= board.ball_count {
        return NOWHERE;
    }
    return neighbour(place(knight), board.ball[lane].xy);
}

// Returns (rows down, columns right) of a way, which is an index in `board.moves`.
fn jump(way: u32) -> vec2<i32> {
    return board.moves[way].xy;
}

// Definitions for all passes of the decision cycle: the state of a square, the board, the status.
//
// The host prepends `states.wgsl` to this file. `states.wgsl` defines how to read and write a square: `seen` (the state
// before the pass), `held` and `keep` (the state after the pass). After this file, the host appends the functions about
// a square's knight, and then the pass. All values are integers.
//
// The state of a square is a vec4<u32>. The components are called R, G, B and A, as in the slides "Knight's Tour
// in Cg" (2007):
//     R visit  the knight's visit number here: 0 if unvisited, 1..n, HOLE
//     G phase  the phase of the square in the cycle: EMPTY .. LEFT
//     B rank   number of unvisited neighbours, 0..8
//     A next   code of the move from here: NONE, 1..8

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

// Sentinel index for a square off the board.
const NOWHERE: u32 = 0xffffffffu;

struct Board {
    rows: u32,
    cols: u32,
    // Number of squares that are not holes.
    playable: u32,
    // Number of moves in use: 8, or 4 for an (r,s)-leaper with r = 0 or r = s.
    move_count: u32,
    // Number of offsets in `ball`, at most 41.
    ball_count: u32,
    // Number of workgroups in a row of workgroups, for a dispatch over the whole board.
    groups: u32,
    // Maximum number of moves per resident dispatch.
    budget: u32,
    // Index of the knight. Only the `random` rule uses this index and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    unused1: u32,
    unused2: u32,
    // The moves in the move order, each as (rows down, columns right, move code, 0).
    moves: array<vec4<i32>, 8>,
    // Offsets of the squares at most two moves from the knight, including the knight's own square. Each offset occurs
    // once, and is stored as (rows down, columns right, 0, 0).
    ball: array<vec4<i32>, 41>,
    // The legs of the tour. Each entry has four elements: the leg's order of `moves`, the inverse of this order, the
    // square from which the next leg's order is used, and 0. The third element is NOWHERE in the last entry. Only the
    // rule `squirrel-cull` has more than one entry.
    legs: array<vec4<u32>, 8>,
}

struct Status {
    // State of the walk: RUNNING, DONE or STUCK.
    word: u32,
    // Visit number of the square on which the knight made its last decision.
    visit: u32,
    // Index of the knight's square.
    at: u32,
    // Index of the knight's next square; equal to `at` if the knight stays.
    to: u32,
    // Index of the knight's current leg in `legs`.
    leg: u32,
    // Number of times that the knight has restarted after being stuck in its region.
    tries: u32,
}

@group(0) @binding(0) var<uniform> board: Board;
// Statuses, one per knight.
@group(0) @binding(1) var<storage, read_write> status: array<Status>;

const WHOLE_WIDTH: u32 = 64u;
const NEAR_WIDTH: u32 = 64u;

// Returns the position of a square as (row, column).
fn place(square: u32) -> vec2<i32> {
    return vec2<i32>(i32(square / board.cols), i32(square % board.cols));
}

// Returns the index of the square at `here` + `jump`, or NOWHERE if that square is outside the knight's area.
fn neighbour(here: vec2<i32>, jump: vec2<i32>) -> u32 {
    let there = here + jump;
    if !inside(there) {
        return NOWHERE;
    }
    return (u32(there.x) * board.cols) + u32(there.y);
}

// Returns the square of an invocation in a dispatch over the whole board, or NOWHERE beyond the last square.
fn square_of_whole(group: vec3<u32>, lane: u32) -> u32 {
    let square = (((group.y * board.groups) + group.x) * WHOLE_WIDTH) + lane;
    return select(NOWHERE, square, square < (board.rows * board.cols));
}

// Returns the square of an invocation in a dispatch over the squares near the knight: the square `knight` plus the
// offset with index `lane`. Returns NOWHERE if `lane` has no offset, or if this square is outside the knight's area.
fn square_of_near(knight: u32, lane: u32) -> u32 {
    if lane >= board.ball_count {
        return NOWHERE;
    }
    return neighbour(place(knight), board.ball[lane].xy);
}

// Returns the move `board.moves[way]` as (rows down, columns right).
fn jump(way: u32) -> vec2<i32> {
    return board.moves[way].xy;
}

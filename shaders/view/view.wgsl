// Shared by all drawings of the window: the view, and reading the state of a square.
//
// The host puts this file before each drawing. Nothing here writes: a drawing reads the engine's own buffer of squares
// on the GPU, without a copy.
//
// A buffer has four words per square, the state RGBA of shaders/cycle/state.wgsl, or one, the visit number. From visit
// numbers the rest follows: the move from a square leads to the one with the next number. While a tour consists of
// cycles the word is a strand: bits 0 to 7 are the square's edges, bit i for (1,2) (1,-2) (2,1) (2,-1), rows down and
// columns right, bit 4 + i for the opposite direction; above them is the colour index of the cycle.
//
// A grid is one board or many, side by side with a gap between them. Its coordinates are (row, column), including the
// gaps, which have no squares.

const HOLE: u32 = 0xffffffffu;
const NOWHERE: u32 = 0xffffffffu;

// Smaller squares have no line, as in pictures, except on a wall.
const LINE_SQUARE: f32 = 6.0;

// Phases of a square, as in shaders/cycle/state.wgsl.
const EMPTY: u32 = 0u;
const ARRIVED: u32 = 1u;
const ACKNOWLEDGED: u32 = 2u;
const DEPARTING: u32 = 3u;
const LEFT: u32 = 4u;

// The look of the squares.
const PLAIN: u32 = 0u;
const HEAT: u32 = 1u;
const CHANNEL_R: u32 = 2u;
const CHANNEL_G: u32 = 3u;
const CHANNEL_B: u32 = 4u;
const CHANNEL_A: u32 = 5u;

// Places in `view.colours`.
const BACKGROUND: u32 = 0u;
const SQUARES: u32 = 1u;
const UNVISITED: u32 = 3u;
const HATCH: u32 = 5u;
const RIM: u32 = 6u;
const INK: u32 = 7u;
const CLOSING: u32 = 8u;
const COLD: u32 = 9u;
const CASING: u32 = 10u;
const LINE: u32 = 11u;
// The phases from ARRIVED to LEFT.
const PHASES: u32 = 12u;
// The line of a knight that is stuck, and of one that is through.
const STUCK_LINE: u32 = 16u;

// The outcome of the walk on a board of a wall.
const WALKING: u32 = 0u;
const STUCK: u32 = 1u;
const THROUGH: u32 = 2u;

struct View {
    // Pixels of the picture, across and down.
    size: vec2<f32>,
    // The pixel of the top left corner of `first`, across and down.
    origin: vec2<f32>,
    // The first visible (row, column) of the grid.
    first: vec2<i32>,
    // Rows and columns in sight from there.
    seen: vec2<u32>,
    // Pixels per side of a square.
    side: f32,
    // Larger visit numbers are not visited yet.
    now: u32,
    // Where the knight of that number stands in its cycle: ARRIVED, ACKNOWLEDGED, DEPARTING.
    phase: u32,
    // The visit number at which the gradient ends.
    last: u32,
    // Squares from a row to the next in the buffer.
    stride: u32,
    // Rows of one board of the grid.
    rows: u32,
    cols: u32,
    // Squares between boards.
    gap: u32,
    // Boards side by side.
    across: u32,
    // All boards.
    boards: u32,
    // 1 if a move leads from the last square to the first.
    closed: u32,
    // 1 if the picture stores light, not colours as they are written down.
    linear: u32,
    // The squares that a tour visits.
    whole: u32,
    // A walk of at most this many visits that is no tour has ended by now.
    stuck: u32,
    unused_0: u32,
    unused_1: u32,
    // Rows down and columns right of each move code; 0 is none.
    moves: array<vec4<i32>, 9>,
    colours: array<vec4<f32>, 18>,
}

// The size of lines and marks, as a part of their size on a knight's board: longer moves pass squares nearer to their
// centres.
fn finer() -> f32 {
    return min(1.0, 2.236068 / max(length(vec2<f32>(view.moves[1].xy)), 1.0));
}

// The constants of a pipeline. A software adapter goes through every branch of a shader, taken or not, so
// what a picture does not need is not in it.

// Words per square in the buffer: 4 or 1.
override WORDS: u32 = 4u;
// True if the one word is a strand.
override STRANDS: bool = false;
// True if a state is that of several knights with a region each: the line follows their visit numbers, which are the
// board's, and squares that were visited in `before` and no longer are flash.
override RELAY: bool = false;
// PLAIN, HEAT or a channel.
override LOOK: u32 = 0u;
// True if there is more than one board.
override MANY: bool = true;
// True if the boards are walks of knights that may get stuck, with their visits in `walks`.
override WALKS: bool = false;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> squares: array<u32>;
// 256 colours of the gradient from the start of a tour to its end, then 256 of the heat map: red, green and blue,
// one byte each from the lowest.
@group(0) @binding(2) var<storage, read> ramps: array<u32>;
// The overlay painted by the host: a pixel per word, red, green, blue and alpha, the colours multiplied by alpha.
@group(0) @binding(3) var<storage, read> overlay: array<u32>;
// The visits that each knight of a wall makes until it is stuck or done, board by board.
@group(0) @binding(4) var<storage, read> walks: array<u32>;
// The squares of a relay some passes ago; otherwise the same as `squares`.
@group(0) @binding(5) var<storage, read> before: array<u32>;

// A square: its index in the buffer, or NOWHERE, and its position on its own board.
struct Spot {
    index: u32,
    at: vec2<i32>,
}

fn spot_at(place: vec2<i32>) -> Spot {
    if (place.x < 0) || (place.y < 0) {
        return Spot(NOWHERE, vec2<i32>(0, 0));
    }
    let wall = vec2<u32>(place);
    if !MANY {
        let off = (wall.x >= view.rows) || (wall.y >= view.cols);
        return Spot(select((wall.x * view.stride) + wall.y, NOWHERE, off), place);
    }
    let pitch = vec2<u32>(view.rows + view.gap, view.cols + view.gap);
    let board = wall / pitch;
    let at = wall % pitch;
    let number = (board.x * view.across) + board.y;
    if (at.x >= view.rows) || (at.y >= view.cols) || (board.y >= view.across) || (number >= view.boards) {
        return Spot(NOWHERE, vec2<i32>(0, 0));
    }
    return Spot((((number * view.rows) + at.x) * view.stride) + at.y, vec2<i32>(at));
}

// Index of the square a move away, NOWHERE off the board.
fn neighbour(spot: Spot, code: u32) -> u32 {
    let jump = view.moves[code].xy;
    let there = spot.at + jump;
    let on = (there.x >= 0) && (there.y >= 0) && (there.x < i32(view.rows)) && (there.y < i32(view.cols));
    let none = (jump.x == 0) && (jump.y == 0);
    if !on || none {
        return NOWHERE;
    }
    return u32((i32(spot.index) + (jump.x * i32(view.stride))) + jump.y);
}

// R: the current visit number; 0 if unvisited, HOLE.
fn visit_of(index: u32) -> u32 {
    let visit = squares[index * WORDS];
    return select(visit, 0u, (visit > view.now) && (visit != HOLE));
}

// Returns whether a playable square is there.
fn is_square(spot: Spot) -> bool {
    if spot.index == NOWHERE {
        return false;
    }
    return squares[spot.index * WORDS] != HOLE;
}

// The move to the square with the number `visit`, 0 if it is not a move away.
fn move_to(spot: Spot, visit: u32) -> u32 {
    for (var code = 1u; code <= 8u; code += 1u) {
        let there = neighbour(spot, code);
        if there != NOWHERE {
            if squares[there * WORDS] == visit {
                return code;
            }
        }
    }
    return 0u;
}

// The move by which the knight has left a visited square, 0 if it is there still.
fn left_by(spot: Spot, visit: u32) -> u32 {
    if RELAY {
        return move_to(spot, visit + 1u);
    }
    if WORDS == 4u {
        let gone = squares[(spot.index * 4u) + 1u] == LEFT;
        return select(0u, squares[(spot.index * 4u) + 3u], gone);
    }
    if visit >= view.now {
        return 0u;
    }
    return move_to(spot, visit + 1u);
}

// The outcome by now of the walk on the board of a square.
fn outcome_of(index: u32) -> u32 {
    let visits = walks[index / (view.rows * view.stride)];
    if visits == view.whole {
        return select(WALKING, THROUGH, view.now >= visits);
    }
    return select(WALKING, STUCK, visits <= view.stuck);
}

// G: where the square stands in the cycle.
fn phase_of(spot: Spot) -> u32 {
    if WORDS == 4u {
        return squares[(spot.index * 4u) + 1u];
    }
    let visit = visit_of(spot.index);
    if (visit == 0u) || (visit == HOLE) {
        return EMPTY;
    }
    if visit == view.now {
        return view.phase;
    }
    return select(LEFT, ACKNOWLEDGED, move_to(spot, visit + 1u) == 0u);
}

// Neighbours that are not holes and not among the visits up to this one.
fn free_around(spot: Spot, visits: u32) -> u32 {
    var free = 0u;
    for (var code = 1u; code <= 8u; code += 1u) {
        let there = neighbour(spot, code);
        if there != NOWHERE {
            let visit = squares[there * WORDS];
            free += select(0u, 1u, (visit != HOLE) && ((visit == 0u) || (visit > visits)));
        }
    }
    return free;
}

// B: the last count of unvisited neighbours. A knight that has just arrived is not counted yet, and before the first
// pass ranks are not counted.
fn rank_of(spot: Spot) -> u32 {
    if WORDS == 4u {
        return squares[(spot.index * 4u) + 2u];
    }
    let counted = view.now - select(0u, 1u, view.phase == ARRIVED);
    if counted == 0u {
        return 0u;
    }
    return free_around(spot, counted);
}

fn unpack_colour(packed: u32) -> vec3<f32> {
    return unpack4x8unorm(packed).rgb;
}

// The position of a visit along the tour, 0 to 1.
fn part_of(visit: u32) -> f32 {
    return clamp(f32(visit - 1u) / f32(max(view.last, 2u) - 1u), 0.0, 1.0);
}

fn gradient_colour(part: f32) -> vec3<f32> {
    return unpack_colour(ramps[u32((part * 255.0) + 0.5)]);
}

fn heat_colour(part: f32) -> vec3<f32> {
    return unpack_colour(ramps[256u + u32((clamp(part, 0.0, 1.0) * 255.0) + 0.5)]);
}

// The colour of a strand: neutral, or one of 256, from which `ramp` on.
fn tint_colour(strand: u32, ramp: u32) -> vec3<f32> {
    let tint = strand >> 8u;
    if tint == 0u {
        return view.colours[CLOSING].rgb;
    }
    return unpack_colour(ramps[ramp + (tint - 1u)]);
}

// The colour of a square of the channel in view, the same as in a picture of the channel.
fn channel_colour(spot: Spot) -> vec3<f32> {
    let plain = view.colours[SQUARES + (u32(spot.at.x + spot.at.y) & 1u)].rgb;
    let visit = visit_of(spot.index);
    switch LOOK {
        case CHANNEL_G: {
            let phase = min(phase_of(spot), LEFT);
            // Phases that have passed are pale.
            let part = select(1.0, 0.35, phase == LEFT);
            let colour = view.colours[(PHASES + max(phase, 1u)) - 1u].rgb;
            return mix(plain, colour, select(part, 0.0, phase == EMPTY));
        }
        case CHANNEL_B: {
            // The fewer, the brighter: that is where the knight goes.
            let rank = min(rank_of(spot), 8u);
            return select(heat_colour(1.0 - (f32(rank) / 8.0)), plain, visit != 0u);
        }
        case CHANNEL_A: { return plain; }
        default: { return select(heat_colour(part_of(max(visit, 1u))), plain, visit == 0u); }
    }
}

// Stripes from the lower left to the upper right, as in pictures painted without a GPU.
fn hatched(tone: vec3<f32>, inside: vec2<f32>) -> vec3<f32> {
    let period = max(view.side / 6.0, 4.0);
    let width = period * 0.28;
    let along = (floor(inside.x) + floor(inside.y)) + 0.5;
    let across = (along - (floor(along / period) * period)) - (period * 0.5);
    let part = clamp(((width * 0.5) + 0.5) - (abs(across) * 0.70710678), 0.0, 1.0);
    return mix(tone, view.colours[HATCH].rgb, part);
}

fn linear_part(part: f32) -> f32 {
    return select(pow((part + 0.055) / 1.055, 2.4), part / 12.92, part <= 0.04045);
}

fn to_linear(colour: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(linear_part(colour.r), linear_part(colour.g), linear_part(colour.b));
}

// A colour as the picture stores it.
fn stored(colour: vec3<f32>, alpha: f32) -> vec4<f32> {
    if view.linear == 1u {
        return vec4<f32>(to_linear(colour), alpha);
    }
    return vec4<f32>(colour, alpha);
}

// Where a pixel lies between the corners of the picture: -1 left and bottom, 1 right and top.
fn clip(pixel: vec2<f32>, depth: f32) -> vec4<f32> {
    let at = ((pixel / view.size) * 2.0) - 1.0;
    return vec4<f32>(at.x, -at.y, depth, 1.0);
}

// A vertex that draws nothing: all of a triangle lie in one point outside.
fn nothing() -> vec4<f32> {
    return vec4<f32>(2.0, 2.0, 2.0, 1.0);
}

// The four corners of a quad, (0,0) to (1,1), in the order of a strip.
fn corner_of(vertex: u32) -> vec2<f32> {
    return vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u));
}

// The position of a pixel relative to a stroke: the distance along it, the distance from it, and its length, in pixels.
fn beside(pixel: vec2<f32>, ends: vec4<f32>) -> vec3<f32> {
    let whole = distance(ends.zw, ends.xy);
    let along = (ends.zw - ends.xy) / whole;
    let here = pixel - ends.xy;
    return vec3<f32>(dot(here, along), abs((here.x * along.y) - (here.y * along.x)), whole);
}

// The position in the grid of an instance among the visible ones.
fn place_of(instance: u32) -> vec2<i32> {
    return view.first + vec2<i32>(i32(instance / view.seen.y), i32(instance % view.seen.y));
}

// The middle of a position of the grid, in pixels.
fn centre_of(place: vec2<i32>) -> vec2<f32> {
    let away = vec2<f32>((place - view.first).yx);
    return view.origin + ((away + 0.5) * view.side);
}

// Definitions for all drawings of the window: the view, and functions that read the state of a square.
//
// The host prepends this file to the source of each drawing. This file writes nothing. A drawing reads the engine's own
// buffer of squares on the GPU, without a copy.
//
// A buffer has four words or one word per square. Four words are the channels R, G, B and A of the square's state, see
// shaders/cycle/state.wgsl. A single word is the visit number. In this case, the other channels of the state are
// derived from the visit numbers: the move of a square leads to the square with the next number.
//
// While a tour consists of cycles, the single word is a strand. Bits 0 to 7 of a strand are the edges of the square.
// The axes 0 to 3 are (1,2), (1,-2), (2,1) and (2,-1), each as (rows down, columns right). Bit i is the edge along axis
// i. Bit 4 + i is the edge in the opposite direction. The higher bits are the colour index of the cycle.
//
// A grid is one board or many boards, with a gap between adjacent boards. The coordinates in a grid are (row, column),
// including the gaps, which have no squares.

const HOLE: u32 = 0xffffffffu;
const NOWHERE: u32 = 0xffffffffu;

// Minimum side, in pixels, of squares on which a line is drawn. Pictures use the same minimum. The boards of a grid
// also have lines on smaller squares.
const LINE_SQUARE: f32 = 6.0;

// Phases of a square, as in shaders/cycle/state.wgsl.
const EMPTY: u32 = 0u;
const ARRIVED: u32 = 1u;
const ACKNOWLEDGED: u32 = 2u;
const DEPARTING: u32 = 3u;
const LEFT: u32 = 4u;

// Values of `LOOK`, which selects how squares are coloured.
const PLAIN: u32 = 0u;
const HEAT: u32 = 1u;
const CHANNEL_R: u32 = 2u;
const CHANNEL_G: u32 = 3u;
const CHANNEL_B: u32 = 4u;
const CHANNEL_A: u32 = 5u;

// Indices in `view.colours`.
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
// Index of the colour of the phase ARRIVED. The next indices are those of the phases ACKNOWLEDGED, DEPARTING and LEFT.
const PHASES: u32 = 12u;
// Index of the colour for the line of a stuck knight. The next index is the colour for the line of a tour.
const STUCK_LINE: u32 = 16u;

// Outcomes of the walk on one of the boards of a grid.
const WALKING: u32 = 0u;
const STUCK: u32 = 1u;
const THROUGH: u32 = 2u;

struct View {
    // Size of the picture in pixels, as (width, height).
    size: vec2<f32>,
    // Position in pixels of the top left corner of the square `first`, as (across, down).
    origin: vec2<f32>,
    // First visible (row, column) of the grid.
    first: vec2<i32>,
    // Number of visible rows, and number of visible columns. `first` contains the first visible row and the first
    // visible column.
    seen: vec2<u32>,
    // Side of a square in pixels.
    side: f32,
    // Current visit number. Squares with larger numbers are not yet visited.
    now: u32,
    // Phase of the knight at the current visit: ARRIVED, ACKNOWLEDGED or DEPARTING.
    phase: u32,
    // Visit number at which the gradient ends.
    last: u32,
    // Row stride of the buffer, in squares.
    stride: u32,
    // Number of rows of one board of the grid.
    rows: u32,
    cols: u32,
    // Width of the gap between boards, in squares.
    gap: u32,
    // Number of boards in a row of the grid.
    across: u32,
    // Number of boards.
    boards: u32,
    // 1 if the last square is one move from the first, otherwise 0.
    closed: u32,
    // 1 if the picture stores linear colours, 0 if it stores sRGB.
    linear: u32,
    // Number of squares in a tour.
    whole: u32,
    // Number of completed decide passes. The number of visits of each whole walk is known in advance. A knight is stuck
    // if its whole walk has at most `stuck` visits, and still walking if its whole walk has more visits. The knight of
    // a tour is never stuck.
    stuck: u32,
    // 1 if so many squares are visible that drawing their colours would hide the line, otherwise 0.
    dense: u32,
    unused: u32,
    // The move of each move code, as (rows down, columns right). Code 0 is no move.
    moves: array<vec4<i32>, 9>,
    colours: array<vec4<f32>, 18>,
}

// Returns the scale of lines and marks. The scale is 1 if the leaper is the knight. Longer moves have thinner lines,
// because they pass closer to the centres of other squares.
fn finer() -> f32 {
    return min(1.0, 2.236068 / max(length(vec2<f32>(view.moves[1].xy)), 1.0));
}

// Constants of a pipeline. A software adapter evaluates every branch of a shader, taken or not. Therefore each pipeline
// contains only the code for its picture.

// Number of words per square in the buffer: 4 or 1.
override WORDS: u32 = 4u;
// True if the buffer has one word per square and this word is a strand: the edges of the square, and the colour of the
// square's cycle.
override STRANDS: bool = false;
// True if several knights walk, each in its own region. In this case, the line joins squares with successive visit
// numbers. A visit number is a position in the tour of the whole board, not in the region. Squares flash if they are
// visited in the state `before` and are now unvisited.
override RELAY: bool = false;
// Colouring of the squares: PLAIN, HEAT or a channel.
override LOOK: u32 = 0u;
// True if the grid has more than one board.
override MANY: bool = true;
// True if the boards show walks of knights that can get stuck. The lengths of the walks are in `walks`.
override WALKS: bool = false;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> squares: array<u32>;
// 256 colours of the gradient from the start of a tour to its end, then 256 colours of the heat map. A colour has one
// byte each for red, green and blue, beginning with the lowest byte.
@group(0) @binding(2) var<storage, read> ramps: array<u32>;
// The overlay painted by the host, one word per pixel: red, green, blue and alpha. The colours are premultiplied by
// alpha.
@group(0) @binding(3) var<storage, read> overlay: array<u32>;
// For each board of the grid: number of squares that the board's knight visits before the knight is stuck or done.
@group(0) @binding(4) var<storage, read> walks: array<u32>;
// If the scene is a relay, this buffer contains an earlier state of the squares. Otherwise, it is the same buffer as
// `squares`.
@group(0) @binding(5) var<storage, read> before: array<u32>;

// A square. `index` is the index of the square in the buffer, or NOWHERE. `at` is the position of the square on its own
// board.
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

// Returns the index of the square reached by move code `code`, or NOWHERE if that square is off the board.
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

// Returns the component R of a square at the current visit `view.now`. The component R is HOLE for a hole and 0 for a
// square that is not yet visited. Otherwise it is the visit number of the square.
fn visit_of(index: u32) -> u32 {
    let visit = squares[index * WORDS];
    return select(visit, 0u, (visit > view.now) && (visit != HOLE));
}

// Returns whether the spot is a square that is not a hole.
fn is_square(spot: Spot) -> bool {
    if spot.index == NOWHERE {
        return false;
    }
    return squares[spot.index * WORDS] != HOLE;
}

// Returns the code of the move to the square with the number `visit`, or 0 if that square is not one move away.
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

// Returns the code of the move by which the knight has left a visited square, or 0 if the knight is still on the
// square.
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

// Returns the current outcome of the walk on the board that contains the square.
fn outcome_of(index: u32) -> u32 {
    let visits = walks[index / (view.rows * view.stride)];
    if visits == view.whole {
        return select(WALKING, THROUGH, view.now >= visits);
    }
    return select(WALKING, STUCK, visits <= view.stuck);
}

// Returns the component G of a square: its phase in the cycle.
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

// Returns the number of neighbours that are neither holes nor visited by the first `visits` visits.
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

// Returns the component B of a square: the number of its unvisited neighbours at the last count. If the knight has just
// arrived on the square, the last count precedes the arrival. Before the first pass, the component is 0.
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

// Returns the position of a visit along the tour, from 0 to 1.
fn part_of(visit: u32) -> f32 {
    return clamp(f32(visit - 1u) / f32(max(view.last, 2u) - 1u), 0.0, 1.0);
}

fn gradient_colour(part: f32) -> vec3<f32> {
    return unpack_colour(ramps[u32((part * 255.0) + 0.5)]);
}

fn heat_colour(part: f32) -> vec3<f32> {
    return unpack_colour(ramps[256u + u32((clamp(part, 0.0, 1.0) * 255.0) + 0.5)]);
}

// Returns the colour of a square's cycle. `strand` is the word of the square. The colour is the neutral colour, or one
// of the 256 colours that begin at index `ramp`.
fn tint_colour(strand: u32, ramp: u32) -> vec3<f32> {
    let tint = strand >> 8u;
    if tint == 0u {
        return view.colours[CLOSING].rgb;
    }
    return unpack_colour(ramps[ramp + (tint - 1u)]);
}

// Returns the colour of a square in the current channel. Pictures painted without a GPU show this channel in the same
// colours.
fn channel_colour(spot: Spot) -> vec3<f32> {
    let plain = view.colours[SQUARES + (u32(spot.at.x + spot.at.y) & 1u)].rgb;
    let visit = visit_of(spot.index);
    switch LOOK {
        case CHANNEL_G: {
            let phase = min(phase_of(spot), LEFT);
            // Squares that the knight has left are pale.
            let part = select(1.0, 0.35, phase == LEFT);
            let colour = view.colours[(PHASES + max(phase, 1u)) - 1u].rgb;
            return mix(plain, colour, select(part, 0.0, phase == EMPTY));
        }
        case CHANNEL_B: {
            // A lower rank has a brighter colour, since the knight prefers lower ranks.
            let rank = min(rank_of(spot), 8u);
            return select(heat_colour(1.0 - (f32(rank) / 8.0)), plain, visit != 0u);
        }
        case CHANNEL_A: { return plain; }
        default: { return select(heat_colour(part_of(max(visit, 1u))), plain, visit == 0u); }
    }
}

// Adds diagonal stripes from the lower left to the upper right, as in pictures painted without a GPU.
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

// Returns a colour as the picture stores it: linear or sRGB.
fn stored(colour: vec3<f32>, alpha: f32) -> vec4<f32> {
    if view.linear == 1u {
        return vec4<f32>(to_linear(colour), alpha);
    }
    return vec4<f32>(colour, alpha);
}

// Converts a pixel position to clip coordinates: -1 at the left and the bottom, 1 at the right and the top.
fn clip(pixel: vec2<f32>, depth: f32) -> vec4<f32> {
    let at = ((pixel / view.size) * 2.0) - 1.0;
    return vec4<f32>(at.x, -at.y, depth, 1.0);
}

// Returns a vertex outside the picture. A triangle of such vertices draws nothing.
fn nothing() -> vec4<f32> {
    return vec4<f32>(2.0, 2.0, 2.0, 1.0);
}

// Returns corner `vertex` of a quad from (0,0) to (1,1), in the order of a triangle strip.
fn corner_of(vertex: u32) -> vec2<f32> {
    return vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u));
}

// Returns three values in pixels: the position of a pixel along a segment, measured from the first end; the distance of
// the pixel from the line through the segment; and the length of the segment.
fn beside(pixel: vec2<f32>, ends: vec4<f32>) -> vec3<f32> {
    let whole = distance(ends.zw, ends.xy);
    let along = (ends.zw - ends.xy) / whole;
    let here = pixel - ends.xy;
    return vec3<f32>(dot(here, along), abs((here.x * along.y) - (here.y * along.x)), whole);
}

// Returns the grid position of the visible square that an instance draws.
fn place_of(instance: u32) -> vec2<i32> {
    return view.first + vec2<i32>(i32(instance / view.seen.y), i32(instance % view.seen.y));
}

// Returns the centre, in pixels, of a position in the grid.
fn centre_of(place: vec2<i32>) -> vec2<f32> {
    let away = vec2<f32>((place - view.first).yx);
    return view.origin + ((away + 0.5) * view.side);
}

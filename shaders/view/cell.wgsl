// A square of one channel: its colour, stripes where a rank is out of date, and frames. The knight's square has a frame,
// the one that it departs for a dashed one, and what the last pass has changed one in a colour of its own; a square has one
// frame at most.
//
// One instance is one square in sight.
// Reads:  the square and the eight a move away; the square before the last pass.
// Writes: the pixels of its square.

// Whether squares have room for stripes.
override STRIPES: bool = true;

struct Cell {
    @builtin(position) at: vec4<f32>,
    // Pixels from the square's upper left corner.
    @location(0) inside: vec2<f32>,
    @location(1) @interpolate(flat) fill: vec3<f32>,
    // Bits: STALE, LIT, KNIGHT, TARGET.
    @location(2) @interpolate(flat) flags: u32,
}

const STALE: u32 = 1u;
const LIT: u32 = 2u;
const FRAMED: u32 = 4u;
const TARGET: u32 = 8u;

// Whether a knight departs for this square.
fn is_target(spot: Spot) -> bool {
    for (var code = 1u; code <= 8u; code += 1u) {
        let there = neighbour(spot, code);
        if there != NOWHERE {
            let jump = view.moves[code].xy;
            let other = Spot(there, spot.at + jump);
            if phase_of(other) == DEPARTING {
                if all(view.moves[min(next_of(other), 8u)].xy == -jump) {
                    return true;
                }
            }
        }
    }
    return false;
}

@vertex
fn cell_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Cell {
    let place = place_of(instance);
    let spot = spot_at(place);
    if !is_square(spot) {
        return Cell(nothing(), vec2<f32>(), vec3<f32>(), 0u);
    }
    let inside = corner_of(vertex) * view.side;
    var flags = select(0u, STALE, LOOK == CHANNEL_B && is_rank_stale(spot));
    flags |= select(0u, LIT, is_changed(spot));
    flags |= select(0u, FRAMED, has_knight(spot));
    flags |= select(0u, TARGET, is_target(spot));
    let corner = centre_of(place) - (0.5 * view.side);
    return Cell(clip(corner + inside, 0.0), inside, channel_colour(spot), flags);
}

// Part of a pixel that lies between `low` and `high`, both counted from the nearest edge of the square.
fn between(depth: f32, low: f32, high: f32) -> f32 {
    return clamp((depth - low) + 0.5, 0.0, 1.0) * clamp((high - depth) + 0.5, 0.0, 1.0);
}

// Pixels along the frame, from the upper left corner on and to the right at first.
fn along(inside: vec2<f32>) -> f32 {
    let far = vec2<f32>(view.side) - inside;
    let nearest = min(min(inside.x, far.x), min(inside.y, far.y));
    if nearest == inside.y {
        return inside.x;
    }
    if nearest == far.x {
        return view.side + inside.y;
    }
    if nearest == far.y {
        return (2.0 * view.side) + far.x;
    }
    return (3.0 * view.side) + far.y;
}

@fragment
fn cell_colour(cell: Cell) -> @location(0) vec4<f32> {
    var colour = cell.fill;
    if STRIPES && ((cell.flags & STALE) != 0u) {
        colour = hatched(colour, cell.inside);
    }
    let far = min(cell.inside, vec2<f32>(view.side) - cell.inside);
    let depth = min(far.x, far.y);
    let wide = max(0.075 * view.side, 1.5);
    let lit = (cell.flags & LIT) != 0u;
    let framed = (cell.flags & (FRAMED | TARGET)) != 0u;
    if !lit && !framed {
        return stored(colour, 1.0);
    }
    var on = 1.0;
    if (cell.flags & (FRAMED | TARGET)) == TARGET {
        let period = 0.23 * view.side;
        let way = along(cell.inside);
        on = between(way - (floor(way / period) * period), 0.0, 0.14 * view.side);
    }
    // In whole pixels where it has the colour of what has changed, so that no part of it is mixed with what lies below.
    let end = select(wide, floor(wide + 0.5), lit);
    colour = mix(colour, view.colours[BACKGROUND].rgb, between(depth, -1.0, 1.3 * end) * on);
    colour = mix(colour, view.colours[select(INK, CHANGED, lit)].rgb, between(depth, -1.0, end) * on);
    return stored(colour, 1.0);
}

// Board: draws the squares, coloured by visit, by one channel of their state, or as a heat map.
//
// Each invocation processes one pixel of the picture. The pixels belong to one triangle that covers the whole picture.
// Reads:  the squares under the pixel. If the pixel is outside the squares, the shader also reads the adjacent squares,
// for the rim.
// Writes: the invocation's pixel, before any other drawing.

// True if squares are so small that a pixel contains many of them.
override FINE: bool = false;
// Two flags: `LEFT_OUT` is true if unvisited squares are marked, and `STRIPES` is true if squares are large enough for
// stripes.
override LEFT_OUT: bool = true;
override STRIPES: bool = true;

@vertex
fn board_place(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let far = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u)) * 4.0;
    return vec4<f32>(far - 1.0, 0.0, 1.0);
}

// Returns the colour of a point outside the squares. A rim surrounds the squares, and the background lies beyond the
// rim.
fn around(place: vec2<i32>, inside: vec2<f32>) -> vec3<f32> {
    let rim = clamp(floor(view.side / 32.0), 1.0, 3.0);
    let down = i32(inside.y >= (view.side - rim)) - i32(inside.y < rim);
    let right = i32(inside.x >= (view.side - rim)) - i32(inside.x < rim);
    var near = spot_at(place + vec2<i32>(down, 0));
    if !is_square(near) {
        near = spot_at(place + vec2<i32>(0, right));
    }
    if !is_square(near) {
        near = spot_at(place + vec2<i32>(down, right));
    }
    // Squares of a heat map are too small for a rim.
    if !is_square(near) || (view.side < LINE_SQUARE) {
        return view.colours[BACKGROUND].rgb;
    }
    if WALKS {
        return view.colours[select(RIM, HATCH, outcome_of(near.index) == STUCK)].rgb;
    }
    return view.colours[RIM].rgb;
}

fn square_colour(place: vec2<i32>, inside: vec2<f32>) -> vec3<f32> {
    let spot = spot_at(place);
    if !is_square(spot) {
        return around(place, inside);
    }
    if WALKS {
        let outcome = outcome_of(spot.index);
        if view.side < LINE_SQUARE {
            return walk_colour(outcome);
        }
        return mix(ground_colour(spot, inside), view.colours[COLD].rgb, select(0.0, 0.51, outcome == STUCK));
    }
    return ground_colour(spot, inside);
}

// Returns the colour of a board seen from a distance. The board has a single colour, which depends on the outcome of
// the walk and is paler than the walk's line.
fn walk_colour(outcome: u32) -> vec3<f32> {
    let ground = view.colours[CASING].rgb;
    if outcome == WALKING {
        return ground;
    }
    return mix(ground, view.colours[(STUCK_LINE + outcome) - STUCK].rgb, 0.25);
}

// Returns the colour of a square, which depends on the state of the square.
fn ground_colour(spot: Spot, inside: vec2<f32>) -> vec3<f32> {
    let tone = u32(spot.at.x + spot.at.y) & 1u;
    if LOOK >= CHANNEL_R {
        return channel_colour(spot);
    }
    // Colour of the square if a line is drawn over it.
    let square = view.colours[select(SQUARES + tone, CASING, view.dense == 1u)].rgb;
    if STRANDS {
        return select(square, tint_colour(squares[spot.index], 256u), LOOK == HEAT);
    }
    let visit = visit_of(spot.index);
    if LOOK == HEAT {
        let cold = view.colours[select(SQUARES + tone, COLD, LEFT_OUT)].rgb;
        return select(heat_colour(part_of(max(visit, 1u))), cold, visit == 0u);
    }
    // While a tour is in progress, unvisited squares are not marked.
    if RELAY && (visit == 0u) {
        return select(square, view.colours[CLOSING].rgb, before[spot.index * WORDS] != 0u);
    }
    if !LEFT_OUT {
        return square;
    }
    var colour = view.colours[UNVISITED + tone].rgb;
    if STRIPES {
        colour = hatched(colour, inside);
    }
    return select(colour, square, visit > 0u);
}

// Returns the mean colour of a sample of the squares in a pixel. The sample consists of the squares whose row and
// column in the grid are multiples of `step`. Whether a square is in a sample depends only on the grid and the scale,
// so that a moving picture does not flicker.
fn mean_colour(offset: vec2<f32>, to: vec2<f32>) -> vec3<f32> {
    let across = 1.0 / view.side;
    let step = i32(exp2(max(floor(log2(across)) - 1.0, 0.0)));
    // `low`: row and column of the grid at the upper left corner of the pixel. `high`: row and column at the lower
    // right corner. `begin`: first row and column of the sample.
    let low = view.first + vec2<i32>(floor(offset.yx));
    let high = view.first + vec2<i32>(floor(to.yx));
    let begin = ((max(low, vec2<i32>(0, 0)) + (step - 1)) / step) * step;
    var sum = 0.0;
    var tints = vec3<f32>();
    var visited = 0.0;
    var unvisited = 0.0;
    var all = 0.0;
    for (var row = begin.x; row < max(high.x, low.x + 1); row += step) {
        for (var col = begin.y; col < max(high.y, low.y + 1); col += step) {
            all += 1.0;
            let spot = spot_at(vec2<i32>(row, col));
            if is_square(spot) {
                let visit = visit_of(spot.index);
                if STRANDS {
                    visited += 1.0;
                    tints += tint_colour(squares[spot.index], 256u);
                } else if LOOK >= CHANNEL_R {
                    visited += 1.0;
                    tints += channel_colour(spot);
                } else if visit == 0u {
                    unvisited += 1.0;
                } else {
                    visited += 1.0;
                    sum += part_of(visit);
                }
            }
        }
    }
    if all == 0.0 {
        return view.colours[BACKGROUND].rgb;
    }
    var colour = view.colours[BACKGROUND].rgb * (all - visited - unvisited);
    colour += view.colours[COLD].rgb * unvisited;
    if STRANDS || (LOOK >= CHANNEL_R) {
        colour += tints;
    } else if visited > 0.0 {
        colour += heat_colour(sum / visited) * visited;
    }
    return colour / all;
}

@fragment
fn board_colour(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let offset = pixel.xy - view.origin;
    if FINE && !WALKS {
        return stored(mean_colour((offset - 0.5) / view.side, (offset + 0.5) / view.side), 1.0);
    }
    let away = floor(offset / view.side);
    let place = view.first + vec2<i32>(away.yx);
    return stored(square_colour(place, offset - (away * view.side)), 1.0);
}

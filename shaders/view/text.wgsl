// Letters: the numbers in squares, and the words around the board.
//
// One instance is one digit of one square in sight (`number_place`), one sign of what a channel says there
// (`channel_place`), the outline or the figure of a knight there (`knight_place`), or one letter of the host's
// (`word_place`).
// Reads:  the square, or the letter; the coverage of the glyph.
// Writes: the pixels that the glyph covers, over whatever is there.

struct Sign {
    @builtin(position) at: vec4<f32>,
    // The glyph's top left pixel, and the picture's pixels per pixel of the glyph.
    @location(0) @interpolate(flat) corner: vec2<f32>,
    @location(1) @interpolate(flat) scale: f32,
    // Where the coverage begins, its columns and its rows.
    @location(2) @interpolate(flat) glyph: vec3<u32>,
    @location(3) @interpolate(flat) colour: vec4<f32>,
}

// Width of a digit and height of digits, in ems.
const WIDE: f32 = 0.636;
const HIGH: f32 = 0.729;

fn sign_of(vertex: u32, corner: vec2<f32>, size: vec2<f32>, scale: f32, glyph: vec3<u32>, colour: vec4<f32>) -> Sign {
    // A pixel more on each side, since a corner need not lie on a whole pixel; a solid box has sharp edges.
    let more = select(1.0, 0.0, glyph.x == SOLID);
    let at = (corner - more) + (corner_of(vertex) * (size + (2.0 * more)));
    return Sign(clip(at, 0.0), corner, scale, glyph, colour);
}

// A sign that covers nothing.
fn blank() -> Sign {
    return Sign(nothing(), vec2<f32>(), 1.0, vec3<u32>(SOLID, 0u, 0u), vec4<f32>());
}

@vertex
fn number_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    let place = place_of(instance / view.digits);
    let spot = spot_at(place);
    if !is_square(spot) {
        return blank();
    }
    let visit = visit_of(spot.index);
    var ink = text_on(gradient_colour(part_of(visit)));
    if visit == 1u {
        ink = view.colours[BACKGROUND].rgb;
    } else if is_end(spot, visit) {
        ink = view.colours[INK].rgb;
    }
    let count = digits_of(visit);
    let nth = instance % view.digits;
    if (nth >= count) || (visit == 0u) {
        return blank();
    }
    let centre = centre_of(place);
    let left = (centre.x - ((f32(count) * WIDE * view.em) * 0.5)) + (f32(nth) * WIDE * view.em);
    return glyph_at(vertex, signs[digit_of(visit, count, nth)], left, centre.y, 1.0, ink);
}

// The digit of a number of `count` digits at place `nth` from the left.
fn digit_of(number: u32, count: u32, nth: u32) -> u32 {
    var rest = number;
    for (var drop = (count - 1u) - nth; drop > 0u; drop -= 1u) {
        rest /= 10u;
    }
    return rest % 10u;
}

// A glyph from `left` on, its digits' middle at `middle`, in this part of the em of numbers.
fn glyph_at(vertex: u32, glyph: Glyph, left: f32, middle: f32, part: f32, ink: vec3<f32>) -> Sign {
    // On a whole pixel, so that the feet of the digits are sharp.
    let baseline = floor((middle + ((view.em * part * HIGH) * 0.5)) + 0.5);
    let scale = glyph.scale * part;
    let corner = vec2<f32>(left + (glyph.left * scale), baseline + (glyph.top * scale));
    let size = vec2<f32>(f32(glyph.wide), f32(glyph.high)) * scale;
    let box = vec3<u32>(glyph.offset, glyph.wide, glyph.high);
    return sign_of(vertex, corner, size, scale, box, vec4<f32>(ink, 1.0));
}

// Places in `signs` behind the digits.
const QUESTION: u32 = 10u;
const PHASE_LETTERS: u32 = 11u;
const KNIGHT: u32 = 15u;

@vertex
fn channel_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    let place = place_of(instance / view.digits);
    let spot = spot_at(place);
    if !is_square(spot) {
        return blank();
    }
    let knight = has_knight(spot);
    let visit = visit_of(spot.index);
    // A number of `count` digits, then one more sign.
    var number = visit;
    var count = select(digits_of(visit), 0u, visit == 0u);
    var last = 0u;
    if LOOK == CHANNEL_B {
        number = rank_of(spot);
        count = 1u;
        last = select(0u, QUESTION, is_rank_stale(spot));
    } else if LOOK == CHANNEL_G {
        let phase = min(phase_of(spot), LEFT);
        count = 0u;
        last = select((PHASE_LETTERS + phase) - 1u, 0u, phase == EMPTY);
    }
    let nth = instance % view.digits;
    if nth >= (count + select(1u, 0u, last == 0u)) {
        return blank();
    }
    let ems = (f32(count) * WIDE) + select(signs[last].advance * signs[last].scale / view.em, 0.0, last == 0u);
    // Below the knight, where there is one.
    let high = select(0.34, 0.27, knight) * view.side;
    let em = min(high, 0.8 * view.side / ems);
    let fill = channel_colour(spot);
    var ink = text_on(fill);
    if (LOOK == CHANNEL_B) && (visit > 0u) && !knight {
        // The rank of a visited square is never used.
        ink = mix(fill, ink, 0.45);
    }
    let centre = centre_of(place) + vec2<f32>(0.0, select(0.0, 0.27 * view.side, knight));
    let left = (centre.x - (ems * em * 0.5)) + (f32(nth) * WIDE * em);
    var sign = last;
    if nth < count {
        sign = digit_of(number, count, nth);
    }
    return glyph_at(vertex, signs[sign], left, centre.y, em / view.em, ink);
}

@vertex
fn knight_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    let place = place_of(instance >> 1u);
    let spot = spot_at(place);
    if !is_square(spot) || !has_knight(spot) {
        return blank();
    }
    let layer = instance & 1u;
    let glyph = signs[KNIGHT + layer];
    let centre = centre_of(place) - vec2<f32>(0.0, 0.13 * view.side);
    let corner = centre + (vec2<f32>(glyph.left, glyph.top) * glyph.scale);
    let size = vec2<f32>(f32(glyph.wide), f32(glyph.high)) * glyph.scale;
    let box = vec3<u32>(glyph.offset, glyph.wide, glyph.high);
    let colour = view.colours[select(INK, BACKGROUND, layer == 0u)].rgb;
    return sign_of(vertex, corner, size, glyph.scale, box, vec4<f32>(colour, 1.0));
}

@vertex
fn word_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    let letter = letters[instance];
    let box = vec3<u32>(letter.offset, letter.wide, letter.high);
    return sign_of(vertex, letter.corner, letter.size, 1.0, box, unpack4x8unorm(letter.colour));
}

// The coverage of a pixel of the glyph; 0 outside it.
fn covered(glyph: vec3<u32>, at: vec2<i32>) -> f32 {
    if (at.x < 0) || (at.y < 0) || (at.x >= i32(glyph.y)) || (at.y >= i32(glyph.z)) {
        return 0.0;
    }
    let byte = glyph.x + ((u32(at.y) * glyph.y) + u32(at.x));
    return f32((coverage[byte >> 2u] >> ((byte & 3u) * 8u)) & 255u) / 255.0;
}

@fragment
fn sign_colour(sign: Sign) -> @location(0) vec4<f32> {
    if sign.glyph.x == SOLID {
        return stored(sign.colour.rgb, sign.colour.a);
    }
    // Between the four nearest pixels of the glyph, since the two grids need not lie on one another.
    let at = ((sign.at.xy - sign.corner) / sign.scale) - 0.5;
    let low = vec2<i32>(floor(at));
    let part = at - floor(at);
    let above = mix(covered(sign.glyph, low), covered(sign.glyph, low + vec2<i32>(1, 0)), part.x);
    let below = mix(
        covered(sign.glyph, low + vec2<i32>(0, 1)),
        covered(sign.glyph, low + vec2<i32>(1, 1)),
        part.x,
    );
    return stored(sign.colour.rgb, sign.colour.a * mix(above, below, part.y));
}

// Letters: the numbers in squares, and the words around the board.
//
// One instance is one digit of one square in sight (`number_place`), or one letter of the host's (`word_place`).
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

@vertex
fn number_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    var blank = Sign(nothing(), vec2<f32>(), 1.0, vec3<u32>(SOLID, 0u, 0u), vec4<f32>());
    let place = place_of(instance / view.digits);
    let spot = spot_at(place);
    if !is_square(spot) {
        return blank;
    }
    let visit = visit_of(spot.index);
    var number = visit;
    var ink = vec3<f32>(0.0);
    if LOOK >= CHANNEL_R {
        number = channel_of(spot);
        ink = text_on(channel_colour(spot, number));
    } else if visit == 1u {
        ink = view.colours[PAPER].rgb;
    } else if is_end(spot, visit) {
        ink = view.colours[INK].rgb;
    } else {
        ink = text_on(gradient_colour(part_of(visit)));
    }
    let count = digits_of(number);
    let nth = instance % view.digits;
    // An unvisited square has no number, and the other channels may be 0.
    let is_visit = (LOOK < CHANNEL_R) || (LOOK == CHANNEL_R);
    if (nth >= count) || ((visit == 0u) && is_visit) {
        return blank;
    }
    for (var drop = (count - 1u) - nth; drop > 0u; drop -= 1u) {
        number /= 10u;
    }
    let glyph = numerals[number % 10u];
    let centre = centre_of(place);
    let left = (centre.x - ((f32(count) * WIDE * view.em) * 0.5)) + (f32(nth) * WIDE * view.em);
    // On a whole pixel, so that the feet of the digits are sharp.
    let baseline = floor((centre.y + ((view.em * HIGH) * 0.5)) + 0.5);
    let corner = vec2<f32>(left + (glyph.left * glyph.scale), baseline + (glyph.top * glyph.scale));
    let size = vec2<f32>(f32(glyph.wide), f32(glyph.high)) * glyph.scale;
    let box = vec3<u32>(glyph.offset, glyph.wide, glyph.high);
    return sign_of(vertex, corner, size, glyph.scale, box, vec4<f32>(ink, 1.0));
}

@vertex
fn word_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Sign {
    let letter = letters[instance];
    let box = vec3<u32>(letter.offset, letter.wide, letter.high);
    return sign_of(vertex, letter.corner, letter.size, 1.0, box, unpack4x8unorm(letter.colour));
}

// How much of a pixel of the glyph is covered; nothing outside it.
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

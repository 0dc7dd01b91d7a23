// The next move of a square as an arrow: the knight's reaches from square to square, the others are short, and pale where
// the knight does not follow them.
//
// One instance is one square in sight.
// Reads:  the square; of visit numbers the eight a move away.
// Writes: pixels on the way to where the move leads.

struct Arrow {
    @builtin(position) at: vec4<f32>,
    // Where it begins and ends, in pixels.
    @location(0) @interpolate(flat) ends: vec4<f32>,
    // Widths of its shaft and the length of its head, in pixels.
    @location(1) @interpolate(flat) shape: vec2<f32>,
    @location(2) @interpolate(flat) colour: vec3<f32>,
}

@vertex
fn arrow_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Arrow {
    var arrow = Arrow(nothing(), vec4<f32>(), vec2<f32>(), vec3<f32>());
    let place = place_of(instance);
    let spot = spot_at(place);
    if !is_square(spot) {
        return arrow;
    }
    let next = next_of(spot);
    if (next == 0u) || (next > 8u) {
        return arrow;
    }
    let jump = vec2<f32>(view.moves[next].yx) * view.side;
    let phase = phase_of(spot);
    let followed = phase >= DEPARTING;
    let goes = phase == DEPARTING;
    let plain = view.colours[SQUARES + (u32(spot.at.x + spot.at.y) & 1u)].rgb;
    let centre = centre_of(place);
    let reach = 0.38 * view.side / max(length(jump), 1.0);
    let head = centre + (jump * select(-reach, 0.12, goes));
    let to = centre + (jump * select(reach, 0.86, goes));
    let wide = select(0.055, 0.1, goes) * view.side;
    arrow.ends = vec4<f32>(head, to);
    arrow.shape = vec2<f32>(max(wide, 1.0), min(2.8 * wide, 0.6 * distance(head, to)));
    arrow.colour = select(mix(plain, view.colours[INK].rgb, 0.38), view.colours[LINE].rgb, followed);
    let forth = normalize(to - head);
    let aside = vec2<f32>(-forth.y, forth.x) * (max(arrow.shape.x, arrow.shape.y) * 0.5 + 1.0);
    let corner = corner_of(vertex);
    let start = select(head - forth, to + forth, corner.x > 0.5);
    arrow.at = clip(start + (aside * ((corner.y * 2.0) - 1.0)), 0.0);
    return arrow;
}

@fragment
fn arrow_colour(arrow: Arrow) -> @location(0) vec4<f32> {
    let place = beside(arrow.at.xy, arrow.ends);
    let forth = place.x;
    let aside = place.y;
    let whole = place.z;
    let foot = whole - arrow.shape.y;
    let end = foot + (0.3 * arrow.shape.y);
    let within = clamp(forth + 0.5, 0.0, 1.0) * clamp((end - forth) + 0.5, 0.0, 1.0);
    let shaft = within * clamp(((arrow.shape.x * 0.5) + 0.5) - aside, 0.0, 1.0);
    // The head's edges fall by one in two.
    let off = (aside - (0.5 * (whole - forth))) * 0.89442719;
    let point = clamp(0.5 - off, 0.0, 1.0) * clamp((forth - foot) + 0.5, 0.0, 1.0);
    return stored(arrow.colour, max(shaft, point));
}

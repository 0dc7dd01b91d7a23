// The tour as a line: every move a piece with round ends, and a gap beside its middle in whatever it passes over.
//
// One instance is one square in sight: it draws the move by which the knight has left it.
// Reads:  the square, and the eight a move away where its buffer has visit numbers alone.
// Writes: pixels near the move. A later move passes over an earlier one, by depth; so the order of
//         the instances does not matter.

// Whether squares have room for the gap.
override CASED: bool = true;

struct Piece {
    @builtin(position) at: vec4<f32>,
    // Where the move begins and ends, in pixels.
    @location(0) @interpolate(flat) ends: vec4<f32>,
    @location(1) @interpolate(flat) colour: vec3<f32>,
    // 1 for the move that closes a tour.
    @location(2) @interpolate(flat) dashed: u32,
}

fn line_half() -> f32 {
    return max(view.side * 0.1, 1.4) * 0.5;
}

// Half the width of the gap, the line's own included.
fn casing_half() -> f32 {
    return line_half() + select(0.0, max(view.side * 0.07, 1.6) * 0.5, CASED);
}

@vertex
fn line_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Piece {
    var piece = Piece(nothing(), vec4<f32>(), vec3<f32>(), 0u);
    let place = place_of(instance);
    let spot = spot_at(place);
    if spot.index == NOWHERE {
        return piece;
    }
    let visit = visit_of(spot.index);
    if (visit == 0u) || (visit == HOLE) {
        return piece;
    }
    var code = left_by(spot, visit);
    var depth = 1.0 - (f32(visit) / f32(view.last + 1u));
    if code == 0u {
        if (view.closed == 0u) || (visit != view.last) {
            return piece;
        }
        code = move_to(spot, 1u);
        if code == 0u {
            return piece;
        }
        piece.dashed = 1u;
        depth = 1.0 - (0.5 / f32(view.last + 1u));
    }
    let head = centre_of(place);
    let to = centre_of(place + view.moves[code].xy);
    // The colours change with the moves, of which there is one less than squares.
    let moves = f32(max(view.last, 2u) - 1u);
    piece.colour = course_colour((f32(visit - 1u) + 0.5) / moves);
    piece.ends = vec4<f32>(head, to);
    let along = normalize(to - head);
    let across = vec2<f32>(-along.y, along.x);
    let corner = corner_of(vertex);
    let wide = casing_half() + 1.0;
    let start = select(head - (along * (line_half() + 1.0)), to + (along * (line_half() + 1.0)), corner.x > 0.5);
    piece.at = clip(start + (across * (wide * ((corner.y * 2.0) - 1.0))), depth);
    return piece;
}

@fragment
fn line_colour(piece: Piece) -> @location(0) vec4<f32> {
    let head = piece.ends.xy;
    let length = distance(piece.ends.zw, head);
    let along = (piece.ends.zw - head) / length;
    let here = piece.at.xy - head;
    let forth = dot(here, along);
    let aside = abs((here.x * along.y) - (here.y * along.x));
    if piece.dashed == 1u {
        let dash = forth - (floor(forth / (view.side * 0.28)) * (view.side * 0.28));
        let on = clamp((view.side * 0.16) + 0.5 - dash, 0.0, 1.0) * clamp(dash + 0.5, 0.0, 1.0);
        let ends = clamp(forth + 0.5, 0.0, 1.0) * clamp((length + 0.5) - forth, 0.0, 1.0);
        let part = clamp((line_half() + 0.5) - aside, 0.0, 1.0) * on * ends;
        if part < 0.01 {
            discard;
        }
        return stored(view.colours[CLOSING].rgb, part);
    }
    let nearest = along * clamp(forth, 0.0, length);
    let line = clamp((line_half() + 0.5) - distance(here, nearest), 0.0, 1.0);
    var gap = 0.0;
    if CASED {
        // Short of the ends, where the line must not be cut off from its own neighbours.
        let ends = clamp((forth - (length * 0.16)) + 0.5, 0.0, 1.0) * clamp(((length * 0.84) - forth) + 0.5, 0.0, 1.0);
        gap = clamp((casing_half() + 0.5) - aside, 0.0, 1.0) * ends * (1.0 - line);
    }
    let alpha = line + gap;
    if alpha < 0.01 {
        discard;
    }
    return stored(((piece.colour * line) + (view.colours[CASING].rgb * gap)) / alpha, alpha);
}

// Line: draws the tour as a line. Every move is a segment with round ends. A segment has a narrow gap along its left
// side and its right side, except near its ends. The gaps interrupt the lines that the segment covers.
//
// One instance is one visible square: it draws the knight's move from the square. For strands, a square has two
// instances, one for each of the square's two edges. An instance draws its edge only if the edge leads downwards.
// Reads:  the square. If the buffer of the square has only visit numbers, the shader also reads the eight squares one
// move away.
// Writes: pixels near the move. The depth of a move makes each move cover the moves that precede it in the tour, so the
// order of the instances does not matter. Depths of moves are at most 0.9. If a line covers less than half of a pixel,
// the depth of the pixel is greater than the depth of every move. Such a pixel therefore hides no move, even if the
// move is drawn after it. Pixels of a gap, of the closing move and of lines thinner than a pixel always have the depth
// of their move.

// True if squares are large enough to show the gaps beside the lines.
override CASED: bool = true;

struct Piece {
    @builtin(position) at: vec4<f32>,
    // Positions, in pixels, of the two ends of the move.
    @location(0) @interpolate(flat) ends: vec4<f32>,
    @location(1) @interpolate(flat) colour: vec3<f32>,
    // 1 for the closing move of a tour, otherwise 0.
    @location(2) @interpolate(flat) dashed: u32,
}

fn line_half() -> f32 {
    // On a board seen from a distance, a line is thinner than a pixel and therefore fainter.
    let least = select(1.4, min(1.4, 0.28 * view.side), WALKS && (view.side < LINE_SQUARE));
    return max(view.side * select(0.1, 0.17, view.dense == 1u) * finer(), least) * 0.5;
}

// Returns half the total width, in pixels, of the line and the gaps beside it. If no gaps are shown, this is half the
// width of the line.
fn casing_half() -> f32 {
    return line_half() + select(0.0, max(view.side * 0.07 * finer(), 1.6) * 0.5, CASED);
}

// Returns vertex `vertex` of a segment between two squares.
fn laid(piece: Piece, head: vec2<f32>, to: vec2<f32>, depth: f32, vertex: u32) -> Piece {
    var laid = piece;
    laid.ends = vec4<f32>(head, to);
    let along = normalize(to - head);
    let across = vec2<f32>(-along.y, along.x);
    let corner = corner_of(vertex);
    let wide = casing_half() + 1.0;
    let start = select(head - (along * (line_half() + 1.0)), to + (along * (line_half() + 1.0)), corner.x > 0.5);
    laid.at = clip(start + (across * (wide * ((corner.y * 2.0) - 1.0))), depth);
    return laid;
}

// Returns a vertex of the line along one of the cycle edges that lead downwards from a square. A square has at most two
// such edges, one per instance. If the edge of the instance does not exist, the vertex is outside the picture.
fn strand_place(piece: Piece, vertex: u32, instance: u32) -> Piece {
    let place = place_of(instance >> 1u);
    let spot = spot_at(place);
    if !is_square(spot) {
        return piece;
    }
    let strand = squares[spot.index];
    let down = strand & 15u;
    // At most two bits of `down` are set. An even instance draws the edge of the lowest set bit. An odd instance draws
    // the edge of the other set bit.
    let links = select(down, down & (down - 1u), (instance & 1u) == 1u);
    if links == 0u {
        return piece;
    }
    let axis = firstTrailingBit(links);
    let rows = 1 + i32(axis >> 1u);
    let cols = 2 - i32(axis >> 1u);
    let step = vec2<i32>(rows, select(cols, -cols, (axis & 1u) == 1u));
    var edge = piece;
    edge.colour = tint_colour(strand, 0u);
    // Every edge has a different depth. All coloured edges are drawn above all neutral edges.
    let part = f32((2u * spot.index) + (instance & 1u)) / f32(2u * view.last);
    let depth = (0.9 - (0.4 * part)) - select(0.0, 0.45, strand >= 256u);
    return laid(edge, centre_of(place), centre_of(place + step), depth, vertex);
}

@vertex
fn line_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Piece {
    var piece = Piece(nothing(), vec4<f32>(), vec3<f32>(), 0u);
    if STRANDS {
        return strand_place(piece, vertex, instance);
    }
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
    var depth = 0.9 - (0.9 * f32(visit) / f32(view.last + 1u));
    if code == 0u {
        if (view.closed == 0u) || (visit != view.last) {
            return piece;
        }
        code = move_to(spot, 1u);
        if code == 0u {
            return piece;
        }
        piece.dashed = 1u;
        depth = 0.9 - (0.45 / f32(view.last + 1u));
    }
    let head = centre_of(place);
    let to = centre_of(place + view.moves[code].xy);
    // The colour of a move depends on its position in the tour. A tour has one move fewer than squares.
    let moves = f32(max(view.last, 2u) - 1u);
    piece.colour = gradient_colour((f32(visit - 1u) + 0.5) / moves);
    if WALKS && (view.side < LINE_SQUARE) {
        let outcome = outcome_of(spot.index);
        if outcome != WALKING {
            piece.colour = view.colours[(STUCK_LINE + outcome) - STUCK].rgb;
        }
    }
    return laid(piece, head, to, depth, vertex);
}

struct Stroke {
    @location(0) colour: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn line_colour(piece: Piece) -> Stroke {
    let place = beside(piece.at.xy, piece.ends);
    let forth = place.x;
    let aside = place.y;
    let whole = place.z;
    if piece.dashed == 1u {
        let dash = forth - (floor(forth / (view.side * 0.28)) * (view.side * 0.28));
        let on = clamp((view.side * 0.16) + 0.5 - dash, 0.0, 1.0) * clamp(dash + 0.5, 0.0, 1.0);
        let ends = clamp(forth + 0.5, 0.0, 1.0) * clamp((whole + 0.5) - forth, 0.0, 1.0);
        let part = clamp((line_half() + 0.5) - aside, 0.0, 1.0) * on * ends;
        if part < 0.01 {
            discard;
        }
        return Stroke(stored(view.colours[CLOSING].rgb, part), piece.at.z);
    }
    let beyond = forth - clamp(forth, 0.0, whole);
    let most = min(2.0 * line_half(), 1.0);
    let line = clamp((line_half() + 0.5) - length(vec2<f32>(beyond, aside)), 0.0, most);
    var gap = 0.0;
    if CASED {
        // The gaps beside the segment extend from 16 % to 84 % of the segment's length, so that they do not interrupt
        // the adjacent segments of the tour.
        let ends = clamp((forth - (whole * 0.16)) + 0.5, 0.0, 1.0) * clamp(((whole * 0.84) - forth) + 0.5, 0.0, 1.0);
        gap = clamp((casing_half() + 0.5) - aside, 0.0, 1.0) * ends * (1.0 - line);
    }
    let alpha = line + gap;
    if alpha < 0.01 {
        discard;
    }
    let colour = stored(((piece.colour * line) + (view.colours[CASING].rgb * gap)) / alpha, alpha);
    return Stroke(colour, select(0.95 - (0.04 * alpha), piece.at.z, (gap > 0.0) || (alpha >= 0.5) || (most < 1.0)));
}

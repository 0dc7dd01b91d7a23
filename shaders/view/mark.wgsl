// Beads on the line: a pill under every visit number, or, without numbers, a disc at the start and a ring where
// the knight is.
//
// One instance is one square in sight.
// Reads:  the square, and the eight a move away where its buffer has visit numbers alone.
// Writes: pixels of its own square, or, where squares are small, close to it.

// Whether there are numbers to lay beads under.
override NUMBERED: bool = true;

struct Bead {
    @builtin(position) at: vec4<f32>,
    // The middle, in pixels.
    @location(0) @interpolate(flat) centre: vec2<f32>,
    // Half the straight part, then the radii of the outer pill, the ring and what shines through; 0 for none.
    @location(1) @interpolate(flat) radii: vec4<f32>,
    @location(2) @interpolate(flat) outer: vec3<f32>,
    @location(3) @interpolate(flat) ring: vec3<f32>,
    @location(4) @interpolate(flat) inner: vec3<f32>,
}

// Width of a digit, in ems.
const DIGIT_WIDTH: f32 = 0.636;

@vertex
fn mark_place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Bead {
    let ink = view.colours[INK].rgb;
    let paper = view.colours[BACKGROUND].rgb;
    var bead = Bead(nothing(), vec2<f32>(), vec4<f32>(), paper, ink, paper);
    let place = place_of(instance);
    let spot = spot_at(place);
    if spot.index == NOWHERE {
        return bead;
    }
    let visit = visit_of(spot.index);
    if (visit == 0u) || (visit == HOLE) {
        return bead;
    }
    let first = visit == 1u;
    let end = is_end(spot, visit);
    if NUMBERED {
        let high = view.em * 1.5;
        let wide = max((f32(digits_of(visit)) * DIGIT_WIDTH * view.em) + (view.em * 0.6), high);
        let rim = max(view.side * 0.045, 1.3);
        let radius = high * 0.5;
        bead.radii = vec4<f32>((wide - high) * 0.5, radius, 0.0, 0.0);
        bead.outer = gradient_colour(part_of(visit));
        if first {
            bead.radii.y = radius + rim;
            bead.outer = ink;
        } else if end {
            bead.radii = vec4<f32>(bead.radii.x, radius + rim, radius, 0.0);
            bead.outer = ink;
            bead.ring = paper;
        }
    } else {
        if !first && !end {
            return bead;
        }
        let radius = max(view.side * 0.24, min(5.0, (view.side * 0.5) + 1.5));
        let rim = max(radius * 0.35, 1.0);
        let through = select(radius - (1.3 * rim), 0.0, first);
        bead.radii = vec4<f32>(0.0, radius + rim, radius, through);
    }
    bead.centre = centre_of(place);
    let reach = vec2<f32>(bead.radii.x + bead.radii.y, bead.radii.y) + 1.0;
    bead.at = clip(bead.centre + (((corner_of(vertex) * 2.0) - 1.0) * reach), 0.0);
    return bead;
}

@fragment
fn mark_colour(bead: Bead) -> @location(0) vec4<f32> {
    let here = bead.at.xy - bead.centre;
    let straight = vec2<f32>(clamp(here.x, -bead.radii.x, bead.radii.x), 0.0);
    let away = distance(here, straight);
    // A radius of 0 is not a disc at all.
    let parts = clamp((bead.radii.yzw + 0.5) - away, vec3<f32>(0.0), vec3<f32>(1.0)) * sign(bead.radii.yzw);
    var colour = mix(bead.outer, bead.ring, parts.y);
    colour = mix(colour, bead.inner, parts.z);
    return stored(colour, parts.x);
}

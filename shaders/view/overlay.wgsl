// Overlay: draws the overlay, painted by the host, on top of everything else.
//
// Each invocation processes one pixel of the picture. The pixels belong to one triangle that covers the whole picture.
// Reads:  the pixel's word of the overlay.
// Writes: the invocation's pixel.

@vertex
fn overlay_place(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let far = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u)) * 4.0;
    return vec4<f32>(far - 1.0, 0.0, 1.0);
}

@fragment
fn overlay_colour(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<u32>(pixel.xy);
    let painted = unpack4x8unorm(overlay[(at.y * u32(view.size.x)) + at.x]);
    if painted.a == 0.0 {
        discard;
    }
    return stored(painted.rgb / painted.a, painted.a);
}

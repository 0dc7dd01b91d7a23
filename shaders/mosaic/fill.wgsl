// Fill: the same word everywhere, as fast as the card can store: the limit beside which numbering is measured.
//
// One invocation is a quad of all rows of a strip of eight, in the same pattern as visits.wgsl.
// Reads:  nothing.
// Writes: `numbers`, its own quads.
// No race: every quad of every row has one invocation.

@group(0) @binding(1) var<storage, read_write> numbers: array<vec4<u32>>;

@compute @workgroup_size(WIDTH)
fn narrow(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = invocation(group, groups, lane);
    let quad = number % window.quads;
    let first = window.top + ((number / window.quads) * 8u);
    for (var row = first; row < min(first + 8u, window.number_end); row += 1u) {
        numbers[quad_at(row, quad)] = vec4<u32>(window.closed);
    }
}

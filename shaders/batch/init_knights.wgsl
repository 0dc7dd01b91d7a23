// Init knights: initialises every knight, for all kernels except `small`.
//
// Each invocation processes one knight.
// Reads:  `slices`, `starts`.
// Writes: the knight's element of `knights`.
// No race: every knight has one invocation.

@group(0) @binding(4) var<storage, read_write> knights: array<Knight>;

const INIT_WIDTH: u32 = 64u;

@compute @workgroup_size(INIT_WIDTH)
fn init_knights(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < params.knights {
        knights[id.x] = init(id.x);
    }
}

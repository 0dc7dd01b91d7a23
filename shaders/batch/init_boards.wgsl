// Init boards: initialises the board of every knight, for all kernels except `small`.
//
// One invocation writes every INIT_WIDTH-th word of the INIT_WIDTH * INIT_STEPS words of its workgroup, so that
// adjacent lanes write adjacent words.
// Reads:  `fresh`.
// Writes: the invocation's words of `cells`.
// No race: no two invocations write the same word.

// Board of a knight before its first move.
@group(0) @binding(3) var<storage, read> fresh: array<u32>;
// Boards of all knights.
@group(0) @binding(5) var<storage, read_write> cells: array<u32>;

const INIT_WIDTH: u32 = 64u;
const INIT_STEPS: u32 = 16u;

@compute @workgroup_size(INIT_WIDTH)
fn init_boards(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let all = params.knights * params.words;
    var at = ((((group.y * groups.x) + group.x) * INIT_STEPS) * INIT_WIDTH) + lane;
    for (var step = 0u; (step < INIT_STEPS) && (at < all); step += 1u) {
        cells[at] = fresh[at % params.words];
        at += INIT_WIDTH;
    }
}

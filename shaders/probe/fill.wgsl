// Fill: stores the same word everywhere, as fast as a kernel can. The write bandwidth of all other kernels is compared
// with the bandwidth of this kernel.
//
// One invocation writes `EACH` vectors of 16 bytes. Adjacent invocations of a workgroup write adjacent bytes at the
// same time.
// Reads:  nothing.
// Writes: `words`: EACH vectors of four words per invocation.
// No race: each vector is written by exactly one invocation.

@group(0) @binding(0) var<storage, read_write> words: array<vec4<u32>>;

const EACH: u32 = 8u;

@compute @workgroup_size(64)
fn fill(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let first = (group.y * groups.x + group.x) * 64u * EACH + lane;
    for (var nth = 0u; nth < EACH; nth += 1u) {
        let at = first + nth * 64u;
        if at < arrayLength(&words) {
            words[at] = vec4<u32>(7u);
        }
    }
}

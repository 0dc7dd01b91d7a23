// Flatten: every cycle learns which one speaks for all that it is joined with.
//
// One invocation is one cycle: it follows the notes of apply.wgsl to their end, which is there since picks are a forest.
// Reads:  notes.
// Writes: its own note; the status: one more is left, if it speaks for itself.
// No race: a note is only ever changed to one further up the same tree, and the end's never.

@compute @workgroup_size(WIDTH)
fn flatten(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cycle = invocation(group, groups, lane);
    if cycle >= job.end {
        return;
    }
    var last = atomicLoad(&cycles[joined_place(cycle)]);
    var up = atomicLoad(&cycles[joined_place(last)]);
    for (var rounds = 0u; up != last && rounds < MOST_ROUNDS; rounds += 1u) {
        last = up;
        up = atomicLoad(&cycles[joined_place(last)]);
    }
    if up != last {
        atomicOr(&status.flags, AGAIN);
    }
    atomicStore(&cycles[joined_place(cycle)], last);
    if last == cycle {
        atomicAdd(&status.left, 1u);
    }
}

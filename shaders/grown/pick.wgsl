// Pick: each cycle takes its best offer.
//
// Every pick joins a cycle of its own with the main one. So no switch of a round undoes what another one joins.
//
// One invocation is one cycle.
// Reads:  its best offer, its gadget's first edge.
// Writes: its own pick.
// No race: no invocation reads a pick.

@compute @workgroup_size(WIDTH)
fn pick(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cycle = invocation(group, groups, lane);
    if cycle >= job.end {
        return;
    }
    atomicStore(&cycles[gadget_place(cycle)], NO_GADGET);
    let best = atomicLoad(&cycles[best_place(cycle)]);
    if best == NO_OFFER {
        return;
    }
    let gadget = unmix(best) ^ job.key;
    let anchor = gadget / 6u;
    let state = 1u - edge_at(axes_of(gadget % 6u).x, anchor / job.pitch, anchor % job.pitch);
    atomicStore(&cycles[gadget_place(cycle)], gadget);
    atomicStore(&cycles[state_place(cycle)], state);
}

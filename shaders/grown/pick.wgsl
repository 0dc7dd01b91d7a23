// Pick: what each cycle does about its best offer.
//
// If both cycles have picked one gadget, the one with the lower label acts. The picks of a round are a forest: a closed
// chain of picks over as many cycles would need each of them to have picked one link of it, and the one with the
// largest key in the chain has a smaller one there too. So no switch of a round undoes what another one joins.
//
// One invocation is one cycle.
// Reads:  the best offers, its gadget's first edge, the cells of its gadget, what cycles are joined with.
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
    let axes = axes_of(gadget % 6u);
    let state = 1u - edge_at(axes.x, anchor / job.pitch, anchor % job.pitch);
    let one = joined_at(anchor);
    let two = joined_at(anchor + jump_of(select(axes.y, axes.x, state == 1u)));
    let partner = select(one, two, one == cycle);
    if atomicLoad(&cycles[best_place(partner)]) == best
        && atomicLoad(&cycles[root_place(partner)]) < atomicLoad(&cycles[root_place(cycle)]) {
        return;
    }
    atomicStore(&cycles[gadget_place(cycle)], gadget);
    atomicStore(&cycles[state_place(cycle)], state);
    atomicStore(&cycles[partner_place(cycle)], partner);
}

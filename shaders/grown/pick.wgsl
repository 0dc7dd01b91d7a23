// Pick: copies the best offer of each cycle to the pick of this cycle, and clears the offer.
//
// Every pick is a gadget whose switch joins a marked cycle with an unmarked cycle, and no two picks join the same
// marked cycle. Therefore no switch undoes the join that another switch makes in the same round.
//
// Each invocation processes one cycle.
// Reads:  the cycle's best offer, the first edge of the offered gadget.
// Writes: the cycle's pick and offer.
// No race: no invocation reads a pick.

@compute @workgroup_size(WIDTH)
fn pick(me: Invocation) {
    let cycle = number_of(me);
    if cycle >= job.end {
        return;
    }
    atomicStore(&cycles[gadget_place(cycle)], NO_GADGET);
    let best = atomicLoad(&cycles[best_place(cycle)]);
    if best == NO_OFFER {
        return;
    }
    atomicStore(&cycles[best_place(cycle)], NO_OFFER);
    let gadget = unmix(best) ^ job.key;
    let anchor = gadget / 6u;
    let state = 1u - edge_at(axes_of(gadget % 6u).x, anchor / job.pitch, anchor % job.pitch);
    atomicStore(&cycles[gadget_place(cycle)], gadget);
    atomicStore(&cycles[state_place(cycle)], state);
}

// Splitters: divides the tour into pieces of about sixty squares.
//
// Each invocation processes one half-edge of a splitter. It walks to the next splitter.
// Reads:  the links of the squares on the walk.
// Writes: the invocation's own piece; the status, if the walk reached no splitter.
// No race: no invocation reads a piece.

@compute @workgroup_size(WIDTH)
fn splitters(me: Invocation) {
    let half = number_of(me);
    if half >= job.end {
        return;
    }
    var walker = leave(half);
    if walker.links == 0u {
        pieces[half] = Piece(NOWHERE, 0u);
        return;
    }
    var into = NOWHERE;
    var steps = 0u;
    while into == NOWHERE && steps < MAX_ROUNDS {
        walker = stepped(walker);
        steps += 1u;
        into = arrived(walker);
    }
    if into == NOWHERE {
        atomicOr(&status.flags, LOST);
        pieces[half] = Piece(NOWHERE, 0u);
        return;
    }
    let onward = into ^ 1u;
    pieces[half] = Piece(select(onward, START + (onward & 1u), (into / 2u) == (job.start / 2u)), steps);
}

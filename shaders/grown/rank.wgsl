// Rank: how far it is from each splitter to the start, by pointer jumping (Wyllie 1979).
//
// One invocation is one half-edge, in each of some twenty dispatches: it appends to its piece the one that follows, so
// that twice as many splitters are behind it. At the start of the tour a piece ends.
// Reads:  its own piece and the one that follows, of one half of the pieces.
// Writes: its own piece of the other half.
// No race: no invocation reads the half that is written.

@compute @workgroup_size(WIDTH)
fn rank(me: Invocation) {
    let half = number_of(me);
    if half >= job.end {
        return;
    }
    let old = select(0u, job.halves, job.turned == 1u);
    let fresh = job.halves - old;
    var piece = pieces[old + half];
    if piece.next < START {
        let next = pieces[old + piece.next];
        piece = Piece(next.next, piece.steps + next.steps);
    }
    pieces[fresh + half] = piece;
}

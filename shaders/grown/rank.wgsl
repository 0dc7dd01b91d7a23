// Rank: computes the distance of each splitter from the start, by pointer jumping (Wyllie 1979).
//
// One invocation is one half-edge, in each of about twenty dispatches: it appends the next piece to its own, which
// doubles the number of splitters it spans. A piece ends at the start of the tour.
// Reads:  its own piece and the next one, of one half of the pieces.
// Writes: its own piece of the other half.
// No race: no invocation reads the half being written.

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

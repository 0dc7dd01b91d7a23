// Rank: computes the distance of each splitter from the start, by pointer jumping (Wyllie 1979).
//
// The pass has about twenty dispatches. The piece of a half-edge is a section of the tour that begins with this
// half-edge. At first, the piece ends at the next splitter. Each invocation extends the piece of one half-edge: it
// appends the piece that begins where the first piece ends. Each dispatch doubles the number of splitters that a piece
// spans, until the piece ends at the start of the tour.
// Reads:  the invocation's own piece and the appended piece, both in one half of the array.
// Writes: the invocation's own piece in the other half of the array.
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

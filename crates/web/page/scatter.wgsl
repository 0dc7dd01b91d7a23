// Scatter, the opposite of pull: the departing knight writes itself onto its target.
//
// One invocation is one square.
// Reads:  the state before, its own square.
// Writes: its own square; and the knight's invocation writes a square that is another invocation's own.
// A race: that square is written twice, by itself (not visited) and by the knight (arrived). Nothing says which of
// the two comes last. Where it is the square's own, the knight is lost.

fn pass_at(square: u32) {
    if square == NOWHERE {
        return;
    }
    var cell = seen(square);
    enter(square);
    if cell.g == DEPARTING {
        cell.g = LEFT;
        for (var m = 0u; m < board.move_count; m += 1u) {
            let jump = board.moves[m];
            if cell.a == u32(jump.z) {
                let there = neighbour(place(square), jump.xy);
                var other = seen(there);
                other.r = after_visit(cell.r);
                other.g = ARRIVED;
                keep(there, other);
            }
        }
    }
    keep(square, cell);
}

@compute @workgroup_size(WHOLE_WIDTH)
fn whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_whole(group, lane));
}

// The squares at most two moves from the square that the knight departs from.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_near(status[0].at, lane));
}

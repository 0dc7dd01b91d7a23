// Scatter: the opposite of pull. The departing knight writes itself onto the square that it has chosen.
//
// Each invocation processes one square.
// Reads:  in the state before the pass, its own square and the chosen square.
// Writes: its own square; the knight's invocation also writes the chosen square, which belongs to another invocation.
// A race: two invocations write the chosen square. The invocation of the chosen square writes "not visited", and the
// knight's invocation writes "arrived". The order is undefined. If the invocation of the chosen square writes last, the
// knight is lost.

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

// Processes the squares that are at most two moves away from the knight.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_near(status[0].at, lane));
}

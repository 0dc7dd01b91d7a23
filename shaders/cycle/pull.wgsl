// Pull: the square that a departing knight has chosen pulls it onto itself; the departed square is left.
//
// One invocation is one square. A square can alter no other: so the knight says where it
// wants to go, and that square does the rest.
// Of many knights one that is stuck has its region cleared, and is on its entry again.
// Reads:  the state before, the square and the squares a move before it; `status.at`, to find the knight (near); of many
//         knights `status.word`.
// Writes: the state after, its own square: R and G.
// No race: every square has one invocation.

fn pass_at(square: u32) {
    if square == NOWHERE {
        return;
    }
    var cell = seen(square);
    enter(square);
    if is_cleared() {
        cell = cleared(square);
    } else if cell.g == DEPARTING {
        cell.g = LEFT;
    } else if cell.r == 0u {
        let here = place(square);
        for (var m = 0u; m < board.move_count; m += 1u) {
            let jump = board.moves[m];
            let there = neighbour(here, -jump.xy);
            if there != NOWHERE {
                let other = seen(there);
                if (other.g == DEPARTING) && (other.a == u32(jump.z)) {
                    cell.r = after_visit(other.r);
                    cell.g = ARRIVED;
                }
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

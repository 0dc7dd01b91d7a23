// Pull: the target of a departing knight pulls the knight onto itself, and the phase of the knight's old square becomes
// LEFT.
//
// Each invocation processes one square. No square can change another. Therefore the knight's square only names the
// target, and the target performs the move. With several knights, a stuck knight returns to the entry of its region,
// and the region is cleared.
// Reads:  in the state before the pass, the square and the squares one move away. `near` also reads `status.at`, to
// find the knight. With several knights, the pass also reads `status.word`.
// Writes: in the state after the pass, the components R and G of the invocation's own square.
// No race: every square has one invocation.

// Returns the new state of an unvisited square. If a knight has announced a move to this square, the knight arrives on
// this square.
fn pulled(here: vec2<i32>, before: vec4<u32>) -> vec4<u32> {
    var cell = before;
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
    return cell;
}

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
        cell = pulled(place(square), cell);
    }
    keep(square, cell);
}

@compute @workgroup_size(WHOLE_WIDTH)
fn whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_whole(group, lane));
}

// Runs the pass on the squares near the knight. These squares are at most two moves away from the square from which the
// knight departs.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_near(status[0].at, lane));
}

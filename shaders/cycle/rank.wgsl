// Rank: every square counts its unvisited neighbours, and acknowledges a knight that has arrived.
//
// Each invocation processes one square.
// Reads:  in the state before the pass, the square and its neighbours. `near` also reads `status.to`, to find the
// knight.
// Writes: in the state after the pass, the component B of the invocation's own square, and the component G if the phase
// changes from arrived to acknowledged. The invocation of the knight's square also writes `status.at`.
// No race: every square has one invocation, and only one square has the knight.

fn pass_at(square: u32) {
    if square == NOWHERE {
        return;
    }
    var cell = seen(square);
    enter(square);
    if cell.r != HOLE {
        let here = place(square);
        var rank = 0u;
        for (var m = 0u; m < board.move_count; m += 1u) {
            let there = neighbour(here, board.moves[m].xy);
            if there != NOWHERE {
                if seen(there).r == 0u {
                    rank += 1u;
                }
            }
        }
        cell.b = rank;
        if cell.g == ARRIVED {
            cell.g = ACKNOWLEDGED;
            status[knight].at = square;
        }
    }
    keep(square, cell);
}

@compute @workgroup_size(WHOLE_WIDTH)
fn whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_whole(group, lane));
}

// Runs the pass on the squares at most two moves from the square where the knight has arrived.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_near(status[0].to, lane));
}

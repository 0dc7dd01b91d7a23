// Decide: every square picks its first lowest-ranking unvisited neighbour. Only the knight's choice is trusted.
//
// One invocation is one square.
// Reads:  `before`, the square and its neighbours; `status.at`, to find the knight (near).
// Writes: `after`, its own square: A, and G acknowledged -> departing; the knight's square:
//         `status.word`, `status.visit`, `status.to`.
// No race: every square has one invocation, and one square alone has the knight.
//
// Done a second time it changes nothing, so a resident run uses it to bring every choice up to date.

fn pass_at(square: u32) {
    var cell = before[square];
    // A square that the knight has left keeps the move taken; a hole has none.
    if (cell.r != HOLE) && (cell.g != LEFT) {
        let here = place(square);
        var least = NOWHERE;
        var code = NONE;
        var to = square;
        for (var m = 0u; m < board.move_count; m += 1u) {
            let jump = board.moves[m];
            let there = neighbour(here, jump.xy);
            if there != NOWHERE {
                let other = before[there];
                if (other.r == 0u) && (other.b < least) {
                    least = other.b;
                    code = u32(jump.z);
                    to = there;
                }
            }
        }
        cell.a = code;
        if (cell.g == ACKNOWLEDGED) || (cell.g == DEPARTING) {
            status.visit = cell.r;
            if code == NONE {
                status.word = select(STUCK, DONE, cell.r == board.playable);
            } else {
                cell.g = DEPARTING;
                status.to = to;
            }
        }
    }
    after[square] = cell;
}

@compute @workgroup_size(WHOLE_WIDTH)
fn whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let square = square_of_whole(group, lane);
    if square != NOWHERE {
        pass_at(square);
    }
}

// The squares at most two moves from the knight.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    let square = square_of_near(status.at, lane);
    if square != NOWHERE {
        pass_at(square);
    }
}

// Decide: the knight's square chooses by the rule, and each of the remaining squares chooses its first unvisited
// neighbour of lowest rank.
//
// Only the choice of the knight's square is used. Therefore only the knight's square applies the rule when several
// neighbours have the lowest rank. The other squares read only their neighbours.
//
// Each invocation processes one square.
// Reads:  in the state before the pass, the square and its neighbours. If the rule looks ahead, the invocation of the
// knight's square also reads the squares two moves away. `near` also reads `status.at`, to find the knight.
// Writes: in the state after the pass, the component A of the invocation's own square, and the component G if the phase
// changes from acknowledged to departing. The invocation of the knight's square also writes `status.word`,
// `status.visit`, `status.to`, `status.leg` and `status.tries`.
// No race: every square has one invocation, and only the invocation of a knight's square writes the knight's status.
//
// If the pass runs again directly afterwards, it changes nothing, except that a stuck knight of a relay counts another
// try. Therefore, after a resident run has made the knight's choice, this pass can update the choices of all squares:
// it makes the knight's choice again, with the same result.

fn present(square: u32) -> vec4<u32> {
    return seen(square);
}

fn pass_at(square: u32) {
    if square == NOWHERE {
        return;
    }
    var cell = seen(square);
    enter(square);
    // A square that the knight has left keeps its move, and a hole has no move.
    if (cell.r != HOLE) && (cell.g != LEFT) {
        let here = place(square);
        let ranks = open_ways(here, cell.r, ranks_around(here));
        if (cell.g == ACKNOWLEDGED) || (cell.g == DEPARTING) {
            let leg = leg_at(status[knight].leg, square);
            let way = choice(here, cell.r, leg, ranks);
            status[knight].leg = leg;
            status[knight].visit = cell.r;
            if way == NO_SLOT {
                cell.a = NONE;
                let done = is_last(cell.r);
                status[knight].word = select(STUCK, DONE, done);
                if !done {
                    count_try();
                }
            } else {
                cell.a = u32(board.moves[way].z);
                cell.g = DEPARTING;
                status[knight].word = RUNNING;
                status[knight].to = neighbour(here, jump(way));
            }
        } else {
            let least = first_lowest(ranks, OWN_ORDER);
            cell.a = select(u32(board.moves[least & 7u].z), NONE, (least >> 3u) == TAKEN);
        }
    }
    keep(square, cell);
}

@compute @workgroup_size(WHOLE_WIDTH)
fn whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_whole(group, lane));
}

// Runs the pass on the squares at most two moves from the knight.
@compute @workgroup_size(NEAR_WIDTH)
fn near(@builtin(local_invocation_index) lane: u32) {
    pass_at(square_of_near(status[0].at, lane));
}

// Fused: every pass applies the same rule to every square. The rule consists of the three steps rank, decide and pull.
// The program on the slides "Knight's Tour in Cg" (2007) also consists of a single rule.
//
// Each invocation processes one square. A pass reads the state that the previous pass has written. A move takes three
// passes. In the first pass, the neighbours of the knight's square update their ranks. In the second pass, the knight
// chooses by these ranks. In the third pass, the chosen square pulls the knight. After the third pass of a move, the
// state is the same as after the separate passes rank, decide and pull. The function `pulled` is in `pull.wgsl`, which
// precedes this file.
// Reads:  in the state before the pass, the square and its neighbours. If the rule looks ahead, the invocation of the
// knight's square also reads the squares two moves away.
// Writes: in the state after the pass, the invocation's own square. The invocation of the knight's square also writes
// the status.
// No race: every square has one invocation, and only one square has the knight.

fn present(square: u32) -> vec4<u32> {
    return seen(square);
}

// Returns the number of moves that lead to an unvisited square.
fn open_count(ranks: u32) -> u32 {
    var count = 0u;
    for (var way = 0u; way < 8u; way += 1u) {
        count += select(0u, 1u, ((ranks >> (4u * way)) & TAKEN) != TAKEN);
    }
    return count;
}

// Chooses the move of the knight on `square`. Returns the new state of the square.
fn choose(square: u32, here: vec2<i32>, before: vec4<u32>, ranks: u32) -> vec4<u32> {
    var cell = before;
    let leg = leg_at(status[knight].leg, square);
    let way = choice(here, cell.r, leg, ranks);
    status[knight].leg = leg;
    status[knight].visit = cell.r;
    if way == NO_SLOT {
        cell.a = NONE;
        status[knight].word = select(STUCK, DONE, is_last(cell.r));
    } else {
        cell.a = u32(board.moves[way].z);
        cell.g = DEPARTING;
        status[knight].word = RUNNING;
        status[knight].to = neighbour(here, jump(way));
    }
    return cell;
}

fn all_at(square: u32) {
    if square == NOWHERE {
        return;
    }
    var cell = seen(square);
    enter(square);
    if cell.r != HOLE {
        let here = place(square);
        let ranks = ranks_around(here);
        cell.b = open_count(ranks);
        if (cell.g == EMPTY) || (cell.g == ARRIVED) {
            let least = first_lowest(ranks, OWN_ORDER);
            cell.a = select(u32(board.moves[least & 7u].z), NONE, (least >> 3u) == TAKEN);
        }
        if cell.g == EMPTY {
            cell = pulled(here, cell);
        } else if cell.g == ARRIVED {
            cell.g = ACKNOWLEDGED;
            status[knight].at = square;
        } else if cell.g == ACKNOWLEDGED {
            cell = choose(square, here, cell, ranks);
        } else {
            cell.g = LEFT;
        }
    }
    keep(square, cell);
}

@compute @workgroup_size(WHOLE_WIDTH)
fn fused(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    all_at(square_of_whole(group, lane));
}

// Lane: moves one knight per lane. The board of a knight is in a buffer. A dispatch makes at most `budget` moves per
// knight, and the next dispatch resumes the walks.
//
// Each invocation processes one knight.
// Reads:  the knight's element of `knights`, and its board in `cells`.
// Writes: the same data in place. Also writes to `results`: the knight's result at the end of its walk, and each
// visited square if squares are recorded.
// No race: every knight has one invocation, and its own board.
//
// This kernel supports every leaper. A square has four bits, with eight squares per word. The bits contain the rank of
// the square, or TAKEN if the square is visited or a hole. Ranks are stored instead of being counted at every move: a
// visit subtracts one from the ranks of the unvisited neighbours. The words of one board are consecutive. If the words
// of several boards were interleaved, the knights would not share more cache lines, since the positions of knights soon
// differ widely.

fn word_of(square: u32) -> u32 {
    return base + (square >> 3u);
}

fn shift_of(square: u32) -> u32 {
    return (square & 7u) * 4u;
}

// Returns the ranks of the unvisited neighbours of a square, four bits per move code. If the target of a move cannot be
// entered, the four bits of this move have the value TAKEN.
fn ranks_around(there: vec2<i32>) -> u32 {
    var ranks = 0xffffffffu;
    for (var code = 0u; code < 8u; code += 1u) {
        let beyond = there + jump(code);
        if in_use(code) && inside(beyond) {
            let square = index(beyond);
            ranks ^= (TAKEN ^ ((cells[word_of(square)] >> shift_of(square)) & TAKEN)) << (4u * code);
        }
    }
    return ranks;
}

// Visits the square `here`: marks the square as visited, and subtracts 1 from the rank of each unvisited neighbour.
// Returns the new ranks of the neighbours, four bits per move code.
fn arrive(at: u32, here: vec2<i32>) -> u32 {
    cells[word_of(at)] |= TAKEN << shift_of(at);
    var ranks = 0xffffffffu;
    for (var code = 0u; code < 8u; code += 1u) {
        let there = here + jump(code);
        if in_use(code) && inside(there) {
            let square = index(there);
            let word = word_of(square);
            let shift = shift_of(square);
            let before = cells[word];
            let rank = (before >> shift) & TAKEN;
            if rank != TAKEN {
                // The new rank is at least 0, since the old rank counted the knight's square.
                cells[word] = before - (1u << shift);
                ranks ^= (TAKEN ^ (rank - 1u)) << (4u * code);
            }
        }
    }
    return ranks;
}

@compute @workgroup_size(WIDTH)
fn lane(@builtin(global_invocation_id) id: vec3<u32>) {
    walk(id.x);
}

// Resident: one invocation runs pull, rank and decide in a loop inside a dispatch, for at most `board.budget` moves.
//
// Reads:  `after`, which is both the input and the output of this pass, and `status`.
// Writes: `after`, in place: R, G and A of the squares that the knight visits, and B of the neighbours of these
// squares. The invocation also writes `status`.
// No race: there is one invocation.
//
// The loop begins with pull and ends with decide. Therefore, before and after the pass, the knight is departing or its
// walk has ended. Ranks are always exact, since a visit subtracts one from the rank of each neighbour. The choice of a
// next square is updated only for the square with the knight. The choices for all other squares depend only on visits
// and ranks. Therefore a `decide` over the whole board can compute these choices afterwards.

fn present(square: u32) -> vec4<u32> {
    return held(square);
}

// Updates the neighbours of a square on which a knight has arrived: subtracts one from the rank of each neighbour.
// `knight` is the index of this square, `here` is its position, and `old` is the square from which the knight came.
// Returns the ranks of the neighbours, four bits per move. If the target of a move cannot be entered, the four bits of
// this move have the value TAKEN.
fn look_around(knight: u32, here: vec2<i32>, old: u32) -> u32 {
    // All neighbours are read before any of them is written. A missing neighbour is replaced by the knight's own
    // square, so that no read depends on another read.
    var squares: array<u32, 8>;
    var cells: array<vec4<u32>, 8>;
    for (var way = 0u; way < 8u; way += 1u) {
        squares[way] = select(NOWHERE, neighbour(here, jump(way)), way < board.move_count);
        cells[way] = held(select(squares[way], knight, squares[way] == NOWHERE));
    }
    var ranks = 0xffffffffu;
    for (var way = 0u; way < 8u; way += 1u) {
        let there = squares[way];
        var cell = cells[way];
        if (there == NOWHERE) || (cell.r == HOLE) {
            continue;
        }
        cell.b -= 1u;
        // One of the neighbours is the square that the knight has just left.
        if there == old {
            cell.g = LEFT;
        }
        keep(there, cell);
        ranks ^= select(0u, (TAKEN ^ cell.b) << (4u * way), cell.r == 0u);
    }
    return ranks;
}

// Index of the knight's current leg in `board.legs`. A leg is a section of a tour with one move order.
var<private> leg: u32;

// Chooses the knight's next square. `knight` is the index of the knight's current square, and `visit` is the visit
// number of the current square. Returns the index of the next square, or `knight` if the knight stays.
fn choose(knight: u32, here: vec2<i32>, visit: u32, ranks: u32) -> u32 {
    var cell = held(knight);
    cell.r = visit;
    // The visit is written first, so that a rule that looks ahead treats this square as visited.
    keep(knight, cell);
    leg = leg_at(leg, knight);
    let way = choice(here, visit, leg, ranks);
    if way == NO_SLOT {
        cell.g = ACKNOWLEDGED;
        cell.a = NONE;
        keep(knight, cell);
        return knight;
    }
    cell.g = DEPARTING;
    cell.a = u32(board.moves[way].z);
    keep(knight, cell);
    return neighbour(here, jump(way));
}

fn report(at: u32, to: u32, visit: u32) {
    status[0].at = at;
    status[0].to = to;
    status[0].visit = visit;
    status[0].leg = leg;
    if at == to {
        status[0].word = select(STUCK, DONE, is_last(visit));
    }
}

@compute @workgroup_size(1)
fn moves() {
    var at = status[0].at;
    var to = status[0].to;
    var visit = status[0].visit;
    leg = status[0].leg;
    if status[0].word != RUNNING {
        return;
    }
    for (var made = 0u; (made < board.budget) && (at != to); made += 1u) {
        visit += 1u;
        let here = place(to);
        let ranks = look_around(to, here, at);
        at = to;
        to = choose(at, here, visit, ranks);
    }
    report(at, to, visit);
}

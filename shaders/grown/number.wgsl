// Number: gives every square its visit number.
//
// Each invocation handles one half-edge of a splitter. The half-edge begins a piece of the tour, which ends before the
// next splitter. If the tour leaves the splitter by the half-edge, the invocation writes the visit numbers of the
// squares on the piece, including the splitter. The first of these numbers follows from the known number of moves from
// the splitter to the start of the tour.
// Reads:  the entry of the piece in `pieces`, the links of the squares on the piece.
// Writes: the cells of the squares on the piece.
// No race: every square lies on one piece, and the invocation of the half-edge at the other end of the piece writes
// nothing.

@compute @workgroup_size(WIDTH)
fn number(me: Invocation) {
    let half = number_of(me);
    if half >= job.end {
        return;
    }
    let piece = pieces[half];
    if piece.next != START {
        return;
    }
    var walker = leave(half);
    var visit = (job.squares - piece.steps) + 1u;
    set_cell(cell_of(walker), visit);
    for (var steps = 0u; steps < MAX_ROUNDS; steps += 1u) {
        walker = stepped(walker);
        if arrived(walker) != NOWHERE {
            break;
        }
        visit += 1u;
        set_cell(cell_of(walker), visit);
    }
}

// Small: makes whole tours on a board of at most 64 squares, one knight per lane. All data of a knight are in
// registers.
//
// Each invocation processes one knight, from its first square to its last: at most 64 moves, so a dispatch is never
// resumed.
// Reads:  `slices`, `starts`, `squares`.
// Writes: the knight's result and squares in `results`.
// No race: every knight has one invocation.

// Four words per square. The first two words are the set of the square's neighbours. The last two words contain the
// target of each move code, one byte per code. The target of an unused code is the square itself.
@group(0) @binding(3) var<storage, read> squares: array<vec4<u32>>;

override WIDTH: u32 = 64u;

fn neighbours(square: u32) -> vec2<u32> {
    return squares[square].xy;
}

// Returns the byte with index `code` of the eight bytes in `leads`.
fn led(leads: vec2<u32>, code: u32) -> u32 {
    return (select(leads.x, leads.y, code >= 4u) >> (8u * (code & 3u))) & 255u;
}

// Returns the ranks of the unvisited neighbours of a square, four bits per move code. If the target of a move cannot be
// entered, the four bits of this move have the value TAKEN.
fn ranks_around(there: vec2<i32>) -> u32 {
    let square = squares[index(there)];
    let among = square.xy & unvisited;
    var ranks = 0xffffffffu;
    for (var code = 0u; code < 8u; code += 1u) {
        let to = led(square.zw, code);
        if has(among, to) == 1u {
            let rank = (has(plane3, to) << 3u) | (has(plane2, to) << 2u) | (has(plane1, to) << 1u) | has(plane0, to);
            ranks ^= (TAKEN ^ rank) << (4u * code);
        }
    }
    return ranks;
}

@compute @workgroup_size(WIDTH)
fn small(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= params.knights {
        return;
    }
    var knight = init(k);
    take_over(&knight);
    var slots = slots_of(knight.order);
    var here = place(knight.at);
    begin();
    loop {
        let at = knight.at;
        write_down(k, knight.visits, at);
        knight.visits += 1u;
        let square = squares[at];
        visit(at, square.xy);
        let among = square.xy & unvisited;
        if (among.x | among.y) == 0u {
            break;
        }
        let lowest = lowest_in(among);
        var ties = 0u;
        var open = 0u;
        for (var code = 0u; code < 8u; code += 1u) {
            let to = led(square.zw, code);
            let slot = (slots >> (3u * code)) & 7u;
            ties |= has(lowest, to) << slot;
            open |= has(among, to) << slot;
        }
        let code = way_in(knight.order, settle(chooser(knight, here), ties, open));
        knight.at = led(square.zw, code);
        here += jump(code);
        if RULE == SQUIRREL_CULL {
            take_over(&knight);
            slots = slots_of(knight.order);
        }
    }
    results[k] = result(knight.start, knight.at, knight.visits);
}

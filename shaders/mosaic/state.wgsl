// State: the numbers of a tour as the decision cycle would leave them, for whoever shows or stores states.
//
// One invocation is one square.
// Reads:  `numbers` (of one word), the square's and those of the squares a move away.
// Writes: `state`, its own square: R the number, G left (acknowledged at the tour's end, where the knight
//         stays), B no unvisited neighbour, A the move to the square with the next number.
// No race: every square has one invocation.

const ACKNOWLEDGED: u32 = 2u;
const LEFT: u32 = 4u;

// (rows down, columns right) of the move codes 1 to 8.
const MOVES: array<vec2<i32>, 8> = array<vec2<i32>, 8>(
    vec2<i32>(2, 1),
    vec2<i32>(2, -1),
    vec2<i32>(-2, 1),
    vec2<i32>(-2, -1),
    vec2<i32>(1, 2),
    vec2<i32>(1, -2),
    vec2<i32>(-1, 2),
    vec2<i32>(-1, -2),
);

@group(0) @binding(1) var<storage, read> numbers: array<vec4<u32>>;
// Row by row from the first row checked, without padding.
@group(0) @binding(2) var<storage, read_write> state: array<vec4<u32>>;

fn number_at(row: u32, col: u32) -> u32 {
    return numbers[quad_at(row, col / 4u)][col % 4u];
}

@compute @workgroup_size(WIDTH)
fn narrow(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let square = invocation(group, groups, lane);
    let row = window.check_first + (square / window.cols);
    let col = square % window.cols;
    if row >= window.check_end {
        return;
    }
    let visit = number_at(row, col);
    var cell = vec4<u32>(visit, LEFT, 0u, 0u);
    if visit == window.cells.x {
        // Nothing departs from the last square, of a closed tour neither.
        cell.y = ACKNOWLEDGED;
    } else {
        var moves = MOVES;
        for (var m = 0u; m < 8u; m += 1u) {
            // Above or left of the board is past its end too, as an unsigned number.
            let to = vec2<u32>(row, col) + bitcast<vec2<u32>>(moves[m]);
            if (to.x < window.rows) && (to.y < window.cols) {
                if number_at(to.x, to.y) == (visit + 1u) {
                    cell.w = m + 1u;
                }
            }
        }
    }
    state[square] = cell;
}

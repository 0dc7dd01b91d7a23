// Tame: every square looks up its number in one of two tables.
//
// Inside the board, the tour follows parallel lines, which go one row down and two columns to the right. The number of
// a square follows from the table entry of its line and the row of the square. Each square of the rim, which is six
// squares deep, has its own entry. A folded board has eight wedges of lines, two in each quarter of the board. Every
// quarter is rotated to the position of the first quarter. Each square between the two wedges of a quarter, and each
// square of the centre, has its own entry. The tables contain tour indices instead of visit numbers. The tour index of
// a square is its position along the tour, counted from a fixed square. The fixed square does not depend on the start
// of the tour.
//
// One invocation processes a column of quads in one row of tiles. A quad is four adjacent squares in a row. A row of
// tiles has at most eight rows of squares, and the invocation processes one quad in each of them.
// Reads:  `lines`, `rim`.
// Writes: `numbers`: the quads of the invocation.
// No race: a quad of a row is written by one invocation only.
//
// The host prepends `row_window.wgsl` to this file. All values are integers.

// Depth of the rim in squares.
const RIM: u32 = 6u;

// Number of board rows in one row of tiles.
const TILE: u32 = 8u;

// One entry per line of the tour. The lowest bit is 1 if the tour indices decrease along the line, otherwise 0. The
// higher bits are the signed tour index at position 0 along the line. If the line does not reach position 0, it is
// extended to this position.
@group(0) @binding(8) var<storage, read> lines: array<vec2<u32>>;
// Indices of the squares of the rim: the rows at the top, the rows at the bottom, then the columns at the left and
// right.
@group(0) @binding(9) var<storage, read> rim: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> numbers: array<vec4<u32>>;

// Sentinel index for a square outside the rim.
const NO_PLACE: u32 = 0xffffffffu;

fn rim_place(row: u32, col: u32) -> u32 {
    if row < RIM {
        return (row * window.plan.cols) + col;
    }
    if row >= window.plan.rows - RIM {
        return (((row + (2u * RIM)) - window.plan.rows) * window.plan.cols) + col;
    }
    let beside = ((2u * RIM) * window.plan.cols) + ((row - RIM) * (2u * RIM));
    if col < RIM {
        return beside + col;
    }
    if col >= window.plan.cols - RIM {
        return beside + ((col + (2u * RIM)) - window.plan.cols);
    }
    return NO_PLACE;
}

// Returns the negative of a number, modulo 2^64.
fn negative(a: vec2<u32>) -> vec2<u32> {
    return sum(~a, vec2<u32>(1u, 0u));
}

// The source of a square's number. If `is_on_line` is true, `at` is the index of an entry in the table of lines, and
// `along` is the position along the line. Otherwise, `at` is the index of an entry in the table of single squares.
struct Place {
    at: u32,
    along: u32,
    is_on_line: bool,
}

// Number of rows and of columns in the centre of a folded board.
const CENTRE: u32 = 8u;

// Returns the source from which a square of a folded board gets its number. The square must be inside the rim.
fn folded_place(row: u32, col: u32) -> Place {
    let side = window.plan.rows;
    let half = side / 2u;
    let last = side - 1u;
    let diagonals = (4u * RIM) * (side - RIM);
    let first = half - (CENTRE / 2u);
    if max(row - first, col - first) < CENTRE {
        return Place(((diagonals + (12u * half)) + ((row - first) * CENTRE)) + (col - first), 0u, false);
    }
    // Computes the quarter of the board that contains the square, and the coordinates of the square after this quarter
    // is rotated to the position of the first quarter.
    var turns = 0u;
    var s = row;
    var g = col;
    if row < half && col >= half {
        turns = 1u;
        s = last - col;
        g = row;
    } else if row >= half && col >= half {
        turns = 2u;
        s = last - row;
        g = last - col;
    } else if row >= half {
        turns = 3u;
        s = col;
        g = last - row;
    }
    if s >= g + 3u {
        return Place((((2u * turns) * side) + (2u * s)) - g, s, true);
    }
    if s >= g {
        return Place((diagonals + (((3u * turns) + (s - g)) * half)) + g, 0u, false);
    }
    return Place(((((2u * turns) + 1u) * side) + (2u * g)) - s, g, true);
}

fn place_of(row: u32, col: u32) -> Place {
    let on_rim = rim_place(row, col);
    if on_rim != NO_PLACE {
        return Place(on_rim, 0u, false);
    }
    if window.plan.folded == 1u {
        return folded_place(row, col);
    }
    return Place((col + (2u * (window.plan.rows - 1u))) - (2u * row), row, true);
}

// Returns the visit number of a square of the board, modulo 2^64. For narrow numbers the upper word is 0.
fn visit_at(board_row: u32, board_col: u32) -> vec2<u32> {
    let row = select(board_row, board_col, window.plan.transposed == 1u);
    let col = select(board_col, board_row, window.plan.transposed == 1u);
    let place = place_of(row, col);
    var index: vec2<u32>;
    if place.is_on_line {
        let line = lines[place.at];
        // Shifts out the lowest bit of the entry, and keeps the sign.
        let in_row_0 = vec2<u32>((line.x >> 1u) | (line.y << 31u), (line.y >> 1u) | (line.y & 0x80000000u));
        let down = vec2<u32>(place.along, 0u);
        index = sum(in_row_0, select(down, negative(down), vec2<bool>((line.x & 1u) == 1u)));
    } else {
        index = rim[place.at];
    }
    let is_late = (index.y < window.plan.shift.y) || ((index.y == window.plan.shift.y) && (index.x < window.plan.shift.x));
    let late = select(vec2<u32>(0u), window.cells, vec2<bool>(is_late));
    return sum(sum(index, late), sum(negative(window.plan.shift), vec2<u32>(1u, 0u)));
}

fn spot_of(number: u32) -> Spot {
    let tile_row = window.tile_row + (number / window.span_step);
    let first = max(tile_row * TILE, window.number_first);
    let end = min((tile_row + 1u) * TILE, window.number_end);
    let is_there = (number / window.span_step) < window.tile_rows;
    return Spot(window.span_first + (number % window.span_step), first, select(first, end, is_there));
}

@compute @workgroup_size(WIDTH)
fn tame_squares(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let spot = spot_of(invocation(group, groups, lane));
    let col = spot.quad * 4u;
    let last = window.cols - 1u;
    let keep = on_board(col);
    for (var row = spot.first; row < spot.end; row += 1u) {
        let left = vec4<u32>(visit_at(row, col), visit_at(row, min(col + 1u, last)));
        let right = vec4<u32>(visit_at(row, min(col + 2u, last)), visit_at(row, min(col + 3u, last)));
        if WIDE {
            let at = quad_at(row, spot.quad) * 2u;
            numbers[at] = left & keep.xxyy;
            numbers[at + 1u] = right & keep.zzww;
        } else {
            numbers[quad_at(row, spot.quad)] = vec4<u32>(left.xz, right.xz) & keep;
        }
    }
}

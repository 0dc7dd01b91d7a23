// Check: proves in one pass over the numbers that they form a tour.
//
// Let N be the number of squares of the board. Assume that every square has a number from 1 to N, and that every square
// with a number v < N is one move from a square with the number v + 1. A walk that starts on a square with the number 1
// and always moves to the next number visits N different numbers. It therefore visits N different squares, that is,
// every square of the board. In a closed tour, the square with the number N must be one move from the square with the
// number 1. In an open tour, N needs no successor, so the assumption also holds for a board with the number N on every
// square. Therefore the pass also checks that a square has the number 1. Each square is compared only with the squares
// one move away.
//
// Each invocation processes a quad of four adjacent squares in each of CHECK_ROWS rows. For each row, the numbers of
// five rows are in registers: the row itself, two rows above it, and two rows below it.
// Reads:  `numbers`: the squares of the invocation, and the squares up to two away. The plan of the tour is not read.
// Writes: `verdict`, with atomics: the number of checked squares, the number of invocations with a square numbered 1,
// and the first violation.
// No race: a verdict consists of sums and a minimum, which do not depend on the order.
//
// A knight's move goes two squares in one direction and one in the other. The pass uses no other property of a knight.

struct Verdict {
    // Lowest position of a wrong square, or NOWHERE if no square is wrong. The position of a square is (row - first
    // checked row) * `cols` + column. A square is wrong if its visit number is less than 1 or greater than the number
    // of squares, or if its successor is not one move away.
    first: atomic<u32>,
    // Number of checked squares.
    seen: atomic<u32>,
    // Number of invocations that have found a square with the number 1.
    ones: atomic<u32>,
}

// Number of rows per invocation.
const CHECK_ROWS: u32 = 32u;

@group(0) @binding(2) var<storage, read> numbers: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> verdict: Verdict;

// Number of squares checked by the workgroup. One addition to `verdict.seen` per workgroup, instead of one per
// invocation, avoids contention.
var<workgroup> group_seen: atomic<u32>;

// The low words or the high words of eight visit numbers. The numbers belong to eight adjacent squares of a row: two
// squares to the left of the quad, the four squares of the quad, and two squares to its right. For a square outside the
// board, both words are 0. No square on the board has the number 0.
struct Line {
    left: vec2<u32>,
    quad: vec4<u32>,
    right: vec2<u32>,
}

// Masks for the squares of a line: all ones for squares on the board, otherwise zeros.
struct Keep {
    left: vec2<u32>,
    quad: vec4<u32>,
    right: vec2<u32>,
    // Indices of the quads to the left and right. At the edge of the board, the index of the quad itself replaces the
    // missing index.
    left_quad: u32,
    right_quad: u32,
}

fn keep_of(quad: u32) -> Keep {
    let col = quad * 4u;
    return Keep(
        select(vec2<u32>(0u), vec2<u32>(0xffffffffu), vec2<bool>(quad > 0u)),
        on_board(col),
        on_board(col + 4u).xy,
        select(quad, quad - 1u, quad > 0u),
        select(quad, quad + 1u, (quad + 1u) < window.quads),
    );
}

const NO_LINE: Line = Line(vec2<u32>(0u), vec4<u32>(0u), vec2<u32>(0u));

// The low words and the high words of the numbers in a row.
struct Lines {
    low: Line,
    high: Line,
}

// Returns the low words and the high words of the visit numbers in a quad of a row, and in two squares on each side of
// the quad. If the row is off the board, the words are 0. Row numbers are unsigned, so a row above the board has a
// large number.
fn lines_at(row: u32, quad: u32, keep: Keep) -> Lines {
    if row >= window.rows {
        return Lines(NO_LINE, NO_LINE);
    }
    if !WIDE {
        let left = numbers[quad_at(row, keep.left_quad)].zw;
        let right = numbers[quad_at(row, keep.right_quad)].xy;
        let line = Line(left & keep.left, numbers[quad_at(row, quad)] & keep.quad, right & keep.right);
        return Lines(line, NO_LINE);
    }
    let left = numbers[(quad_at(row, keep.left_quad) * 2u) + 1u];
    let at = quad_at(row, quad) * 2u;
    let a = numbers[at];
    let b = numbers[at + 1u];
    let right = numbers[quad_at(row, keep.right_quad) * 2u];
    let low = Line(left.xz & keep.left, vec4<u32>(a.xz, b.xz) & keep.quad, right.xz & keep.right);
    let high = Line(left.yw & keep.left, vec4<u32>(a.yw, b.yw) & keep.quad, right.yw & keep.right);
    return Lines(low, high);
}

fn are_equal(a: Four, b: Four) -> vec4<bool> {
    var are = a.low == b.low;
    if WIDE {
        are = are & (a.high == b.high);
    }
    return are;
}

// Returns one flag per square of the quad. A flag is true if the square's number in `next` occurs in `lines` two
// columns to the left or to the right of the square. The row of `lines` is adjacent to the row of the quad.
fn near_row(lines: Lines, next: Four) -> vec4<bool> {
    let left = Four(vec4<u32>(lines.low.left, lines.low.quad.xy), vec4<u32>(lines.high.left, lines.high.quad.xy));
    let right = Four(vec4<u32>(lines.low.quad.zw, lines.low.right), vec4<u32>(lines.high.quad.zw, lines.high.right));
    return are_equal(left, next) | are_equal(right, next);
}

fn far_row(lines: Lines, next: Four) -> vec4<bool> {
    let left = Four(vec4<u32>(lines.low.left.y, lines.low.quad.xyz), vec4<u32>(lines.high.left.y, lines.high.quad.xyz));
    let right = Four(vec4<u32>(lines.low.quad.yzw, lines.low.right.x), vec4<u32>(lines.high.quad.yzw, lines.high.right.x));
    return are_equal(left, next) | are_equal(right, next);
}

const NOWHERE: u32 = 0xffffffffu;

// Adds the results of an invocation to the verdict. `faulty` has one value per column: the distance, in rows, from the
// first checked row to the first wrong row, or NOWHERE if no row is wrong. `has_one` is true if a square has the number
// 1. The whole workgroup must call this function.
fn report(faulty: vec4<u32>, has_one: bool, spot: Spot, lane: u32) {
    // Workgroup memory can initially contain any values.
    if lane == 0u {
        atomicStore(&group_seen, 0u);
    }
    workgroupBarrier();
    let col = spot.quad * 4u;
    if spot.first < spot.end {
        atomicAdd(&group_seen, (spot.end - spot.first) * min(window.cols - col, 4u));
    }
    if has_one {
        atomicAdd(&verdict.ones, 1u);
    }
    let is_faulty = (on_board(col) != vec4<u32>(0u)) & (faulty != vec4<u32>(NOWHERE));
    if any(is_faulty) {
        let places = ((faulty * window.cols) + vec4<u32>(col)) + vec4<u32>(0u, 1u, 2u, 3u);
        let first = select(vec4<u32>(NOWHERE), places, is_faulty);
        atomicMin(&verdict.first, min(min(first.x, first.y), min(first.z, first.w)));
    }
    workgroupBarrier();
    if lane == 0u {
        atomicAdd(&verdict.seen, atomicLoad(&group_seen));
    }
}

fn spot_of(number: u32) -> Spot {
    let quad = number % window.quads;
    let first = window.check_first + ((number / window.quads) * CHECK_ROWS);
    return Spot(quad, first, min(first + CHECK_ROWS, window.check_end));
}

@compute @workgroup_size(WIDTH)
fn check(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let spot = spot_of(invocation(group, groups, lane));
    let keep = keep_of(spot.quad);
    let is_open = vec4<bool>(window.closed == 0u);
    let last = Four(vec4<u32>(window.cells.x), vec4<u32>(window.cells.y));
    let first = Four(vec4<u32>(1u), vec4<u32>(0u));
    var faulty = vec4<u32>(NOWHERE);
    var is_one = vec4<bool>(false);
    if spot.first < spot.end {
        var above_2 = lines_at(spot.first - 2u, spot.quad, keep);
        var above = lines_at(spot.first - 1u, spot.quad, keep);
        var here = lines_at(spot.first, spot.quad, keep);
        var below = lines_at(spot.first + 1u, spot.quad, keep);
        for (var row = spot.first; row < spot.end; row += 1u) {
            let below_2 = lines_at(row + 2u, spot.quad, keep);
            let visit = Four(here.low.quad, here.high.quad);
            let is_last = are_equal(visit, last);
            let carry = select(vec4<u32>(0u), vec4<u32>(1u), visit.low == vec4<u32>(0xffffffffu));
            let low = select(visit.low + vec4<u32>(1u), vec4<u32>(1u), is_last);
            let next = Four(low, select(visit.high + carry, vec4<u32>(0u), is_last));
            let found = (near_row(above, next) | near_row(below, next))
                | (far_row(above_2, next) | far_row(below_2, next));
            let has_next = found | (is_last & is_open);
            // For the number 0, the subtraction wraps around to the largest number.
            var in_range = (visit.low - vec4<u32>(1u)) < last.low;
            if WIDE {
                let not_above = (visit.high < last.high) | ((visit.high == last.high) & (visit.low <= last.low));
                in_range = not_above & ((visit.low | visit.high) != vec4<u32>(0u));
            }
            faulty = min(faulty, select(vec4<u32>(row - window.check_first), vec4<u32>(NOWHERE), in_range & has_next));
            is_one = is_one | are_equal(visit, first);
            above_2 = above;
            above = here;
            here = below;
            below = below_2;
        }
    }
    report(faulty, any(is_one), spot, lane);
}

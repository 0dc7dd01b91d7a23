// Lanes: makes the moves of a relay's knights. Each region has at most 64 squares and is in registers.
//
// Each invocation processes one knight, which tours regions in succession. All regions of a dispatch have the size of
// the board in `params`. The knight writes its visit numbers directly to the band. The next try overwrites the numbers
// of a failed try. The knights of a subgroup begin their tries at the same time. A knight whose try failed stays in its
// region; any other knight moves to its next region.
// Reads:  `regions`.
// Writes: in `numbers`, the numbers of the knight's regions; `tally`, with atomics.
// No race: every region has one knight, and no two regions share a square.

struct Tally {
    // `regions`: number of toured regions. `tries`: total number of tries. `most`: maximum number of tries per region.
    regions: atomic<u32>,
    tries: atomic<u32>,
    most: atomic<u32>,
    // 1 if a knight has not toured all of its regions, otherwise 0.
    stuck: atomic<u32>,
}

struct Gap {
    // `after`: last position before the tour leaves the region. `low` and `high`: the low word and the high word of the
    // number of squares that the tour visits before it returns.
    after: u32,
    low: u32,
    high: u32,
}

struct Region {
    // Offset of the region's top left square in the band. The unit is one visit number.
    corner: u32,
    number: u32,
    // `entry`: index of the entry within the region. `exit`: index of the exit within the region.
    entry: u32,
    exit: u32,
    // Number of squares in the tour before the first square of the region.
    first: vec2<u32>,
    gaps: array<Gap, GAPS>,
}

struct Regions {
    seed: vec2<u32>,
    // `count`: number of regions of the dispatch. `knights`: number of knights of the dispatch.
    count: u32,
    knights: u32,
    // Row stride of the band. The unit is one visit number.
    stride: u32,
    list: array<Region>,
}

@group(0) @binding(1) var<storage, read> regions: Regions;
// Visit numbers in the layout of `mosaic/row_window.wgsl`.
@group(0) @binding(2) var<storage, read_write> numbers: array<u32>;
@group(0) @binding(3) var<storage, read_write> tally: Tally;

// Number of 32-bit words per visit number, 1 or 2. If the number is 2, the lower word comes first.
override WORDS: u32 = 1u;

// Maximum number of gaps per region. In a gap, the tour is outside the region.
const GAPS: u32 = 4u;

// Value of `visit_here` after a failed try.
const FAILED: u32 = 255u;

// Maximum number of loop iterations of an invocation. Some adapters end a loop after 65,535 iterations. The tour of a
// region takes about 150 iterations.
const BUDGET: u32 = 60000u;

// Copies of values that are the same for all regions of the dispatch. Without the copies, some adapters would read
// storage separately for every lane.
var<private> seed: vec2<u32>;
var<private> stride: u32;
// The number 65,536 divided by the number of columns, rounded down, plus 1. If a square's index is multiplied by this
// number and divided by 65,536, the result is the square's row.
var<private> per_square: u32;
// Two sets of squares. `onward`: squares with higher indices that a knight on square 0 attacks. `back`: squares with
// lower indices that a knight on square 31 attacks. Each set also contains the squares that its knight would reach
// across the left or the right border.
var<private> onward: u32;
var<private> back: u32;
// The two columns at the left border and the two at the right border. A move across one border ends in the columns at
// the other border.
var<private> left: vec2<u32>;
var<private> right: vec2<u32>;

// The knight's current region.
var<private> region: Region;
var<private> exit: vec2<u32>;
// The squares one move away from the exit.
var<private> before_exit: vec2<u32>;

// `at`: square of the knight. `visit_here`: visit number of this square within the region.
var<private> at: u32;
var<private> visit_here: u32;

fn prepare() {
    seed = regions.seed;
    stride = regions.stride;
    let cols = params.cols;
    per_square = (65536u / cols) + 1u;
    onward = (5u << ((2u * cols) - 1u)) | (17u << (cols - 2u));
    back = reverseBits(onward);
    for (var square = 0u; square < params.playable; square += cols) {
        left |= only(square) | only(square + 1u);
        right |= only(square + cols - 2u) | only(square + cols - 1u);
    }
}

// Returns the squares one move away. The result can also contain bits that stand for no square. The squares are
// computed, since a lookup table made the kernel 1.5 times slower on llvmpipe.
fn neighbours(square: u32) -> vec2<u32> {
    let bit = square & 31u;
    let here = (onward << bit) | (back >> (31u - bit));
    let low = vec2<u32>(here, (onward >> 1u) >> (31u - bit));
    let high = vec2<u32>((back << 1u) << bit, here);
    let not_right = select(vec2<u32>(0u), right, has(left, square) == 1u);
    let not_left = select(vec2<u32>(0u), left, has(right, square) == 1u);
    return select(low, high, square >= 32u) & ~(not_right | not_left);
}

// Puts the knight on the entry of its region, with all other squares unvisited.
fn enter() {
    begin();
    at = region.entry;
    visit_here = 1u;
}

fn load(nth: u32) {
    region = regions.list[nth];
    exit = only(region.exit);
    before_exit = neighbours(region.exit);
    enter();
}

fn add(one: vec2<u32>, other: vec2<u32>) -> vec2<u32> {
    let low = one.x + other.x;
    return vec2<u32>(low, one.y + other.y + select(0u, 1u, low < one.x));
}

// Writes the visit number of the knight's square. `visit_here` counts visits in the region; the written number counts
// visits on the whole board.
fn put() {
    var visit_number = add(region.first, vec2<u32>(visit_here, 0u));
    for (var nth = 0u; nth < GAPS; nth += 1u) {
        let gap = region.gaps[nth];
        visit_number = select(visit_number, add(visit_number, vec2<u32>(gap.low, gap.high)), visit_here > (gap.after + 1u));
    }
    // The result is equal to `at / params.cols` for all squares of a region, which has at most 64 squares.
    let row = (at * per_square) >> 16u;
    let word = WORDS * (region.corner + (row * (stride - params.cols)) + at);
    numbers[word] = visit_number.x;
    if WORDS == 2u {
        numbers[word + 1u] = visit_number.y;
    }
}

fn is_none(among: vec2<u32>) -> bool {
    return (among.x | among.y) == 0u;
}

fn first_of(among: vec2<u32>) -> u32 {
    return select(firstTrailingBit(among.x), 32u + firstTrailingBit(among.y), among.x == 0u);
}

fn without_first(among: vec2<u32>) -> vec2<u32> {
    return select(vec2<u32>(among.x & (among.x - 1u), among.y), vec2<u32>(0u, among.y & (among.y - 1u)), among.x == 0u);
}

@compute @workgroup_size(64)
fn lanes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    var nth = (((group.y * groups.x) + group.x) * 64u) + lane;
    if nth >= regions.knights {
        return;
    }
    prepare();
    load(nth);
    // Number of visits after which only the exit and the square before the exit are unvisited.
    let before_end = params.playable - 2u;
    // `failed`: number of failed tries in this region. `toured`: number of toured regions.
    var failed = 0u;
    var toured = 0u;
    var sum = 0u;
    var most = 0u;
    var made = 0u;
    while made < BUDGET {
        while visit_here < before_end {
            made += 1u;
            put();
            let around = neighbours(at);
            visit(at, around);
            // If the exit has only one unvisited neighbour, the knight must not visit this neighbour yet.
            let before = before_exit & unvisited;
            let kept = select(vec2<u32>(0u), before, is_none(without_first(before)));
            let ways = around & unvisited & ~(exit | kept);
            // A square with rank 0 or 1 must be visited now.
            let rare = ways & ~(plane1 | plane2 | plane3);
            if is_none(ways) || !is_none(without_first(rare)) {
                visit_here = FAILED;
                break;
            }
            // The first try uses the rule; later tries are random.
            let here = place(at);
            let dice = visit_here | (failed << 8u);
            let chooser = Chooser(here, 0u, dice, region.number, seed.x, seed.y, failed > 0u);
            var ties = lowest_in(ways);
            if (RULE == RANDOM) || chooser.by_dice {
                var skip = ((roll(chooser) >> 16u) * (countOneBits(ties.x) + countOneBits(ties.y))) >> 16u;
                // The first skip needs no loop. Skipping more than one tie is rare, and on llvmpipe a loop for all
                // skips takes 1.1 times as long.
                ties = select(ties, without_first(ties), skip > 0u);
                while skip > 1u {
                    ties = without_first(ties);
                    skip -= 1u;
                    made += 1u;
                }
                at = first_of(ties);
            } else if RULE == WARNSDORFF {
                at = first_of(ties);
            } else {
                var least = NO_COST;
                while !is_none(ties) {
                    let other = first_of(ties);
                    ties = without_first(ties);
                    made += 1u;
                    let cost = cost_of(chooser, place(other) - here);
                    if cost < least {
                        least = cost;
                        at = other;
                    }
                }
            }
            visit_here += 1u;
        }
        let last = unvisited & ~(exit | only(at));
        if (visit_here == before_end) && is_none(last & neighbours(at) & before_exit) {
            visit_here = FAILED;
        }
        if visit_here == FAILED {
            failed += 1u;
            enter();
        } else if visit_here == before_end {
            put();
            visit_here += 1u;
            at = first_of(last);
            put();
            visit_here += 1u;
            at = region.exit;
            put();
            toured += 1u;
            sum += failed + 1u;
            most = max(most, failed + 1u);
            nth += regions.knights;
            if nth >= regions.count {
                break;
            }
            load(nth);
            failed = 0u;
        }
    }
    if nth < regions.count {
        atomicMax(&tally.stuck, 1u);
    }
    atomicAdd(&tally.regions, toured);
    atomicAdd(&tally.tries, sum);
    atomicMax(&tally.most, most);
}

// Bits: keeps a board of at most 64 squares in registers. Two files use this one: `small.wgsl`, and `lanes.wgsl` for
// relays. In both, each lane has its own board.
//
// Squares are bits of two words. The ranks of all 64 squares are stored as four planes: plane p contains bit p of every
// square's rank. A visit subtracts one from the ranks of all neighbours at once, with a borrow from plane to plane. The
// neighbours with the lowest rank are found in four steps from the highest plane to the lowest. A move needs only the
// neighbours of the knight's own square. The function `neighbours` returns these neighbours. `small.wgsl` and
// `lanes.wgsl` each define their own `neighbours`.

var<private> unvisited: vec2<u32>;
var<private> plane0: vec2<u32>;
var<private> plane1: vec2<u32>;
var<private> plane2: vec2<u32>;
var<private> plane3: vec2<u32>;

// Initialises the board before the first visit.
fn begin() {
    unvisited = params.free.xy;
    plane0 = params.planes[0].xy;
    plane1 = params.planes[0].zw;
    plane2 = params.planes[1].xy;
    plane3 = params.planes[1].zw;
}

// Returns a mask that contains only this square.
fn only(square: u32) -> vec2<u32> {
    let bit = 1u << (square & 31u);
    return select(vec2<u32>(bit, 0u), vec2<u32>(0u, bit), square >= 32u);
}

// Marks a square as visited and subtracts one from the ranks of its neighbours. The ranks of visited squares become
// wrong, but are not used again.
fn visit(square: u32, neighbours: vec2<u32>) {
    unvisited &= ~only(square);
    var borrow = neighbours;
    plane0 ^= borrow;
    borrow &= plane0;
    plane1 ^= borrow;
    borrow &= plane1;
    plane2 ^= borrow;
    borrow &= plane2;
    plane3 ^= borrow;
}

// Returns the squares of `among` whose rank has a 0 in `plane`. If `among` has no such square, returns all of `among`.
fn without(among: vec2<u32>, plane: vec2<u32>) -> vec2<u32> {
    let left = among & ~plane;
    return select(among, left, (left.x | left.y) != 0u);
}

// Returns the squares of `among` that have the lowest rank.
fn lowest_in(among: vec2<u32>) -> vec2<u32> {
    return without(without(without(without(among, plane3), plane2), plane1), plane0);
}

// Returns the lowest rank of the unvisited neighbours of a square, or 9 if the square has no such neighbour.
fn ways_on(there: vec2<i32>) -> u32 {
    let among = neighbours(index(there)) & unvisited;
    if (among.x | among.y) == 0u {
        return 9u;
    }
    // All squares of `lowest` have the same rank.
    let lowest = lowest_in(among);
    var rank = 0u;
    rank |= select(0u, 8u, ((lowest.x & plane3.x) | (lowest.y & plane3.y)) != 0u);
    rank |= select(0u, 4u, ((lowest.x & plane2.x) | (lowest.y & plane2.y)) != 0u);
    rank |= select(0u, 2u, ((lowest.x & plane1.x) | (lowest.y & plane1.y)) != 0u);
    rank |= select(0u, 1u, ((lowest.x & plane0.x) | (lowest.y & plane0.y)) != 0u);
    return rank;
}

// Returns 1 if `square` is in `among`, otherwise 0.
fn has(among: vec2<u32>, square: u32) -> u32 {
    return (select(among.x, among.y, square >= 32u) >> (square & 31u)) & 1u;
}

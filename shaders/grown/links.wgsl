// Functions that determine which moves from a square are used as edges.

@group(0) @binding(1) var<storage, read_write> planes: array<u32>;

// Returns 1 if the edge from this square along this axis is used, otherwise 0. The square can be up to one move outside
// the board.
fn edge_at(axis: u32, row: u32, col: u32) -> u32 {
    let place = col + 32u;
    return (planes[edge_word(axis, row, place / 32u) - 1u] >> (place & 31u)) & 1u;
}

// Returns the links of a square along an axis as two bits: bit 0 for the forward link, bit 4 for the backward link.
fn links_along(axis: u32, row: u32, col: u32) -> u32 {
    let back = edge_at(axis, row - down_of(axis), col - u32(right_of(axis)));
    return edge_at(axis, row, col) | (back << 4u);
}

// Returns the directions of a square's used edges as bits: bit i for the direction of axis i, bit 4 + i for the
// opposite direction.
fn links_of(row: u32, col: u32) -> u32 {
    return (links_along(0u, row, col) | (links_along(1u, row, col) << 1u))
        | ((links_along(2u, row, col) << 2u) | (links_along(3u, row, col) << 3u));
}

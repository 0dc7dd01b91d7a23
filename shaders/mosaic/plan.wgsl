// The mosaic's plan: how the board is cut into tiles, and what a tile needs to number its squares.
//
// The host puts this file between row_window.wgsl and visits.wgsl. It holds the arrays of the CPU's
// plan as they are, each 64-bit number as two words, the lower first. Sums and products are modulo
// 2^32 or 2^64, so differences below zero need no sign.

// Rows, or columns, of tiles of equal size next to each other.
struct Zone {
    // The first row or column.
    start: u32,
    // Rows or columns of a tile.
    size: u32,
    // The number of rows, or columns, of tiles.
    count: u32,
    // Rows, or columns, of tiles before this zone.
    before: u32,
}

// A number that is linear in a tile's coordinates in its block: first + i * down + j * right.
struct Linear {
    first: vec2<u32>,
    down: vec2<u32>,
    right: vec2<u32>,
}

// A position in a tile's path after which the tour leaves the tile and returns later.
struct Cut {
    // The last position before it leaves.
    after: u32,
    unused: u32,
    // The squares visited in between.
    size: Linear,
}

// A rectangle of equal tiles: the crossing of a row zone and a column zone.
struct Block {
    // The index, before shifting, of a tile's first square.
    base: Linear,
    // The offset of the tile's positions, in bytes.
    positions: u32,
    // Bytes from a row of positions to the next, a multiple of 4.
    stride: u32,
    // Bytes from one interchangeable table to the next.
    step: u32,
    // Interchangeable tables, a power of two.
    variants: u32,
    // By rising `after`; no position is above the `after` of those not in use.
    cuts: array<Cut, 4>,
}

struct Plan {
    // The index, before shifting, of the square where the tour starts.
    shift: vec2<u32>,
    // Decides which tile is which variant.
    seed: u32,
    // The number of the rows' zones; those of the columns follow.
    row_zones: u32,
    col_zones: u32,
    unused: u32,
    unused_too: u32,
    unused_as_well: u32,
}

@group(0) @binding(1) var<uniform> plan: Plan;
@group(0) @binding(2) var<storage, read> zones: array<Zone>;
@group(0) @binding(3) var<storage, read> blocks: array<Block>;
// Four positions per word, the first in the lowest byte.
@group(0) @binding(4) var<storage, read> positions: array<u32>;

// A row of tiles, from side to side of the board.
struct TileRow {
    zone: u32,
    // Its index in the zone.
    i: u32,
    // Its first row, and the row after its last.
    top: u32,
    end: u32,
}

// A tile in a row of tiles.
struct Tile {
    block: u32,
    // Its index in the column zone.
    j: u32,
    // Its first column, and the column after its last.
    left: u32,
    end: u32,
    // The offset of its positions, in bytes.
    positions: u32,
    // Bytes from a row of positions to the next.
    stride: u32,
}

// The row of tiles with this number, counted from the top of the board.
fn tile_row_of(number: u32) -> TileRow {
    var zone = plan.row_zones - 1u;
    while zones[zone].before > number {
        zone -= 1u;
    }
    let i = number - zones[zone].before;
    let top = zones[zone].start + (i * zones[zone].size);
    return TileRow(zone, i, top, top + zones[zone].size);
}

// The tile of this row of tiles that has this column.
fn tile_at(tile_row: TileRow, col: u32) -> Tile {
    var zone = plan.col_zones - 1u;
    while zones[plan.row_zones + zone].start > col {
        zone -= 1u;
    }
    let cut = zones[plan.row_zones + zone];
    let j = (col - cut.start) / cut.size;
    let left = cut.start + (j * cut.size);
    let block = (tile_row.zone * plan.col_zones) + zone;
    let number = variant(tile_row.top, left, blocks[block].variants);
    let offset = blocks[block].positions + (number * blocks[block].step);
    return Tile(block, j, left, left + cut.size, offset, blocks[block].stride);
}

// Which of `count` interchangeable tables the tile with this first row and column uses.
// The finaliser of MurmurHash3 (Austin Appleby), as in the CPU's plan.
fn variant(row: u32, col: u32, count: u32) -> u32 {
    let turned = ((col << 16u) | (col >> 16u)) * 0x9e3779b1u;
    var hash = (row ^ turned) + (plan.seed * 0x85ebca77u);
    hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
    return (hash ^ (hash >> 16u)) & (count - 1u);
}

// The plan of a mosaic: the tiles of the board, and the data for numbering their squares.
//
// The host puts this file between row_window.wgsl and visits.wgsl. The arrays contain the same numbers as the CPU's
// plan. A 64-bit number is stored as two words, the lower word first. Sums and products are modulo 2^32 or 2^64, so
// negative differences need no sign.

// Adjacent rows of tiles with the same height, or adjacent columns of tiles with the same width.
struct Zone {
    // First board row, or board column, of the zone.
    start: u32,
    // Number of board rows, or board columns, per tile.
    size: u32,
    // Number of rows or columns of tiles in the zone.
    count: u32,
    // Number of rows or columns of tiles before the zone.
    before: u32,
}

// A number that is linear in the coordinates (i, j) of a tile in its block: first + i * down + j * right.
struct Linear {
    first: vec2<u32>,
    down: vec2<u32>,
    right: vec2<u32>,
}

// A point at which the tour leaves a tile. The tour later returns to the tile.
struct Cut {
    // The last position before the tour leaves the tile.
    after: u32,
    unused: u32,
    // Number of squares that the tour visits outside the tile before it returns.
    size: Linear,
}

// A rectangle of equal tiles: the intersection of a row zone and a column zone.
struct Block {
    // Index of a tile's first square, before `shift` is taken into account.
    base: Linear,
    // Offset in bytes of the block's first table in `positions`. A table contains the position of each square on the
    // path of a tile.
    positions: u32,
    // Row stride of a table, in bytes. The stride is a multiple of 4.
    stride: u32,
    // Distance in bytes between successive interchangeable tables.
    step: u32,
    // Number of interchangeable tables, a power of two.
    variants: u32,
    // The cuts, in ascending order of `after`. In an unused cut, `after` is at least as large as every position.
    cuts: array<Cut, 4>,
}

// Zones of rows, followed by zones of columns.
@group(0) @binding(5) var<storage, read> zones: array<Zone>;
@group(0) @binding(6) var<storage, read> blocks: array<Block>;
// Positions, four per word, with the first in the lowest byte.
@group(0) @binding(7) var<storage, read> positions: array<u32>;

// A row of tiles across the whole board.
struct TileRow {
    zone: u32,
    // Index of the row of tiles in its zone.
    i: u32,
    // `top`: first board row of the row of tiles. `end`: last board row of the row of tiles, plus 1.
    top: u32,
    end: u32,
}

// A tile in a row of tiles.
struct Tile {
    block: u32,
    // Index of the tile in its zone of columns.
    j: u32,
    // `left`: first board column of the tile. `end`: last board column of the tile, plus 1.
    left: u32,
    end: u32,
    // Offset of the tile's positions, in bytes.
    positions: u32,
    // Row stride, in bytes, of the positions of the tile.
    stride: u32,
}

// Returns the row of tiles with the index `number`. The index of the topmost row of tiles is 0.
fn tile_row_of(number: u32) -> TileRow {
    var zone = window.plan.row_zones - 1u;
    while zones[zone].before > number {
        zone -= 1u;
    }
    let i = number - zones[zone].before;
    let top = zones[zone].start + (i * zones[zone].size);
    return TileRow(zone, i, top, top + zones[zone].size);
}

// Returns the tile of `tile_row` that contains column `col`.
fn tile_at(tile_row: TileRow, col: u32) -> Tile {
    var zone = window.plan.col_zones - 1u;
    while zones[window.plan.row_zones + zone].start > col {
        zone -= 1u;
    }
    let cut = zones[window.plan.row_zones + zone];
    let j = (col - cut.start) / cut.size;
    let left = cut.start + (j * cut.size);
    let block = (tile_row.zone * window.plan.col_zones) + zone;
    let number = variant(tile_row.top, left, blocks[block].variants);
    let offset = blocks[block].positions + (number * blocks[block].step);
    return Tile(block, j, left, left + cut.size, offset, blocks[block].stride);
}

// Returns the index, from 0 to `count` - 1, of the table for the tile with this first row and column. The function is
// the finaliser of MurmurHash3 (Austin Appleby), as in the CPU's plan.
fn variant(row: u32, col: u32, count: u32) -> u32 {
    let turned = ((col << 16u) | (col >> 16u)) * 0x9e3779b1u;
    var hash = (row ^ turned) + (window.plan.seed * 0x85ebca77u);
    hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
    return (hash ^ (hash >> 16u)) & (count - 1u);
}

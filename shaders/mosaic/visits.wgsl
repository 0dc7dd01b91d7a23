// Visits: every square computes its visit number.
//
// A quad is four adjacent squares in a row of the board. Each invocation processes a column of quads in one row of
// tiles: one quad in each requested board row of these tiles. For tiles of width eight, an invocation processes up to
// four such columns. The data of the one or two tiles that contain a column of quads are computed once. Then the quads
// are processed row by row.
// Reads:  the plan.
// Writes: `numbers`: the quads of the invocation.
// No race: every quad of every row has one invocation in a dispatch.
//
// The path of a tile is divided into at most five pieces. Between two pieces, the tour is in other tiles. The position
// of a square is its index in the path of its tile. The index of the square in the tour is this position plus the base
// of the piece that contains the square. Tiles of the same kind have the same positions and differ only in the bases.
//
// The entry point `any_tiles` is for tiles of all kinds. The entry point `eight_wide` is for zones of columns in which
// every tile has width eight and at most one cut. These zones contain nearly all squares of a large board. If the
// distance between two quads in a zone is an even number of quads, the squares of both quads have the same positions.
// Therefore an invocation processes four such quads per row and reads their positions only once. If a seed selects a
// variant for each tile, the positions of each quad are read separately, but the other data are shared.
//
// On boards of fewer than 2^32 squares, numbers have one word, and sums modulo 2^32 are sufficient. On larger boards,
// numbers have two words. Comments about the higher word of a number apply only to the larger boards.

// Maximum number of cuts of a tile in `any_tiles`. The value is 1 if every tile has at most one cut, otherwise 4.
override CUTS: u32 = 4u;

@group(0) @binding(2) var<storage, read_write> numbers: array<vec4<u32>>;

// The work of one invocation: one column of quads, or several columns if the tiles have width eight. Each column covers
// all requested rows of the board that lie in one row of tiles.
struct TileSpot {
    // Index of the invocation's first quad in each row, counted from the first quad of the span.
    quad: u32,
    tile_row: TileRow,
    // The requested rows of the board in this row of tiles. `first`: first row. `end`: last row, plus 1.
    first: u32,
    end: u32,
}

// Returns the work of an invocation. For an invocation without work, the range of rows is empty.
fn spot_of(number: u32) -> TileSpot {
    let quad = number % window.span_step;
    let down = number / window.span_step;
    if (down >= window.tile_rows) || (quad >= window.span_quads) {
        return TileSpot(0u, TileRow(0u, 0u, 0u, 0u), 0u, 0u);
    }
    let tile_row = tile_row_of(window.tile_row + down);
    return TileSpot(quad, tile_row, max(tile_row.top, window.number_first), min(tile_row.end, window.number_end));
}

// The source of the positions of a quad. A quad can cross the border between two tiles. The positions in the first tile
// are in one or two words and begin at any byte of the first word. The positions in the second tile are at the
// beginning of a row of that tile.
struct Source {
    // Offsets of two words in `positions`, for the first row. `first`: the word that contains the quad's first position
    // in the first tile. `second`: the word that contains the quad's first position in the second tile.
    first: u32,
    second: u32,
    // Row strides of the tables of positions, in words. `first_step`: row stride of the table of the first tile.
    // `second_step`: row stride of the table of the second tile.
    first_step: u32,
    second_step: u32,
    // Number of bits to skip in the first word of the first tile.
    skip: u32,
    // Number of bits that the first tile contributes to the quad's positions: 8 per square, 32 if all squares are in
    // the first tile.
    have: u32,
}

fn source_of(spot: TileSpot, col: u32, first: Tile, second: Tile) -> Source {
    let down = spot.first - spot.tile_row.top;
    let local = col - first.left;
    return Source(
        ((first.positions + (down * first.stride)) + local) >> 2u,
        (second.positions + (down * second.stride)) >> 2u,
        first.stride >> 2u,
        second.stride >> 2u,
        (local & 3u) * 8u,
        min(first.end - col, 4u) * 8u,
    );
}

// Returns the positions of the four squares of a quad on the paths of their tiles, packed in a word. Squares beyond the
// last column have arbitrary positions.
fn packed_positions(source: Source, down: u32) -> u32 {
    let at = source.first + (down * source.first_step);
    var word = positions[at] >> source.skip;
    if source.skip > 0u {
        // At the end of `positions`, no next word exists. The last word is read instead, and its bits are not used.
        word |= positions[min(at + 1u, arrayLength(&positions) - 1u)] << (32u - source.skip);
    }
    if source.have < 32u {
        let mask = (1u << source.have) - 1u;
        word = (word & mask) | (positions[source.second + (down * source.second_step)] << source.have);
    }
    return word;
}

// Returns the four bytes of a word.
fn unpacked(word: u32) -> vec4<u32> {
    return (vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(0xffu);
}

// Writes the numbers of a quad. `at` is the offset of the quad, in quads.
fn store(at: u32, four: Four) {
    if WIDE {
        numbers[2u * at] = vec4<u32>(four.low.x, four.high.x, four.low.y, four.high.y);
        numbers[(2u * at) + 1u] = vec4<u32>(four.low.z, four.high.z, four.low.w, four.high.w);
    } else {
        numbers[at] = four.low;
    }
}

// Returns the sums of four pairs of numbers.
fn added(a: Four, b: Four) -> Four {
    let low = a.low + b.low;
    return Four(low, (a.high + b.high) + select(vec4<u32>(0u), vec4<u32>(1u), low < a.low));
}

// Returns a product modulo 2^64, computed from products of half words.
fn product(a: vec2<u32>, b: u32) -> vec2<u32> {
    let al = a.x & 0xffffu;
    let ah = a.x >> 16u;
    let bl = b & 0xffffu;
    let bh = b >> 16u;
    let across = al * bh;
    let back = ah * bl;
    let middle = (((al * bl) >> 16u) + (across & 0xffffu)) + (back & 0xffffu);
    let high = (((ah * bh) + (across >> 16u)) + (back >> 16u)) + (middle >> 16u);
    return vec2<u32>(a.x * b, high + (a.y * b));
}

fn number_at(number: Linear, i: u32, j: u32) -> vec2<u32> {
    if WIDE {
        return sum(sum(number.first, product(number.down, i)), product(number.right, j));
    }
    return vec2<u32>((number.first.x + (i * number.down.x)) + (j * number.right.x), 0u);
}

// Data for four squares. Each square has one piece: a piece of the path of its tile. `base`: number to add to the
// positions in the piece. `after`: last position of the previous piece.
struct Piece {
    base: Four,
    after: vec4<u32>,
}

// Selects one of two numbers for each of four squares: `second` if the square is in the second tile, otherwise `first`.
fn chosen(first: vec2<u32>, second: vec2<u32>, in_second: vec4<bool>) -> Four {
    return Four(
        select(vec4<u32>(first.x), vec4<u32>(second.x), in_second),
        select(vec4<u32>(first.y), vec4<u32>(second.y), in_second),
    );
}

// Returns, for each of four squares, the first piece of the path of the square's tile. This piece lies before the first
// cut.
fn start(tile_row: TileRow, first: Tile, second: Tile, in_second: vec4<bool>) -> Piece {
    let base = number_at(blocks[first.block].base, tile_row.i, first.j);
    let other = number_at(blocks[second.block].base, tile_row.i, second.j);
    return Piece(chosen(base, other, in_second), vec4<u32>(0u));
}

// Returns, for each of four squares, the piece of the tile's path that begins at cut `c`. `before` is the previous
// piece.
fn next(before: Piece, tile_row: TileRow, first: Tile, second: Tile, c: u32, in_second: vec4<bool>) -> Piece {
    let size = number_at(blocks[first.block].cuts[c].size, tile_row.i, first.j);
    let other = number_at(blocks[second.block].cuts[c].size, tile_row.i, second.j);
    let ends = vec2<u32>(blocks[first.block].cuts[c].after, blocks[second.block].cuts[c].after);
    let after = select(vec4<u32>(ends.x), vec4<u32>(ends.y), in_second);
    return Piece(added(before.base, chosen(size, other, in_second)), after);
}

// Returns the base of each of four squares. For a square whose position is after the cut that precedes `piece`, this
// function returns the base of `piece`. For any other square, it returns the square's element of `base`.
fn beyond(base: Four, position: vec4<u32>, piece: Piece) -> Four {
    let is_past = position > piece.after;
    return Four(select(base.low, piece.base.low, is_past), select(base.high, piece.base.high, is_past));
}

// Converts indices to visit numbers. The tour begins at index `shift`; lower indices come at the end of the tour.
fn visits_of(index: Four) -> Four {
    var is_late = index.low < vec4<u32>(window.plan.shift.x);
    if WIDE {
        let shift = vec4<u32>(window.plan.shift.y);
        is_late = (index.high < shift) | ((index.high == shift) & is_late);
    }
    // The negative of a number is its complement plus one.
    let early = sum(~window.plan.shift, vec2<u32>(2u, 0u));
    return added(index, chosen(early, sum(early, window.cells), is_late));
}

@compute @workgroup_size(WIDTH)
fn any_tiles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let spot = spot_of(invocation(group, groups, lane));
    if spot.first >= spot.end {
        return;
    }
    let quad = window.span_first + spot.quad;
    let col = quad * 4u;
    let tile_row = spot.tile_row;
    let first = tile_at(tile_row, col);
    let second = tile_at(tile_row, min(col + 3u, window.cols - 1u));
    let source = source_of(spot, col, first, second);
    let in_second = vec4<u32>(0u, 8u, 16u, 24u) >= vec4<u32>(source.have);
    let p0 = start(tile_row, first, second, in_second);
    let p1 = next(p0, tile_row, first, second, 0u, in_second);
    var p2 = p1;
    var p3 = p1;
    var p4 = p1;
    if CUTS > 1u {
        p2 = next(p1, tile_row, first, second, 1u, in_second);
        p3 = next(p2, tile_row, first, second, 2u, in_second);
        p4 = next(p3, tile_row, first, second, 3u, in_second);
    }
    let keep = on_board(col);
    var at = quad_at(spot.first, quad);
    let rows = spot.end - spot.first;
    for (var down = 0u; down < rows; down += 1u) {
        let position = unpacked(packed_positions(source, down));
        var base = beyond(p0.base, position, p1);
        if CUTS > 1u {
            base = beyond(beyond(beyond(base, position, p2), position, p3), position, p4);
        }
        let visits = visits_of(added(base, Four(position, vec4<u32>(0u))));
        store(at, Four(visits.low & keep, visits.high & keep));
        at += window.quads;
    }
}

// Number of quads per row and invocation if all tiles are eight columns wide. An invocation processes every
// span_step-th quad of the span.
const EIGHT_QUADS: u32 = 4u;

// True if a seed selects a variant for each tile. Corresponding squares of adjacent tiles can then have different
// positions in the paths of their tiles.
override VARIED: bool = false;

// Data common to all quads of one invocation. The tiles of these quads are eight columns wide.
struct Eight {
    in_second: vec4<bool>,
    block: u32,
    // Position after which the path of the tile is cut.
    after: u32,
    // Index of the tile that contains the first square of the first quad. The tiles of each zone of columns are counted
    // separately.
    j: u32,
    // Distance in tiles between successive quads of the invocation. The distance is a whole number, since a tile is two
    // quads wide and span_step is even.
    j_step: u32,
}

fn eight_of(spot: TileSpot) -> Eight {
    let col = (window.span_first + spot.quad) * 4u;
    let tile = tile_at(spot.tile_row, col);
    let in_second = (vec4<u32>(col) + vec4<u32>(0u, 1u, 2u, 3u)) >= vec4<u32>(tile.end);
    return Eight(in_second, tile.block, blocks[tile.block].cuts[0].after, tile.j, window.span_step / 2u);
}

// The words from which `eight_wide` reads the positions of a quad. A row of a tile has eight positions, which are two
// words. If the quad begins in the first word, the next word is the second word of the same row. If the quad begins in
// the second word, the next word is the first word of this row in the next tile.
struct EightSource {
    // Offsets of the two words of the first row. `first`: offset of the quad's first word. `second`: offset of the next
    // word.
    first: u32,
    second: u32,
    // Row stride of the positions, in words.
    step: u32,
    // Number of bits to skip in the first word; 0 if the first word contains all positions of the quad.
    skip: u32,
}

fn eight_source(spot: TileSpot, nth: u32) -> EightSource {
    let col = ((window.span_first + spot.quad) + (nth * window.span_step)) * 4u;
    let tile = tile_at(spot.tile_row, col);
    let row = (tile.positions + ((spot.first - spot.tile_row.top) * tile.stride)) >> 2u;
    let local = col - tile.left;
    var second = row + 1u;
    if local >= 4u {
        var next = tile.positions;
        if VARIED {
            next = tile_at(spot.tile_row, min(tile.end, window.cols - 1u)).positions;
        }
        second = (next + ((spot.first - spot.tile_row.top) * tile.stride)) >> 2u;
    }
    return EightSource(row + (local >> 2u), second, tile.stride >> 2u, (local & 3u) * 8u);
}

fn eight_positions(source: EightSource, down: u32) -> vec4<u32> {
    let more = down * source.step;
    var word = positions[source.first + more] >> source.skip;
    if source.skip > 0u {
        word |= positions[source.second + more] << (32u - source.skip);
    }
    return unpacked(word);
}

// Addends that convert the positions of a quad to visit numbers: `before` for positions before the cut, `past` for
// positions after the cut.
struct Offsets {
    before: Four,
    past: Four,
}

// Converts an index to a visit number, for a piece of the path whose first square has the index `beside`. If this
// square is before the tour's start, the piece is at the end of the tour, so the number of squares is added.
fn visit_of(index: vec2<u32>, beside: vec2<u32>) -> vec2<u32> {
    var is_late = beside.x < window.plan.shift.x;
    if WIDE {
        is_late = (beside.y < window.plan.shift.y) || ((beside.y == window.plan.shift.y) && is_late);
    }
    let late = select(vec2<u32>(0u), window.cells, is_late);
    return sum(sum(index, late), sum(~window.plan.shift, vec2<u32>(2u, 0u)));
}

// Computes the offsets of a quad. The offsets are wrong if the tour starts inside the tile; such a tile has a separate
// dispatch.
fn offsets(eight: Eight, i: u32, nth: u32) -> Offsets {
    let j = eight.j + (nth * eight.j_step);
    var before = array<vec2<u32>, 2>();
    var past = array<vec2<u32>, 2>();
    for (var tile = 0u; tile < 2u; tile += 1u) {
        let base = number_at(blocks[eight.block].base, i, j + tile);
        let beyond = sum(base, number_at(blocks[eight.block].cuts[0].size, i, j + tile));
        before[tile] = visit_of(base, base);
        past[tile] = visit_of(beyond, sum(beyond, vec2<u32>(eight.after + 1u, 0u)));
    }
    return Offsets(chosen(before[0], before[1], eight.in_second), chosen(past[0], past[1], eight.in_second));
}

fn store_eight(at: u32, offsets: Offsets, position: vec4<u32>, after: vec4<u32>) {
    let is_past = position > after;
    let low = select(offsets.before.low, offsets.past.low, is_past);
    let high = select(offsets.before.high, offsets.past.high, is_past);
    store(at, added(Four(position, vec4<u32>(0u)), Four(low, high)));
}

@compute @workgroup_size(WIDTH)
fn eight_wide(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let spot = spot_of(invocation(group, groups, lane));
    if spot.first >= spot.end {
        return;
    }
    let eight = eight_of(spot);
    let after = vec4<u32>(eight.after);
    let s0 = eight_source(spot, 0u);
    var s1 = s0;
    var s2 = s0;
    var s3 = s0;
    let more = min(((window.span_quads - 1u) - spot.quad) / window.span_step, EIGHT_QUADS - 1u);
    if VARIED {
        // The results of quads beyond the end of the span are not written. For such a quad, any positions serve: here
        // those of the invocation's last quad in the span.
        s1 = eight_source(spot, min(1u, more));
        s2 = eight_source(spot, min(2u, more));
        s3 = eight_source(spot, min(3u, more));
    }
    let step = window.span_step;
    let o0 = offsets(eight, spot.tile_row.i, 0u);
    let o1 = offsets(eight, spot.tile_row.i, 1u);
    let o2 = offsets(eight, spot.tile_row.i, 2u);
    let o3 = offsets(eight, spot.tile_row.i, 3u);
    var at = quad_at(spot.first, window.span_first + spot.quad);
    let rows = spot.end - spot.first;
    for (var down = 0u; down < rows; down += 1u) {
        var position = eight_positions(s0, down);
        store_eight(at, o0, position, after);
        if VARIED {
            position = eight_positions(s1, down);
        }
        if more >= 1u {
            store_eight(at + step, o1, position, after);
        }
        if VARIED {
            position = eight_positions(s2, down);
        }
        if more >= 2u {
            store_eight(at + (2u * step), o2, position, after);
        }
        if VARIED {
            position = eight_positions(s3, down);
        }
        if more >= 3u {
            store_eight(at + (3u * step), o3, position, after);
        }
        at += window.quads;
    }
}

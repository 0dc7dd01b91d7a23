// Melt: switches gadgets at random.
//
// The corners of a gadget of shape {i, j} are its anchor a and the squares a+ui, a+uj and a+ui+uj. They form a
// parallelogram. If both edges along ui are used and both edges along uj are unused, or the reverse, a switch exchanges
// the used and the unused edges. Every square then keeps its number of edges.
//
// Each invocation processes one word of one row: 32 anchors, of which it considers only the anchors of one colour.
// Reads:  the bits of the gadgets' edges in two planes; the dilated marks, if only gadgets with marked anchors are
// switched.
// Writes: the same edge bits, for each gadget whose random bit is 1.
// No race: gadgets of one shape share an edge only if their anchors are a knight's move apart, and such anchors have
// different colours. Therefore no other invocation reads or writes these bits. Words shared by several gadgets are
// written by atomics.

@group(0) @binding(1) var<storage, read_write> planes: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

// Returns 32 bits of the row `row` of a plane. Bit c of the result belongs to column c + `by`, counted from the first
// column of the word `word`.
fn edges_ahead(axis: u32, row: u32, word: u32, by: i32) -> u32 {
    let at = edge_word(axis, row, word);
    return ahead(atomicLoad(&planes[at - 1u]), atomicLoad(&planes[at]), atomicLoad(&planes[at + 1u]), by);
}

// Flips bits in the row `row` of a plane: for each set bit c of `bits`, the bit of column c + `by`. Columns are
// counted from the first column of the word `word`.
fn flip_ahead(axis: u32, row: u32, word: u32, bits: u32, by: i32) {
    let at = edge_word(axis, row, word);
    let here = ahead(0u, bits, 0u, -by);
    let over = select(bits << (32u - u32(abs(by))), bits >> (32u - u32(abs(by))), by > 0);
    if here != 0u {
        atomicXor(&planes[at], here);
    }
    if over != 0u {
        atomicXor(&planes[select(at - 1u, at + 1u, by > 0)], over);
    }
}

@compute @workgroup_size(WIDTH)
fn melt(me: Invocation) {
    let number = number_of(me);
    if number >= job.end {
        return;
    }
    let row = number / job.words;
    let word = number % job.words;
    var chosen = select(0xaaaaaaaau, 0x55555555u, ((row ^ job.colour) & 1u) == 0u);
    if job.inside == 1u {
        chosen &= marks[wide_word(row, word)];
    }
    if chosen == 0u {
        return;
    }
    let axes = axes_of(job.shape);
    let i = axes.x;
    let j = axes.y;
    let near_i = atomicLoad(&planes[edge_word(i, row, word)]);
    let near_j = atomicLoad(&planes[edge_word(j, row, word)]);
    let far_i = edges_ahead(i, row + down_of(j), word, right_of(j));
    let far_j = edges_ahead(j, row + down_of(i), word, right_of(i));
    let first = (near_i & far_i) & (~(near_j | far_j));
    let second = (near_j & far_j) & (~(near_i | far_i));
    let coins = mix(mix(number ^ job.coins.x) + job.coins.y);
    let hits = ((first | second) & chosen) & coins;
    if hits == 0u {
        return;
    }
    atomicXor(&planes[edge_word(i, row, word)], hits);
    atomicXor(&planes[edge_word(j, row, word)], hits);
    flip_ahead(i, row + down_of(j), word, hits, right_of(j));
    flip_ahead(j, row + down_of(i), word, hits, right_of(i));
}

// Deal: musters the knights and gives each a board of his own, for every kernel but `small`.
//
// One invocation is one knight (x) and one slab of his board (y).
// Reads:  `slices`, `starts`, `fresh`.
// Writes: its knight (the invocation of the first slab) and its slab of his board.
// No race: no two invocations have the same slab of the same knight.

// The board of a knight who has not begun.
@group(0) @binding(3) var<storage, read> fresh: array<u32>;
@group(0) @binding(4) var<storage, read_write> knights: array<Knight>;
@group(0) @binding(5) var<storage, read_write> cells: array<u32>;

// Knights whose boards lie interleaved, word by word: the WIDTH of `window` and `lane`, 1 for `group`.
override STRIDE: u32 = 1u;

const DEAL_WIDTH: u32 = 64u;

@compute @workgroup_size(DEAL_WIDTH)
fn deal(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x;
    if k >= params.knights {
        return;
    }
    if id.y == 0u {
        knights[k] = muster(k);
    }
    let base = ((k / STRIDE) * params.words * STRIDE) + (k % STRIDE);
    let begin = id.y * params.slab;
    let end = min(begin + params.slab, params.words);
    for (var word = begin; word < end; word += 1u) {
        cells[base + (word * STRIDE)] = fresh[word];
    }
}

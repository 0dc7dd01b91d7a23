// Scan: finds every gadget that joins a marked cycle with an unmarked cycle, and offers the gadget to the marked cycle.
//
// A gadget that can be switched (see melt.wgsl) joins two cycles if its two used edges belong to different cycles. This
// is certain if exactly one of the two edges is marked. A gadget has one of six shapes. A gadget with the anchor cell c
// and the shape s has the number 6 c + s. A bijection maps this number to the key of the gadget. Therefore no two keys
// are equal, and a key determines its gadget.
//
// Each invocation processes one word of one row. The invocation processes each gadget whose anchor is in this word.
// Reads:  the planes, the marks and the cells around the word.
// Writes: the best offer to each cycle, by atomics.
// No race: the minimum of the keys does not depend on the order of the offers.

@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

// Returns 32 bits of the row `row` of a plane. Bit c of the result belongs to column c + `by`, counted from the first
// column of the word `word`.
fn edges_ahead(axis: u32, row: u32, word: u32, by: i32) -> u32 {
    let at = edge_word(axis, row, word);
    return ahead(planes[at - 1u], planes[at], planes[at + 1u], by);
}

// Returns 32 marks of the row `row`. Bit c of the result belongs to column c + `by`, counted from the first column of
// the word `word`.
fn marks_ahead(row: u32, word: u32, by: i32) -> u32 {
    let at = mark_word(row, word);
    return ahead(marks[at - 1u], marks[at], marks[at + 1u], by);
}

// Offers gadgets to marked cycles: one gadget of the shape `shape` for each anchor in `anchors`. A gadget has two used
// edges. The first edge begins at the anchor. The second edge begins one step along `axis` from the anchor. Exactly one
// of these two edges is marked: the first edge if the anchor's bit is set in `own`, otherwise the second edge. The
// gadget is offered to the cycle of the marked edge.
fn offer_all(anchors: u32, own: u32, row: u32, word: u32, axis: u32, shape: u32) {
    var bits = anchors;
    while bits != 0u {
        let bit = firstTrailingBit(bits);
        bits &= bits - 1u;
        let anchor = ((row * job.pitch) + (word * 32u)) + bit;
        let marked = anchor + select(jump_of(axis), 0u, ((own >> bit) & 1u) == 1u);
        let best = best_place(cell_at(marked) & (~NUMBERED));
        let key = mix(((anchor * 6u) + shape) ^ job.key);
        if atomicLoad(&cycles[best]) > key {
            atomicMin(&cycles[best], key);
        }
    }
}

@compute @workgroup_size(WIDTH)
fn scan(me: Invocation) {
    let number = number_of(me);
    if number >= job.end {
        return;
    }
    let row = number / job.words;
    let word = number % job.words;
    var near = 0u;
    for (var below = row; below <= row + 2u; below += 1u) {
        let at = mark_word(below, word);
        near |= (marks[at - 1u] | marks[at]) | marks[at + 1u];
    }
    if near == 0u {
        return;
    }
    let own = marks[mark_word(row, word)];
    for (var shape = 0u; shape < 6u; shape += 1u) {
        let axes = axes_of(shape);
        let i = axes.x;
        let j = axes.y;
        let near_i = planes[edge_word(i, row, word)];
        let near_j = planes[edge_word(j, row, word)];
        let far_i = edges_ahead(i, row + down_of(j), word, right_of(j));
        let far_j = edges_ahead(j, row + down_of(i), word, right_of(i));
        let first = (near_i & far_i) & (~(near_j | far_j));
        let second = (near_j & far_j) & (~(near_i | far_i));
        let first_marks = own ^ marks_ahead(row + down_of(j), word, right_of(j));
        let second_marks = own ^ marks_ahead(row + down_of(i), word, right_of(i));
        offer_all(first & first_marks, own, row, word, j, shape);
        offer_all(second & second_marks, own, row, word, i, shape);
    }
}

// Scan: every gadget that joins two cycles offers itself to both.
//
// A gadget in one of its two states (see melt.wgsl) whose two used edges lie on different cycles joins them when it is
// switched. Its key is a bijection of its name, six times its anchor's cell plus its shape: no two keys are equal, and
// the gadget follows from the key. The main cycle takes no offers, and so a gadget that touches no mark is of no use.
//
// One invocation is one word of one row, with the gadgets of all six shapes that have their anchors there; in
// `clear`, one cycle.
// Reads:  the planes, the marks and the cells around its word; what cycles are joined with.
// Writes: the best offer of the cycles, by atomics; `clear`: no offer.
// No race: a least key is the same in whatever order the offers come.

@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

// A word of a plane's row, seen from `by` columns further left.
fn edges_ahead(axis: u32, row: u32, word: u32, by: i32) -> u32 {
    let at = edge_word(axis, row, word);
    return ahead(planes[at - 1u], planes[at], planes[at + 1u], by);
}

// The same for the marks.
fn marks_ahead(row: u32, word: u32, by: i32) -> u32 {
    let at = mark_word(row, word);
    return ahead(marks[at - 1u], marks[at], marks[at + 1u], by);
}

// Offers a gadget to a cycle.
fn offer(cycle: u32, main: u32, key: u32) {
    if cycle != main && atomicLoad(&cycles[best_place(cycle)]) > key {
        atomicMin(&cycles[best_place(cycle)], key);
    }
}

// Offers the gadgets of some anchors, whose second edge begins an axis further.
fn offer_all(anchors: u32, row: u32, word: u32, axis: u32, shape: u32, main: u32) {
    var bits = anchors;
    while bits != 0u {
        let col = (word * 32u) + firstTrailingBit(bits);
        bits &= bits - 1u;
        let anchor = (row * job.pitch) + col;
        let one = joined_at(anchor);
        let two = joined_at(anchor + jump_of(axis));
        if one != two {
            let key = mix(((anchor * 6u) + shape) ^ job.key);
            offer(one, main, key);
            offer(two, main, key);
        }
    }
}

@compute @workgroup_size(WIDTH)
fn scan(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let number = invocation(group, groups, lane);
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
    let main = atomicLoad(&cycles[joined_place(job.main)]);
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
        let first_marks = own | marks_ahead(row + down_of(j), word, right_of(j));
        let second_marks = own | marks_ahead(row + down_of(i), word, right_of(i));
        offer_all(first & first_marks, row, word, j, shape, main);
        offer_all(second & second_marks, row, word, i, shape, main);
    }
}

@compute @workgroup_size(WIDTH)
fn clear(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let cycle = invocation(group, groups, lane);
    if cycle < job.end {
        atomicStore(&cycles[best_place(cycle)], NO_OFFER);
    }
}

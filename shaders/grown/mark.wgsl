// Mark: marks the squares of all cycles that a round can join with other cycles. If a main cycle is given, the marked
// cycles are all cycles that are neither the main cycle nor joined with another cycle. Otherwise the marked cycles are
// the cycles whose random bit is 1. `dilate` extends the marks by four squares on all sides.
//
// Each invocation processes one word of one row.
// Reads:  in `mark`, the invocation's own word of the marks, the cells of the word's 32 squares, and the label or the
// joined flag of the cycle of each square; in `dilate`, three words from each of nine rows of marks.
// Writes: in `mark`, the invocation's own word of the marks; in `dilate`, the same word of the dilated marks.
// No race: no invocation reads a word written by another invocation.

@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

fn is_marked(cycle: u32) -> bool {
    if job.main == NO_CYCLE {
        return (mix(atomicLoad(&cycles[root_place(cycle)]) ^ job.key) & 1u) == 1u;
    }
    return cycle != job.main && atomicLoad(&cycles[joined_place(cycle)]) == 0u;
}

@compute @workgroup_size(WIDTH)
fn mark(me: Invocation) {
    let number = number_of(me);
    if number >= job.end {
        return;
    }
    let row = number / job.words;
    let word = number % job.words;
    let at = mark_word(row, word);
    // Unless the marks are set afresh, marks are only removed, because joined cycles remain joined. Therefore an empty
    // word stays empty.
    if job.afresh == 0u && marks[at] == 0u {
        return;
    }
    let first = word * 32u;
    let count = min(32u, job.cols - first);
    var bits = 0u;
    for (var bit = 0u; bit < count; bit += 1u) {
        let slot = cell_at(((row * job.pitch) + first) + bit);
        if slot != NO_LABEL && is_marked(slot & (~NUMBERED)) {
            bits |= 1u << bit;
        }
    }
    marks[at] = bits;
}

@compute @workgroup_size(WIDTH)
fn dilate(me: Invocation) {
    let number = number_of(me);
    if number >= job.end {
        return;
    }
    let row = number / job.words;
    let word = number % job.words;
    var before = 0u;
    var here = 0u;
    var after = 0u;
    let end = min(row + 5u, job.rows);
    for (var near = max(row, 4u) - 4u; near < end; near += 1u) {
        let at = mark_word(near, word);
        before |= marks[at - 1u];
        here |= marks[at];
        after |= marks[at + 1u];
    }
    var bits = here;
    for (var by = 1u; by <= 4u; by += 1u) {
        bits |= (here << by) | (here >> by);
        bits |= (before >> (32u - by)) | (after << (32u - by));
    }
    // Columns to the right of the board have no marks.
    let columns = 0xffffffffu >> (32u - min(32u, job.cols - (word * 32u)));
    marks[wide_word(row, word)] = bits & columns;
}

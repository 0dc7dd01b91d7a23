// Slices: describes the knights of a dispatch. The kernels that start knights or sum their results share this file.

// Consecutive knights that differ only in their starts and their numbers.
struct Slice {
    // Index of the slice's first knight among the knights of this dispatch, and number of knights in the slice, at
    // least 1.
    first: u32,
    count: u32,
    // The move order, three bits per slot: the move code of the slot minus 1.
    order: u32,
    // Number of the slice's first knight, and seed. The random bits of a knight follow from its number and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // Offset of the slice's starts in `starts`, number of the starts, and index of the first knight's start. The other
    // knights use the following starts, cyclically.
    starts: u32,
    start_count: u32,
    start_at: u32,
}

@group(0) @binding(1) var<storage, read> slices: array<Slice>;

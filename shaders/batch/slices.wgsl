// Slices: the knights of a dispatch. Shared by the kernels that start knights or sum their results.

// Consecutive knights that differ only in start and number.
struct Slice {
    // Index of the first knight among the knights of this dispatch, and number of knights, at least 1.
    first: u32,
    count: u32,
    // Three bits per slot: its move code minus 1.
    order: u32,
    // The number of the first knight, for random bits, and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // Offset of the starts in `starts`, their number, and the start of the first knight. The others use the following
    // starts, cyclically.
    starts: u32,
    start_count: u32,
    start_at: u32,
}

@group(0) @binding(1) var<storage, read> slices: array<Slice>;

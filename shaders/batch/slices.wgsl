// Slices: which knights a dispatch has. Shared by the kernels that begin with them or sum them up.

// Knights one after another that differ in start and number only.
struct Slice {
    // The first of them among the knights of this dispatch, and how many they are: at least 1.
    first: u32,
    count: u32,
    // Three bits per slot: the move code there, less 1.
    order: u32,
    // The number of the first knight, for random bits; and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // Their starts in `starts`, and which of these the first has; the others follow, and round again.
    starts: u32,
    start_count: u32,
    start_at: u32,
}

@group(0) @binding(1) var<storage, read> slices: array<Slice>;

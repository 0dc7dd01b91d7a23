// Init: initialises a knight before its first move. The kernels that start knights share this file.

@group(0) @binding(2) var<storage, read> starts: array<u32>;

// Returns the initial state of knight `k` of this dispatch.
fn init(k: u32) -> Knight {
    // Finds the slice that contains knight `k`. This is the last slice whose first knight has a number of at most `k`.
    var low = 0u;
    var high = params.slices;
    while (high - low) > 1u {
        let middle = (low + high) / 2u;
        if slices[middle].first <= k {
            low = middle;
        } else {
            high = middle;
        }
    }
    let slice = slices[low];
    let after = k - slice.first;
    let start = starts[slice.starts + ((slice.start_at + after) % slice.start_count)];
    return Knight(start, 0u, start, slice.order, slice.number + after, slice.seed_low, slice.seed_high, 0u);
}

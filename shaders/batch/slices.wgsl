// Slices: the form in which a dispatch receives its knights. The kernels that start knights and the kernels that sum
// the knights' results share this file.

// Consecutive knights that differ only in their starts and their numbers.
struct Slice {
    // `first`: index of the slice's first knight among the knights of this dispatch. `count`: number of knights in the
    // slice, at least 1.
    first: u32,
    count: u32,
    // The move order: three bits per slot. The bits of a slot contain its move code, reduced by 1.
    order: u32,
    // `number`: number of the slice's first knight. `seed_low` and `seed_high`: seed. The random bits of a knight
    // follow from its number and the seed.
    number: u32,
    seed_low: u32,
    seed_high: u32,
    // `starts`: offset of the slice's starts in the array `starts`. `start_count`: number of these starts. `start_at`:
    // index, among these starts, of the first knight's start. Each further knight uses the next of these starts,
    // cyclically.
    starts: u32,
    start_count: u32,
    start_at: u32,
}

@group(0) @binding(1) var<storage, read> slices: array<Slice>;

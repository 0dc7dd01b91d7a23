// The report of a pass to the host.

struct Status {
    // AGAIN: a loop was left before it was done, and the pass is to be repeated. LOST: a walk came nowhere.
    flags: atomic<u32>,
    // Cycles found.
    cycles: atomic<u32>,
    // Picks that were switched.
    switched: atomic<u32>,
}

const AGAIN: u32 = 1u;
const LOST: u32 = 2u;

@group(0) @binding(5) var<storage, read_write> status: Status;

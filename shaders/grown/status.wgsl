// The report that a pass sends to the host.

struct Status {
    // Combination of AGAIN (a loop stopped at its maximum number of iterations, and the pass must be repeated) and LOST
    // (a walk reached no splitter).
    flags: atomic<u32>,
    // Number of cycles.
    cycles: atomic<u32>,
    // Number of switched gadgets.
    switched: atomic<u32>,
}

const AGAIN: u32 = 1u;
const LOST: u32 = 2u;

@group(0) @binding(5) var<storage, read_write> status: Status;

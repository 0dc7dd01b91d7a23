// The lists of cycles: five words per cycle, each in its own array.

@group(0) @binding(3) var<storage, read_write> cycles: array<atomic<u32>>;

// The label of a cell that is not a square.
const NO_LABEL: u32 = 0xffffffffu;
// Set in a cell whose cycle has a number. The other bits are the number.
const NUMBERED: u32 = 0x80000000u;
// The key if there is no offer.
const NO_OFFER: u32 = 0xffffffffu;
// The pick of a cycle that does not act.
const NO_GADGET: u32 = 0xffffffffu;

// Returns the index of the label: the lowest cell of the cycle.
fn root_place(cycle: u32) -> u32 {
    return cycle;
}

// Returns the index of the joined flag: 1 if the cycle is joined with the main one, else 0.
fn joined_place(cycle: u32) -> u32 {
    return job.room + cycle;
}

// Returns the index of the lowest offered key.
fn best_place(cycle: u32) -> u32 {
    return (2u * job.room) + cycle;
}

// Returns the index of the picked gadget.
fn gadget_place(cycle: u32) -> u32 {
    return (3u * job.room) + cycle;
}

// Returns the index of the gadget's state: 0 if the edges along its first axis are used, 1 if those along its second
// are.
fn state_place(cycle: u32) -> u32 {
    return (4u * job.room) + cycle;
}

// Data of the cycles: five words per cycle, each word in a separate array.

@group(0) @binding(3) var<storage, read_write> cycles: array<atomic<u32>>;

// Label of a cell that is not a square.
const NO_LABEL: u32 = 0xffffffffu;
// Flag of a cell that contains the number of its cycle. The other bits of the cell are that number.
const NUMBERED: u32 = 0x80000000u;
// Value of a cycle's best key if no gadget was offered.
const NO_OFFER: u32 = 0xffffffffu;
// Value of a cycle's pick if the cycle picked no gadget.
const NO_GADGET: u32 = 0xffffffffu;

// Returns the index of the word that contains the cycle's label. The label is the lowest cell index in the cycle.
fn root_place(cycle: u32) -> u32 {
    return cycle;
}

// Returns the index of the word that contains the joined flag of `cycle`. The flag is 1 if `cycle` has been joined with
// another cycle by a gadget that `cycle` picked, otherwise 0.
fn joined_place(cycle: u32) -> u32 {
    return job.room + cycle;
}

// Returns the index of the word that contains the lowest key offered to `cycle`.
fn best_place(cycle: u32) -> u32 {
    return (2u * job.room) + cycle;
}

// Returns the index of the word that contains the number of the gadget picked by `cycle`.
fn gadget_place(cycle: u32) -> u32 {
    return (3u * job.room) + cycle;
}

// Returns the index of the word that contains the state of the picked gadget. The state is 0 if the edges along the
// first axis of the gadget are used, and 1 if the edges along its second axis are used.
fn state_place(cycle: u32) -> u32 {
    return (4u * job.room) + cycle;
}

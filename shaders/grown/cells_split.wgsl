// The cells in eight bindings, for boards whose cells are more than one binding holds: as cells.wgsl otherwise. Each
// access goes through a choice of eight, all of which a software adapter tries: a pass that needs the cells of one
// part only gets that part alone.

// Cells of a part, as a power of two.
override PART_BITS: u32 = 25u;

@group(0) @binding(6) var<storage, read_write> cells_0: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> cells_1: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> cells_2: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> cells_3: array<atomic<u32>>;
@group(0) @binding(10) var<storage, read_write> cells_4: array<atomic<u32>>;
@group(0) @binding(11) var<storage, read_write> cells_5: array<atomic<u32>>;
@group(0) @binding(12) var<storage, read_write> cells_6: array<atomic<u32>>;
@group(0) @binding(13) var<storage, read_write> cells_7: array<atomic<u32>>;

fn cell_at(cell: u32) -> u32 {
    let at = cell & ((1u << PART_BITS) - 1u);
    switch cell >> PART_BITS {
        case 0u: {
            return atomicLoad(&cells_0[at]);
        }
        case 1u: {
            return atomicLoad(&cells_1[at]);
        }
        case 2u: {
            return atomicLoad(&cells_2[at]);
        }
        case 3u: {
            return atomicLoad(&cells_3[at]);
        }
        case 4u: {
            return atomicLoad(&cells_4[at]);
        }
        case 5u: {
            return atomicLoad(&cells_5[at]);
        }
        case 6u: {
            return atomicLoad(&cells_6[at]);
        }
        default: {
            return atomicLoad(&cells_7[at]);
        }
    }
}

fn set_cell(cell: u32, value: u32) {
    let at = cell & ((1u << PART_BITS) - 1u);
    switch cell >> PART_BITS {
        case 0u: {
            atomicStore(&cells_0[at], value);
        }
        case 1u: {
            atomicStore(&cells_1[at], value);
        }
        case 2u: {
            atomicStore(&cells_2[at], value);
        }
        case 3u: {
            atomicStore(&cells_3[at], value);
        }
        case 4u: {
            atomicStore(&cells_4[at], value);
        }
        case 5u: {
            atomicStore(&cells_5[at], value);
        }
        case 6u: {
            atomicStore(&cells_6[at], value);
        }
        default: {
            atomicStore(&cells_7[at], value);
        }
    }
}

fn exchange_cell(cell: u32, old: u32, value: u32) -> bool {
    let at = cell & ((1u << PART_BITS) - 1u);
    switch cell >> PART_BITS {
        case 0u: {
            return atomicCompareExchangeWeak(&cells_0[at], old, value).exchanged;
        }
        case 1u: {
            return atomicCompareExchangeWeak(&cells_1[at], old, value).exchanged;
        }
        case 2u: {
            return atomicCompareExchangeWeak(&cells_2[at], old, value).exchanged;
        }
        case 3u: {
            return atomicCompareExchangeWeak(&cells_3[at], old, value).exchanged;
        }
        case 4u: {
            return atomicCompareExchangeWeak(&cells_4[at], old, value).exchanged;
        }
        case 5u: {
            return atomicCompareExchangeWeak(&cells_5[at], old, value).exchanged;
        }
        case 6u: {
            return atomicCompareExchangeWeak(&cells_6[at], old, value).exchanged;
        }
        default: {
            return atomicCompareExchangeWeak(&cells_7[at], old, value).exchanged;
        }
    }
}

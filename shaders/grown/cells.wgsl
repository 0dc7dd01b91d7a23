// All cells, or the cells of one part, in one binding. The cells first contain the labels of cycles and finally the
// visit numbers.

@group(0) @binding(6) var<storage, read_write> cells: array<atomic<u32>>;

fn cell_at(cell: u32) -> u32 {
    return atomicLoad(&cells[cell - job.base]);
}

fn set_cell(cell: u32, value: u32) {
    atomicStore(&cells[cell - job.base], value);
}

// Writes `value` if the cell contains `old`. Returns whether the value was written. The exchange can fail spuriously.
fn exchange_cell(cell: u32, old: u32, value: u32) -> bool {
    return atomicCompareExchangeWeak(&cells[cell - job.base], old, value).exchanged;
}

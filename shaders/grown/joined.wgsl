// The cycle that a square is on, as the cells have it.

// The number of the cycle that speaks for the one with this label.
fn joined_of(label: u32) -> u32 {
    return atomicLoad(&cycles[joined_place(cell_at(label) & (~ROOT))]);
}

// The number of the cycle that speaks for the one that this cell is on. The cell must be a square's.
fn joined_at(cell: u32) -> u32 {
    let slot = cell_at(cell);
    let root = select(slot, cell, (slot & ROOT) != 0u);
    return joined_of(root);
}

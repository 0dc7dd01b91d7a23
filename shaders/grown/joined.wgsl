// The cycle that a square is on, once the cells have the numbers of their cycles.

// The number of the cycle that speaks for the one that this cell is on. The cell must be a square's.
fn joined_at(cell: u32) -> u32 {
    return atomicLoad(&cycles[joined_place(cell_at(cell) & (~NUMBERED))]);
}

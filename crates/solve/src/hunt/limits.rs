//! The largest hunts.

/// The most squares of a board to hunt on: a breadth-first search takes eight bytes for each.
pub const MAX_CELLS: u64 = 1 << 26;

/// The most treasures of an exact search: it goes through 2^28 sets, in 14 GiB.
pub const MAX_EXACT: usize = 28;

/// The most treasures of any hunt: a table of 256 MiB holds their distances.
pub const MAX_FAST: usize = 8191;

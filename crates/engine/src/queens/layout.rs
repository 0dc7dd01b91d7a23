//! Data that host and kernel share.

use bytemuck::{Pod, Zeroable};

/// No prefix.
pub(super) const NOBODY: u32 = u32::MAX;

/// Words of a lane before its stack.
pub(super) const HEAD: u32 = 8;

/// Words of a level of the stack.
pub(super) const LEVEL: u32 = 4;

/// The board and the dispatch, as the kernel gets them: `Params` in `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Params {
    /// One bit per column of the board.
    pub all: u32,
    /// The row that is counted as the row above it is filled.
    pub last: u32,
    /// Prefixes in the plan.
    pub prefixes: u32,
    /// Lanes of all workgroups.
    pub lanes: u32,
    /// Steps that a dispatch makes at most.
    pub budget: u32,
    /// Fills the row of 16 bytes.
    pub unused1: u32,
    /// Fills the row of 16 bytes.
    pub unused2: u32,
    /// Fills the row of 16 bytes.
    pub unused3: u32,
}

//! The parameters of the passes, in the memory layout of the shaders.

use bytemuck::{Pod, Zeroable};

use super::Setup;

/// Maximum number of squares that a knight reaches in two moves or fewer, including its own square. The same number is
/// in `shaders/cycle/state.wgsl`.
pub const MAX_BALL: usize = 41;

/// Maximum number of move orders that a knight uses one after another.
pub const MAX_LEGS: usize = 8;

/// Sentinel for no square.
const NOWHERE: u32 = u32::MAX;

/// The board in the form used by every pass: `Board` in `shaders/cycle/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct CycleParams {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
    /// Number of squares of the board that are not holes.
    pub playable: u32,
    /// Number of moves in use: 8, or 4 for an (r,s)-leaper with r = 0 or r = s.
    pub move_count: u32,
    /// Number of offsets in `ball`, at most 41.
    pub ball_count: u32,
    /// Number of workgroups in a row of workgroups, for a dispatch over the whole board.
    pub groups: u32,
    /// Maximum number of moves in a resident dispatch.
    pub budget: u32,
    /// Number of the knight. The knight's random bits depend on this number. Only the rule `random` uses the number.
    pub number: u32,
    /// Lower half of the seed.
    pub seed_low: u32,
    /// Upper half of the seed.
    pub seed_high: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused1: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused2: u32,
    /// Moves in the move order, each as (rows down, columns right, move code, 0).
    pub moves: [[i32; 4]; 8],
    /// Offsets of the squares at most two moves from the knight, each once, as (rows down, columns right, 0, 0).
    pub ball: [[i32; 4]; MAX_BALL],
    /// Legs, each as (order, slots, last square of the leg or a sentinel, 0). The word `order` has three bits per slot.
    /// The word `slots` has three bits per move.
    pub legs: [[u32; 4]; MAX_LEGS],
}

impl CycleParams {
    pub(super) fn new(setup: &Setup, groups: u32) -> Self {
        let mut params = Self {
            rows: setup.board().rows(),
            cols: setup.board().cols(),
            playable: setup.playable(),
            move_count: setup.moves().len() as u32,
            ball_count: setup.ball().len() as u32,
            groups,
            number: setup.walker().knight,
            seed_low: setup.walker().seed as u32,
            seed_high: (setup.walker().seed >> 32) as u32,
            ..Self::zeroed()
        };
        for (slot, by) in params.moves.iter_mut().zip(setup.moves()) {
            *slot = [by.row, by.col, by.code.into(), 0];
        }
        for (slot, &(row, col)) in params.ball.iter_mut().zip(setup.ball()) {
            *slot = [row, col, 0, 0];
        }
        for (packed, leg) in params.legs.iter_mut().zip(setup.legs()) {
            *packed = [leg.order, leg.slots, leg.until.unwrap_or(NOWHERE), 0];
        }
        params
    }
}

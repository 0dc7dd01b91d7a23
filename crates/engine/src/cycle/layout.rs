//! Data that host and passes share beside the state: `Board` in `shaders/cycle/state.wgsl`.

use bytemuck::{Pod, Zeroable};

use crate::cycle::Setup;

/// Invocations in a workgroup of a pass over the whole board, as in `shaders/cycle/state.wgsl`.
pub const WHOLE_WIDTH: u64 = 64;

/// The most squares that are at most two moves away from a knight, as in `shaders/cycle/state.wgsl`.
pub const MAX_BALL: usize = 41;

/// The most orders in which a knight looks at its moves, one after another.
pub const MAX_LEGS: usize = 8;

/// The index of no square.
const NOWHERE: u32 = u32::MAX;

/// The board as every pass gets it: `Board` in `shaders/cycle/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Params {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Squares of the board that are not holes.
    pub playable: u32,
    /// Moves in use: 8, or 4 for a leaper with r = 0 or r = s.
    pub move_count: u32,
    /// Squares at most two moves away, the knight's own included: at most 41.
    pub ball_count: u32,
    /// Workgroups in a row of a dispatch over the whole board.
    pub groups: u32,
    /// Moves that a resident dispatch makes at most.
    pub budget: u32,
    /// The knight's number, for the rule random.
    pub number: u32,
    /// The lower half of the seed.
    pub seed_low: u32,
    /// The upper half of the seed.
    pub seed_high: u32,
    /// Fills the row of 16 bytes.
    pub unused1: u32,
    /// Fills the row of 16 bytes.
    pub unused2: u32,
    /// (rows down, columns right, move code, 0), in the move order.
    pub moves: [[i32; 4]; 8],
    /// (rows down, columns right, 0, 0), each offset once.
    pub ball: [[i32; 4]; MAX_BALL],
    /// (order, slots, the square where the next leg takes over, 0): the order as three bits per slot, the slots as
    /// three bits per move.
    pub legs: [[u32; 4]; MAX_LEGS],
}

impl Params {
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
            let [order, slots, until, _] = packed;
            for (slot, &way) in leg.order.iter().enumerate() {
                *order |= (way as u32) << (3 * slot);
                *slots |= (slot as u32) << (3 * way);
            }
            *until = leg.until.unwrap_or(NOWHERE);
        }
        params
    }
}

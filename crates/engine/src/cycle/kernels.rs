//! The table of the cycle's kernels, and what the host chooses in them.

#[cfg(feature = "gpu")]
use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};
#[cfg(feature = "gpu")]
use courser_board::Board;
#[cfg(feature = "gpu")]
use courser_gpu::wgpu::Limits;
#[cfg(feature = "gpu")]
use courser_gpu::{GpuDevice, KernelSpec};
use courser_shaders::RULES;
use courser_shaders::cycle as shaders;
#[cfg(feature = "gpu")]
use courser_shaders::looking;
#[cfg(feature = "gpu")]
use courser_solve::relay;
#[cfg(feature = "gpu")]
use courser_solve::warnsdorff::Rule;

use super::memory::CycleMemory;
#[cfg(feature = "gpu")]
use super::{Cell, Pass, WORK};
use super::{PASSES, Setup};
#[cfg(feature = "gpu")]
use crate::machine::Build;
#[cfg(feature = "gpu")]
use crate::machine::parts::SplitArray;
use crate::machine::{Access, Part, ShaderKernel, Twin};
#[cfg(feature = "gpu")]
use crate::{EngineError, Result};

/// The slots of the kernels: the status of every knight, the regions of a relay, the read state, the written state.
pub(super) const STATUS: usize = 0;
pub(super) const PLAN: usize = 1;
pub(super) const BEFORE: usize = 2;
pub(super) const AFTER: usize = 3;

const SLOTS: &[(usize, Access)] =
    &[(STATUS, Access::Write), (PLAN, Access::Read), (BEFORE, Access::Read), (AFTER, Access::Write)];

/// The parts in front of a pass.
const PASS: &[Part] = &[Part::Choice("states"), Part::Text(shaders::STATE), Part::Choice("knight")];

/// The parts in front of a pass in which a knight chooses.
const CHOOSING: &[Part] = &[
    Part::Choice("states"),
    Part::Text(shaders::STATE),
    Part::Choice("knight"),
    Part::Text(RULES),
    Part::Choice("ahead"),
    Part::Choice("chooser"),
    Part::Text(shaders::CHOOSE),
];

/// The first kernel of those near the knight. Before them come those over the whole board, a pass each.
pub(super) const NEAR: usize = PASSES.len();

/// The kernel of resident moves.
pub(super) const MOVES: usize = 2 * PASSES.len();

/// The kernel of the three passes in one.
pub(super) const FUSED: usize = MOVES + 1;

/// The pass *decide* over the whole board.
pub(super) const DECIDE: usize = 1;

/// Every kernel of the cycle.
pub(super) static KERNELS: [ShaderKernel<CycleMemory>; 8] = [
    whole::<0>(),
    whole::<1>(),
    whole::<2>(),
    near::<0>(),
    near::<1>(),
    near::<2>(),
    ShaderKernel {
        id: MOVES,
        name: "resident",
        entry: "moves",
        own: shaders::RESIDENT,
        width: Some(1),
        mirror: Twin::All(CycleMemory::moves),
        ..whole::<DECIDE>()
    },
    ShaderKernel {
        id: FUSED,
        name: "fused",
        own: shaders::FUSED,
        mirror: Twin::All(CycleMemory::fused),
        ..whole::<DECIDE>()
    },
];

/// Runs a pass over the whole board.
const fn whole<const NTH: usize>() -> ShaderKernel<CycleMemory> {
    ShaderKernel {
        id: NTH,
        name: PASSES[NTH].name,
        entry: "whole",
        shared: if PASSES[NTH].chooses { CHOOSING } else { PASS },
        own: PASSES[NTH].own,
        constants: if PASSES[NTH].chooses { &["RULE"] } else { &[] },
        buffers: SLOTS,
        local: None,
        width: Some(WHOLE_WIDTH as u32),
        most: u32::MAX,
        mirror: Twin::All(CycleMemory::whole::<NTH>),
    }
}

/// Returns the kernel of a pass near the knight.
const fn near<const NTH: usize>() -> ShaderKernel<CycleMemory> {
    ShaderKernel { id: NEAR + NTH, entry: "near", mirror: Twin::All(CycleMemory::near::<NTH>), ..whole::<NTH>() }
}

#[cfg(feature = "gpu")]
impl Pass {
    /// Returns the text in front of the pass's own file, for one knight by Warnsdorff's rule whose states are in one part.
    pub fn shared(&self) -> String {
        let kernel = KERNELS.iter().find(|kernel| kernel.name == self.name).expect("every pass has its kernels");
        kernel.shared(&build(Rule::Warnsdorff, SplitArray::whole(1), false)).concat()
    }
}

/// Returns the choices for a knight by this rule, or for many knights with one region each, whose states are in these
/// parts.
#[cfg(feature = "gpu")]
pub(super) fn build(rule: Rule, parts: SplitArray, is_relay: bool) -> Build {
    let (knight, chooser) =
        if is_relay { (shaders::RELAY, shaders::CHOOSE_RELAY) } else { (shaders::ONE, shaders::CHOOSE_ONE) };
    Build {
        parts: vec![
            ("states", states(parts)),
            ("knight", knight.into()),
            ("chooser", chooser.into()),
            ("ahead", looking(rule.look_ahead()).into()),
        ],
        constants: vec![("RULE", rule.number().into())],
        bindings: vec![1, is_relay.into(), parts.count(), parts.count()],
    }
}

/// Lists every kernel of the cycle, by every rule, for states in one part and in two.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    let cuts = [SplitArray::whole(1), SplitArray::of(2 << 23, 23)];
    // A pass and then the same near the knight.
    let order = (0..PASSES.len()).flat_map(|pass| [pass, NEAR + pass]).chain([MOVES, FUSED]);
    let of = |kernel: usize, parts| Rule::ALL.map(|rule| KERNELS[kernel].spec(&build(rule, parts, false)));
    let mut all: Vec<KernelSpec> = order.flat_map(|kernel| cuts.map(|parts| of(kernel, parts))).flatten().collect();
    let relays = (0..PASSES.len()).flat_map(|pass| cuts.map(|parts| (pass, parts)));
    all.extend(relays.flat_map(|(pass, parts)| relay::RULES.map(|rule| KERNELS[pass].spec(&build(rule, parts, true)))));
    // A pass in which the knight does not choose is the same by every rule.
    all.dedup();
    all
}

/// Returns the declarations of two states in these parts, and the functions by which shaders access a square.
#[cfg(feature = "gpu")]
fn states(parts: SplitArray) -> Cow<'static, str> {
    let Some(bits) = parts.bits() else { return shaders::STATES.into() };
    let bits = format!("{bits}u");
    let states = [
        parts.declarations("before", "storage, read", "vec4<u32>", FIRST),
        parts.declarations("after", "storage, read_write", "vec4<u32>", FIRST + parts.count()),
        parts.function("seen(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return before_{part}[at];")),
        parts.function("held(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return after_{part}[at];")),
        parts.function("keep(square: u32, cell: vec4<u32>)", "square", &bits, |part| {
            format!("after_{part}[at] = cell;")
        }),
    ];
    states.concat().into()
}

/// Maximum number of parts of a state, since a square is located by comparisons.
#[cfg(feature = "gpu")]
const MAX_PARTS: u64 = 64;

/// Number of storage bindings in addition to the two states: the status.
#[cfg(feature = "gpu")]
const OTHERS: u64 = 1;

/// The first binding of the states: the board, the status and the regions come before.
#[cfg(feature = "gpu")]
const FIRST: u64 = 3;

/// Bytes of a square.
#[cfg(feature = "gpu")]
const A_CELL: u64 = size_of::<Cell>() as u64;

/// Returns the maximum number of parts of a state on an adapter, and of squares in one binding.
#[cfg(feature = "gpu")]
fn room(limits: &Limits) -> (u64, u64) {
    let most = u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(OTHERS) / 2;
    (most.min(MAX_PARTS), limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / A_CELL)
}

/// Returns the maximum number of squares of a board whose state an adapter with these limits can bind, if its memory
/// suffices.
#[cfg(feature = "gpu")]
pub fn max_cells(limits: &Limits) -> u64 {
    let (most, in_one) = room(limits);
    let in_parts = most << in_one.max(1).ilog2();
    in_parts.max(in_one).min(if most == 0 { 0 } else { Setup::MAX_CELLS })
}

/// Divides a board's state into parts for this device.
///
/// # Errors
/// [`EngineError::TooLarge`] if a shader cannot bind that many parts.
#[cfg(feature = "gpu")]
pub(super) fn parts(board: &Board, device: &GpuDevice) -> Result<SplitArray> {
    let limits = device.raw().limits();
    let (most, in_one) = room(&limits);
    SplitArray::fitting(board.cells(), in_one, most).ok_or_else(|| EngineError::TooLarge {
        work: WORK,
        board: board.clone(),
        needed: board.cells() * A_CELL,
        what: format!("{most} storage bindings on {}", device.adapter().name()),
        there: max_cells(&limits) * A_CELL,
    })
}

/// Invocations in a workgroup of a pass over the whole board, as in `shaders/cycle/state.wgsl`.
pub const WHOLE_WIDTH: u64 = 64;

/// Invocations of a pass near the knight, which has a workgroup, as in that file.
pub(super) const NEAR_WIDTH: u32 = 64;

/// Maximum number of squares at most two moves away from a knight, as in `shaders/cycle/state.wgsl`.
pub const MAX_BALL: usize = 41;

/// Maximum number of successive move orders of a knight.
pub const MAX_LEGS: usize = 8;

/// The index of no square.
const NOWHERE: u32 = u32::MAX;

/// The board as every pass gets it: `Board` in `shaders/cycle/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct CycleParams {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Squares of the board that are not holes.
    pub playable: u32,
    /// Moves in use: 8, or 4 for a leaper with r = 0 or r = s.
    pub move_count: u32,
    /// Number of squares at most two moves away, including the knight's own: at most 41.
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

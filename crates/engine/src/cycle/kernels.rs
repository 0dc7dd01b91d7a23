//! The kernels of the cycle: which shader, built with what, for which parts of a state.

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};
use courser_board::Board;
use courser_gpu::wgpu::Limits;
use courser_gpu::{Binding, Device, KernelSpec};
use courser_shaders::cycle::{RESIDENT, STATES, relay};
use courser_shaders::looking_ahead;
use courser_solve::relay::RULES;
use courser_solve::warnsdorff::Rule;

use crate::cycle::{Cell, PASSES, Setup, WORK};
use crate::parts::Parts;
use crate::{EngineError, Result};

/// One pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Build {
    /// A pass over the whole board.
    Whole(usize),
    /// A pass near the knight.
    Near(usize),
    /// Resident.
    Resident,
}

/// The description of a kernel, for a knight by this rule, or for many with a region each.
pub(super) fn spec(build: Build, rule: Rule, parts: Parts, is_relay: bool) -> KernelSpec {
    let (pass, entry) = match build {
        Build::Whole(pass) => (Some(&PASSES[pass]), "whole"),
        Build::Near(pass) => (Some(&PASSES[pass]), "near"),
        Build::Resident => (None, "moves"),
    };
    let (module, wgsl, chooses) =
        pass.map_or(("resident", RESIDENT, true), |pass| (pass.name, pass.wgsl, pass.chooses));
    let mut constants = Vec::new();
    let mut wgsl = in_parts(parts, wgsl);
    if chooses {
        wgsl = looking_ahead(wgsl, rule.look_ahead());
        constants.push(("RULE", rule.number().into()));
    }
    let bindings = bindings(parts, is_relay);
    if is_relay {
        wgsl = relay(&wgsl, bindings.len() as u64 - 1).into();
    }
    KernelSpec { module, wgsl, entry, bindings, constants }
}

/// Every kernel of the cycle, by every rule, for states in one part and in two.
pub fn kernels() -> Vec<KernelSpec> {
    let cuts = [Parts::whole(1), Parts::of(2 << 23, 23)];
    let passes = (0..PASSES.len()).flat_map(|pass| [Build::Whole(pass), Build::Near(pass)]);
    let builds: Vec<Build> = passes.chain([Build::Resident]).collect();
    let of = |build, parts| Rule::ALL.map(|rule| spec(build, rule, parts, false));
    let all = builds.iter().flat_map(|&build| cuts.map(|parts| of(build, parts)));
    let mut all: Vec<KernelSpec> = all.flatten().collect();
    let relays = (0..PASSES.len()).flat_map(|pass| cuts.map(|parts| (Build::Whole(pass), parts)));
    all.extend(relays.flat_map(|(build, parts)| RULES.map(|rule| spec(build, rule, parts, true))));
    // A pass in which the knight does not choose is the same by every rule.
    all.dedup();
    all
}

/// The most parts of a state: a square is found among them by comparing.
const MOST_PARTS: u64 = 64;

/// Storage bindings beside the two states: the status.
const OTHERS: u64 = 1;

/// The first binding of the states: the board and the status come before.
const FIRST: u64 = 2;

/// Bytes of a square.
const A_CELL: u64 = size_of::<Cell>() as u64;

/// The most parts of a state on an adapter, and the most squares in one binding.
fn room(limits: &Limits) -> (u64, u64) {
    let most = u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(OTHERS) / 2;
    (most.min(MOST_PARTS), limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / A_CELL)
}

/// The most squares of a board whose state an adapter with these limits can bind, if its memory holds them.
pub fn max_cells(limits: &Limits) -> u64 {
    let (most, in_one) = room(limits);
    let in_parts = most << in_one.max(1).ilog2();
    in_parts.max(in_one).min(if most == 0 { 0 } else { Setup::MAX_CELLS })
}

/// The parts of a board's state on this device.
///
/// # Errors
/// [`EngineError::TooLarge`] if they are more than a shader there can see.
pub(super) fn parts(board: &Board, device: &Device) -> Result<Parts> {
    let limits = device.raw().limits();
    let (most, in_one) = room(&limits);
    Parts::fitting(board.cells(), in_one, most).ok_or_else(|| EngineError::TooLarge {
        work: WORK,
        board: board.clone(),
        needed: board.cells() * A_CELL,
        what: format!("{most} storage bindings on {}", device.adapter().name()),
        there: max_cells(&limits) * A_CELL,
    })
}

/// The bindings of the passes: the board, the status, the parts of the state before, those of the state after; of a relay
/// its regions.
pub(super) fn bindings(parts: Parts, is_relay: bool) -> Vec<Binding> {
    use Binding::{Read, ReadWrite, Uniform};

    let of = |binding| vec![binding; parts.count() as usize];
    let plan = if is_relay { vec![Read] } else { Vec::new() };
    [vec![Uniform, ReadWrite], of(Read), of(ReadWrite), plan].concat()
}

/// A shader of the cycle for states in these parts.
pub(super) fn in_parts(parts: Parts, shader: &'static str) -> Cow<'static, str> {
    match parts.bits() {
        None => shader.into(),
        Some(bits) => in_pieces(shader, parts.count(), bits).into(),
    }
}

/// A shader of the cycle as it is for two states in `pieces` parts of 2^`shift` squares: the declaration of states in
/// one part each, the bindings and the functions `seen`, `held` and `keep`, is replaced.
///
/// # Panics
/// If it is not a shader of the cycle.
pub fn in_pieces(shader: &str, pieces: u64, shift: u32) -> String {
    let (parts, bits) = (Parts::of(pieces << shift, shift), format!("{shift}u"));
    let states = [
        parts.declarations("before", "storage, read", "vec4<u32>", FIRST),
        parts.declarations("after", "storage, read_write", "vec4<u32>", FIRST + pieces),
        parts.function("seen(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return before_{part}[at];")),
        parts.function("held(square: u32) -> vec4<u32>", "square", &bits, |part| format!("return after_{part}[at];")),
        parts.function("keep(square: u32, cell: vec4<u32>)", "square", &bits, |part| {
            format!("after_{part}[at] = cell;")
        }),
    ];
    Parts::instead_of(STATES, shader, &states)
}

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

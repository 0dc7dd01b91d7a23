//! The table of the cycle's kernels, and the build options that the host chooses.

#[cfg(feature = "gpu")]
use std::borrow::Cow;

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

use super::PASSES;
use super::memory::{AFTER, BEFORE, CycleMemory, PLAN, STATUS};
#[cfg(feature = "gpu")]
use super::{Cell, Pass, Setup, WORK};
#[cfg(feature = "gpu")]
use crate::machine::Build;
#[cfg(feature = "gpu")]
use crate::machine::parts::SplitArray;
use crate::machine::{Access, Part, ShaderKernel, Twin};
#[cfg(feature = "gpu")]
use crate::{EngineError, Result};

const SLOTS: &[(usize, Access)] =
    &[(STATUS, Access::Write), (PLAN, Access::Read), (BEFORE, Access::Read), (AFTER, Access::Write)];

/// Parts of a shader that precede the pass's own file.
const PASS: &[Part] = &[Part::Choice("states"), Part::Text(shaders::STATE), Part::Choice("knight")];

/// WGSL parts that precede the file of a pass. These parts are for the passes in which a knight chooses its next
/// square.
const CHOOSING: &[Part] =
    &[Part::List(PASS), Part::Text(RULES), Part::Choice("ahead"), Part::Choice("chooser"), Part::Text(shaders::CHOOSE)];

/// Parts that precede the file of the fused kernel, which runs the three passes as one pass. These parts include the
/// file of the pass *pull*, because it defines the function `pulled`, which the fused kernel calls.
const FUSING: &[Part] = &[Part::List(CHOOSING), Part::Text(shaders::PULL)];

/// Index of the first kernel that covers only the squares near the knight. The kernels with lower indices cover the
/// whole board, one kernel per pass.
pub(super) const NEAR: usize = PASSES.len();

/// Index of the kernel for the schedule `resident`, which makes several moves in one dispatch.
pub(super) const MOVES: usize = 2 * PASSES.len();

/// Index of the fused kernel, which runs the three passes as one pass.
pub(super) const FUSED: usize = MOVES + 1;

/// Index of the kernel of the *decide* pass over the whole board.
pub(super) const DECIDE: usize = 1;

/// All kernels of the cycle.
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
        entry: "fused",
        shared: FUSING,
        own: shaders::FUSED,
        mirror: Twin::All(CycleMemory::fused),
        ..whole::<DECIDE>()
    },
];

/// Returns the kernel of a pass over the whole board.
const fn whole<const NTH: usize>() -> ShaderKernel<CycleMemory> {
    ShaderKernel {
        id: NTH,
        name: PASSES[NTH].name,
        entry: "whole",
        shared: if PASSES[NTH].chooses { CHOOSING } else { PASS },
        own: PASSES[NTH].own,
        constants: if PASSES[NTH].chooses { &["RULE"] } else { &[] },
        fixed: &[],
        buffers: SLOTS,
        local: None,
        width: Some(WHOLE_WIDTH as u32),
        max_invocations: u32::MAX,
        mirror: Twin::All(CycleMemory::whole::<NTH>),
    }
}

/// Returns the kernel that runs a pass only for the squares near the knight.
const fn near<const NTH: usize>() -> ShaderKernel<CycleMemory> {
    ShaderKernel { id: NEAR + NTH, entry: "near", mirror: Twin::All(CycleMemory::near::<NTH>), ..whole::<NTH>() }
}

#[cfg(feature = "gpu")]
impl Pass {
    /// Returns the WGSL text that precedes the source file of the pass in the complete shader. The text is for one
    /// knight that uses Warnsdorff's rule, and for a state that is not split.
    pub fn shared(&self) -> String {
        let kernel = KERNELS.iter().find(|kernel| kernel.name == self.name).expect("every pass has its kernels");
        kernel.shared(&build(Rule::Warnsdorff, SplitArray::whole(1), false)).concat()
    }
}

/// Returns the build options for a rule. If `is_relay` is true, the options are for many knights, each in its own
/// region. Otherwise the options are for one knight on the whole board. `parts` describes how a state is split.
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

/// Returns the specifications of all kernels of the cycle. The list covers all rules, unsplit states, and states that
/// are split into two parts.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    let cuts = [SplitArray::whole(1), SplitArray::of(2 << 23, 23)];
    // `order` contains two consecutive kernels for each pass: the first for the whole board, the second for the squares
    // near the knight.
    let order = (0..PASSES.len()).flat_map(|pass| [pass, NEAR + pass]).chain([MOVES, FUSED]);
    let of = |kernel: usize, parts| Rule::ALL.map(|rule| KERNELS[kernel].spec(&build(rule, parts, false)));
    let mut all: Vec<KernelSpec> = order.flat_map(|kernel| cuts.map(|parts| of(kernel, parts))).flatten().collect();
    let relays = (0..PASSES.len()).flat_map(|pass| cuts.map(|parts| (pass, parts)));
    all.extend(relays.flat_map(|(pass, parts)| relay::RULES.map(|rule| KERNELS[pass].spec(&build(rule, parts, true)))));
    // A kernel that chooses no move is the same for every rule.
    all.dedup();
    all
}

/// Returns the WGSL text for two states, each of which is split as `parts` describes. The text declares the states, and
/// defines the functions that access a square.
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

/// Maximum number of parts of a state. A shader uses comparisons to find the part that contains a square.
#[cfg(feature = "gpu")]
const MAX_PARTS: u64 = 64;

/// Number of storage bindings in addition to the bindings of the two states. The status is the only such binding.
#[cfg(feature = "gpu")]
const OTHERS: u64 = 1;

/// Index of the first binding for the states. The bindings before it belong to the board, the status and the regions.
#[cfg(feature = "gpu")]
const FIRST: u64 = 3;

/// Size of a cell in bytes.
#[cfg(feature = "gpu")]
const A_CELL: u64 = size_of::<Cell>() as u64;

/// Returns two values for an adapter: the maximum number of parts of a state, and the maximum number of squares in one
/// binding.
#[cfg(feature = "gpu")]
fn room(limits: &Limits) -> (u64, u64) {
    let most = u64::from(limits.max_storage_buffers_per_shader_stage).saturating_sub(OTHERS) / 2;
    (most.min(MAX_PARTS), limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / A_CELL)
}

/// Returns the maximum number of squares of a board whose state can be bound on an adapter with these limits. The
/// function ignores the size of the memory.
#[cfg(feature = "gpu")]
pub fn max_cells(limits: &Limits) -> u64 {
    let (most, in_one) = room(limits);
    let in_parts = most << in_one.max(1).ilog2();
    in_parts.max(in_one).min(if most == 0 { 0 } else { Setup::MAX_CELLS })
}

/// Divides a board's state into parts for this device.
///
/// # Errors
/// [`EngineError::TooLarge`] if a shader cannot bind all parts.
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

/// Number of invocations in a workgroup of a pass over the whole board, as in `shaders/cycle/state.wgsl`.
pub const WHOLE_WIDTH: u64 = 64;

/// Number of invocations of a pass that processes only the squares near the knight. These invocations form a single
/// workgroup, as in `shaders/cycle/state.wgsl`.
pub(super) const NEAR_WIDTH: u32 = 64;

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;

    #[test]
    fn a_state_in_as_many_parts_as_possible_is_valid() {
        for kernel in &KERNELS {
            let spec = kernel.spec(&build(Rule::Warnsdorff, SplitArray::of(MAX_PARTS, 0), false));
            let module = courser_wgsl::parse(&spec.to_string(), &spec.source());
            assert_eq!(courser_wgsl::foreign_scalars(&module), [], "{spec}");
        }
    }
}

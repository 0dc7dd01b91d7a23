//! The table of the mosaic's kernels, and the build options that the host chooses.

#[cfg(feature = "gpu")]
use courser_gpu::KernelSpec;
use courser_shaders::{self as shaders, batch, mosaic};
#[cfg(feature = "gpu")]
use courser_solve::relay;
use courser_solve::warnsdorff::Rule;

use super::memory::{BLOCKS, LINES, MosaicMemory, NUMBERS, POSITIONS, REGIONS, RIM, SLOTS, TALLY, VERDICT, ZONES};
use super::mirrors;
use super::spans::SpanKind;
use crate::machine::Part::{self, Text};
use crate::machine::{Access, Build, ShaderKernel, Twin};

/// Number of invocations in a workgroup, as in the shaders.
const WIDTH: u32 = 64;

/// Indices of the kernels that follow the kernels of [`SpanKind`] in [`KERNELS`].
pub(super) const CHECK: usize = SpanKind::ALL.len();
pub(super) const LANES: usize = CHECK + 1;

/// All kernels of the mosaic.
pub(super) static KERNELS: [ShaderKernel<MosaicMemory>; LANES + 1] = [
    visits(SpanKind::Any, "any_tiles", &[("CUTS", 4.0), ("VARIED", 0.0)]),
    visits(SpanKind::OneCut, "any_tiles", &[("CUTS", 1.0), ("VARIED", 0.0)]),
    visits(SpanKind::Eight, "eight_wide", &[("CUTS", 1.0), ("VARIED", 0.0)]),
    visits(SpanKind::Varied, "eight_wide", &[("CUTS", 1.0), ("VARIED", 1.0)]),
    kernel(
        SpanKind::Tame as usize,
        ("tame visits", WINDOW, mosaic::TAME),
        "tame_squares",
        &[(NUMBERS, Access::Write), (LINES, Access::Read), (RIM, Access::Read)],
        mirrors::visits,
    ),
    kernel(
        CHECK,
        ("mosaic check", WINDOW, mosaic::CHECK),
        "check",
        &[(NUMBERS, Access::Read), (VERDICT, Access::Write)],
        mirrors::check,
    ),
    ShaderKernel {
        constants: &["RULE", "WORDS"],
        ..kernel(
            LANES,
            ("relay", KNIGHTS, shaders::relay::LANES),
            "lanes",
            &[(REGIONS, Access::Read), (NUMBERS, Access::Write), (TALLY, Access::Write)],
            mirrors::lanes,
        )
    },
];

/// Shader parts that precede a module's own file.
const WINDOW: &[Part] = &[Text(mosaic::ROW_WINDOW)];
const TILES: &[Part] = &[Text(mosaic::ROW_WINDOW), Text(mosaic::PLAN)];
const KNIGHTS: &[Part] = &[Text(batch::STATE), Text(shaders::RULES), Text(shaders::NOT_AHEAD), Text(batch::BITS)];

/// A module: its name, the parts before its own file, and the text of its own file.
type Module = (&'static str, &'static [Part], &'static str);

const fn kernel(
    id: usize,
    (name, shared, own): Module,
    entry: &'static str,
    buffers: &'static [(usize, Access)],
    mirror: fn(&mut MosaicMemory, std::ops::Range<u32>),
) -> ShaderKernel<MosaicMemory> {
    ShaderKernel {
        id,
        name,
        entry,
        shared,
        own,
        constants: &["WIDE"],
        fixed: &[],
        buffers,
        local: None,
        width: Some(WIDTH),
        max_invocations: u32::MAX,
        mirror: Twin::All(mirror),
    }
}

/// Returns the kernel that computes the visit numbers of tiles of this kind.
const fn visits(
    kind: SpanKind,
    entry: &'static str,
    fixed: &'static [(&'static str, f64)],
) -> ShaderKernel<MosaicMemory> {
    const PLAN: &[(usize, Access)] =
        &[(NUMBERS, Access::Write), (ZONES, Access::Read), (BLOCKS, Access::Read), (POSITIONS, Access::Read)];
    let module = ("mosaic visits", TILES, mosaic::VISITS);
    ShaderKernel { fixed, ..kernel(kind as usize, module, entry, PLAN, mirrors::visits) }
}

/// Returns the build options. If `is_wide` is true, each visit number has two words. `rule` is the rule that a relay's
/// knights follow on their first try.
pub(super) fn build(is_wide: bool, rule: Rule) -> Build {
    let words = if is_wide { 2.0 } else { 1.0 };
    Build {
        parts: Vec::new(),
        constants: vec![("WIDE", is_wide.into()), ("RULE", rule.number().into()), ("WORDS", words)],
        bindings: vec![1; SLOTS],
    }
}

/// Returns the description of the kernel that checks visit numbers of one word each.
#[cfg(feature = "gpu")]
pub(crate) fn check() -> KernelSpec {
    KERNELS[CHECK].spec(&build(false, Rule::Random))
}

/// Lists every kernel of the mosaic, except the kernel for the lanes of a relay.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    let of = |kernel: &ShaderKernel<_>| [false, true].map(|is_wide| kernel.spec(&build(is_wide, Rule::Random)));
    KERNELS[..LANES].iter().flat_map(of).collect()
}

/// Lists the kernels of the relay: two kernels for each rule that the knights can follow on their first try. The two
/// kernels differ in the number of words per visit number: 1 or 2.
#[cfg(feature = "gpu")]
pub fn relay_kernels() -> Vec<KernelSpec> {
    let of = |rule| [false, true].map(|is_wide| KERNELS[LANES].spec(&build(is_wide, rule)));
    relay::RULES.into_iter().flat_map(of).collect()
}

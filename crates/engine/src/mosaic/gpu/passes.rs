//! Descriptions of the passes of the mosaic.

use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::{Binding, KernelSpec};
use courser_shaders::mosaic as shaders;

use crate::mosaic::spans::SpanKind;

/// Number of invocations in a workgroup, as in `row_window.wgsl`.
pub(super) const WIDTH: u64 = 64;

/// Number of rows that an invocation checks, as in `check.wgsl`.
pub(super) const CHECK_ROWS: u32 = 32;

pub(super) const VISITS: &[Binding] = &[Uniform, Uniform, Read, Read, Read, ReadWrite];

/// Bindings of the window, the plan, its lines, its rim, and the numbers.
pub(super) const TAME: &[Binding] = &[Uniform, Uniform, Read, Read, ReadWrite];

pub(super) const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// Returns the description of the pass that computes the visit numbers of tiles of this kind.
pub(super) fn visits(kind: SpanKind, is_wide: bool) -> KernelSpec {
    if kind == SpanKind::Tame {
        let constants = vec![flag("WIDE", is_wide)];
        return KernelSpec {
            constants,
            ..KernelSpec::new("tame visits", "tame_squares", &[shaders::ROW_WINDOW, shaders::TAME], TAME)
        };
    }
    let entry = if matches!(kind, SpanKind::Eight | SpanKind::Varied) { "eight_wide" } else { "any_tiles" };
    let cuts = if kind == SpanKind::Any { 4.0 } else { 1.0 };
    let constants = vec![("CUTS", cuts), flag("VARIED", kind == SpanKind::Varied), flag("WIDE", is_wide)];
    KernelSpec {
        constants,
        ..KernelSpec::new("mosaic visits", entry, &[shaders::ROW_WINDOW, shaders::PLAN, shaders::VISITS], VISITS)
    }
}

/// Returns the description of the pass that checks the numbers.
pub(crate) fn check(is_wide: bool) -> KernelSpec {
    let constants = vec![flag("WIDE", is_wide)];
    KernelSpec { constants, ..KernelSpec::new("mosaic check", "check", &[shaders::ROW_WINDOW, shaders::CHECK], CHECK) }
}

fn flag(name: &'static str, is_set: bool) -> (&'static str, f64) {
    (name, f64::from(u8::from(is_set)))
}

/// Lists every kernel of the mosaic.
pub fn kernels() -> Vec<KernelSpec> {
    let widths = [false, true];
    let visits = SpanKind::ALL.into_iter().flat_map(|kind| widths.map(|is_wide| visits(kind, is_wide)));
    visits.chain(widths.map(check)).collect()
}

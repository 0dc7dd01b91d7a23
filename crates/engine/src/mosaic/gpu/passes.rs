//! The passes.

use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::{Binding, KernelSpec};
use courser_shaders::mosaic as shaders;

use super::numbers::Width;
use crate::mosaic::spans::Kind;

/// Invocations in a workgroup, as in `row_window.wgsl`.
pub(super) const WIDTH: u64 = 64;

/// Rows that an invocation checks, as in `check.wgsl`.
pub(super) const CHECK_ROWS: u32 = 32;

pub(super) const VISITS: &[Binding] = &[Uniform, Uniform, Read, Read, Read, ReadWrite];

pub(super) const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// The pass that numbers tiles of this kind.
pub(super) fn visits(kind: Kind, width: Width) -> KernelSpec {
    let is_eight = matches!(kind, Kind::Eight | Kind::Varied);
    let entry = match (is_eight, width) {
        (false, Width::Narrow) => "narrow",
        (false, Width::Wide) => "wide",
        (true, Width::Narrow) => "narrow_eight",
        (true, Width::Wide) => "wide_eight",
    };
    let cuts = if kind == Kind::Any { 4.0 } else { 1.0 };
    let varied = f64::from(u8::from(kind == Kind::Varied));
    let constants = vec![("CUTS", cuts), ("VARIED", varied)];
    KernelSpec { constants, ..KernelSpec::new("mosaic visits", entry, shaders::VISITS, VISITS) }
}

/// The pass that checks.
pub(super) fn check(width: Width) -> KernelSpec {
    let entry = if width == Width::Narrow { "narrow" } else { "wide" };
    KernelSpec::new("mosaic check", entry, shaders::CHECK, CHECK)
}

/// Every kernel of the mosaic.
pub fn kernels() -> Vec<KernelSpec> {
    let widths = [Width::Narrow, Width::Wide];
    let visits = Kind::ALL.into_iter().flat_map(|kind| widths.map(|width| visits(kind, width)));
    visits.chain(widths.map(check)).collect()
}

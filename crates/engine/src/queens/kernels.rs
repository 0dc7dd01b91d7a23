//! The kernel that counts the placements of queens, and the buffers of its mirror.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
#[cfg(feature = "gpu")]
use courser_gpu::KernelSpec;
use courser_shaders::queens as shaders;
use rayon::prelude::*;

#[cfg(feature = "gpu")]
use super::{MAX_SIDE, MIN_SIDE};
use super::{Prefix, count_prefix};
use crate::machine::{Access, Build, MirrorMemory, ShaderKernel, Twin};

/// Indices of the buffers. The index of a buffer is also the number of its slot.
pub(super) const PREFIXES: usize = 0;
pub(super) const STATUS: usize = 1;
pub(super) const LANES: usize = 2;
pub(super) const RESULTS: usize = 3;

/// Buffers in the order of the slots.
pub(super) const BOUND: &[usize] = &[PREFIXES, STATUS, LANES, RESULTS];

/// Sentinel for no prefix.
pub(super) const NOBODY: u32 = u32::MAX;

/// Value of a result that has not been written.
pub(super) const UNWRITTEN: u64 = u64::MAX;

/// `HEAD`: number of words of a lane before its stack. `LEVEL`: number of words in a level of the stack.
pub(super) const HEAD: u32 = 8;
pub(super) const LEVEL: u32 = 4;

/// Number of lanes in a workgroup.
pub(super) const WIDTH: u32 = 32;

/// The kernel that counts the placements of queens. The order in which lanes process prefixes differs from run to run.
/// Therefore only the results are compared.
pub(super) static KERNEL: ShaderKernel<QueensMemory> = ShaderKernel {
    id: 0,
    name: "queens",
    entry: "count",
    shared: &[],
    own: shaders::COUNT,
    constants: &["WIDTH", "STACK"],
    fixed: &[],
    buffers: &[(PREFIXES, Access::Read), (STATUS, Access::Arrival), (LANES, Access::Arrival), (RESULTS, Access::Write)],
    local: None,
    width: None,
    max_invocations: u32::MAX,
    mirror: Twin::All(QueensMemory::count),
};

/// Returns the build options for workgroups of `width` lanes and stacks of `levels` levels.
pub(super) fn build(width: u32, levels: u32) -> Build {
    let constants = vec![("WIDTH", width.into()), ("STACK", (width * levels * LEVEL).into())];
    Build { parts: Vec::new(), constants, bindings: vec![1; BOUND.len()] }
}

/// Returns the maximum number of stack levels that a search stores. A search reaches this maximum on the largest board
/// if its prefix has only two rows, the minimum.
#[cfg(feature = "gpu")]
pub(super) const fn max_levels() -> u32 {
    MAX_SIDE - MIN_SIDE
}

/// Lists every kernel that counts the placements of queens. The size of the stack ranges from one level to the maximum
/// number of levels.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    [1, 8, 16, max_levels()].map(|levels| KERNEL.spec(&build(WIDTH, levels))).to_vec()
}

/// The board and the dispatch, in the form that the kernel uses. The struct corresponds to `Params` in
/// `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct QueensParams {
    /// Mask of all columns of the board, with one bit per column.
    pub all: u32,
    /// Index of the last row. The only possible square of this row is counted when the row above is filled.
    pub last: u32,
    /// Number of prefixes in the plan.
    pub prefixes: u32,
    /// Total number of lanes of all workgroups.
    pub lanes: u32,
    /// Maximum number of steps per lane in a dispatch.
    pub budget: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused1: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused2: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused3: u32,
}

/// The buffers of the mirror.
#[derive(Clone, Debug, Default)]
pub struct QueensMemory {
    buffers: [Vec<u32>; BOUND.len()],
    params: QueensParams,
    /// Results of all prefixes; empty until they are computed.
    counted: Vec<u64>,
}

impl QueensMemory {
    /// Counts, for every prefix, the placements of queens in the rows below the prefix. This is the mirror of
    /// `shaders/queens/count.wgsl`, but it does not limit the steps of a dispatch.
    fn count(&mut self, _: Range<u32>) {
        let (n, prefixes) = (self.params.last + 1, &self.buffers[PREFIXES]);
        if self.counted.is_empty() {
            let prefixes: &[Prefix] = bytemuck::cast_slice(prefixes);
            self.counted = prefixes.par_iter().map(|&prefix| count_prefix(n, prefix)).collect();
        }
        self.buffers[RESULTS].copy_from_slice(bytemuck::cast_slice(&self.counted));
        self.buffers[STATUS].copy_from_slice(&[self.params.prefixes, self.params.prefixes, 0]);
    }
}

impl MirrorMemory for QueensMemory {
    type Job = QueensParams;

    const BUFFERS: &'static [&'static str] = &["prefixes", "status", "lanes", "results"];

    fn words(&mut self, buffer: usize) -> &mut [u32] {
        &mut self.buffers[buffer]
    }

    fn resize(&mut self, buffer: usize, words: usize) {
        self.buffers[buffer].resize(words, 0);
        self.counted.clear();
    }

    fn begin(&mut self, job: &QueensParams, _: &[usize]) {
        self.params = *job;
    }

    /// Accepts a missing result of a prefix that no lane has finished.
    fn excuse(found: &[Option<Vec<u32>>], expected: &mut [Option<Vec<u32>>]) {
        let (Some(found), Some(expected)) = (&found[RESULTS], &mut expected[RESULTS]) else { return };
        let pairs = found.as_chunks::<2>().0.iter().zip(expected.as_chunks_mut::<2>().0);
        pairs.filter(|(found, _)| **found == [u32::MAX; 2]).for_each(|(found, expected)| *expected = *found);
    }

    fn describe(_: &QueensParams, buffer: usize, index: u64) -> Option<String> {
        (buffer == RESULTS).then(|| format!("the {} word of prefix {}", ["low", "high"][index as usize % 2], index / 2))
    }
}

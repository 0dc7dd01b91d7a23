//! Queens on a GPU: the host's side.

use bytemuck::{Pod, Zeroable};
use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::wgpu::{self, BufferUsages};
use courser_gpu::{GpuDevice, Kernel, KernelSpec, MAX_LOOPS, block_on};
use courser_shaders::queens as shaders;

use super::{MAX_SIDE, Queens, QueensPlan};
use crate::machine::throttle::{InFlight, SUBMIT, Throttle};
use crate::{EngineError, Result};

/// Maximum number of steps of a lane in a dispatch. Each step is a loop iteration, and a lane also loads and stores its
/// stack.
const MAX_STEPS: u32 = MAX_LOOPS / 4;

/// Steps of the first submission: a small GPU with many lanes is done with these in a few milliseconds.
const FIRST_STEPS: u64 = 256;

/// Maximum number of dispatches in a submission.
const MAX_DISPATCHES: u64 = 256;

/// Where `busy` is in the status, in bytes.
const BUSY_AT: u64 = 8;

/// Bytes of the status: the next prefix, those finished, busy lanes.
const STATUS: u64 = 12;

/// The value of a result before it is written.
const UNWRITTEN: u64 = u64::MAX;

/// The division of the work. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueensLimits {
    /// Lanes (invocations) of a workgroup.
    pub width: u32,
    /// Workgroups of a dispatch.
    pub groups: u32,
    /// Steps that a lane makes in one dispatch, at most 16,383.
    pub steps: u32,
}

/// Queens on a GPU: one lane per prefix.
pub struct GpuQueens<'device> {
    device: &'device GpuDevice,
    bounds: QueensLimits,
}

/// Lists every kernel of the queens: with stacks from one level to the maximum.
pub fn kernels() -> Vec<KernelSpec> {
    [1, 8, 16, most_levels(MAX_SIDE)].map(|levels| spec(WIDTH, levels)).to_vec()
}

/// Lanes of a workgroup.
const WIDTH: u32 = 32;

/// Returns the levels of the stack below a prefix of two rows, the shortest possible.
const fn most_levels(n: u32) -> u32 {
    n - 4
}

fn spec(width: u32, levels: u32) -> KernelSpec {
    let constants = vec![("WIDTH", f64::from(width)), ("STACK", f64::from(width * levels * LEVEL))];
    let bindings = [Uniform, Read, ReadWrite, ReadWrite, ReadWrite];
    KernelSpec { constants, ..KernelSpec::new("queens", "count", &[shaders::COUNT], &bindings) }
}

/// The kernel and the buffers of one count.
struct QueensRun {
    kernel: Kernel,
    bind: wgpu::BindGroup,
    params: QueensParams,
    uniform: wgpu::Buffer,
    status: wgpu::Buffer,
    results: wgpu::Buffer,
    /// Where the host reads the status after a submission: two take turns.
    turns: [wgpu::Buffer; 2],
}

impl<'device> GpuQueens<'device> {
    /// Creates the kernels on `device`, with limits for its adapter.
    pub fn new(device: &'device GpuDevice) -> Self {
        let groups = if device.adapter().kind().is_real() { 2048 } else { 32 };
        Self::with(device, QueensLimits { width: WIDTH, groups, steps: MAX_STEPS })
    }

    /// Creates the kernels on `device`, with these limits.
    pub fn with(device: &'device GpuDevice, bounds: QueensLimits) -> Self {
        let limits = device.raw().limits();
        let stack = most_levels(MAX_SIDE) * LEVEL * 4;
        let widest =
            limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_storage_size / stack);
        let width = bounds.width.clamp(1, widest.min(limits.max_compute_workgroup_size_x).max(1));
        let groups = bounds.groups.clamp(1, device.max_groups());
        let bounds = QueensLimits { width, groups, steps: bounds.steps.clamp(1, MAX_STEPS) };
        Self { device, bounds }
    }

    /// Records `steps` steps of every lane, and a copy of the status after them.
    fn steps(&self, run: &mut QueensRun, steps: u64, turn: usize) -> wgpu::CommandEncoder {
        let device = self.device;
        let budget = steps.min(self.bounds.steps.into());
        if u64::from(run.params.budget) != budget {
            run.params.budget = budget as u32;
            device.queue().write_buffer(&run.uniform, 0, bytemuck::bytes_of(&run.params));
        }
        let mut encoder = device.encoder("queens");
        encoder.clear_buffer(&run.status, BUSY_AT, Some(4));
        let mut pass = device.pass(&mut encoder, "queens");
        (0..steps / budget).for_each(|_| run.kernel.dispatch(&mut pass, &run.bind, (self.bounds.groups, 1)));
        drop(pass);
        encoder.copy_buffer_to_buffer(&run.status, 0, &run.turns[turn], 0, STATUS);
        encoder
    }

    /// Creates the kernel and the buffers of one count, before its first dispatch.
    fn run(&self, plan: &QueensPlan, prefixes: u32) -> Result<QueensRun> {
        let device = self.device;
        let lanes = self.bounds.width * self.bounds.groups;
        let levels = plan.levels();
        let kernel = device.kernel(&spec(self.bounds.width, levels))?;
        let params = QueensParams {
            all: plan.all(),
            last: plan.n() - 1,
            prefixes,
            lanes,
            budget: 0,
            unused1: 0,
            unused2: 0,
            unused3: 0,
        };
        let uniform = device.upload("queens", bytemuck::bytes_of(&params), BufferUsages::UNIFORM)?;
        let given = device.upload("prefixes", bytemuck::cast_slice(plan.prefixes()), BufferUsages::STORAGE)?;
        let read = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        let status = device.buffer("status", STATUS, read | BufferUsages::COPY_DST)?;
        let unwritten = vec![UNWRITTEN; plan.prefixes().len()];
        let results = device.upload("results", bytemuck::cast_slice(&unwritten), read)?;
        let saved_words = u64::from(lanes) * u64::from(HEAD + LEVEL * levels);
        let saved = device.buffer("lanes", saved_words * 4, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        // No lane has a prefix yet; all other data of a lane begin with 0.
        device.queue().write_buffer(&saved, 0, bytemuck::cast_slice(&vec![NOBODY; lanes as usize]));
        let bind = device.bind("queens", kernel.layout(), &[&uniform, &given, &status, &saved, &results])?;
        let turns = [device.staging("status to read", STATUS)?, device.staging("status to read", STATUS)?];
        Ok(QueensRun { kernel, bind, params, uniform, status, results, turns })
    }
}

impl Queens for GpuQueens<'_> {
    fn wanted(&self) -> usize {
        4 * (self.bounds.width * self.bounds.groups) as usize
    }

    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>> {
        let device = self.device;
        let prefixes = plan.prefixes().len();
        let count = u32::try_from(prefixes).expect("that many prefixes would take 64 GiB: far fewer are wanted");
        let mut run = self.run(plan, count)?;
        let budget = self.bounds.steps;
        let most = MAX_DISPATCHES * u64::from(budget);
        let steps = Throttle { amount: FIRST_STEPS.min(most), least: 1, most, aim: SUBMIT };
        let mut ahead = InFlight::new(device, steps);
        for turn in (0..2).cycle() {
            let encoder = self.steps(&mut run, ahead.throttle.amount, turn);
            let staging = &run.turns[turn];
            let Some(before) = block_on(ahead.submit(encoder, &[(staging, STATUS)], true, turn))? else { continue };
            if is_over(device, &run.turns[before], count, progress)? {
                break;
            }
        }
        // The submission after the one that was the last to do something.
        if let Some(turn) = block_on(ahead.last())? {
            is_over(device, &run.turns[turn], count, &mut |_| {})?;
        }
        let mut ways = vec![0_u64; prefixes];
        let staging = device.staging("results to read", run.results.size().min(1 << 24))?;
        block_on(device.read(&run.results, 0, bytemuck::cast_slice_mut(&mut ways), &staging))?;
        match ways.iter().position(|&ways| ways == UNWRITTEN) {
            Some(left) => Err(EngineError::Damaged(format!("prefix {left} of {count} has no result"))),
            None => Ok(ways),
        }
    }
}

/// Returns `true` if all prefixes are done, by the status that a submission has left.
fn is_over(device: &GpuDevice, status: &wgpu::Buffer, count: u32, progress: &mut dyn FnMut(u64)) -> Result<bool> {
    let words: [u32; 3] = device.mapped(status, STATUS, bytemuck::pod_read_unaligned)?;
    let [_, finished, busy] = words;
    progress(finished.into());
    if finished < count && busy == 0 {
        return Err(EngineError::Damaged(format!("{finished} of {count} prefixes are done, and no lane goes on")));
    }
    Ok(finished >= count)
}

/// No prefix.
pub(super) const NOBODY: u32 = u32::MAX;

/// Words of a lane before its stack.
pub(super) const HEAD: u32 = 8;

/// Words of a level of the stack.
pub(super) const LEVEL: u32 = 4;

/// The board and the dispatch, as the kernel gets them: `QueensParams` in `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct QueensParams {
    /// One bit per column of the board.
    pub all: u32,
    /// The row counted when the row above it is filled.
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

//! Counts placements of queens on any machine.

#[cfg(feature = "gpu")]
use courser_board::Board;
#[cfg(feature = "gpu")]
use courser_gpu::GpuDevice;
use pollster::block_on;

#[cfg(feature = "gpu")]
use super::kernels::max_levels;
use super::kernels::{
    BOUND, HEAD, KERNEL, LANES, LEVEL, NOBODY, PREFIXES, QueensMemory, QueensParams, RESULTS, STATUS, UNWRITTEN, WIDTH,
    build,
};
use super::{Queens, QueensPlan};
use crate::machine::throttle::{SUBMIT, Throttle};
#[cfg(feature = "gpu")]
use crate::machine::{BufferSpec, GpuMachine};
use crate::machine::{Dispatch, Lockstep, MAX_LOOPS, Machine, Mirror};
use crate::{Device, EngineError, Result};

/// Maximum number of steps of a lane in a dispatch. Each step is a loop iteration, and a lane also loads and stores its
/// stack.
const MAX_STEPS: u32 = MAX_LOOPS / 4;

/// Number of steps per lane in the first submission. A small GPU runs these steps in a few milliseconds, even with many
/// lanes.
const FIRST_STEPS: u64 = 256;

/// Maximum number of dispatches in a submission.
const MAX_DISPATCHES: u64 = 256;

/// Number of words in the status: the next prefix, the number of finished prefixes, and the number of busy lanes.
const STATUS_WORDS: usize = 3;

/// Offset in the status, in words, of the number of busy lanes.
const BUSY: u64 = 2;

/// Limits for dividing the work. Results do not depend on these limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueensLimits {
    /// Number of lanes (invocations) in a workgroup.
    pub width: u32,
    /// Number of workgroups in a dispatch.
    pub groups: u32,
    /// Maximum number of steps of a lane in one dispatch, at most 16,383.
    pub steps: u32,
}

/// A run on a machine. The run counts placements of queens. Each lane counts the placements of one prefix at a time.
#[derive(Debug)]
pub struct QueensRun<M> {
    machine: M,
    limits: QueensLimits,
    counted: u64,
}

/// A run on a GPU. The run counts placements of queens.
#[cfg(feature = "gpu")]
pub type GpuQueens<'device> = QueensRun<GpuMachine<'device, QueensMemory>>;

/// Creates a [`Queens`] that counts placements on a device. The mirror on the CPU counts the same placements, and the
/// results are compared after every submission.
///
/// # Errors
/// [`EngineError::Gpu`] if the device fails.
pub fn beside(device: &Device) -> Result<Box<dyn Queens + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(GpuQueens::new(gpu)?.beside_mirror()));
    }
    let _ = device;
    let limits = QueensLimits { width: WIDTH, groups: 1, steps: MAX_STEPS };
    Ok(Box::new(QueensRun::begin(Mirror::new(QueensMemory::default()), limits).beside_mirror()))
}

#[cfg(feature = "gpu")]
impl<'device> GpuQueens<'device> {
    /// Creates a count on `device`, with limits that suit its adapter.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device fails.
    pub fn new(device: &'device GpuDevice) -> Result<Self> {
        let groups = if device.adapter().kind().is_real() { 2048 } else { 32 };
        Self::with(device, QueensLimits { width: WIDTH, groups, steps: MAX_STEPS })
    }

    /// Creates a run that counts placements on `device` with these limits.
    ///
    /// # Errors
    /// See [`GpuQueens::new`].
    pub fn with(device: &'device GpuDevice, limits: QueensLimits) -> Result<Self> {
        let there = device.raw().limits();
        let stack = max_levels() * LEVEL * 4;
        let widest = there.max_compute_invocations_per_workgroup.min(there.max_compute_workgroup_storage_size / stack);
        let width = limits.width.clamp(1, widest.min(there.max_compute_workgroup_size_x).max(1));
        let groups = limits.groups.clamp(1, device.max_groups());
        // The host sets the sizes of the buffers later.
        let (buffers, board) = ([BufferSpec::whole(16); BOUND.len()], Board::new(1, 1)?);
        let machine = GpuMachine::new(device, "queens", board, &buffers, build(width, 1), (width, 1 << 20))?;
        Ok(Self::begin(machine, QueensLimits { width, groups, steps: limits.steps }))
    }
}

impl<M: Machine<MirrorMemory = QueensMemory>> QueensRun<M> {
    /// Creates a run on a machine. The run counts placements of queens.
    pub fn begin(machine: M, limits: QueensLimits) -> Self {
        Self { machine, limits: QueensLimits { steps: limits.steps.clamp(1, MAX_STEPS), ..limits }, counted: 0 }
    }

    /// Returns this run with an additional comparison: after every submission, the results of the machine are compared
    /// with the results of the mirror.
    pub fn beside_mirror(self) -> QueensRun<Lockstep<M, Mirror<QueensMemory>>> {
        let pace = self.limits.steps.into();
        QueensRun::begin(Lockstep::new(self.machine, Mirror::new(QueensMemory::default()), pace), self.limits)
    }

    /// Returns the machine, for tests that examine its dispatches.
    #[doc(hidden)]
    pub fn into_machine(self) -> M {
        self.machine
    }

    async fn count_async(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>> {
        let Self { machine, limits, .. } = self;
        let prefixes = plan.prefixes().len();
        let count = u32::try_from(prefixes).expect("that many prefixes would take 64 GiB: far fewer are wanted");
        let lanes = limits.width * limits.groups;
        let mut params =
            QueensParams { all: plan.all(), last: plan.n() - 1, prefixes: count, lanes, ..QueensParams::default() };
        machine.rebuild(build(limits.width, plan.levels()));
        let mut ways = vec![UNWRITTEN; prefixes];
        machine.resize(LANES, u64::from(lanes) * u64::from(HEAD + LEVEL * plan.levels()))?;
        machine.clear(LANES).await?;
        // No lane has a prefix at first; all other data of a lane are 0.
        let nobody = vec![NOBODY; lanes as usize];
        let given = bytemuck::cast_slice(plan.prefixes());
        for (buffer, words) in [(PREFIXES, given), (STATUS, &[0; STATUS_WORDS]), (RESULTS, bytemuck::cast_slice(&ways))]
        {
            machine.resize(buffer, words.len() as u64)?;
            machine.write(buffer, 0, words).await?;
        }
        machine.write(LANES, 0, &nobody).await?;
        let most = MAX_DISPATCHES * u64::from(limits.steps);
        machine.set_pace(Throttle { amount: FIRST_STEPS.min(most), min: 1, max: most, aim: SUBMIT });
        loop {
            let steps = machine.pace();
            let budget = steps.min(limits.steps.into());
            params.budget = budget as u32;
            machine.write(STATUS, BUSY, &[0]).await?;
            for _ in 0..steps / budget {
                machine.run(&KERNEL, Dispatch { job: &params, bound: BOUND, invocations: 0..lanes })?;
            }
            if let Some((_, status)) = machine.submit_ahead(true, &[(STATUS, STATUS_WORDS)], 0).await?
                && is_over(&status, count, progress)?
            {
                break;
            }
        }
        // One more submission can follow the submission that finished the last prefix.
        if let Some((_, status)) = machine.land().await? {
            is_over(&status, count, &mut |_| {})?;
        }
        machine.read(RESULTS, 0, bytemuck::cast_slice_mut(&mut ways)).await?;
        match ways.iter().position(|&ways| ways == UNWRITTEN) {
            Some(left) => Err(EngineError::Damaged(format!("prefix {left} of {count} has no result"))),
            None => Ok(ways),
        }
    }
}

impl<M: Machine<MirrorMemory = QueensMemory>> Queens for QueensRun<M> {
    fn wanted(&self) -> usize {
        4 * (self.limits.width * self.limits.groups) as usize
    }

    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>> {
        let ways = block_on(self.count_async(plan, progress))?;
        self.counted += ways.len() as u64;
        Ok(ways)
    }

    fn compared(&self) -> u64 {
        if self.machine.compared() > 0 { self.counted } else { 0 }
    }
}

/// Returns whether all prefixes are finished, according to the status after a submission.
///
/// # Errors
/// [`EngineError::Damaged`] if some prefixes are not finished, but no lane is busy.
fn is_over(status: &[u32], count: u32, progress: &mut dyn FnMut(u64)) -> Result<bool> {
    let (finished, busy) = (status[1], status[2]);
    progress(finished.into());
    if finished < count && busy == 0 {
        return Err(EngineError::Damaged(format!("{finished} of {count} prefixes are done, and no lane goes on")));
    }
    Ok(finished >= count)
}

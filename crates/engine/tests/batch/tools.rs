//! Functions for the tests of the batch: random inputs, and a comparison of the GPU with the mirror and the CPU.

use courser_board::{Board, Square};
use courser_engine::batch::{Batch, BatchLimits, BatchPlan, Cohort, CpuBatch, GpuBatch, KernelKind};
use courser_gpu::GpuDevice;
use courser_solve::warnsdorff::{Rule, Walker};

use crate::random::Random;

impl Random {
    pub(crate) fn between(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(u64::from(to - from) + 1) as u32
    }

    /// Returns a random walker with any rule except `squirrel-cull`, which cannot start from every square.
    pub(crate) fn walker(&mut self) -> Walker {
        let rule = loop {
            let rule = Rule::ALL[self.below(Rule::ALL.len() as u64) as usize];
            if rule != Rule::SquirrelCull {
                break rule;
            }
        };
        Walker { rule, order: self.order(), seed: self.bits(), knight: self.bits() as u32 }
    }

    /// Returns `count` random knights on `board`, in independent cohorts of 1 to 65 knights.
    pub(crate) fn cohorts(&mut self, board: &Board, count: u32) -> Vec<Cohort> {
        let squares: Vec<Square> = board.squares().collect();
        let mut cohorts = Vec::new();
        let mut left = count;
        while left > 0 {
            let size = [1, 1, 1, 2, 3, 7, 64, 65][self.below(8) as usize].min(left);
            let starts = (0..=self.below(3)).map(|_| squares[self.below(squares.len() as u64) as usize]).collect();
            cohorts.push(Cohort { walker: self.walker(), starts, count: size });
            left -= size;
        }
        cohorts
    }
}

/// Runs the knights of `plan` on this kernel of the GPU, on the mirror of the kernel, and on the CPU. Compares the
/// tallies, every walk, and the paths of the knights in `paths`. Returns the number of compared paths.
pub(crate) fn agree(
    device: &GpuDevice,
    plan: &BatchPlan,
    kind: KernelKind,
    width: Option<u32>,
    bounds: BatchLimits,
    paths: &[u64],
) -> usize {
    let about = || format!("{kind}, width {width:?}, on {:?}", plan.board());
    let gpu = GpuBatch::with(device, plan.clone(), kind, width, bounds).unwrap_or_else(|e| panic!("{}: {e}", about()));
    let mut gpu = gpu.beside_mirrors().unwrap();
    let mut cpu = CpuBatch::new(plan.clone());
    let all = 0..plan.knights();
    let walks = gpu.walks(all.clone(), &mut |_| {}).unwrap_or_else(|difference| panic!("{}: {difference}", about()));
    let found = (walks, gpu.paths(paths).unwrap());
    let expected = (cpu.walks(all, &mut |_| {}).unwrap(), cpu.paths(paths).unwrap());
    assert!(found == expected, "{}", about());
    assert_eq!(gpu.tallies(&mut |_| {}).unwrap(), cpu.tallies(&mut |_| {}).unwrap(), "{}", about());
    found.1.len()
}

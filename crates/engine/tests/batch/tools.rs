//! What the tests of the batch share: inputs at random, and the comparison.

use courser_board::{Board, Square};
use courser_engine::batch::{Batch, Bounds, Card, CpuBatch, GpuBatch, KernelKind, Plan, Squad, compare};
use courser_solve::warnsdorff::{Rider, Rule};

use crate::random::Random;

impl Random {
    pub(crate) fn between(&mut self, from: u32, to: u32) -> u32 {
        from + self.below(u64::from(to - from) + 1) as u32
    }

    /// A rider by any rule but squirrel-cull, which does not ride from everywhere.
    pub(crate) fn rider(&mut self) -> Rider {
        let rule = loop {
            let rule = Rule::ALL[self.below(Rule::ALL.len() as u64) as usize];
            if rule != Rule::SquirrelCull {
                break rule;
            }
        };
        Rider { rule, order: self.order(), seed: self.bits(), knight: self.bits() as u32 }
    }

    /// `count` knights on `board`, each by himself or in small squads, with nothing in common.
    pub(crate) fn squads(&mut self, board: &Board, count: u32) -> Vec<Squad> {
        let squares: Vec<Square> = board.squares().collect();
        let mut squads = Vec::new();
        let mut left = count;
        while left > 0 {
            let size = [1, 1, 1, 2, 3, 7, 64, 65][self.below(8) as usize].min(left);
            let starts = (0..=self.below(3)).map(|_| squares[self.below(squares.len() as u64) as usize]).collect();
            squads.push(Squad { rider: self.rider(), starts, count: size });
            left -= size;
        }
        squads
    }
}

/// The knights of `plan` by this kernel of the card and by the CPU: tallies, every ride, and the paths of
/// some. Tells how many paths were compared.
pub(crate) fn agree(
    card: &Card<'_>,
    plan: &Plan,
    kind: KernelKind,
    width: Option<u32>,
    bounds: Bounds,
    paths: &[u64],
) -> usize {
    let about = || format!("{kind}, width {width:?}, on {:?}", plan.board());
    let mut gpu =
        GpuBatch::with(card, plan.clone(), kind, width, bounds).unwrap_or_else(|e| panic!("{}: {e}", about()));
    let mut cpu = CpuBatch::new(plan.clone());
    let all = 0..plan.knights();
    let found = (gpu.rides(all.clone(), &mut |_| {}).unwrap(), gpu.paths(paths).unwrap());
    let expected = (cpu.rides(all, &mut |_| {}).unwrap(), cpu.paths(paths).unwrap());
    compare((&found.0, &found.1), (&expected.0, &expected.1))
        .unwrap_or_else(|difference| panic!("{}: {difference}", about()));
    assert_eq!(gpu.tallies(&mut |_| {}).unwrap(), cpu.tallies(&mut |_| {}).unwrap(), "{}", about());
    found.1.len()
}

//! Many knights by one rule: the first that gets through, or closes.

use std::sync::Arc;

use courser::board::{Board, Square, TourSpec};
use courser::engine::batch::{Batch, CpuBatch, Goal, Plan, Squad};
use courser::solve::warnsdorff::{Rider, Rule};

use super::{Made, judged, order};
use crate::args::{Method, TourArgs};
use crate::device::Chosen;
use crate::error::Failure;
use crate::progress::bar;

/// Lets `tries` knights ride. The answer is the same on every device.
pub(super) fn run(
    spec: &TourSpec,
    rule: Rule,
    tries: u32,
    args: &TourArgs,
    device: &Chosen,
    quiet: bool,
) -> Result<Made, Failure> {
    let board = spec.board();
    let rider = Rider { rule, order: order(args, Method::Warnsdorff), seed: args.seed.unwrap_or(0), knight: 0 };
    let starts: Arc<[Square]> = match spec.start() {
        Some(start) => [start].into(),
        None => board.squares().collect(),
    };
    let plan = Plan::new(board.clone(), vec![Squad { rider, starts, count: tries }])?;
    let goal = if spec.is_closed() { Goal::Closed } else { Goal::Complete };
    match device {
        Chosen::Cpu => first(&mut CpuBatch::new(plan), board, goal, quiet),
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => {
            use courser::engine::batch::{Card, GpuBatch};

            let card = Card::new(device);
            first(&mut GpuBatch::new(&card, plan)?, board, goal, quiet)
        }
    }
}

/// The first knight that reaches the goal, or else the one that came farthest.
fn first(batch: &mut dyn Batch, board: &Board, goal: Goal, quiet: bool) -> Result<Made, Failure> {
    let all = 0..batch.plan().knights();
    let bar = bar(all.end, "knights", quiet);
    let found = batch.first(all.clone(), goal, &mut |ridden| bar.set_position(ridden))?;
    let knight = match found {
        Some(knight) => knight,
        None => batch.farthest(all, &mut |_| {})?.unwrap_or(0),
    };
    bar.finish_and_clear();
    let path = batch.paths(&[knight])?.remove(0);
    if path.order().len() as u64 == board.playable() {
        return Ok(Made::Tour(judged(board.clone(), path.order().to_vec())?));
    }
    Ok(Made::Stuck(path))
}

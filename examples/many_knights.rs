//! Runs thousands of knights side by side. A GPU is better suited to this work than to a fast run of a single knight.
//!
//! Every knight breaks ties with its own random bits. The GPU adds the results up in one tally. Only the tour of a
//! selected knight is read back.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::sync::Arc;

use courser::board::{Board, Kind, MoveOrder, Square, Tour};
use courser::engine::batch::{self, BatchPlan, Cohort, Goal};
use courser::solve::warnsdorff::{Rule, Walker};
use courser::{Device, DeviceChoice};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "8x8".parse()?;
    let starts: Arc<[Square]> = board.squares().collect();
    let walker = Walker { rule: Rule::Random, order: MoveOrder::SLIDES, seed: 1, knight: 0 };
    let knights = Cohort { walker, starts, count: 64 * 256 };
    let plan = BatchPlan::new(board.clone(), vec![knights])?;

    // The plan runs on the CPU. If the computer has a GPU, the plan also runs on the GPU. The results are equal.
    let mut cpu = batch::on(&Device::CPU, plan.clone())?;
    let tally = cpu.tallies(&mut |_| {})?[0];
    let device = Device::open_any(&DeviceChoice::Auto, &|_| {})?;
    assert_eq!(batch::on(&device, plan)?.tallies(&mut |_| {})?[0], tally);
    println!("{} knights on {}:", tally.tries, device.name());
    println!("{} toured the board, {} of them closed their tour", tally.complete, tally.closed);

    // Only a single tour is read back.
    let first = cpu.first(0..tally.tries, Goal::Closed, &mut |_| {})?.ok_or("none closed")?;
    let path = cpu.paths(&[first])?.remove(0);
    let tour = Tour::new(board.clone(), path.order().to_vec())?;
    assert_eq!(tour.kind(), Kind::Closed);
    let names: Vec<String> = tour.squares().map(|square| square.name(board.rows()).to_string()).collect();
    println!("knight {first} was the first: {}", names.join(" "));
    Ok(())
}

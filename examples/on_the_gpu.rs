//! Runs the decision cycle on a GPU, and compares every word of the states with the mirror on the CPU.
//!
//! The shaders are `shaders/cycle/*.wgsl`. Each invocation processes one square: it reads the old states of several
//! squares, and writes the new state of its own square. No two invocations write the same square.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use courser::board::{Board, MoveOrder};
use courser::engine::cycle::{CpuCycle, Cycle, GpuCycle, PASSES, Schedule, Setup, compare};
use courser::gpu::{AdapterChoice, Adapters, GpuDevice};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A machine can have several adapters, including software adapters.
    let adapters = Adapters::find();
    for (index, adapter) in adapters.list().iter().enumerate() {
        println!("#{index} {} ({}, {})", adapter.name(), adapter.kind(), adapter.backend());
    }
    let adapter = match adapters.pick(&AdapterChoice::Auto) {
        Ok(adapter) => adapter,
        Err(error) => {
            println!("{error}");
            return Ok(());
        }
    };
    let device = GpuDevice::open(adapter)?;
    println!("running on {}", device.adapter().name());

    // The GPU and the mirror have the same board. With the schedule `Whole`, each move takes three dispatches over the
    // whole board, as in the slides "Knight's Tour in Cg" (2007).
    let board: Board = "8x8".parse()?;
    let setup = Setup::new(board.clone(), board.square("2,4")?, MoveOrder::SLIDES)?;
    let mut gpu = GpuCycle::new(&device, setup.clone(), Schedule::Whole)?;
    let mut mirror = CpuCycle::new(setup.clone(), Schedule::Whole)?;

    // After each of the first 30 passes, the GPU and the mirror must have the same four words in each of the 64
    // squares.
    for (number, pass) in PASSES.iter().cycle().take(30).enumerate() {
        gpu.advance(1)?;
        mirror.advance(1)?;
        compare(&setup, mirror.passes(), &gpu.state()?, &mirror.state()?)?;
        if number < PASSES.len() {
            println!("after {:6} all {} states are the same", pass.name, board.cells());
        }
    }

    // Both runs continue to the end without reading states back. Each submission contains many passes.
    gpu.finish(&mut |_| true)?;
    mirror.finish(&mut |_| true)?;
    compare(&setup, mirror.passes(), &gpu.state()?, &mirror.state()?)?;
    println!("and after {} passes, when the tour is done", mirror.passes());
    Ok(())
}

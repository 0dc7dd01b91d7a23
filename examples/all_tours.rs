//! Counts all closed tours of a board, numbers them, samples them uniformly, and measures the sample.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use courser::board::measure::Measures;
use courser::board::{Board, Kind, Tour};
use courser::count::{CountOptions, CountTask, Layers, Tours};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "6x6".parse()?;
    let task = CountTask::new(board.clone(), Tours::Closed)?;
    let layers = Layers::make(&task, &CountOptions::default())?;
    println!("{} closed tours of {board}, by {} states", layers.count(), layers.states());

    // Every tour has a number, and every number less than the count belongs to a tour. `Tour::new` checks the squares.
    let tour = Tour::new(board.clone(), layers.tour(&1234_u32.into())?)?;
    assert_eq!(tour.kind(), Kind::Closed);
    assert_eq!(layers.number(tour.order())?, 1234_u32.into());
    let names = tour.squares().map(|square| square.name(board.rows()).to_string());
    println!("number 1234: {}", names.collect::<Vec<_>>().join(" "));

    // All tours are equally likely. The same seed gives the same sample on every computer.
    let mut turns = 0;
    for order in layers.sample(7, 0..10_000)? {
        turns += Measures::of(&Tour::new(board.clone(), order)?).turns;
    }
    println!("a closed tour of {board} has about {:.2} turns", turns as f64 / 10_000.0);
    Ok(())
}

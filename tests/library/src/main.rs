//! An example of a program that uses courser to make, check and draw a tour, and to run the decision cycle.

use courser::board::{Board, Kind, Tour, TourSpec, check};
use courser::engine::cycle::{CpuCycle, Cycle, Schedule, order_of};
use courser::view::{Style, paint, write_png};
use courser::{CycleOptions, Method, Request};

/// Runs the example from docs/install.md.
fn recipe() -> Result<(), Box<dyn std::error::Error>> {
    let spec = TourSpec::closed(&"20x30".parse()?);
    let tour = courser::tour(&courser::Request::new(spec))?.into_tour()?.expect("a 20x30 board has one");
    Ok(write_png(&paint(&tour, None, &Style::default())?, &mut std::fs::File::create("tour.png")?)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    recipe()?;
    let spec = TourSpec::closed(&"20x30".parse()?);
    let tour = courser::tour(&Request::new(spec.clone()))?.into_tour()?.expect("a 20x30 board has a closed tour");
    assert_eq!(check(spec.board(), tour.squares()), Ok(Kind::Closed));

    let board: Board = "8x8".parse()?;
    let spec = TourSpec::open(&board).starting_at(board.square("e6")?)?;
    let request = Request { method: Method::Cycle(CycleOptions::default()), ..Request::new(spec) };
    let mut cycle = CpuCycle::new(request.cycle()?, Schedule::Whole)?;
    cycle.finish(&mut |_| true)?;
    println!("{}", Tour::new(board, order_of(&cycle.state()?)?)?.kind());
    Ok(())
}

//! A library user's program: a tour, its judge, its picture, and the decision cycle.

use courser::board::{Board, Kind, MoveOrder, Tour, check};
use courser::engine::cycle::{CpuCycle, Cycle, Schedule, Setup, order_of};
use courser::solve::auto::{self, Answer};
use courser::solve::search::{Options, Wish};
use courser::view::{Style, paint, write_png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "20x30".parse()?;
    let wish = Wish { closed: true, ..Wish::default() };
    let Answer::Tour { tour, .. } = auto::tour(&board, &wish, None, &Options::default())? else { panic!("20x30") };
    assert_eq!(check(&board, tour.squares()), Ok(Kind::Closed));
    let mut png = Vec::new();
    write_png(&paint(&tour, None, &Style::default())?, &mut png)?;
    std::fs::write("tour.png", png)?;

    let board: Board = "8x8".parse()?;
    let mut cycle = CpuCycle::new(Setup::new(board.clone(), board.square("e6")?, MoveOrder::SLIDES)?, Schedule::Whole)?;
    cycle.finish(&mut |_| {})?;
    println!("{}", Tour::new(board, order_of(&cycle.state()?)?)?.kind());
    Ok(())
}

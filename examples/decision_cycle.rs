//! Shows one move of the knight, pass by pass, with the state of every square and the work of each pass.
//!
//! The decision cycle of "Knight's Tour in Cg" (2007) has no loop over the board and no walking knight. Every square is
//! a cell of four integers. In every pass, each square reads its neighbours and writes its own state.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use courser::board::{Board, MoveOrder};
use courser::engine::cycle::{Cell, CpuCycle, Cycle, PASSES, Phase, Schedule, Setup, StatusWord, order_of};

/// Prints one channel of all squares. A line of text is a row of the board.
fn show(board: &Board, state: &[Cell], what: &str, channel: impl Fn(&Cell) -> u32) {
    println!("{what}");
    for row in state.chunks(board.cols() as usize) {
        let numbers: Vec<String> = row.iter().map(|cell| format!("{:2}", channel(cell))).collect();
        println!("    {}", numbers.join(" "));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "5x5".parse()?;
    let setup = Setup::new(board.clone(), board.square("a5")?, MoveOrder::SLIDES)?;
    let mut cycle = CpuCycle::new(setup, Schedule::Whole)?;

    // Before the first pass, the knight is on a5. All other squares are empty.
    show(&board, &cycle.state()?, "R, the visit number, before the first pass:", |cell| cell.visit);

    // Three passes make one move: rank, decide, pull.
    for pass in &PASSES {
        cycle.advance(1)?;
        let state = cycle.state()?;
        println!("\nafter {}:", pass.name);
        match pass.name {
            "rank" => show(&board, &state, "B, how many unvisited neighbours each square counts:", |cell| cell.rank),
            "decide" => {
                show(&board, &state, "A, the move code to its lowest-ranking neighbour:", |cell| cell.next);
                let departing = |cell: &&Cell| cell.phase == Phase::Departing as u32;
                assert_eq!(state.iter().filter(departing).count(), 1, "only the knight's choice is trusted");
            }
            _ => {
                show(&board, &state, "R, the visit number: the chosen square has pulled the knight", |cell| cell.visit)
            }
        }
    }

    // The passes continue until every square is visited or the knight is stuck.
    let status = cycle.finish(&mut |_| true)?;
    let state = cycle.state()?;
    show(&board, &state, "\nthe tour:", |cell| cell.visit);
    assert_eq!(status.word(), StatusWord::Done);
    // The check uses only the definition of a tour and none of the passes.
    let tour = courser::board::Tour::new(board, order_of(&state)?)?;
    println!("\nchecked: {} tour of {} squares", tour.kind(), tour.squares().count());
    Ok(())
}

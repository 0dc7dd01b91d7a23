//! Decide: the knight's square chooses by the rule, and each of the remaining squares chooses its first unvisited
//! neighbour of lowest rank.
//!
//! Only the choice of the knight's square is used. Therefore only the knight's square applies the rule when several
//! neighbours have the lowest rank.
//!
//! The invocation of a square reads this square, and the visits and ranks of its neighbours, from `before`. If the rule
//! looks ahead, the invocation of the knight's square also reads the squares two moves away. An invocation writes the
//! component A of its square. If the knight can move, the invocation of the knight's square also changes the component
//! G from acknowledged to departing. This invocation also writes the status. If the square has no unvisited neighbour,
//! the status is done or stuck. If the pass runs again directly afterwards, it changes nothing, except that a stuck
//! knight of a relay counts another try.

use courser_shaders::cycle as shaders;

use crate::cycle::{Cell, Pass, Phase, Setup, Status, StatusWord, rule};

/// The *decide* pass as an entry in [`PASSES`](super::PASSES).
pub const PASS: Pass = Pass { name: "decide", chooses: true, own: shaders::DECIDE, mirror, knight: |status| status.at };

/// Returns the new state of `square` after the *decide* pass. This function is the mirror of
/// `shaders/cycle/decide.wgsl`.
pub fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let mut cell = before[square as usize];
    // If the knight has left the square, the square keeps its move. A hole has no move.
    if cell.visit == Cell::HOLE || cell.is_in(Phase::Left) {
        return cell;
    }
    let code = |way: usize| u32::from(setup.moves()[way].code);
    if !cell.is_in(Phase::Acknowledged) && !cell.is_in(Phase::Departing) {
        cell.next = rule::first_lowest(setup, before, square).map_or(0, code);
        return cell;
    }
    status.leg = rule::leg_at(setup, status.leg, square);
    status.visit = cell.visit;
    let choice = rule::choice(setup, before, square, cell.visit, status);
    cell.next = choice.map_or(0, |(way, _)| code(way));
    match choice {
        Some((_, there)) => {
            cell.phase = Phase::Departing as u32;
            status.word = StatusWord::Running as u32;
            status.to = there;
        }
        None => {
            let done = setup.is_last(square, cell.visit);
            status.word = if done { StatusWord::Done } else { StatusWord::Stuck } as u32;
            status.tries += u32::from(!done && setup.relay().is_some());
        }
    }
    cell
}

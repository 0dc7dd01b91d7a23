//! Describes speeds, progress and the states of squares as text.

use std::time::Duration;

use courser_board::{Board, Square};
use courser_view::caption::grouped;

use crate::scene::{SceneEnd, SceneProgress};

/// Visit number of a hole, as in `shaders/view/view.wgsl`.
const HOLE: u32 = u32::MAX;

/// Returns a description of the channels R, G, B and A of a square.
pub(crate) fn of_state(board: &Board, square: Square, state: [u32; 4], progress: &SceneProgress) -> String {
    let [visit, phase, rank, next] = state;
    let name = square.name(board.rows());
    if visit == HOLE {
        return format!("{name}: a hole");
    }
    let red = match visit {
        0 => "R 0, not visited yet".to_owned(),
        visit => format!("R {visit}, visit {} of {}", grouped(visit.into()), grouped(progress.of)),
    };
    let green = match phase {
        0 => "empty",
        1 => "the knight has arrived",
        2 => "its neighbours know of the knight",
        3 => "the knight departs",
        _ => "the knight has left",
    };
    let blue = match rank {
        _ if progress.passes == 0 => "no rank before the first rank pass".to_owned(),
        1 => "1 unvisited neighbour".to_owned(),
        rank => format!("{rank} unvisited neighbours"),
    };
    let alpha = match target(board, square, next) {
        None => "A 0, no move".to_owned(),
        Some(to) if visit == 0 => format!("A {next}, would go to {}", to.name(board.rows())),
        Some(to) => format!("A {next}, on to {}", to.name(board.rows())),
    };
    format!("{name}:  {red}   G {phase}, {green}   B {rank}, {blue}   {alpha}")
}

/// Returns a shorter form of a description, with only the beginning of each part.
pub(crate) fn short(description: &str) -> String {
    let parts: Vec<&str> = description.split("   ").map(|part| part.split(", ").next().unwrap_or(part)).collect();
    parts.join("   ")
}

/// Returns the target of a move code, or `None` if the code is invalid or the target is outside the board.
fn target(board: &Board, square: Square, code: u32) -> Option<Square> {
    let code = u8::try_from(code).ok().filter(|code| (1..=8).contains(code))?;
    square.offset(board.leaper().step(code)).filter(|&to| board.contains(to))
}

/// Formats the requested speed in moves per second. Adds the measured speed if it is much lower than the requested
/// speed. If `moves` is false, the scene does not move a knight. Both speeds are then shown in passes per second; a
/// move counts as three passes.
pub(crate) fn of_speed(asked: f64, measured: Option<f64>, moves: bool) -> String {
    let (each, unit) = if moves { (1.0, "moves") } else { (3.0, "passes") };
    let (asked, measured) = (asked * each, measured.map(|measured| measured * each));
    let digits = |speed: f64| if speed < 10.0 { format!("{speed:.2}") } else { grouped(speed.round() as u64) };
    match measured.filter(|measured| *measured < 0.8 * asked) {
        Some(measured) => format!("{} of {} {unit}/s", digits(measured), digits(asked)),
        None => format!("{} {unit}/s", digits(asked)),
    }
}

/// Formats the duration of a pass.
pub(crate) fn of_time(time: Duration) -> String {
    format!("{:.3} ms a pass", 1000.0 * time.as_secs_f64())
}

/// Formats the progress of a scene for the title of the window. If `name` is empty, returns a shorter form for the line
/// at the bottom.
pub(crate) fn of_progress(name: &str, stage: Option<&str>, progress: &SceneProgress, playing: bool) -> String {
    let name = if name.is_empty() { String::new() } else { format!("{name}, ") };
    let state = match progress.end {
        Some(SceneEnd::Done) => "done",
        Some(SceneEnd::Stuck) => "stuck",
        None if playing => "running",
        None => "paused",
    };
    match stage {
        Some(stage) => format!("{name}{stage}, {state}"),
        None => format!("{name}visit {} of {}, {state}", grouped(progress.visit), grouped(progress.of)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_that_is_not_reached_is_reported_as_it_is() {
        assert_eq!(of_speed(4.0, None, true), "4.00 moves/s");
        assert_eq!(of_speed(5000.0, Some(600.0), true), "600 of 5,000 moves/s");
        assert_eq!(of_speed(5000.0, Some(4900.0), true), "5,000 moves/s");
        assert_eq!(of_speed(2.0, Some(1.0), false), "3.00 of 6.00 passes/s");
    }

    #[test]
    fn a_state_is_reported_channel_by_channel() {
        let board: Board = "8x8".parse().unwrap();
        let after = |passes| SceneProgress { passes, visit: 1, of: 64, end: None };
        let reported = |state| of_state(&board, Square::new(2, 4), state, &after(9));
        assert_eq!(
            reported([1, 4, 7, 1]),
            "e6:  R 1, visit 1 of 64   G 4, the knight has left   B 7, 7 unvisited neighbours   A 1, on to f4"
        );
        assert_eq!(
            reported([0, 0, 1, 6]),
            "e6:  R 0, not visited yet   G 0, empty   B 1, 1 unvisited neighbour   A 6, would go to g7"
        );
        assert_eq!(short(&reported([1, 4, 7, 1])), "e6:  R 1   G 4   B 7   A 1");
        assert_eq!(reported([HOLE, 0, 0, 0]), "e6: a hole");
        let before = of_state(&board, Square::new(2, 4), [0, 0, 0, 0], &after(0));
        assert!(before.contains("no rank before the first rank pass"), "{before}");
        // The move code 77 of this state is invalid. The description must not contain a square outside the board.
        assert!(reported([3, 9, 9, 77]).ends_with("A 0, no move"));
    }
}

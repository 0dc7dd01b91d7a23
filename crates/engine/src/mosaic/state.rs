//! A tour's numbers as the decision cycle would leave them: the mirror of `shaders/mosaic/state.wgsl`.

use courser_board::{Leaper, Move, MoveOrder};

use crate::cycle::{Cell, Phase};

/// The state of every square of a board with these visit numbers, row by row.
///
/// The knight has left every square by the move that `next` names, but for the last one: there it
/// stays, acknowledged, since nothing departs from the end of a tour, of a closed one neither. No square has
/// an unvisited neighbour.
///
/// ```
/// use courser_board::{Board, TourSpec};
/// use courser_engine::mosaic::cells;
/// use courser_solve::mosaic::Plan;
///
/// let board: Board = "8x8".parse().unwrap();
/// let plan = Plan::new(&TourSpec::closed(&board), None).unwrap();
/// let mut visits = vec![0; 64];
/// plan.fill(&mut visits);
/// let state = cells(8, 8, &visits);
/// assert_eq!(state.iter().filter(|cell| cell.next == 0).count(), 1);
/// ```
///
/// # Panics
/// If `visits` has not one number per square.
pub fn cells(rows: u32, cols: u32, visits: &[u32]) -> Vec<Cell> {
    assert_eq!(visits.len() as u64, u64::from(rows) * u64::from(cols), "one number per square");
    let moves = Leaper::KNIGHT.moves(MoveOrder::SLIDES);
    let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    squares.map(|(row, col)| cell(rows, cols, visits, row, col, &moves)).collect()
}

fn cell(rows: u32, cols: u32, visits: &[u32], row: u32, col: u32, moves: &[Move]) -> Cell {
    let number = |row: u32, col: u32| visits[row as usize * cols as usize + col as usize];
    let visit = number(row, col);
    if visit as usize == visits.len() {
        return Cell { visit, phase: Phase::Acknowledged as u32, rank: 0, next: 0 };
    }
    let next = moves.iter().find(|by| {
        let to = (row.checked_add_signed(by.row), col.checked_add_signed(by.col));
        matches!(to, (Some(row), Some(col)) if row < rows && col < cols && number(row, col) == visit.wrapping_add(1))
    });
    Cell { visit, phase: Phase::Left as u32, rank: 0, next: next.map_or(0, |by| by.code.into()) }
}

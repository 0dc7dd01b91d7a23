//! The state of a square, and the status of a run, as shared by host and shader.

use bytemuck::{Pod, Zeroable};

use crate::{EngineError, Result};

/// The state of one square. The fields correspond to the RGBA channels in the slides "Knight's Tour in Cg" (2007).
/// They are integers, because a 32-bit float cannot represent all integers above 2^24.
///
/// The layout is the same as that of a `vec4<u32>` in `shaders/cycle/state.wgsl`, 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
pub struct Cell {
    /// Channel R: visit number of the square, 1 to n; 0 if the square is unvisited, [`Cell::HOLE`] for a hole.
    pub visit: u32,
    /// Channel G: [`Phase`] of the square in the cycle.
    pub phase: u32,
    /// Channel B: number of unvisited neighbours, 0 to 8; 0 for a hole.
    pub rank: u32,
    /// Channel A: code of the move from this square, 1 to 8; 0 for no move.
    pub next: u32,
}

impl Cell {
    /// Visit number of a hole.
    pub const HOLE: u32 = u32::MAX;

    /// Returns whether the square is unvisited.
    pub(crate) const fn is_unvisited(&self) -> bool {
        self.visit == 0
    }

    /// Returns whether the square is in this phase.
    pub(crate) const fn is_in(&self, phase: Phase) -> bool {
        self.phase == phase as u32
    }
}

/// The phase of a square in the decision cycle.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The square is unvisited.
    Empty = 0,
    /// The knight has arrived; the ranks around the square are still outdated.
    Arrived = 1,
    /// The neighbours have acknowledged the knight; the ranks around the square are correct.
    Acknowledged = 2,
    /// The knight has chosen its next square.
    Departing = 3,
    /// The knight has left the square.
    Left = 4,
}

/// The status of a knight, which the host polls. Its size is 24 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Status {
    /// Status of the run: a [`StatusWord`] as a number.
    pub word: u32,
    /// Visit number of the square on which the knight made its last decision; 0 before its first decision.
    pub visit: u32,
    /// Index of the knight's square.
    pub at: u32,
    /// Index of the knight's next square; equal to `at` if the knight stays.
    pub to: u32,
    /// Index of the knight's current move order, counted from 0. Only the rule `squirrel-cull` has more than one order.
    pub leg: u32,
    /// Number of times that the knight has restarted after being stuck in its region. The combined status of several
    /// knights contains the sum over all knights.
    pub tries: u32,
}

impl Status {
    /// Returns the status of the run: running, done or stuck.
    pub const fn word(&self) -> StatusWord {
        match self.word {
            0 => StatusWord::Running,
            1 => StatusWord::Done,
            _ => StatusWord::Stuck,
        }
    }
}

/// The status of a run.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatusWord {
    /// The run has not ended.
    Running = 0,
    /// Every square is visited.
    Done = 1,
    /// The knight has no unvisited neighbour, but some squares are unvisited.
    Stuck = 2,
}

/// Returns the visiting order of a state: the indices of the squares in the order of their visit numbers.
///
/// # Errors
/// [`EngineError::Damaged`] if two squares have the same visit number, or if a visit number exceeds the number of
/// visited squares.
pub fn order_of(state: &[Cell]) -> Result<Vec<u32>> {
    const NOBODY: u32 = u32::MAX;
    let visited = |cell: &&Cell| cell.visit != 0 && cell.visit != Cell::HOLE;
    let mut order = vec![NOBODY; state.iter().filter(visited).count()];
    for (index, cell) in (0_u32..).zip(state).filter(|(_, cell)| visited(cell)) {
        match order.get_mut(cell.visit as usize - 1) {
            Some(slot) if *slot == NOBODY => *slot = index,
            Some(slot) => {
                let text = format!("squares {slot} and {index} both have visit number {}", cell.visit);
                return Err(EngineError::Damaged(text));
            }
            None => {
                let text =
                    format!("square {index} has visit number {} where {} squares are visited", cell.visit, order.len());
                return Err(EngineError::Damaged(text));
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(visits: &[u32]) -> Vec<Cell> {
        visits.iter().map(|&visit| Cell { visit, ..Cell::default() }).collect()
    }

    #[test]
    fn the_order_is_read_from_the_visits() {
        assert_eq!(order_of(&state(&[2, 0, Cell::HOLE, 1, 3])).unwrap(), [3, 0, 4]);
        assert!(order_of(&state(&[0, 0])).unwrap().is_empty());
    }

    #[test]
    fn a_doubled_or_missing_visit_is_damage() {
        assert!(matches!(order_of(&state(&[1, 1])), Err(EngineError::Damaged(_))));
        assert!(matches!(order_of(&state(&[1, 3])), Err(EngineError::Damaged(_))));
    }
}

//! Who rides where: squads of knights who differ in start and number only.

use std::ops::Range;
use std::sync::Arc;

use courser_board::{Board, Square};
use courser_solve::warnsdorff::{self, Rider, Rule};

use crate::EngineError;

/// The most rows and columns of a batch's board: the square of a distance on it has 32 bits.
pub const MAX_SIDE: u32 = 46_340;

/// The most squares of a batch's board: their count leaves one bit of a word free.
pub const MAX_CELLS: u64 = (1 << 31) - 1;

/// Knights who ride by one rule, order and seed.
///
/// Knight `i` of a squad begins on `starts[i % starts.len()]` and has the number `rider.knight + i`
/// (wrapping) for the dice, so that no two of the first 2³² throw alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squad {
    /// How they ride; the number is the first one's.
    pub rider: Rider,
    /// Where they begin, in turn. Squads that share them share the card's copy as well.
    pub starts: Arc<[Square]>,
    /// How many they are.
    pub count: u32,
}

impl Squad {
    /// One knight.
    pub fn one(start: Square, rider: Rider) -> Self {
        Self::tries(start, rider, 1)
    }

    /// `count` knights from one square.
    pub fn tries(start: Square, rider: Rider, count: u32) -> Self {
        Self { rider, starts: Arc::new([start]), count }
    }

    /// Knight `i` of this squad: where he begins, and how he rides.
    pub fn knight(&self, i: u32) -> (Square, Rider) {
        let start = self.starts[i as usize % self.starts.len()];
        (start, Rider { knight: self.rider.knight.wrapping_add(i), ..self.rider })
    }
}

/// A board and the squads that ride on it: every one of them can.
#[derive(Clone, Debug)]
pub struct Plan {
    board: Board,
    squads: Vec<Squad>,
    /// The first knight of each squad, and one past the last of all.
    firsts: Vec<u64>,
}

/// Knights of one squad, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The squad.
    pub(super) squad: usize,
    /// The first of them, from 0 in the squad.
    pub(super) from: u32,
    /// How many they are.
    pub(super) count: u32,
}

impl Plan {
    /// A plan of `squads` on `board`.
    ///
    /// # Errors
    /// [`EngineError::BatchBoard`] if the board is too large, [`EngineError::NoStart`] or
    /// [`EngineError::Rule`] if a squad cannot ride on it.
    pub fn new(board: Board, squads: Vec<Squad>) -> Result<Self, EngineError> {
        if board.rows().max(board.cols()) > MAX_SIDE || board.cells() > MAX_CELLS {
            return Err(EngineError::BatchBoard { board, most: MAX_SIDE, squares: MAX_CELLS });
        }
        let mut firsts = Vec::with_capacity(squads.len() + 1);
        let mut first = 0;
        let mut checked: Option<&Arc<[Square]>> = None;
        for (number, squad) in squads.iter().enumerate() {
            firsts.push(first);
            first += u64::from(squad.count);
            if squad.starts.is_empty() {
                return Err(EngineError::NoStart { squad: number });
            }
            if !checked.is_some_and(|starts| Arc::ptr_eq(starts, &squad.starts)) {
                for &start in &*squad.starts {
                    board.playable_square(start)?;
                }
                checked = Some(&squad.starts);
            }
            if squad.rider.rule == Rule::SquirrelCull {
                for &start in &*squad.starts {
                    warnsdorff::legs(&board, start)?;
                }
            }
        }
        firsts.push(first);
        Ok(Self { board, squads, firsts })
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The squads.
    pub fn squads(&self) -> &[Squad] {
        &self.squads
    }

    /// All knights of all squads.
    pub fn knights(&self) -> u64 {
        self.firsts[self.squads.len()]
    }

    /// The first knight of a squad among all; where the squads end, the number of all knights.
    pub(crate) fn first_of(&self, squad: usize) -> u64 {
        self.firsts[squad]
    }

    /// Where a knight begins and how he rides.
    ///
    /// # Panics
    /// If there is no such knight.
    pub fn knight(&self, knight: u64) -> (Square, Rider) {
        let piece = self.piece_of(knight);
        self.squads[piece.squad].knight(piece.from)
    }

    /// One knight as a piece.
    pub(super) fn piece_of(&self, knight: u64) -> Piece {
        assert!(knight < self.knights(), "there is no knight {knight} among {}", self.knights());
        // Squads without knights begin where the next does: the last that begins there has him.
        let squad = self.firsts.partition_point(|&first| first <= knight) - 1;
        Piece { squad, from: (knight - self.firsts[squad]) as u32, count: 1 }
    }

    /// The knights of a range, a piece a squad.
    pub(super) fn pieces(&self, range: &Range<u64>) -> Vec<Piece> {
        assert!(range.end <= self.knights(), "there is no knight {} among {}", range.end, self.knights());
        let mut pieces = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let Piece { squad, from, .. } = self.piece_of(at);
            let end = range.end.min(self.firsts[squad + 1]);
            pieces.push(Piece { squad, from, count: (end - at) as u32 });
            at = end;
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(counts: &[u32]) -> Plan {
        let board: Board = "5x5".parse().unwrap();
        let corners: Arc<[Square]> = Arc::new([Square::new(0, 0), Square::new(4, 4), Square::new(2, 2)]);
        let squads = counts
            .iter()
            .map(|&count| Squad { rider: Rider { knight: 7, ..Rider::default() }, starts: Arc::clone(&corners), count })
            .collect();
        Plan::new(board, squads).unwrap()
    }

    #[test]
    fn knights_are_numbered_through_all_squads() {
        let plan = plan(&[2, 0, 4]);
        assert_eq!(plan.knights(), 6);
        let told: Vec<_> = (0..6).map(|k| plan.knight(k)).map(|(s, r)| (s.row, r.knight)).collect();
        assert_eq!(told, [(0, 7), (4, 8), (0, 7), (4, 8), (2, 9), (0, 10)]);
    }

    #[test]
    fn a_range_falls_into_a_piece_a_squad() {
        let plan = plan(&[2, 0, 4, 1]);
        let piece = |squad, from, count| Piece { squad, from, count };
        assert_eq!(plan.pieces(&(0..7)), [piece(0, 0, 2), piece(2, 0, 4), piece(3, 0, 1)]);
        assert_eq!(plan.pieces(&(1..4)), [piece(0, 1, 1), piece(2, 0, 2)]);
        assert_eq!(plan.pieces(&(3..3)), []);
    }

    #[test]
    fn a_plan_that_cannot_be_ridden_is_refused() {
        let board: Board = "5x6".parse().unwrap();
        let rider = |rule| Rider { rule, ..Rider::default() };
        let corner = Square::new(0, 0);
        for squad in [
            Squad::one(Square::new(5, 0), Rider::default()),
            Squad::one(corner, rider(Rule::SquirrelCull)),
            Squad { rider: Rider::default(), starts: Arc::new([]), count: 1 },
        ] {
            let error = Plan::new(board.clone(), vec![Squad::one(corner, Rider::default()), squad]).unwrap_err();
            assert!(error.is_input() && !error.hint().is_empty(), "{error}");
        }
        let long = Board::new(1, MAX_SIDE + 1).unwrap();
        assert!(matches!(Plan::new(long, Vec::new()), Err(EngineError::BatchBoard { .. })));
        assert_eq!(Plan::new(board, Vec::new()).unwrap().knights(), 0);
    }
}

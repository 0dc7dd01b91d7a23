//! The knights of a batch. Knights of one cohort differ only in their starts and in their knight numbers.

use std::ops::Range;
use std::sync::Arc;

use courser_board::{Board, Square};
use courser_solve::warnsdorff::{self, Rule, Walker};

use crate::EngineError;
use crate::Result;

/// Maximum number of rows or columns of a board in a batch. With this maximum, squared distances fit in 32 bits.
pub const MAX_SIDE: u32 = 46_340;

/// Maximum number of squares of a batch's board. Numbers up to this maximum have at most 31 bits, so that one bit of a
/// 32-bit word remains unused.
pub const MAX_CELLS: u64 = (1 << 31) - 1;

/// Knights that walk with the same rule, order and seed.
///
/// Knight `i` of a cohort starts on `starts[i % starts.len()]` and has the number `walker.knight + i` (wrapping), which
/// is used for random bits. Therefore the first 2³² knights have different numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cohort {
    /// Rule, move order and seed of the knights. The field `walker.knight` is the number of the first knight.
    pub walker: Walker,
    /// Starting squares of the knights, used cyclically. Cohorts with the same list share a single copy on the GPU.
    pub starts: Arc<[Square]>,
    /// Number of knights in the cohort.
    pub count: u32,
}

impl Cohort {
    /// Creates a cohort of `count` knights that start on the same square.
    pub fn tries(start: Square, walker: Walker, count: u32) -> Self {
        Self { walker, starts: Arc::new([start]), count }
    }

    /// Returns the start and the walker of knight `i` of this cohort.
    pub fn knight(&self, i: u32) -> (Square, Walker) {
        let start = self.starts[i as usize % self.starts.len()];
        (start, Walker { knight: self.walker.knight.wrapping_add(i), ..self.walker })
    }
}

/// A board and the cohorts that walk on it. [`BatchPlan::new`] rejects cohorts that cannot walk on the board.
#[derive(Clone, Debug)]
pub struct BatchPlan {
    board: Board,
    cohorts: Vec<Cohort>,
    /// Index of each cohort's first knight, counted over all cohorts. The last element is the total number of knights.
    firsts: Vec<u64>,
}

/// Consecutive knights of one cohort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnightSpan {
    /// Index of the cohort.
    pub(super) cohort: usize,
    /// Index of the span's first knight in the cohort.
    pub(super) from: u32,
    /// Number of knights in the span.
    pub(super) count: u32,
}

/// Divides a range of knights into shorter ranges. Each shorter range has `most` knights, except the last range, which
/// can have fewer knights.
pub(super) fn stretches(range: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let end = range.end;
    range.step_by(most as usize).map(move |from| from..end.min(from.saturating_add(most)))
}

impl BatchPlan {
    /// Creates a plan of `cohorts` on `board`.
    ///
    /// # Errors
    /// - [`EngineError::BatchBoard`] if the board is too large.
    /// - [`EngineError::NoStart`] if a cohort has no starting square.
    /// - [`EngineError::Start`] if a starting square is a hole or outside the board.
    /// - [`EngineError::Rule`](crate::EngineError::Rule) if the rule of a cohort does not apply to the board and the
    ///   starting square.
    pub fn new(board: Board, cohorts: Vec<Cohort>) -> Result<Self> {
        if board.rows().max(board.cols()) > MAX_SIDE || board.cells() > MAX_CELLS {
            return Err(EngineError::BatchBoard { board, max: MAX_SIDE, squares: MAX_CELLS });
        }
        let mut firsts = Vec::with_capacity(cohorts.len() + 1);
        let mut first = 0;
        let mut checked: Option<&Arc<[Square]>> = None;
        for (number, cohort) in cohorts.iter().enumerate() {
            firsts.push(first);
            first += u64::from(cohort.count);
            if cohort.starts.is_empty() {
                return Err(EngineError::NoStart { cohort: number });
            }
            if !checked.is_some_and(|starts| Arc::ptr_eq(starts, &cohort.starts)) {
                for &start in &*cohort.starts {
                    board.playable_square(start)?;
                }
                checked = Some(&cohort.starts);
            }
            if cohort.walker.rule == Rule::SquirrelCull {
                for &start in &*cohort.starts {
                    warnsdorff::legs(&board, start)?;
                }
            }
        }
        firsts.push(first);
        Ok(Self { board, cohorts, firsts })
    }

    /// Returns the board of the knights.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the cohorts, in the order in which their knights are numbered.
    pub fn cohorts(&self) -> &[Cohort] {
        &self.cohorts
    }

    /// Returns the number of knights in all cohorts.
    pub fn knights(&self) -> u64 {
        self.firsts[self.cohorts.len()]
    }

    /// Returns the index of a cohort's first knight, counted over all cohorts. For the index after the last cohort,
    /// returns the total number of knights.
    pub fn first_of(&self, cohort: usize) -> u64 {
        self.firsts[cohort]
    }

    /// Returns the start and the walker of knight number `knight` of the plan.
    ///
    /// # Panics
    /// Panics if the plan has no knight with this number.
    pub fn knight(&self, knight: u64) -> (Square, Walker) {
        let piece = self.piece_of(knight);
        self.cohorts[piece.cohort].knight(piece.from)
    }

    /// Returns the span that contains only this knight.
    pub(super) fn piece_of(&self, knight: u64) -> KnightSpan {
        assert!(knight < self.knights(), "there is no knight {knight} among {}", self.knights());
        // Several cohorts can begin at the same knight number, since an empty cohort begins at the same number as the
        // next cohort. Therefore the cohort of the knight is the last cohort whose first number is at most `knight`.
        let cohort = self.firsts.partition_point(|&first| first <= knight) - 1;
        KnightSpan { cohort, from: (knight - self.firsts[cohort]) as u32, count: 1 }
    }

    /// Returns the knights of a range, as one span per cohort.
    pub(super) fn pieces(&self, range: &Range<u64>) -> Vec<KnightSpan> {
        assert!(range.end <= self.knights(), "there is no knight {} among {}", range.end, self.knights());
        let mut pieces = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let KnightSpan { cohort, from, .. } = self.piece_of(at);
            let end = range.end.min(self.firsts[cohort + 1]);
            pieces.push(KnightSpan { cohort, from, count: (end - at) as u32 });
            at = end;
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(counts: &[u32]) -> BatchPlan {
        let board: Board = "5x5".parse().unwrap();
        let corners: Arc<[Square]> = Arc::new([Square::new(0, 0), Square::new(4, 4), Square::new(2, 2)]);
        let cohorts = counts
            .iter()
            .map(|&count| Cohort {
                walker: Walker { knight: 7, ..Walker::default() },
                starts: Arc::clone(&corners),
                count,
            })
            .collect();
        BatchPlan::new(board, cohorts).unwrap()
    }

    #[test]
    fn knights_are_numbered_through_all_cohorts() {
        let plan = plan(&[2, 0, 4]);
        assert_eq!(plan.knights(), 6);
        let reported: Vec<_> = (0..6).map(|k| plan.knight(k)).map(|(s, r)| (s.row, r.knight)).collect();
        assert_eq!(reported, [(0, 7), (4, 8), (0, 7), (4, 8), (2, 9), (0, 10)]);
    }

    #[test]
    fn a_range_falls_into_a_piece_a_cohort() {
        let plan = plan(&[2, 0, 4, 1]);
        let piece = |cohort, from, count| KnightSpan { cohort, from, count };
        assert_eq!(plan.pieces(&(0..7)), [piece(0, 0, 2), piece(2, 0, 4), piece(3, 0, 1)]);
        assert_eq!(plan.pieces(&(1..4)), [piece(0, 1, 1), piece(2, 0, 2)]);
        assert_eq!(plan.pieces(&(3..3)), []);
    }

    #[test]
    fn a_plan_that_cannot_be_walked_is_refused() {
        let board: Board = "5x6".parse().unwrap();
        let walker = |rule| Walker { rule, ..Walker::default() };
        let corner = Square::new(0, 0);
        for cohort in [
            Cohort::tries(Square::new(5, 0), Walker::default(), 1),
            Cohort::tries(corner, walker(Rule::SquirrelCull), 1),
            Cohort { walker: Walker::default(), starts: Arc::new([]), count: 1 },
        ] {
            let error =
                BatchPlan::new(board.clone(), vec![Cohort::tries(corner, Walker::default(), 1), cohort]).unwrap_err();
            assert!(error.class() == courser_board::ErrorClass::Input, "{error}");
        }
        let long = Board::new(1, MAX_SIDE + 1).unwrap();
        assert!(matches!(BatchPlan::new(long, Vec::new()), Err(EngineError::BatchBoard { .. })));
        assert_eq!(BatchPlan::new(board, Vec::new()).unwrap().knights(), 0);
    }
}

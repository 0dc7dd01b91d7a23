//! A batch with its mirror.

use std::ops::Range;

use courser_board::Path;

use super::plan::stretches;
use super::{Batch, BatchPlan, CpuBatch, Tally, WalkResult, compare};
use crate::{EngineError, Result};

/// Number of knights whose walks are in memory at once.
const STRETCH: u64 = 1 << 16;

/// A batch that compares every knight with the same knight on the CPU after its walk.
pub struct Verified<'a> {
    subject: &'a mut dyn Batch,
    mirror: CpuBatch,
    compared: u64,
}

impl<'a> Verified<'a> {
    /// Creates a batch that compares the results of `subject`.
    pub fn new(subject: &'a mut dyn Batch) -> Self {
        let mirror = CpuBatch::new(subject.plan().clone());
        Self { subject, mirror, compared: 0 }
    }

    /// Returns the number of knights compared so far. A knight that walked twice counts twice.
    pub const fn compared(&self) -> u64 {
        self.compared
    }
}

impl Batch for Verified<'_> {
    fn plan(&self) -> &BatchPlan {
        self.mirror.plan()
    }

    /// Compares the tallies of both devices as well, since a GPU sums them separately from the walks.
    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
        for stretch in stretches(range.clone(), STRETCH) {
            let walked = stretch.end - range.start;
            self.walks(stretch, &mut |_| {})?;
            progress(walked);
        }
        let found = self.subject.tallies_of(range.clone(), &mut |_| {})?;
        let expected = self.mirror.tallies_of(range, &mut |_| {})?;
        match found.iter().zip(&expected).position(|(found, expected)| found != expected) {
            Some(cohort) => {
                let (found, expected) = (found[cohort], expected[cohort]);
                Err(EngineError::Differs(format!("cohort {cohort}: {found:?}, expected {expected:?}")))
            }
            None => Ok(found),
        }
    }

    fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
        let found = self.subject.walks(range.clone(), progress)?;
        let expected = self.mirror.walks(range, &mut |_| {})?;
        compare((&found, &[]), (&expected, &[]))?;
        self.compared += found.len() as u64;
        Ok(found)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>> {
        let found = self.subject.paths(knights)?;
        let expected = self.mirror.paths(knights)?;
        compare((&[], &found), (&[], &expected))?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square};
    use courser_solve::warnsdorff::{Rule, Walker};

    use courser_board::ErrorClass;

    use super::*;
    use crate::batch::{Cohort, Goal};

    /// The CPU's batch, except that the walk of one knight is wrong.
    struct Wrong {
        cpu: CpuBatch,
        knight: Option<u64>,
    }

    impl Batch for Wrong {
        fn plan(&self) -> &BatchPlan {
            self.cpu.plan()
        }

        fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
            self.cpu.tallies_of(range, progress)
        }

        fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
            let mut walks = self.cpu.walks(range.clone(), progress)?;
            if let Some(knight) = self.knight.filter(|knight| range.contains(knight)) {
                walks[(knight - range.start) as usize] = WalkResult::from_word(1);
            }
            Ok(walks)
        }

        fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>> {
            self.cpu.paths(knights)
        }
    }

    #[test]
    fn a_knight_who_walks_otherwise_than_on_the_cpu_is_named_and_all_others_are_counted() {
        let board: Board = "6x6".parse().unwrap();
        let walker = Walker { rule: Rule::Random, seed: 3, ..Walker::default() };
        let plan = BatchPlan::new(board, vec![Cohort::tries(Square::new(0, 0), walker, 5000)]).unwrap();
        let wrong = |knight| Wrong { cpu: CpuBatch::new(plan.clone()), knight };
        let (mut right, mut other) = (wrong(None), wrong(Some(77)));
        let mut verified = Verified::new(&mut right);
        let expected = CpuBatch::new(plan.clone()).first(0..5000, Goal::Complete, &mut |_| {}).unwrap();
        assert_eq!(verified.first(0..5000, Goal::Complete, &mut |_| {}).unwrap(), expected);
        assert_eq!(verified.compared(), 4096, "the first look has so many");
        let error = Verified::new(&mut other).tallies(&mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("knight 77: 1 squares, expected "), "{error}");
        assert!(error.class() != ErrorClass::Input);
    }
}

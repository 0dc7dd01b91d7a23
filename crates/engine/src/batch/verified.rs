//! A batch beside its mirror.

use std::ops::Range;

use courser_board::Path;

use super::{Batch, CpuBatch, Plan, Ride, Tally, compare};
use crate::EngineError;

/// Knights whose rides are in memory at once.
const STRETCH: u64 = 1 << 16;

/// A batch whose every knight is compared with the same knight on the CPU, as he has ridden.
pub struct Verified<'a> {
    subject: &'a mut dyn Batch,
    mirror: CpuBatch,
    compared: u64,
}

impl<'a> Verified<'a> {
    /// `subject`, compared from now on.
    pub fn new(subject: &'a mut dyn Batch) -> Self {
        let mirror = CpuBatch::new(subject.plan().clone());
        Self { subject, mirror, compared: 0 }
    }

    /// Knights who were compared so far. One who rode twice counts twice.
    pub const fn compared(&self) -> u64 {
        self.compared
    }
}

impl Batch for Verified<'_> {
    fn plan(&self) -> &Plan {
        self.mirror.plan()
    }

    /// The tallies of both devices are compared as well: on a GPU they are put together apart from the rides.
    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>, EngineError> {
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min(from + STRETCH);
            self.rides(from..to, &mut |_| {})?;
            from = to;
            progress(from - range.start);
        }
        let found = self.subject.tallies_of(range.clone(), &mut |_| {})?;
        let expected = self.mirror.tallies_of(range, &mut |_| {})?;
        match found.iter().zip(&expected).position(|(found, expected)| found != expected) {
            Some(squad) => {
                let (found, expected) = (found[squad], expected[squad]);
                Err(EngineError::Differs(format!("squad {squad}: {found:?}, expected {expected:?}")))
            }
            None => Ok(found),
        }
    }

    fn rides(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Ride>, EngineError> {
        let found = self.subject.rides(range.clone(), progress)?;
        let expected = self.mirror.rides(range, &mut |_| {})?;
        compare((&found, &[]), (&expected, &[])).map_err(|difference| EngineError::Differs(difference.to_string()))?;
        self.compared += found.len() as u64;
        Ok(found)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>, EngineError> {
        let found = self.subject.paths(knights)?;
        let expected = self.mirror.paths(knights)?;
        compare((&[], &found), (&[], &expected)).map_err(|difference| EngineError::Differs(difference.to_string()))?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square};
    use courser_solve::warnsdorff::{Rider, Rule};

    use super::*;
    use crate::batch::{Goal, Squad};

    /// The CPU's batch, but for one knight, whose ride is told wrong.
    struct Wrong {
        cpu: CpuBatch,
        knight: Option<u64>,
    }

    impl Batch for Wrong {
        fn plan(&self) -> &Plan {
            self.cpu.plan()
        }

        fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>, EngineError> {
            self.cpu.tallies_of(range, progress)
        }

        fn rides(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Ride>, EngineError> {
            let mut rides = self.cpu.rides(range.clone(), progress)?;
            if let Some(knight) = self.knight.filter(|knight| range.contains(knight)) {
                rides[(knight - range.start) as usize] = Ride::from_word(1);
            }
            Ok(rides)
        }

        fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>, EngineError> {
            self.cpu.paths(knights)
        }
    }

    #[test]
    fn a_knight_who_rides_otherwise_than_on_the_cpu_is_named_and_all_others_are_counted() {
        let board: Board = "6x6".parse().unwrap();
        let rider = Rider { rule: Rule::Random, seed: 3, ..Rider::default() };
        let plan = Plan::new(board, vec![Squad::tries(Square::new(0, 0), rider, 5000)]).unwrap();
        let wrong = |knight| Wrong { cpu: CpuBatch::new(plan.clone()), knight };
        let (mut right, mut other) = (wrong(None), wrong(Some(77)));
        let mut verified = Verified::new(&mut right);
        let expected = CpuBatch::new(plan.clone()).first(0..5000, Goal::Complete, &mut |_| {}).unwrap();
        assert_eq!(verified.first(0..5000, Goal::Complete, &mut |_| {}).unwrap(), expected);
        assert_eq!(verified.compared(), 4096, "the first look has so many");
        let error = Verified::new(&mut other).tallies(&mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("knight 77: 1 squares, expected "), "{error}");
        assert!(!error.is_input() && !error.hint().is_empty());
    }
}

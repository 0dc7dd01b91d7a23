//! Compares a run of the decision cycle with a reference run on the CPU. In the reference run, every pass covers the
//! whole board.

use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, PASSES, Schedule, StatusWord, compare};

/// Runs `subject` to its end and for three more passes, which must not change anything. Compares the state and the
/// status with a reference after every pass at which `subject` can stop. Returns the number of compared states.
pub(crate) fn lockstep(subject: &mut dyn Cycle) -> Result<u64, EngineError> {
    let setup = subject.setup().clone();
    let mut reference = CpuCycle::new(setup.clone(), Schedule::Whole)?;
    let (mut states, mut end) = (0, None);
    loop {
        let passes = subject.passes();
        reference.advance(passes - reference.passes())?;
        compare(&setup, passes, &subject.state()?, &reference.state()?)?;
        let (found, expected) = (subject.status()?, reference.status()?);
        if found != expected {
            return Err(EngineError::Damaged(format!("{found:?} after {passes} passes, expected {expected:?}")));
        }
        states += 1;
        if found.word() != StatusWord::Running && passes >= *end.get_or_insert(passes + PASSES.len() as u64) {
            return Ok(states);
        }
        subject.advance(1)?;
    }
}

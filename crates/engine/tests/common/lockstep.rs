//! A run of the cycle beside one over the whole board on the CPU.

use courser_engine::EngineError;
use courser_engine::cycle::{CpuCycle, Cycle, PASSES, Schedule, StatusWord, compare};

/// Runs `subject` to its end and one cycle beyond, which shows that the end is an end; compares state and status after every
/// pass at which it can stop. Returns the number of states.
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
            return Err(EngineError::Differs(format!("{found:?} after {passes} passes, expected {expected:?}")));
        }
        states += 1;
        if found.word() != StatusWord::Running && passes >= *end.get_or_insert(passes + PASSES.len() as u64) {
            return Ok(states);
        }
        subject.advance(1)?;
    }
}

//! Two runs side by side, compared state for state.

use std::fmt;

use courser_board::Board;

use crate::EngineError;
use crate::cycle::{A_MOVE, Cell, CpuCycle, Cycle, Schedule, Status, StatusWord, pass_after};

/// A field of a [`Cell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// R: the visit number.
    Visit,
    /// G: the phase.
    Phase,
    /// B: the rank.
    Rank,
    /// A: the next move.
    Next,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Visit => "R (visit)",
            Self::Phase => "G (phase)",
            Self::Rank => "B (rank)",
            Self::Next => "A (next move)",
        })
    }
}

/// The first place where the states of two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The board of both runs.
    pub board: Board,
    /// Passes that were done when the runs differed.
    pub passes: u64,
    /// Index of the first square that differs.
    pub square: u64,
    /// The first field of the square that differs.
    pub field: Field,
    /// The field's value in the run that is judged.
    pub found: u32,
    /// The field's value in the reference.
    pub expected: u32,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, passes, square, field, found, expected } = self;
        let square = board.at(*square).name(board.rows());
        match passes.checked_sub(1) {
            None => write!(f, "before the first pass")?,
            Some(last) => write!(f, "move {}, after {} (pass {passes})", last / A_MOVE + 1, pass_after(last).name)?,
        }
        write!(f, ": {field} of {square} is {found}, the CPU reference has {expected}")
    }
}

/// Why a lockstep run ended before its tour did.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockstepError {
    /// The states of the two runs differ.
    #[error("{0}")]
    Differs(Difference),
    /// The two runs end with different statuses.
    #[error("the status is {found:?}, the CPU reference has {expected:?}")]
    Status {
        /// The status of the run that is judged.
        found: Status,
        /// The status of the reference.
        expected: Status,
    },
    /// The states have different lengths.
    #[error("the state has {found} squares, the CPU reference has {expected}")]
    Length {
        /// Squares in the state that is judged.
        found: usize,
        /// Squares in the reference.
        expected: usize,
    },
    /// One of the runs failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Compares two states word for word, lengths first.
///
/// # Errors
/// The first difference, row by row, fields in the order R G B A.
pub fn compare(board: &Board, passes: u64, found: &[Cell], expected: &[Cell]) -> Result<(), LockstepError> {
    if found.len() != expected.len() {
        return Err(LockstepError::Length { found: found.len(), expected: expected.len() });
    }
    let words = |cell: &Cell| [cell.visit, cell.phase, cell.rank, cell.next];
    for (square, (found, expected)) in (0..).zip(found.iter().zip(expected)) {
        if found == expected {
            continue;
        }
        for (field, (found, expected)) in [Field::Visit, Field::Phase, Field::Rank, Field::Next]
            .into_iter()
            .zip(words(found).into_iter().zip(words(expected)))
        {
            if found != expected {
                let board = board.clone();
                return Err(LockstepError::Differs(Difference { board, passes, square, field, found, expected }));
            }
        }
    }
    Ok(())
}

/// Runs `subject` to its end, and the CPU reference over the whole board beside it; compares the full
/// state after every pass at which `subject` can stop, and the status.
///
/// Takes three states of memory beside what `subject` has. Returns the number of states compared.
/// `progress` gets the visit number now and then.
///
/// # Errors
/// [`LockstepError`] at the first difference, or if a device fails.
pub fn lockstep(subject: &mut dyn Cycle, progress: &mut dyn FnMut(u64)) -> Result<u64, LockstepError> {
    let mut reference = CpuCycle::new(subject.setup().clone(), Schedule::Whole)?;
    let board = subject.setup().board().clone();
    let mut compared = 0;
    loop {
        let passes = subject.passes();
        if passes > reference.passes() {
            reference.advance(passes - reference.passes())?;
        }
        compare(&board, passes, &subject.state()?, reference.peek())?;
        compared += 1;
        let (found, expected) = (subject.status()?, reference.status()?);
        if found != expected {
            return Err(LockstepError::Status { found, expected });
        }
        progress(found.visit.into());
        // One cycle after the end shows that the end is an end.
        if found.word() != StatusWord::Running && passes >= A_MOVE * u64::from(found.visit) + 2 {
            return Ok(compared);
        }
        subject.advance(1)?;
    }
}

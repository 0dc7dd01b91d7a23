//! Two runs side by side, compared state for state.

use std::fmt;

use courser_board::Board;

use crate::Result;
use crate::cycle::{A_MOVE, Cell, CpuCycle, Cycle, Schedule, Status, StatusWord, pass_after};

/// A field of a [`Cell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum Field {
    /// R: the visit number.
    #[strum(to_string = "R (visit)")]
    Visit,
    /// G: the phase.
    #[strum(to_string = "G (phase)")]
    Phase,
    /// B: the rank.
    #[strum(to_string = "B (rank)")]
    Rank,
    /// A: the next move.
    #[strum(to_string = "A (next move)")]
    Next,
}

/// The first place where the states of two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The board of both runs.
    pub board: Board,
    /// After how many passes they can have differed first: the square was compared after those before.
    pub since: u64,
    /// Passes done when the difference was seen.
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
        let Self { board, since, passes, square, field, found, expected } = self;
        let square = board.at(*square).name(board.rows());
        match passes.checked_sub(1) {
            None => write!(f, "before the first pass")?,
            Some(last) => write!(f, "move {}, after {} (pass {passes})", last / A_MOVE + 1, pass_after(last).name)?,
        }
        if since < passes {
            write!(f, ", or some passes before, from {since} on")?;
        }
        write!(f, ": {field} of {square} is {found}, the CPU reference has {expected}")
    }
}

/// Why two runs side by side are not the same.
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
}

/// Compares two states word for word, lengths first.
///
/// # Errors
/// The first difference, row by row, fields in the order R G B A.
pub fn compare(board: &Board, passes: u64, found: &[Cell], expected: &[Cell]) -> Result<(), LockstepError> {
    compare_from(board, 0, passes, passes, found, expected)
}

/// The same for the squares from `first` on, which were last compared after `since` passes but one.
fn compare_from(
    board: &Board,
    first: u64,
    since: u64,
    passes: u64,
    found: &[Cell],
    expected: &[Cell],
) -> Result<(), LockstepError> {
    if found.len() != expected.len() {
        return Err(LockstepError::Length { found: found.len(), expected: expected.len() });
    }
    let words = |cell: &Cell| [cell.visit, cell.phase, cell.rank, cell.next];
    let Some(at) = found.iter().zip(expected).position(|(found, expected)| found != expected) else {
        return Ok(());
    };
    let fields = [Field::Visit, Field::Phase, Field::Rank, Field::Next].into_iter();
    let differs = fields
        .zip(words(&found[at]).into_iter().zip(words(&expected[at])))
        .find(|(_, (found, expected))| found != expected);
    let (field, (found, expected)) = differs.expect("two states of a square differ in a field");
    let (board, square) = (board.clone(), first + at as u64);
    Err(LockstepError::Differs(Difference { board, since, passes, square, field, found, expected }))
}

/// The states that were compared, and agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// States that were compared: one after every pass at which the run can stop.
    pub states: u64,
    /// The states that were compared in every square; the others were compared in the rows around the knight.
    pub whole: u64,
    /// `true` if the run came to its end, `false` if it was told to stop.
    pub ended: bool,
}

/// Squares up to which every state is compared in every square.
const ALWAYS_WHOLE: u64 = 1 << 14;

/// Runs `subject` to its end, and the CPU reference beside it; compares the state after every pass at which `subject`
/// can stop, and the status. Both go on as long as `go_on`, which gets the visit number, says so.
///
/// Where every region has a knight, every square is compared after every pass.
///
/// On boards up to 128x128 the reference runs over the whole board, and every square is compared each time. On larger
/// ones that would take hours: the reference runs near the knight there. A `resident` run is compared in every square
/// each time that it has made as many moves as the board has rows: many in one dispatch, as it does by itself. The
/// others are compared after each pass in the rows that it can have changed; in every square once in as many times as
/// the board has rows, and at the end. A word that changes elsewhere stays as it is, so that it is found, if some
/// passes later. The two states that take turns are both looked at: the number of times is odd.
///
/// Takes three states of memory beside what `subject` has.
///
/// # Errors
/// [`EngineError::Lockstep`](crate::EngineError::Lockstep) at the first difference, and the errors of the device.
pub fn lockstep(subject: &mut dyn Cycle, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Agreed> {
    let board = subject.setup().board().clone();
    let is_relay = subject.setup().relay().is_some();
    let small = is_relay || board.cells() <= ALWAYS_WHOLE;
    let mut reference = CpuCycle::new(subject.setup().clone(), if small { Schedule::Whole } else { Schedule::Near })?;
    let leaper = board.leaper();
    // A move changes squares two moves from where it begins, which is a move from where it ends.
    let reach = 3 * u64::from(leaper.r().max(leaper.s()));
    let (rows, cols) = (u64::from(board.rows()), u64::from(board.cols()));
    let resident = !small && subject.schedule() == Schedule::Resident;
    let stride = if resident { A_MOVE * rows } else { 1 };
    let mut agreed = Agreed { states: 0, whole: 0, ended: false };
    let mut since = subject.passes();
    let mut end = None;
    loop {
        let passes = subject.passes();
        if passes > reference.passes() {
            reference.advance(passes - reference.passes())?;
        }
        let (found, expected) = (subject.status()?, reference.status()?);
        // One cycle after the end shows that the end is an end.
        agreed.ended = found.word() != StatusWord::Running
            && passes
                >= if is_relay { *end.get_or_insert(passes) + A_MOVE } else { A_MOVE * u64::from(found.visit) + 2 };
        let told_to_stop = !go_on(found.visit.into());
        let whole = small || resident || agreed.ended || told_to_stop || agreed.states.is_multiple_of(rows | 1);
        let knight = u64::from(expected.at) / cols;
        let squares = match whole {
            true => 0..board.cells(),
            false => knight.saturating_sub(reach) * cols..(knight + reach + 1).min(rows) * cols,
        };
        let cells = subject.cells(squares.clone())?;
        let first_seen = if small { passes } else { since.min(passes) };
        compare_from(&board, squares.start, first_seen, passes, &cells, reference.peek(&squares))?;
        if found != expected {
            return Err(LockstepError::Status { found, expected }.into());
        }
        agreed.states += 1;
        if whole {
            agreed.whole += 1;
            since = passes + 1;
        }
        if agreed.ended || told_to_stop {
            return Ok(agreed);
        }
        subject.advance(stride)?;
    }
}

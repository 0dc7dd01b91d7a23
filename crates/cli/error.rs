//! The errors shown to users: one line for the error, one line for the hint, and an exit code.

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use courser::board::format::FormatError;
use courser::board::graph::GraphError;
use courser::board::words::printable;
use courser::board::{Board, BoardError, ErrorClass, ShardError};
use courser::engine::EngineError;
use courser::solve::chain::ChainError;
use courser::solve::hunt::HuntError;
use courser::solve::puzzle::{PuzzleError, Unsolvable};
use courser::solve::search::{SearchError, StopReason};
use courser::solve::warnsdorff::RuleError;
use courser::survey::SurveyError;
use courser::{Progress, Stopped, TourError};
use indicatif::HumanCount;
use owo_colors::OwoColorize;

use crate::hints::{Hint, Hinted, Options};
use crate::terminal;

/// Exit code for the answer "no".
const NO: u8 = 1;

/// Exit code for work that ended before the answer was known.
pub(crate) const UNDECIDED: u8 = 4;

/// Conventional exit code of a process ended by Ctrl-C.
pub(crate) const STOPPED: u8 = 130;

/// The reason why a command ends without an answer or with the answer "no".
#[derive(Debug)]
pub(crate) struct Failure {
    /// Exit code of the process.
    pub(crate) code: u8,
    /// Message without the hint.
    pub(crate) message: String,
    /// Hint about a possible remedy, or `None` if there is no hint.
    pub(crate) hint: Option<Hint>,
    /// Lower bound of an undecided count, for the answer in JSON.
    pub(crate) at_least: Option<String>,
}

/// A result whose error is a [`Failure`] by default.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    fn new(code: u8, message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self { code, message: message.to_string(), hint: Some(hint.into()), at_least: None }
    }

    /// Creates the failure for a negative answer: no such tour exists, the rule got stuck, or the check failed.
    pub(crate) fn no(message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self::new(NO, message, hint)
    }

    /// Creates the failure for work that ended before the answer was known.
    pub(crate) fn undecided(message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self::new(UNDECIDED, message, hint)
    }

    /// Creates the failure for a negative answer that the command has already printed.
    pub(crate) const fn said_no() -> Self {
        Self { code: NO, message: String::new(), hint: None, at_least: None }
    }

    /// Creates the failure for invalid input.
    pub(crate) fn input(message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self::new(2, message, hint)
    }

    /// Creates the failure for a fault of the machine.
    pub(crate) fn machine(message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self::new(3, message, hint)
    }

    /// Creates the failure for a command stopped by the user with Ctrl-C.
    pub(crate) fn stopped(message: impl fmt::Display, hint: impl Into<Hint>) -> Self {
        Self::new(STOPPED, message, hint)
    }

    /// Creates the failure for a computed tour that fails its check. The tour is not written.
    pub(crate) fn wrong_tour(violation: impl fmt::Display) -> Self {
        Self::machine(
            format!("the engine made a wrong tour: {violation}"),
            "nothing was written; please report this with the command; --verify-cpu says where it went wrong",
        )
    }

    /// Creates the failure for a file that cannot be read. Such a file counts as invalid input.
    pub(crate) fn reading(name: &str, error: &io::Error) -> Self {
        let cure = match name.parse::<Board>() {
            Ok(size) if error.kind() == io::ErrorKind::NotFound => {
                format!(
                    "name a file: the size of a board is given without --board, or with --size {size} for a tour in a file"
                )
            }
            _ => "give a file that can be read, or - for standard input".into(),
        };
        Self::input(format!("cannot read {name}: {}", plain(error)), cure)
    }

    /// Returns whether the failure means that the reader of a pipe has closed the pipe. In this case, the command
    /// succeeds.
    pub(crate) const fn is_closed_pipe(&self) -> bool {
        self.code == 0
    }

    /// Creates the failure for a file that cannot be written. For a pipe closed by its reader, the failure has the exit
    /// code 0 and is not reported.
    pub(crate) fn writing(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { code: 0, message: String::new(), hint: None, at_least: None },
            io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidFilename => Self::input(
                format!("cannot write {name}: {}", plain(error)),
                "choose a file in a folder that exists and may be written to",
            ),
            _ => Self::machine(
                format!("cannot write {name}: {}", plain(error)),
                "make room on the disk, or write elsewhere; an existing file is unchanged",
            ),
        }
    }

    /// Returns the failure for an error of a library.
    pub(crate) fn of(error: &impl Hinted) -> Self {
        let code = match error.class() {
            ErrorClass::NoTour => NO,
            ErrorClass::Undecided => UNDECIDED,
            ErrorClass::Input => 2,
            _ => 3,
        };
        Self::new(code, error, error.hint())
    }

    /// Returns the answer "no" or "undecided" as a JSON object, or `None` if the command has already written its
    /// answer.
    fn json(&self, options: &Options) -> Option<serde_json::Value> {
        let answer = match self.code {
            NO => "no",
            UNDECIDED => "undecided",
            _ => return None,
        };
        let has = |name: &str| options.given.iter().any(|option| option == name);
        let is_written = self.message.is_empty() || has("partial");
        (has("json") && !is_written).then(|| {
            let mut json = serde_json::json!({ "answer": answer, "reason": one_line(&self.message) });
            if let Some(number) = &self.at_least {
                json["at_least"] = number.as_str().into();
            }
            json
        })
    }

    /// Prints the message and the hint, which depends on the options of the command. The answers "no" and "undecided"
    /// are also printed as JSON if `--json` is given and the command has not yet written its answer. Returns the exit
    /// code.
    pub(crate) fn report(&self, options: &Options) -> ExitCode {
        if let Some(answer) = self.json(options) {
            // A write error is ignored, because the exit code contains the same answer.
            let _ = writeln!(io::stdout(), "{answer}");
        }
        if !self.message.is_empty() {
            say(format_args!("{} ", "error:".red().bold()), &self.message);
            if let Some(hint) = &self.hint {
                say(format_args!("{} ", "hint:".cyan().bold()), &hint.sentence(options));
            }
        }
        ExitCode::from(self.code)
    }
}

/// Adds a prefix to the message of an error. The prefix is the name of the file or the option that caused the error.
pub(crate) trait Context<T> {
    /// Adds `name` before the message of an error.
    fn named(self, name: impl fmt::Display) -> Result<T>;
}

impl<T, E: Into<Failure>> Context<T> for Result<T, E> {
    fn named(self, name: impl fmt::Display) -> Result<T> {
        self.map_err(|error| {
            let failure = error.into();
            Failure { message: format!("{name}: {}", failure.message), ..failure }
        })
    }
}

/// Implements the conversion of library errors to a [`Failure`]. Each of these errors has a message, a class and a
/// hint.
macro_rules! failures {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::of(&error)
            }
        }
    )*};
}

failures!(
    BoardError,
    ChainError,
    EngineError,
    FormatError,
    GraphError,
    HuntError,
    PuzzleError,
    RuleError,
    SearchError,
    ShardError,
    SurveyError,
    Unsolvable,
);

impl From<TourError> for Failure {
    fn from(error: TourError) -> Self {
        match error {
            TourError::Stopped(stopped) => (&stopped).into(),
            TourError::WrongTour(violation) => Self::wrong_tour(violation),
            error => Self::of(&error),
        }
    }
}

impl From<&Stopped> for Failure {
    fn from(stopped: &Stopped) -> Self {
        let Stopped { why, at, limit } = stopped;
        let of = |asked: String, more: &str| (format!("{asked}{more}"), asked);
        let (limited, asked) = match at {
            Progress::Choices(choices, _) => of(
                format!("{} choices", HumanCount(*choices)),
                " were tried, and it is not known whether a tour exists",
            ),
            Progress::TakenBack(back, _) => (
                format!("{} steps were taken back, and it is not known whether a tour exists", HumanCount(*back)),
                format!("{} steps taken back", HumanCount(*back)),
            ),
            Progress::Squares(done, all) | Progress::Knights(done, all) => {
                of(format!("{} of {} squares", HumanCount(*done), HumanCount(*all)), " are done")
            }
            Progress::Covering(done, all) => {
                of(format!("{} of {} squares are covered by cycles", HumanCount(*done), HumanCount(*all)), "")
            }
            Progress::Melting(done, all) => of(format!("{done} of {all} passes of melting"), " are done"),
            Progress::Joining(cycles) => of(format!("{} cycles left to be joined", HumanCount((*cycles).into())), ""),
            Progress::Numbering => ("the tour is being numbered".into(), "the numbering began".into()),
            Progress::Done => ("nothing is known yet".into(), "a while".into()),
        };
        match (why, limit) {
            (StopReason::Limit, Some(limit)) => Self::undecided(
                format!("no answer within {}: {limited}", humantime::format_duration(*limit)),
                "give it more time with --limit, or leave out --limit to search until the answer is known",
            ),
            _ => Self::stopped(
                format!("stopped after {asked}, without an answer"),
                "--limit ends a search after a given time",
            ),
        }
    }
}

/// Rejects the input if `wrong` is true.
///
/// # Errors
/// If `wrong` is true, returns [`Failure::input`] with `message` and `hint`.
pub(crate) fn refuse(wrong: bool, message: impl fmt::Display, hint: impl Into<Hint>) -> Result<()> {
    if wrong { Err(Failure::input(message, hint)) } else { Ok(()) }
}

/// True if only errors are printed on stderr, as requested by the user.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses all messages on stderr except errors.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether only errors are printed on stderr.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a note on stderr, unless `--quiet` is set.
pub(crate) fn note(text: impl fmt::Display) {
    if !is_quiet() {
        warn(text);
    }
}

/// Prints a note on stderr, even if `--quiet` is set.
pub(crate) fn warn(text: impl fmt::Display) {
    say(format_args!("{} ", "note:".cyan()), &text.to_string());
}

/// Prints one line on stderr with the name and the size of a file that courser has written.
pub(crate) fn written(name: &str, bytes: u64) {
    remark(format_args!("wrote {name} ({})", indicatif::HumanBytes(bytes)));
}

/// Prints one line on stderr, unless `--quiet` is set.
pub(crate) fn remark(text: impl fmt::Display) {
    if !is_quiet() {
        say(format_args!(""), &text.to_string());
    }
}

/// Prints text to stderr, wrapped to the width of the terminal. If the text cannot be written because of a full disk
/// or a closed pipe, the error is ignored.
fn say(word: fmt::Arguments<'_>, text: &str) {
    let (plain, line) = (strip(&word.to_string()), one_line(text));
    let columns = terminal::columns(io::stderr().is_terminal());
    let line = terminal::wrapped(&format!("{plain}{line}"), plain.len(), columns);
    // A long first word of the text can be on the second line.
    let (word, rest) = (word.to_string(), &line[plain.trim_end().len()..]);
    let _ = writeln!(anstream::stderr().lock(), "{}{rest}", word.trim_end());
}

/// Removes the colour codes from a text.
fn strip(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Formats an IO error without the error number of the system.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Joins the lines of a text into one line and escapes its control characters, which a terminal would interpret.
fn one_line(text: &str) -> String {
    let line = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    printable(&line)
}

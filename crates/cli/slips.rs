//! Common mistakes on the command line, each with a hint about the intended command, option or value. The parser
//! suggests similar words; this module suggests words with a similar meaning.

use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgGroup, Command};
use courser::FileFormat;
use courser::board::graph::Space;
use courser::board::{Board, BoardError, ShardError};
use courser::solve::warnsdorff::RuleError;
use courser::survey::SurveyError;
use courser::view::ViewError;

use crate::command;
use crate::error::Failure;
use crate::hints::{Hinted, Options};

/// Words that users type instead of the name of a command. Each row contains one or more words, and the hint for these
/// words.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["find", "generate", "new", "run", "solve"], "courser tour 8x8 finds a tour"),
    (&["judge", "validate", "verify"], "courser check FILE judges a tour"),
    (&["paint", "plot", "render", "show"], "courser draw FILE -o tour.png draws a tour"),
    (&["version"], "courser --version prints the version"),
];

/// Nonexistent options that users type. Each row contains one or more options, and the hint for these options. The hint
/// is skipped if it names an option that the command does not have.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["--all"], "use --list: it lists the tours"),
    (
        &["--apng", "--csv", "--gif", "--npy", "--png", "--svg"],
        "use --output FILE, or -o FILE: its extension is the format",
    ),
    (&["--columns", "--height", "--rows", "--size", "--width"], "write the board as rows x columns, as in 8x8"),
    (&["--from"], "use --start, as in --start a1"),
    (&["--holes", "--mask"], "use --board FILE, a file with the squares and the holes"),
    (&["--jobs", "--threads"], "set RAYON_NUM_THREADS=2 in the environment"),
    (&["--limit", "--time", "--timeout"], "use --limit, as in --limit 60s"),
    (&["--limit", "--time", "--timeout"], "leave it out: there is no time limit here, and Ctrl-C ends the work"),
    (&["--open"], "leave it out: a tour is open unless --closed is given"),
    (&["--piece"], "use --leaper, as in --leaper camel"),
    (&["--to"], "use --end, as in --end h8"),
];

/// Command name in [`RENAMED`] that stands for every command.
const EVERY: &str = "";

/// Commands and options of versions before the release of 0.1.0, and their new names. Each row contains the old
/// command, the old option and the new words. The option can include a value. The option is empty if the command itself
/// has a new name. The table in CHANGELOG.md has the same rows.
const RENAMED: &[(&str, &str, &str)] = &[
    ("rules", "", "courser walk compare BOARD"),
    ("census", "", "courser sample stats BOARD"),
    ("graph", "BOARD", "courser graph export BOARD"),
    ("tour", "--method cycle", "courser cycle BOARD"),
    ("tour", "--schedule", "courser cycle BOARD --schedule SCHEDULE"),
    ("tour", "--channel", "courser cycle BOARD --channel CHANNELS"),
    ("tour", "--passes", "courser cycle BOARD --channel CHANNELS --passes N"),
    ("tour", "--method warnsdorff", "courser walk BOARD"),
    ("tour", "--rule", "courser walk BOARD --rule RULE"),
    ("tour", "--look-ahead", "courser walk BOARD --look-ahead N"),
    ("tour", "--tries", "courser walk BOARD --tries N"),
    ("tour", "--partial", "courser walk BOARD --partial"),
    ("tour", "--uniform", "courser sample BOARD"),
    ("tour", "--many", "courser sample BOARD --samples N"),
    ("tour", "--number", "courser sample BOARD --number N"),
    ("tour", "--layers", "courser sample BOARD --layers FILE"),
    ("tour", "--graph", "courser graph tour GRAPH"),
    ("count", "--graph", "courser graph count GRAPH"),
    ("tour", "--organic", "courser tour BOARD --method grown"),
    ("tour", "--method organic", "courser tour BOARD --method grown"),
    ("tour", "--method closable", "courser tour BOARD --method backtrack --prune reachable"),
    ("tour", "--method depth-first", "courser tour BOARD --method backtrack --prune none"),
    ("tour", "--tame", "courser tour BOARD --method tame"),
    ("tour", "--tame crossings", "courser tour BOARD --method tame-crossings"),
    ("tour", "--minimize", "courser tour BOARD --method tame"),
    ("tour", "--minimize crossings", "courser tour BOARD --method tame-crossings"),
    ("tour", "--region", "courser tour BOARD --regions ROWSxCOLS"),
    ("cycle", "--region", "courser cycle BOARD --regions ROWSxCOLS"),
    ("tour", "--chain", "courser tour --regions FILE"),
    ("count", "--known", "courser count known EFFORT"),
    ("count", "--symmetric", "courser count BOARD --symmetry KIND"),
    ("count", "--symmetry", "courser count BOARD --up-to-symmetry"),
    ("watch", "--organic", "courser watch BOARD --method grown"),
    ("watch", "--region", "courser watch BOARD --regions ROWSxCOLS"),
    (EVERY, "--adapter", "--device DEVICE"),
];

/// Nonexistent values that users type. Each row has the option, the values, and the value that the user means.
const VALUES: &[(&str, &[&str], &str)] = &[("--format", &["bmp", "jpeg", "jpg", "webp"], "png")];

/// A nonexistent option with which users request magic tours. courser has no search for magic tours.
const MAGIC: &str = "--magic";

/// The arguments of the process.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine(Vec<OsString>);

impl CommandLine {
    /// Creates the command line of these arguments. The first argument is the name of the program.
    pub(crate) fn new(arguments: impl Iterator<Item = OsString>) -> Self {
        Self(arguments.collect())
    }

    /// Returns the arguments without the name of the program. Bytes that are not UTF-8 are replaced.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.0.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned())
    }

    /// Returns the command line as text, without the path of the program.
    pub(crate) fn text(&self) -> String {
        std::iter::once("courser".to_owned()).chain(self.words()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the command whose name is in the arguments, or `None` if the arguments contain no such name.
    fn command(&self) -> Option<Command> {
        command::named(self.0.iter().skip(1))
    }

    /// Returns the options of the command, and the options present in the arguments.
    pub(crate) fn options(&self) -> Options {
        self.command().map_or_else(Options::default, |command| self.options_of(&command))
    }
}

/// Converts an error of clap to a failure with a hint.
pub(crate) fn usage(error: &clap::Error, line: &CommandLine) -> Failure {
    let text = error.render().to_string();
    let body = text.strip_prefix("error: ").unwrap_or(&text);
    let mut parts = body.split("\n\n");
    let mut message = parts.next().unwrap_or(body).to_owned();
    // The parser's tip about values that begin with a hyphen is left out, because no option has such a value.
    let mut tips = parts.filter_map(|part| part.trim().strip_prefix("tip: "));
    let is_tip = |tip: &&str| !tip.starts_with("to pass '") && is_similar(error, tip);
    let tip = tips.find(|tip| is_tip(tip) && !line.words().any(|word| word == MAGIC)).map(str::to_owned);
    let source = std::error::Error::source(error);
    let plain = source.and_then(|source| ValueMessage::of(source, text_of(error, ContextKind::InvalidValue)));
    if let Some((said, plain)) = source.map(ToString::to_string).zip(plain.as_ref()) {
        message = message.replace(&said, &plain.message);
    }
    if error.kind() == ErrorKind::InvalidUtf8
        && let Some(argument) = line.0.iter().find(|argument| argument.to_str().is_none())
    {
        message = format!("the argument '{}' is not UTF-8", argument.to_string_lossy());
    }
    if let Some(hint) = line.hint(error) {
        return Failure::input(message, hint);
    }
    let of_source = source.and_then(|source| {
        let board = source.downcast_ref::<BoardError>().map(Hinted::hint);
        let rule = || source.downcast_ref::<RuleError>().map(Hinted::hint);
        let view = || source.downcast_ref::<ViewError>().map(Hinted::hint);
        let survey = || source.downcast_ref::<SurveyError>().map(Hinted::hint);
        let shard = || source.downcast_ref::<ShardError>().map(Hinted::hint);
        board.or_else(rule).or_else(view).or_else(survey).or_else(shard)
    });
    let seed = || {
        let is_seed = matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(name)) if name.starts_with("--seed "));
        (is_seed && source.is_some()).then(|| format!("a seed is a whole number from 0 to {}", u64::MAX))
    };
    Failure::input(
        message,
        of_source.unwrap_or_else(|| {
            let hint = seed().or(tip).or(plain.map(|plain| plain.hint));
            hint.unwrap_or_else(|| line.where_to_look(error)).into()
        }),
    )
}

/// Minimum similarity of a suggested word to the typed word, from 0 to 1. The minimum of the parser, 0.7, is too low:
/// for example, the parser suggests `zsh` if the user types `tcsh`.
const MIN_SIMILARITY: f64 = 0.8;

/// Returns whether a tip of the parser contains no suggestion, or a suggestion that is similar to the typed word.
fn is_similar(error: &clap::Error, tip: &str) -> bool {
    let typed = [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand];
    let bare = |word: &str| word.trim_start_matches('-').to_owned();
    let typed: Vec<String> = typed.into_iter().filter_map(|kind| text_of(error, kind)).map(bare).collect();
    !tip.contains(" similar ")
        || tip
            .split('\'')
            .skip(1)
            .step_by(2)
            .any(|word| typed.iter().any(|typed| strsim::jaro(typed, &bare(word)) >= MIN_SIMILARITY))
}

/// Returns the context `kind` of a parser error. Returns `None` if the error has no such context, or if the context is
/// not a string.
fn text_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// A message about a value that cannot be parsed, and the hint.
struct ValueMessage {
    message: String,
    hint: String,
}

impl ValueMessage {
    /// Returns the message for an error from parsing a number or a time, or for an error whose text contains an
    /// example. Returns `None` for other errors. `typed` is the value on the command line.
    fn of(error: &(dyn std::error::Error + 'static), typed: Option<&str>) -> Option<Self> {
        let plain = |message: &str, hint: &str| Self { message: message.into(), hint: hint.into() };
        if let Some(error) = error.downcast_ref::<humantime::DurationError>() {
            let message = match error {
                humantime::DurationError::NumberOverflow => "the time is too long, or shorter than 1 ns",
                _ => "a time is expected",
            };
            return Some(plain(message, "write a number and its unit in one word, as in 60s or 5min"));
        }
        if error.is::<ParseFloatError>() {
            return Some(plain("a number is expected", "write a number, as in 4 or 0.5"));
        }
        if let Some(error) = error.downcast_ref::<ParseIntError>() {
            return Some(match error.kind() {
                IntErrorKind::PosOverflow => plain("the number is too large", "choose a smaller number"),
                _ if typed.is_some_and(|typed| typed.starts_with('-')) => {
                    plain("a whole number is expected", "write a number without the sign")
                }
                _ => plain("a whole number is expected", "write a whole number, as in 4"),
            });
        }
        let said = error.to_string();
        let example = said.split_once(", as in ").map(|(_, example)| format!("write it as in {example}"));
        Self::of_range(&said).or_else(|| Some(Self { hint: example?, message: said.clone() }))
    }

    /// Returns the message for a number out of range. `said` is the parser's message, such as `0 is not in 1..=100`.
    /// Returns `None` if the parser's message is not about a range. Some numbers have no maximum except that of their
    /// type. The returned message contains such a maximum only if the number exceeds this maximum.
    fn of_range(said: &str) -> Option<Self> {
        let (typed, range) = said.split_once(" is not in ")?;
        let (min, max) = range.split_once("..")?;
        let max = max.trim_start_matches('=');
        let number = |text: &str| text.parse::<i128>().ok();
        let is_endless = [u64::from(u16::MAX), u64::from(u32::MAX), u64::MAX].iter().any(|end| end.to_string() == max);
        if (is_endless || max.is_empty()) && number(typed) < number(min) {
            let hint = format!("choose a whole number from {min}");
            return Some(Self { message: format!("must be at least {min}"), hint });
        }
        let hint = format!("choose a whole number from {min} to {max}");
        Some(Self { message: format!("must be from {min} to {max}"), hint })
    }
}

/// Returns whether the error lists the possible values of an argument.
fn has_possible_values(error: &clap::Error) -> bool {
    matches!(error.get(ContextKind::ValidValue), Some(ContextValue::Strings(values)) if !values.is_empty())
}

/// Returns the correction of the command line for a parser error, or `None` if the help is the best answer.
fn cure(error: &clap::Error) -> Option<String> {
    let argument = text_of(error, ContextKind::InvalidArg);
    let option = argument.and_then(|argument| argument.split([' ', '=']).next());
    match (error.kind(), error.get(ContextKind::PriorArg)) {
        (ErrorKind::ArgumentConflict, Some(ContextValue::String(other))) if Some(other.as_str()) == argument => {
            Some("leave out all but one of them".into())
        }
        (ErrorKind::ArgumentConflict, Some(ContextValue::Strings(others))) if others.len() > 1 => {
            Some(format!("leave out {}, or all of the others", option?))
        }
        (ErrorKind::ArgumentConflict, _) => Some("leave out one of them".into()),
        (ErrorKind::UnknownArgument, _) => {
            argument.filter(|argument| !argument.starts_with('-')).map(|argument| format!("leave out '{argument}'"))
        }
        (ErrorKind::InvalidValue, _) => Some(match text_of(error, ContextKind::InvalidValue) {
            None | Some("") if option?.starts_with('-') => format!("write a value after {}, or leave it out", option?),
            None | Some("") if !has_possible_values(error) => format!("write a value for {}", option?),
            _ => "choose one of the possible values".into(),
        }),
        (ErrorKind::TooManyValues, _) => Some("leave out the value".into()),
        _ => None,
    }
}

impl CommandLine {
    /// Returns a hint that describes how to correct the command line. If the mistake is not recognised, the hint refers
    /// to the help.
    fn where_to_look(&self, error: &clap::Error) -> String {
        let unknown = match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name)) => name.parse::<Board>().ok(),
            _ => None,
        };
        if let Some(board) = unknown {
            return format!("courser tour {board} finds a tour; courser --help lists the commands");
        }
        let given: Vec<_> = self.words().collect();
        let Some(command) = self.command() else { return "courser --help lists the commands".into() };
        let takes_a_board = command.get_arguments().any(|argument| argument.get_id() == "size");
        let name = command.get_bin_name().unwrap_or_default();
        // Two mistakes are common: a board written as several words, and `--magic`, which is not an option.
        let after: Vec<&str> =
            given.iter().skip_while(|argument| *argument != command.get_name()).skip(1).map(String::as_str).collect();
        match after[..] {
            [rows, "x" | "X", cols, ..] | [rows, cols, ..]
                if takes_a_board && rows.parse::<u32>().is_ok() && cols.parse::<u32>().is_ok() =>
            {
                format!("write the board in one word: {name} {rows}x{cols}")
            }
            _ if after.contains(&MAGIC) => {
                format!("leave it out: there is no search for magic tours; {name} --help lists the options")
            }
            _ => cure(error).unwrap_or_else(|| format!("{name} --help lists its options, with examples")),
        }
    }

    /// Returns the hint for a known mistake, or `None` for other errors.
    fn hint(&self, error: &clap::Error) -> Option<String> {
        let text = |kind| text_of(error, kind);
        let command = self.command();
        match error.kind() {
            ErrorKind::InvalidSubcommand => {
                let typed = text(ContextKind::InvalidSubcommand)?;
                let known =
                    COMMANDS.iter().find(|(words, _)| words.contains(&typed)).map(|(_, cure)| (*cure).to_owned());
                let is_board = command.is_some_and(|command| command.get_name() == "graph");
                let none = Options::default();
                renamed(typed, "", &none).or(known).or(is_board.then(|| renamed("graph", "BOARD", &none)).flatten())
            }
            ErrorKind::ArgumentConflict if command.as_ref()?.get_name() == "queens" => {
                // If the command line has a second number, the parser treats this number as a subcommand.
                let numbers = || self.words().filter(|argument| argument.parse::<u32>().is_ok());
                (numbers().count() > 1)
                    .then(|| format!("one number is enough: courser queens {}", numbers().next().unwrap_or_default()))
            }
            ErrorKind::UnknownArgument => {
                let (argument, command) = (text(ContextKind::InvalidArg)?, command?);
                let (name, options) = (command.get_name(), self.options_of(&command));
                let with_value = self.words_after(argument).next().map(|value| format!("{argument} {value}"));
                with_value
                    .and_then(|option| renamed(name, &option, &options))
                    .or_else(|| renamed(name, argument, &options))
                    .or_else(|| self.unknown(argument, &options))
            }
            ErrorKind::InvalidValue => {
                let (argument, typed) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
                let option = argument.split(' ').next().unwrap_or(argument);
                let with_value = format!("{option} {typed}");
                let command = command?;
                let old = if typed.is_empty() { option } else { &with_value };
                let old = renamed(command.get_name(), old, &self.options_of(&command));
                if old.is_some() {
                    return old;
                }
                let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue) else { return None };
                let (.., meant) = VALUES.iter().find(|(option, typos, _)| {
                    argument.split(' ').next() == Some(option) && typos.contains(&typed.to_ascii_lowercase().as_str())
                })?;
                valid.iter().any(|value| value == meant).then(|| format!("use {meant}"))
            }
            ErrorKind::MissingRequiredArgument => {
                let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
                missing.iter().all(|name| name.starts_with("--")).then(|| format!("add {}", missing.join(" and ")))
            }
            ErrorKind::ValueValidation => {
                let (argument, typed) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
                let said = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
                if argument == "[BOARD]"
                    && let Some(cure) = not_a_board(command?.get_name(), typed)
                {
                    return Some(cure);
                }
                if said.starts_with("time unit needed") {
                    return Some(format!(
                        "write the unit behind the number, in one word, as in {typed}s or {typed}min"
                    ));
                }
                None
            }
            _ => None,
        }
    }

    /// Returns the options of `command`, and the options present in the arguments.
    fn options_of(&self, command: &Command) -> Options {
        let given = self.words().filter_map(|word| {
            let name = word.strip_prefix("--")?;
            Some(name.split_once('=').map_or(name, |(name, _)| name).to_owned())
        });
        let given: Vec<String> = given.collect();
        let is_given = |option: &Arg| option.get_long().is_some_and(|name| given.iter().any(|given| given == name));
        let all = || command.get_arguments().filter(|option| option.get_long().is_some());
        // An option that conflicts with a given option is not suggested.
        let conflict = |one: &Arg, other: &Arg| {
            command.get_arg_conflicts_with(one).iter().any(|conflicting| conflicting.get_id() == other.get_id())
        };
        // `get_arg_conflicts_with` does not list conflicts between options of the same group.
        let share_group = |one: &Arg, other: &Arg| {
            let holds = |group: &ArgGroup, option: &Arg| group.get_args().any(|id| id == option.get_id());
            command.get_groups().any(|group| !group.clone().is_multiple() && holds(group, one) && holds(group, other))
        };
        let is_free = |option: &&Arg| {
            is_given(option)
                || !all().any(|other| {
                    is_given(other)
                        && (conflict(option, other) || conflict(other, option) || share_group(option, other))
                })
        };
        let known = all().filter(is_free).filter_map(Arg::get_long).map(str::to_owned).collect();
        let all = all().filter_map(Arg::get_long).map(str::to_owned).collect();
        Options { all, known, given, needs_adapter: command.get_name() == "watch" }
    }

    /// Returns the arguments after an option. If the option is written with `=`, the text after the `=` is the first
    /// returned argument.
    fn words_after(&self, option: &str) -> impl Iterator<Item = String> {
        let mut words = self.words();
        let value = words.find_map(|word| match word.strip_prefix(option)? {
            "" => Some(None),
            value => value.strip_prefix('=').map(|value| Some(value.to_owned())),
        });
        value.flatten().into_iter().chain(words)
    }

    /// Returns the hint for an unknown argument, or `None` if there is no suitable hint.
    fn unknown(&self, argument: &str, options: &Options) -> Option<String> {
        let known = OPTIONS.iter().filter(|(words, cure)| words.contains(&argument) && options.know(cure));
        if let Some((_, cure)) = known.into_iter().next() {
            return Some((*cure).to_owned());
        }
        let words: Vec<String> = self.words().collect();
        // The user has written the time of --limit in two words.
        let mut after_limit = self.words_after("--limit");
        if let (Some(number), Some(unit)) = (after_limit.next(), after_limit.next())
            && unit == argument
            && let time = number + &unit
            && time.parse::<humantime::Duration>().is_ok()
        {
            return Some(format!("write {time}, in one word"));
        }
        // The user has written an option with no hyphen or with only one hyphen. After a single hyphen, the parser has
        // read only the first letter.
        let bare = |word: &str| word.trim_start_matches('-').to_owned();
        let is_it = |word: &&String| word.starts_with(argument) && !word.starts_with("--");
        if let Some(word) =
            words.iter().filter(is_it).map(|word| bare(word)).find(|word| options.know(&format!("--{word}")))
        {
            return Some(format!("write --{word}"));
        }
        let extension = argument.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        let is_file = extension.is_some_and(|extension| extension.parse::<FileFormat>().is_ok());
        (is_file && options.know("--output")).then(|| format!("use -o {argument} to write there"))
    }

    /// Returns the arguments, rewritten so that a value which begins with a hyphen and a digit is parsed as a value. No
    /// option begins with a hyphen and a digit.
    pub(crate) fn with_hyphens(&self) -> Vec<OsString> {
        let mut arguments = self.0.clone();
        let is_number = |text: &OsString| {
            text.to_str()
                .and_then(|text| text.strip_prefix('-'))
                .is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
        };
        let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        let Some(first) = arguments[..end].iter().skip(1).position(is_number) else { return arguments };
        let command = self.command();
        let takes_values = |option: &OsString| {
            let Some(option) = option.to_str().filter(|option| option.starts_with('-') && !option.contains('=')) else {
                return false;
            };
            let is_it = |argument: &&Arg| match option.strip_prefix("--") {
                Some(long) => argument.get_long() == Some(long),
                None => argument.get_short().is_some_and(|short| option[1..] == short.to_string()),
            };
            let found = command.iter().flat_map(Command::get_arguments).find(is_it);
            found.is_some_and(|argument| argument.get_action().takes_values())
        };
        let (mut kept, mut values): (Vec<OsString>, Vec<OsString>) = (arguments[..=first].to_vec(), Vec::new());
        for argument in &arguments[first + 1..end] {
            match kept.last_mut() {
                Some(option) if is_number(argument) && takes_values(option) => {
                    option.push("=");
                    option.push(argument);
                }
                _ if is_number(argument) => values.push(argument.clone()),
                _ => kept.push(argument.clone()),
            }
        }
        if !values.is_empty() || end < arguments.len() {
            kept.push("--".into());
        }
        kept.append(&mut values);
        kept.extend(arguments.drain(end..).skip(1));
        kept
    }
}

/// Returns the hint for a BOARD argument that is a file name or has several layers, or `None` for any other argument.
fn not_a_board(command: &str, typed: &str) -> Option<String> {
    let has_graphs = ["tour", "count"].contains(&command);
    if Path::new(typed).exists() {
        let board = format!("a board in a file is given with --board {typed}");
        let graph = has_graphs.then(|| format!(", or a graph in a file: courser graph {command} {typed}"));
        return Some(board + &graph.unwrap_or_default());
    }
    if typed.contains(['.', '/']) && typed.contains(|letter: char| letter.is_alphabetic() && letter != 'x') {
        return Some("write rows x columns, as in 8x8, or name an existing file with --board FILE".into());
    }
    let graph = if has_graphs { command } else { "tour" };
    typed
        .parse::<Space>()
        .ok()
        .map(|space| format!("a board of several layers is a graph: courser graph {graph} {space}"))
}

/// Returns the hint for an old name of a command or an option. Returns `None` for other names. Some options have been
/// renamed in all commands. For such an option, returns the hint only if `options` contains the new name.
fn renamed(command: &str, option: &str, options: &Options) -> Option<String> {
    let serves = |(old, _, new): &(&str, &str, &str)| *old == command || *old == EVERY && options.know(new);
    let (.., new) = RENAMED.iter().find(|row| row.1 == option && serves(row))?;
    Some(format!("that is now {new}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelog_has_every_old_name_and_each_new_one_is_a_command_with_its_options() {
        let (changelog, line) = (include_str!("../../CHANGELOG.md"), CommandLine::new(std::iter::empty()));
        for (command, option, new) in RENAMED {
            let (old, new) = match *command {
                EVERY => (format!("courser … {option}"), format!("courser … {new}")),
                command => (format!("courser {command} {option}"), (*new).to_owned()),
            };
            let row = format!("| `{}` | `{new}` |", old.trim_end());
            assert!(changelog.contains(&row), "CHANGELOG.md has no row {row}");
            let new = new.replace('…', "tour BOARD");
            let words = || new.split(' ').skip(1);
            let command = command::named(words()).expect("a command");
            assert!(line.options_of(&command).know(&new), "{new}");
            assert!(command.get_subcommands().count() == 0 || words().nth(1) == Some("BOARD"), "{new}");
        }
    }
}

//! Slips: what people type, and what they mean. The parser guesses by likeness of letters; this is by meaning.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use courser::Format;

use crate::args::Cli;
use crate::hints::{Hint, Options};

/// Words in place of a command.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["find", "generate", "new", "run", "solve"], "courser tour 8x8 finds a tour"),
    (&["judge", "validate", "verify"], "courser check FILE judges a tour"),
    (&["paint", "plot", "render", "show"], "courser draw FILE -o tour.png draws a tour"),
    (&["version"], "courser --version prints the version"),
];

/// Options that there are not. A cure that names an option which the command does not have is passed over.
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

/// Values of an option, and the value that is meant.
const VALUES: &[(&str, &[&str], &str)] = &[
    ("--device", &["cuda", "metal", "nvidia", "opencl", "rocm", "vulkan"], "gpu"),
    ("--format", &["bmp", "jpeg", "jpg", "webp"], "png"),
];

/// Returns the hint for a slip; `None` for an error that is none.
pub(crate) fn hint(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let command = command(std::env::args_os().skip(1));
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let typed = text(ContextKind::InvalidSubcommand)?;
            COMMANDS.iter().find(|(words, _)| words.contains(&typed)).map(|(_, cure)| (*cure).to_owned())
        }
        ErrorKind::ArgumentConflict if command.as_ref()?.get_name() == "queens" => {
            // A second number is taken for a subcommand.
            let numbers = || std::env::args().skip(1).filter(|argument| argument.parse::<u32>().is_ok());
            (numbers().count() > 1)
                .then(|| format!("one number is enough: courser queens {}", numbers().next().unwrap_or_default()))
        }
        ErrorKind::UnknownArgument => unknown(text(ContextKind::InvalidArg)?, &command?),
        ErrorKind::InvalidValue => {
            let (argument, typed) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
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
            if argument == "[BOARD]" && typed.contains('.') && !typed.contains("..") {
                let ways = [
                    format!("a board in a file is given with --board {typed}"),
                    format!("a graph in a file with --graph {typed}"),
                ];
                return Some(Hint::any(ways).sentence(&options_of(&command?)));
            }
            if said.starts_with("time unit needed") {
                return Some(format!("write the unit behind the number, in one word, as in {typed}s or {typed}min"));
            }
            range(&said)
        }
        _ => None,
    }
}

/// Returns the options of the command that runs, and those that are given.
pub(crate) fn options() -> Options {
    let all = Cli::command();
    let command = command(std::env::args_os().skip(1)).unwrap_or(all);
    options_of(&command)
}

/// Returns the options of a command, and those of them that are given.
fn options_of(command: &Command) -> Options {
    let mut command = command.clone();
    command.build();
    // A window needs an adapter: the device of `watch` is that of a grown tour alone.
    let serves = |option: &&str| (command.get_name(), *option) != ("watch", "device");
    let known = command.get_arguments().filter_map(Arg::get_long).filter(serves).map(str::to_owned).collect();
    let given = std::env::args().skip(1).filter_map(|word| {
        let name = word.strip_prefix("--")?;
        Some(name.split_once('=').map_or(name, |(name, _)| name).to_owned())
    });
    Options { known, given: given.collect() }
}

/// The command that arguments name.
fn command(mut arguments: impl Iterator<Item = OsString>) -> Option<Command> {
    let all = Cli::command();
    arguments.find_map(|argument| all.find_subcommand(argument).cloned())
}

/// The cure of an argument that the command does not have.
fn unknown(argument: &str, command: &Command) -> Option<String> {
    let options = options_of(command);
    let known = OPTIONS.iter().filter(|(words, cure)| words.contains(&argument) && options.know(cure));
    if let Some((_, cure)) = known.into_iter().next() {
        return Some((*cure).to_owned());
    }
    // An option with one hyphen, whose first letter alone the parser has read, or with none.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let bare = |word: &str| word.trim_start_matches('-').to_owned();
    let is_it = |word: &&String| word.starts_with(argument) && !word.starts_with("--");
    if let Some(word) =
        words.iter().filter(is_it).map(|word| bare(word)).find(|word| options.know(&format!("--{word}")))
    {
        return Some(format!("write --{word}"));
    }
    let extension = argument.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let is_file = extension.is_some_and(|extension| extension.parse::<Format>().is_ok());
    (is_file && options.know("--output")).then(|| format!("use -o {argument} to write there"))
}

/// The numbers that are allowed, by what the parser says of one that is not.
fn range(said: &str) -> Option<String> {
    let (_, range) = said.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most = most.trim_start_matches('=');
    let is_endless = [u64::from(u16::MAX), u64::from(u32::MAX), u64::MAX].iter().any(|end| end.to_string() == most);
    Some(if is_endless || most.is_empty() {
        format!("choose a whole number from {least}")
    } else {
        format!("choose a whole number from {least} to {most}")
    })
}

/// Returns the arguments so that a value which begins with a hyphen and a digit is read as one, by its own parser: no
/// option begins so.
pub(crate) fn with_hyphens(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let is_number = |text: &OsString| {
        text.to_str()
            .and_then(|text| text.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let Some(first) = arguments[..end].iter().skip(1).position(is_number) else { return arguments };
    let command = command(arguments.iter().skip(1).cloned());
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

//! The format that an answer is asked for in: by name, or by the extension of its file.
//!
//! A format's name on the command line is its extension too, but for `text`, which is `.txt`.

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use crate::args::{OutputArgs, PictureFormat};
use crate::error::Failure;

/// The name of a format as --format takes it.
pub(crate) fn name(format: &impl ValueEnum) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The format of another list that has the same name, if one has.
pub(crate) fn same<F: ValueEnum>(format: &impl ValueEnum) -> Option<F> {
    F::from_str(&name(format), false).ok()
}

/// The picture that a format is, if it is one.
pub(crate) fn picture(format: impl ValueEnum) -> Option<PictureFormat> {
    same(&format)
}

fn extension(format: &impl ValueEnum) -> String {
    let name = name(format);
    if name == "text" { "txt".into() } else { name }
}

/// The format that a file with this name is written in, if its extension says.
pub(crate) fn by_extension<F: ValueEnum>(file: &Path) -> Option<F> {
    let asked = file.extension()?;
    F::value_variants().iter().find(|format| asked.eq_ignore_ascii_case(extension(*format))).cloned()
}

/// The format asked for: by name, or by the file's extension, of which `of` knows; none where there is no file
/// to say. `known` are the extensions in words.
pub(crate) fn chosen<F: ValueEnum + Send + Sync + 'static>(
    args: &OutputArgs<F>,
    of: impl Fn(&Path) -> Option<F>,
    known: &str,
) -> Result<Option<F>, Failure> {
    if args.json {
        return Ok(F::from_str("json", false).ok());
    }
    match (&args.format, args.output.as_deref().filter(|path| path.as_os_str() != "-")) {
        (Some(format), _) => Ok(Some(format.clone())),
        (None, None) => Ok(None),
        (None, Some(path)) => of(path).map(Some).ok_or_else(|| {
            Failure::input(
                format!("{}: no format has this extension", path.display()),
                format!("use {known}, or name one with --format"),
            )
        }),
    }
}

/// The same where every format has an extension, and what has none, or `text` for one, is written in the default format.
pub(crate) fn chosen_or_default<F: ValueEnum + Default + Send + Sync + 'static>(
    args: &OutputArgs<F>,
    text: Option<&str>,
) -> Result<F, Failure> {
    let of = |path: &Path| match path.extension() {
        Some(extension) if text.is_none_or(|text| !extension.eq_ignore_ascii_case(text)) => by_extension(path),
        _ => Some(F::default()),
    };
    let known: Vec<String> = F::value_variants().iter().map(|format| format!(".{}", extension(format))).collect();
    let (last, others) = known.split_last().expect("there is a format");
    Ok(chosen(args, of, &format!("{} or {last}", others.join(", ")))?.unwrap_or_default())
}

/// Writes an answer as one line of JSON.
pub(crate) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

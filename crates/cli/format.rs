//! The format of an answer: by name, or by the extension of its file.

use std::io::{self, Write};
use std::path::Path;

use courser::{Content, Format};
use serde::Serialize;

use crate::args::OutputArgs;
use crate::error::{Failure, Result};

/// The format asked for by name or by the file's extension; `None` if nothing names one.
pub(crate) fn chosen(named: Option<Format>, output: Option<&Path>, content: Content) -> Result<Option<Format>> {
    let by_extension = |path| by_extension(path, content, ", or name one with --format");
    let file = output.filter(|path| named.is_none() && path.as_os_str() != "-");
    Ok(file.map(by_extension).transpose()?.or(named))
}

/// The format that the extension of a file names; the cure may say more.
pub(crate) fn by_extension(file: &Path, content: Content, more: &str) -> Result<Format> {
    content.format_of(file).ok_or_else(|| {
        let known: Vec<String> =
            content.formats().filter_map(|format| Some(format!(".{}", format.extensions().first()?))).collect();
        let (last, others) = known.split_last().expect("a content that no format holds");
        let others = others.join(", ");
        Failure::input(
            format!("{}: no format of {content} has this extension", file.display()),
            format!("use {others} or {last}{more}"),
        )
    })
}

impl OutputArgs {
    /// The format asked for; `None` if nothing names one.
    pub(crate) fn format(&self, content: Content) -> Result<Option<Format>> {
        let named = if self.json { Some(Format::Json) } else { self.format };
        chosen(named, self.output.as_deref(), content)
    }

    /// The format asked for; plain text if nothing names one.
    pub(crate) fn format_or_text(&self, content: Content) -> Result<Format> {
        Ok(self.format(content)?.unwrap_or(Format::Text))
    }
}

/// Writes an answer as one line of JSON.
pub(crate) fn json(out: &mut dyn Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

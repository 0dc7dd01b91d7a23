//! Implements `courser survey merge`, which combines the shards of a survey.

use std::io::Read as _;

use courser::board::Shard;
use courser::board::words::shorten;
use courser::survey::Header;

use super::table::{COLUMNS, each_row, read_header, read_line};
use crate::error::{Failure, Result};
use crate::input;
use crate::output::OutputTarget;
use crate::survey::args::SurveyMergeArgs;

pub(super) fn run(args: &SurveyMergeArgs) -> Result<()> {
    let mut parts = Vec::new();
    for path in &args.parts {
        let name = input::name(path);
        let mut file = input::lines(path)?;
        let header = read_header(&name, &mut file)?;
        parts.push((name, header.share(), (Header { shard: None, ..header }, file)));
    }
    let mut parts = Shard::whole(parts, |(one, _), (other, _)| one == other)?;
    let (of, whole) = (parts.len() as u64, parts[0].1.0.clone());
    let rows = whole.rows();
    let output = OutputTarget::open(args.output.as_deref())?;
    // Rows are written only after all shards have been read.
    let mut merged = format!("{whole}\n{COLUMNS}\n");
    let mut row = |at: u64| {
        if at >= rows {
            return Ok(None);
        }
        let (name, (_, file)) = &mut parts[(at % of) as usize];
        match read_line(name, file)? {
            Some(text) => Ok(Some((name.clone(), text))),
            None => Err(Failure::input(
                format!("{name} ends before its last row"),
                "it was cut off: run its command once more, it goes on where it was",
            )),
        }
    };
    each_row(&whole, &mut row, &mut |_, _, row| {
        merged.push_str(&row.text);
        merged.push('\n');
    })?;
    for (name, (_, file)) in &mut parts {
        let mut more = Vec::new();
        file.take(100).read_to_end(&mut more).map_err(|error| Failure::reading(name, &error))?;
        if let Some(row) = String::from_utf8_lossy(&more).lines().next() {
            let text = format!("{name} goes on after the last row of its shard: '{}'", shorten(row));
            let cure = "remove the row if it was added by hand, or remove the file and make the shard anew";
            return Err(Failure::input(text, cure));
        }
    }
    output.put(|out| out.write_all(merged.as_bytes()))
}

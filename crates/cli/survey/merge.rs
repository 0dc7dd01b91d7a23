//! `courser survey merge`: the shards of a survey put together.

use std::collections::BTreeMap;
use std::io::{BufRead, Read as _};

use courser::board::words::shorten;
use courser::engine::survey::{Header, Shard};

use super::table::{COLUMNS, each_row, read_header, read_line};
use crate::args::survey::MergeArgs;
use crate::error::{Failure, Result, refuse};
use crate::input;
use crate::output::Output;

pub(super) fn run(args: &MergeArgs) -> Result<()> {
    let mut parts: BTreeMap<u64, (String, Box<dyn BufRead>)> = BTreeMap::new();
    let mut whole: Option<(Header, u64, String)> = None;
    for path in &args.parts {
        let name = input::name(path);
        let mut file = input::lines(path)?;
        let header = read_header(&name, &mut file)?;
        let Shard { index, of } = header.share();
        let survey = Header { shard: None, ..header };
        let (first, shards, other) = whole.get_or_insert_with(|| (survey.clone(), of, name.clone()));
        let text = format_args!("{name} and {other} are not shards of one survey");
        let cure = "their first lines must say the same but for the shard's number";
        refuse(*first != survey || *shards != of, text, cure)?;
        if let Some((other, _)) = parts.insert(index, (name.clone(), file)) {
            let text = format!("{name} and {other} are both shard {index}/{of}");
            return Err(Failure::input(text, "give each shard once"));
        }
    }
    let (whole, of, _) = whole.expect("clap wants at least one part");
    if let Some(missing) = (0..of).find(|index| !parts.contains_key(index)) {
        let cure = format!("make it with --shard {missing}/{of} and the options of the others");
        return Err(Failure::input(format!("shard {missing}/{of} is missing"), cure));
    }
    let rows = whole.rows();
    let output = Output::open(args.output.as_deref())?;
    // Rows are written only after all of them have been read.
    let mut merged = format!("{whole}\n{COLUMNS}\n");
    let mut row = |at: u64| {
        if at >= rows {
            return Ok(None);
        }
        let (name, file) = parts.get_mut(&(at % of)).expect("every shard is there");
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
    for (name, file) in parts.values_mut() {
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

//! Implements `courser count --shard`, which counts one shard on one of many computers, and `courser count merge`,
//! which combines the results.

use std::path::{Path, PathBuf};

use courser::board::Shard;
use courser::count::{self, BigUint, CountOptions, CountTask, ShardResult};
use courser::{Content, FileFormat};

use crate::args::VERSION;
use crate::count::args::{CountArgs, MergeArgs};
use crate::count::number::{CountAnswer, disk};
use crate::counting::{Watch, is_ruled_out};
use crate::error::{Context as _, Result, note, refuse};
use crate::{input, interrupt};

/// Maximum length of the result of a shard in bytes. Only results for boards with many holes are nearly this long.
const MAX_BYTES: u64 = 1 << 26;

/// Counts the tours of a shard, unless the output file already contains the result of this shard.
pub(super) fn run(args: &CountArgs, task: &CountTask, shard: Shard) -> Result<()> {
    let format = args.output.format(Content::Count)?.unwrap_or(FileFormat::Json);
    refuse(format != FileFormat::Json, "the result of a shard is JSON", "name a file -o PART.json")?;
    let file = args.output.output.as_deref().filter(|path| path.as_os_str() != "-");
    // A pipe or a device cannot contain an earlier result.
    if let Some(path) = file.filter(|path| path.is_file()) {
        let name = input::name(path);
        let part = read(path)?;
        let is_other = part.task() != task || part.shard() != shard;
        refuse(is_other, format_args!("{name} exists and is not shard {shard} of this count"), "name another file")?;
        note(format_args!("{name} is there already"));
        return Ok(());
    }
    let output = args.output.open()?;
    interrupt::hint("run the same command again to count the shard");
    let folders = [args.disk.clone().map(|folder| (folder, true)), args.layers.clone().map(|folder| (folder, false))];
    let folder = folders.into_iter().flatten().next().or_else(|| Some((beside(file?, task), false)));
    let watch = Watch::new();
    let part = if is_ruled_out(task) {
        Ok(ShardResult::of_none(task, shard, VERSION))
    } else {
        let disk = folder.map(|(folder, all)| disk(&folder, all));
        watch.follow(|options| count::count_shard(task, shard, &CountOptions { disk, build: VERSION, ..options }))
    };
    watch.finish();
    let part = part?;
    output.put(|out| write!(out, "{part}"))
}

/// Returns the folder for the halves of the board. The folder is next to the file with the result. The name of the
/// folder depends on the task.
fn beside(part: &Path, task: &CountTask) -> PathBuf {
    part.with_file_name(format!("layers-{}", task.digest(VERSION)))
}

/// Reads the result of a shard from a file.
fn read(path: &Path) -> Result<ShardResult> {
    let bytes = input::read(path, MAX_BYTES)?;
    ShardResult::read(&String::from_utf8_lossy(&bytes), VERSION).named(input::name(path))
}

/// Combines the results of all shards and prints the number of tours.
pub(super) fn merge(args: &MergeArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Count)?;
    let parts: Vec<(String, ShardResult)> =
        args.parts.iter().map(|path| Ok((input::name(path), read(path)?))).collect::<Result<_>>()?;
    let task = parts.first().map(|(_, part)| part.task().clone());
    let seconds = parts.iter().map(|(_, part)| part.seconds()).sum();
    let number: BigUint = count::merge(parts)?;
    let task = task.expect("clap wants a part");
    let answer = CountAnswer { seconds: Some(seconds), ..CountAnswer::new(&task, false, None, &number) };
    answer.write(format, args.output.open()?)
}

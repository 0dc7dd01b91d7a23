//! `courser count -w`, `--hostfile`: a count that several workers do together.

use std::path::Path;

use courser::count::{self, BigUint, Cluster, Task};
use courser::engine::memory;

use super::{Watch, checkpoint};
use crate::args::{CountArgs, VERSION};
use crate::error::Failure;
use crate::{input, interrupt};

/// Counts as one of the workers' processes.
pub(super) fn run(args: &CountArgs, task: &Task, watch: &Watch) -> Result<BigUint, Failure> {
    let (hosts, process) = match (&args.hostfile, args.process) {
        (Some(path), Some(process)) => (hosts(path, process)?, process),
        _ => (Vec::new(), 0),
    };
    let cluster = Cluster {
        hosts,
        process,
        secret: secret(args)?,
        wait: args.wait.into(),
        patience: args.patience.into(),
        memory: Some(memory::available()),
        checkpoint: checkpoint(args),
        build: VERSION.into(),
        ..Cluster::new(args.workers.unwrap_or(1).into(), lost)
    };
    let watch = watch.clone();
    let see = Box::new(move |progress| watch.see(progress));
    Ok(interrupt::searching(|stop| count::count_together(task, &cluster, Some(stop), Some(see)))?)
}

/// Where a secret is looked for if no file is given.
const SECRET: &str = "COURSER_SECRET";

/// The fewest bytes of a secret: what is shorter can be found by trying.
const SHORTEST: usize = 16;

/// What all processes of the count know: the content of a file, or of the environment.
fn secret(args: &CountArgs) -> Result<Option<Vec<u8>>, Failure> {
    let (name, text) = match &args.secret_file {
        Some(path) => (path.display().to_string(), input::read_text(path)?),
        None => match std::env::var_os(SECRET) {
            Some(text) => (SECRET.to_owned(), text.to_string_lossy().into_owned()),
            None => return Ok(None),
        },
    };
    let secret = text.trim_end();
    if secret.len() < SHORTEST {
        return Err(Failure::input(
            format!("{name}: a secret of {} bytes, where at least {SHORTEST} are needed", secret.len()),
            "make one, as with: head -c 32 /dev/urandom | base64",
        ));
    }
    Ok(Some(secret.as_bytes().to_vec()))
}

/// The processes' addresses, a line each.
fn hosts(path: &Path, process: usize) -> Result<Vec<String>, Failure> {
    let text = input::read_text(path)?;
    let name = path.display();
    let hosts = count::hosts(&text).map_err(|error| Failure::input(format!("{name}: {error}"), error.hint()))?;
    if process >= hosts.len() {
        return Err(Failure::input(
            format!("--process {process}: {name} has {} processes, counted from 0", hosts.len()),
            "start one process for each line of --hostfile",
        ));
    }
    Ok(hosts)
}

/// Another process is gone: an error, here and now, and never a number.
fn lost(message: &str) -> ! {
    let failure = Failure::machine(message, "see why it ended, and start all processes again");
    failure.report();
    interrupt::end(failure.code())
}

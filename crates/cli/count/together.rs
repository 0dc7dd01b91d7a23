//! `courser count -w`, `--hostfile`: a count that several workers do together.

use std::path::Path;

use courser::count::{self, BigUint, Cluster, Task};
use courser::engine::memory;

use super::Watch;
use crate::args::CountArgs;
use crate::error::Failure;
use crate::{input, interrupt};

/// Counts as one of the workers' processes.
pub(super) fn run(args: &CountArgs, task: &Task, watch: &Watch) -> Result<BigUint, Failure> {
    let (hosts, process) = match (&args.hostfile, args.process) {
        (Some(path), Some(process)) => (hosts(path, process)?, process),
        _ => (Vec::new(), 0),
    };
    let workers = args.workers.unwrap_or(1).into();
    let cluster = Cluster { workers, hosts, process, memory: Some(memory::available()), lost };
    let watch = watch.clone();
    let see = Box::new(move |progress| watch.see(progress));
    Ok(interrupt::searching(|stop| count::count_together(task, &cluster, Some(stop), Some(see)))?)
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
    std::process::exit(failure.code().into());
}

//! `courser count -w`, `--hostfile`: a count that several workers do together.

use std::path::Path;

use courser::board::words::shorten_to;
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
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.display();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let hosts: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let is_address = |host: &String| {
        let is_name = |name: &str| !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control());
        host.rsplit_once(':')
            .is_some_and(|(name, port)| is_name(name) && port.parse::<u16>().is_ok_and(|port| port > 0))
    };
    if let Some(wrong) = hosts.iter().find(|host| !is_address(host)) {
        return Err(Failure::input(
            format!("{name}: '{}' is no host:port", shorten_to(60, wrong)),
            "write a line a process, as in localhost:2101",
        ));
    }
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

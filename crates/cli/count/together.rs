//! `courser count -w`, `--hostfile`: a count that several workers do together.

use std::collections::BTreeSet;
use std::path::Path;

use courser::count::{self, BigUint, Cluster, Task};
use courser::engine::memory;

use super::{Watch, checkpoint, is_ruled_out};
use crate::args::VERSION;
use crate::args::count::CountArgs;
use crate::error::{Failure, Result, note};
use crate::{input, interrupt};

/// Counts as one of the processes of a count.
pub(super) fn run(args: &CountArgs, task: &Task, watch: &Watch) -> Result<BigUint> {
    let (hosts, process, secret) = match (&args.hostfile, args.process) {
        (Some(path), Some(process)) => (hosts(path, process)?, process, secret(args)?),
        _ => (Vec::new(), 0, None),
    };
    if is_ruled_out(task) {
        return Ok(BigUint::ZERO);
    }
    let cluster = Cluster {
        hosts,
        process,
        secret,
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

/// The environment variable with the secret, if no file is given.
const SECRET: &str = "COURSER_SECRET";

/// The fewest bytes of a secret: shorter ones can be found by trying.
const SHORTEST: usize = 16;

/// The most bytes of a file with a secret.
const LONGEST: u64 = 1 << 16;

/// The secret of the count: the bytes of a file, or of the environment, without white space at the end.
fn secret(args: &CountArgs) -> Result<Option<Vec<u8>>> {
    let (name, bytes) = match &args.secret_file {
        Some(path) => (input::name(path), input::read(path, LONGEST)?),
        None => match std::env::var_os(SECRET) {
            Some(text) => (SECRET.to_owned(), text.into_encoded_bytes()),
            None => return Ok(None),
        },
    };
    let secret = bytes.trim_ascii_end();
    if secret.len() < SHORTEST {
        return Err(Failure::input(
            format!("{name}: a secret of {} bytes, where at least {SHORTEST} are needed", secret.len()),
            "make one, as with: head -c 32 /dev/urandom | base64",
        ));
    }
    if is_weak(secret) {
        note(format!("{name}: this secret is easy to guess; make one with: head -c 32 /dev/urandom | base64"));
    }
    #[cfg(unix)]
    if let Some(path) = &args.secret_file
        && std::fs::metadata(path)
            .is_ok_and(|file| std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o44 > 0)
    {
        note(format!("other users can read the secret in {name}; chmod 600 keeps it from them"));
    }
    Ok(Some(secret.to_vec()))
}

/// Returns `true` for a secret of few different bytes, or of one word, with or without digits or signs after it.
fn is_weak(secret: &[u8]) -> bool {
    let end = secret.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    let (word, distinct) = (&secret[..end], secret.iter().collect::<BTreeSet<_>>().len());
    let is_lower = word.iter().skip(1).all(u8::is_ascii_lowercase);
    distinct < 8 || is_lower || word.iter().all(u8::is_ascii_uppercase)
}

/// The addresses of the processes, one per line.
fn hosts(path: &Path, process: usize) -> Result<Vec<String>> {
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

/// Ends this process with an error, since another process is gone.
fn lost(message: &str) -> ! {
    let failure = Failure::machine(message, "see why it ended, and start all processes again");
    failure.report();
    interrupt::end(failure.code)
}

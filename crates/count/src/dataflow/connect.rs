//! How the processes find each other, and make sure that they are of one count.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::Cluster;
use crate::checkpoint::fingerprint;
use crate::{CountError, Task};

/// How long a process waits for the others.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long one that has connected may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);

/// What every process says first: that it is one of courser.
const MAGIC: u64 = u64::from_be_bytes(*b"courser!");

/// What all processes of one count have in common: [`MAGIC`], the version of courser, the task, and how many they are
/// and how many workers each has.
type Greeting = [u64; 4];

/// The sockets to all other processes, in their order; none at this one's place.
///
/// A process connects to those before it and is connected to by those after it.
pub(super) fn all(
    task: &Task,
    cluster: &Cluster,
    stop: Option<&'static AtomicBool>,
) -> Result<Vec<Option<TcpStream>>, CountError> {
    let deadline = Instant::now() + PATIENCE;
    let mut sockets: Vec<Option<TcpStream>> = cluster.hosts.iter().map(|_| None).collect();
    let me = cluster.process;
    let own = &cluster.hosts[me];
    let listener = TcpListener::bind(own).and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    let listener = listener
        .map_err(|error| network(format!("cannot listen on {own}, the address of process {me}: {}", said(&error))))?;
    let greeting = greeting(task, cluster);
    for (process, host) in cluster.hosts.iter().enumerate().take(me) {
        let mut socket = loop {
            match dial(host, deadline) {
                Ok(socket) => break socket,
                Err(error) => {
                    wait(deadline, stop, || format!("process {process} at {host} does not answer: {}", said(&error)))?
                }
            }
        };
        let its = meet(&mut socket, &greeting, me);
        let its = its.map_err(|error| network(format!("process {process} at {host}: {}", said(&error))))?;
        if its != process {
            return Err(network(format!("{host} is process {its}, not {process}")));
        }
        sockets[process] = Some(socket);
    }
    while let Some(missing) = (me + 1..sockets.len()).find(|&process| sockets[process].is_none()) {
        match listener.accept() {
            Ok((mut socket, from)) => {
                match socket.set_nonblocking(false).and_then(|()| meet(&mut socket, &greeting, me)) {
                    Ok(process) if process > me && process < sockets.len() && sockets[process].is_none() => {
                        sockets[process] = Some(socket);
                    }
                    Ok(process) => return Err(network(format!("{from} says that it is process {process}, too"))),
                    // Whoever knocks and is none of ours does not end the count; one that is of another count does.
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                        return Err(network(format!("{from}: {error}")));
                    }
                    Err(_) => {}
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                wait(deadline, stop, || format!("process {missing} did not come within {} s", PATIENCE.as_secs()))?;
            }
            Err(error) => return Err(network(error.to_string())),
        }
    }
    for socket in sockets.iter().flatten() {
        let set = socket.set_nodelay(true).and_then(|()| socket.set_read_timeout(None));
        set.and_then(|()| keep_alive(socket)).map_err(|error| network(error.to_string()))?;
    }
    Ok(sockets)
}

/// A machine that falls silent without a farewell is noticed as well, in about half a minute.
fn keep_alive(socket: &TcpStream) -> io::Result<()> {
    let keepalive =
        socket2::TcpKeepalive::new().with_time(Duration::from_secs(10)).with_interval(Duration::from_secs(5));
    socket2::SockRef::from(socket).set_tcp_keepalive(&keepalive)
}

fn network(message: String) -> CountError {
    CountError::Network { message }
}

fn dial(host: &str, deadline: Instant) -> io::Result<TcpStream> {
    let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left.min(GREETING)) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn wait(deadline: Instant, stop: Option<&AtomicBool>, late: impl FnOnce() -> String) -> Result<(), CountError> {
    if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Err(CountError::Stopped);
    }
    if Instant::now() >= deadline {
        return Err(network(late()));
    }
    thread::sleep(Duration::from_millis(50));
    Ok(())
}

/// An error of the system in words alone.
fn said(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

fn greeting(task: &Task, cluster: &Cluster) -> Greeting {
    let version = env!("CARGO_PKG_VERSION").bytes().fold(0, |version, byte| version << 8 | u64::from(byte));
    [MAGIC, version, fingerprint(task), (cluster.hosts.len() as u64) << 32 | cluster.workers as u64]
}

/// Greets, and tells which process is at the other end.
///
/// Both sides greet before they listen, so that both learn what is wrong.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if it is a process of courser, but not of this count.
fn meet(socket: &mut TcpStream, greeting: &Greeting, me: usize) -> io::Result<usize> {
    let words = greeting.iter().copied().chain([me as u64]);
    let bytes: Vec<u8> = words.flat_map(u64::to_be_bytes).collect();
    socket.write_all(&bytes)?;

    let wrong = |kind, what: &str| Err(io::Error::new(kind, what.to_owned()));
    socket.set_read_timeout(Some(GREETING))?;
    let mut bytes = [0; 8 * 5];
    match socket.read_exact(&mut bytes).map_err(|error| error.kind()) {
        Ok(()) => {}
        Err(io::ErrorKind::UnexpectedEof) => return wrong(io::ErrorKind::InvalidData, "it hung up"),
        // Systems differ in how they call a read that has taken too long.
        Err(io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
            return wrong(io::ErrorKind::InvalidData, "it is silent");
        }
        Err(kind) => return Err(kind.into()),
    }
    let word = |at: usize| u64::from_be_bytes(std::array::from_fn(|byte| bytes[8 * at + byte]));
    let other = |what: &str| wrong(io::ErrorKind::InvalidInput, what);
    if word(0) != greeting[0] {
        return wrong(io::ErrorKind::InvalidData, "that is not courser");
    }
    if word(1) != greeting[1] {
        return other("it is another version of courser");
    }
    if word(2) != greeting[2] {
        return other("it counts something else");
    }
    if word(3) != greeting[3] {
        return other("it has another number of processes, or of workers");
    }
    Ok(word(4) as usize)
}

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

/// What every process says first: the protocol and its version.
const MAGIC: u64 = u64::from_be_bytes(*b"courser1");

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
    let listener =
        listener.map_err(|error| network(format!("cannot listen on {own}, the address of process {me}: {error}")))?;
    let greeting = greeting(task, cluster);
    for (process, host) in cluster.hosts.iter().enumerate().take(me) {
        let mut socket = loop {
            match dial(host, deadline) {
                Ok(socket) => break socket,
                Err(error) => wait(deadline, stop, || format!("process {process} at {host} does not answer: {error}"))?,
            }
        };
        greet(&mut socket, &greeting, me).map_err(|error| network(format!("process {process} at {host}: {error}")))?;
        let its =
            hear(&mut socket, &greeting).map_err(|error| network(format!("process {process} at {host}: {error}")))?;
        if its != process {
            return Err(network(format!("{host} is process {its}, not {process}")));
        }
        sockets[process] = Some(socket);
    }
    while let Some(missing) = (me + 1..sockets.len()).find(|&process| sockets[process].is_none()) {
        match listener.accept() {
            Ok((mut socket, from)) => {
                let process = socket
                    .set_nonblocking(false)
                    .and_then(|()| hear(&mut socket, &greeting))
                    .and_then(|process| greet(&mut socket, &greeting, me).map(|()| process));
                match process {
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

/// What all processes of one count have in common: the task, how many they are, and how many workers each has.
fn greeting(task: &Task, cluster: &Cluster) -> [u64; 3] {
    [MAGIC, fingerprint(task), (cluster.hosts.len() as u64) << 32 | cluster.workers as u64]
}

fn greet(socket: &mut TcpStream, greeting: &[u64; 3], me: usize) -> io::Result<()> {
    let words = greeting.iter().copied().chain([me as u64]);
    let bytes: Vec<u8> = words.flat_map(u64::to_be_bytes).collect();
    socket.write_all(&bytes)
}

/// Which process is at the other end.
fn hear(socket: &mut TcpStream, greeting: &[u64; 3]) -> io::Result<usize> {
    socket.set_read_timeout(Some(GREETING))?;
    let mut bytes = [0; 32];
    socket.read_exact(&mut bytes)?;
    let word = |at: usize| u64::from_be_bytes(std::array::from_fn(|byte| bytes[8 * at + byte]));
    let other = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, what.to_owned()));
    if word(0) != greeting[0] {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "that is no courser, or one of another version"));
    }
    if word(1) != greeting[1] {
        return other("it counts something else");
    }
    if word(2) != greeting[2] {
        return other("it has another number of processes, or of workers");
    }
    Ok(word(3) as usize)
}

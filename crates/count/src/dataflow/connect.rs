//! How the processes find each other, and make sure that they are of one count.
//!
//! Each process connects to those before it and is connected to by those after it, side by side. Whoever connects must
//! prove that it has the secret of the count before anything else of it is heard; the secret itself is never sent.
//! Whoever cannot, or says nothing, is forgotten.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use hmac::{KeyInit, Mac};

use super::Cluster;
use super::link::{Code, Link, locked};
use crate::checkpoint::{fingerprint, version};
use crate::{CountError, Task};

/// How long one that has connected may take to prove who it is.
const GREETING: Duration = Duration::from_secs(5);

/// Connections that are heard at once; where there are more, the oldest is closed.
const GUESTS: usize = 64;

/// How long one waits before it looks again.
const LOOK: Duration = Duration::from_millis(50);

/// What every process says first: that it is one of courser, in the words of this version of the protocol.
const MAGIC: &[u8; 8] = b"courser2";

const NONCE: usize = 32;

/// The bytes of a proof: four words and a code.
const WORDS: usize = 4;
const PROOF: usize = 8 * WORDS + 32;

/// What a process must know to meet another.
struct Meeting {
    secret: Vec<u8>,
    /// The version of courser, the task, and how many processes there are and how many workers each has.
    greeting: [u64; WORDS - 1],
    me: usize,
    hosts: Vec<String>,
    patience: Duration,
}

/// What has come of meeting someone.
enum Met {
    /// A process of this count.
    Peer(usize, Link),
    /// Something that ends the start.
    Wrong(String),
    /// Nobody of ours, or not yet.
    Nobody(Option<usize>, String),
}

/// The links to all other processes, in their order; none at this one's place.
pub(super) fn all(
    task: &Task,
    cluster: &Cluster,
    stop: Option<&'static AtomicBool>,
) -> Result<Vec<Option<Link>>, CountError> {
    let mut links: Vec<Option<Link>> = cluster.hosts.iter().map(|_| None).collect();
    let met = meet_all(task, cluster, stop, &mut links);
    if met.is_err() {
        links.iter().flatten().for_each(Link::hang_up);
    }
    met.map(|()| links)
}

fn meet_all(
    task: &Task,
    cluster: &Cluster,
    stop: Option<&'static AtomicBool>,
    links: &mut [Option<Link>],
) -> Result<(), CountError> {
    let deadline = Instant::now() + cluster.wait;
    let me = cluster.process;
    let meeting = Arc::new(Meeting {
        secret: cluster.secret.clone().unwrap_or_default(),
        greeting: [
            version(&cluster.build),
            fingerprint(task),
            (cluster.hosts.len() as u64) << 32 | cluster.workers as u64,
        ],
        me,
        hosts: cluster.hosts.clone(),
        patience: cluster.patience,
    });
    let listener = listen(cluster)?;
    // Whatever way this ends, nobody is met any more.
    let over = Over(Arc::default());
    let (sender, met) = channel();
    {
        let (meeting, sender, over) = (Arc::clone(&meeting), sender.clone(), Arc::clone(&over.0));
        thread::spawn(move || accept(&listener, &meeting, &sender, &over));
    }
    for process in 0..me {
        let (meeting, sender, over) = (Arc::clone(&meeting), sender.clone(), Arc::clone(&over.0));
        let is_secret = cluster.secret.is_some();
        thread::spawn(move || dial(process, is_secret, &meeting, &sender, &over));
    }

    let mut reported = vec![false; links.len()];
    let mut last: Vec<Option<String>> = vec![None; links.len()];
    let mut stranger = None;
    loop {
        match met.recv_timeout(LOOK) {
            Ok(Met::Peer(process, link)) => match &links[process] {
                Some(there) if there.health().is_alive() => link.refuse(),
                _ => (links[process], reported[process]) = (Some(link), false),
            },
            Ok(Met::Wrong(message)) => return Err(network(message)),
            Ok(Met::Nobody(Some(process), message)) => last[process] = Some(message),
            Ok(Met::Nobody(None, message)) => stranger = Some(message),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for (process, place) in links.iter_mut().enumerate() {
            let Some(health) = place.as_ref().map(Link::health) else { continue };
            if health.taken {
                return Err(network(format!(
                    "there is another process {me}, and {} has met it",
                    peer(process, cluster)
                )));
            }
            if let Some(reason) = health.dead {
                // It may be started again.
                last[process] = Some(reason);
                *place = None;
            }
        }
        let missing = (0..links.len()).find(|&process| process != me && links[process].is_none());
        if missing.is_none() {
            for (link, reported) in links.iter().zip(&mut reported) {
                if let Some(link) = link.as_ref().filter(|_| !std::mem::replace(reported, true)) {
                    link.ready();
                }
            }
            if links.iter().flatten().all(|link| link.health().ready) {
                return Ok(());
            }
        }
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(CountError::Stopped);
        }
        if Instant::now() >= deadline {
            let waited = format!("within {} s", cluster.wait.as_secs_f64().ceil());
            let Some(missing) = missing else {
                return Err(network(format!("the other processes did not meet each other {waited}")));
            };
            let why = last[missing].take().or(stranger).map_or_else(String::new, |reason| format!(": {reason}"));
            return Err(network(format!("{} did not come {waited}{why}", peer(missing, cluster))));
        }
    }
}

fn peer(process: usize, cluster: &Cluster) -> String {
    format!("process {process} at {}", cluster.hosts[process])
}

fn network(message: String) -> CountError {
    CountError::Network { message }
}

/// An error of the system in words alone.
pub(super) fn said(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Raises its flag when it is dropped.
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Listens where the hosts say that this process is, and nowhere else.
fn listen(cluster: &Cluster) -> Result<TcpListener, CountError> {
    let (own, me) = (&cluster.hosts[cluster.process], cluster.process);
    let failed =
        |error: io::Error| network(format!("cannot listen on {own}, the address of process {me}: {}", said(&error)));
    let addresses: Vec<SocketAddr> = own.to_socket_addrs().map_err(failed)?.collect();
    if addresses.iter().any(|address| address.ip().is_unspecified()) {
        return Err(CountError::Task {
            message: format!("{own} is every address of this machine, and none that others could find"),
            hint: "write the address by which the other processes reach this one",
        });
    }
    if cluster.secret.is_none() && !addresses.iter().all(|address| address.ip().is_loopback()) {
        return Err(open_to_all(own));
    }
    let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

fn open_to_all(host: &str) -> CountError {
    CountError::Task {
        message: format!("{host} can be reached from other machines, and this count has no secret"),
        hint: "give all processes the same secret; without one they must be on this machine",
    }
}

/// Meets whoever connects, side by side, until it is over.
fn accept(listener: &TcpListener, meeting: &Arc<Meeting>, sender: &Sender<Met>, over: &AtomicBool) {
    // Sockets of those that have not proven yet who they are.
    let mut guests: VecDeque<Arc<Mutex<Option<TcpStream>>>> = VecDeque::new();
    let taken = |guest: &Arc<Mutex<Option<TcpStream>>>| locked(guest).take();
    while !over.load(Ordering::Relaxed) {
        let Ok((socket, from)) = listener.accept() else {
            thread::sleep(LOOK);
            continue;
        };
        guests.retain(|guest| locked(guest).is_some());
        if guests.len() == GUESTS
            && let Some(oldest) = guests.pop_front().as_ref().and_then(taken)
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let Ok(guest) = socket.try_clone() else { continue };
        let guest = Arc::new(Mutex::new(Some(guest)));
        guests.push_back(Arc::clone(&guest));
        let (meeting, sender) = (Arc::clone(meeting), sender.clone());
        let greeting = move || {
            let met = meeting.meet(socket, None, &from.to_string());
            drop(taken(&guest));
            let _ = sender.send(met);
        };
        // Where no thread can be had the caller is forgotten, and may call again.
        let _ = thread::Builder::new().name("greeting".into()).spawn(greeting);
    }
}

/// Connects to a process before this one, and again when it was lost, until it is over.
fn dial(process: usize, is_secret: bool, meeting: &Meeting, sender: &Sender<Met>, over: &AtomicBool) {
    let host = &meeting.hosts[process];
    let mut link: Option<Link> = None;
    while !over.load(Ordering::Relaxed) {
        if link.as_ref().is_none_or(|link| link.health().dead.is_some()) {
            let met = match connect(host, is_secret) {
                Ok(socket) => meeting.meet(socket, Some(process), host),
                Err(error) if error.kind() == ErrorKind::PermissionDenied => Met::Wrong(open_to_all(host).to_string()),
                Err(error) => Met::Nobody(Some(process), format!("it does not answer: {}", said(&error))),
            };
            if let Met::Peer(_, found) = &met {
                link = Some(found.clone());
            }
            let is_wrong = matches!(met, Met::Wrong(_));
            if sender.send(met).is_err() || is_wrong {
                return;
            }
        }
        thread::sleep(LOOK);
    }
}

fn connect(host: &str, is_secret: bool) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for address in host.to_socket_addrs()? {
        if !is_secret && !address.ip().is_loopback() {
            return Err(ErrorKind::PermissionDenied.into());
        }
        match TcpStream::connect_timeout(&address, GREETING) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Meeting {
    /// Meets whoever is at the other end: `dialled` is the process that should be there, none where it has called.
    fn meet(&self, mut socket: TcpStream, dialled: Option<usize>, from: &str) -> Met {
        let name = |process: usize| format!("process {process} at {}", self.hosts[process]);
        let who = dialled.map_or_else(|| from.to_owned(), name);
        let (process, codes) = match self.greet(&mut socket, dialled) {
            Ok(found) => found,
            Err(Failed::Wrong(reason)) => return Met::Wrong(format!("{who}: {reason}")),
            Err(Failed::Nobody(reason)) if dialled.is_some() => return Met::Nobody(dialled, reason),
            Err(Failed::Nobody(reason)) => return Met::Nobody(None, format!("{from} called, and {reason}")),
        };
        let is_place = match dialled {
            Some(dialled) => process == dialled,
            None => process > self.me && process < self.hosts.len(),
        };
        if !is_place {
            let most = self.hosts.len() - 1;
            return Met::Wrong(format!("{who} says that it is process {process} of 0 to {most}, and cannot be"));
        }
        match Link::new(name(process), socket, codes, self.patience) {
            Ok(link) => Met::Peer(process, link),
            Err(error) => Met::Nobody(dialled, said(&error)),
        }
    }

    /// Proves to be of this count and has the same proven; returns which process it is, and the codes of the link.
    ///
    /// The caller proves first: whoever only calls learns nothing.
    fn greet(&self, socket: &mut TcpStream, dialled: Option<usize>) -> Result<(usize, [Code; 2]), Failed> {
        let deadline = Instant::now() + GREETING;
        let failed = |error: io::Error| Failed::Nobody(said(&error));
        socket.set_nonblocking(false).map_err(failed)?;
        let mut own = [0; NONCE];
        getrandom::fill(&mut own).map_err(|error| Failed::Nobody(error.to_string()))?;
        socket.write_all(&[&MAGIC[..], &own].concat()).map_err(failed)?;
        let mut hello = [0; MAGIC.len() + NONCE];
        hear(socket, &mut hello, deadline)?;
        let (magic, its) = hello.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(Failed::Nobody("that is not courser, or another version of it".into()));
        }
        let calls = dialled.is_some();
        let nonces = if calls { [&own[..], its].concat() } else { [its, &own].concat() };
        let code = |what: &str, caller: bool| {
            let code = Code::new_from_slice(&self.secret).expect("a key may have any length");
            code.chain_update(what).chain_update([u8::from(caller)]).chain_update(&nonces)
        };
        let words = self.greeting.iter().copied().chain([self.me as u64]);
        let words: Vec<u8> = words.flat_map(u64::to_be_bytes).collect();
        let proof = [&words[..], &code("proof", calls).chain_update(&words).finalize().into_bytes()].concat();

        let mut its = [0; PROOF];
        if calls {
            socket.write_all(&proof).map_err(failed)?;
        }
        hear(socket, &mut its, deadline).map_err(|reason| match reason {
            Failed::Nobody(reason) if calls => Failed::Nobody(format!("{reason}: perhaps it has another secret")),
            reason => reason,
        })?;
        let (its, tag) = its.split_at(8 * WORDS);
        if code("proof", !calls).chain_update(its).verify_slice(tag).is_err() {
            return Err(Failed::Nobody("it has another secret".into()));
        }
        if !calls {
            socket.write_all(&proof).map_err(failed)?;
        }
        let word = |at: usize| u64::from_be_bytes(std::array::from_fn(|byte| its[8 * at + byte]));
        let other = [
            "it is another version of courser",
            "it counts something else",
            "it has another number of processes, or of workers",
        ];
        if let Some(at) = (0..self.greeting.len()).find(|&at| word(at) != self.greeting[at]) {
            return Err(Failed::Wrong(other[at].into()));
        }
        Ok((word(WORDS - 1) as usize, [code("link", calls), code("link", !calls)]))
    }
}

/// Why a greeting came to nothing.
enum Failed {
    /// It has the secret, but is not of this count.
    Wrong(String),
    /// It may be anybody.
    Nobody(String),
}

/// Reads until the bytes are full or time is up.
fn hear(socket: &mut TcpStream, mut bytes: &mut [u8], deadline: Instant) -> Result<(), Failed> {
    let nobody = |reason: &str| Err(Failed::Nobody(reason.to_owned()));
    while !bytes.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return nobody("it is silent");
        }
        let read = socket.set_read_timeout(Some(left)).and_then(|()| socket.read(bytes));
        match read {
            Ok(0) => return nobody("it hung up"),
            Ok(read) => bytes = &mut bytes[read..],
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
            Err(error) => return nobody(&said(&error)),
        }
    }
    Ok(())
}

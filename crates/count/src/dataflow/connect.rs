//! The start of a count by several processes: they connect, and make sure that they count the same.
//!
//! Each process connects to those before it and accepts those after it, concurrently. The two ends agree on a key by the
//! Noise protocol `NNpsk0`: the first message of the caller proves that it has the secret of the count, and everything
//! that follows is encrypted under a key made for this connection alone. The secret itself is never sent, and a
//! connection that was recorded cannot be read later, not even with the secret.
//!
//! A listener must survive a flood of connections from strangers. Callers that have not proved anything are polled by one
//! thread and limited in number; where there are too many, new ones wait in the queue of the system until the oldest has
//! had [`PROBATION`] to send its proof, which takes one round trip.
//!
//! After T. Perrin, "The Noise Protocol Framework" (2018).

use std::collections::{HashSet, VecDeque};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use snow::HandshakeState;

use super::Cluster;
use super::link::{Link, Seal};
use crate::checkpoint::{fingerprint, version};
use crate::{CountError, Task};

/// The time in which a connection must be established.
const GREETING: Duration = Duration::from_secs(5);

/// Callers without a proof that are heard at once.
const GUESTS: usize = 256;

/// The time that a caller has at least for its proof, however many others call.
const PROBATION: Duration = Duration::from_secs(1);

/// The time between two looks at what has changed.
const LOOK: Duration = Duration::from_millis(50);

/// The time between two looks at the callers without a proof.
const POLL: Duration = Duration::from_millis(10);

/// The first bytes of either side: courser, and the version of this protocol.
const MAGIC: &[u8; 8] = b"courser3";

const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// The words of a greeting.
const WORDS: usize = 4;

/// The bytes of an ephemeral key.
const KEY: usize = 32;

/// The bytes by which a message outgrows its text.
pub(super) const TAG: usize = 16;

/// The bytes of the first message of either side: [`MAGIC`], an ephemeral key, and the greeting.
const HELLO: usize = MAGIC.len() + KEY + 8 * WORDS + TAG;

/// The identity of this process and its count.
struct Meeting {
    /// The hash of the secret.
    key: [u8; 32],
    /// The version of courser, the task, the number of processes and of workers in each, and the process.
    greeting: [u64; WORDS],
    hosts: Vec<String>,
    patience: Duration,
}

/// The outcome of meeting another process.
enum Met {
    /// A process of this count.
    Peer(usize, Link),
    /// Something that ends the start.
    Wrong(String),
    /// Not a process of this count, or not yet.
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
    let begun = Instant::now();
    let me = cluster.process;
    let meeting = Arc::new(Meeting {
        key: Sha256::digest(cluster.secret.as_deref().unwrap_or_default()).into(),
        greeting: [
            version(&cluster.build),
            fingerprint(task),
            (cluster.hosts.len() as u64) << 32 | cluster.workers as u64,
            me as u64,
        ],
        hosts: cluster.hosts.clone(),
        patience: cluster.patience,
    });
    let listener = listen(cluster)?;
    // However this ends, no other process is met any more.
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
                    meeting.name(process)
                )));
            }
            if let Some(reason) = health.dead {
                // The process may be started again.
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
        if begun.elapsed() >= cluster.wait {
            let waited = format!("within {} s", cluster.wait.as_secs_f64().ceil());
            let Some(missing) = missing else {
                return Err(network(format!("the other processes did not meet each other {waited}")));
            };
            let why = last[missing].take().or(stranger).map_or_else(String::new, |reason| format!(": {reason}"));
            return Err(network(format!("{} did not come {waited}{why}", meeting.name(missing))));
        }
    }
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

/// Listens at the address of this process alone.
fn listen(cluster: &Cluster) -> Result<TcpListener, CountError> {
    let (own, me) = (&cluster.hosts[cluster.process], cluster.process);
    let failed =
        |error: io::Error| network(format!("cannot listen on {own}, the address of process {me}: {}", said(&error)));
    let addresses: Vec<SocketAddr> = own.to_socket_addrs().map_err(failed)?.collect();
    if addresses.iter().any(|address| address.ip().is_unspecified()) {
        let message = format!("{own} is every address of this machine, and none that others could find");
        return Err(CountError::task(message, "write the address by which the other processes reach this one"));
    }
    if cluster.secret.is_none() && !addresses.iter().all(|address| address.ip().is_loopback()) {
        return Err(open_to_all(own));
    }
    let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

fn open_to_all(host: &str) -> CountError {
    let message = format!("{host} can be reached from other machines, and this count has no secret");
    CountError::task(message, "give all processes the same secret; without one they must be on this machine")
}

/// A caller that has not proved yet that it has the secret.
struct Guest {
    socket: TcpStream,
    from: SocketAddr,
    since: Instant,
    hello: [u8; HELLO],
    heard: usize,
}

impl Guest {
    /// Hears what has come; `true` once the first message is complete.
    fn hear(&mut self) -> Result<bool, String> {
        loop {
            match self.socket.read(&mut self.hello[self.heard..]) {
                Ok(0) => return Err("it hung up".into()),
                Ok(read) => self.heard += read,
                Err(error) if error.kind() == ErrorKind::WouldBlock && self.since.elapsed() < GREETING => {
                    return Ok(false);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Err("it is silent".into()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(said(&error)),
            }
            let magic = self.heard.min(MAGIC.len());
            if self.hello[..magic] != MAGIC[..magic] {
                return Err(STRANGE.into());
            }
            if self.heard == HELLO {
                return Ok(true);
            }
        }
    }
}

/// Meets all that connect, until it is over.
fn accept(listener: &TcpListener, meeting: &Arc<Meeting>, sender: &Sender<Met>, over: &AtomicBool) {
    let mut guests: VecDeque<Guest> = VecDeque::new();
    // A proof that was overheard and sent again has an ephemeral key that was heard before.
    let mut keys: HashSet<[u8; KEY]> = HashSet::new();
    while !over.load(Ordering::Relaxed) {
        loop {
            if guests.len() == GUESTS {
                if guests[0].since.elapsed() < PROBATION {
                    break;
                }
                guests.pop_front();
            }
            let Ok((socket, from)) = listener.accept() else { break };
            if socket.set_nonblocking(true).is_ok() {
                guests.push_back(Guest { socket, from, since: Instant::now(), hello: [0; HELLO], heard: 0 });
            }
        }
        for mut guest in std::mem::take(&mut guests) {
            let proof = match guest.hear() {
                Ok(false) => {
                    guests.push_back(guest);
                    continue;
                }
                Ok(true) => meeting.open(&guest.hello).and_then(|proof| {
                    let key = std::array::from_fn(|at| guest.hello[MAGIC.len() + at]);
                    if keys.insert(key) { Ok(proof) } else { Err("it repeats the message of another".to_owned()) }
                }),
                Err(reason) => Err(reason),
            };
            let (meeting, sender, from) = (Arc::clone(meeting), sender.clone(), guest.from.to_string());
            match proof {
                Ok((state, words)) => {
                    let answer = move || drop(sender.send(meeting.answer(guest.socket, state, &words, &from)));
                    // Where no thread can be started the caller is dropped, and may call again.
                    let _ = thread::Builder::new().name("greeting".into()).spawn(answer);
                }
                Err(reason) => drop(sender.send(Met::Nobody(None, format!("{from} called, and {reason}")))),
            }
        }
        thread::sleep(if guests.is_empty() { LOOK } else { POLL });
    }
}

/// Connects to a process before this one, again whenever it was lost, until it is over.
fn dial(process: usize, is_secret: bool, meeting: &Meeting, sender: &Sender<Met>, over: &AtomicBool) {
    let host = &meeting.hosts[process];
    let mut link: Option<Link> = None;
    while !over.load(Ordering::Relaxed) {
        if link.as_ref().is_none_or(|link| link.health().dead.is_some()) {
            let met = match connect(host, is_secret) {
                Ok(socket) => meeting.call(socket, process),
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

/// The reason where the other end speaks another protocol.
const STRANGE: &str = "that is not courser, or another version of it";

impl Meeting {
    fn name(&self, process: usize) -> String {
        format!("process {process} at {}", self.hosts[process])
    }

    /// A handshake before its first message.
    fn handshake(&self, calls: bool) -> Result<HandshakeState, snow::Error> {
        let builder = snow::Builder::new(PATTERN.parse()?).prologue(MAGIC)?.psk(0, &self.key)?;
        if calls { builder.build_initiator() } else { builder.build_responder() }
    }

    /// The first message of this process.
    fn hello(&self, state: &mut HandshakeState) -> Result<[u8; HELLO], snow::Error> {
        let words: Vec<u8> = self.greeting.iter().flat_map(|word| word.to_be_bytes()).collect();
        let mut hello = [0; HELLO];
        hello[..MAGIC.len()].copy_from_slice(MAGIC);
        state.write_message(&words, &mut hello[MAGIC.len()..]).map(|_| hello)
    }

    /// The state after the first message of a caller, and the words of its greeting.
    fn open(&self, hello: &[u8; HELLO]) -> Result<(HandshakeState, [u64; WORDS]), String> {
        let mut state = self.handshake(false).map_err(|error| error.to_string())?;
        read(&mut state, hello).map(|words| (state, words))
    }

    /// Meets a process that this one has connected to.
    fn call(&self, mut socket: TcpStream, process: usize) -> Met {
        let met = (|| {
            let deadline = Instant::now() + GREETING;
            let internal = |error: snow::Error| error.to_string();
            let mut state = self.handshake(true).map_err(internal)?;
            let mut hello = self.hello(&mut state).map_err(internal)?;
            socket.write_all(&hello).map_err(|error| said(&error))?;
            let (magic, rest) = hello.split_at_mut(MAGIC.len());
            let silent = |reason: String| format!("{reason}: perhaps it has another secret");
            hear(&mut socket, magic, deadline).map_err(silent)?;
            if magic != MAGIC {
                return Err(STRANGE.to_owned());
            }
            hear(&mut socket, rest, deadline).map_err(silent)?;
            let words = read(&mut state, &hello)?;
            let seal = state.into_stateless_transport_mode().map_err(internal)?;
            // Only who has made this key, and not repeated what another has said, can seal this.
            let mut confirmed = [0; TAG];
            seal.write_message(0, &[], &mut confirmed).map_err(internal)?;
            socket.write_all(&confirmed).map_err(|error| said(&error))?;
            Ok((seal, words))
        })();
        match met {
            Ok((seal, words)) => self.compared(socket, seal, &words, Some(process), &self.name(process)),
            Err(reason) => Met::Nobody(Some(process), reason),
        }
    }

    /// Meets a process that has connected to this one and has proved that it has the secret.
    fn answer(&self, mut socket: TcpStream, mut state: HandshakeState, words: &[u64; WORDS], from: &str) -> Met {
        let met = (|| {
            let deadline = Instant::now() + GREETING;
            let internal = |error: snow::Error| error.to_string();
            socket.set_nonblocking(false).map_err(|error| said(&error))?;
            let hello = self.hello(&mut state).map_err(internal)?;
            socket.write_all(&hello).map_err(|error| said(&error))?;
            let seal = state.into_stateless_transport_mode().map_err(internal)?;
            let mut confirmed = [0; TAG];
            hear(&mut socket, &mut confirmed, deadline)?;
            seal.read_message(0, &confirmed, &mut []).map_err(|_| "it has not made the key itself".to_owned())?;
            Ok::<_, String>(seal)
        })();
        match met {
            Ok(seal) => self.compared(socket, seal, words, None, from),
            Err(reason) => Met::Nobody(None, format!("{from} called, and {reason}")),
        }
    }

    /// Compares the greetings, and makes a link to the process if they are of one count.
    fn compared(&self, socket: TcpStream, seal: Seal, words: &[u64; WORDS], dialled: Option<usize>, who: &str) -> Met {
        let other = [
            "it is another version of courser",
            "it counts something else",
            "it has another number of processes, or of workers",
        ];
        if let Some(at) = (0..WORDS - 1).find(|&at| words[at] != self.greeting[at]) {
            return Met::Wrong(format!("{who}: {}", other[at]));
        }
        let [.., me] = self.greeting.map(|word| word as usize);
        let [.., process] = words.map(|word| word as usize);
        let is_place = match dialled {
            Some(dialled) => process == dialled,
            None => process > me && process < self.hosts.len(),
        };
        if !is_place {
            let last = self.hosts.len() - 1;
            return Met::Wrong(format!(
                "{who} claims to be process {process}; there are 0 to {last}, each of them once"
            ));
        }
        match Link::new(self.name(process), socket, seal, self.patience) {
            Ok(link) => Met::Peer(process, link),
            Err(error) => Met::Nobody(dialled, said(&error)),
        }
    }
}

/// The words of the other side's first message.
fn read(state: &mut HandshakeState, hello: &[u8; HELLO]) -> Result<[u64; WORDS], String> {
    let mut words = [0; 8 * WORDS];
    state.read_message(&hello[MAGIC.len()..], &mut words).map_err(|_| "it has another secret".to_owned())?;
    Ok(std::array::from_fn(|at| u64::from_be_bytes(std::array::from_fn(|byte| words[8 * at + byte]))))
}

/// Reads until the bytes are full or time is up.
fn hear(socket: &mut TcpStream, mut bytes: &mut [u8], deadline: Instant) -> Result<(), String> {
    while !bytes.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err("it is silent".into());
        }
        let read = socket.set_read_timeout(Some(left)).and_then(|()| socket.read(bytes));
        match read {
            Ok(0) => return Err("it hung up".into()),
            Ok(read) => bytes = &mut bytes[read..],
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
            Err(error) => return Err(said(&error)),
        }
    }
    Ok(())
}

//! A connection between two processes: encrypted, authenticated, and never silent for long.
//!
//! Bytes travel in frames. A frame is a head of fixed length (what it is, and the length of its body) and a body, each
//! sealed by the keys of this connection with a number of its own: damaged, forged, left out and repeated frames are
//! never read, and no length is believed before it is authenticated. A beat is sent where there is nothing else to send.
//! A peer is lost when no whole frame has come for longer than the patience of this process, whatever the system thinks
//! of the connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::connect::TAG;
use crate::locked;

/// The keys of a connection, for both directions.
pub(super) type Seal = snow::StatelessTransportState;

/// The longest time without a frame.
const BEAT: Duration = Duration::from_secs(1);

/// The time between two looks at what has changed.
const LOOK: Duration = Duration::from_millis(200);

/// The most bytes of a body: those of a message of the Noise protocol.
const MOST: usize = u16::MAX as usize - TAG;

/// The bytes of a head: what the frame is, and the length of its body.
const HEAD: usize = 3;

/// The time by which the system is more patient than this process, which knows what to say.
#[cfg(any(target_os = "android", target_os = "linux"))]
const GRACE: Duration = Duration::from_secs(10);

/// The longest time that the system can be told.
#[cfg(any(target_os = "android", target_os = "linux"))]
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

/// Frames that have come and are not read yet, at most.
const WAITING: usize = 64;

/// The number of the first message after the handshake and its confirmation.
const FIRST: u64 = 1;

/// The purpose of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Beat = 0,
    Data = 1,
    /// The sender has met all other processes.
    Ready = 2,
    /// Another process has the receiver's place.
    Taken = 3,
    /// The last frame.
    End = 4,
}

/// The state of a link.
#[derive(Clone, Debug, Default)]
pub(super) struct Health {
    /// The peer has met all other processes.
    pub(super) ready: bool,
    /// The peer has met another process in this one's place.
    pub(super) taken: bool,
    /// The reason for the end of the link.
    pub(super) dead: Option<String>,
    /// The time of the last whole frame.
    heard: Option<Instant>,
}

impl Health {
    /// Returns true if a frame came a moment ago.
    pub(super) fn is_alive(&self) -> bool {
        self.dead.is_none() && self.heard.is_some_and(|heard| heard.elapsed() < 3 * BEAT)
    }
}

/// The state that both halves of a link share.
struct Line {
    name: String,
    socket: TcpStream,
    seal: Seal,
    out: Mutex<Out>,
    health: Mutex<Health>,
    /// Called when the peer is lost; `None` before the count begins.
    lost: Mutex<Option<fn(&str) -> !>>,
    /// True once the last frame is sent.
    over: AtomicBool,
}

/// The half that sends.
struct Out {
    /// The number of the next message.
    number: u64,
    last: Instant,
}

/// A connection as timely sees it: bytes in, bytes out.
#[derive(Clone)]
pub(super) struct Link {
    line: Arc<Line>,
    incoming: Arc<Mutex<Incoming>>,
}

/// Bodies of frames that are not read yet.
struct Incoming {
    frames: Receiver<Vec<u8>>,
    frame: Vec<u8>,
    at: usize,
}

impl Link {
    /// A link over a socket, sealed by the keys of a handshake.
    ///
    /// `name` is the peer in messages; it is lost when no frame comes for longer than `patience`.
    pub(super) fn new(name: String, socket: TcpStream, seal: Seal, patience: Duration) -> io::Result<Self> {
        settle(&socket, patience)?;
        let listening = socket.try_clone()?;
        let line = Arc::new(Line {
            name,
            socket,
            seal,
            out: Mutex::new(Out { number: FIRST, last: Instant::now() }),
            health: Mutex::new(Health { heard: Some(Instant::now()), ..Health::default() }),
            lost: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let (sender, frames) = sync_channel(WAITING);
        let spawn = |name: &str| thread::Builder::new().name(format!("link:{name}"));
        let beating = Arc::clone(&line);
        spawn("beat").spawn(move || beating.beat())?;
        let hearing = Arc::clone(&line);
        spawn("hear").spawn(move || hearing.hear(listening, patience, &sender))?;
        Ok(Self { line, incoming: Arc::new(Mutex::new(Incoming { frames, frame: Vec::new(), at: 0 })) })
    }

    pub(super) fn health(&self) -> Health {
        locked(&self.line.health).clone()
    }

    /// Tells the peer that this process has met all others.
    pub(super) fn ready(&self) {
        // If that fails the link is dead, as its health will show.
        let _ = self.line.send(Kind::Ready, &[]);
    }

    /// Tells the peer that another process has its place, and hangs up.
    pub(super) fn refuse(&self) {
        let _ = self.line.send(Kind::Taken, &[]);
        self.hang_up();
    }

    pub(super) fn hang_up(&self) {
        self.line.over.store(true, Ordering::Relaxed);
        let _ = self.line.socket.shutdown(Shutdown::Both);
    }

    /// From now on `lost` is called when the peer is lost.
    pub(super) fn begin(&self, lost: fn(&str) -> !) {
        *locked(&self.line.lost) = Some(lost);
        if let Some(reason) = self.health().dead {
            self.line.end(&reason);
        }
    }
}

/// Sends small messages at once, and keeps the system as patient as this process.
fn settle(socket: &TcpStream, patience: Duration) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(LOOK))?;
    #[cfg(not(any(target_os = "android", target_os = "linux")))]
    let _ = patience;
    #[cfg(any(target_os = "android", target_os = "linux"))]
    socket2::SockRef::from(socket).set_tcp_user_timeout(Some(patience.saturating_add(GRACE).min(LONGEST)))?;
    Ok(())
}

impl Line {
    fn send(&self, kind: Kind, body: &[u8]) -> io::Result<()> {
        let mut out = locked(&self.out);
        let [low, high] = (body.len() as u16).to_le_bytes();
        let mut frame = vec![0; HEAD + TAG + if body.is_empty() { 0 } else { body.len() + TAG }];
        let (head, rest) = frame.split_at_mut(HEAD + TAG);
        for (text, sealed) in [(&[kind as u8, low, high][..], head), (body, rest)] {
            if !text.is_empty() {
                self.seal.write_message(out.number, text, sealed).map_err(io::Error::other)?;
                out.number += 1;
            }
        }
        out.last = Instant::now();
        (&self.socket).write_all(&frame)
    }

    /// Sends a beat whenever nothing else was sent for a while.
    fn beat(&self) {
        while !self.over.load(Ordering::Relaxed) && locked(&self.health).dead.is_none() {
            let is_due = locked(&self.out).last.elapsed() >= BEAT;
            if is_due && self.send(Kind::Beat, &[]).is_err() {
                // The thread that hears finds out why.
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// Hears the peer until its last frame.
    fn hear(&self, mut socket: TcpStream, patience: Duration, sender: &SyncSender<Vec<u8>>) {
        let mut number = FIRST;
        loop {
            let (kind, body) = match self.next(&mut socket, &mut number, patience) {
                Ok(frame) => frame,
                Err(reason) => {
                    locked(&self.health).dead = Some(reason.clone());
                    let _ = self.socket.shutdown(Shutdown::Both);
                    return self.end(&reason);
                }
            };
            locked(&self.health).heard = Some(Instant::now());
            match kind {
                Kind::Beat => {}
                // The receiver is gone where this process has failed and ends.
                Kind::Data if sender.send(body).is_err() => return,
                Kind::Data => {}
                Kind::Ready => locked(&self.health).ready = true,
                Kind::Taken => locked(&self.health).taken = true,
                Kind::End => return,
            }
        }
    }

    /// The next frame, which must be there within `patience`.
    fn next(&self, socket: &mut TcpStream, number: &mut u64, patience: Duration) -> Result<(Kind, Vec<u8>), String> {
        let begun = Instant::now();
        let damaged = || "what came from it is damaged".to_owned();
        let mut opened = |length: usize| {
            let mut sealed = vec![0; length + TAG];
            fill(socket, &mut sealed, begun, patience)?;
            let mut text = vec![0; length];
            self.seal.read_message(*number, &sealed, &mut text).map_err(|_| damaged())?;
            *number += 1;
            Ok::<_, String>(text)
        };
        let head = opened(HEAD)?;
        let kind = [Kind::Beat, Kind::Data, Kind::Ready, Kind::Taken, Kind::End];
        let kind = kind.into_iter().find(|&kind| kind as u8 == head[0]).ok_or_else(damaged)?;
        match u16::from_le_bytes([head[1], head[2]]) {
            0 => Ok((kind, Vec::new())),
            length => Ok((kind, opened(length.into())?)),
        }
    }

    /// Ends the count, since the peer is lost.
    fn end(&self, reason: &str) {
        let lost = *locked(&self.lost);
        if let Some(lost) = lost {
            super::end(lost, &format!("{} is gone, and its part of the number with it: {reason}", self.name));
        }
    }
}

/// Fills the bytes, all of which must come before `patience` has passed since `begun`.
fn fill(socket: &mut TcpStream, mut bytes: &mut [u8], begun: Instant, patience: Duration) -> Result<(), String> {
    while !bytes.is_empty() {
        match socket.read(bytes) {
            Ok(0) => return Err("it has hung up".into()),
            Ok(read) => bytes = &mut bytes[read..],
            // A read that has taken too long is one or the other, depending on the system.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(super::connect::said(&error)),
        }
        if begun.elapsed() > patience && !bytes.is_empty() {
            return Err(format!("it has been silent for {} s", patience.as_secs_f64().ceil()));
        }
    }
    Ok(())
}

impl Read for Link {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut incoming = locked(&self.incoming);
        while incoming.at == incoming.frame.len() {
            match incoming.frames.recv() {
                Ok(frame) => (incoming.frame, incoming.at) = (frame, 0),
                Err(_) => return Ok(0),
            }
        }
        let rest = &incoming.frame[incoming.at..];
        let len = rest.len().min(bytes.len());
        bytes[..len].copy_from_slice(&rest[..len]);
        incoming.at += len;
        Ok(len)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = bytes.len().min(MOST);
        self.line.send(Kind::Data, &bytes[..len])?;
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        // A link waits for what comes; timely asks for nothing else.
        if nonblocking { Err(ErrorKind::Unsupported.into()) } else { Ok(()) }
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if how != Shutdown::Read {
            self.line.send(Kind::End, &[])?;
            self.line.over.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

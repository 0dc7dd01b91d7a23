//! A connection between two processes: what goes over it is sealed, and neither side is silent for long.
//!
//! Bytes travel in frames of bounded length. A frame ends with a code (HMAC-SHA-256) over its bytes and its number,
//! under a key that both ends have made out of their secret: what is damaged, forged, left out or sent again is never
//! read. It is not encrypted. Where nothing is to be said a beat is sent; a peer that is silent longer than one is
//! patient is lost, whatever the system thinks of its connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hmac::{Hmac, Mac};
use sha2::Sha256;
use timely::communication::allocator::zero_copy::stream::Stream;

/// The code of a frame.
pub(super) type Code = Hmac<Sha256>;

/// A link sends something at least so often.
const BEAT: Duration = Duration::from_secs(1);

/// How often one that waits looks whether it still should.
const LOOK: Duration = Duration::from_millis(200);

/// The most bytes of a frame, without its head and code.
const MOST: usize = 1 << 18;

/// The head of a frame: what it is, and how many bytes it has.
const HEAD: usize = 5;

/// The bytes of a frame's code.
const TAG: usize = 16;

/// Frames that have come and are not read yet.
const WAITING: usize = 16;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Beat = 0,
    Data = 1,
    /// The sender has met all others.
    Ready = 2,
    /// The receiver's place is taken by another process.
    Taken = 3,
    /// Nothing more comes.
    End = 4,
}

/// How a link is, as far as is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Health {
    /// The peer has met all others.
    pub(super) ready: bool,
    /// The peer says that this process is there twice.
    pub(super) taken: bool,
    /// Why nothing comes any more; none while it does.
    pub(super) dead: Option<String>,
    /// When something came.
    heard: Option<Instant>,
}

impl Health {
    /// Whether the peer was heard a moment ago.
    pub(super) fn is_alive(&self) -> bool {
        self.dead.is_none() && self.heard.is_some_and(|heard| heard.elapsed() < 3 * BEAT)
    }
}

/// What both halves of a link share.
struct Line {
    name: String,
    socket: TcpStream,
    out: Mutex<Out>,
    health: Mutex<Health>,
    /// What to do when the peer is lost; before the count begins, nothing.
    lost: Mutex<Option<fn(&str) -> !>>,
    /// Nothing more is sent.
    over: AtomicBool,
}

/// The half that sends.
struct Out {
    code: Code,
    number: u64,
    last: Instant,
}

/// A connection as timely sees it: bytes in, bytes out.
#[derive(Clone)]
pub(super) struct Link {
    line: Arc<Line>,
    incoming: Arc<Mutex<Incoming>>,
}

/// What has come and was not read.
struct Incoming {
    frames: Receiver<Vec<u8>>,
    frame: Vec<u8>,
    at: usize,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    /// A link over a socket, with a code for each direction: for what is sent, and for what comes.
    ///
    /// `name` is what the peer is called where it is lost, which it is when it is silent for longer than `patience`.
    pub(super) fn new(name: String, socket: TcpStream, codes: [Code; 2], patience: Duration) -> io::Result<Self> {
        let [code, its] = codes;
        settle(&socket)?;
        let listening = socket.try_clone()?;
        let line = Arc::new(Line {
            name,
            socket,
            out: Mutex::new(Out { code, number: 0, last: Instant::now() }),
            health: Mutex::new(Health { heard: Some(Instant::now()), ..Health::default() }),
            lost: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let (sender, frames) = sync_channel(WAITING);
        let spawn = |name: &str| thread::Builder::new().name(format!("link:{name}"));
        let beating = Arc::clone(&line);
        spawn("beat").spawn(move || beating.beat())?;
        let hearing = Arc::clone(&line);
        spawn("hear").spawn(move || hearing.hear(listening, &its, patience, sender))?;
        Ok(Self { line, incoming: Arc::new(Mutex::new(Incoming { frames, frame: Vec::new(), at: 0 })) })
    }

    pub(super) fn health(&self) -> Health {
        locked(&self.line.health).clone()
    }

    /// Says the peer that this process has met all others.
    pub(super) fn ready(&self) {
        // If that fails the link is dead, which is found out where its health is asked for.
        let _ = self.line.send(Kind::Ready, &[]);
    }

    /// Says the peer that another has its place, and hangs up.
    pub(super) fn refuse(&self) {
        let _ = self.line.send(Kind::Taken, &[]);
        self.hang_up();
    }

    pub(super) fn hang_up(&self) {
        self.line.over.store(true, Ordering::Relaxed);
        let _ = self.line.socket.shutdown(Shutdown::Both);
    }

    /// From now on the loss of the peer is the end.
    pub(super) fn begin(&self, lost: fn(&str) -> !) {
        *locked(&self.line.lost) = Some(lost);
        if let Some(reason) = self.health().dead {
            self.line.end(&reason);
        }
    }
}

/// Small messages go at once, and the system watches the connection as well.
fn settle(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(LOOK))?;
    let socket = socket2::SockRef::from(socket);
    let keepalive =
        socket2::TcpKeepalive::new().with_time(Duration::from_secs(10)).with_interval(Duration::from_secs(5));
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(any(target_os = "android", target_os = "linux"))]
    socket.set_tcp_user_timeout(Some(Duration::from_secs(30)))?;
    Ok(())
}

impl Line {
    fn send(&self, kind: Kind, bytes: &[u8]) -> io::Result<()> {
        let mut out = locked(&self.out);
        let mut frame = Vec::with_capacity(HEAD + bytes.len() + TAG);
        frame.push(kind as u8);
        frame.extend((bytes.len() as u32).to_le_bytes());
        frame.extend(bytes);
        let tag = tag(&out.code, out.number, &frame);
        frame.extend(tag);
        (out.number, out.last) = (out.number + 1, Instant::now());
        (&self.socket).write_all(&frame)
    }

    /// Sends a beat where nothing else was sent.
    fn beat(&self) {
        while !self.over.load(Ordering::Relaxed) && locked(&self.health).dead.is_none() {
            let is_due = locked(&self.out).last.elapsed() >= BEAT;
            if is_due && self.send(Kind::Beat, &[]).is_err() {
                // Whoever listens finds out why.
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// Hears what the peer says, until it says no more.
    fn hear(&self, mut socket: TcpStream, code: &Code, patience: Duration, sender: SyncSender<Vec<u8>>) {
        let mut frame = Vec::new();
        for number in 0.. {
            let kind = match self.next(&mut socket, code, number, patience, &mut frame) {
                Ok(kind) => kind,
                Err(reason) => {
                    locked(&self.health).dead = Some(reason.clone());
                    let _ = self.socket.shutdown(Shutdown::Both);
                    return self.end(&reason);
                }
            };
            match kind {
                Kind::Beat => {}
                // Nobody waits for it where this process has failed and ends.
                Kind::Data if sender.send(frame[HEAD..].to_vec()).is_err() => return,
                Kind::Data => {}
                Kind::Ready => locked(&self.health).ready = true,
                Kind::Taken => locked(&self.health).taken = true,
                Kind::End => return,
            }
        }
    }

    /// The next frame, with its head and without its code, once it is known to be what the peer has sent.
    fn next(
        &self,
        socket: &mut TcpStream,
        code: &Code,
        number: u64,
        patience: Duration,
        frame: &mut Vec<u8>,
    ) -> Result<Kind, String> {
        let damaged = || "what came from it is damaged".to_owned();
        frame.clear();
        frame.resize(HEAD, 0);
        self.fill(socket, frame, patience)?;
        let len = u32::from_le_bytes([frame[1], frame[2], frame[3], frame[4]]) as usize;
        if len > MOST {
            return Err(damaged());
        }
        frame.resize(HEAD + len + TAG, 0);
        self.fill(socket, &mut frame[HEAD..], patience)?;
        let its = frame.split_off(HEAD + len);
        let mut code = code.clone();
        code.update(&number.to_le_bytes());
        code.update(frame);
        code.verify_truncated_left(&its).map_err(|_| damaged())?;
        [Kind::Beat, Kind::Data, Kind::Ready, Kind::Taken, Kind::End]
            .into_iter()
            .find(|&kind| kind as u8 == frame[0])
            .ok_or_else(damaged)
    }

    fn fill(&self, socket: &mut TcpStream, mut bytes: &mut [u8], patience: Duration) -> Result<(), String> {
        let mut heard = Instant::now();
        while !bytes.is_empty() {
            match socket.read(bytes) {
                Ok(0) => return Err("it has hung up".into()),
                Ok(read) => {
                    bytes = &mut bytes[read..];
                    heard = Instant::now();
                    locked(&self.health).heard = Some(heard);
                }
                // Systems differ in how they call a read that has taken too long.
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if heard.elapsed() > patience {
                        return Err(format!("it has been silent for {} s", patience.as_secs_f64().ceil()));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(super::connect::said(&error)),
            }
        }
        Ok(())
    }

    /// The peer is lost, and the count with it.
    fn end(&self, reason: &str) {
        let lost = *locked(&self.lost);
        if let Some(lost) = lost {
            // Two peers may be lost at once: the error names one of them, and the process ends.
            static ENDING: Mutex<()> = Mutex::new(());
            let _one = locked(&ENDING);
            lost(&format!("{} is gone, and its part of the number with it: {reason}", self.name));
        }
    }
}

fn tag(code: &Code, number: u64, frame: &[u8]) -> [u8; TAG] {
    let mut code = code.clone();
    code.update(&number.to_le_bytes());
    code.update(frame);
    let whole = code.finalize().into_bytes();
    std::array::from_fn(|at| whole[at])
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

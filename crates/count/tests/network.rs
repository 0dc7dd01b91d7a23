//! Processes that count together over connections that flip, cut, delay, repeat and flood: a right number or none.
//!
//! The processes are this very program, started once more for its test `a_process_of_a_count`.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use courser_board::Board;
use courser_count::{Checkpoint, Cluster, Stage, Task, Tours, count_together};

/// The time after which a test ends a process: far longer than it should take.
const BOUND: Duration = Duration::from_secs(180);

const SECRET: &str = "a secret of the tests";

fn gone(message: &str) -> ! {
    let _ = writeln!(std::io::stderr(), "lost: {message}");
    std::process::exit(3);
}

#[test]
#[ignore = "it is one of the processes that the other tests start"]
fn a_process_of_a_count() {
    let variable = |name: &str| std::env::var(format!("COUNT_{name}")).ok();
    let Some(hosts) = variable("HOSTS") else { return };
    let number = |name: &str| variable(name).map(|text| text.parse::<u64>().unwrap());
    let board: Board = variable("BOARD").unwrap().parse().unwrap();
    let task = Task::new(board, Tours::Closed).unwrap().directed(variable("DIRECTED").is_some());
    let cluster = Cluster {
        hosts: hosts.split(',').map(str::to_owned).collect(),
        process: number("PROCESS").unwrap() as usize,
        secret: variable("SECRET").map(String::into_bytes),
        wait: Duration::from_millis(number("WAIT").unwrap_or(60_000)),
        patience: Duration::from_millis(number("PATIENCE").unwrap_or(20_000)),
        checkpoint: variable("FOLDER").map(|folder| Checkpoint {
            folder: folder.into(),
            every: Duration::ZERO,
            disk: None,
        }),
        build: variable("BUILD").unwrap_or_default(),
        ..Cluster::new(1, gone)
    };
    let pause = Duration::from_millis(number("PAUSE").unwrap_or(0));
    let progress = move |progress: courser_count::CountProgress| {
        if let Stage::Layer { at, .. } = progress.stage {
            println!("layer {at}");
            thread::sleep(pause);
        }
    };
    match count_together(&task, &cluster, None, Some(Box::new(progress))) {
        Ok(number) => println!("number {number}"),
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    }
}

/// A process of a count, ended when it is dropped.
struct Process {
    child: Child,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The end of a process.
#[derive(Debug)]
struct Ended {
    number: Option<String>,
    first_layer: Option<usize>,
    says: String,
}

impl Process {
    fn start(board: &str, hosts: &[String], process: usize, more: &[(&str, &str)]) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "a_process_of_a_count", "--ignored", "--nocapture"]);
        let process = process.to_string();
        let hosts = hosts.join(",");
        let common = [("BOARD", board), ("HOSTS", &hosts), ("PROCESS", &process), ("SECRET", SECRET)];
        for (name, value) in common.iter().chain(more) {
            if value.is_empty() {
                command.env_remove(format!("COUNT_{name}"));
            } else {
                command.env(format!("COUNT_{name}"), value);
            }
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child }
    }

    /// Waits for a line of its output.
    fn says(&mut self, line: &str) {
        let out = self.child.stdout.as_mut().unwrap();
        let (mut text, mut byte) = (String::new(), [0]);
        while !text.ends_with(line) {
            assert_eq!(out.read(&mut byte).unwrap(), 1, "it ended without {line:?}: {text}");
            text.push(byte[0].into());
        }
    }

    fn end(mut self) -> Ended {
        let (mut out, mut err) = (self.child.stdout.take().unwrap(), self.child.stderr.take().unwrap());
        let read = thread::spawn(move || {
            let mut text = String::new();
            out.read_to_string(&mut text).unwrap();
            text
        });
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < BOUND, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
        let text = read.join().unwrap();
        let mut says = String::new();
        err.read_to_string(&mut says).unwrap();
        let after = |line: &str| text.lines().find_map(|text| text.strip_prefix(line)).map(str::to_owned);
        Ended { number: after("number "), first_layer: after("layer ").map(|at| at.parse().unwrap()), says }
    }
}

/// Addresses on this machine that are free now, and stay free where it has more than one: each test has its own, so
/// that neither another test nor the local end of a connection takes a port in the meantime.
fn addresses(processes: usize) -> Vec<String> {
    static TESTS: AtomicUsize = AtomicUsize::new(1);
    let test = TESTS.fetch_add(1, Ordering::Relaxed);
    let host = match cfg!(target_os = "linux") {
        true => format!("127.{}.{test}.1", 1 + std::process::id() % 250),
        false => "127.0.0.1".to_owned(),
    };
    let listeners: Vec<TcpListener> = (0..processes).map(|_| TcpListener::bind((&*host, 0)).unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// The fault of a proxy.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// One bit of the byte with this number is turned.
    Flip(usize),
    /// After this number of bytes nothing goes through, and neither end is notified.
    Cut(usize),
    /// After this number of bytes both ends are notified that the connection is broken.
    Close(usize),
    /// Every piece is delayed by this time.
    Delay(Duration),
    /// The piece after this number of bytes comes twice.
    Repeat(usize),
    /// The piece after this number of bytes is left out.
    Lose(usize),
    /// After this number of bytes, one byte comes at a time.
    Trickle(usize),
}

/// Carries bytes to an address, with a fault on the way there or on the way back.
struct Proxy {
    address: String,
    carried: Arc<AtomicUsize>,
}

impl Proxy {
    fn to(target: &str, fault: Fault, is_back: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let carried = Arc::new(AtomicUsize::new(0));
        let (target, counted) = (target.to_owned(), Arc::clone(&carried));
        // Only once: the next connection works.
        let is_done = Arc::new(AtomicBool::new(false));
        thread::spawn(move || {
            for caller in listener.incoming() {
                let caller = caller.unwrap();
                let Ok(called) = TcpStream::connect(&target) else { continue };
                for (from, to, is_faulty) in [(&caller, &called, !is_back), (&called, &caller, is_back)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let (counted, is_done) = (Arc::clone(&counted), Arc::clone(&is_done));
                    let fault = is_faulty.then_some(fault);
                    thread::spawn(move || carry(from, to, fault, &counted, &is_done));
                }
            }
        });
        Self { address, carried }
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, fault: Option<Fault>, counted: &AtomicUsize, is_done: &AtomicBool) {
    let (mut at, mut bytes) = (0, vec![0; 1 << 16]);
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        let piece = &mut bytes[..read];
        let is_now = |place: usize| (at..at + read).contains(&place) && !is_done.swap(true, Ordering::Relaxed);
        let mut times = 1;
        match fault {
            None => {}
            Some(Fault::Flip(place)) if is_now(place) => piece[place - at] ^= 1 << (place % 8),
            // The sockets stay open, and silent in both directions.
            Some(Fault::Cut(place)) if at + read > place => loop {
                thread::park();
            },
            Some(Fault::Close(place)) if is_now(place) => break,
            Some(Fault::Delay(delay)) => thread::sleep(delay),
            Some(Fault::Trickle(place)) if at + read > place => {
                for byte in piece.chunks(1) {
                    thread::sleep(Duration::from_millis(200));
                    if to.write_all(byte).is_err() {
                        break;
                    }
                }
                times = 0;
            }
            Some(Fault::Repeat(place)) if is_now(place) => times = 2,
            Some(Fault::Lose(place)) if is_now(place) => times = 0,
            Some(_) => {}
        }
        at += read;
        counted.fetch_max(at, Ordering::Relaxed);
        if (0..times).any(|_| to.write_all(piece).is_err()) {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

/// Two processes with a fault between them.
fn two_with(board: &str, fault: Fault, is_back: bool, more: &[(&str, &str)]) -> ([Ended; 2], usize) {
    let hosts = addresses(2);
    let proxy = Proxy::to(&hosts[0], fault, is_back);
    let first = Process::start(board, &hosts, 0, more);
    let second = Process::start(board, &[proxy.address.clone(), hosts[1].clone()], 1, more);
    let ended = [second.end(), first.end()];
    (ended, proxy.carried.load(Ordering::Relaxed))
}

#[test]
fn a_bit_that_turns_on_the_way_never_makes_a_wrong_number() {
    let (whole, carried) = two_with("6x6", Fault::Flip(usize::MAX), false, &[]);
    assert!(whole.iter().all(|ended| ended.number.as_deref() == Some("9862")), "{whole:?}");
    assert!(carried > 10_000, "{carried} bytes went over the wire");
    let mut damaged = 0;
    for turn in 0..12 {
        // From the greeting to the last word.
        let at = [3, 20, 50, 95, 110, 130, 200, 1000, carried / 4, carried / 2, carried * 3 / 4, carried - 30][turn];
        let (ended, _) = two_with("6x6", Fault::Flip(at), turn % 2 == 1, &[("PATIENCE", "5000")]);
        for ended in ended {
            assert!(ended.number.as_deref().is_none_or(|number| number == "9862"), "byte {at}: {ended:?}");
            damaged += usize::from(ended.says.contains("damaged"));
        }
    }
    assert!(damaged >= 4, "{damaged} processes have seen damage");
}

/// Bytes that a caller sends before the first frame, and those of a beat.
const BEFORE: usize = 88 + 16;
const BEAT: usize = 3 + 16;

#[test]
fn a_length_that_is_damaged_is_not_waited_for() {
    // Both bytes of the length, in the second frame: nothing is to wait for what it announces.
    for at in [1, 2] {
        let flip = Fault::Flip(BEFORE + BEAT + at);
        let (ended, _) = two_with("6x6", flip, false, &[("PATIENCE", "120000"), ("PAUSE", "100")]);
        assert!(ended.iter().all(|ended| ended.number.is_none()), "{ended:?}");
        assert!(ended.iter().any(|ended| ended.says.contains("damaged")), "{ended:?}");
        assert!(!ended.iter().any(|ended| ended.says.contains("silent")), "{ended:?}");
    }
}

#[test]
fn a_frame_that_trickles_in_is_not_waited_for() {
    let (ended, _) = two_with("6x6", Fault::Trickle(BEFORE + 2000), false, &[("PATIENCE", "2000")]);
    assert!(ended.iter().all(|ended| ended.number.is_none()), "{ended:?}");
    assert!(ended.iter().any(|ended| ended.says.contains("silent for 2 s")), "{ended:?}");
}

#[test]
fn nothing_that_is_sent_can_be_read() {
    // A proxy that keeps a copy of everything.
    let hosts = addresses(2);
    let heard = Arc::new(Mutex::new(Vec::<u8>::new()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (between, target, said) = (listener.local_addr().unwrap().to_string(), hosts[0].clone(), Arc::clone(&heard));
    thread::spawn(move || {
        for caller in listener.incoming() {
            let Ok(called) = TcpStream::connect(&target) else { continue };
            for (from, to) in [(caller.as_ref().unwrap(), &called), (&called, caller.as_ref().unwrap())] {
                let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let said = Arc::clone(&said);
                thread::spawn(move || {
                    let mut bytes = vec![0; 1 << 16];
                    while let Ok(read @ 1..) = from.read(&mut bytes) {
                        said.lock().unwrap().extend(&bytes[..read]);
                        if to.write_all(&bytes[..read]).is_err() {
                            break;
                        }
                    }
                });
            }
        }
    });
    let first = Process::start("6x6", &hosts, 0, &[]);
    let second = Process::start("6x6", &[between, hosts[1].clone()], 1, &[]);
    for ended in [second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
    let heard = heard.lock().unwrap();
    let mut times = [0_u32; 256];
    heard.iter().for_each(|&byte| times[usize::from(byte)] += 1);
    // Blocks in the clear are mostly zeros; of encrypted bytes all are about equally frequent.
    let (most, mean) = (*times.iter().max().unwrap(), heard.len() / 256);
    assert!(heard.len() > 50_000 && (most as usize) < 2 * mean, "{most} of {} bytes are the same", heard.len());
}

#[test]
fn a_wait_without_end_is_a_wait() {
    let hosts = addresses(2);
    let forever = u64::MAX.to_string();
    let more = [("WAIT", &*forever), ("PATIENCE", &*forever)];
    let processes = [0, 1].map(|process| Process::start("6x6", &hosts, process, &more));
    for ended in processes.map(Process::end) {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
}

#[test]
fn what_is_repeated_or_lost_on_the_way_never_makes_a_wrong_number() {
    for fault in [Fault::Repeat(5_000), Fault::Lose(5_000), Fault::Close(5_000)] {
        for is_back in [false, true] {
            let (ended, _) = two_with("6x6", fault, is_back, &[("PATIENCE", "2000")]);
            let ends = |ended: &Ended| ended.number.is_none() && ended.says.contains("gone");
            assert!(ended.iter().all(ends), "{fault:?}: {ended:?}");
        }
    }
}

#[test]
fn a_slow_connection_makes_the_right_number() {
    let (ended, _) = two_with("6x6", Fault::Delay(Duration::from_millis(30)), false, &[]);
    assert!(ended.iter().all(|ended| ended.number.as_deref() == Some("9862")), "{ended:?}");
}

#[test]
fn a_connection_that_is_cut_ends_all_processes() {
    let hosts = addresses(3);
    let proxy = Proxy::to(&hosts[0], Fault::Cut(5_000), false);
    let more = [("PATIENCE", "2000")];
    let second_hosts = [proxy.address.clone(), hosts[1].clone(), hosts[2].clone()];
    let processes = [(0, &hosts[..]), (1, &second_hosts[..]), (2, &hosts[..])]
        .map(|(at, hosts)| Process::start("6x6", hosts, at, &more));
    let mut silent = 0;
    for ended in processes.map(Process::end) {
        assert!(ended.number.is_none() && ended.says.contains("gone"), "{ended:?}");
        silent += usize::from(ended.says.contains("silent for 2 s"));
    }
    assert!(silent >= 1, "nobody has noticed the silence");
}

#[cfg(unix)]
#[test]
fn a_process_that_is_stopped_ends_the_others() {
    let hosts = addresses(2);
    let more = [("PATIENCE", "2000"), ("PAUSE", "100")];
    let first = Process::start("6x6", &hosts, 0, &more);
    let mut second = Process::start("6x6", &hosts, 1, &more);
    second.says("layer 3\n");
    let id = second.child.id().to_string();
    assert!(Command::new("kill").args(["-STOP", &id]).status().unwrap().success());
    let ended = first.end();
    assert!(ended.number.is_none() && ended.says.contains("silent for 2 s"), "{ended:?}");
}

#[test]
fn strangers_cost_nothing_and_stop_nothing() {
    let hosts = addresses(2);
    let first = Process::start("6x6", &hosts, 0, &[]);
    let connect = || loop {
        match TcpStream::connect(&hosts[0]) {
            Ok(socket) => break socket,
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    };
    // Silent ones, more of them than are heard at once.
    let silent: Vec<TcpStream> = (0..100).map(|_| connect()).collect();
    let mut nonce = b"courser3".to_vec();
    nonce.extend([7; 80]);
    let mut huge = nonce.clone();
    huge.extend([0xff; 500]);
    for says in [&b"GET / HTTP/1.1\r\nHost: courser\r\nAccept: */*\r\n\r\n"[..], b"", &nonce, &huge, &[0xff; 10_000]] {
        let _ = connect().write_all(says);
    }
    let second = Process::start("6x6", &hosts, 1, &[]);
    for ended in [second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
    drop(silent);
}

#[test]
fn a_flood_of_strangers_and_a_slow_way_keep_no_process_out() {
    let hosts = addresses(2);
    let first = Process::start("6x6", &hosts, 0, &[]);
    let is_over = Arc::new(AtomicBool::new(false));
    let flood = |says: &'static [u8]| {
        let (host, is_over) = (hosts[0].clone(), Arc::clone(&is_over));
        move || {
            // A few hundred are open at once; the oldest is closed for the next.
            let mut open = std::collections::VecDeque::new();
            while !is_over.load(Ordering::Relaxed) {
                match TcpStream::connect(&host) {
                    Ok(mut socket) => {
                        let _ = socket.write_all(says);
                        open.push_back(socket);
                    }
                    Err(_) => thread::sleep(Duration::from_millis(5)),
                }
                if open.len() > 300 {
                    open.pop_front();
                }
            }
        }
    };
    let floods = [flood(b""), flood(b"courser3 and more")].map(thread::spawn);
    let proxy = Proxy::to(&hosts[0], Fault::Delay(Duration::from_millis(100)), false);
    let second = Process::start("6x6", &[proxy.address.clone(), hosts[1].clone()], 1, &[]);
    let ended = [second.end(), first.end()];
    is_over.store(true, Ordering::Relaxed);
    floods.into_iter().for_each(|flood| flood.join().unwrap());
    assert!(ended.iter().all(|ended| ended.number.as_deref() == Some("9862")), "{ended:?}");
}

#[test]
fn who_has_not_the_secret_is_not_let_in_and_learns_nothing() {
    // A stranger hears the first message of a process, and repeats it.
    let hosts = addresses(2);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (stranger, said) = (listener.local_addr().unwrap().to_string(), Arc::clone(&heard));
    thread::spawn(move || {
        let mut caller = listener.accept().unwrap().0;
        let mut bytes = vec![0; 88];
        caller.read_exact(&mut bytes).unwrap();
        *said.lock().unwrap() = bytes;
    });
    let caller = Process::start("6x6", &[stranger, hosts[1].clone()], 1, &[("WAIT", "2000")]);
    assert!(caller.end().number.is_none());
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.len(), 88);
    assert!(!heard.windows(SECRET.len()).any(|bytes| bytes == SECRET.as_bytes()));

    let first = Process::start("6x6", &hosts, 0, &[]);
    let mut again = loop {
        match TcpStream::connect(&hosts[0]) {
            Ok(socket) => break socket,
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    };
    // The answer is of no use without the secret, and a second time there is none.
    again.write_all(&heard).unwrap();
    let mut answer = vec![0; 88];
    again.read_exact(&mut answer).unwrap();
    again.write_all(&[0; 16]).unwrap();
    assert_eq!(again.read(&mut answer).unwrap_or(0), 0);
    let mut third = TcpStream::connect(&hosts[0]).unwrap();
    third.write_all(&heard).unwrap();
    assert_eq!(third.read(&mut answer).unwrap_or(0), 0);
    // Nor does one with another secret come in, and the one with the right secret finds its place free.
    let wrong = Process::start("6x6", &hosts, 1, &[("SECRET", "another secret"), ("WAIT", "2000")]).end();
    assert!(wrong.number.is_none() && wrong.says.contains("secret"), "{wrong:?}");
    let second = Process::start("6x6", &hosts, 1, &[]);
    for ended in [second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
}

#[test]
fn without_a_secret_only_this_machine_is_reached() {
    for (host, part) in [("192.0.2.1:2101", "no secret"), ("0.0.0.0:2101", "every address")] {
        for process in [0, 1] {
            let hosts = [host.to_owned(), addresses(1).remove(0)];
            if process == 1 && part == "every address" {
                continue;
            }
            let ended = Process::start("6x6", &hosts, process, &[("SECRET", "")]).end();
            assert!(ended.says.contains(part), "{host} {process}: {ended:?}");
        }
    }
    let hosts = addresses(2);
    let first = Process::start("6x6", &hosts, 0, &[("SECRET", "")]);
    let second = Process::start("6x6", &hosts, 1, &[("SECRET", "")]);
    for ended in [second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
}

#[test]
fn a_process_that_is_started_again_takes_the_place_of_the_dead_one() {
    let hosts = addresses(3);
    let first = Process::start("6x6", &hosts, 0, &[]);
    for _ in 0..2 {
        let mut dies = Process::start("6x6", &hosts, 1, &[]);
        thread::sleep(Duration::from_millis(700));
        dies.child.kill().unwrap();
        dies.child.wait().unwrap();
    }
    let (second, third) = (Process::start("6x6", &hosts, 1, &[]), Process::start("6x6", &hosts, 2, &[]));
    for ended in [third.end(), second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
}

#[test]
fn a_process_that_is_started_twice_is_rejected_and_the_count_goes_on() {
    let hosts = addresses(3);
    let first = Process::start("6x6", &hosts, 0, &[]);
    let second = Process::start("6x6", &hosts, 1, &[]);
    thread::sleep(Duration::from_millis(700));
    let again = Process::start("6x6", &hosts, 1, &[]).end();
    assert_eq!(again.number, None, "{again:?}");
    assert!(again.says.contains(&hosts[1]), "{again:?}");
    let third = Process::start("6x6", &hosts, 2, &[]);
    for ended in [third.end(), second.end(), first.end()] {
        assert_eq!(ended.number.as_deref(), Some("9862"), "{ended:?}");
    }
}

#[test]
fn a_process_that_loses_two_others_says_one_line() {
    let hosts = addresses(3);
    let stays = Process::start("8x10", &hosts, 0, &[]);
    let mut others = [1, 2].map(|process| Process::start("8x10", &hosts, process, &[]));
    thread::sleep(Duration::from_millis(1500));
    for other in &mut others {
        other.child.kill().unwrap();
    }
    let ended = stays.end();
    assert_eq!(ended.number, None, "{ended:?}");
    assert_eq!(ended.says.matches(" is gone").count(), 1, "{ended:?}");
}

#[test]
fn a_process_that_does_not_come_is_waited_for_as_long_as_is_said() {
    let hosts = addresses(2);
    for process in [0, 1] {
        let ended = Process::start("6x6", &hosts, process, &[("WAIT", "500")]).end();
        let missing = 1 - process;
        assert!(ended.says.contains(&format!("process {missing} at {}", hosts[missing])), "{ended:?}");
        assert!(ended.says.contains("did not come within 1 s"), "{ended:?}");
    }
}

#[test]
fn processes_of_another_direction_or_version_do_not_count_together() {
    for (more, part) in [(("DIRECTED", "1"), "counts something else"), (("BUILD", "0.9"), "another version")] {
        let hosts = addresses(2);
        let first = Process::start("6x6", &hosts, 0, &[more]);
        let second = Process::start("6x6", &hosts, 1, &[]);
        for ended in [second.end(), first.end()] {
            assert!(ended.number.is_none() && ended.says.contains(part), "{ended:?}");
        }
    }
}

#[test]
fn processes_go_on_from_what_they_kept_after_any_of_them_was_killed() {
    for dies in [0, 1] {
        let hosts = addresses(2);
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let start = |process: usize, pause: &str| {
            let folder: &Path = folders[process].path();
            Process::start("6x7", &hosts, process, &[("FOLDER", folder.to_str().unwrap()), ("PAUSE", pause)])
        };
        let mut processes = vec![start(0, "50"), start(1, "50")];
        processes[dies].says("layer 6\n");
        // To kill is to drop.
        drop(processes.remove(dies));
        let other = processes.remove(0).end();
        assert!(other.number.is_none() && other.says.contains("gone"), "{other:?}");
        for ended in [start(0, ""), start(1, "")].map(Process::end) {
            assert_eq!(ended.number.as_deref(), Some("1067638"), "{ended:?}");
            assert!(ended.first_layer.unwrap() >= 5, "it has begun anew: {ended:?}");
        }
        for folder in &folders {
            let left = std::fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 0, "what was kept is taken away at the end");
        }
    }
}

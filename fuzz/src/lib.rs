//! The fuzz targets for all parsers of courser. A target receives arbitrary bytes and must never panic. cargo-fuzz and
//! the test suite share the list of targets.
//!
//! A target parses its bytes as one kind of input. For valid bytes, the target writes the result, and tests that
//! parsing the written form returns the same value. For a tour, the target also tests that the check of tours and the
//! check of paths agree. For invalid bytes, the target tests that the error message is one line of fewer than 1000
//! bytes. In both cases, the memory must be at most a small multiple of the length of the input, plus a constant. Any
//! failure is a panic and therefore a bug.

mod chain;
mod graph;
mod hunt;
mod part;
mod picture;
mod report;
mod survey;
mod tours;
mod words;

/// A function that tests a parser with arbitrary bytes.
pub type FuzzTarget = fn(&[u8]);

/// The targets by name. The corpus folder of a target has the same name as the target.
// Every parser has four entries: an entry in this list, a program in the folder `fuzz_targets`, a section `[[bin]]` in
// `Cargo.toml`, and a folder in the folder `corpus`. A test compares the four kinds of entries.
pub const TARGETS: &[(&str, FuzzTarget)] = &[
    ("size", words::size),
    ("square", words::square),
    ("leaper", words::leaper),
    ("order", words::order),
    ("rule", words::rule),
    ("boards", words::boards),
    ("board", words::board),
    ("numbers", words::numbers),
    ("mask", picture::mask),
    ("tour", tours::any),
    ("grid", tours::grid),
    ("moves", tours::moves),
    ("csv", tours::csv),
    ("json", tours::json),
    ("npy", tours::npy),
    ("tsplib", tours::tsplib),
    ("queens", tours::queens),
    ("chain", chain::chain),
    ("graph", graph::graph),
    ("hunt", hunt::hunt),
    ("report", report::report),
    ("survey", survey::survey),
    ("part", part::part),
];

/// Runs the target with the given name.
///
/// # Panics
/// Panics if there is no such target, or if the input reveals a bug.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("the name is on the list");
    target(bytes);
}

/// Returns the bytes as text, or `None` if they are not valid UTF-8.
fn text(bytes: &[u8]) -> Option<&str> {
    str::from_utf8(bytes).ok()
}

/// Asserts that an error message is a single line of printable characters.
fn in_a_line(message: &impl std::fmt::Display) {
    let text = message.to_string();
    assert!(!text.is_empty() && text.len() < 1000, "{} bytes: {text:?}", text.len());
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Returns the result of `work`.
///
/// # Panics
/// Panics if `work` uses more than `a_byte * length + more` bytes of memory at any time.
fn within<T>(length: usize, a_byte: u64, more: u64, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let held = allocation_counter::measure(|| result = Some(work())).bytes_max;
    let most = a_byte * length as u64 + more;
    assert!(held <= most, "{held} bytes are held for an input of {length}, more than {most}");
    result.expect("the work was done")
}
